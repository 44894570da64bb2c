#!/usr/bin/env python3
"""layouts.py [DUMP...]: the layouts and values of a dump, from standard input, a line each; those of named dumps go
to DUMP.layouts.

For tests that make a spec again from what strata prints of it: that has no
comments, documents, attested versions and remarks, and another file.
"""
import json
import sys

MEMBER = ("name", "type", "offset", "size", "bit", "width", "count", "provenance")
VALUE = ("name", "remark", "arch", "from", "to", "value")


def members(found):
    """The members with the keys that count."""
    for member in found:
        kept = {key: member[key] for key in MEMBER if key in member}
        if kept.get("provenance") == "documented":
            del kept["provenance"]  # tables state the offset of each member
        if "members" in member:
            kept["members"] = list(members(member["members"]))
        yield kept


def cells(found):
    return [{key: value[key] for key in VALUE if key in value} for value in found]


def lines(dump):
    """Yields the objects of the lines."""
    for struct in dump["structs"]:
        yield {key: struct[key] for key in ("name", "kind")}
        for layout in struct["layouts"]:
            yield {key: layout[key] for key in ("arch", "from", "to", "size", "align")}
            yield from members(layout["members"])
    for enum in dump["enums"]:
        yield {key: enum[key] for key in ("name", "kind", "type", "indexed") if key in enum}
        yield from cells(enum["values"])
    for event in dump["events"]:
        yield {"name": event["name"], "data": event["data"], "group": event["group"], "hook": cells(event["hook"]),
               "headers": [(header["struct"], cells(header["marker"])) for header in event["headers"]]}


def main():
    if len(sys.argv) == 1:
        write(sys.stdin, sys.stdout)
    for name in sys.argv[1:]:
        with open(name, encoding="utf-8") as dump, open(name + ".layouts", "w", encoding="utf-8") as out:
            write(dump, out)


def write(dump, out):
    for line in lines(json.load(dump)):
        print(json.dumps(line), file=out)


if __name__ == "__main__":
    main()
