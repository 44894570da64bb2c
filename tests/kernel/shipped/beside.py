#!/usr/bin/env python3
"""beside.py SMALL.json ALL.json

Compares the dump of specs/nt, specs/etw and specs/std.strata with that of all
shipped specs: each structure, enumeration and event means the same, except
those of files that give way to others. Prints each that does not. Exit status:
0 all do, 1 some do not.
"""

import json
import sys

GIVES_WAY = ("nt/kernel.strata", "nt/kernel_sizes.strata", "nt/windows.strata")


def declarations(path, kind):
    """{name: declaration, with what the indices in it stand for}."""
    with open(path, encoding="utf-8") as file:
        dump = json.load(file)
    found = {}
    for item in dump[kind]:
        for on in item.get("on", ()):
            on["evidence"] = dump["evidence"][on["evidence"]]
            for answer in on.get("answers", ()):  # attested builds of the kernel change names of ends, not numbers
                del answer["from"], answer["to"]
        found[item["name"]] = item
    return found


def main():
    wrong = compared = 0
    for kind in ("structs", "events"):
        small, whole = (declarations(path, kind) for path in sys.argv[1:])
        for name, item in small.items():
            if item.get("file") in GIVES_WAY:
                continue
            compared += 1
            if whole.get(name) != item:
                wrong += 1
                print(f"{name} is not the same beside the structures of the kernel")
    if compared < 30:
        print(f"only {compared} declarations are compared")
    return 1 if wrong or compared < 30 else 0


if __name__ == "__main__":
    sys.exit(main())
