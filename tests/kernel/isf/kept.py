#!/usr/bin/env python3
"""kept.py STRATA SCRATCH FILE...: symbol files that people keep by hand, imported and exported again.

Each file is imported alone, and all files whose names begin with the same word are imported together. Those of FOLDED
are also folded one by one with --into, in several orders, which must give the same specs. Symbols are added by
--globals. Then `strata export isf` must give base types, structures, members, enumerations and symbols that are equal
as data to those of each file, and the metadata, but for what it says of Linux and macOS.  A file that does not say its architecture or version gets those below.  Prints each difference; the last line
is "N files, N imported, N equal; together N of N; N folded; N structures and enumerations compared".
"""
import collections
import json
import os
import re
import shutil
import subprocess
import sys

PARTS = ("base_types", "user_types", "enums", "symbols")
FOLDED = ("netscan", "services", "pool", "consoles", "shimcache", "left", "symbols")
GIVEN = ["--arch", "x64", "--version", "10.0.19041.1"]


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False)


def system(file):
    """The system that a symbol file is about, if it is Linux or macOS."""
    return sorted({"linux", "mac"} & set(file.get("metadata", {})))


def differences(left, right):
    """Texts about what two symbol files do not have in common."""
    if system(left) != system(right):
        yield "system %s, %s" % (system(left), system(right))
    for key in sorted((set(left["metadata"]) | set(right["metadata"])) - {"linux", "mac"}):
        one, other = left["metadata"].get(key), right["metadata"].get(key)
        if one != other:
            yield "metadata %s: %s, %s" % (key, json.dumps(one), json.dumps(other))
    for part in PARTS:
        for name in sorted(set(left[part]) | set(right[part])):
            one, other = left[part].get(name), right[part].get(name)
            if one != other:
                yield "%s %s: %s, %s" % (part, name, json.dumps(one), json.dumps(other))


def exported(strata, spec, target):
    said = run(strata, "export", "isf", spec, "--at", target)
    if said.returncode:
        print(said.stderr)
        return dict.fromkeys(PARTS, {})
    return json.loads(said.stdout)


def folded(strata, spec, paths):
    """The files that are folded one by one into the specs that all of them have become, in orders of all kinds."""
    for order in (paths, paths[::-1], paths[1::2] + paths[::2], paths[len(paths) // 2:] + paths[:len(paths) // 2]):
        shutil.rmtree(spec + "-folded", ignore_errors=True)
        for number, path in enumerate(order):
            said = run(strata, "import", "isf", path, "--into" if number else "-o", spec + "-folded")
            if said.returncode == 2:
                print(said.stderr)
                return 0
        said = run("diff", "-r", spec, spec + "-folded")
        if said.returncode:
            print(said.stdout)
            return 0
    return len(paths)


def add_symbols(strata, spec, paths, options):
    """Adds the symbols of those files that have some."""
    having = []
    for path in paths:
        with open(path, encoding="utf-8") as file:
            if json.load(file)["symbols"]:
                having.append(path)
    if having:
        said = run(strata, "import", "isf", *options, *having, "--globals", "*", "--into", spec)
        if said.returncode == 2:
            print(said.stderr)


def main():
    strata, scratch, files = sys.argv[1], sys.argv[2], sorted(sys.argv[3:])
    imported = equal = together = one_by_one = compared = 0
    families, targets = collections.defaultdict(list), {}
    for number, path in enumerate(files):
        name, specs = os.path.basename(path), os.path.join(scratch, str(number))
        spec = os.path.join(specs, "kept.strata")
        options = []
        said = run(strata, "import", "isf", path)
        if said.returncode == 2:
            options = GIVEN
            said = run(strata, "import", "isf", *options, path)
        if said.returncode == 2:
            print(name, said.stderr)
            continue
        imported += 1
        os.mkdir(specs)
        with open(spec, "w", encoding="utf-8") as file:
            file.write(said.stdout)
        check = run(strata, "check", spec)
        if check.returncode:
            print(name, check.stderr)
        arch, version = re.search(r"^attest (\w+) ([\d.]+)", said.stdout, re.M).groups()
        targets[path] = version + "/" + arch
        if not options:
            families[name.split("-")[0]].append(path)
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
        add_symbols(strata, specs, [path], options)
        compared += len(data["user_types"]) + len(data["enums"])
        found = list(differences(data, exported(strata, specs, targets[path])))
        equal += not found
        print("".join("%s: %s\n" % (name, text) for text in found), end="")
    members = [paths for paths in families.values() if len({targets[path] for path in paths}) == len(paths) > 1]
    for paths in members:
        spec = os.path.join(scratch, os.path.basename(paths[0]) + "-and-others")
        said = run(strata, "import", "isf", *paths, "-o", spec)
        if said.returncode == 2:
            print(said.stderr)
        if os.path.basename(paths[0]).split("-")[0] in FOLDED:
            one_by_one += folded(strata, spec, paths)
        add_symbols(strata, spec, paths, [])
        for path in paths:
            with open(path, encoding="utf-8") as file:
                found = list(differences(json.load(file), exported(strata, spec, targets[path])))
            together += not found
            print("".join("together, %s: %s\n" % (os.path.basename(path), text) for text in found), end="")
    print("%d files, %d imported, %d equal; together %d of %d; %d folded; %d structures and enumerations "
          "compared" % (len(files), imported, equal, together, sum(map(len, members)), one_by_one, compared))


main()
