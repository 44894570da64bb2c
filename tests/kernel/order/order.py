#!/usr/bin/env python3
"""order.py SEED COUNT [--groups | --tables | --pages | FILE...]: folds kernels in several orders and splits.

Draws COUNT times some of the FILEs, symbol files and files of the Vergilius
Project. `strata import pdb -o` imports them at once; then some of them at once
and the others by `--into`, one or several at a time. `strata check` must find no error in the
first directory, and after `strata fmt` the files of both must be the same. So
both say the same; where files differ, `strata dump` tells if they do.

Without FILEs, the kernels are drawn, too: small ones of structures that grow,
shrink, move, change types and get unions, for two architectures, some with a
second kernel of one version. With --groups, groups.py draws them; with --tables,
some of those are tables of Volatility 2. With --pages, pages about their structures are among the files. All FILEs that are pages, PDBs
of ntdll, sheets of arm64 (called as their version) or tables of builds are in
each draw. Prints "N draws, M differ". Exit status 1 if some differ. STRATA is the program.
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


def run(*arguments, may_find=False):
    done = subprocess.run([STRATA, *arguments], capture_output=True, text=True, check=False)
    if done.returncode > may_find:
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
    return list(groups.write_kernels(case, directory))


# ---- Pages and modules beside kernels

def draw_page(rng, tags, path):
    """Writes a page about structures. Its offsets are those of no kernel, or happen to be."""
    lines = []
    for tag in tags:
        lines += [f"The {tag.lstrip('_')} structure", "", "Offset (x86) | Offset (x64) | Definition | Versions |",
                  "---|---|---|---|"]
        first = rng.choice(["5.1", "6.1", "1607"])
        for number, name in enumerate(rng.sample(NAMES, rng.randint(1, 5))):
            last = rng.choice([" to 1607", " to 1809", " and higher"])
            text = rng.choice(["ULONG", "USHORT", "PVOID"])
            lines.append(f"0x{4 * number:02X} | 0x{8 * number:02X} | {text} {name}; | {first}{last} |")
        lines.append("")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines))


def draw_sources(rng, directory):
    """Kernels, and pages about structures that some of them have and about one that none has."""
    kernels, pages = draw_kernels(rng, directory), []
    tags = ["S0", "S1", "S2", "S3", "NONE"]
    rng.shuffle(tags)
    while tags:
        pages.append(os.path.join(directory, f"page{len(pages)}.md"))
        count = rng.randint(1, 2)
        draw_page(rng, tags[:count], pages[-1])
        tags = tags[count:]
    return kernels + pages


def draw_tables(rng, directory):
    return groups.draw_kernels(rng, directory, ("pdb", "kernel", "tables"))


def read_versions():
    """The versions of files that do not name theirs: name -> version."""
    with open(os.path.join(HERE, "../../../specs/ntoskrnl/versions.txt"), encoding="utf-8") as lines:
        words = [line.split() for line in lines if line[0] != "#"]
    return {name: version for version, name in words}


VERSIONS = read_versions()


def option_of(path):
    """What a file is imported as, and the options that need to stand before it."""
    name = os.path.basename(path)
    if name.endswith(".xml"):
        return ("sparse", "--name", "kphdyn"), ()
    if name.endswith(".csv"):
        return ("text", "--module", "ntoskrnl", "--arch", "arm64"), ("--version", name.removesuffix(".csv"))
    if name in VERSIONS:
        return ("pdb",), ("--version", VERSIONS[name])
    if name.endswith((".md", ".htm")):
        return ("table",), ()
    if "ntdll" in name:
        return ("pdb", "--module", "ntdll"), ("--version", "10.0.19041.1")
    return ("pdb",), ("--version", "5.1.2600.5512") if "ntkrnlpa" in name else ()


def words_of(files):
    return [word for file in files for word in (*option_of(file)[1], file)]


def import_into(files, directory):
    """Imports files of one kind. Pages may contradict kernels."""
    kind = option_of(files[0])[0]
    run("import", *kind, *words_of(files), "--into", directory, may_find=True)


# ---- Orders

def fold_in_steps(rng, files, directory, options):
    """Imports some kernels, and the other files into the result. Returns the steps."""
    files = rng.sample(files, len(files))
    kernels = [file for file in files if option_of(file)[0] == ("pdb",)]
    first = kernels[:rng.randint(1, max(1, len(kernels) - 1))]
    if any(option_of(file)[0][0] == "sparse" for file in files): # its columns need structures that declare the members
        first += [file for file in kernels if "10.0.2" in file and file not in first][:1]
    run("import", "pdb", *options, *words_of(first), "-o", directory)
    steps, rest = [first], [file for file in files if file not in first]
    while rest:
        alike = [file for file in rest if option_of(file)[0] == option_of(rest[0])[0]]
        step = alike[:rng.randint(1, min(3, len(alike)))]
        import_into(step, directory)
        steps.append(step)
        rest = [file for file in rest if file not in step]
    return steps


def fold_at_once(files, directory, options):
    """Imports all kernels, then all files of each other kind."""
    kinds = {}
    for file in files:
        kinds.setdefault(option_of(file)[0], []).append(file)
    run("import", "pdb", *options, *words_of(kinds.pop(("pdb",))), "-o", directory)
    for kind in sorted(kinds):
        import_into(kinds[kind], directory)


def dump(directory):
    return subprocess.run([STRATA, "dump", directory], capture_output=True, check=True).stdout


def list_files(directory):
    return {os.path.relpath(os.path.join(path, name), directory) for path, _, names in os.walk(directory)
            for name in names}


def compare(whole, steps):
    """Names of files that differ. `.`: the layouts do."""
    run("fmt", whole, steps)
    _, differ, missing = filecmp.cmpfiles(whole, steps, sorted(list_files(whole) | list_files(steps)), shallow=False)
    layouts = ["."] if (differ or missing) and dump(whole) != dump(steps) else []
    return layouts + differ + missing


def main():
    seed, count, files = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    bad = 0
    draws = {"--groups": groups.draw_kernels, "--tables": draw_tables, "--pages": draw_sources}
    draw = draws.get(files[0] if files else None, draw_kernels)
    files = [file for file in files if file not in draws]
    for number in range(count):
        rng = random.Random(f"{seed} {number}")
        with tempfile.TemporaryDirectory() as scratch:
            drawn = draw(rng, scratch)
            if files:
                kernels = [file for file in files if option_of(file)[0] == ("pdb",)]
                drawn = rng.sample(kernels, min(len(kernels), rng.randint(2, 24)))
                if any(file.endswith(".xml") for file in files):
                    drawn += [file for file in kernels if "x64-10.0.22000.318" in file and file not in drawn]
                drawn += [file for file in files if file not in kernels]
            is_mixed = any(option_of(file)[0] != ("pdb",) for file in drawn)
            options = ("--use", "nt/nt.strata") if is_mixed else ()
            whole, steps = os.path.join(scratch, "whole"), os.path.join(scratch, "steps")
            fold_at_once(drawn, whole, options)
            order = fold_in_steps(rng, drawn, steps, options)
            run("check", "-q", whole, may_find=is_mixed)
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
