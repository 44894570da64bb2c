#!/usr/bin/env python3
"""Two commands that write into one directory at the same time.

races.py STRATA DIRECTORY

STRATA_RACES is the number of races of two `gen`. Whoever comes second waits: both end as if one had run after the
other, so the files are all of one run, and no temporary is left. A run that waits in vain says who has the directory.
The last line is "N compared, N differ".
"""
import fcntl
import os
import random
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tally import end, expect, put

strata, root = sys.argv[1:]
here = os.path.dirname(os.path.abspath(__file__))
BASE = open(os.path.join(here, "../check/base.strata")).read()
RACES = int(os.environ.get("STRATA_RACES", 40))
os.environ["XDG_STATE_HOME"] = os.path.join(root, "state")
os.environ["STRATA_SYNC"] = "no"


def read_tree(directory):
    tree = {}
    for path, _, files in os.walk(os.path.join(root, directory)):
        for name in files:
            with open(os.path.join(path, name), "rb") as file:
                tree[os.path.relpath(os.path.join(path, name), os.path.join(root, directory))] = file.read()
    return tree


def start(*arguments):
    return subprocess.Popen([strata, *arguments], cwd=root, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True)


def race(*commands):
    """Runs commands at once, the later ones a moment later. Returns their exit statuses and their texts."""
    running = []
    for command in commands:
        running.append(start(*command))
        time.sleep(random.random() * 0.004)
    said = [one.communicate(timeout=120)[0] for one in running]
    return [one.returncode for one in running], "".join(said)


for number in 1, 2:
    put(root, f"specs{number}/base.strata", BASE)
    for i in range(12):
        rows = "".join(f"    ULONG M{k} at {4 * k};\n" for k in range(3 * number))
        put(root, f"specs{number}/{'deep/' if i % 2 else ''}s{i}.strata",
            f'use "{"../" if i % 2 else ""}base.strata";\nstruct S{i} in 5.0.. {{\n{rows}}}\n')
gen = [["gen", f"specs{number}", "-o", "out"] for number in (1, 2)]
results = []
for command in gen:
    shutil.rmtree(os.path.join(root, "out"), ignore_errors=True)
    expect("gen alone", race(command)[0] == [0], "it fails")
    results.append(read_tree("out"))
expect("gen alone", results[0] != results[1] and results[0].keys() == results[1].keys(), "no two results")

for i in range(RACES):
    if i % 2:  # into a new directory, or into one with the files of one of them
        shutil.rmtree(os.path.join(root, "out"))
    kill = i % 10 == 9
    running = [start(*gen[i // 2 % 2]), start(*gen[1 - i // 2 % 2])]
    if kill:
        time.sleep(random.random() * 0.02)
        running[0].send_signal(signal.SIGKILL)
    said = "".join(one.communicate(timeout=120)[0] for one in running)
    statuses = [one.returncode for one in running]
    tree = read_tree("out")
    if kill:  # the other one, and then the one that was killed before
        expect(f"race {i} with a kill", statuses[1] == 0 and statuses[0] in (0, -9), f"{statuses}\n{said}")
        expect(f"race {i} with a kill, again", race(gen[0])[0] == [0] and read_tree("out") == results[0], "a mixture")
    else:
        expect(f"race {i}", statuses == [0, 0] and tree in results, f"{statuses}, " + " ".join(sorted(
            path for path in tree if tree[path] != results[0].get(path))) + "\n" + said)

WRONG = "struct {} in 5.0.. {{\n    ULONG A at 0x00;\n    ULONG B at 0x02;\n  ULONG C at 0x08;\n}}\n"
for i in range(RACES // 4):
    for commands in ([["check", "--apply", "wrong"]] * 2, [["check", "--apply", "wrong"], ["check", "wrong"]], [["check", "--apply", "wrong"], ["fmt", "wrong"]],
                     [["fmt", "wrong"], ["check", "--apply", "wrong/a.strata", "wrong/b.strata"]]):
        shutil.rmtree(os.path.join(root, "wrong"), ignore_errors=True)
        put(root, "wrong/base.strata", BASE)
        for name in "a", "b", "c":
            put(root, f"wrong/{name}.strata", 'use "base.strata";\n' + WRONG.format(name.upper()))
        statuses, said = race(*commands)
        tree = read_tree("wrong")
        fixed = [b"0x04 was 0x02" in data for path, data in sorted(tree.items()) if path != "base.strata"]
        mended = [True, True, "wrong" in commands[0] + commands[1] and commands[1][-1] != "wrong/b.strata"]
        expect(f"editing race {i}", all(status in (0, 1) for status in statuses) and len(tree) == 4 and
               fixed == mended, f"{commands} {statuses} {sorted(tree)} {fixed}\n{said}")

# Somebody who does not end.
os.makedirs(os.path.join(root, "out"), exist_ok=True)
before = read_tree("out")
held = os.open(os.path.join(root, "out"), os.O_RDONLY)
fcntl.flock(held, fcntl.LOCK_EX)
begun = time.monotonic()
statuses, said = race(gen[1])
expect("a lock that is held", statuses == [2] and said.count("error: ") == 1 and "[write]" in said and
       (f"process {os.getpid()} is writing to it" in said or "another run is writing to it" in said) and
       read_tree("out") == before, f"{statuses}\n{said}")
statuses, said = race(["gen", "specs1", "-o", "other"], ["gen", "specs1", "-o", "out", "--check"])
expect("another directory, and no writing", statuses[0] == 0 and statuses[1] in (0, 1), f"{statuses}\n{said}")
os.close(held)

end()
