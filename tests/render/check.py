#!/usr/bin/env python3
"""Checks what `strata render` writes against what `strata dump` and `strata decode` say.

    check.py context DUMP LIST           the output of list.mustache
    check.py ctypes DUMP LIST OUT.py     loads the types, and compares offsets, sizes and bits
    check.py values STRATA SPECS LIST OUT.py   decodes random bytes both ways
    check.py rust DUMP LIST OUT.rs
    check.py csharp DUMP LIST OUT.cs

Fails if anything differs, or nothing was compared.
"""
import ctypes
import importlib.util
import json
import random
import re
import subprocess
import sys

compared = differing = 0


def same(where, expected, actual):
    global compared, differing
    compared += 1
    if expected != actual:
        differing += 1
        print(f"{where}: {actual}, not {expected}")


def number(text):
    return int(text, 0) if text else None


def read_list(path):
    """Returns the structures of list.mustache's output by title: layouts with their spans and members."""
    structures, layout = {}, None
    for line in open(path, encoding="utf-8"):
        kind, *fields = line.rstrip("\n").split("\t")
        if kind == "structure":
            structure = {"name": fields[0], "kind": fields[2], "layouts": [], "aliases": {}}
            structures[fields[1]] = structure
        elif kind == "layout":
            layout = {"label": fields[0], "size": number(fields[1]), "least": number(fields[2]),
                      "align": number(fields[3]), "spans": [], "members": []}
            structure["layouts"].append(layout)
        elif kind == "span":
            layout["spans"].append((fields[0], fields[1], fields[2] or None))
        elif kind == "alias":
            structure["aliases"][fields[0], fields[1]] = fields[2]
        elif kind == "member":
            keys = ("name", "title", "type", "offset", "bytes", "count", "bit", "width", "provenance", "kind")
            member = dict(zip(keys, fields))
            for key in ("offset", "bytes", "count", "bit", "width"):
                member[key] = number(member[key])
            layout["members"].append(member)
    return structures


def flatten(members):
    """The named members of an aggregate, those of anonymous ones among them."""
    for member in members:
        known = member["offset"] is not None
        if member["name"] is None:
            yield from flatten(member.get("members", ()))
        elif known and member["size"] is not None and not ("width" in member and (
                member["bit"] is None or member["bit"] + member["width"] > 8 * member["size"])):
            yield member


def dumped(path):
    """Yields each layout of a dump: its structure's name and kind, itself, and its members, each name once."""
    for structure in json.load(open(path, encoding="utf-8"))["structs"]:
        for layout in structure["layouts"]:
            members, seen = [], set()
            for member in flatten(layout["members"]):
                if member["name"] not in seen:
                    members.append(member)
                seen.add(member["name"])
            yield structure, layout, members


def layouts_by_span(structures):
    return {(title, *span): layout for title, structure in structures.items() for layout in structure["layouts"]
            for span in layout["spans"]}


def check_context(dump, listed):
    structures = read_list(listed)
    by_span = layouts_by_span(structures)
    for structure, layout, members in dumped(dump):
        name = structure["name"]
        if name not in structures:
            continue
        where = f"{name} on {layout['arch']} from {layout['from']}"
        own = by_span.pop((name, layout["arch"], layout["from"], layout["to"]), None)
        same(where, True, own is not None)
        if not own:
            continue
        same(f"{where}, kind", structure["kind"], structures[name]["kind"])
        same(f"{where}, size", layout["size"], own["size"])
        same(f"{where}, align", layout["align"], own["align"])
        same(f"{where}, members", [member["name"] for member in members],
             [member["title"] for member in own["members"]])
        for expected, actual in zip(members, own["members"]):
            at = f"{where}, {expected['name']}"
            keys = [("offset", "offset"), ("size", "bytes"), ("bit", "bit"), ("width", "width")]
            if own["spans"][0] == (layout["arch"], layout["from"], layout["to"]):
                keys.append(("provenance", "provenance"))  # spans of one layout may differ in it
            for key, other in keys:
                same(f"{at}, {key}", expected.get(key, "documented" if key == "provenance" else None), actual[other])
            if "count" in expected:
                same(f"{at}, count", expected["count"], actual["count"])
    # The rest are spans of an architecture whose layouts are those of another.
    known = {(title, *span[1:]) for title, structure in structures.items() for layout in structure["layouts"]
             for span in layout["spans"]}
    for title, arch, begin, end in by_span:
        same(f"{title} on {arch} from {begin}", True, (title, begin, end) in known)


def load(path):
    spec = importlib.util.spec_from_file_location("rendered", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def each_layout(dump, listed):
    """Yields the name of the type or module of each layout of the dump, its size, and pairs of members."""
    structures = read_list(listed)
    by_span = layouts_by_span(structures)
    for structure, layout, members in dumped(dump):
        if structure["name"] not in structures:
            continue
        own = by_span[structure["name"], layout["arch"], layout["from"], layout["to"]]
        names = {member["title"]: member["name"] for member in own["members"]}
        yield (f"{structures[structure['name']]['name']}_{own['label']}", layout["size"],
               [(names[member["name"]], member) for member in members if member["name"] in names])


def check_ctypes(dump, listed, path):
    module = load(path)
    for name, size, members in each_layout(dump, listed):
        type_ = getattr(module, name)
        if size is not None:
            same(f"{name}, size", size, ctypes.sizeof(type_))
        for own, member in members:
            if size is not None and member["offset"] + member["size"] > size:
                same(f"{name}.{own}, left out", False, hasattr(type_, own))
                continue
            field = getattr(type_, own)
            same(f"{name}.{own}, offset", member["offset"], field.offset)
            if "width" in member:
                same(f"{name}.{own}, bits", (member["bit"], member["width"]), (field.size & 0xFFFF, field.size >> 16))
            else:
                same(f"{name}.{own}, size", member["size"], field.size)
    for title, structure in read_list(listed).items():
        for (version, arch), label in structure["aliases"].items():
            same(f"{title} in {version} on {arch}", f"{structure['name']}_{label}",
                 module.layout(title, version, arch).__name__)


def scalars(value):
    """The numbers of a decoded value; None for what decode shows in another form."""
    if isinstance(value, dict) and "value" in value:
        value = value["value"]
    if isinstance(value, list):
        return [scalars(item) for item in value]
    if isinstance(value, str):
        return int(value, 0) if re.fullmatch("-?0x[0-9a-f]+", value) else None
    return value if isinstance(value, (int, float)) else None


def alike(expected, actual, member):
    """A decoded value in the form of ctypes: a truth as its number, and a short float as a long one."""
    if isinstance(expected, bool):
        return actual if bool(actual) == expected else expected
    if isinstance(expected, float):
        return (ctypes.c_float if member["bytes"] // (member["count"] or 1) == 4 else ctypes.c_double)(expected).value
    return expected


def check_values(strata, specs, listed, path):
    module, choose = load(path), random.Random(5)
    for title, structure in read_list(listed).items():
        for layout in structure["layouts"]:
            arch, begin, _ = layout["spans"][0]
            if not layout["size"] or layout["size"] > 100000:
                continue
            data = choose.randbytes(layout["size"])
            ran = subprocess.run([strata, "decode", specs, "--struct", title, "--at", f"{begin}/{arch}",
                                  "--format", "json", "--hex", data.hex()],
                                 capture_output=True, text=True, check=False)
            decoded = json.loads(ran.stdout)["data"]["value"] if ran.stdout else {}
            decoded = decoded if isinstance(decoded, dict) else {}
            value = getattr(module, f"{structure['name']}_{layout['label']}").from_buffer_copy(data)
            for member in layout["members"]:
                expected = scalars(decoded.get(member["title"]))
                if member["kind"] not in ("unsigned", "signed", "pointer", "float") or expected is None:
                    continue
                if member["offset"] + member["bytes"] > layout["size"]:
                    continue
                actual = getattr(value, member["name"])
                if isinstance(expected, list):
                    if None in expected:
                        continue
                    actual = list(actual)[:len(expected)]
                    expected = [alike(*pair, member) for pair in zip(expected, actual)]
                else:
                    expected = alike(expected, actual, member)
                same(f"{title}_{layout['label']}.{member['title']}", expected, actual)


def check_rust(dump, listed, path):
    text = open(path, encoding="utf-8").read()
    modules = {}
    for name, body in re.findall(r"^pub mod (\w+) \{\n(.*?)^\}", text, re.S | re.M):
        modules[name] = {key: int(value, 0)
                         for key, value in re.findall(r"^    pub const (\w+): \w+ = (\w+);", body, re.M)}
    for name, size, members in each_layout(dump, listed):
        constants = modules[name]
        same(f"{name}, size", size, constants.get("SIZE"))
        for own, member in members:
            same(f"{name}, {own}", (member["offset"], member["size"], member.get("bit")),
                 tuple(constants.get(f"{key}_{own}") for key in ("OFFSET", "SIZE", "BIT")))
            if "width" in member:
                same(f"{name}, {own}, mask", (1 << member["width"]) - 1, constants.get(f"MASK_{own}"))
    for structure in read_list(listed).values():
        for (version, arch), label in structure["aliases"].items():
            alias, name = f"{structure['name']}_{version}_{arch}", f"{structure['name']}_{label}"
            same(f"{alias}, alias", True, alias == name or f"pub use self::{name} as {alias};" in text)


def check_csharp(dump, listed, path):
    text = open(path, encoding="utf-8").read()
    sizes, fields, bits = {}, {}, {}
    for size, name, body in re.findall(r"Pack = 1(?:, Size = (\w+))?\)\]\n    public unsafe struct (\w+)\n    \{\n"
                                       r"(.*?)^    \}$", text, re.S | re.M):
        sizes[name] = number(size)
        fields[name] = {}
        bits[name] = dict(re.findall(r"get \{ return \(UInt\d+\)\(bits_(\w+) >> (\w+ & \w+)\); \}", body))
        for offset, kind, own, count in re.findall(r"\[FieldOffset\((\w+)\)\] (?:public|private) ((?:fixed )?\w+) "
                                                   r"(?:@|bits_)(\w+?)(?:\[(\w+)\])?;", body):
            fields[name][own] = (number(offset), kind, number(count))
        for own, offset in re.findall(r"public const int Offset_(\w+) = (\w+);", body):
            fields[name][own] = (number(offset), None, None)
    for name, size, members in each_layout(dump, listed):
        same(f"{name}, size", size, sizes.get(name))
        for own, member in members:
            offset, kind, count = fields[name].get(own, (None, None, None))
            same(f"{name}.{own}, offset", member["offset"], offset)
            if not kind:
                continue
            element = re.fullmatch(r"(?:fixed )?(?:U?Int|Float)(\d+)", kind)
            one = int(element[1]) // 8 if element else sizes.get(kind)
            if one is not None:
                same(f"{name}.{own}, size", member["size"], one * (1 if count is None else count))
            if "width" in member:
                shift, mask = bits[name][own].split(" & ")
                same(f"{name}.{own}, bits", (member["bit"], (1 << member["width"]) - 1), (int(shift), int(mask, 0)))


CHECKS = {"context": check_context, "ctypes": check_ctypes, "values": check_values, "rust": check_rust,
          "csharp": check_csharp}

if __name__ == "__main__":
    CHECKS[sys.argv[1]](*sys.argv[2:])
    print(f"{compared} compared, {differing} differ")
    sys.exit(differing > 0 or compared == 0)
