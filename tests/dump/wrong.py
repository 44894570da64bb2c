#!/usr/bin/env python3
"""wrong.py SCHEMA DUMP: validate.py must refuse a dump with one mistake.

Puts each kind of mistake into each kind of object, and into the schema itself.
The last line is "N compared, N differ".
"""
import copy
import json
import sys

import validate


def objects(value, path=()):
    """Yields the paths of objects in a value; of the objects of a list those with different keys."""
    if isinstance(value, dict):
        yield path
        for key, inner in value.items():
            yield from objects(inner, path + (key,))
    elif isinstance(value, list):
        known = set()
        for i, inner in enumerate(value):
            kind = tuple(inner) if isinstance(inner, dict) else type(inner)
            if kind not in known:
                known.add(kind)
                yield from objects(inner, path + (i,))


def at(value, path):
    for step in path:
        value = value[step]
    return value


def mistakes(dump):
    """Yields a description and a dump with one mistake."""
    for path in objects(dump):
        for way in ["more", *at(dump, path)]:
            wrong = copy.deepcopy(dump)
            target = at(wrong, path)
            if way == "more":
                target["undocumented"] = 1
            else:
                target[way] = {"undocumented": 1}
            yield "%s: %s" % (path, way), wrong


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        root = json.load(file)
    with open(sys.argv[2], encoding="utf-8") as file:
        dump = json.load(file)
    for key in ("structs", "enums", "events", "types"):
        dump[key] = dump[key][:6]
    compared = differ = 0
    for name, wrong in mistakes(dump):
        compared += 1
        if not any(validate.Schema(root).check(root, wrong, "", "#")):
            differ += 1
            print("%s is not found" % name)
    for keyword in ("oneOf", "format", "unevaluatedProperties"):
        compared += 1
        unknown = copy.deepcopy(root)
        unknown["$defs"]["member"][keyword] = False
        try:
            list(validate.Schema(unknown).check(unknown, dump, "", "#"))
            differ += 1
            print("the keyword %s is ignored" % keyword)
        except AttributeError:
            pass
    print("%d compared, %d differ" % (compared, differ))
    sys.exit(differ > 0)


if __name__ == "__main__":
    main()
