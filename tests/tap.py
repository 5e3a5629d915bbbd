"""tests/tap.py - the little that the Python tests share: results as TAP lines.

    check = tap.Tap()
    check.that(got == 3, "three are found", f"got {got}")
    check.end()
"""
import signal
import sys

# Under nohup or as a shell's background job some signals are ignored or blocked, and the
# programs under test would inherit that (outflank keeps an ignored SIGHUP, as it should).
_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
for _number in _ENDING:
    if signal.getsignal(_number) == signal.SIG_IGN:
        signal.signal(_number, signal.SIG_DFL)
signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)


def visible(text):
    """Control characters as \\x1b: they would break the XML that Meson makes of the results."""
    return "".join(c if c == "\t" or c.isprintable() else c.encode("unicode_escape", "replace").decode()
                   for c in str(text))


class Tap:
    def __init__(self):
        self.n = 0
        self.failed = 0

    def that(self, is_true, name, detail=""):
        """One result; `detail` is shown when it is false."""
        self.n += 1
        name = visible(name)
        if is_true:
            print(f"ok {self.n} - {name}")
        else:
            self.failed += 1
            print(f"not ok {self.n} - {name}")
            for line in str(detail).splitlines():
                print("# " + visible(line))
            # Meson keeps TAP to itself and shows what is on stderr.
            print(f"{name}: {visible(detail)}", file=sys.stderr, flush=True)
        sys.stdout.flush()
        return bool(is_true)

    def equal(self, got, expected, name):
        return self.that(got == expected, name, f"expected {expected!r}\nfound    {got!r}")

    def skip(self, name, reason):
        self.n += 1
        print(f"ok {self.n} - {visible(name)} # SKIP {visible(reason)}")
        sys.stdout.flush()

    def end(self):
        print(f"1..{self.n}")
        sys.exit(1 if self.failed or not self.n else 0)
