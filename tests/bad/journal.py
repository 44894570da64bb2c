#!/usr/bin/env python3
"""Journals that somebody has planted, and those of the user.

journal.py STRATA DIRECTORY

`check --apply` and `import isf --into` write only what a journal of the user says, and only to files that are no links.
The last line is "N compared, N differ".
"""
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tally import end, expect

strata, root = sys.argv[1], os.path.realpath(sys.argv[2])
OLD, EVIL, NEW = b"// old\n", b"// written by a journal\n", b"// new\n"
tree, home = os.path.join(root, "tree"), os.path.join(root, "home")
state = os.path.join(home, ".local/state/strata")


def fnv(data, value=2166136261):
    for byte in data:
        value = (value ^ byte) * 16777619 & 0xFFFFFFFF
    return value


def entry(path, old, new):
    path = path.encode()
    begin = b"- 0" if old is None else b"%d %d" % (len(old), fnv(old))
    return begin + b" %d %d\n%s\n%s\n" % (len(new), len(path), path, new)


def journal(entries, named=None):
    named = (named or tree).encode()
    return b"strata journal 2 1 1 %d\n%s\n" % (len(named), named) + b"".join(entries) + b"end\n"


def journal_path():
    first = fnv(tree.encode())
    return os.path.join(state, f"journal-{first:08x}{fnv(tree.encode(), first):08x}")


def write(path, data, mode=0o644):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)
    os.chmod(path, mode)


def read_tree():
    found = {}
    for path, _, files in os.walk(root):
        for name in files:
            full = os.path.join(path, name)
            with open(full, "rb") as file:
                found[os.path.relpath(full, root)] = (os.path.islink(full), file.read())
    return found


def start():
    shutil.rmtree(root, ignore_errors=True)
    write(os.path.join(tree, "a.strata"), OLD)
    write(os.path.join(tree, "b.strata"), OLD)
    write(os.path.join(root, "outside.strata"), OLD)
    write(os.path.join(home, "profile"), OLD)
    os.symlink("../outside.strata", os.path.join(tree, "link"))
    os.makedirs(state)
    os.chmod(state, 0o700)


def run(environment=None):
    variables = {key: value for key, value in os.environ.items() if key not in ("HOME", "XDG_STATE_HOME")}
    variables.update({"HOME": home} if environment is None else environment)
    done = subprocess.run([strata, "check", "--apply", tree], capture_output=True, text=True, env=variables, cwd=root)
    return done.returncode, done.stdout + done.stderr


def ignored(name, environment=None):
    """Nothing is changed, and nothing is said."""
    before = read_tree()
    status, said = run(environment)
    expect(name, status == 0 and not said and read_tree() == before, f"status {status}\n{said}")


def refused(name, why):
    before = read_tree()
    status, said = run()
    expect(name, status == 2 and said.count("error: ") == 1 and why in said and read_tree() == before,
           f"status {status}\n{said}")


good = [entry(os.path.join(tree, "a.strata"), OLD, EVIL), entry(os.path.join(tree, "new/c.strata"), None, NEW)]

# A journal of the user is completed, which shows that this file writes the right format.
start()
write(journal_path(), journal(good), 0o600)
status, said = run()
found = read_tree()
expect("of the user", status == 0 and "completed the changes of an earlier run to 2 files" in said and
       found["tree/a.strata"] == (False, EVIL) and found["tree/new/c.strata"] == (False, NEW) and
       not os.path.exists(journal_path()), f"status {status}\n{said}")

# One in the tree is not looked at, in the format of before or of today.
for name in "strata-journal", os.path.basename(journal_path()):
    for text in journal(good), b"strata journal 1 1 1\n" + entry("a.strata", OLD, EVIL) + \
            entry("../home/new.strata", None, NEW) + b"end\n":
        start()
        write(os.path.join(tree, name), text)
        ignored("in the tree")
        ignored("in the tree, without a home", {})

# One that others could have made.
start()
write(journal_path(), journal(good))
os.chmod(state, 0o777)
ignored("in a directory of all")
start()
write(os.path.join(root, "elsewhere"), journal(good))
os.symlink(os.path.join(root, "elsewhere"), journal_path())
ignored("a link")
start()
os.rename(state, os.path.join(root, "other"))
os.symlink(os.path.join(root, "other"), state)
write(os.path.join(root, "other", os.path.basename(journal_path())), journal(good))
ignored("behind a link")
if os.geteuid() == 0:
    start()
    write(journal_path(), journal(good))
    os.chown(journal_path(), 65534, 65534)
    ignored("of somebody else")
start()
write(journal_path(), journal(good))
ignored("relative XDG_STATE_HOME", {"XDG_STATE_HOME": "home/.local/state"})

# Its entries must be files of specs that have not become links.
for name, path, why in (
        ("relative", "a.strata", "link"), ("up", tree + "/../outside.strata", "link"),
        ("no spec", home + "/profile", "link"), ("a directory up", tree + "/x/../a.strata", "link")):
    start()
    write(journal_path(), journal([entry(path, OLD, EVIL)]))
    refused(name, why)
start()
os.remove(os.path.join(tree, "a.strata"))
os.symlink("../outside.strata", os.path.join(tree, "a.strata"))
write(journal_path(), journal(good))
refused("has become a link", "link")
start()
os.symlink("../home", os.path.join(tree, "new"))
write(journal_path(), journal(good))
refused("behind a directory that has become a link", "link")
start()
write(journal_path(), journal(good, root))
refused("of another tree", "damaged")

# Without a home directory there is none, and the run says so.
WRONG = b"struct %s in 5.0.. { ULONG A at 0; ULONG B at 2; ULONG C at 8; }\n"
BASE = open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../check/base.strata"), "rb").read()
for environment, kept in ({}, False), ({"HOME": "/nonexistent/home"}, False), ({"HOME": home}, True):
    start()
    shutil.rmtree(os.path.join(home, ".local"))
    write(os.path.join(tree, "base.strata"), BASE)
    for name in "a", "b":
        write(os.path.join(tree, name + ".strata"), b'use "base.strata";\n' + WRONG % name.encode())
    if not kept and environment and os.geteuid() == 0:
        write(os.path.join(root, "nonexistent"), b"in the way")
        environment = {"HOME": os.path.join(root, "nonexistent")}
    status, said = run(environment)
    expect(f"no home {environment}", status in (0, 1) and said.count(": written, with 1 edit") == 2 and
           ("no journal is kept" in said) != kept and os.path.isdir(state) == kept, f"status {status}\n{said}")

shutil.rmtree(root)
end()
