#!/usr/bin/env python3
"""Who uses whom: check_layers.py SOURCE_ROOT BUILD_ROOT

1. A room of src/ includes and calls only itself and rooms below it (LAYERS, UPWARDS).
2. One module (a file stem such as search/tt) defines an external name; main aside. Modules
   do not use each other in a circle, except where MUTUAL says why; headers never do. Use
   is an include, or a name that the module's object takes from the other's: a shared
   header cannot hide it.
3. The types of <outflank/engine.h> may be used anywhere, its functions only by the
   engine and what is above it.
4. Headers that hot sources use (src/isa/isa.h) define static inline functions only.
5. Nothing includes a .c file; nothing in src/ includes tests, bench or examples.

Objects of a build with link-time optimisation do not show their calls; what needs them
is skipped there.
"""
import fnmatch
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import cobjects  # noqa: E402
import csource  # noqa: E402
import tap  # noqa: E402

# Lowest first. Rooms of one row do not see each other.
LAYERS = [("base",), ("isa",), ("board",), ("text",), ("book", "eval"), ("people",), ("search",), ("engine", "variant"), ("analysis",),
          ("report",), ("grow", "options"), ("protocol", "match", "train"), ("study",), ("request",), ("serve",), ("cli",), ("main",)]
FLOOR_ROOMS = {"lib": {"base", "isa", "board", "text", "eval", "book", "variant", "people", "search", "engine", "analysis", "report"},
               "app": {"options", "grow", "protocol", "match", "request", "serve", "study", "cli", "main"},
               "tools": {"train"}}
# What a floor includes besides itself.
SEES = {"lib": (), "app": ("lib",), "tools": ("lib", "app")}
RANK = {room: rank for rank, rooms in enumerate(LAYERS) for room in rooms}

# Calls that go up.
UPWARDS = {
    ("isa/kernel", "search/hot"): "the one place that knows the kernels of all CPU levels",
}

# {(module, module it looks back at): why}. A * stands for any part of a name.
MUTUAL = {
    ("isa/kernel", "search/hot"): "the one place that knows the kernels of all CPU levels",
    # The recursion of the tree search.
    ("search/endgame", "search/node"): "a part of a small tree that is not small is a general node",
    ("search/moveloop", "search/node"): "a move is searched by a node",
    ("search/probcut", "search/node"): "a deep search is told by a shallow one",
}
ENGINE_CALL = re.compile(r"\bofl_(engine_\w+|search|start|wait|look|ponder|ponder_hit|is_thinking|set_option|get_option|option_at|new_game|on_info|stop|"
                         r"clear_stop|evaluate|explain|last_error)\s*\(")

ROOT, BUILD = sys.argv[1], sys.argv[2]
check = tap.Tap()
texts = {path: csource.read(ROOT, path) for path in csource.sources(ROOT, ("src",))}
# {as it is included: path}
BY_NAME = {path.split(os.sep, 2)[2]: path for path in texts}


try:
    TABLES, NO_CALLS = cobjects.tables(ROOT, BUILD), None
except cobjects.Hidden as reason:
    TABLES, NO_CALLS = {}, str(reason)
CALLS = cobjects.edges(TABLES)


def room_of(path):
    """src/lib/board/flip.h, board/flip -> board; src/app/main.c -> main"""
    return os.path.splitext(re.sub("^src/(lib|app|tools)/", "", path).split(os.sep)[0])[0]


def floor_of(path):
    return path.split(os.sep)[1]


def own_includes(path):
    """The files of src/ that a file includes, as paths from the root."""
    for name in csource.includes(texts[path]):
        if name in BY_NAME:
            yield BY_NAME[name]


def test_layers():
    check.equal(sorted({room_of(p) for p in texts} - set(RANK)), [], "every room has its layer")
    check.equal({f: {room_of(p) for p in texts if floor_of(p) == f} for f in FLOOR_ROOMS}, FLOOR_ROOMS,
                "each room stands on its floor")
    check.equal(len({os.path.basename(p) for p in texts}), len(texts), "no two files share a name")
    wrong = [f"{path} includes {target}" for path in texts for target in own_includes(path)
             if floor_of(target) not in (floor_of(path), *SEES[floor_of(path)])]
    check.equal(wrong, [], "a floor sees itself and what is below")
    wrong = []
    for path in texts:
        rank = RANK.get(room_of(path), 0)
        for name in csource.includes(texts[path]):
            room = room_of(BY_NAME[name]) if name in BY_NAME else None
            if room and room != room_of(path) and RANK[room] >= rank:
                wrong.append(f"{path} includes {name}")
            if name.endswith(".c") or name.startswith(("tests/", "bench/", "examples/")) or \
                    "../" in name:
                wrong.append(f"{path} includes {name}")
    check.equal(wrong, [], "includes go downwards only")
    wrong = [f"{path} calls {match.group(0)}" for path in texts if RANK.get(room_of(path), 0) < RANK["engine"]
             for match in [ENGINE_CALL.search(csource.code_of(texts[path]))] if match]
    check.equal(wrong, [], "nothing below the engine calls it")


def test_calls():
    """The same order holds for calls, whatever header declares them."""
    if NO_CALLS:
        return check.skip("calls go downwards only", NO_CALLS)
    twice = {name: sorted(modules) for name, modules in cobjects.owners(TABLES).items()
             if len(modules) > 1 and name != "main"}
    check.equal(twice, {}, "a name belongs to one module")
    check.that(len(CALLS) > 300, f"{len(CALLS)} pairs of modules call each other")
    wrong = []
    for (user, owner), names in sorted(CALLS.items()):
        rooms = [room_of(module) for module in (user, owner)]
        if rooms[0] != rooms[1] and RANK[rooms[1]] >= RANK[rooms[0]] and \
                (user, owner) not in UPWARDS:
            wrong.append(f"{user} uses {', '.join(sorted(names))} of {owner}")
    check.equal(wrong, [], "calls go downwards only")
    check.equal([pair for pair in UPWARDS if pair not in CALLS], [], "every call upwards is needed")


def circles(edges):
    """Nodes that lead nowhere, or that nothing leads to, are taken away; what stays is a circle."""
    left = dict(edges)
    while True:
        aims = set().union(*left.values()) if left else set()
        free = [m for m, targets in left.items() if not targets & set(left) or m not in aims]
        if not free:
            return {m: sorted(t & set(left)) for m, t in left.items()}
        for module in free:
            del left[module]


def module_circles(uses, mutual):
    """What is wrong with {(user, owner): names}: the uses in a circle, and the exceptions that
    no circle needs."""
    excused = {rule: {pair for pair in uses if all(map(fnmatch.fnmatchcase, pair, rule))}
               for rule in mutual}
    lawful = set(uses).difference(*excused.values())

    def circles_of(pairs):
        edges = {module: set() for pair in uses for module in pair}
        for user, owner in pairs:
            edges[user].add(owner)
        return circles(edges)

    wrong = [f"{user} uses {', '.join(sorted(uses[user, owner])[:4])} of {owner}"
             for user, owners in sorted(circles_of(lawful).items()) for owner in owners]
    idle = [rule for rule, pairs in excused.items() if not circles_of(lawful | pairs)]
    return wrong, idle if not wrong else []


def module_of(path):
    """src/app/match/player_impl.h -> match/player: an _impl header is its module's own."""
    return re.sub(r"_impl$", "", os.path.splitext(path)[0].split(os.sep, 2)[2])


def test_circles():
    headers = {p: set(own_includes(p)) for p in texts if p.endswith(".h")}
    check.equal(circles(headers), {}, f"no circle among {len(headers)} headers")
    uses = {pair: set(names) for pair, names in CALLS.items()}
    for path in texts:
        for target in own_includes(path):
            if module_of(target) != module_of(path):
                uses.setdefault((module_of(path), module_of(target)), set()).add("#include")
    wrong, idle = module_circles(uses, MUTUAL)
    n_modules = len({module for pair in uses for module in pair})
    check.that(not wrong, f"no circle among {n_modules} modules", "\n".join(wrong))
    if NO_CALLS:
        return check.skip("every exception is needed", NO_CALLS)
    check.equal(idle, [], "every exception is needed: delete what is not")


def test_circle_finder():
    """The checks of circles are worth as much as what finds them."""
    check.equal(sorted(circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": set()})), ["b", "c"],
                "a circle would be found")
    # Both include one header, x/face, and call each other.
    tables = {"x/one": ({"one"}, {"two", "printf"}), "x/two": ({"two"}, {"one"}),
              "x/main": ({"main"}, {"one"}), "x/other": ({"main"}, set())}
    check.equal(sorted(cobjects.owners(tables)["main"]), ["x/main", "x/other"],
                "a name of two modules is found")
    uses = cobjects.edges(tables)
    uses |= {("x/one", "x/face"): {"#include"}, ("x/two", "x/face"): {"#include"}}
    found = ["x/one uses two of x/two", "x/two uses one of x/one"]
    check.equal(module_circles(uses, {}), (found, []), "a circle behind a shared header is found")
    check.equal(module_circles(uses, {("x/t*", "x/one")}), ([], []), "an exception excuses it")
    check.equal(module_circles(uses, {("x/t*", "x/one"), ("x/main", "x/one")}),
                ([], [("x/main", "x/one")]), "an exception without a circle is found")
    check.equal(module_circles(uses, {("x/main", "x/*")}), (found, []),
                "one that does not fit excuses nothing")


def hot_sources():
    for path in csource.sources(ROOT, ("src",), ("meson.build",)):
        for block in re.findall(r"hot_sources\s*\+?=\s*files\(([^)]*)\)", csource.read(ROOT, path)):
            for name in re.findall(r"'([^']+)'", block):
                yield os.path.join(os.path.dirname(path), name)


def test_hot_headers():
    hot = list(hot_sources())
    check.that(len(hot) >= 2 and all(p in texts for p in hot), "hot sources are found", hot)
    seen, todo = set(), list(hot)
    while todo:
        for target in own_includes(todo.pop()):
            if target not in seen:
                seen.add(target)
                todo.append(target)
    check.that(len(seen) >= 5, "hot headers are found", sorted(seen))
    wrong = [f"{path}:{line}: {csource.name_of(head)}" for path in sorted(seen)
             for head, line, _ in csource.functions(texts[path])
             if not ("static" in head.split() and "inline" in head.split())]
    check.equal(wrong, [], f"{len(seen)} hot headers define static inline functions only")
    wrong = [f"{path}:{line}: {csource.name_of(head)}" for path in hot
             for head, line, _ in csource.functions(texts[path])
             if "static" not in head.split() and "ISA_FN" not in head]
    check.equal(wrong, [], "hot sources define static and ISA_FN functions only")


def test_scanner():
    """The checks above are worth as much as the scanner: it must find what is wrong."""
    sample = ('/* void a(void) { */\n#define X { \\\n }\nstatic inline int\nb(int x)\n{\n    return x;\n}\n'
              'struct s { int (*f)(void); };\nint c(void) { return \'{\'; }\nint t[] = { 1, f() };\n')
    found = [(csource.name_of(h), line, n) for h, line, n in csource.functions(sample)]
    check.equal(found, [("b", 4, 5), ("c", 10, 1)], "the scanner finds functions")
    check.equal(csource.includes(' # include <a/b.h>\n#include "c.h"\n// include "d.h"\n'),
                ["a/b.h", "c.h"], "the scanner finds includes")


for test in (test_scanner, test_circle_finder, test_layers, test_calls, test_circles,
             test_hot_headers):
    test()
check.end()
