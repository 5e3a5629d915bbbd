"""The structures and versions that the package repeats are those of the library."""
import ctypes
import os
import re
import subprocess
import unittest

import support
from outflank import _c
import outflank


class Layout(unittest.TestCase):
    @unittest.skipUnless(support.LAYOUT, "layout.c was not built: OUTFLANK_LAYOUT names it")
    def test_structures(self):
        """each structure has the fields of the C headers, with their places and sizes"""
        printed = subprocess.run([support.LAYOUT], stdout=subprocess.PIPE, text=True, check=True).stdout
        expected = sorted(printed.splitlines())
        found = []
        for name, structure in _c.STRUCTURES.items():
            found.append(f"{name} - 0 {ctypes.sizeof(structure)}")
            for field, *_ in structure._fields_:
                place = getattr(structure, field)
                found.append(f"{name} {field} {place.offset} {place.size}")
        self.assertEqual(sorted(found), expected)
        self.assertGreater(len(expected), 80)

    def test_fields(self):
        """layout.c misses no field of the headers"""
        text = ""
        for header in ("analysis", "board", "book", "engine", "game", "notation", "records", "review"):
            with open(os.path.join(support.ROOT, "include", "outflank", header + ".h")) as file:
                text += re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
        bodies = dict(re.findall(r"struct (ofl_\w+) \{(.*?)\}(?: ofl_\w+)?;", text, re.S))
        for name, structure in _c.STRUCTURES.items():
            names = re.findall(r"(\w+)(?:\[\w+\])?[,;]", bodies[name])
            with self.subTest(name):
                self.assertEqual(names, [field for field, *_ in structure._fields_])

    def test_versions(self):
        """package, library and build have one version"""
        with open(os.path.join(support.ROOT, "meson.build")) as file:
            built = re.search(r"version: '([^']+)'", file.read()).group(1)
        with open(os.path.join(support.ROOT, "pyproject.toml")) as file:
            packed = re.search(r'^version = "([^"]+)"', file.read(), re.M).group(1)
        self.assertEqual([outflank.__version__, outflank.version(), packed, _c.VERSION], [built] * 4)
