"""Random C structures, laid out by clang as the compilers of
Windows do for x86 and x64, written as specs.

Each is written twice: with the offsets and sizes that clang says, and without
any.  `strata check -W natural` must say nothing of either, and `strata dump`
must have each member where clang has it.
"""

import os
import random
import re
import subprocess
import tempfile

import validate

SEED = 20150729
COUNT = 300
ARCHES = {"x86": "i686-pc-windows-msvc", "x64": "x86_64-pc-windows-msvc"}

SCALARS = {"UCHAR": ("unsigned char", 1), "CHAR": ("signed char", 1), "USHORT": ("unsigned short", 2),
           "ULONG": ("unsigned int", 4), "LONG": ("int", 4), "ULONGLONG": ("unsigned long long", 8),
           "LARGE_INTEGER": ("long long", 8), "ULONG_PTR": ("__UINTPTR_TYPE__", 0), "PVOID": ("void *", 0)}
BIT_TYPES = ("UCHAR", "USHORT", "ULONG", "ULONGLONG")
HEAD = 'use "{specs}/nt/nt.strata";\ncolumns x86 | x64;\n\n'


class Field:
    """A member; rows: of an aggregate that stands in another."""

    def __init__(self, name, type_, bounds="", width=0, align=0, rows=None, is_union=False):
        self.name, self.type, self.bounds, self.width = name, type_, bounds, width
        self.align, self.rows, self.is_union = align, rows, is_union


class Structure:
    def __init__(self, name, fields, is_union, packing):
        self.name, self.fields, self.is_union, self.packing = name, fields, is_union, packing


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.made, self.serial = [], 0

    def name(self):
        self.serial += 1
        return f"M{self.serial}"

    def fields(self, depth, in_union):
        found = []
        for _ in range(self.random.randint(1, 3 if depth else 8)):
            found += self.field(depth, in_union)
        return found

    def field(self, depth, in_union):
        kind = self.random.randrange(20)
        if kind < 3 and depth < 3:
            rows, is_union = None, self.random.randrange(2) == 0
            rows = self.fields(depth + 1, is_union)
            named = self.random.randrange(2)
            bounds = "[2]" if named and self.random.randrange(3) == 0 else ""
            return [Field(self.name() if named else None, None, bounds, rows=rows, is_union=is_union)]
        if kind < 6 and not in_union:
            # One type a run: MSVC begins a new unit where the size of the type changes, and so does clang for it.
            type_ = self.random.choice(BIT_TYPES)
            bits = SCALARS[type_][1] * 8
            return [Field(self.name(), type_, width=self.random.randint(1, bits))
                    for _ in range(self.random.randint(1, 4))]
        type_ = self.random.choice(list(SCALARS))
        if kind == 6 and self.made:
            type_ = self.random.choice(self.made).name
        elif kind == 7:
            type_ += " *"
        elif kind == 8:
            return [Field(self.name(), "(*)")]
        align = self.random.choice((8, 16)) if kind == 9 else 0
        bounds = self.random.choice(("[3]", "[2][2]", "[1]", "[5]")) if self.random.randrange(4) == 0 else ""
        return [Field(self.name(), type_, bounds, align=align)]

    def structure(self):
        is_union = self.random.randrange(10) == 0
        self.serial = 0
        fields = self.fields(0, is_union)
        if not is_union and self.random.randrange(12) == 0:
            fields += [Field(self.name(), "UCHAR"), Field(self.name(), "USHORT", "[]")]
        # alignas within #pragma pack means what each compiler likes.
        has_align = any(field.align for field in all_fields(fields))
        packing = self.random.choice((1, 2, 4)) if not has_align and self.random.randrange(6) == 0 else 0
        structure = Structure(f"S{len(self.made)}", fields, is_union, packing)
        return structure

    def structures(self, count):
        result = []
        for _ in range(count):
            structure = self.structure()
            structure.name = f"S{len(result)}"
            result.append(structure)
            if not any(field.bounds == "[]" or field.align for field in all_fields(structure.fields)):
                self.made.append(structure)
        return result


def all_fields(fields):
    for field in fields:
        yield field
        yield from all_fields(field.rows or [])


def word(is_union):
    return "union" if is_union else "struct"


# ---- As C, and what clang makes of it

def c_field(field, outer):
    name = field.name or ""
    if field.rows is not None:
        tag = f"{outer}_{name}" if name else ""
        inner = "".join(c_field(row, tag or outer) for row in field.rows)
        return f"{word(field.is_union)} {tag} {{ {inner} }} {name}{field.bounds}; "
    if field.type == "(*)":
        return f"void (*{name})(ULONG); "
    align = f"_Alignas({field.align}) " if field.align else ""
    width = f" : {field.width}" if field.width else ""
    return f"{align}{field.type} {name}{field.bounds}{width}; "


def c_text(structures):
    lines = [f"typedef {c} {name};" for name, (c, _) in SCALARS.items()]
    for s in structures:
        body = f"{word(s.is_union)} {s.name} {{ {''.join(c_field(field, s.name) for field in s.fields)}}};"
        if s.packing:
            body = f"#pragma pack(push, {s.packing})\n{body}\n#pragma pack(pop)"
        lines += [body, f"typedef {word(s.is_union)} {s.name} {s.name};", f"int z_{s.name}[sizeof({s.name})];"]
    return "\n".join(lines) + "\n"


_LINE = re.compile(r"^ *(\d+)(?::(\d+)-(\d+))? \| ( *)(.*)$")


def clang_layouts(text, target):
    """{record: (size, align, {member: (first bit, width or 0)})}; members of anonymous aggregates are the record's."""
    run = subprocess.run(["clang", f"--target={target}", "-w", "-fsyntax-only", "-ffreestanding", "-xc", "-std=c11",
                          "-Xclang", "-fdump-record-layouts", "-"], input=text, capture_output=True, text=True)
    if run.returncode:
        raise RuntimeError(run.stderr)
    layouts = {}
    for block in run.stdout.split("*** Dumping AST Record Layout\n")[1:]:
        lines = block.splitlines()
        title = _LINE.match(lines[0]).group(5)
        members, named_depth = {}, None
        for line in lines[1:]:
            size = re.match(r" *\| \[sizeof=(\d+), align=(\d+)\]", line)
            if size:
                layouts[title.split()[-1]] = int(size.group(1)), int(size.group(2)), members
                break
            byte, first, last, blanks, rest = _LINE.match(line).groups()
            depth = len(blanks)
            if named_depth is not None and depth > named_depth:
                continue                        # within a member that is a structure of its own
            named_depth = None
            if not rest.endswith(" "):          # else it is anonymous
                named_depth = depth
                width = int(last) - int(first) + 1 if first else 0
                members[rest.split()[-1]] = int(byte) * 8 + int(first or 0), width
    return layouts


# ---- As a spec

class Writer:
    def __init__(self, layouts, chance, is_stated):
        self.layouts, self.random, self.is_stated = layouts, chance, is_stated
        self.lines, self.units = [], None

    def structure(self, s):
        clauses = f" pack {s.packing}" if s.packing else ""
        self.lines.append(f"{word(s.is_union)} {s.name} in 5.2-sp1..{clauses} {{")
        if self.is_stated:
            self.size(s.name)
        self.rows(s.fields, s.name, s.name, 1)
        self.lines += ["}", ""]

    def size(self, record, depth=1):
        sizes = [self.layouts[arch][record][0] for arch in ARCHES]
        self.lines.append(f"{'    ' * depth}size {sizes[0]:#x} | {sizes[1]:#x};")

    def rows(self, fields, record, tag, depth):
        self.units = None
        for field in fields:
            indent = "    " * depth
            if field.rows is not None:
                inner = f"{tag}_{field.name}" if field.name else tag
                self.lines.append(f"{indent}{word(field.is_union)} {field.name or ''}{field.bounds}"
                                  f"{self.at(field, record)} {{")
                if self.is_stated and field.name:
                    self.size(inner, depth + 1)
                self.rows(field.rows, inner if field.name else record, inner, depth + 1)
                self.lines.append(indent + "}")
                self.units = None
            else:
                self.lines.append(indent + self.member(field, record))

    def member(self, field, record):
        if field.type == "(*)":
            text = f"VOID (*{field.name})(ULONG)"
        else:
            text = f"{field.type} {field.name}{field.bounds}"
        if not field.width:
            self.units = None
        else:
            text += f" : {field.width}"
        text += self.at(field, record)
        if field.align:
            text += f" align {field.align}"
        return text + ";"

    def at(self, field, record):
        if not self.is_stated or (field.rows is not None and not field.name):
            return ""
        places = [self.layouts[arch][record][2][field.name] for arch in ARCHES]
        if not field.width:
            return f" at {places[0][0] // 8:#x} | {places[1][0] // 8:#x}"
        bits = SCALARS[field.type][1] * 8
        if not (self.units and self.units[0] == bits and self.units[1] + field.width <= bits):
            self.units = [bits, 0, [first for first, _ in places]]
        self.units[1] = places[0][0] - self.units[2][0] + field.width
        bit = places[0][0] - self.units[2][0]
        text = f" at {self.units[2][0] // 8:#x} | {self.units[2][1] // 8:#x}"
        return text + self.random.choice(("", f" bit {bit}", f" mask {((1 << field.width) - 1) << bit:#x}"))


# ---- The comparison

def dump_members(members):
    """{member: (first bit, width or 0)}, anonymous aggregates looked through."""
    found = {}
    for member in members:
        if member["name"] is None:
            found.update(dump_members(member["members"]))
        else:
            offset = member["offset"] * 8
            found[member["name"]] = offset + member.get("bit", 0), member.get("width", 0)
    return found


def differences(dump, layouts, names):
    """Returns the differences between the dump and clang for the structures of these names."""
    for struct in dump["structs"]:
        name = struct["name"].replace(".", "_")
        if struct["name"].split(".")[0] not in names:
            continue
        for layout in struct["layouts"]:
            if layout["arch"] not in ARCHES:
                continue
            size, align, members = layouts[layout["arch"]][name]
            ours = dump_members(layout["members"])
            if (layout["size"], layout["align"], ours) != (size, align, members):
                yield (f"{struct['name']} on {layout['arch']}: size {layout['size']}, align {layout['align']}, {ours}; "
                       f"clang: {size}, {align}, {members}")


def run(strata):
    """(tests, failures, skipped)"""
    failures = []
    structures = Maker(SEED).structures(COUNT)
    text = c_text(structures)
    try:
        layouts = {arch: clang_layouts(text, target) for arch, target in ARCHES.items()}
    except FileNotFoundError:
        return 0, [], ["mutation/structures: clang is not installed"]
    names = {s.name for s in structures}
    with tempfile.TemporaryDirectory() as directory:
        for is_stated in (True, False):
            writer = Writer(layouts, random.Random(SEED), is_stated)
            for s in structures:
                writer.structure(s)
            path = os.path.join(directory, "stated.strata" if is_stated else "natural.strata")
            with open(path, "w", encoding="utf-8") as file:
                file.write(HEAD.format(specs=os.path.relpath("specs", directory)) + "\n".join(writer.lines))
            what = f"mutation/structures {'with' if is_stated else 'without'} offsets"
            found = checked(strata, path, layouts, names)
            if found:
                failures.append(f"{what}: " + "\n".join(found))
    return 2, failures, []


def checked(strata, path, layouts, names):
    """Returns the mistakes of strata in the structures of a spec."""
    check = subprocess.run([strata, "check", "-W", "all", path], capture_output=True, text=True)
    if check.returncode:
        return ["not clean", check.stdout + check.stderr]
    dump = validate.dumped(strata, [path])
    missing = names - {struct["name"] for struct in dump["structs"]}
    return sorted(missing) + list(differences(dump, layouts, names))
