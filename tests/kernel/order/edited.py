#!/usr/bin/env python3
"""edited.py CASES: folds kernels into a directory in which a person edited one declaration.

Imports the first three kernels of CASES, makes one edit of `EDITS`, and folds
later kernels in. Prints the messages, says whether all other declarations are
as if nobody had edited any and all kernels were imported at once, and prints
the edited declaration. STRATA is the program.
"""

import os
import shutil
import subprocess
import sys
import tempfile

STRATA = os.environ["STRATA"]
FOUR, FIVE, AGAIN = [3], [3, 4], [2, 3]

# The kernels to fold in, the file, and what is replaced by what; a text without a replacement goes. A digest would
# report the edit, so a person who means it removes the row.
EDITS = {
    "an unknown offset": (FOUR, "EDITED", [("at 0x0C", "at ?")]),
    "an unknown offset, two kernels": (FIVE, "EDITED", [("at 0x0C", "at ?")]),
    "another offset": (FOUR, "HOLDS", [("ULONG Id       at 0x00", "ULONG Id       at 0x04")]),
    "another offset, an attested kernel again": (AGAIN, "HOLDS", [("ULONG Id       at 0x00", "ULONG Id       at 0x04")]),
    "a member more": (FOUR, "HOLDS", [("    EDITED Edited", "    ULONG Extra at 0x04;\n    EDITED Edited")]),
    "a member more, an attested kernel again": (AGAIN, "HOLDS",
                                                [("    EDITED Edited", "    ULONG Extra at 0x04;\n    EDITED Edited")]),
    "a member of later versions": (FOUR, "HOLDS",
                                   [("    EDITED Edited", "    ULONG Extra in 11-21H2.. at 0x04;\n    EDITED Edited")]),
    "another name": (FOUR, "EDITED", [("ULONG Flags", "ULONG Flagz")]),
    "another name, an attested kernel again": (AGAIN, "EDITED", [("ULONG Flags", "ULONG Flagz")]),
    "an invented name": (FOUR, "EDITED", [("    ULONG Flags  ", '    unknown ULONG Flags "of all"  ')]),
    "a row less": (FOUR, "EDITED", [("    ULONG Flags      at 0x0C;\n", "")]),
    "another type": (FOUR, "EDITED", [("VOID *Handles", "ULONG *Handles")]),
    "a correction": (FOUR, "EDITED", [("at 0x0C", "at corrected 0x0C was 0x08")]),
    "a larger size": (FOUR, "EDITED", [("size 0x20", "size 0x24")]),
    "a larger size, two kernels": (FIVE, "EDITED", [("size 0x20", "size 0x24")]),
    "a larger size, an attested kernel again": (AGAIN, "EDITED", [("size 0x20", "size 0x24")]),
    "a size of 8 more": (FIVE, "EDITED", [("size 0x20", "size 0x28")]),
    "a smaller size": (FOUR, "EDITED", [("size 0x20", "size 0x1C")]),
    "a row and 16 bytes less": (FOUR, "EDITED", [("size 0x20", "size 0x10"), ("    LIST_ENTRY Lock  at 0x10;\n", "")]),
    "a row and 16 bytes less, two kernels": (FIVE, "EDITED", [("size 0x20", "size 0x10"),
                                                              ("    LIST_ENTRY Lock  at 0x10;\n", "")]),
    "no size": (FOUR, "EDITED", [("    size 0x20;\n", "")]),
    "another size of the holder": (FOUR, "HOLDS", [("size 0x28", "size 0x30")]),
    "another alignment": (FOUR, "EDITED", [("1809.. {", "1809.. align 16 {")]),
    "packed": (FOUR, "EDITED", [("1809.. {", "1809.. pack 1 {")]),
    "swapped members": (FOUR, "EDITED", [("ULONG Total      at 0x08", "ULONG Flags      at 0x08"),
                                         ("ULONG Flags      at 0x0C", "ULONG Total      at 0x0C")]),
    "partial": (FOUR, "EDITED", [("    size", "    partial;\n    size"), ("    ULONG Flags      at 0x0C;\n", "")]),
    "attested otherwise": (FOUR, "EDITED", [("    size", "    attest x64 10.0.17763.379;\n    size")]),
    "attested otherwise, two kernels": (FIVE, "EDITED", [("    size", "    attest x64 10.0.17763.379;\n    size")]),
    "a value of later versions": (FOUR, "COLOURS", [("Green = 1;", "Green = 1;\n    Blue = 2 in 11-21H2..;")]),
    "another value": (FOUR, "COLOURS", [("Green = 1;", "Green = 2;")]),
}


def run(*words):
    done = subprocess.run([STRATA, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return done.stdout if not done.returncode else f"{done.stdout.rstrip()}\nexit status {done.returncode}\n".lstrip()


def read(directory):
    return {name: open(os.path.join(directory, name), encoding="utf-8").read() for name in os.listdir(directory)}


def edit(path, replacements):
    text = open(path, encoding="utf-8").read()
    text = "".join(line for line in text.splitlines(True) if not line.startswith("    digest "))
    for before, after in replacements:
        if before not in text:
            sys.exit(f"'{path}' has no '{before}'")
        text = text.replace(before, after)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def try_edit(name, files):
    which, stem, replacements = EDITS[name]
    shutil.copytree("three", "edited")
    edit(f"edited/{stem}.strata", replacements)
    print(f"== {name}")
    print(run("import", "isf", "-q", "--into", "edited", *(files[index] for index in which)), end="")
    before = read("edited")
    print(run("fmt", "-q", "edited"), end="")
    print(run("check", "-q", "edited"), end="")
    after, whole = read("edited"), read("two" if which == FIVE else "one")
    changed = sorted(one for one in after if after[one] != whole.get(one) and one != f"{stem}.strata")
    changed += sorted(one for one in after if after[one] != before[one] and one != f"{stem}.strata")
    print("others:", " ".join(changed) if changed else "equal")
    print(after[f"{stem}.strata"].split("columns x64;\n\n")[1])
    shutil.rmtree("edited")


def main():
    cases = os.path.abspath(sys.argv[1])
    kernels = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "fold", "kernels.py")
    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(scratch)
        files = subprocess.run([sys.executable, kernels, cases, "."], capture_output=True, text=True,
                               check=True).stdout.split()
        for name, count in ("three", 3), ("one", 4), ("two", 5):
            run("import", "isf", "-q", "-o", name, *files[:count])
        for name in EDITS:
            try_edit(name, files)


if __name__ == "__main__":
    main()
