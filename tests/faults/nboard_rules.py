"""tests/faults/nboard_rules.py - NBoard's reading rules, as its GUI applies them.

    reader = Reader(); reader.read(line)      raises Refused if NBoard would object

Written from the protocol's description: fields, decimals without exponent, depth
texts, moves. `reader.pongs`, `.moves` (=== lines), `.hints` hold what came.
"""
import re
import unicodedata

DECIMAL = r"[+-]?(\d+(\.\d*)?|\.\d+)"  # readDoubleNoExponent
MOVE = re.compile(r"(?i)([a-h][1-8]|pa(ss?)?|--)")
PV = re.compile(r"([A-Ha-h][1-8]|PA|pa|--)(-?([A-Ha-h][1-8]|PA|pa|--))*")
DEPTH = re.compile(r"\d+(@\d+%)?|100%W?|\d+%W?")


class Refused(Exception):
    """NBoard would open an error dialog, or show nonsense."""


def need(is_true, line):
    if not is_true:
        raise Refused(line)


class Reader:
    def __init__(self):
        self.pongs, self.moves, self.hints, self.values = [], [], [], []
        self.name, self.status, self.nodes = None, "", 0

    def read(self, line):
        need(not any(unicodedata.category(c) in ("Cc", "Cf") for c in line), line)
        word, _, rest = line.partition(" ")
        handler = {"pong": self.pong, "===": self.move, "status": self.set_status,
                   "set": self.set_name, "search": self.search, "book": self.book,
                   "nodestats": self.node_stats, "analysis": self.analysis,
                   "learned": self.learned}.get(word)
        # The GUI ignores other lines; a program that writes them has a fault.
        need(handler is not None, line)
        handler(line, rest)

    def pong(self, line, rest):
        need(re.fullmatch(r"-?\d+", rest), line)
        self.pongs.append(int(rest))

    def move(self, line, rest):
        parts = re.split(r"[ /]", rest)
        need(1 <= len(parts) <= 3 and MOVE.fullmatch(parts[0]), line)
        need(all(not p or re.fullmatch(DECIMAL, p) for p in parts[1:]), line)
        if len(parts) > 1 and parts[1]:
            need(-64 <= float(parts[1]) <= 64, line)
        self.moves.append(parts[0].lower())

    def set_status(self, line, rest):
        self.status = rest

    def set_name(self, line, rest):
        words = rest.split()
        need(len(words) == 2 and words[0] == "myname", line)
        self.name = words[1]

    def hint(self, line, parts, depth):
        need(PV.fullmatch(parts[0]), line)
        need(re.fullmatch(DECIMAL, parts[1]) and -64 <= float(parts[1]) <= 64, line)
        need(DEPTH.fullmatch(depth), line)
        self.hints.append((parts[0], float(parts[1]), depth))

    def search(self, line, rest):
        parts = rest.split(" ")
        need(len(parts) >= 4 and parts[2] == "0", line)
        self.hint(line, parts, parts[3])

    def book(self, line, rest):
        parts = rest.split(" ")
        need(len(parts) >= 4 and parts[2].isdigit(), line)
        self.hint(line, parts, parts[3])

    def node_stats(self, line, rest):
        parts = rest.split(" ")
        need(len(parts) == 2 and parts[0].isdigit() and re.fullmatch(DECIMAL, parts[1]), line)
        self.nodes = int(parts[0])

    def analysis(self, line, rest):
        parts = rest.split(" ")
        need(len(parts) == 2 and parts[0].isdigit() and re.fullmatch(DECIMAL, parts[1]), line)
        self.values.append((int(parts[0]), float(parts[1])))

    def learned(self, line, rest):
        need(not rest, line)

    def iterations(self):
        """The hints cut where a depth text or a first move comes again."""
        sets = []
        for pv, value, depth in self.hints:
            last = sets[-1] if sets else None
            if not last or last[0][2] != depth or pv[:2] in (p[:2] for p, _, _ in last):
                sets.append([])
            sets[-1].append((pv, value, depth))
        return sets
