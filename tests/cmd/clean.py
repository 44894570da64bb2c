"""Checks that are remembered (generator/run/clean.h): STRATA is argv[1], a directory of this test's own argv[2].

What is remembered must be used only while each file is as it was. The test proves both: a state that it forges is
believed, so the files are not read; and every change of the files is seen."""

import os
import struct
import subprocess
import sys
import time

STRATA, ROOT = sys.argv[1:]
STATE = struct.Struct("=6Q")
SPECS = os.path.join(ROOT, "specs")
CACHE = os.path.join(ROOT, "cache")
HOUSE = os.path.join(CACHE, "strata")
passed = failed = 0


def check(name, wanted, got):
    global passed, failed
    if wanted == got:
        passed += 1
    else:
        failed += 1
        print(f"FAIL cmd/clean: {name}: wanted {wanted}, got {got}")


def run(*words, where=ROOT, **environment):
    """The exit status of a check."""
    variables = {**os.environ, "XDG_CACHE_HOME": CACHE, **environment}
    variables = {name: value for name, value in variables.items() if value is not None}
    done = subprocess.run([STRATA, "check", *words], cwd=where, env=variables, capture_output=True)
    return done.returncode


def kept():
    return sorted(name for name in os.listdir(HOUSE)) if os.path.isdir(HOUSE) else []


def state(path):
    found = os.stat(path)
    return STATE.pack(found.st_dev, found.st_ino, found.st_mode, found.st_size, found.st_mtime_ns, found.st_ctime_ns)


def write(name, offset=0):
    with open(os.path.join(SPECS, name + ".strata"), "w") as file:
        file.write(f"use \"axis.strata\";\nstruct {name} size 8 {{\n    U a at {offset};\n    U b at 4;\n}}\n")


def settle():
    """Waits until a file that was just written counts as settled."""
    time.sleep(3.1)


def forge(name):
    """Makes what is remembered say that a file is as it is now."""
    path = os.path.join(HOUSE, kept()[0])
    with open(path, "rb") as file:
        text = file.read()
    mark = f"specs/{name}.strata".encode() + b"\0"
    end = text.index(mark)
    with open(path, "wb") as file:
        file.write(text[:end - STATE.size] + state(os.path.join(SPECS, name + ".strata")) + text[end:])


os.makedirs(SPECS)
with open(os.path.join(SPECS, "axis.strata"), "w") as file:
    file.write("axis {\n    1.0 { 1.0-rtm = 1.0.1; }\n}\narch a pointer 8 align 8 in 1.0..;\ntype U unsigned 4;\n")
for number in range(260):
    write(f"S{number}")
check("the specs are clean", 0, run("specs"))
check("files that were just written are not remembered", [], kept())
settle()
check("STRATA_CACHE=no", (0, []), (run("specs", STRATA_CACHE="no"), kept()))
check("one file", (0, []), (run("specs/S1.strata"), kept()))
check("a clean check is remembered", (0, 1), (run("specs"), len(kept())))
check("and is clean again", 0, run("specs"))

write("S7", offset=2)
check("a change is seen", 1, run("specs"))
forge("S7")
check("what is remembered is believed", 0, run("specs"))
check("but not with other words", 1, run("specs", "-W", "all"))
check("or in another directory", 1, run("../specs", where=SPECS))
check("or by STRATA_CACHE=no", 1, run("specs", STRATA_CACHE="no"))
os.chmod(HOUSE, 0o755)
check("or in a directory to which others have access", 1, run("specs"))
os.chmod(HOUSE, 0o700)
check("it is as before", 0, run("specs"))
write("S7")
forge("S7")
settle()
check("the specs are clean again", 0, run("specs"))

os.rename(os.path.join(SPECS, "S9.strata"), os.path.join(ROOT, "S9"))
check("a file less", 0, run("specs"))
write("T")
with open(os.path.join(SPECS, "T.strata"), "a") as file:
    file.write("struct S1 size 8 {\n    U a at 0;\n    U b at 4;\n}\n")
check("a new file", 1, run("specs"))
os.remove(os.path.join(SPECS, "T.strata"))
os.rename(os.path.join(ROOT, "S9"), os.path.join(SPECS, "S9.strata"))
settle()
check("a clean check", 0, run("specs"))
name = os.path.join(HOUSE, kept()[0])
with open(name, "rb") as file:
    whole = file.read()
write("S8", offset=2)
behind_a_path = whole.index(b"specs/S7.strata\0") + len(b"specs/S7.strata\0")
for length in (0, 1, 60, behind_a_path, len(whole) // 2, len(whole) - 1):
    with open(name, "wb") as file:
        file.write(whole[:length])
    check(f"a file cut to {length} bytes", 1, run("specs"))
    check("a run with findings does not write it", length, os.path.getsize(name))
with open(name, "wb") as file:
    file.write(whole + b"x" * 100)
check("a file with more", 1, run("specs"))
os.remove(name)
check("no home", 1, run("specs", XDG_CACHE_HOME=None, HOME=None))
print(f"{passed} passed, {failed} failed")
