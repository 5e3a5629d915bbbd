"""tests/style/cobjects.py - which module calls which, as the built objects tell.

A module is a file stem below a floor of src/, such as search/tt. A generated source counts as the
module of its name. The compiler's commands (compile_commands.json) say which object
belongs to which source; `nm` says what each object defines and what it needs.
"""
import json
import os
import subprocess


class Hidden(Exception):
    """The objects of this build do not show their calls; the text says why."""


def module_of(path, roots):
    """src/lib/search/tt.c below one of the roots -> search/tt; None for other sources."""
    for root in roots:
        inside = os.path.relpath(path, os.path.join(root, "src"))
        if not inside.startswith(".."):
            return os.path.splitext(inside)[0].partition(os.sep)[2]
    return None


def objects(source_root, build_root):
    """{module: its objects}: one for most, one per CPU level for hot sources."""
    with open(os.path.join(build_root, "compile_commands.json"), encoding="utf-8") as file:
        commands = json.load(file)
    found = {}
    for entry in commands:
        module = module_of(os.path.join(entry["directory"], entry["file"]), (source_root, build_root))
        if not module:
            continue
        if "-flto" in entry["command"]:
            raise Hidden("objects made for link-time optimisation do not show their calls")
        found.setdefault(module, []).append(os.path.join(build_root, entry["output"]))
    return found


def symbols(modules):
    """{module: (the external names its objects define, those they need)}."""
    module_at = {path: module for module, paths in modules.items() for path in paths}
    text = subprocess.run(["nm", "-A", "-P", *module_at], stdout=subprocess.PIPE, text=True,
                          check=True, env=dict(os.environ, LC_ALL="C")).stdout
    found = {module: (set(), set()) for module in modules}
    for line in text.splitlines():
        path, _, rest = line.partition(": ")
        name, kind = rest.split()[:2]
        defined, needed = found[module_at[path]]
        if kind in "Uwv":
            needed.add(name)
        elif kind.isupper():
            defined.add(name)
    return found


def owners(tables):
    """{name: the modules that define it}, from {module: (defined, needed)}."""
    found = {}
    for module, (defined, _) in tables.items():
        for name in defined:
            found.setdefault(name, set()).add(module)
    return found


def edges(tables):
    """{(user, owner): the names used}. What a module defines itself it takes from nobody."""
    owners_of, found = owners(tables), {}
    for module, (defined, needed) in tables.items():
        for name in needed - defined:
            for owner in owners_of.get(name, ()):
                found.setdefault((module, owner), set()).add(name)
    return found


def tables(source_root, build_root):
    """{module: (the external names it defines, those it needs)} of src/; raises Hidden."""
    return symbols(objects(source_root, build_root))
