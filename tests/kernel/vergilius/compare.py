"""Compares two symbol files that `strata dump --format isf` wrote: compare.py ONE OTHER.

Prints structures, members, enumerations and values that only one has, and sizes, offsets, bits and types that differ.
Files of Vergilius call an unsigned int ULONG, and an int LONG, so these are the same here."""
import json
import sys

SAME = {"unsigned int": "unsigned long", "int": "long"}
UNNAMED = "__unnamed_"


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def describe(kind):
    """Returns a type as text. Unnamed structures have numbers, which say nothing."""
    what = kind["kind"]
    if what == "base":
        return SAME.get(kind["name"], kind["name"])
    if what == "pointer":
        return "pointer to " + describe(kind["subtype"])
    if what == "array":
        return "%d of %s" % (kind["count"], describe(kind["subtype"]))
    if what == "bitfield":
        return "bits %d+%d of %s" % (kind["bit_position"], kind["bit_length"], describe(kind["type"]))
    if what == "function":
        return what
    return what + " " + ("" if kind["name"].startswith(UNNAMED) else kind["name"])


def list_record(dump, path, record):
    """Yields pairs of a path and its value: the structure, and its members with those of unnamed structures."""
    yield path, "%s of %d bytes" % (record["kind"], record["size"])
    for field, place in record["fields"].items():
        kind = place["type"]
        yield path + "." + field, "%d %s" % (place["offset"], describe(kind))
        while "subtype" in kind:
            kind = kind["subtype"]
        if kind.get("name", "").startswith(UNNAMED) and kind["kind"] in ("struct", "union"):
            yield from list_record(dump, path + "." + field, dump["user_types"][kind["name"]])


def list_all(dump):
    """Yields pairs of a path and its value. Unnamed structures are only in the members that have them."""
    for name, record in dump["user_types"].items():
        if not name.startswith(UNNAMED):
            yield from list_record(dump, name, record)
    for name, enumeration in dump["enums"].items():
        yield name, "enum of %d bytes" % enumeration["size"]
        for value, number in enumeration["constants"].items():
            yield name + "." + value, str(number)


def main():
    one, other = (dict(list_all(load(path))) for path in sys.argv[1:3])
    for name in sorted(set(one) | set(other)):
        if one.get(name) != other.get(name):
            print("%s: %s, %s" % (name, one.get(name, "nothing"), other.get(name, "nothing")))
    print(len(one), "compared")
    return one != other


if __name__ == "__main__":
    sys.exit(main())
