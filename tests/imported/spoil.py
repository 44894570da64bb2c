"""Symbol files with fields that make no sense.

spoil.py FILE SEED OUTPUT writes a copy of a symbol file (JSON, or .xz of it) in which some fields, and now and then a type,
are other than they were: offsets, sizes, counts, bits, kinds, types that are not there, huge and negative numbers, values
of another kind of JSON. The same seed makes the same file.
"""

import copy
import json
import lzma
import random
import sys

NUMBERS = (0, 1, 2, 3, 7, 8, 15, 31, 32, 63, 64, 100, 255, 0x1000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 1 << 32, 1 << 63,
           1 << 64, 10 ** 30, -1, -4, -0x80000000)
OTHERS = (None, True, "4", 1.5, [], {}, [4])
STRANGE = ("_NOT_HERE", "__unnamed_ffff", "", "a\nb", "x" * 300, "VOID", "size", "\u2028", "*/", "// {")


def load(path):
    opener = lzma.open if path.endswith(".xz") else open
    with opener(path, "rb") as file:
        return json.load(file)


def number(chance, old):
    """Another number, as a rule one near the old one."""
    if chance.random() < 0.5 and isinstance(old, int):
        return old + chance.choice((1, -1, 2, 4, -4, 8, -8, 64, old))
    return chance.choice(NUMBERS)


def types_in(kind):
    """A type, and those in it."""
    while isinstance(kind, dict):
        yield kind
        kind = kind.get("subtype", kind.get("type"))


def spoil_type(chance, kind, tags):
    """Changes a type; what it must have besides its kind may be missing then."""
    way = chance.randrange(6)
    numbers = [key for key in ("count", "bit_length", "bit_position") if key in kind]
    if way <= 2 and numbers:
        key = chance.choice(numbers)
        kind[key] = number(chance, kind[key])
    elif way == 3 and "name" in kind:
        kind["name"] = chance.choice(tags + list(STRANGE))
    elif way == 4:
        kind.clear()
        kind.update({"kind": chance.choice(("struct", "union", "enum", "base")), "name": chance.choice(tags)})
    else:
        old = copy.deepcopy(kind)
        kind.clear()
        kind.update(chance.choice((
            {"kind": "array", "count": number(chance, 4), "subtype": old},
            {"kind": "pointer", "subtype": old},
            {"kind": "function"},
            {"kind": "bitfield", "bit_length": number(chance, 4), "bit_position": number(chance, 3), "type": old},
            {"kind": "base", "name": "void"})))


def spoil_field(chance, field, tags):
    way = chance.randrange(8)
    if way <= 2:
        field["offset"] = number(chance, field["offset"])
    elif way <= 6:
        spoil_type(chance, chance.choice(list(types_in(field["type"]))), tags)
    else:
        field["anonymous"] = not field.get("anonymous", False)


def spoil_once(chance, data):
    tags = [*data["user_types"], *data["enums"], *data["base_types"]]
    records = [record for record in data["user_types"].values() if record["fields"]]
    way = chance.randrange(40)
    if way < 30 and records:
        spoil_field(chance, chance.choice(list(chance.choice(records)["fields"].values())), tags)
    elif way < 34:
        record = chance.choice(list(data["user_types"].values()))
        record["size"] = number(chance, record["size"])
    elif way == 34:
        record = chance.choice(list(data["user_types"].values()))
        record["kind"] = "union" if record["kind"] == "struct" else "struct"
    elif way == 35:
        data["user_types"].pop(chance.choice(list(data["user_types"])))
    elif way == 36 and records:
        fields = chance.choice(records)["fields"]
        fields[chance.choice(STRANGE)] = copy.deepcopy(chance.choice(list(fields.values())))
    elif way == 37:
        base = chance.choice(list(data["base_types"].values()))
        base["size"] = number(chance, base["size"])
    elif way == 38 and data["enums"]:
        enum = chance.choice(list(data["enums"].values()))
        enum["constants"][chance.choice(STRANGE)] = number(chance, 4)
    elif records:
        fields = chance.choice(records)["fields"]
        field = fields[chance.choice(list(fields))]
        field[chance.choice(list(field))] = chance.choice(OTHERS)


def spoil(data, seed):
    """A copy in which one to eight things are wrong."""
    chance, data = random.Random(seed), copy.deepcopy(data)
    for _ in range(chance.choice((1, 1, 2, 4, 8))):
        try:
            spoil_once(chance, data)
        except (AttributeError, IndexError, KeyError, TypeError):
            pass    # what is wrong already cannot be made wrong in this way
    return data


def main():
    source, seed, output = sys.argv[1:]
    with open(output, "w", encoding="utf-8") as file:
        json.dump(spoil(load(source), int(seed)), file)


if __name__ == "__main__":
    main()
