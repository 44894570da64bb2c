"""A program that compares a bundle of all calls, `full_`, with one of some calls, `small_`:
compact.py CALLS small.h <full.h

For each target around each at which some answer of the full bundle changes, and around each version that somebody has
looked at, both must open the same layouts by the same basis, and say the same of each member by the calls of CALLS.
"""

import re
import sys

calls = set(sys.argv[1].split(","))
text = sys.stdin.read()
line = re.compile(r"#define FULL_(\w+?)_M_(\w+) (?:\\\n *)?FULL_IS_(\w+)\(([^)]*)\)")
structures = re.findall(r"^FULL_VIEW_OF\(full_(\w+)\);", text, re.M)
with open(sys.argv[2], encoding="ascii") as file:  # it has no structures that only others need
    small = file.read()
structures = [name for name in structures if f"SMALL_VIEW_OF(small_{name});" in small]
members = {name: [] for name in structures}
for name, member, kind, arguments in line.findall(text):
    if name not in members or f"#define SMALL_{name}_M_{member} " not in small:
        continue
    arguments = arguments.split(", ")
    forms = {"SCALAR": [1, None, None], "POINTER": [1, None, None], "ARRAY": [None, 1, None], "RECORD": [None, None, 1],
             "ANY": [1, 2, 3], "BYTES": [None, None, None]}[kind]
    scalar, element, record = [arguments[i] if i is not None else None for i in forms]
    members[name].append((member, *[None if word is None or word.startswith("no_") else word
                                    for word in (scalar, element, record)]))
evidence = sorted(set(re.findall(r"^FULL_TABLE full_evidence (\w+) =", text, re.M)))

types = {form: f"{'' if form[0] == 'i' else 'u'}int{form[1:]}_t" for form in
         ("u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64")}

print("""#include <stdio.h>
#include <string.h>
#include "full.h"
#include "small.h"

enum { BYTES = 65536, LOADS = 8 };

static unsigned char bytes[BYTES], copy[BYTES];
static unsigned long checks, failed;

static void check(int holds, const char *what, full_target target)
{
    checks++;
    if (holds || failed++ > 20)
        return;
    printf("%s at %llx\\n", what, (unsigned long long)target);
}
""")


# A function of its own for each member: the time that compilers take grows faster than a function.
def compare_member(name, number, member, scalar, element, record):
    print(f"static void compare_{name}_{number}(full_{name} *full, small_{name} *small, full_target target)\n{{")
    def same(condition, what):
        print(f"    check({condition}, \"{name}.{member}: {what}\", target);")
    if "get" in calls and scalar:
        print(f"    {{\n    {types[scalar]} a = 1, b = 2;\n"
              f"    int s = (int)FULL_GET({name}, full, {member}, &a);")
        same(f"(int)SMALL_GET({name}, small, {member}, &b) == s && a == b", "get")
        print("    }")
    if "value" in calls and scalar:
        same(f"FULL_VALUE({name}, full, {member}, 77) == SMALL_VALUE({name}, small, {member}, 77)", "value")
    if "element" in calls and element:
        print(f"    {{\n    {types[element]} a = 1, b = 2;\n    size_t n = 0, m = 1;\n"
              f"    int s = (int)FULL_GET_AT({name}, full, {member}, 1, &a);")
        same(f"(int)SMALL_GET_AT({name}, small, {member}, 1, &b) == s && a == b", "get_at")
        print(f"    s = (int)FULL_COUNT({name}, full, {member}, &n);")
        same(f"(int)SMALL_COUNT({name}, small, {member}, &m) == s && n == m", "count")
        print("    }")
    if "bytes" in calls:
        print(f"    {{\n    const unsigned char *a, *b;\n    size_t n, m;\n"
              f"    int s = (int)FULL_BYTES({name}, full, {member}, &a, &n);")
        same(f"(int)SMALL_BYTES({name}, small, {member}, &b, &m) == s && a == b && n == m", "bytes")
        print("    }")
    if "present" in calls:
        print(f"    {{\n    int s = FULL_IS_PRESENT({name}, full, {member});")
        same(f"SMALL_IS_PRESENT({name}, small, {member}) == s && (!s || FULL_OFFSET({name}, full, {member}) == "
             f"SMALL_OFFSET({name}, small, {member}))", "present")
        print("    }")
    if "require" in calls:
        same(f"(int)FULL_GRADE({name}, full, {member}) == (int)SMALL_GRADE({name}, small, {member})", "grade")
    if "view" in calls and record:
        print(f"    {{\n    {record} a;\n    {record.replace('full_', 'small_')} b;\n"
              f"    int s = (int)FULL_VIEW({name}, full, {member}, &a);")
        same(f"(int)SMALL_VIEW({name}, small, {member}, &b) == s && a.view.basis == (full_basis)b.view.basis && "
             "a.view.bytes == b.view.bytes", "view")
        print("    }")
    if "set" in calls and scalar:
        print(f"    {{\n    full_{name} a;\n    small_{name} b;\n    int s;\n"
              f"    memcpy(copy, bytes, BYTES);\n"
              f"    FULL_OPEN_MUTABLE_AT({name}, &a, bytes, BYTES, target);\n"
              f"    SMALL_OPEN_MUTABLE_AT({name}, &b, copy, BYTES, target);\n"
              f"    s = (int)FULL_SET({name}, &a, {member}, 0x5A);")
        same(f"(int)SMALL_SET({name}, &b, {member}, 0x5A) == s && memcmp(bytes, copy, 4096) == 0", "set")
        print("    }")
    print("    (void)full, (void)small, (void)target;\n}\n")


def block(name):
    for number, member in enumerate(members[name]):
        compare_member(name, number, *member)
    print(f"static void compare_{name}(full_target target)\n{{\n    full_{name} full;\n    small_{name} small;\n"
          f"    full_place place;\n    small_place other;\n    int weakest;\n"
          f"    int status = (int)FULL_OPEN_AT({name}, &full, bytes, BYTES, target);\n"
          f"    check((int)SMALL_OPEN_AT({name}, &small, bytes, BYTES, target) == status, \"{name}\", target);\n"
          f"    check((int)small.view.basis == (int)full.view.basis, \"basis of {name}\", target);\n"
          f"    check((int)SMALL_OPEN_AT({name}, &small, bytes, status == FULL_OK ? full.view.least : 0, target) == status ||\n"
          f"          status == FULL_OK, \"least of {name}\", target);\n"
          f"    if (status == FULL_OK && full.view.least > 0)\n"
          f"        check(SMALL_OPEN_AT({name}, &small, bytes, full.view.least - 1, target) == SMALL_TOO_SHORT,\n"
          f"              \"size of {name}\", target);\n"
          f"    FULL_RESOLVE({name}, &place, target);\n    SMALL_RESOLVE({name}, &other, target);\n"
          f"    for (weakest = 0; weakest <= (int)FULL_DISPUTED; weakest++)\n"
          f"        check((int)FULL_OPEN({name}, &full, bytes, BYTES, &place, (full_basis)weakest) ==\n"
          f"              (int)SMALL_OPEN({name}, &small, bytes, BYTES, &other, (small_basis)weakest),\n"
          f"              \"by place {name}\", target);")
    for number in range(len(members[name])):
        print(f"    compare_{name}_{number}(&full, &small, target);")
    if "rebase" in calls:
        print(f"    check((int)FULL_REBASE({name}, &full, bytes + 8, 64) == "
              f"(int)SMALL_REBASE({name}, &small, bytes + 8, 64), \"rebase of {name}\", target);")
    print("}\n")


for name in structures:
    block(name)
print("static void compare_all(full_target target)\n{")
if "target" not in calls:  # without it, nothing makes such a target
    print("    if ((target & FULL_TARGET_VERSION_MASK) == FULL_VERSION_NONE)\n        return;")
for name in structures:
    print(f"    compare_{name}(target);")
print("}\n\nstatic void compare_around(full_target target)\n{\n    int i;\n"
      "    for (i = -1; i < 3; i++)\n        compare_all(target + (full_target)(int64_t)i);\n}\n")
print("static void compare_seen(const full_evidence *evidence)\n{\n    uint32_t i, k, at = 0;\n"
      "    for (i = 0; i < evidence->segment_count; i++)\n"
      "        for (at = evidence->segments[i].first; at < evidence->segments[i + 1].first; at++) {\n"
      "            compare_around((full_target)evidence->segments[i].version << 32 | evidence->points[at]);\n"
      "            for (k = 0; k < evidence->kernel_count; k += 2)\n"
      "                compare_all((full_target)(evidence->segments[i].version >> 24) << 56 |\n"
      "                            evidence->kernels[k] | (evidence->points[at] & 0xFFFF));\n        }\n}\n")
print("int main(void)\n{\n    static const uint64_t versions[] = {0, FULL_VERSION_NONE - 1, "
      f"{'FULL_VERSION_NONE, ' if 'target' in calls else ''}(uint64_t)7 << 48}};\n    uint64_t arch;\n    size_t i;\n"
      "    for (i = 0; i < BYTES; i++)\n        bytes[i] = (unsigned char)(i * 7 + (i >> 8) * 13 + 1);")
for name in evidence:
    print(f"    compare_seen(&{name});")
print("    for (arch = 0; arch < 256; arch++)\n"
      "        for (i = 0; i < sizeof versions / sizeof *versions; i++)\n"
      "            compare_all(arch << 56 | versions[i]);\n"
      "    printf(\"%lu checks, %lu failed\\n\", checks, failed);\n    return failed != 0;\n}")
