#!/usr/bin/env python3
"""flat.py DUMP DUMP: compares two dumps, except for the order of members, the
unions and structures without a name around them, the bytes that belong to no
member, const and volatile, and the prototypes of functions. Prints the differences. Exit status: 0 there are none, 1 there are."""

import json
import re
import sys

QUALIFIERS = re.compile(r"\b(const|volatile) | volatile$")


def flat(members):
    for member in members:
        if member["name"] is None:
            yield from flat(member.get("members", ()))
            continue
        kind = QUALIFIERS.sub("", member.get("type") or "")
        kind = "function" if "(*)" in kind else kind
        yield member["name"], (member["offset"], kind, *(member.get(key) for key in ("form", "size", "count", "bit", "width")))


def read(path):
    with open(path, encoding="utf-8") as file:
        dump = json.load(file)
    everything = {}
    for struct in dump["structs"]:
        for layout in struct["layouts"]:
            key = struct["kind"], struct["name"], layout["arch"], layout["begin"]
            everything[key] = layout["size"], layout["align"], sorted(flat(layout["members"]))
    for enum in dump["enums"]:
        everything["enum", enum["name"]] = {**enum, "file": None}
    return everything


def main():
    one, other = (read(path) for path in sys.argv[1:])
    differ = [key for key in one.keys() | other.keys() if one.get(key) != other.get(key)]
    for key in differ[:20]:
        print(key, one.get(key), other.get(key), sep="\n    ")
    sys.exit(bool(differ) or not one)


main()
