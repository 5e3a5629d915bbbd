#!/usr/bin/env python3
"""The pages of a review and of own games in headless Chromium (scripts/full.sh page):

    check_page.py OUTFLANK FOLDER

No error on its console, no request beside the file, nothing wider than the window at 380 and 1280
pixels, light and dark, and keys alone reach and do all that the page offers. Pictures go to FOLDER,
to be looked at. Chromium is driven by its DevTools protocol through a pipe. Status 77, with the
reason, where there is no Chromium (Debian package chromium).
"""
import base64
import json
import os
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

LIMIT_S = 120
GAMES = """f5d6c3d3c4f4f6f3e6e7f7c5c2g6b6e3g4g3c6d2d7h5g5h6f2e2d1e1f1b1c7b4c1g1b5b3a4f8h3e8h2a3a5b2\
g7h4h7h8g8h1d8a7a1a2a6b7a8c8b8g2
f5f6e6f4e3c5c4d3f3d6
c4c5f6c3b5g7e3e6c2f3g3a5h8b3f4f2b4f5f7h3a3d2e2e1a6e7d7c1c6g8f1g4d1b6b1d3g6b7f8a7c7h6a8b2g5\
g2a1d6h2h5a4d8c8h7e8a2h4b8
"""
# Pairs of marks of the graph that overlap, and marks that are cut off, as they are drawn.
MARKS = """(() => {
  const graph = root().querySelector('.graph'), box = graph.viewBox.baseVal;
  const rects = [...graph.querySelectorAll('.mark')].map(m => m.getBBox());
  const isIn = r => r.x >= 0 && r.x + r.width <= box.width && r.y + 3 >= 0 &&
    r.y + r.height - 3 <= box.height;
  const meet = (a, b) => a.x < b.x + b.width - 1 && b.x < a.x + a.width - 1 &&
    a.y < b.y + b.height - 6 && b.y < a.y + a.height - 6;
  return {n: rects.length, out: rects.filter(r => !isIn(r)).length,
    met: rects.filter((a, i) => rects.slice(0, i).some(b => meet(a, b))).length};
})()"""
check = tap.Tap()


class Browser:
    """Chromium behind two pipes; messages end with a NUL."""

    def __init__(self, program, home):
        to_child, self.to_browser = os.pipe()
        self.from_browser, from_child = os.pipe()

        def place():
            os.dup2(to_child, 3)
            os.dup2(from_child, 4)
        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--no-first-run", "--hide-scrollbars", f"--user-data-dir={home}", "--remote-debugging-pipe", "about:blank"],
            pass_fds=(3, 4), preexec_fn=place, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_child)
        os.close(from_child)
        self.n, self.buffer, self.session, self.events = 0, b"", None, []

    def read(self, deadline):
        while b"\0" not in self.buffer:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.from_browser], [], [], left)[0]:
                raise TimeoutError("Chromium does not answer")
            got = os.read(self.from_browser, 1 << 16)
            if not got:
                raise EOFError("Chromium has ended")
            self.buffer += got
        line, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(line)

    def ask(self, method, **params):
        self.n += 1
        message = {"id": self.n, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to_browser, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + LIMIT_S
        while True:
            answer = self.read(deadline)
            if answer.get("id") == self.n:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def wait(self, method):
        deadline = time.monotonic() + LIMIT_S
        while not any(event.get("method") == method for event in self.events):
            self.events.append(self.read(deadline))

    def open(self):
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(domain + ".enable")

    def value(self, script):
        """`root()` is what is inside the board."""
        script = "{const root = () => document.querySelector('outflank-board').shadowRoot; " + script + "}"
        found = self.ask("Runtime.evaluate", expression=script, returnByValue=True)
        return found["result"].get("value")

    def press(self, key, code=0, text=None):
        down = {"type": "keyDown" if text else "rawKeyDown", "key": key, "windowsVirtualKeyCode": code}
        if text:
            down["text"] = text
        self.ask("Input.dispatchKeyEvent", **down)
        self.ask("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    def close(self):
        self.process.kill()
        self.process.wait()


ARROWS = {"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Home": 36, "End": 35,
          "Tab": 9}


def faults(events):
    """What the console and the network say."""
    wrong = []
    for event in events:
        method, params = event.get("method"), event.get("params", {})
        if method == "Runtime.exceptionThrown":
            wrong.append(params["exceptionDetails"].get("text", "exception"))
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "assert", "warning"):
            wrong.append(str(params["args"]))
        elif method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            wrong.append(params["entry"]["text"])
        elif method == "Network.requestWillBeSent" and \
                not params["request"]["url"].startswith(("file:", "data:")):
            wrong.append("request: " + params["request"]["url"])
    return wrong


def look(browser, page, folder):
    """Each width and scheme: nothing is cut off; a picture."""
    for width, height in ((380, 800), (1280, 900)):
        for scheme in ("light", "dark"):
            browser.ask("Emulation.setDeviceMetricsOverride", width=width, height=height,
                        deviceScaleFactor=1, mobile=False)
            browser.ask("Emulation.setEmulatedMedia",
                        features=[{"name": "prefers-color-scheme", "value": scheme}])
            browser.events = []
            browser.ask("Page.navigate", url="file://" + page)
            browser.wait("Page.loadEventFired")
            for _ in range(38):
                browser.press("ArrowRight", ARROWS["ArrowRight"])
            name = f"{width} pixels, {scheme}"
            wide = browser.value("document.documentElement.scrollWidth")
            check.that(wide <= width, f"{name}: nothing is wider than the window", wide)
            small = browser.value(
                "[...document.querySelectorAll('select'), ...root().querySelectorAll('button')]"
                ".filter(b => b.offsetParent && !b.dataset.square && "
                "(b.offsetWidth < 44 || b.offsetHeight < 24)).map(b => b.textContent)")
            check.equal(small, [], f"{name}: what is pressed is large enough for a finger")
            browser.value("document.getElementById('game').value = 2; "
                          "document.getElementById('game').onchange()")
            marks = browser.value(MARKS)
            check.that(marks["n"] > 30 and marks["out"] == marks["met"] == 0,
                       f"{name}: no mark of the graph hides another or is cut off", marks)
            check.equal(faults(browser.events), [], f"{name}: no error on the console")
            picture = browser.ask("Page.captureScreenshot", captureBeyondViewport=True)["data"]
            with open(os.path.join(folder, f"{width}-{scheme}.png"), "wb") as file:
                file.write(base64.b64decode(picture))


def status(browser):
    return browser.value("root().querySelector('.status').textContent")


def keys(browser, page):
    """All by keys alone."""
    browser.events = []
    browser.ask("Page.navigate", url="file://" + page)
    browser.wait("Page.loadEventFired")
    first = status(browser)
    check.that(first.startswith("Move 1: Black plays f5"), "it begins at the first move", first)
    said = [first]
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "End", "Home"):
        browser.press(key, ARROWS[key])
        said.append(status(browser))
    check.that(said[1].startswith("Move 2: White plays d6") and said[2].startswith("Move 3") and
               said[3] == said[1] and "The game is over" in said[4] and said[5] == first,
               "arrows, Home and End go through the moves", said)
    browser.press("ArrowDown", ARROWS["ArrowDown"])
    inside = status(browser)
    browser.press("ArrowUp", ARROWS["ArrowUp"])
    check.that(inside.startswith("Better line, 1 of") and status(browser) == first,
               "Down and Up go along the better line", inside)
    browser.press("n", 78, "n")
    marked = status(browser)
    check.that(any(mark in marked for mark in (" ?", " ??", " ?!")), "n goes to the next mark", marked)
    reached = []
    for _ in range(14):
        browser.press("Tab", ARROWS["Tab"])
        reached.append(browser.value("const at = root().activeElement || document.activeElement; "
                                     "at.id || at.className || at.textContent"))
    check.that({"game", "language", "first", "back", "next", "last", "review-line", "review-next"} <= set(reached),
               "Tab reaches all controls", reached)
    browser.value("root().querySelector('#next').focus()")
    before = status(browser)
    browser.press("Enter", 13, "\r")
    check.that(status(browser) != before, "Enter presses a button")
    browser.value("root().querySelectorAll('.moves button')[9].focus()")
    browser.press("Enter", 13, "\r")
    check.that(status(browser).startswith("Move 10:"), "Enter on a move goes there", status(browser))
    title = browser.value("document.title")
    browser.value("document.getElementById('game').focus()")
    browser.press("ArrowDown", ARROWS["ArrowDown"])
    check.that(browser.value("document.title") != title, "the other game can be chosen",
               browser.value("document.title"))
    seen = browser.value(SEEN)
    check.that("-0.0" not in seen and "NaN" not in seen and "undefined" not in seen, "no odd number is shown")
    check.equal(faults(browser.events), [], "no error on the console")


SEEN = """document.title + document.body.innerText + [...root().querySelectorAll('*')].map(e =>
  [e.getAttribute('aria-label'), e.title, ...[...e.childNodes].filter(n => n.nodeType === 3).map(n => n.data)]
  .filter(Boolean).join('\\n')).join('\\n')"""
ENGLISH = r"\b(the|of|and|is|to|has|move|moves|game|better|black|white|best|board|after|with|it|loses|draw)\b"


def languages(browser, page, folder):
    """Each language of the page, at each of its marks: no English word is left."""
    browser.events = []
    browser.ask("Page.navigate", url="file://" + page)
    browser.wait("Page.loadEventFired")
    for language in ("fr", "ja"):
        browser.value(f"const choice = document.getElementById('language'); choice.value = '{language}'; choice.onchange()")
        check.equal(browser.value("document.documentElement.lang"), language, f"{language} can be chosen")
        left = set()
        for _ in range(30):
            seen = re.sub(r"Home|End|Enter|Outflank|English|Français|JavaScript|\b([a-h][1-8])+\b", "", browser.value(SEEN))
            left |= set(re.findall("[A-Za-z]{3,}", seen) if language == "ja" else re.findall(ENGLISH, seen, re.I))
            browser.press("n", 78, "n")
        check.equal(left, set(), f"{language}: no English word is left")
        picture = browser.ask("Page.captureScreenshot", captureBeyondViewport=True)["data"]
        with open(os.path.join(folder, f"{language}.png"), "wb") as file:
            file.write(base64.b64decode(picture))
    browser.value("const choice = document.getElementById('language'); choice.value = 'en'; choice.onchange()")


def own_games(browser, page, folder):
    """The page of one player's games: each language and width."""
    for language, width in (("en", 380), ("fr", 380), ("ja", 1280)):
        browser.ask("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        browser.events = []
        browser.ask("Page.navigate", url="file://" + page)
        browser.wait("Page.loadEventFired")
        browser.value(f"const choice = document.getElementById('language'); choice.value = '{language}'; choice.onchange(); "
                      "document.querySelectorAll('details').forEach(more => { more.open = true; })")
        check.that(browser.value("document.querySelectorAll('.beside .board').length") >= 4, f"own games, {language}: side by side")
        wide = browser.value("document.documentElement.scrollWidth")
        check.that(wide <= width, f"own games, {language}: nothing is wider than {width} pixels", wide)
        cut = browser.value("[...document.querySelectorAll('.wide')].map(box => box.scrollWidth - box.clientWidth).filter(n => n > 0)")
        check.equal(cut, [], f"own games, {language}: tables are whole at {width} pixels")
        seen = re.sub(r"Outflank|English|Français|games\.ggf", "", browser.value(
            "document.querySelectorAll('table')[1].remove(); document.body.innerText"))
        left = set(re.findall("[A-Za-z]{3,}", seen) if language == "ja" else
                   re.findall(ENGLISH, seen, re.I) if language == "fr" else re.findall("own[A-Z]|kind-|undefined|NaN", seen))
        check.equal(left, set(), f"own games, {language}: no other word is left")
        check.equal(faults(browser.events), [], f"own games, {language}: no error on the console")
        picture = browser.ask("Page.captureScreenshot", captureBeyondViewport=True)["data"]
        with open(os.path.join(folder, f"own-{language}.png"), "wb") as file:
            file.write(base64.b64decode(picture))


def main():
    program, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if not chromium:
        print("Debian's package chromium is not installed")
        sys.exit(77)
    os.makedirs(folder, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        page = os.path.join(home, "review.html")
        subprocess.run([program, "review", "--depth", "4", "--exact-empties", "12", "--hash", "4",
                        "--quiet", "--html", page], input=GAMES, text=True, check=True)
        own, games = os.path.join(home, "own.html"), os.path.join(home, "games.ggf")
        text = subprocess.run([program, "convert", "--to", "ggf"], input=GAMES, text=True, check=True,
                              stdout=subprocess.PIPE).stdout
        with open(games, "w", encoding="ascii") as file:
            file.write(text.replace("(;GM[Othello]", "(;GM[Othello]PB[A]PW[B]"))
        subprocess.run([program, "review", "--depth", "4", "--exact-empties", "12", "--hash", "4", "--quiet", "--player",
                        "A", "--html", own, "games.ggf"], check=True, stdout=subprocess.DEVNULL, cwd=home)
        browser = Browser(chromium, os.path.join(home, "profile"))
        try:
            browser.open()
            look(browser, page, folder)
            keys(browser, page)
            languages(browser, page, folder)
            own_games(browser, own, folder)
        finally:
            browser.close()
    check.end()


main()
