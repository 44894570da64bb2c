#!/usr/bin/env python3
"""Compares generator/templates/shipped/README.md with the keys of the render context.

    keys.py documented README CONTEXT_PARTS   each shape has a section, and each key a row; and nothing else has
    keys.py template README                   prints a template that uses each key as the README describes it
    keys.py values README OUTPUT              the values in the output of that template are what the README says

The template begins with the outermost object, and follows every link of a row.
"""
import re
import sys


def read_page(path):
    """Returns the keys of each object: key -> (value, meaning), in the order of the page."""
    objects, name = {}, None
    for line in open(path, encoding="utf-8").read().split("## Keys\n")[1].split("\n"):
        heading = re.match("### (.*)", line)
        row = re.match(r"\| `(\w+)` \| (.*?) \| (.*) \|$", line)
        if heading:
            name = heading[1]
            objects[name] = {}
        elif row:
            if row[1] in objects[name]:
                print(f"{name}: {row[1]} twice")
            objects[name][row[1]] = (row[2], row[3])
    return objects


def read_context(path):
    text = open(path, encoding="utf-8").read()
    return {shape.lower().replace("_", " "): re.findall(r'"(\w+)"', body)
            for shape, body in re.findall(r"#define (\w+)_KEYS\(KEY\)((?:.*\\\n)*.*\n)", text)}


def compare(page, context):
    for name in sorted(set(page) | set(context)):
        for key in sorted(set(page.get(name, {})) ^ set(context.get(name, []))):
            where = "is not documented" if key in context.get(name, []) else "does not exist"
            print(f"{name}: {key} {where}")
        for key, (value, meaning) in page.get(name, {}).items():
            if not re.fullmatch(r"(list of )?(text|number|hex|true or false|\[([a-z ]+)\]\(#[a-z-]+\))( or (null|hex))*",
                                value) or not meaning:
                print(f"{name}: {key} has an odd value '{value}'")


# The records of these files are other objects.
RECORDS = {"checks": "checked", "printers": "printed"}


def write(page, name, record, depth):
    """Writes a section's tags: texts are printed, lists and objects are entered."""
    if depth > 8:
        return
    for key, (value, _) in page[name].items():
        link = re.search(r"\[([a-z ]+)\]", value)
        if key == "records" and name == "file":
            inner = record
        else:
            inner = link and link[1]
        if inner == "file" and depth:
            continue
        if inner:
            print(f"{{{{#{key}}}}}")
            write(page, inner, RECORDS.get(key, record), depth + 1)
            print(f"{{{{/{key}}}}}")
        elif value.startswith("list of"):
            print(f"{{{{#{key}}}}}\n@{name}\t{key}\t{{{{{{.}}}}}}\n{{{{/{key}}}}}")
        else:
            print(f"@{name}\t{key}\t{{{{{{{key}}}}}}}")


KINDS = {"text": ".*", "number": r"-?\d+", "hex": "0x[0-9A-F]+", "boolean": "true|false", "null": ""}


def check_values(page, path):
    compared, wrong = 0, {}
    for line in open(path, encoding="utf-8", newline="\n"):
        if not line.startswith("@"):
            continue
        name, key, value = line[1:].rstrip("\n").split("\t", 2)
        kind = page[name][key][0].removeprefix("list of ")
        kinds = kind.replace("true or false", "boolean").split(" or ")
        compared += 1
        if not any(re.fullmatch(KINDS[kind], value) for kind in kinds):
            wrong[name, key] = value
    for (name, key), value in wrong.items():
        print(f"{name}: {key} is '{value}', which is not {page[name][key][0]}")
    print(f"{compared} compared, {len(wrong)} differ")
    sys.exit(bool(wrong) or compared == 0)


if __name__ == "__main__":
    if sys.argv[1] == "documented":
        compare(read_page(sys.argv[2]), read_context(sys.argv[3]))
    elif sys.argv[1] == "template":
        write(read_page(sys.argv[2]), "file", "record", 0)
    else:
        check_values(read_page(sys.argv[2]), sys.argv[3])
