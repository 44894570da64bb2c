#!/usr/bin/env python3
"""wrong.py SCHEMA FILE...: validate.py must refuse a document with one mistake.

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
            if key != "value" or "struct" not in value:  # a decoded structure has its own keys
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
            if way == "value" and "struct" in at(dump, path):
                continue
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
    compared = differ = 0
    for _, document in validate.documents(sys.argv[2:]):
        for key in ("structs", "enums", "events", "types", "members"):
            if isinstance(document.get(key), list):
                document[key] = document[key][:6]
        for name, wrong in mistakes(document):
            compared += 1
            if not any(validate.Schema(root).check(root, wrong, "", "#")):
                differ += 1
                print("%s %s is not found" % (document["document"], name))
    for keyword in ("oneOf", "format", "unevaluatedProperties"):
        compared += 1
        unknown = copy.deepcopy(root)
        unknown["$defs"]["target"][keyword] = False
        try:
            list(validate.Schema(unknown).check(unknown["$defs"]["target"], {}, "", "#"))
            differ += 1
            print("the keyword %s is ignored" % keyword)
        except AttributeError:
            pass
    print("%d compared, %d differ" % (compared, differ))
    sys.exit(differ > 0)


if __name__ == "__main__":
    main()
