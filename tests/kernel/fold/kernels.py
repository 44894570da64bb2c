"""Files of Volatility and PDBs, of what a case says of kernels.

kernels.py CASE DIRECTORY writes a file for each `kernel VERSION ARCH [DATABASE]` of the case, and prints its path, which
has VERSION and ARCH in it. DATABASE is the name of its program database. `pdb VERSION ARCH` writes a PDB instead, whose
members are in the order of the lines. `tables VERSION ARCH` is a kernel of tables of Volatility 2.
A kernel with the version and arch of one above has its number in the path, too. The GUID of each is its number. Below it:

    struct TAG SIZE         and union; with members, a line each:      NAME OFFSET TYPE
    enum TAG SIZE BASE      with values:                               NAME VALUE

A TYPE is a base type's name with a dot for each blank, `struct TAG`, `union TAG` or `enum TAG`, behind `*` for pointers
to it and `[N]` for arrays of it; `function`; or TYPE : WIDTH @ BIT. Tags that begin with # are those of what has no name.
`same` instead of all that is what the kernel above says; a line `- TAG` takes one away from it, as naming one again does.
"""

import copy
import json
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "pdb"))
import pdbs  # pylint: disable=wrong-import-position

MACHINES = {"x86": (332, 4, "ntoskrnl.pdb"), "x64": (34404, 8, "ntkrnlmp.pdb"), "arm64": (43620, 8, "ntkrnlmp.pdb")}
BASES = {"char": 1, "unsigned char": 1, "short": 2, "unsigned short": 2, "wchar": 2, "int": 4, "unsigned int": 4,
         "long": 4, "unsigned long": 4, "long long": 8, "unsigned long long": 8, "f32": 4, "double": 8, "HRESULT": 4,
         "bool": 1, "int128": 16}


def tag_name(tag):
    return "__unnamed_" + tag[1:] if tag.startswith("#") else tag


def read_type(text):
    bits = re.fullmatch(r"(.*) : (\d+) @ (\d+)", text)
    if bits:
        return {"kind": "bitfield", "bit_length": int(bits[2]), "bit_position": int(bits[3]), "type": read_type(bits[1])}
    if text.startswith("*"):
        return {"kind": "pointer", "subtype": read_type(text[1:])}
    if text.startswith("["):
        count, rest = text[1:].split("]", 1)
        return {"kind": "array", "count": int(count, 0), "subtype": read_type(rest)}
    if text == "function":
        return {"kind": "function"}
    kind, _, tag = text.partition(" ")
    return {"kind": kind, "name": tag_name(tag)} if tag else {"kind": "base", "name": text.replace(".", " ")}


def base_types(pointer):
    types = {name: {"endian": "little", "kind": "float" if name in ("f32", "double") else "int",
                    "signed": not name.startswith("unsigned"), "size": size} for name, size in BASES.items()}
    types["void"] = {"endian": "little", "kind": "void", "signed": True, "size": 0}
    types["pointer"] = {"endian": "little", "kind": "int", "signed": False, "size": pointer}
    return types


def read_kernels(path):
    kernels, current = [], None
    for line in open(path, encoding="utf-8"):
        words = line.split("//")[0].split()
        if not words:
            continue
        if words[0] in ("kernel", "pdb", "tables"):
            kernels.append({"version": words[1], "arch": words[2], "database": words[3:], "user_types": {}, "enums": {},
                            "is_pdb": words[0] == "pdb", "is_tables": words[0] == "tables"})
        elif words[0] == "same":
            kernels[-1].update(copy.deepcopy({key: kernels[-2][key] for key in ("user_types", "enums")}))
        elif words[0] == "-":
            for table in ("user_types", "enums"):
                kernels[-1][table].pop(tag_name(words[1]), None)
        elif line[0] != " " and words[0] == "enum":
            current = {"base": words[3].replace(".", " "), "size": int(words[2], 0), "constants": {}}
            kernels[-1]["enums"][tag_name(words[1])] = current
        elif line[0] != " ":
            current = {"kind": words[0], "size": int(words[2], 0), "fields": {}}
            kernels[-1]["user_types"][tag_name(words[1])] = current
        elif "constants" in current:
            current["constants"][words[0]] = int(words[1], 0)
        else:
            current["fields"][words[0]] = {"offset": int(words[1], 0), "type": read_type(" ".join(words[2:]))}
    return kernels


class Pdb:
    """The leaves of a PDB. Types with a name are declared before they are defined."""

    SIMPLE = {"void": 0x03, "char": 0x10, "short": 0x11, "long": 0x12, "long long": 0x13, "unsigned char": 0x20,
              "unsigned short": 0x21, "unsigned long": 0x22, "unsigned long long": 0x23, "int": 0x74,
              "unsigned int": 0x75, "bool": 0x30}

    def __init__(self, kernel, pointer):
        self.kernel, self.pointer, self.leaves, self.unnamed = kernel, pointer, pdbs.Leaves(), {}
        for table in ("user_types", "enums"):
            for tag in kernel[table]:
                if not tag.startswith("__unnamed_"):
                    self.define(tag)

    def define(self, tag):
        if tag in self.kernel["enums"]:
            enum = self.kernel["enums"][tag]
            return self.leaves.enum(tag, self.SIMPLE[enum["base"]], self.leaves.fields(*(
                self.leaves.value(name, value) for name, value in enum["constants"].items())))
        record = self.kernel["user_types"][tag]
        fields = [(name, self.type(field["type"]), field["offset"]) for name, field in record["fields"].items()]
        make = self.leaves.union if record["kind"] == "union" else self.leaves.record
        return make(tag, record["size"], self.leaves.fields(*(self.leaves.member(*field) for field in fields)))

    def tag(self, kind):
        name = kind["name"]
        if name.startswith("__unnamed_"):
            if name not in self.unnamed:
                self.unnamed[name] = self.define(name)
            return self.unnamed[name]
        if kind["kind"] == "enum":
            return self.leaves.enum(name, 0x74, 0, pdbs.FORWARD)
        return (self.leaves.union if kind["kind"] == "union" else self.leaves.record)(name, 0, 0, pdbs.FORWARD)

    def size(self, kind):
        if kind["kind"] == "pointer":
            return self.pointer
        if kind["kind"] == "base":
            return BASES[kind["name"]]
        if kind["kind"] == "array":
            return kind["count"] * self.size(kind["subtype"])
        return {**self.kernel["enums"], **self.kernel["user_types"]}[kind["name"]]["size"]

    def type(self, kind):
        if kind["kind"] == "base":
            return self.SIMPLE[kind["name"]]
        if kind["kind"] == "pointer":
            return self.leaves.pointer(self.type(kind["subtype"]), self.pointer)
        if kind["kind"] == "array":
            return self.leaves.array(self.type(kind["subtype"]), self.size(kind))
        if kind["kind"] == "bitfield":
            return self.leaves.bits(self.type(kind["type"]), kind["bit_position"], kind["bit_length"])
        if kind["kind"] == "function":
            return self.leaves.function()
        return self.tag(kind)


def write_kernels(case, directory):
    """Writes the files of a case. Yields their paths."""
    names = set()
    for number, kernel in enumerate(read_kernels(case)):
        machine, pointer, pdb = MACHINES[kernel["arch"]]
        if kernel["is_pdb"]:
            name = os.path.join(directory, f"{kernel['arch']}-{kernel['version']}.pdb")
            with open(name, "wb") as file:
                file.write(pdbs.pdb(Pdb(kernel, pointer).leaves.list, machine, guid=(number + 1).to_bytes(16, "big")))
            yield name
            continue
        pdb = (kernel["database"] or [pdb])[0]
        symbols = {"base_types": base_types(pointer), "enums": kernel["enums"], "symbols": {},
                   "user_types": kernel["user_types"],
                   "metadata": {"format": "6.1.0", "windows": {"pdb": {
                       "GUID": f"{number + 1:032X}", "age": 1, "database": pdb, "machine_type": machine}}}}
        if kernel["is_tables"]:
            symbols["metadata"]["producer"] = {"name": "vt2isf", "version": "1"}
            symbols["metadata"]["windows"]["pdb"]["GUID"] = f"{0:032X}"
        name = os.path.join(directory, f"{kernel['arch']}-{kernel['version']}.json")
        if name in names:
            name = f"{name[:-5]}-{number + 1}.json"
        names.add(name)
        with open(name, "w", encoding="utf-8") as file:
            json.dump(symbols, file)
        yield name


if __name__ == "__main__":
    for path in write_kernels(*sys.argv[1:]):
        print(path)
