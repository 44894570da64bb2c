#!/usr/bin/env python3
"""Commands that write, into directories with links.

links.py STRATA CHECKOUT DIRECTORY

A link within the directory is followed, also if it leads to nothing yet. One that leads out is refused with exit status
2, and nothing is changed, neither inside nor outside. A single output file that the user names may be a link to
anywhere: it is followed. The last line is "N compared, N differ".
"""
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tally import end, expect, put

strata, checkout, root = sys.argv[1], os.path.realpath(sys.argv[2]), os.path.realpath(sys.argv[3])
BASE = open(os.path.join(checkout, "tests/check/base.strata")).read()
WRONG = 'use "base.strata";\nstruct S in 5.0.. { ULONG A at 0x00; ULONG B at 0x02; ULONG C at 0x08; }\n'
RIGHT = 'use "base.strata";\nstruct S in 5.0.. { ULONG A at 0x00; }\n'
PAGE = "Offset\tDefinition\tVersions\n0x00\tULONG A;\t5.0 and higher\n"
KERNEL = ["--version", "6.1.7601", "small.json"]
LATER = ["--version", "6.1.7602", "later.json"]


def make(directory):
    put(directory, "base.strata", BASE)
    put(directory, "page.tsv", PAGE)
    put(directory, "specs/base.strata", BASE)
    put(directory, "specs/s.strata", RIGHT)
    put(directory, "specs/deep/t.strata", RIGHT.replace("base.", "../base.").replace("S in", "T in"))
    put(directory, "wrong/base.strata", BASE)
    put(directory, "wrong/s.strata", WRONG)
    put(directory, "pages/s.tsv", PAGE)
    put(directory, "pages/deep/t.tsv", PAGE)
    shutil.copy(os.path.join(checkout, "tests/kernel/isf/small.json"), directory)
    with open(os.path.join(directory, "small.json")) as file:
        put(directory, "later.json", file.read().replace("00112233445566778899AABBCCDDEEFF", "F" * 32))
    subprocess.run([strata, "import", "isf", "--use", "base.strata", "-o", "into"] + KERNEL, cwd=directory, check=True,
                   capture_output=True)
    for name in "out", "file", "away":
        os.mkdir(os.path.join(directory, name))


# A name, the command line, the file that it writes, and a directory that it makes files in.
TREES = [
    ("gen", ["gen", "specs", "-o", "out"], "out/s.h", "out/deep"),
    ("site", ["site", "specs", "-o", "out"], "out/index.html", "out/s"),
    ("import isf -o", ["import", "isf", "--use", "base.strata", "-o", "out"] + KERNEL, "out/types.strata", None),
    ("import table -o", ["import", "table", "--use", "base.strata", "-o", "out", "pages"], "out/s.strata", "out/deep"),
    ("import table --into", ["import", "table", "--use", "base.strata", "--into", "out", "pages"], "out/s.strata",
     "out/deep"),
    ("fmt", ["fmt", "wrong"], "wrong/s.strata", None),
    ("check --apply", ["check", "--apply", "wrong"], "wrong/s.strata", None),
    ("import isf --into", ["import", "isf", "-I", ".", "--into", "into"] + LATER, "into/types.strata", None),
]
FILES = [
    ("pack", ["pack", "specs", "-o", "file/o"]),
    ("bundle", ["bundle", "specs", "-o", "file/o"]),
    ("render", ["render", "specs", "-t", "ctypes.mustache", "-o", "file/o"]),
    ("import table", ["import", "table", "--use", "base.strata", "--struct", "S", "page.tsv", "-o", "file/o"]),
    ("export c", ["export", "c", "specs", "--at", "6.1/x64", "-o", "file/o"]),
    ("depfile", ["gen", "specs", "-o", "out", "--depfile", "file/o"]),
]


def read_tree(directory):
    tree = {}
    for path, directories, files in os.walk(directory):
        for name in directories + files:
            full = os.path.join(path, name)
            key = os.path.relpath(full, directory)
            tree[key] = os.readlink(full) if os.path.islink(full) else None
            if not os.path.isdir(full) and not os.path.islink(full):
                with open(full, "rb") as file:
                    tree[key] = file.read()
    return tree


def start(link):
    """A new tree, in which `link` may be put."""
    shutil.rmtree(root, ignore_errors=True)
    os.makedirs(root)
    make(root)
    link()
    return read_tree(root)


def run(arguments):
    done = subprocess.run([strata] + arguments, cwd=root, capture_output=True, text=True, stdin=subprocess.DEVNULL,
                          timeout=120)
    return done.returncode, done.stdout + done.stderr


def place(path, target):
    """Moves what is at a path to the target of a link there. Returns what to call before the run."""
    def link():
        full, there = os.path.join(root, path), os.path.join(root, target)
        os.makedirs(os.path.dirname(there), exist_ok=True)
        if os.path.exists(full):
            os.rename(full, there)
        os.symlink(os.path.relpath(there, os.path.dirname(full)), full)
    return link


def fill(path, target, text):
    def link():
        put(root, target, text)
        place(path, target)()
    return link


def refused(name, arguments, link):
    before = start(link)
    status, said = run(arguments)
    expect(name, status == 2 and said.count("error: ") == 1 and ("[write]" in said or "[use-outside]" in said),
           f"status {status}\n{said}")
    after = read_tree(root)
    expect(name, before == after, "changed: " + " ".join(sorted(
        path for path in before.keys() | after.keys() if before.get(path, 0) != after.get(path, 0))))


def followed(name, arguments, path, target, link, wanted):
    start(link)
    status, said = run(arguments)
    after = read_tree(root)
    expect(name, status in (0, 1) and "[write]" not in said and isinstance(after.get(path), str) and
           after.get(target) == wanted, f"status {status}\n{said}")


for name, arguments, path, below in TREES:
    tree = path.split("/")[0]
    start(lambda: None)
    exists = os.path.exists(os.path.join(root, path))
    status, said = run(arguments)
    wanted = read_tree(root).get(path)
    expect(name, status in (0, 1) and wanted and "error: " not in said.replace("[overlap]", "").replace(
        "error: 'B' overlaps", ""), f"status {status}\n{said}")
    if exists:  # an edited file
        followed(name + ", a link inside", arguments, path, tree + "/real.strata", place(path, tree + "/real.strata"),
                 wanted)
        refused(name + ", a link outside", arguments, place(path, "away/real.strata"))
        continue
    followed(name + ", a link inside", arguments, path, tree + "/real", fill(path, tree + "/real", "// old\n"), wanted)
    followed(name + ", a link inside to nothing", arguments, path, tree + "/new", place(path, tree + "/new"), wanted)
    refused(name + ", a link outside", arguments, fill(path, "away/real", "// old\n"))
    refused(name + ", a link outside to nothing", arguments, place(path, "away/new"))
    if not below:
        continue
    refused(name + ", a directory outside", arguments,
            lambda: (os.mkdir(os.path.join(root, "away/real")), os.symlink("../away/real", os.path.join(root, below))))
    refused(name + ", a directory outside that is not there", arguments,
            lambda: os.symlink("../away/new", os.path.join(root, below)))
    start(lambda: (os.mkdir(os.path.join(root, "out/real")), os.symlink("real", os.path.join(root, below))))
    status, said = run(arguments)
    expect(name + ", a directory inside", status in (0, 1) and os.path.islink(os.path.join(root, below)) and
           os.listdir(os.path.join(root, "out/real")), f"status {status}\n{said}")

for name, arguments in FILES:
    start(lambda: None)
    status, said = run(arguments)
    wanted = read_tree(root).get("file/o")
    expect(name, status == 0 and wanted, f"status {status}\n{said}")
    for kind, target in ("inside", "file/real"), ("outside", "away/real"):
        followed(f"{name}, a link {kind}", arguments, "file/o", target, fill("file/o", target, "// old\n"), wanted)
        followed(f"{name}, a link {kind} to nothing", arguments, "file/o", target, place("file/o", target), wanted)

# A directory that the user names may be a link, and what is new in an edited directory is bounded, too.
start(lambda: os.symlink("../away", os.path.join(root, "out/named")))
status, said = run(["gen", "specs", "-o", "out/named"])
expect("gen into a link", status == 0 and os.path.exists(os.path.join(root, "away/s.h")), said)
shutil.rmtree(root)
end()
