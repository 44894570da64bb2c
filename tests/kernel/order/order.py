#!/usr/bin/env python3
"""order.py SEED COUNT [--groups | FILE...]: folds kernels in several orders and splits.

Draws COUNT times some of the FILEs, symbol files and files of the Vergilius
Project. `strata import pdb -o` imports them at once; then some of them at once
and the others by `--into`, one or several at a time. `strata dump` must say
the same of both directories, `strata check` find no error in the first one,
and after `strata fmt` the files of both must be the same.

Without FILEs, the kernels are drawn, too: small ones of structures that grow,
shrink, move, change types and get unions, for two architectures, some with a
second kernel of one version. With --groups, groups.py draws them. Prints
"N draws, M differ". Exit status 1 if some differ. STRATA is the program.
"""

import filecmp
import os
import random
import subprocess
import sys
import tempfile

import groups

HERE = os.path.dirname(os.path.abspath(__file__))
STRATA = os.environ["STRATA"]
BUILDS = ["6.0.6001.18000", "6.1.7601.24540", "6.3.9600.20012", "10.0.14393.4583", "10.0.14393.5006", "10.0.17763.379",
          "10.0.19041.928", "10.0.19041.1526", "10.0.19041.1586", "10.0.22000.318", "10.0.22621.1", "10.0.26100.1742"]
SCALARS = [("unsigned.char", 1), ("unsigned.short", 2), ("unsigned.long", 4), ("unsigned.int", 4), ("long.long", 8)]
NAMES = [f"M{i}" for i in range(14)]


def run(*arguments):
    done = subprocess.run([STRATA, *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"strata {' '.join(arguments)}\nexit status {done.returncode}\n{(done.stdout + done.stderr)[-2000:]}")


# ---- Kernels that are drawn

class Member:
    """A member of a structure: its type, or the fields of a unit of bits; beside: it shares bytes with the one above."""

    def __init__(self, rng, name, others):
        self.name, self.beside = name, rng.random() < 0.15
        kind = rng.random()
        self.bits = rng.sample(range(1, 8), rng.randint(1, 4)) if kind < 0.2 else None
        self.text, self.size = rng.choice(SCALARS)
        if not self.bits and kind < 0.35:
            self.text, self.size = f"*struct {rng.choice(others)}", None
        elif not self.bits and kind < 0.45:
            count = rng.randint(2, 5)
            self.text, self.size = f"[{count}]{self.text}", count * self.size
        elif self.bits:
            self.text, self.size = "unsigned.long", 4

    def write(self, offset, lines):
        if not self.bits:
            lines.append(f"  {self.name} {offset} {self.text}")
        bit = 0
        for number, width in enumerate(self.bits or ()):
            lines.append(f"  {self.name}_{number} {offset} {self.text} : {width} @ {bit}")
            bit += width


def change(rng, members, tags):
    """The members of the next kernel."""
    members = [member for member in members if rng.random() > 0.08]
    if rng.random() < 0.3:
        rng.shuffle(members)
    used = {member.name for member in members}
    for name in rng.sample(NAMES, rng.randint(0, 3)):
        if name not in used:
            members.insert(rng.randint(0, len(members)), Member(rng, name, tags))
    return members


def write_record(tag, members, pointer, lines):
    body, offset, above, most = [], 0, 0, 1
    for member in members:
        size = pointer if member.size is None else member.size
        align = next(a for a in (8, 4, 2, 1) if size % a == 0)
        most = max(most, align)
        begin = above if member.beside and above % align == 0 else -(-offset // align) * align
        member.write(begin, body)
        above, offset = begin, max(offset, begin + size)
    lines.append(f"struct {tag} {max(-(-offset // most) * most, 1)}")
    lines.extend(body)


def draw_kernels(rng, directory):
    tags = [f"{'_' * rng.randint(1, 2)}S{i}" for i in range(rng.randint(2, 5))]
    state = {tag: change(rng, [], tags) for tag in tags}
    values, lines = [("Red", 0)], []
    for build in sorted(rng.sample(BUILDS, rng.randint(3, 7)), key=BUILDS.index):
        arches = rng.sample(["x64", "x64", "x86"], rng.randint(1, 3))
        for arch in arches:
            if rng.random() < 0.6:
                state = {tag: change(rng, members, tags) for tag, members in state.items()}
            if rng.random() < 0.3:
                values = values + [(f"V{len(values)}", rng.choice((len(values), len(values) + 1)))]
            lines.append(f"kernel {build} {arch}")
            for tag in tags:
                if rng.random() > 0.1:
                    write_record(tag, state[tag], 8 if arch == "x64" else 4, lines)
            lines.append("enum _COLOUR 4 int")
            lines.extend(f"  {name} {value}" for name, value in values)
    case = os.path.join(directory, "drawn.kernels")
    with open(case, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    made = subprocess.run([sys.executable, os.path.join(HERE, "../fold/kernels.py"), case, directory],
                          capture_output=True, text=True, check=True)
    return made.stdout.split()


# ---- Orders

def fold_in_steps(rng, files, directory):
    """Imports some files, and the others into the result. Returns the steps."""
    files = rng.sample(files, len(files))
    count = rng.randint(1, max(1, len(files) - 1))
    run("import", "pdb", *files[:count], "-o", directory)
    steps, rest = [files[:count]], files[count:]
    while rest:
        count = rng.randint(1, min(3, len(rest)))
        run("import", "pdb", *rest[:count], "--into", directory)
        steps.append(rest[:count])
        rest = rest[count:]
    return steps


def dump(directory):
    return subprocess.run([STRATA, "dump", directory], capture_output=True, check=True).stdout


def compare(whole, steps):
    """Names of files that differ. `.`: the layouts do."""
    layouts = [] if dump(whole) == dump(steps) else ["."]
    run("fmt", whole, steps)
    names = sorted(set(os.listdir(whole)) | set(os.listdir(steps)))
    _, differ, missing = filecmp.cmpfiles(whole, steps, names, shallow=False)
    return layouts + differ + missing


def main():
    seed, count, files = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    bad = 0
    draw = draw_kernels
    if files == ["--groups"]:
        draw, files = groups.draw_kernels, []
    for number in range(count):
        rng = random.Random(f"{seed} {number}")
        with tempfile.TemporaryDirectory() as scratch:
            drawn = rng.sample(files, min(len(files), rng.randint(2, 24))) if files else draw(rng, scratch)
            whole, steps = os.path.join(scratch, "whole"), os.path.join(scratch, "steps")
            run("import", "pdb", *drawn, "-o", whole)
            order = fold_in_steps(rng, drawn, steps)
            run("check", "-q", whole)
            differ = compare(whole, steps)
            if differ:
                bad += 1
                print(f"seed {seed}, draw {number}: {len(differ)} files differ, among them {differ[0]}")
                for step in order:
                    print("   ", " ".join(os.path.basename(path) for path in step))
    print(f"{count} draws, {bad} differ")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
