"""A program that compares bundles of some members with the bundle of all: members.py STRUCT... <DUMP.json

`whole_` has all members of the structures, `odd_` every second of each, `even_` the others. In every range of versions
that a structure has, each member of the parts must have the status, the bytes and the value that it has in the whole.
"""

import json
import sys

dump = {struct["name"]: struct for struct in json.load(sys.stdin)["structs"]}


def names(members):
    for member in members:
        if member["name"]:
            yield member["name"]
        else:
            yield from names(member.get("members", []))


def members_of(name):
    """In the order of first declaration, each once."""
    return list(dict.fromkeys(member for layout in dump[name]["layouts"] for member in names(layout["members"])))


if sys.argv[1] in ("odd", "even"):
    print(",".join(f"{name}.{member}" for name in sys.argv[2:]
                   for member in members_of(name)[sys.argv[1] == "odd"::2]))
    sys.exit()

print("""#include <stdio.h>
#include <string.h>
#include "whole.h"
#include "odd.h"
#include "even.h"

static unsigned char bytes[8192];
static unsigned long checks, failed;

static void check(int holds, const char *what, unsigned long index)
{
    checks++;
    if (holds)
        return;
    failed++;
    printf("%s in range %lu\\n", what, index);
}
""")
for name in sys.argv[1:]:
    print(f"static void check_{name}(void)\n{{\n    whole_known known;\n    unsigned long index;\n"
          f"    for (index = 0; whole_{name}_layouts(index, &known) == WHOLE_OK; index++) {{\n"
          f"        whole_target target = WHOLE_TARGET(known.first, known.arch);\n        whole_{name} whole;\n"
          f"        odd_{name} odd;\n        even_{name} even;\n"
          f"        int status = (int)whole_{name}_open(&whole, bytes, sizeof bytes, target);\n"
          f"        check((int)odd_{name}_open(&odd, bytes, sizeof bytes, target) == status, \"{name}\", index);\n"
          f"        check((int)even_{name}_open(&even, bytes, sizeof bytes, target) == status, \"{name}\", index);")
    for part in ("odd", "even"):
        print(f"        check({part}.view.least == whole.view.least && (int){part}.view.basis == (int)whole.view.basis,"
              f" \"{name}\", index);")
        for member in members_of(name)[part == "odd"::2]:
            print(f"""        {{
            const unsigned char *all, *some;
            size_t all_size, some_size;
            int found = (int)WHOLE_{name}_BYTES(&whole, {member}, &all, &all_size);
            check((int){part.upper()}_{name}_BYTES(&{part}, {member}, &some, &some_size) == found && all == some &&
                      all_size == some_size, "{name}.{member}", index);
#if defined(whole_{name}_get_{member}) != defined({part}_{name}_get_{member})
#error "{name}.{member} has another kind"
#endif
#if defined(whole_{name}_get_{member})
            {{
                union {{ uint64_t u; uint8_t b[8]; }} one = {{0}}, other = {{0}};
                found = (int)whole_{name}_get_{member}(&whole, (void *)&one);
                check((int){part}_{name}_get_{member}(&{part}, (void *)&other) == found && one.u == other.u,
                      "value of {name}.{member}", index);
            }}
#endif
        }}""")
    print("    }\n    check(index > 0, \"" + name + " has no versions\", index);\n}\n")
print("int main(void)\n{\n    size_t i;\n    for (i = 0; i < sizeof bytes; i++)\n"
      "        bytes[i] = (unsigned char)(i * 2654435761u >> 11);")
for name in sys.argv[1:]:
    print(f"    check_{name}();")
print('    printf("%lu checks, %lu failed\\n", checks, failed);\n    return failed != 0;\n}')
