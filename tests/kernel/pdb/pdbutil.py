#!/usr/bin/env python3
"""pdbutil.py TYPES DUMP: compares what `llvm-pdbutil dump -types` prints of a
PDB with what kernel_dump prints: each structure, union and enumeration with a
name, its size, and its members or values. Names with several definitions, and
structures with virtual bases, are left out.

Prints a line for each difference, and "N compared, N differ" last."""

import re
import sys

LEAF = re.compile(r" +(0x[0-9A-F]+) \| (LF_\w+) \[size = \d+\](?: `(.*)`)?")
UNNAMED = re.compile(r"(.*::)?(<(unnamed|anonymous)-.*>|__unnamed|__anonymous)")


def read_types(path):
    """{type: (kind, name, text)}: the text of each leaf, its lines joined."""
    leaves, current = {}, None
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            found = LEAF.match(line)
            if found:
                current = leaves[found[1]] = [found[2], found[3], []]
            elif current and line.startswith("           "):
                current[2].append(line.strip())
    return leaves


def low_bits(number):
    """Compilers write -1 with a sign or without one."""
    return int(number) % (1 << 32)


class Types:
    def __init__(self, path):
        self.leaves = read_types(path)
        self.definitions = {}
        for leaf in self.leaves.values():
            text = " ".join(leaf[2])
            if leaf[0] in ("LF_STRUCTURE", "LF_CLASS", "LF_UNION", "LF_ENUM") and "forward ref" not in text:
                self.definitions.setdefault((leaf[0] == "LF_ENUM", leaf[1]), []).append((leaf[0], text))
        self.uniques = {}
        for leaf in self.leaves.values():
            text = " ".join(leaf[2])
            unique = re.search(r"unique name: `([^`]*)`", text)
            if unique and "forward ref" not in text:
                self.uniques[unique[1]] = text

    def fields(self, text):
        found = re.search(r"field list: (0x[0-9A-F]+)", text)
        while found:
            lines = self.leaves[found[1]][2]
            yield from re.split(r"(?:^| )- (?=LF_)", " ".join(lines))[1:]
            found = re.search(r"- LF_INDEX type = (0x[0-9A-F]+)|continuation = (0x[0-9A-F]+)", " ".join(lines))

    def members(self, text, base=0):
        for field in self.fields(text):
            member = re.match(r"LF_MEMBER \[name = `(.*)`, Type = (0x[0-9A-F]+).*, offset = (\d+)", field)
            if member:
                bits = self.leaves.get(member[2])
                place = ""
                if bits and bits[0] == "LF_BITFIELD":
                    found = re.search(r"bit offset = (\d+), # bits = (\d+)", " ".join(bits[2]))
                    place = f".{found[1]}+{found[2]}"
                yield member[1], f"{int(member[3]) + base}{place}"
            elif field.startswith("LF_VFUNCTAB"):
                yield "__vfptr", f"{base}"
            elif field.startswith("LF_BCLASS"):
                found = re.search(r"type = (0x[0-9A-F]+).*offset = (\d+)", field)
                yield from self.members(self.definition(found[1]), base + int(found[2]))
            elif field.startswith(("LF_VBCLASS", "LF_IVBCLASS")):
                raise KeyError

    def definition(self, index):
        text = " ".join(self.leaves[index][2])
        unique = re.search(r"unique name: `([^`]*)`", text)
        return self.uniques[unique[1]] if unique and "forward ref" in text else text

    def all(self):
        for (is_enum, name), definitions in self.definitions.items():
            if len(definitions) > 1 or UNNAMED.fullmatch(name):
                continue
            kind, text = definitions[0]
            try:
                if is_enum:
                    values = re.findall(r"LF_ENUMERATE \[(.*) = (-?\d+)\]", "\n".join(self.fields(text)))
                    yield f"enum {name}", sorted((value, low_bits(number)) for value, number in values)
                else:
                    members = sorted(self.members(text))
                    if len({member for member, _ in members}) == len(members):
                        size = re.search(r"sizeof (\d+)", text)[1]
                        yield f"{'union' if kind == 'LF_UNION' else 'struct'} {name}:{size}", members
            except KeyError:
                continue


def read_dump(path):
    everything, current = {}, None
    with open(path, encoding="utf-8") as file:
        for line in file:
            found = re.match(r"(enum) (.*):[iu]\d$|((?:struct|union) .*:\d+)$", line)
            member = re.match(r"    (\d+(?:\.\d+\+\d+)?) ([^ ].*?): ", line)
            value = re.match(r"    (-?\d+) (\S.*)$", line)
            if found:
                key = found[3] or f"enum {found[2]}"
                current = everything[key] = []
            elif current is not None and key.startswith("enum") and value:
                current.append((value[2], low_bits(value[1])))
            elif current is not None and member:
                current.append((member[2], member[1]))
    return everything


def main():
    dump = read_dump(sys.argv[2])
    compared = differ = 0
    for key, members in Types(sys.argv[1]).all():
        compared += 1
        ours = dump.get(key)
        if ours is None or sorted(ours) != members:
            differ += 1
            print(f"{key}: {ours} and not {members}")
    print(f"{compared} compared, {differ} differ")
    sys.exit(differ > 0)


main()
