"""Packs the package for pip, with library and program: pip install . (PEP 517).

It needs nothing of Python: the library is loaded at run time, so one wheel serves every version. What
is built already is named by config_settings: "build", a folder of Meson; "platform", the wheel's tag.
"""
import base64
import gzip
import hashlib
import io
import os
import re
import shutil
import subprocess
import sysconfig
import tarfile
import tempfile
import time
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
OPTIONS = ("-Dbuildtype=release", "-Dtests=false", "-Dbench=false", "-Dtrain=false", "-Dweights=packed")


def read(*path):
    with open(os.path.join(ROOT, *path), "rb") as file:
        return file.read()


def metadata():
    """What pyproject.toml and README.md say, as core metadata."""
    project = read("pyproject.toml").decode()
    name, version, description, python = (
        re.search(rf'^{key} = "(.*)"$', project, re.M).group(1)
        for key in ("name", "version", "description", "requires-python"))
    kinds = "".join(f"Classifier: {kind}\n" for kind in re.findall(r'^    "(.* :: .*)",$', project, re.M))
    return version, (f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\nSummary: {description}\n"
                     f"License: MIT\nRequires-Python: {python}\n{kinds}"
                     "Description-Content-Type: text/markdown\n\n").encode() + read("python", "README.md")


def made_at():
    """When, for files in archives: the same commit gives the same bytes."""
    return int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))


def get_requires_for_build_wheel(config_settings=None):
    return [name for name in ("meson", "ninja")
            if not shutil.which(name) and "build" not in (config_settings or {})]


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """What pip calls."""
    settings = config_settings or {}
    with tempfile.TemporaryDirectory() as folder:
        build = settings.get("build")
        if not build:
            build = os.path.join(folder, "build")
            subprocess.run(["meson", "setup", build, ROOT, *OPTIONS], check=True)
            subprocess.run(["meson", "compile", "-C", build], check=True)
        return pack(wheel_directory, os.path.join(build, "src"),
                    settings.get("platform", re.sub("[-.]", "_", sysconfig.get_platform())),
                    settings.get("strip", "strip"), folder)


def stripped(path, tool, folder):
    copy = os.path.join(folder, os.path.basename(path))
    shutil.copy(path, copy)
    subprocess.run([tool, "--strip-unneeded", copy], check=True)
    with open(copy, "rb") as file:
        return file.read()


def pack(wheel_directory, binaries, platform, strip, folder):
    version, about = metadata()
    info = f"outflank-{version}.dist-info/"
    files = {"outflank/" + name: read("python", "outflank", name)
             for name in sorted(os.listdir(os.path.join(ROOT, "python", "outflank")))
             if name.endswith((".py", ".typed"))}
    files["outflank/lib/liboutflank.so.0"] = stripped(os.path.join(binaries, "liboutflank.so.0"), strip, folder)
    files[f"outflank-{version}.data/scripts/outflank"] = stripped(os.path.join(binaries, "outflank"), strip, folder)
    licences = os.environ.get("OUTFLANK_LICENCES")
    for name in sorted(os.listdir(licences)) if licences else ():
        with open(os.path.join(licences, name), "rb") as file:
            files[info + "licences/" + name] = file.read()
    files[info + "LICENSE"] = read("LICENSE")
    files[info + "METADATA"] = about
    files[info + "WHEEL"] = ("Wheel-Version: 1.0\nGenerator: outflank\nRoot-Is-Purelib: false\n"
                             f"Tag: py3-none-{platform}\n").encode()
    record = ""
    for name, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
        record += f"{name},sha256={digest},{len(data)}\n"
    files[info + "RECORD"] = (record + info + "RECORD,,\n").encode()
    wheel = f"outflank-{version}-py3-none-{platform}.whl"
    with zipfile.ZipFile(os.path.join(wheel_directory, wheel), "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, time.gmtime(made_at())[:6])
            is_program = "/scripts/" in name or "/lib/" in name
            entry.external_attr = (0o100755 if is_program else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data, compresslevel=9)
    return wheel


def build_sdist(sdist_directory, config_settings=None):
    """The source tree, with what pip wants to know of it."""
    version, about = metadata()
    top, name = f"outflank-{version}", f"outflank-{version}.tar.gz"
    with open(os.path.join(sdist_directory, name), "wb") as file, \
            gzip.GzipFile("", "wb", 9, file, made_at()) as packed, \
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        def add(inner, data, mode=0o644):
            entry = tarfile.TarInfo(f"{top}/{inner}")
            entry.size, entry.mode, entry.mtime = len(data), mode, made_at()
            archive.addfile(entry, io.BytesIO(data))

        add("PKG-INFO", about)
        for folder, folders, names in os.walk(ROOT):
            folders[:] = sorted(set(folders) - {".git", "build", "dist", "__pycache__", "packagecache"})
            for path in sorted(os.path.join(folder, name) for name in names):
                add(os.path.relpath(path, ROOT), read(path), 0o755 if os.access(path, os.X_OK) else 0o644)
    return name
