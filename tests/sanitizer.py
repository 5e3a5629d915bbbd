"""Which sanitizer a program was built with; it costs memory of its own."""


def of(program):
    """'asan', 'tsan' or None."""
    with open(program, "rb") as file:
        code = file.read()
    return next((name for name in ("asan", "tsan") if f"__{name}_init".encode() in code), None)
