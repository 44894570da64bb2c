#!/usr/bin/env python3
"""mutants.py SEED COUNT [--files N] [--list]: single mistakes in the shipped specs of the kernel.

Makes mutants of the structures of specs/ntoskrnl, one in each file of a copy, until COUNT of them contradict an attested
kernel: `strata dump`, with all checks off, shows another layout of the structure in an attested version than it shows of
the specs. `strata check` must report each of these by an error in its file, and must find no digest wrong in the file of a
mutant that contradicts no kernel. Prints a table by kind. Exit status 1 if some are missed, or a digest is wrong.

--files N draws from N files, chosen by the seed, and what these need. --list prints the mutants. STRATA is the program.
"""

import argparse
import bisect
import functools
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter

STRATA = os.environ["STRATA"]
SPECS = "specs"
ROUNDS_MOST = 30
MUTANTS_MOST = 300 # of a round: check reports no more than 1,000 findings
# Types of the same size, each with those that it is taken for.
ALIKE = {"ULONG": ["LONG", "UINT"], "LONG": ["ULONG", "INT"], "UINT": ["ULONG"], "INT": ["LONG"], "USHORT": ["SHORT", "WCHAR"],
         "SHORT": ["USHORT"], "UCHAR": ["CHAR"], "CHAR": ["UCHAR"], "ULONGLONG": ["LONGLONG"], "LONGLONG": ["ULONGLONG"],
         "WCHAR": ["USHORT"]}
MEMBER = re.compile(r"^ +(?P<type>(?:volatile |const )*`?\w+`?) (?P<stars>\**)(?P<name>`?\w+`?)(?P<bounds>(?:\[[^;\n]*?\])*)"
                    r"(?P<width> : \d+)?(?=[ ;\n])", re.M)
NO_MEMBERS = {"size", "digest", "unaccounted", "struct", "union", "columns", "attest", "slot", "bytes", "partial", "in", "at"}
CELL_NUMBER = r"0x[0-9A-F]+"


# ---- Mutants: a function for each kind returns (begin, end, text) edits of a text, or None

def statement_end(text, begin):
    """The end of a row: behind its `;`, or its brace."""
    return re.compile(r"[;{]").search(text, begin).end()


def members(text, begin):
    """(match, end) of the rows of members behind `begin`."""
    for match in MEMBER.finditer(text, begin):
        if match["type"].split()[-1] not in NO_MEMBERS and text[statement_end(text, match.end()) - 1] == ";":
            yield match, statement_end(text, match.end())


def pick(rng, items):
    items = list(items)
    return rng.choice(items) if items else None


def numbers(text, word, begin, end):
    """The numbers of a cell: of the clause or row `word` between two positions."""
    clause = re.compile(rf"\b{word} (?=[-0-9])[^;]*?(?=  ?(?:in|at|bit|allow|as)\b|;|\{{)").search(text, begin, end)
    return list(re.compile(rf"{CELL_NUMBER}(?!\w)|(?<![\w.])\d+(?![\w.])").finditer(
        re.sub(r"\([^)]*\)", lambda m: " " * len(m[0]), text[:clause.end()]), clause.start())) if clause else []


def spell(old, value):
    return f"0x{value:02X}" if old.startswith("0x") else str(value)


def changed(rng, match, steps, least=0):
    if not match:
        return None
    value = int(match[0], 0) + rng.choice(steps)
    return [(match.start(), match.end(), spell(match[0], value))] if value >= least else None


def offset(rng, text, begin):
    row = pick(rng, members(text, begin))
    return row and changed(rng, pick(rng, numbers(text, "at", row[0].end(), row[1])), (-8, -4, -1, 1, 4, 8, 16))


def bit(rng, text, begin):
    row = pick(rng, ((m, e) for m, e in members(text, begin) if m["width"]))
    return row and changed(rng, pick(rng, numbers(text, "bit", row[0].end(), row[1])), (-1, 1, 2))


def width(rng, text, begin):
    row = pick(rng, ((m, e) for m, e in members(text, begin) if m["width"]))
    if not row:
        return None
    value = int(row[0]["width"][3:]) + rng.choice((-1, 1))
    return [(*row[0].span("width"), f" : {value}")] if value else None


def size(rng, text, begin):
    row = re.compile(r"^    size [^;]*;", re.M).search(text, begin)
    return row and changed(rng, pick(rng, numbers(text, "size", row.start(), row.end())), (-8, -4, 4, 8), 1)


def count(rng, text, begin):
    row = pick(rng, (m for m, e in members(text, begin) if m["bounds"]))
    if not row:
        return None
    found = re.compile(r"(?<=[\[|,])\s*(\d+)(?= *(?:\(|\]|,|\|))").finditer(text, *row.span("bounds"))
    match = pick(rng, found)
    value = match and int(match[1]) + rng.choice((-1, 1, 2))
    return [(*match.span(1), str(value))] if match and value > 0 else None


def swapped(rng, text, begin):
    rows = [m for m, e in members(text, begin)]
    if len(rows) < 2:
        return None
    at = rng.randrange(len(rows) - 1)
    a, b = rows[at], rows[at + 1]
    return [(*a.span("name"), b["name"]), (*b.span("name"), a["name"])] if a["name"] != b["name"] else None


def name(rng, text, begin):
    row = pick(rng, (m for m, e in members(text, begin) if m["name"][0] != "`"))
    if not row:
        return None
    old, at = row["name"], rng.randrange(len(row["name"]))
    new = rng.choice((old + "2", old[:at] + "x" + old[at + 1:], old + old[-1], old[:-1] or "y"))
    return [(*row.span("name"), new)] if new != old and not new[0].isdigit() else None


def kind(rng, text, begin):
    row = pick(rng, (m for m, e in members(text, begin) if m["type"] in ALIKE and not m["stars"]))
    return [(*row.span("type"), rng.choice(ALIKE[row["type"]]))] if row else None


def target(rng, text, begin):
    row = pick(rng, (m for m, e in members(text, begin) if m["stars"] and m["type"] != "VOID"))
    return [(*row.span("type"), "VOID")] if row else None


def star(rng, text, begin):
    row = pick(rng, (m for m, e in members(text, begin) if m["stars"]))
    return [(*row.span("stars"), row["stars"] + "*")] if row else None


def dropped(rng, text, begin):
    row = pick(rng, members(text, begin))
    return [(row[0].start(), row[1], "")] if row else None


def added(rng, text, begin):
    row = pick(rng, ((m, e) for m, e in members(text, begin) if m["name"][0] != "`"))
    if not row:
        return None
    copy = text[row[0].start():row[1]]
    at = row[0].start("name") - row[0].start()
    return [(row[1], row[1], "\n" + copy[:at] + "New" + copy[at:])]


def exchanged(rng, text, begin):
    """Two numbers of one offset."""
    row = pick(rng, members(text, begin))
    found = row and numbers(text, "at", row[0].end(), row[1])
    if not found or len(found) < 2:
        return None
    at = rng.randrange(len(found) - 1)
    a, b = found[at], found[at + 1]
    return [(*a.span(), b[0]), (*b.span(), a[0])] if a[0] != b[0] else None


VERSION = r"\d[\w.-]*?(?=\.\.|[,)\s|;{]|$)"


def end(rng, text, begin, versions=()):
    """The end, or the beginning, of a range."""
    digest = re.compile(r"^    digest [^;]*;", re.M).search(text, begin)
    found = [m for m in re.compile(rf"(?<=\.\.){VERSION}|(?<=[( ,]){VERSION}(?=\.\.|\))").finditer(text, begin)
             if m[0] in versions and not (digest and digest.start() <= m.start() < digest.end())]
    match = pick(rng, found)
    if not match:
        return None
    at = versions.index(match[0])
    others = [v for v in versions[max(at - 3, 0):at + 4] if v != match[0]]
    return [(*match.span(), rng.choice(others))]


def everywhere(rng, text, begin):
    """A row without its versions."""
    found = [m for m in re.compile(r"(?<=\w|\])\s+in [^;{]*?(?=\s+at\b|\s+allow\b|;| \{)").finditer(text, begin)]
    match = pick(rng, found)
    return [(*match.span(), "")] if match else None


def whole(rng, text, begin):
    """The versions of the structure, on one architecture."""
    head = re.compile(r"^(?:struct|union) \w+ in ([^{]*?)(?= pack\b| allow\b| align\b| \{)", re.M).search(text, begin)
    if not head:
        return None
    columns = head[1].split(" | ")
    at = rng.randrange(len(columns))
    columns[at] = rng.choice([c for c in ("-", "..1607", "1607..", "6.1..", "..22H2") if c != columns[at]])
    return [(*head.span(1), " | ".join(columns))] if len(columns) > 1 or columns[0] != "-" else None


KINDS = {"offset": offset, "bit": bit, "width": width, "size": size, "array length": count, "swapped names": swapped,
         "another name": name, "type of the same size": kind, "target of a pointer": target, "star": star,
         "dropped row": dropped, "added row": added, "exchanged offsets": exchanged, "end of a range": end,
         "dropped in": everywhere, "in of the structure": whole}


def mutate(rng, text, versions):
    """(kind, the changed text, the old and the new line), or None."""
    begin = re.compile(r"^(?:struct|union) ", re.M).search(text)
    if not begin:
        return None
    for _ in range(8):
        which = rng.choice(list(KINDS))
        arguments = (versions,) if which == "end of a range" else ()
        edits = KINDS[which](rng, text, begin.start(), *arguments)
        if not edits:
            continue
        new = text
        for first, last, replacement in sorted(edits, reverse=True):
            new = new[:first] + replacement + new[last:]
        if new != text:
            line = text.count("\n", 0, edits[0][0])
            return which, new, text.split("\n")[line].strip(), new.split("\n")[line].strip()
    return None


# ---- What the specs say

def checks_off():
    with open("generator/base/diag.def", encoding="utf-8") as table:
        return [f"--no-{code}" for code in re.findall(r'^CHECK\(\w+, "([\w-]+)"', table.read(), re.M)]


def dump(directory, names, axis):
    """name of a structure -> {(version, arch): layout} of its attested versions, and of the named aggregates inside."""
    done = subprocess.run([STRATA, "dump", "-q", *checks_off(), "-I", os.path.join(directory, "specs"),
                           os.path.join(directory, "specs", "ntoskrnl")], capture_output=True, text=True, check=False)
    if done.returncode:
        return None, sorted(set(re.findall(r"ntoskrnl/([\w.-]+)\.strata:\d+:\d+: error", done.stderr)))
    told = {}
    for struct in json.loads(done.stdout)["structs"]:
        outer = struct["name"].split(".")[0]
        if outer in names:
            told.setdefault(outer, []).extend(placements(struct, axis))
    return {outer: sorted(parts) for outer, parts in told.items()}, []


def placements(struct, axis):
    """The layouts of a structure in attested versions."""
    for layout in struct["layouts"]:
        seen = axis.get(layout["arch"], [])
        first, last = bisect.bisect_left(seen, pack(layout["begin"])), len(seen)
        if layout["end"] is not None:
            last = bisect.bisect_left(seen, pack(layout["end"]))
        if first == last:
            continue
        said = sorted(map(member_of, flat(layout["members"])))
        for version in seen[first:last]:
            yield struct["name"], layout["arch"], version, str(layout["size"]), said


def flat(members_):
    for member in members_:
        yield from flat(member["members"]) if "members" in member and not member.get("name") else (member,)


@functools.cache
def unqualified(text):
    return re.sub(r"\b(?:const|volatile) ?", "", text).strip()


def member_of(member):
    """What a kernel says of a member, as text: there are millions."""
    return repr((unqualified(str(member.get("type"))), *map(member.get, (
        "name", "form", "offset", "bit", "width", "dimensions", "count", "display"))))


def pack(version):
    parts = [int(part) for part in version.split(".")] + [0] * 4
    return parts[0] << 48 | parts[1] << 32 | parts[2] << 16 | parts[3]


def attested(directory):
    """arch -> its attested versions; and the versions that ranges may end with, ascending."""
    with open(os.path.join(directory, "types.strata"), encoding="utf-8") as file:
        lines = [(arch, re.findall(r"[\d.]+", versions.split("by")[0]))
                 for arch, versions in re.findall(r"^attest (\w+) ([^;]*);", file.read(), re.M)]
    # An unknown revision says nothing new of a build whose other revisions are known.
    known = {(arch, version.rsplit(".", 1)[0]) for arch, versions in lines for version in versions
             if version.count(".") == 3}
    lines = [(arch, [version for version in versions if (arch, version) not in known]) for arch, versions in lines]
    axis = {arch: sorted(pack(version) for other, versions in lines if other == arch for version in versions)
            for arch, _ in lines}
    with open(os.path.join(SPECS, "nt", "axis.strata"), encoding="utf-8") as file:
        points = re.findall(r"^ +([\w.-]+) += (\d+\.\d+\.\d+(?:\.\d+)?)", file.read(), re.M)
    found = {name: pack(version) for name, version in points}
    found.update({version: pack(version) for _, versions in lines for version in versions})
    return axis, sorted(found, key=lambda v: (found[v], v))


# ---- Rounds

def closure(directory, names):
    """The files that some files use, and so on."""
    todo, met = list(names), set()
    while todo:
        one = todo.pop()
        if one in met:
            continue
        met.add(one)
        with open(os.path.join(directory, one), encoding="utf-8") as file:
            todo += re.findall(r'^use "([^"]*)";', file.read(), re.M)
    return met


def write(directory, texts):
    for path, text in texts.items():
        with open(os.path.join(directory, path), "w", encoding="utf-8") as file:
            file.write(text)


def find_errors(directory):
    """Name of a file -> the codes of its errors."""
    done = subprocess.run([STRATA, "check", "-q", "--color", "never", "-I", os.path.join(directory, "specs"),
                           os.path.join(directory, "specs", "ntoskrnl")], capture_output=True, text=True, check=False)
    errors = {}
    for path, code in re.findall(r"ntoskrnl/([\w.-]+\.strata):\d+:\d+: error: .* \[([\w-]+)\]", done.stdout + done.stderr):
        errors.setdefault(path, set()).add(code)
    return errors


def play(rng, directory, texts, names, truth, axis, versions):
    """One round: a mutant in each file. Yields (kind, path, old, new, contradicts, codes of errors)."""
    specs = os.path.join(directory, "specs", "ntoskrnl")
    made = {path: mutate(rng, texts[path], versions) for path in rng.sample(names, min(len(names), MUTANTS_MOST))}
    made = {path: mutant for path, mutant in made.items() if mutant}
    write(specs, {path: mutant[1] for path, mutant in made.items()})
    while True:
        told, broken = dump(directory, {struct_of(texts[path]) for path in made}, axis)
        if told is not None:
            break
        broken = [f"{one}.strata" for one in broken if f"{one}.strata" in made]
        if not broken:
            raise SystemExit("mutants.py: strata dump fails, and not because of a mutant")
        write(specs, {path: texts[path] for path in broken})
        for path in broken:
            del made[path]
    errors = find_errors(directory)
    write(specs, {path: texts[path] for path in made})
    for path, (which, _, old, new) in made.items():
        outer = struct_of(texts[path])
        yield which, path, old, new, told.get(outer, []) != truth.get(outer, []), errors.get(path, set())


def struct_of(text):
    return re.search(r"^(?:struct|union) `?(\w+)", text, re.M)[1]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("seed")
    parser.add_argument("count", type=int)
    parser.add_argument("--files", type=int)
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    source = os.path.join(SPECS, "ntoskrnl")
    made, reported, by_digest, wrong = Counter(), Counter(), Counter(), []
    with tempfile.TemporaryDirectory() as scratch:
        files = sorted(path for path in os.listdir(source) if path.endswith(".strata"))
        texts = {path: open(os.path.join(source, path), encoding="utf-8").read() for path in files}
        names = [path for path in files if re.search(r"^    digest ", texts[path], re.M)]
        names = sorted(rng.sample(names, options.files)) if options.files else names
        os.mkdir(os.path.join(scratch, "specs"))
        for part in ("nt", "etw", "std.strata"):
            copy = shutil.copytree if os.path.isdir(os.path.join(SPECS, part)) else shutil.copy
            copy(os.path.join(SPECS, part), os.path.join(scratch, "specs", part))
        os.mkdir(os.path.join(scratch, "specs", "ntoskrnl"))
        write(os.path.join(scratch, "specs", "ntoskrnl"), {path: texts[path] for path in closure(source, names)})
        axis, versions = attested(source)
        truth, _ = dump(scratch, {struct_of(texts[path]) for path in names}, axis)
        for _ in range(ROUNDS_MOST):
            for which, path, old, new, contradicts, codes in play(rng, scratch, texts, names, truth, axis, versions):
                if options.list:
                    print(f"{which}: {path}: {old} -> {new}: {'contradicts' if contradicts else 'fits'}: {sorted(codes)}")
                if contradicts and sum(made.values()) < options.count:
                    made[which] += 1
                    reported[which] += bool(codes)
                    by_digest[which] += "digest" in codes
                    if not codes:
                        wrong.append(f"missed: {path}, {which}: {old} -> {new}")
                elif not contradicts and "digest" in codes:
                    wrong.append(f"contradicts nothing: {path}, {which}: {old} -> {new}")
            if sum(made.values()) >= options.count:
                break
    print(f"{'kind':24} {'made':>5} {'reported':>9} {'by digest':>10}")
    for which in [*KINDS]:
        print(f"{which:24} {made[which]:5} {reported[which]:9} {by_digest[which]:10}")
    print(f"{'all':24} {sum(made.values()):5} {sum(reported.values()):9} {sum(by_digest.values()):10}")
    for line in wrong:
        print(line)
    return bool(wrong) or sum(made.values()) < options.count


if __name__ == "__main__":
    sys.exit(main())
