#!/usr/bin/env python3
"""isf.py STRATA SCRATCH VERSION/ARCH SPEC...: what a symbol file keeps of specs.

Writes `strata dump --format isf`, imports it, and compares the layouts of all
structures: each member with its offset, size, bits and number of elements,
those of unnamed aggregates as members of the structure around them.  The last
line is "N compared, N differ".
"""
import json
import subprocess
import sys

import compare


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def layouts(dump, version, arch):
    """The layouts of a target: {structure: (size, {member: place})}."""
    number = next((point["version"] for release in dump["axis"]["releases"] for point in release["points"]
                   if point["name"] == version), version)
    target = compare.Target(dump, next(one for one in dump["arches"] if one["name"] == arch), number)
    found = {}
    for name, layout in target.structs.items():
        if layout["size"] is None:
            continue
        places = {}
        for member in compare.members(layout["members"]):
            place = [member["offset"], member["size"], member.get("bit"), member.get("width"), member.get("count")]
            known = None not in place[:2] and (not place[3] or place[2] is not None)
            if member["form"] == "bytes":
                place[4] = member["size"]  # an array of bytes
            if known and not member.get("repeated"):
                places[member["name"]] = place
        found[name] = (layout["size"], places)
    return found


def main():
    strata, scratch, target, *specs = sys.argv[1:]
    version, arch = target.split("/")
    file = scratch + "/symbols.json"
    with open(file, "w", encoding="utf-8") as out:
        out.write(run(strata, "dump", "--no-all", *specs, "--format", "isf", "--at", target))
    with open(scratch + "/again.strata", "w", encoding="utf-8") as out:
        out.write(run(strata, "import", "isf", "--version", version, file))
    dump = json.loads(run(strata, "dump", "--no-all", *specs))
    ours = layouts(dump, version, arch)
    for type_ in dump["types"]:  # an opaque type of known size is a structure without fields
        measure = next((on for on in type_["on"] if on["arch"] == arch), None)
        if type_["kind"] == "opaque" and measure:
            ours[type_["name"]] = (measure["size"], {})
    again = layouts(json.loads(run(strata, "dump", scratch + "/again.strata")), version, arch)
    compared = differ = 0
    for name in sorted({*ours, *again}):
        compared += 1
        is_opaque = not ours.get(name, (0, True))[1]
        if ours.get(name) != again.get(name) and not (is_opaque and name not in again):
            differ += 1
            print("%s: %s, again %s" % (name, ours.get(name), again.get(name)))
    print("%d compared, %d differ" % (compared, differ))
    sys.exit(differ > 0)


if __name__ == "__main__":
    main()
