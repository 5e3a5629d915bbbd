#!/usr/bin/env python3
"""GTP with bad input: P06-P11, P18. One reply per command, in order, and a
command that fails changes nothing.

    test_gtp.py OUTFLANK [--slow]
"""
import driver
import model
from driver import Program, START, run

check = driver.tap.Tap()
rng = driver.seed_random()
NUMBERS = ["-5", "1e9", "0x10", "1.5.5", "nan", "inf", "9223372036854775808", "''", "--5", "+",
           "99999999999999999999", "1,5", "\u0665"]


def answers(data, *arguments):
    """The replies to an input, after checks that hold for every input."""
    done = run("gtp", *arguments, data=data)
    if done.code != 0 or done.errors():
        raise ValueError(f"exit {done.code}, stderr {done.errors()[:300]!r}, "
                         f"after {data[:200]!r}")
    return driver.parse_replies(done.output())


def board_after(program, game, name):
    """The program's game is the model's."""
    board = program.gtp("showboard").text
    rows = [line.split()[1:9] for line in board.split("\n")[2:10]]
    discs = "".join("".join(row) for row in rows).replace(".", "-")
    turn = "X" if "black to move" in board else "O" if "white to move" in board else "-"
    expected = game.text() if game.legal() else game.text()[:64] + " -"
    side = program.gtp("gogui-rules_side_to_move").text[0]
    return check.that(discs + " " + turn == expected and side == game.turn, name,
                      f"expected {expected} {game.turn}\nfound    {discs} {turn} {side}")


# ---- P07: bytes ----

def test_bytes():
    silent = [b"", b" ", b"\t \t", b"\r", b"\x00", b"\x01\x07\x0c\x1f\x7f", b"# comment",
              b" \t# name", b"\x0c#\xff\xfe\x00", b"#", b"\r\r"]
    for line in silent:
        replies = answers(b"1 name\n" + line + b"\n2 name\n")
        check.equal([r.id for r in replies], ["1", "2"], f"P07 no reply to {line!r}")
    same = [b"5 name\r", b"5\tname", b"  5   name  ", b"5 na\x00me", b"5 name # x", b"5 name#x",
            b"\x0c5 name", b"5 \x01n\x02a\x03m\x04e", b"5 \x7fname", b"5 n\rame"]
    for line in same:
        replies = answers(line + b"\n")
        check.that(len(replies) == 1 and repr(replies[0]) == "=5 Outflank", f"P07 {line!r} is name",
                   replies)
    for byte in range(0x80, 0x100):
        word = bytes([byte])
        replies = answers(word + b"\n6 name" + word + b"\n7 play b " + word + b"\n8 name\n") \
            if byte in (0x80, 0xa0, 0xc3, 0xe9, 0xff) else None
        if replies is not None:
            check.that([r.is_ok for r in replies] == [False, False, False, True] and
                       [r.id for r in replies] == ["", "6", "7", "8"],
                       f"P07 byte {byte:#x} is an error", replies)
    for line in (b"\xc3\x28", b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80", b"\xc0\xaf", b"\xfe\xff",
                 "名前".encode(), "ｎａｍｅ".encode(), "ſhowboard".encode(), "K".encode()):
        replies = answers(line + b"\n9 name\n")
        check.that([r.is_ok for r in replies] == [False, True], f"P07 {line!r} is an error", replies)
    replies = answers(b"\xef\xbb\xbfname\n2 name\n")
    check.that(len(replies) == 2 and replies[1].is_ok, "P07 a byte order mark does no harm", replies)
    done = run(data=b"\xef\xbb\xbf1 name\n2 name\n")
    replies = driver.parse_replies(done.output())
    check.that(len(replies) == 2 and replies[1].is_ok and done.code == 0,
               "P07 nor where the first line decides", replies)
    noise = bytes(rng.choice([0, 9, 10, 13, 32, 35, 65, 97, 98, 51, 128, 255, rng.randrange(256)])
                  for _ in range(200000))
    n = sum(is_command(line) for line in noise.split(b"\n"))
    replies = answers(noise + b"\n")
    check.equal(len(replies), n, "P07 200,000 random bytes: a reply for each command")


def is_command(line):
    """By GTP's rules for control characters and comments."""
    line = line.split(b"#")[0]
    return any(byte > 32 and byte != 127 for byte in line)


# ---- P08: ids ----

def test_ids():
    for line, id_text, is_ok in (("1 name", "1", True), ("name", "", True),
                                 ("0007 name", "0007", True), ("0 name", "0", True),
                                 ("2147483647 name", "2147483647", True), ("1", "1", False),
                                 ("7 7 name", "7", False), ("7 nome", "7", False),
                                 ("7 play b", "7", False), ("3.5 name", "", False),
                                 ("5name", "", False), ("+5 name", "", False),
                                 ("-1 name", "", False), ("0x5 name", "", False)):
        replies = answers(f"{line}\nname\n")
        check.that(len(replies) == 2 and (replies[0].id, replies[0].is_ok) == (id_text, is_ok) and
                   repr(replies[1]) == "= Outflank", f"P08 {line!r}", replies)
    for big in ("2147483648", "4294967297", "99999999999999999999", "9" * 1000):
        replies = answers(f"{big} name\n5 name\nname\n")
        check.that(not replies[0].is_ok and replies[0].id in ("", big) and
                   [r.id for r in replies[1:]] == ["5", ""], f"P08 id {big[:22]}", replies)
    replies = answers("".join(f"{i} known_command x{i}\n" for i in range(2000)))
    check.equal([r.id for r in replies], [str(i) for i in range(2000)], "P08 ids of 2,000 commands")


# ---- P09: commands and numbers ----

NUMERIC = [  # command with a number, its range as the reply must name it
    ("time_settings {} 0 0", "0 to "), ("time_settings 1 {} 1", "0 to "),
    ("time_settings 1 1 {}", "0 to "), ("time_left b {} 0", " to "), ("time_left b 5 {}", "0 to "),
    ("komi {}", "-1000 to 1000"), ("gg-undo {}", "0 to "), ("set_level {}", "0 to 60"),
    ("x-hint {}", "1 to "), ("x-perft {}", "0 to 15"), ("x-handicap {}", "0 to 4"),
    ("x-setoption hash {}", "1 to 1048576"), ("x-setoption threads {}", "1 to 256"),
    ("x-setoption level {}", "0 to 60"), ("boardsize {}", ""),
]


def test_numbers():
    with Program("gtp") as program:
        for command, must_name in NUMERIC:
            before = program.gtp("x-options").text
            for number in NUMBERS:
                if number == "-5" and command.startswith(("komi", "time_left b {} ")):
                    continue  # these may be below 0
                reply = program.gtp(command.format(number))
                check.that(not reply.is_ok and must_name in reply.text,
                           f"P09 {command.format(number)}", reply)
            check.equal(program.gtp("x-options").text, before, f"P09 {command}: nothing changed")
        for word in ("0", "-1", "61", "1e1", "ten", ""):
            before = program.gtp("x-options").text
            for option in ("hash", "threads"):
                reply = program.gtp(f"x-setoption {option} {word}")
                if word not in ("61",):
                    check.that(not reply.is_ok, f"P09 x-setoption {option} {word!r}", reply)
            program.gtp("x-setoption threads 1")
            program.gtp("x-setoption hash 128")
            check.equal(program.gtp("x-options").text, before, f"P09 options after {word!r}")
        check.that(not program.gtp("x-setoption").is_ok and
                   not program.gtp("x-setoption nothing 5").is_ok and
                   not program.gtp("x-setoption score-rule best").is_ok and
                   not program.gtp("x-setoption use-table 2").is_ok, "P09 wrong names and words")
        board_after(program, model.Game(), "P09 the board is as it was")
        check.equal((program.end(), program.errors()), (0, ""), "P09 exit 0, nothing on stderr")


def test_arguments():
    with Program("gtp") as program:
        commands = program.gtp("list_commands").text.split("\n")
        check.that(len(commands) > 30, "P09 list_commands", commands)
        many = " x" * 30000
        for command in commands:
            if command in ("quit", "x-help"):
                continue
            reply = program.gtp(command + many)
            check.that(not reply.is_ok, f"P09 {command} with 30,000 words", reply)
            known = program.gtp("known_command " + command)
            check.equal(known.text, "true", f"P09 known_command {command}")
        reply = program.gtp("name" + " a" * 100000)
        check.that(not reply.is_ok, "P09 100,000 words: refused", reply)
        for command in ("play", "play b", "play f5", "play b f5 w", "genmove", "genmove b w",
                        "boardsize", "komi", "time_left", "time_left b", "time_left b 1",
                        "time_settings", "time_settings 1 1", "known_command", "undo 1",
                        "clear_board x", "showboard x", "final_score x", "set_game", "loadsgf",
                        "play_sequence", "play_sequence b", "play_sequence b f5 w"):
            check.that(not program.gtp(command).is_ok, f"P09 {command!r}: wrong arguments")
        for command in ("nome", "NAME", "names", "nam", "play_", "g", "quit_", "=", "?", "=1", "/",
                        "../name", "%s%s%n", "name;", "hint", "setboard", "x-", "\\n"):
            reply = program.gtp(command)
            check.that(not reply.is_ok and reply.text.startswith("unknown command"),
                       f"P09 {command!r}: unknown", reply)
        board_after(program, model.Game(), "P09 the board is as it was")


# ---- P10: moves ----

def test_moves():
    with Program("gtp") as program:
        game = model.Game()
        for wrong in ("play b pass", "play b PA", "play b --", "play w c4", "play w pass",
                      "play b d4", "play b a1", "play b", "play b z9", "play b i1", "play b a9",
                      "play b a0", "play b a", "play b 3", "play b d33", "play b d3d3",
                      "play g d3", "play d3", "play b none", "play b resign", "play bl d3",
                      "play black", "genmove w", "genmove x", "genmove", "reg_genmove w", "undo",
                      "gg-undo 1", "play b \u0064\u0333", "play_sequence b d3 w d3",
                      "play_sequence b d3 w c3 b c3", "gogui-rules_final_result", "final_score"):
            check.that(not program.gtp(wrong).is_ok, f"P10 {wrong!r} is refused")
        board_after(program, game, "P10 the board is as it was")
        for _ in range(1000):
            program.send("undo")
        check.that(not any(program.reply("undo").is_ok for _ in range(1000)), "P10 undo x 1000")
        for right in ("play b d3", "play W C3", "play BLACK b3", "play White B2", "play B F5",
                      "play w a3", "play black A1", "play WHITE c1"):
            check.that(program.gtp(right).is_ok, f"P10 {right!r}")
            game.play(model.square(right.split()[-1]))
        board_after(program, game, "P10 after eight moves")
        check.equal(program.gtp("gogui-rules_legal_moves").text, "PASS", "P10 black must pass")
        for wrong in ("play b e3", "play b f6", "play w pass", "play b a8"):
            check.that(not program.gtp(wrong).is_ok, f"P10 {wrong!r} where black must pass")
        board_after(program, game, "P10 and nothing has changed")
        for word in ("PA", "pa", "PASS", "Pass", "pass", "--", "ps", "PS"):
            check.that(program.gtp(f"play b {word}").is_ok, f"P10 pass as {word!r}")
            game.play(model.PASS)
            board_after(program, game, f"P10 after the pass as {word!r}")
            check.that(program.gtp("undo").is_ok, "P10 undo of a pass")
            game.undo()
        check.equal(program.gtp("genmove b").text, "pass", "P10 genmove passes")
        game.play(model.PASS)
        board_after(program, game, "P10 after the pass of genmove")
        check.that(program.gtp("undo").is_ok, "P10 undo of that pass")
        game.undo()
        check.that(program.gtp("play w e3").is_ok, "P10 the pass may be left out")
        game.play(model.PASS)
        game.play(model.square("e3"))
        board_after(program, game, "P10 after a pass left out")


def play_all(program, game, moves):
    """Plays with passes said aloud; ends with the game's last move."""
    for move in moves:
        if game.legal() == [model.PASS]:
            program.send(f"play {game.turn} pass")
            game.play(model.PASS)
            if not program.reply().is_ok:
                raise ValueError("a forced pass was refused")
        program.send(f"play {game.turn} {model.name(move)}")
        game.play(move)
        if not program.reply().is_ok:
            raise ValueError(f"{model.name(move)} was refused")


def test_after_the_end():
    with open(driver.DATA + "/positions/odd_games.tsv", encoding="utf-8") as file:
        rows = [line.split("\t") for line in file][1:]
    with Program("gtp") as program:
        n = 0
        for row in rows:
            text, score = row[1], row[7]
            game = model.Game()
            program.gtp("clear_board")
            play_all(program, game, [model.square(text[i:i + 2]) for i in range(0, len(text), 2)])
            if row[6] != "1":
                continue
            n += 1
            black = int(score)
            expected = "0" if black == 0 else f"{'B' if black > 0 else 'W'}+{abs(black)}"
            replies = [program.gtp(c) for c in ("gogui-rules_legal_moves", "final_score",
                                                "genmove b", "genmove w", "reg_genmove w")]
            if [r.text for r in replies] != ["", expected, "pass", "pass", "pass"] or \
                    not all(r.is_ok for r in replies):
                check.that(False, f"P10 end of {row[0]}", replies)
            for wrong in ("play b a1", "play w h8", "play b d4"):
                if program.gtp(wrong).is_ok:
                    check.that(False, f"P10 {wrong} after the end of {row[0]}")
            if row[0].startswith(("full", "wthor-9", "passes", "draw-31")):
                board_after(program, game, f"P10 the board after the end of {row[0]}")
        check.that(n > 50, f"P10 {n} finished games: no move after the end")
        program.gtp("clear_board")
        game = model.Game()
        while game.legal():
            reply = program.gtp(f"genmove {game.turn}")
            move = model.PASS if reply.text == "pass" else model.square(reply.text)
            if move not in game.legal():
                raise ValueError(f"genmove answered {reply} in {game.text()}")
            game.play(move)
            if len(game.stack) == 3:
                program.gtp("set_level 1")
        board_after(program, game, "P10 a whole game by genmove")
        n = len(game.stack)
        undone = sum(program.gtp("undo").is_ok for _ in range(n + 5))
        check.equal(undone, n, "P10 and all of it taken back")
        board_after(program, model.Game(), "P10 to the start")


# ---- P11: boards ----

def test_bad_boards():
    with Program("gtp") as program:
        program.gtp("play b f5")
        game = model.Game()
        game.play(model.square("f5"))
        for text in ("", "X", START[:63] + " X", START + "-", START + "- X",
                     START[:30] + "?" + START[31:] + " X", START + " Q", START + " XX",
                     START + " X X", "-" * 63, "-" * 65, "-" * 65 + " X", "-" * 1000 + " X",
                     START + " X junk", START + " 1", START.replace("X", "#") + " X",
                     START[:40] + "\u00d7" + START[41:] + " X", "8/8/8/8 w", "x" * 60000):
            reply = program.gtp("x-setboard " + text)
            check.that(not reply.is_ok and len(reply.text) > 10, f"P11 {text[:70]!r} is refused",
                       reply)
        board_after(program, game, "P11 and the board is as it was")
        for text in (START, START + " ;"):
            reply = program.gtp("x-setboard " + text)
            check.that(reply.is_ok and "black" in reply.text, "P11 no side: black, with a note", reply)
        board_after(program, model.Game(), "P11 and the board is set")


def test_odd_boards():
    """Boards that no game reaches: accepted, played on, solved."""
    with open(driver.DATA + "/positions/odd_positions.tsv", encoding="utf-8") as file:
        rows = [line.split("\t")[:6] for line in file][1:]
    with Program("gtp") as program:
        program.gtp("set_level 2")
        for name, board, side, moves, state, score in rows:
            game = model.Game(board, "b" if side == "X" else "w")
            reply = program.gtp(f"x-setboard {board} {side}")
            listed = program.gtp("gogui-rules_legal_moves").text
            expected = {"move": " ".join(sorted(moves.upper().split(","))), "pass": "PASS",
                        "over": ""}[state]
            is_ok = reply.is_ok and " ".join(sorted(listed.split())) == expected
            is_ok &= sorted(listed.lower().split()) == sorted(map(model.name, game.legal()))
            if state == "over":
                points = int(score) * (1 if side == "X" else -1)
                text = "0" if points == 0 else f"{'B' if points > 0 else 'W'}+{abs(points)}"
                is_ok &= program.gtp("final_score").text == text
            for command in ("x-eval", "x-explain", "x-hint 3", "x-score", "x-perft 3",
                            "x-ggf", "reg_genmove " + game.turn):
                answer = program.gtp(command)
                is_ok &= answer.is_ok or state == "over"
            if board.count("-") <= 12 or state == "over":
                answer = program.gtp("x-solve")
                is_ok &= answer.is_ok or state == "over"
            answer = program.gtp("genmove " + game.turn)
            is_ok &= answer.is_ok and (answer.text in map(model.name, game.legal()) or
                                       state == "over" and answer.text == "pass")
            check.that(is_ok, f"P11 {name}", f"{reply} {listed!r} {answer}")
        check.equal((program.end(), program.errors()), (0, ""), "P11 exit 0, nothing on stderr")


def test_random_boards():
    """Any discs anywhere; moves and passes as the model has them."""
    n = 2000
    boards, lines = [], []
    for _ in range(n):
        fill = rng.choice((0.1, 0.3, 0.6, 0.9, 0.97, 1.0))
        board = "".join(rng.choice("XO") if rng.random() < fill else "-" for _ in range(64))
        game = model.Game(board, rng.choice("bw"))
        boards.append(game)
        lines += ["x-setboard " + game.text(), "gogui-rules_legal_moves", "x-eval"]
        lines += ["x-solve"] if board.count("-") <= 6 else []
    replies = answers("\n".join(lines) + "\n")
    at, n_wrong = 0, 0
    for game in boards:
        listed = replies[at + 1].text.lower().split()
        is_solved = game.text().count("-") <= 6
        is_ok = replies[at].is_ok and replies[at + 2].is_ok and \
            sorted(listed) == sorted(map(model.name, game.legal()))
        if is_solved:
            is_ok &= replies[at + 3].is_ok or not game.legal()
        if not is_ok:
            n_wrong += 1
            driver.note(f"{game.text()}: {replies[at:at + 4]}")
        at += 4 if is_solved else 3
    check.equal((n_wrong, at), (0, len(replies)), f"P11 {n} random boards")


# ---- P06 (small), P18: lines in pieces ----

def test_long_line():
    for n in (65535, 65536, 65537, 1 << 20):
        replies = answers(b"1 name\n2 name " + b"x" * (n - 7) + b"\n3 name\n")
        ids = [r.id for r in replies]
        check.that(ids in (["1", "2", "3"], ["1", "", "3"]) and
                   [r.is_ok for r in replies] == [True, False, True] and
                   ("too long" in replies[1].text) == (n > 65536), f"P06 a line of {n} bytes",
                   replies)
    replies = answers(b"x" * (1 << 20))
    check.that(len(replies) == 1 and "too long" in replies[0].text, "P06 1 MiB without an end",
               replies)


def test_pieces():
    import time
    data = "1 name\n2 play b f5\nx-transcript\n# c\n4 nope\ngogui-rules_side_to_move"
    whole = run("gtp", data=data).output()
    check.equal(run("gtp", data=data + "\n").output(), whole, "P18 the last line without its end")
    check.equal(run("gtp", data=data.replace("\n", "\r\n")).output(), whole, "P18 CR LF")
    with Program("gtp") as program:
        for i in range(len(data)):
            program.write(data[i:i + 1].encode())
            time.sleep(0.001)
        code = program.end()
        check.that(code == 0 and program.output() == whole, "P18 byte by byte", program.output())
    with Program("gtp") as program:
        program.write(b"1 name\n2 na")
        program.reply()
        program.write(b"me\n3 name\n")
        check.equal([program.reply().id, program.reply().id], ["2", "3"],
                    "P18 a line in two pieces, two lines in one")


driver.run_all(check, test_bytes, test_ids, test_numbers, test_arguments, test_moves,
               test_after_the_end, test_bad_boards, test_odd_boards, test_random_boards,
               test_long_line, test_pieces)
