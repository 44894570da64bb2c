#!/usr/bin/env python3
"""wrong.py SCHEMA FILE...: validate.py must refuse a document with one mistake.

Puts each kind of mistake into each kind of object, and into the schema itself.
The last line is "N compared, N differ".
"""
import copy
import json
import sys

import validate


def pruned(value):
    """Returns a value whose lists have one item of each kind: of objects with the same keys, the first."""
    if isinstance(value, dict):
        return {key: pruned(inner) for key, inner in value.items()}
    if isinstance(value, list):
        kinds = {}
        for inner in value:
            kinds.setdefault(tuple(inner) if isinstance(inner, dict) else type(inner), inner)
        return [pruned(inner) for inner in kinds.values()]
    return value


def objects(value, path=()):
    """Yields the paths of the objects in a value."""
    if isinstance(value, dict):
        yield path
        for key, inner in value.items():
            if key != "value" or "struct" not in value:  # a decoded structure has its own keys
                yield from objects(inner, path + (key,))
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from objects(inner, path + (i,))


def at(value, path):
    for step in path:
        value = value[step]
    return value


def mistakes(dump):
    """Yields descriptions of mistakes; the dump has each one while its description is at hand, and none afterwards."""
    for path in list(objects(dump)):
        target = at(dump, path)
        target["undocumented"] = 1
        yield "%s: more" % (path,)
        del target["undocumented"]
        for key, value in list(target.items()):
            if key == "value" and "struct" in target:
                continue
            target[key] = {"undocumented": 1}
            yield "%s: %s" % (path, key)
            target[key] = value


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        root = json.load(file)
    compared = differ = 0
    for _, document in validate.documents(sys.argv[2:]):
        document = pruned(document)
        schema = validate.Schema(root)
        for name in mistakes(document):
            compared += 1
            if not schema.check(document):
                differ += 1
                print("%s %s is not found" % (document["document"], name))
    for keyword in ("oneOf", "format", "unevaluatedProperties"):
        compared += 1
        unknown = copy.deepcopy(root)
        unknown["$defs"]["target"][keyword] = False
        try:
            validate.Schema(unknown).check({})
            differ += 1
            print("the keyword %s is ignored" % keyword)
        except AttributeError:
            pass
    print("%d compared, %d differ" % (compared, differ))
    sys.exit(differ > 0)


if __name__ == "__main__":
    main()
