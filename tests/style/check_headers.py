#!/usr/bin/env python3
"""Each public header compiles alone, as C17 and as C++17:

    check_headers.py SOURCE_ROOT BUILD_ROOT CXX|- CC...
"""
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

ROOT, BUILD, CXX, CC = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]
FLAGS = ["-fsyntax-only", "-pedantic-errors", "-Wall", "-Wextra", "-Wconversion", "-Wshadow",
         "-Wundef", "-Werror", "-I", os.path.join(ROOT, "include"), "-I", os.path.join(BUILD, "include")]
check = tap.Tap()
headers = sorted(n for n in os.listdir(os.path.join(ROOT, "include/outflank")) if n.endswith(".h"))
headers.append("version.h")
check.that(len(headers) >= 5, "headers are found", headers)
with tempfile.TemporaryDirectory() as folder:
    for language, compiler, standard, ending in (("C17", CC, "-std=c17", ".c"),
                                                 ("C++17", [CXX], "-std=c++17", ".cpp")):
        for header in headers:
            name = f"{header} alone as {language}"
            if compiler == ["-"]:
                check.skip(name, "no C++ compiler here")
                continue
            path = os.path.join(folder, "alone" + ending)
            with open(path, "w") as file:
                # Twice, for the include guard.
                file.write(f"#include <outflank/{header}>\n#include <outflank/{header}>\n"
                           "int main(void) { return 0; }\n" if ending == ".c" else
                           f"#include <outflank/{header}>\n#include <outflank/{header}>\n"
                           "int main() { return 0; }\n")
            done = subprocess.run([*compiler, standard, *FLAGS, path], stderr=subprocess.PIPE, text=True)
            check.that(done.returncode == 0, name, done.stderr)
check.end()
