#!/usr/bin/env python3
"""listings.py STRATA SCRATCH DUMP VERSION/ARCH,... NAME...: texts of structures, and what `strata import text` reads.

Takes the structures from a dump of specs.  For each version, writes the structures of a spec as WinDbg's dt prints them
(alone, with -v, -r and -b, and with values at an address), as pahole does and as the pages of the Vergilius Project have
them; imports each text, and compares each member of each structure with the dump: offset, bit, width, elements, stars,
and size where the text says enough.  A text is also read as somebody copied it: quoted, with tabs, with the ends of lines
of Windows and the escapes of HTML.  Prints each difference, and for each version "N texts: N structures, N members
compared, N differ".
"""
import html
import json
import os
import subprocess
import sys

NUMBERS = {("unsigned", 1): "UChar", ("signed", 1): "Char", ("char", 1): "Char", ("unsigned", 2): "Uint2B",
           ("signed", 2): "Int2B", ("char", 2): "Wchar", ("unsigned", 4): "Uint4B", ("signed", 4): "Int4B",
           ("unsigned", 8): "Uint8B", ("signed", 8): "Int8B", ("float", 4): "Float", ("float", 8): "Double",
           ("bool", 1): "Bool"}
WORDS = {"UChar": "UCHAR", "Char": "CHAR", "Uint2B": "USHORT", "Int2B": "SHORT", "Wchar": "WCHAR", "Uint4B": "ULONG",
         "Int4B": "LONG", "Uint8B": "ULONGLONG", "Int8B": "LONGLONG", "Float": "FLOAT", "Double": "DOUBLE",
         "Bool": "bool", "Void": "VOID"}


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False)


def number(version):
    return tuple(int(part) for part in version.split("."))


class Spec:
    """The layouts of a dump in one version on one architecture."""

    def __init__(self, dump, version, arch):
        self.pointer = next(one["pointer"] for one in dump["arches"] if one["name"] == arch)
        self.arch = arch
        self.types = {one["name"]: one for one in dump["types"]}
        self.enums = {one["name"] for one in dump["enums"]}
        self.structs, self.kinds = {}, {}
        for struct in dump["structs"]:
            on = next((one for one in struct["on"] if one["arch"] == arch), None)
            for layout in struct["layouts"] if on else ():
                ends = layout["end"] is not None and number(layout["end"]) <= number(version)
                if layout["arch"] == on.get("as", arch) and number(layout["begin"]) <= number(version) and not ends:
                    self.structs[struct["name"]] = layout
                    self.kinds[struct["name"]] = struct["kind"]

    def flat(self, members):
        """The named members, those of unnamed aggregates among them."""
        for member in members:
            if member["name"] is not None:
                yield member
            elif "members" in member:
                yield from self.flat(member["members"])

    def is_listed(self, member):
        return (member["form"] in ("member", "function", "struct", "union") and member["offset"] is not None
                and not member.get("repeated"))

    def inner(self, name):
        """The members of the structure of a member; none if the dump has no layout for it."""
        return self.structs[name]["members"] if name in self.structs else []

    def word(self, member):
        """What dt calls the type of a member without its stars and bounds."""
        of = member.get("of")
        if of in self.types and self.types[of]["kind"] == "pointer":
            return "Ptr%d Void" % (8 * self.pointer)
        if of in self.types:
            kind = self.types[of]["kind"]
            kind = ("signed" if self.types[of]["signed"] else "unsigned") if kind == "integer" else kind
            size = next((one["size"] for one in self.types[of]["on"] if one["arch"] == self.arch), None)
            return NUMBERS.get((kind, size), "_" + of)
        return "Void" if of in ("VOID", None) else "_" + of


class Debugger:
    """dt: `options` has v, r or b."""

    def __init__(self, spec, options):
        self.spec, self.options, self.shown = spec, options, set()

    def type(self, name, member):
        text = "".join("[%d] " % bound for bound in member.get("dimensions", []))
        pointer = "Ptr%d " % (8 * self.spec.pointer)
        is_verbose = "v" in self.options
        if member.get("width"):
            return "%sPos %d, %d Bit%s" % ("Bitfield " if is_verbose else "", member["bit"], member["width"],
                                           "s" if member["width"] > 1 else "")
        if member["form"] == "function":
            return text + pointer + "    void"
        if member["form"] in ("struct", "union"):
            return text + (member["form"] + " " if is_verbose else "") + "<unnamed-tag>"
        stars = member.get("pointers", 0)
        text += (pointer + ("to " if is_verbose else "")) * stars
        word = self.spec.word(member)
        bare = word.lstrip("_")
        if is_verbose and bare in self.spec.structs and word.startswith("_"):
            layout = self.spec.structs[bare]
            return text + "%s %s, %d elements, 0x%x bytes" % (self.spec.kinds[bare], word, len(layout["members"]),
                                                             layout["size"])
        if is_verbose and bare in self.spec.enums:
            return text + "Enum %s,  7 total enums" % word
        return text + word

    def members(self, name, indent, base, out):
        for member in self.spec.flat(self.spec.structs[name]["members"]):
            if not self.spec.is_listed(member):
                continue
            out.append("%s+0x%03x %-16s : %s" % (" " * indent, base + member["offset"], member["name"],
                                                self.type(name, member)))
            word = self.spec.word(member).lstrip("_")
            inner = name + "." + member["name"] if member["form"] in ("struct", "union") else word
            if not self.options & {"r", "b"} or inner not in self.spec.structs or inner in self.shown:
                continue
            if member.get("pointers") and "r" not in self.options:
                continue
            self.shown.add(inner)
            self.members(inner, indent + 3, member["offset"] + base if "b" in self.options else 0, out)

    def text(self, names):
        out = []
        for name in names:
            layout = self.spec.structs[name]
            self.shown = {name} | set(names)
            out.append("0: kd> dt %s nt!_%s" % (" ".join("-" + one for one in sorted(self.options)), name))
            if "v" in self.options:
                out.append("struct _%s, %d elements, 0x%x bytes" % (name, len(layout["members"]), layout["size"])
                           if self.spec.kinds[name] == "struct" else
                           "union _%s, %d elements, 0x%x bytes" % (name, len(layout["members"]), layout["size"]))
            else:
                out.append("nt!_" + name)
            self.members(name, 3, 0, out)
            out.append("")
        return "\n".join(out)


class Values(Debugger):
    """dt with an address: values stand in the place of most types."""

    def __init__(self, spec):
        super().__init__(spec, set())
        self.count = 0

    def address(self):
        self.count += 1
        return "0xffffb18f`%08x" % (0x1000 * self.count) if self.spec.pointer == 8 else "0x82%06x" % self.count

    def one(self, member):
        if member["form"] == "function":
            return self.address() + "     void  nt!KiFunction+0"
        if member["form"] in ("struct", "union"):
            return "<unnamed-tag>"
        word, stars = self.spec.word(member), member.get("pointers", 0)
        if word.startswith("Ptr"):
            word, stars = "Void", stars + 1
        if stars and not word.startswith("_") and word != "Void":
            return self.address() + "  -> 0x12"
        if stars:
            return "  -> ".join(self.address() for _ in range(stars)) + " " + word
        if word.lstrip("_") in self.spec.enums:
            return "1 ( Second )"
        if word == "_LIST_ENTRY":
            return "_LIST_ENTRY [ %s - %s ]" % (self.address(), self.address())
        if word.startswith("_"):
            return word + {"_UNICODE_STRING": " \"A b\"", "_LARGE_INTEGER": " 0x01d3ad3d`29f4d29d"}.get(word, "")
        return {"UChar": "0x41 'A'", "Char": "0 ''", "Float": "1.5", "Int4B": "0n-7"}.get(word, "0x8000f")

    def type(self, name, member):
        if member.get("width"):
            return "0y" + ("01" * member["width"])[:member["width"]] + (" (0x5)" if member["width"] > 1 else "")
        return "".join("[%d] " % bound for bound in member.get("dimensions", [])) + self.one(member)

    def text(self, names):
        out = []
        for name in names:
            self.shown = {name} | set(names)
            out.append("0: kd> !process 0 0\nPROCESS ffffb18fdda87040\n    Image: System\n"
                       "0: kd> dt nt!_%s ffffb18fdda87040" % name)
            self.members(name, 3, 0, out)
        return "\n".join(out + [""])


def copied(text):
    """A text as somebody copied it from a page into a mail, and answered there."""
    lines = []
    for line in html.escape(text).split("\n"):
        blanks = len(line) - len(line.lstrip(" "))
        lines.append("> " + "\t" * (blanks // 8) + " " * (blanks % 8) + line.lstrip(" "))
    return "\r\n".join(lines)


class Declarations:
    """pahole, or a page of the Vergilius Project."""

    def __init__(self, spec, is_pahole):
        self.spec, self.is_pahole = spec, is_pahole

    def comment(self, member, base):
        offset, size = base + member["offset"], member["size"]
        if not self.is_pahole:
            return "//0x%x" % offset
        if member.get("width"):
            return "/* %5d:%2d %2d */" % (offset, member["bit"], size)
        return "/* %5d %5d */" % (offset, size if size is not None else 0)

    def declare(self, name, member):
        bounds = "".join("[%s]" % (bound if bound else "") for bound in member.get("dimensions", []))
        if member["form"] == "function":
            return "VOID (*%s%s)(struct _KAPC *, ULONG)" % (member["name"], bounds)
        word = self.spec.word(member)
        stars = "*" * member.get("pointers", 0)
        if word.startswith("Ptr"):
            word, stars = "VOID", "*"
        bare = word.lstrip("_")
        prefix = ("enum " if bare in self.spec.enums else self.spec.kinds.get(bare, "struct") + " ") \
            if word.startswith("_") else ""
        width = ":%d" % member["width"] if member.get("width") else ""
        return "%s%s%s %s%s%s" % (prefix, WORDS.get(word, word), stars, member["name"], bounds, width)

    def members(self, members, name, indent, base, out):
        for member in members:
            if member["name"] is None and "members" in member:
                out.append("%s%s {" % (indent, member["form"]))
                self.members(member["members"], name, indent + "\t", base, out)
                out.append("%s};" % indent)
            elif self.spec.is_listed(member) and member["form"] in ("struct", "union"):
                inner = name + "." + member["name"]
                bounds = "".join("[%d]" % bound for bound in member.get("dimensions", []))
                out.append("%s%s {" % (indent, member["form"]))
                self.members(self.spec.inner(inner), inner, indent + "\t",
                             0 if bounds else base + member["offset"], out)
                out.append("%s} %s%s; %s" % (indent, member["name"], bounds, self.comment(member, base)))
            elif self.spec.is_listed(member):
                out.append("%s%s; %s" % (indent, self.declare(name, member), self.comment(member, base)))

    def text(self, names):
        out = []
        for name in names:
            layout = self.spec.structs[name]
            if not self.is_pahole:
                out.append("//0x%x bytes (sizeof)" % layout["size"])
            out.append("%s _%s {" % (self.spec.kinds[name], name))
            self.members(layout["members"], name, "\t", 0, out)
            if self.is_pahole:
                out.append("\n\t/* size: %d, cachelines: 1, members: %d */" % (layout["size"], len(layout["members"])))
            out.append("};\n")
        return "\n".join(out)


def placed(spec, name):
    """Where each member lies."""
    found = {}
    for member in spec.flat(spec.structs[name]["members"]):
        if spec.is_listed(member) and member["name"] not in found:
            found[member["name"]] = (member["offset"], member.get("bit"), member.get("width"),
                                     tuple(member.get("dimensions", [])),
                                     member.get("pointers", 0) + (member.get("of") in spec.types and
                                                                  spec.types[member["of"]]["kind"] == "pointer"))
    return found


def is_value_of(place, got):
    """True if a text of values says as much of a member: the positions of bits are not in it, nor all widths."""
    return got is not None and (got == place or place[2] and got[0] == place[0] and got[2] in (place[2], None))


def compare(strata, scratch, dump, target, names):
    version, arch = target.split("/")
    spec = Spec(dump, version, arch)
    names = [name for name in names if name in spec.structs]
    forms = {"dt": Debugger(spec, set()), "dt-v": Debugger(spec, {"v"}), "dt-r": Debugger(spec, {"r"}),
             "dt-b": Debugger(spec, {"b"}), "dt-bv": Debugger(spec, {"b", "v"}),
             "dt-values": Values(spec), "pahole": Declarations(spec, True), "vergilius": Declarations(spec, False)}
    structures = compared = differ = texts = 0
    for form, writer in forms.items():
        for is_copied in (False, True):
            text = os.path.join(scratch, "%s-%s%s.txt" % (form, arch, "-copied" if is_copied else ""))
            with open(text, "w", encoding="utf-8", newline="") as file:
                file.write(copied(writer.text(names)) if is_copied else writer.text(names))
            said = run(strata, "import", "text", "--arch", arch, "--version", version, text)
            texts += 1
            if said.returncode:
                print(form, said.returncode, said.stderr[:2000])
                differ += said.returncode == 2
            made = os.path.join(scratch, form + ".strata")
            with open(made, "w", encoding="utf-8") as file:
                file.write(said.stdout)
            checked = run(strata, "check", made)
            if checked.returncode:
                print(form, checked.stderr[:1000])
            dump = run(strata, "dump", made).stdout
            read = Spec(json.loads(dump), version, arch) if dump else None
            shown = [name for name in read.structs if name in spec.structs and read.structs[name]["members"] and
                     "." not in name] if read else []
            for name in sorted({*names, *shown}):
                structures += 1
                want, got = placed(spec, name), placed(read, name) if name in shown else {}
                sized = form not in ("dt", "dt-r", "dt-b", "dt-values")
                if name in read.structs and sized and read.structs[name]["size"] != spec.structs[name]["size"]:
                    print(form, name, "size", spec.structs[name]["size"], read.structs[name]["size"])
                    differ += 1
                for member, place in want.items():
                    compared += 1
                    if form == "dt-values" and is_value_of(place, got.get(member)):
                        continue
                    if got.get(member) != place:
                        differ += 1
                        print(form, name, member, place, got.get(member))
    print("%d texts: %d structures, %d members compared, %d differ" % (texts, structures, compared, differ))


def main():
    strata, scratch, path, targets, *names = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        dump = json.load(file)
    for target in targets.split(","):
        compare(strata, scratch, dump, target, names)


main()
