"""Inputs that grow: KINDS maps the name of each kind to a function, which is given a number of bytes.

It returns the files of an input of about that many bytes, {name: text}. The first file is the one to read.
"""
import gzip
import lzma
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "kernel", "pdb"))
import pdbs  # pylint: disable=wrong-import-position

BASE = """axis { 5.0 { 5.0-rtm = 5.0.2195; } 6.0 { 6.0-rtm = 6.0.6000; } 10.0 { 1507 = 10.0.10240; } }
arch x86 pointer 4 align 8 in 5.0..;
arch x64 pointer 8 align 16 in 5.0..;
columns x86 | x64;
type U8 unsigned 1;
type U16 unsigned 2;
type U32 unsigned 4;
"""
KINDS = {}


def kind(function):
    KINDS[function.__name__] = function
    return function


def build(index):
    """A build: no two of them share a version."""
    return f"10.0.{10241 + index}"


def revision(index):
    """A build with its revision: without an `attest` it goes on to the end, so each of them holds all later ones."""
    return f"10.0.10240.{1 + index}"


def until(size, line, begin="", end=""):
    """The lines of line(0), line(1), ..., as many as fit."""
    parts, used, index = [begin], len(begin) + len(end), 0
    while True:
        text = line(index)
        used += len(text)
        if used > size and index:
            return "".join(parts) + end
        parts.append(text)
        index += 1


def spec(text):
    return {"spec.strata": BASE + text}


def add_lines(kinds, begin, end, make):
    """Adds kinds that are lines between a beginning and an end."""
    def one(line):
        return lambda size: make(until(size, lambda i: line(i) + "\n", begin, end))
    for name, line in kinds.items():
        KINDS[name] = one(line)


def add_halves(kinds, make):
    """Adds kinds that are two runs of lines, of half the size each: text, line, text, line, text."""
    def one(before, first, between, second, behind):
        return lambda size: make(before + until(size // 2, first) + between + until(size // 2, second) + behind)
    for name, parts in kinds.items():
        KINDS[name] = one(*parts)


# ---- Rows of one structure

ROWS = {
    "plain_rows": lambda i: f"U32 m{i} at {4 * i};",
    "natural_rows": lambda i: f"U32 m{i};",
    "builds": lambda i: f"U32 m{i} in {build(i)} at 0;",
    "builds_of_one": lambda i: f"U32 m in {build(i)} at {4 * (i % 7)};",
    "revisions": lambda i: f"U32 m{i} in {revision(i)} at 0;",
    "boundaries": lambda i: f"U32 m{i} in {build(i)}.. at {4 * i};",
    "doubts": lambda i: f"U32 m{i} at {4 * i} (10.0.9000..10.0.60000), {4 * i + 2} ({build(i)}), {4 * i};",
    "doubts_of_a_name": lambda i: f"U32 m in {build(i)}..{build(i + 1)} at {4 * (i % 7)};",
    "contradictions": lambda i: f"U32 m{i} in {build(i)}.. at 0;",
    "overlaps": lambda i: f"U32 m{i} at 0;",
    "overlaps_of_large": lambda i: f"U8 m{i}[0x10000] at {i};",
    "descending": lambda i: f"U32 m{i} at {0x1000000 - 4 * i};",
    "holes": lambda i: f"U32 m{i} at {16 * i};",
    "misaligned": lambda i: f"U32 m{i} at {4 * i + 1};",
    "bits": lambda i: f"U32 b{i} : 1 at {i // 32 * 4} bit {i % 32};",
    "same_bits": lambda i: f"U32 b{i} : 1 at 0 bit 3;",
    "slots": lambda i: f"slot at {4 * i} {{ U32 a{i} in 10.0.10240; U32 b{i} in 10.0.10241..; }}",
    "cells": lambda i: f"U32 m{i} at {8 * i} (10.0.10240), {8 * i + 4} | {8 * i};",
    "unions": lambda i: f"union {{ U32 a{i}; struct {{ U16 b{i}; U16 c{i}; }} }}",
    "anonymous": lambda i: f"struct {{ U32 a{i} at {4 * i}; }}",
    "arrays_of_arrays": lambda i: f"U8 m{i}" + "[1]" * 60 + ";",
    "stars": lambda i: "U8 " + "*" * 60 + f"m{i};",
    "duplicates": lambda i: f"U32 m at {4 * i};",
    "unknown_offsets": lambda i: f"U32 m{i} at ?;",
    "unaccounted": lambda i: f"unaccounted 4 at {4 * i};",
    "unaccounted_builds": lambda i: f"unaccounted 4 in {build(i)} at 0;",
    "previously": lambda i: f"U32 m in {build(i)} at {4 * (i % 7)} previously {4 * ((i + 6) % 7)};",
    "next_in": lambda i: f"U32 m{i} in {build(i)} at 0 next in m{i + 1};",
    "last": lambda i: f"U32 m{i} in {build(i)} at 0 last;",
    "last_of_all": lambda i: f"U32 m{i} at {4 * i} last;",
    "allows": lambda i: f'U32 m{i} at 0 allow overlap "so";',
    "attest_lines": lambda i: f"attest {build(i)};",
    "long_names": lambda i: "U32 " + "n" * 240 + f"{i};",
    "unknown_types": lambda i: f"T{i} m{i};",
    "unknown_versions": lambda i: f"U32 m{i} in 7.{i % 60000}.1.1..;",
    "syntax_errors": lambda i: "U32 ; slot;",
}
add_lines(ROWS, "struct S in 10.0.. {\n", "}\n", spec)
add_lines({"one_union": lambda i: f"U32 m{i};"}, "struct S in 10.0.. {\nunion {\n", "}\n}\n", spec)
add_lines({"union_of_arrays": lambda i: f"U8 m{i}[{i + 1}];"}, "union S in 10.0.. {\n", "}\n", spec)


add_lines({"attested_alone": lambda i: f"struct S{i} in 10.0.. {{ attest x64 {build(i)}.1; U32 a; }}"}, "", "", spec)


# ---- One long row

def add_row(name, begin, part, end):
    KINDS[name] = lambda size: spec(until(size, part, "struct S in 10.0.. {\n" + begin, end + ";\n}\n"))


add_row("alternatives", "U32 m at 0", lambda i: f", {4 * (i % 9 + 1)} ({build(i)})", "")
add_row("same_alternative", "U32 m at 0", lambda i: f", {4 * (i % 9 + 1)} (10.0.10240)", "")
add_row("crossing_alternatives", "U32 m at 0", lambda i: f", {4 * (i % 9 + 1)} ({build(i)}..)", "")
add_row("ranges_of_a_row", "U32 a at 0;\nU32 m in 10.0.9000", lambda i: f", {build(2 * i)}", " at 4")
add_row("exceptions", "U32 a at 0;\nU32 m in 10.0.. except 10.0.9000", lambda i: f", {build(2 * i)}", " at 4")
add_row("sizes", "U32 m at 0; size 4", lambda i: f", {8 * (i % 9 + 1)} ({build(i)})", "")
add_row("parameters", "U32 (*m)(", lambda i: f"U32 a{i}, ", "U32 b)")
add_row("bounds", "U32 m", lambda i: "[1]", "")
add_row("previously_often", "U32 m in 10.0.10000..10.0.10100 at 0;\nU32 m in 10.0.10101.. at 4",
        lambda i: f" previously {4 * (i % 7)}", "")
add_row("allows_of_one", "U32 a at 0; U32 m at 0", lambda i: ' allow overlap "so"', "")
add_row("remarks", "U32 a at 0; U32 m at 4", lambda i: ' "so"', "")
add_row("conditions", "U32 m at 0 where == 7", lambda i: f" || == {i}", "")
add_row("conditions_of_all", "U32 m at 0 where != 7", lambda i: f" && != {i}", "")
add_row("condition_runs", "U32 m at 0 where == 7", lambda i: f" || >= {4 * i} && <= {4 * i + 2}", " default 9")
add_row("attests", "attest x64 10.0.9000.1", lambda i: f", {build(i)}", ";\nU32 m at 0")
add_row("one_line", "", lambda i: f"U32 m{i} at 0; ", "U32 b at 0")

# ---- Declarations

DECLARATIONS = {
    "structures": lambda i: f"struct S{i + 1} in 10.0.. {{ U32 a at 0; U32 b at 4; }}",
    "structures_of_aggregates": lambda i: (f"struct S{i + 1} in 10.0.. {{ struct a at 0 {{ U32 m; }} "
                                           "struct b at 4 { U32 m; } }"),
    "structures_in_structures": lambda i: f"struct S{i + 1} in 10.0.. {{ S{i if i % 900 else 0} a; U32 b; }}",
    "structures_twice": lambda i: "struct S{0} in 10.0.. {{ S{1} a; S{1} b; }}".format(i + 1, i if i % 20 else 0),
    "structures_of_a_name": lambda i: f"struct S in {build(i)} {{ U32 a; }}",
    "nested": lambda i: "struct S%d in 10.0.. { %sU32 a;%s }" % (i + 1, "struct { " * 300, " }" * 300),
    "nested_named": lambda i: "struct S%d in 10.0.. { %sU32 a;%s }" % (i + 1, "struct X { " * 120, " }" * 120),
    "nested_names": lambda i: "struct S%d in 10.0.. { %sU32 a;%s }" % (i + 1, "struct X { " * 300, " }" * 300),
    "long_bounds": lambda i: "struct S%d in 10.0.. { U8 a[%s]; }" % (i + 1, " + ".join(["N"] * 900)),
    "constants": lambda i: f"const N{i} = {i};",
    "types": lambda i: f"type T{i} unsigned 4;",
    "opaques": lambda i: f"opaque T{i} size 4;",
    "same_opaque": lambda i: "opaque T size 4;",
    "events": lambda i: f"event E{i} = {i} {{ header H marker 1; data S0; }}",
    "same_event": lambda i: f"event E{i} = 7 {{ header H marker 1; data S0; }}",
    "documentation": lambda i: "/// line",
    "comments": lambda i: "// line",
}
HEADER = ("struct H in 10.0.. { U32 a at 0; U16 b at 4; U16 c at 6; }\n"
          "header H { marker a; size b; hook c; data 8; }\nstruct S0 in 10.0.. { U32 a; U32 b; }\n")
add_lines(DECLARATIONS, "const N = 1;\n" + HEADER, "struct END in 10.0.. { U32 a; }\n", spec)

ENUMERATORS = {
    "enumerators": lambda i: f"e{i} = {i};",
    "enumerators_counted": lambda i: f"e{i};",
    "enumerators_alike": lambda i: f"e{i} = 1;",
    "enumerators_of_a_name": lambda i: f"e = {i};",
    "enumerators_builds": lambda i: f"f{i} = 1 in {build(i)};",
    "enumerators_revisions": lambda i: f"f{i} = 1 in {revision(i)};",
    "enumerators_from": lambda i: f"f{i} = {i} in {build(i)}..;",
    "enumerators_alike_from": lambda i: f"f{i} = 1 in {build(i)}..;",
    "enumerators_counted_from": lambda i: f"f{i} in {build(i)}..;",
    "enumerators_counted_in": lambda i: f"f{i} in {build(i)};",
}
add_lines(ENUMERATORS, "enum E : U32 in 10.0.. {\n", "}\n", spec)
add_lines({"flags": lambda i: f"f{i} = {1 << i % 32};"}, "flags E {\n", "}\n", spec)
add_lines({"enumerator_alternatives": lambda i: f", {i} ({build(i)})"}, "enum E in 10.0.. {\na = 1\n", ";\n}\n", spec)
add_lines({"event_headers": lambda i: f"header H marker {i};"}, HEADER + "event E = 7 {\n", "data S0; }\n", spec)

# ---- Two things that meet

HOLDS = ("struct S in 10.0.. {\n", "}\n")
SIZED = (lambda i: f", {8 * (i % 9 + 1)} ({build(i)})")
USERS = (lambda i: f"struct S{i} in 10.0.. {{ U8 b; T a; }}\n")
add_halves({
    "alternatives_and_rows": (HOLDS[0] + "U32 first at 0", SIZED, ";\n", lambda i: f"U32 m{i};\n", "}\n"),
    "ranges_and_rows": ("struct S in 10.0.9000", lambda i: f", {build(2 * i)}", " {\n",
                        lambda i: f"U32 m{i};\n", "}\n"),
    "ranges_and_ranges": ("struct S in 10.0.9000", lambda i: f", {build(2 * i)}", " {\n",
                          lambda i: f"U32 m{i} in 10.0.10260..;\n", "}\n"),
    "sizes_of_a_type": ("opaque T size 8", SIZED, ";\n", USERS, ""),
    "alignments_of_a_type": ("opaque T size 8 align 8", lambda i: f", {1 << i % 4} ({build(i)})", ";\n", USERS, ""),
    "layouts_of_a_structure": ("struct T in 10.0.. { U32 a at 0", SIZED, "; }\n", USERS, ""),
    "values_of_a_constant": ("const N = 1", lambda i: f", {i % 9 + 1} ({build(i)})", ";\n" + HOLDS[0],
                             lambda i: f"U8 a{i}[N];\n", "}\n"),
    "sums_of_a_constant": ("const N = 1", lambda i: f", {i % 9 + 1} ({build(i)})", ";\n",
                           lambda i: "struct S%d in 10.0.. { U8 a[%s]; }\n" % (i, " + ".join(["N"] * 900)), ""),
    "slot_of_alternatives": (HOLDS[0] + "slot at 0", SIZED, " {\n",
                             lambda i: f"U32 m{i} in {build(i)};\n" if i < 900 else "// more\n", "}\n}\n"),
    "structure_and_users": (HOLDS[0], lambda i: f"U32 m{i};\n", "}\nstruct T in 10.0.. {\n",
                            lambda i: f"S s{i};\n", "}\n"),
    "wrong_structure_and_users": (HOLDS[0], lambda i: f"U32 m{i} at {3 * i};\n", "}\nstruct T in 10.0.. {\n",
                                  lambda i: f"S s{i} at {12 * i};\n", "}\n"),
    "attests_and_structures": ("attest x64 10.0.9000.1", lambda i: f", {build(i)}", ";\n",
                               lambda i: f"struct S{i} in 10.0.. {{ U32 a; }}\n", ""),
    "attested_and_structures": ("attest x64 10.0.9000.1", lambda i: f", {build(i)}.1", ";\n",
                                lambda i: f"struct S{i} in 10.0.. {{ U32 a; }}\n", ""),
    "attested_and_layouts": (HOLDS[0] + "attest x64 10.0.9000.1", lambda i: f", {build(i)}.1", ";\n",
                             lambda i: f"U32 m{i} in {build(i)} at 0;\n", "}\n"),
    "attests_and_builds": (HOLDS[0] + "attest x64 10.0.9000.1", lambda i: f", {build(i)}", ";\n",
                           lambda i: f"U32 m{i} in {build(i)} at 0;\n", "}\n"),
    "enumerators_after_alternatives": ("enum E : U32 in 10.0.. {\na = 1", lambda i: f", {i} ({build(i)})", ";\n",
                                       lambda i: f"b{i};\n", "}\n"),
    "enumerators_and_members": ("enum E : U32 {\n", lambda i: f"e{i} = {i};\n", "}\n" + HOLDS[0],
                                lambda i: f"U32 m{i} as E;\n", "}\n"),
    "enumerators_and_defaults": ("enum E : U32 {\n", lambda i: f"e{i} = {i};\n", "}\n" + HOLDS[0],
                                 lambda i: f"U32 m{i} as E default {i};\n", "}\n"),
}, spec)


@kind
def nested_rows(size):
    rows = until(size - 40 * 900, lambda i: f"U32 m{i};\n")
    return spec("struct S in 10.0.. {\n" + "".join(f"struct {{ U32 a{i}; " for i in range(900)) + rows + "}\n" * 901)


@kind
def nested_deep(size):
    return spec("struct S in 10.0.. {\n" + "struct { " * (size // 11) + "}\n" * (size // 11) + "}\n")


@kind
def many_arches(size):
    names = ["x86", "x64"] + [f"a{i}" for i in range(61)]
    arches = "".join(f"arch {name} pointer 4 align 8 in 5.0..;\n" for name in names[2:])
    base = BASE.replace("columns x86 | x64;\n", "") + arches + "columns " + " | ".join(names) + ";\n"
    return {"spec.strata": until(size, lambda i: f"U32 m{i};\n", base + "struct S in 10.0.. {\n", "}\n")}


AXIS = "} }\narch x64 pointer 8 align 16 in 10.0..;\ntype U32 unsigned 4;\nstruct S in 10.0.. {\n"
KINDS["points"] = lambda size: {"spec.strata": until(size, lambda i: f"9{i} = {build(i)};\n", "axis { 10.0 {\n",
                                                     AXIS + "U32 m at 0; }\n")}
add_halves({"points_and_rows": ("axis { 10.0 {\n", lambda i: f"9{i} = {build(i)};\n", AXIS,
                                lambda i: f"U32 m{i} in 9{i} at 0;\n", "}\n")}, lambda text: {"spec.strata": text})
KINDS["releases"] = lambda size: {"spec.strata": until(
    size, lambda i: f"{i // 60000 + 1}.{i % 60000} {{ }}\n", "axis {\n",
    "}\narch x64 pointer 8 align 16 in 1.1..;\ntype U32 unsigned 4;\nstruct S in 1.1.. { U32 m at 0; }\n")}

# ---- Tokens

KINDS["name_of_megabytes"] = lambda size: spec("const " + "a" * (20 * size) + " = 1;\n")
KINDS["number_of_megabytes"] = lambda size: spec("const A = " + "9" * (20 * size) + ";\n")
KINDS["text_of_megabytes"] = lambda size: spec('source "' + "t" * (20 * size) + '";\n')
KINDS["brackets"] = lambda size: spec("struct S { U32 (*F)" + "(" * (size // 2) + ")" * (size // 2) + "; }\n")


# ---- Files

@kind
def use_chain(size):
    count = size // 24
    files = {"spec.strata": 'use "1.strata";\n'}
    files.update({f"{i}.strata": f'use "{i + 1}.strata";\n' for i in range(1, count)})
    files[f"{count}.strata"] = "const N = 1;\n"
    return files


@kind
def use_many(size):
    count = size // 40
    files = {"spec.strata": "".join(f'use "{i}.strata";\n' for i in range(count))}
    files.update({f"{i}.strata": f"const N{i} = 1;\n" for i in range(count)})
    return files


@kind
def use_again(size):
    return {"spec.strata": until(size, lambda i: 'use "other.strata";\n'), "other.strata": BASE}


@kind
def use_two(size):
    """Each file uses the two behind it: a file is read once, not along each way to it."""
    count = size // 40
    files = {"spec.strata": 'use "1.strata";\nuse "2.strata";\n'}
    files.update({f"{i}.strata": f'use "{i + 1}.strata";\nuse "{i + 2}.strata";\n' for i in range(1, count)})
    files[f"{count}.strata"] = files[f"{count + 1}.strata"] = ""
    return files


# ---- Published pages

def page(rows, columns="Offset\tDefinition\tVersions\tRemarks"):
    return {"page.tsv": columns + "\n" + rows}


def html(text):
    return {"page.html": "<!DOCTYPE html><html><head><title>S</title></head><body>" + text + "</body></html>"}


def add_page_row(name, begin, part, end):
    KINDS[name] = lambda size: page(until(size, part, "0x00" + begin, end + "\n"))


add_page_row("page_remark", "\tULONG A;\t5.0 and higher\t", lambda i: "ab; ", "")
add_page_row("page_previously", "\tULONG A;\t5.0 and higher\t", lambda i: "previously 0x04, ", "")
add_page_row("page_next", "\tULONG A;\t5.0 and higher\t", lambda i: "next as ULONG at 0x04; ", "")
add_page_row("page_alternatives", " (5.0)", lambda i: f"; 0x{4 * i:X} ({build(i)})", "\tULONG A;\t5.0 and higher\t")
add_page_row("page_version_list", "\tULONG A;\t5.0", lambda i: f"; {build(i)}", "\t")
add_page_row("page_definition", "\tstruct { ", lambda i: f"ULONG M{i}; ", "} A;\t5.0 and higher\t")
add_page_row("page_stars", "\tULONG ", lambda i: "*", "A;\t5.0 and higher\t")
add_page_row("page_bounds", "\tULONG A", lambda i: "[1]", ";\t5.0 and higher\t")
add_page_row("page_brackets", "\tULONG A[", lambda i: "(", "];\t5.0 and higher\t")
add_page_row("page_name", "\tULONG ", lambda i: "a", ";\t5.0 and higher\t")
add_page_row("page_cells", "\tULONG A;\t5.0 and higher\t", lambda i: "\tx", "")
add_lines({
    "page_rows": lambda i: f"0x{4 * i:X}\tULONG M{i};\t5.0 and higher\tremark",
    "page_same_rows": lambda i: f"0x{4 * i:X}\tULONG M;\t5.0 and higher\tremark",
    "page_builds": lambda i: f"0x04\tULONG M;\t{build(i)}\tremark",
    "page_blank": lambda i: "",
    "page_unread": lambda i: f"what {i}\tis this\tsomewhen",
}, "", "", page)
KINDS["page_nested"] = lambda size: page("0x00\t" + "struct { " * (size // 14) + "ULONG M; " + "} A; " * (size // 14) +
                                         "\t5.0 and higher\t\n")
KINDS["page_other_columns"] = lambda size: page(until(size, lambda i: "0x00\tULONG A;" + "\tx" * 62 + "\n"),
                                                "Offset\tDefinition" + "\tOther" * 62)
KINDS["page_open_quote"] = lambda size: {"page.csv": until(size, lambda i: '0x00,"ULONG A;\n', "Offset,Definition\n")}

OFFSETS = "<table><tr><th>Offset (x86)</th><th>Offset (x64)</th><th>Definition</th><th>Versions</th></tr>\n"
ROW = "<tr><td>0x00</td><td>0x00</td><td>ULONG Flags;</td><td>5.0 and higher</td></tr></table>\n"
SIZES = "<table><tr><th>Versions</th><th>Size (x86)</th><th>Size (x64)</th></tr>\n"
add_lines({"html_sizes": lambda i: f"<tr><td>{build(i)}<td>{8 * i + 8}<td>{8 * i + 8}"}, SIZES,
          "</table>" + OFFSETS + ROW, html)
add_lines({"html_same_sizes": lambda i: "<tr><td>6.0<td>8<td>8"}, SIZES, "</table>" + OFFSETS + ROW, html)
add_lines({"html_rows": lambda i: f"<tr><td>0x{4 * i:X}<td>0x{4 * i:X}<td>ULONG M{i};<td>5.0 and higher"}, OFFSETS,
          "</table>", html)
add_lines({"html_flags": lambda i: f"<tr><td>0x{1 << i % 32:08X}<td>ULONG M{i} : 1;<td>5.0 and higher"}, OFFSETS + ROW +
          "<h3>Flags</h3><table><tr><th>Mask</th><th>Definition</th><th>Versions</th></tr>\n", "</table>", html)
add_lines({"html_values": lambda i: f"<tr><td>0x{i:X}<td>Name{i}<td>5.0 and higher"},
          "<table><tr><th>Value</th><th>Name</th><th>Versions</th></tr>\n", "</table>", html)
add_lines({
    "html_tables": lambda i: f"<h2>S{i}</h2>" + OFFSETS + ROW,
    "html_headings": lambda i: f"<h2>Heading {i}</h2>",
    "html_paragraphs": lambda i: f"<p>Text {i}</p>",
    "html_nested": lambda i: "<div>",
    "html_nested_tables": lambda i: "<table><tr><td>",
    "html_open": lambda i: "<b",
    "html_spans": lambda i: "<table><tr><td rowspan=65534 colspan=1000>0x00</td></tr></table>",
}, "", "", html)
KINDS["html_attributes"] = lambda size: html(until(size, lambda i: f"a{i}=b ", "<p ", ">"))
KINDS["html_entities"] = lambda size: html(until(size, lambda i: "&amp;", "<p>", "</p>"))
KINDS["text_rows"] = lambda size: {"page.txt": until(
    size, lambda i: f"0x{4 * i:X}\nULONG M{i};\n5.0 and higher\n", "Offset  Definition  Versions\n\n")}
KINDS["text_lines"] = lambda size: {"page.txt": until(size, lambda i: "0x00 ULONG A;\n")}
KINDS["text_words"] = lambda size: {"page.txt": until(size, lambda i: "words ")}
KINDS["markdown_rows"] = lambda size: {"page.md": until(
    size, lambda i: f"| 0x{4 * i:X} | ULONG M{i}; | 5.0 and higher |\n",
    "| Offset | Definition | Versions |\n|---|---|---|\n")}

# ---- Symbol files

INT = '{"kind":"base","name":"int"}'


def symbols(user_types, enums="", base=""):
    return {"kernel-10.0.19041.1.json": '{"base_types":{"int":{"endian":"little","kind":"int","signed":true,"size":4},'
            '"void":{"endian":"little","kind":"void","signed":true,"size":0},'
            '"pointer":{"endian":"little","kind":"int","signed":false,"size":8}' + base + '},'
            '"enums":{' + enums + '},"metadata":{"windows":{"pdb":{"GUID":"00112233445566778899AABBCCDDEEFF","age":1,'
            '"database":"ntkrnlmp.pdb","machine_type":34404}}},"symbols":{},"user_types":{' + user_types + '}}'}


def field(name, offset, type_text=INT):
    return f'"{name}":{{"offset":{offset},"type":{type_text}}}'


def structure(name, fields, size=8):
    return f'"{name}":{{"fields":{{{fields}}},"kind":"struct","size":{size}}}'


def named(name):
    return f'{{"kind":"struct","name":"{name}"}}'


def listed(size, item):
    return until(size, lambda i: ("," if i else "") + item(i))


def add_fields(name, item):
    KINDS[name] = lambda size: symbols(structure("_S", listed(size, item), size))


def add_types(name, item):
    KINDS[name] = lambda size: symbols(listed(size, item))


def nest(kind_text, size):
    depth = size // 60
    return symbols(structure("_S", field("a", 0, f'{{"kind":{kind_text},"subtype":' * depth + INT + "}" * depth)))


add_fields("isf_fields", lambda i: field(f"f{i}", 4 * i))
add_fields("isf_same_field", lambda i: field("f", 4 * i))
add_fields("isf_same_offset", lambda i: field(f"f{i}", 0))
add_fields("isf_bits", lambda i: field(
    f"f{i}", i // 32 * 4, '{"kind":"bitfield","bit_length":1,"bit_position":%d,"type":%s}' % (i % 32, INT)))
add_types("isf_types", lambda i: structure(f"_S{i}", field("a", 0)))
add_types("isf_same_type", lambda i: structure("_S", field("a", 0)))
add_types("isf_tags", lambda i: structure("_" * (i % 200) + f"S{i // 200}", field("a", 0)))
add_types("isf_chain", lambda i: structure(f"_S{i}", field("a", 0, named(f"_S{i + 1}"))))
add_types("isf_unnamed_chain", lambda i: structure(
    f"__unnamed_{i}" if i else "_S", field("a", 0, named(f"__unnamed_{i + 1}"))))
KINDS["isf_pointers"] = lambda size: nest('"pointer"', size)
KINDS["isf_arrays"] = lambda size: nest('"array","count":1', size)
KINDS["isf_nested_json"] = lambda size: symbols(structure("_S", '"a":' + "[" * (size // 2) + "]" * (size // 2)))
KINDS["isf_enums"] = lambda size: symbols("", listed(
    size, lambda i: f'"_E{i}":{{"base":"int","constants":{{"A{i}":1}},"size":4}}'))
KINDS["isf_enumerators"] = lambda size: symbols(
    structure("_S", field("a", 0, '{"kind":"enum","name":"_E"}')),
    '"_E":{"base":"int","constants":{' + listed(size, lambda i: f'"A{i}":{i}') + '},"size":4}')
KINDS["isf_type_name"] = lambda size: symbols(structure("_" + "S" * size, field("a", 0)))
KINDS["isf_field_name"] = lambda size: symbols(structure("_S", field("a" * size, 0)))
KINDS["isf_base_types"] = lambda size: symbols(
    structure("_S", field("a", 0)),
    base=until(size, lambda i: f',"t{i}":{{"endian":"little","kind":"int","signed":true,"size":4}}'))


@kind
def isf_unnamed_tree(size):
    """Unnamed structures that each hold the next one twice, 30 deep: 2^30 members, whatever the size."""
    levels = [structure(f"__unnamed_{i}" if i else "_S", field("a", 0, named(f"__unnamed_{i + 1}")) + "," +
                        field("b", 4, named(f"__unnamed_{i + 1}"))) for i in range(30)]
    return symbols(",".join(levels) + "," + structure("__unnamed_30", field("f", 0)) + " " * max(0, size - 4000))


# ---- PDBs

def add_pdb(name, bytes_each, make):
    """make(LEAVES, COUNT) adds the leaves of COUNT things of so many bytes."""
    def write(size):
        leaves = pdbs.Leaves()
        make(leaves, size // bytes_each)
        return {"kernel-10.0.19041.1.pdb": pdbs.pdb(leaves.list)}
    KINDS[name] = write


def add_members(leaves, members, name="_S", size=None, of_list=2000):
    """A structure whose members are in lists that continue one another, since a leaf has at most 64 KiB."""
    fields = None
    for i in reversed(range(0, max(len(members), 1), of_list)):
        rest = [leaves.continued(fields)] if fields else []
        fields = leaves.fields(*(leaves.member(*member) for member in members[i:i + of_list]), *rest)
    leaves.record(name, size or 16 * len(members) + 16, fields)


def add_pdb_members(name, member, size=None):
    add_pdb(name, 24, lambda leaves, count: add_members(leaves, [member(i) for i in range(count)], size=size))


def pdb_deep(i):
    """Unions and structures in one another: A at 0, B behind it, C beside B, D behind C ..."""
    return f"f{i}", (pdbs.ULONG, 0x23)[i % 2], 4 * (i // 2)


def pdb_classes(leaves, count):
    """Each class is the base of the next: 1 + 2 + 3 + ... members."""
    base = None
    for i in range(count):
        bases = [leaves.base(base, 0)] if base else []
        base = leaves.record(f"C{i}", 4 * i + 4, leaves.fields(*bases, leaves.member(f"f{i}", pdbs.ULONG, 4 * i)))


def pdb_shared_list(leaves, count):
    """Half of the file is one list of members, and all structures have it."""
    fields = leaves.fields(*(leaves.member(f"f{i}", pdbs.UCHAR, i) for i in range(min(count // 2, 2000))))
    for i in range(count // 2):
        leaves.record(f"_S{i}", 2000, fields)


def pdb_pointers(leaves, count):
    for _ in range(count):
        leaves.pointer(leaves.next() + 1)
    leaves.record("_S", 8, leaves.fields(leaves.member("a", pdbs.FIRST, 0)))


def pdb_circle(leaves, count):
    for i in range(count):
        leaves.fields(leaves.member(f"f{i}", pdbs.UCHAR, i), leaves.continued(pdbs.FIRST + (i + 1) % count))
    leaves.record("_S", count + 1, pdbs.FIRST)


def pdb_records(name, of, member):
    def make(leaves, count):
        for i in range(count):
            leaves.record(of(i), 8, leaves.fields(leaves.member("a", pdbs.ULONG, 0), member(leaves, i)))
    add_pdb(name, 80, make)


add_pdb_members("pdb_members", lambda i: (f"f{i}", pdbs.ULONG, 4 * i))
add_pdb_members("pdb_same_offset", lambda i: (f"f{i}", pdbs.ULONG, 0))
add_pdb_members("pdb_unions", lambda i: (f"f{i}", pdbs.ULONG, 4 * (i // 2)))
add_pdb_members("pdb_backwards", lambda i: (f"f{i}", 0x23, 0x100000 - i), 0x200000)
add_pdb_members("pdb_same_member", lambda i: ("f", pdbs.ULONG, 4 * i))
add_pdb_members("pdb_deep", pdb_deep)
pdb_records("pdb_types", lambda i: f"_S{i}", lambda leaves, i: leaves.member("b", pdbs.ULONG, 4))
pdb_records("pdb_repeated", lambda i: "_S", lambda leaves, i: leaves.member("b", pdbs.ULONG, 4))
pdb_records("pdb_variants", lambda i: "_S", lambda leaves, i: leaves.member(f"b{i}", pdbs.ULONG, 4))
add_pdb("pdb_classes", 60, pdb_classes)
add_pdb("pdb_shared_list", 50, pdb_shared_list)
add_pdb("pdb_pointers", 14, pdb_pointers)
add_pdb("pdb_circle", 32, pdb_circle)


def packed(ending, compress, filler):
    """A packed symbol file of many streams, whose symbols, which nobody reads, are the filler over and over."""
    file_name, text = next(iter(symbols(structure("_S", field("a", 0))).items()))
    begin, end = text.split('"symbols":{')
    stream = compress(filler * ((1 << 20) // len(filler)))
    first, last = compress((begin + '"symbols":{"a":{"address":1').encode()), compress(("}" + end).encode())
    return lambda size: {file_name + ending: first + stream * (size // len(stream)) + last}


def pack_xz(data):
    return lzma.compress(data, preset=0)


KINDS["isf_xz_of_symbols"] = lambda size: packed(".xz", pack_xz, b'},"a":{"address":1')(size)
KINDS["isf_gz_of_symbols"] = lambda size: packed(".gz", gzip.compress, b'},"a":{"address":1')(size)


# ---- Sites of pages

def site(size, held, rows=1):
    """Pages in a directory, each with a structure; held(index, count) is the type of its first member."""
    def text(index, count):
        lines = [f"0x{4 * i:02X} | {held(index, count) if i == 0 else 'ULONG'} Member{i};\n" for i in range(rows)]
        return f"# S{index}\n\nOffset (x64) | Definition\n---|---\n" + "".join(lines)
    count = max(size // len(text(1000, 1000)), 1)
    return {f"site/s{index}.md": text(index, count) for index in range(count)}


KINDS["site_alone"] = lambda size: site(size, lambda index, count: "ULONG")
KINDS["site_chain"] = lambda size: site(size, lambda index, count: f"S{index + 1}" if index + 1 < count else "ULONG")
KINDS["site_circle"] = lambda size: site(size, lambda index, count: f"S{(index + 1) % count}")
KINDS["site_large"] = lambda size: site(size, lambda index, count: "ULONG", rows=size // 28)
