"""Packs the package for pip, with nothing but Python: pip install ./python"""
import base64
import hashlib
import os
import re
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))


def read(*path):
    with open(os.path.join(HERE, *path), "rb") as file:
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
                     "Description-Content-Type: text/markdown\n\n").encode() + read("README.md")


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """What pip calls (PEP 517)."""
    version, about = metadata()
    info = f"outflank-{version}.dist-info/"
    files = {"outflank/" + name: read("outflank", name)
             for name in sorted(os.listdir(os.path.join(HERE, "outflank"))) if name.endswith((".py", ".typed"))}
    files[info + "METADATA"] = about
    files[info + "WHEEL"] = b"Wheel-Version: 1.0\nGenerator: outflank\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    record = ""
    for name, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
        record += f"{name},sha256={digest},{len(data)}\n"
    files[info + "RECORD"] = (record + info + "RECORD,,\n").encode()
    wheel = f"outflank-{version}-py3-none-any.whl"
    with zipfile.ZipFile(os.path.join(wheel_directory, wheel), "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return wheel
