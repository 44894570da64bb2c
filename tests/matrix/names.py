"""Lists the declarations of headers, as compilers see them: macros, functions, and every name of file scope."""

import re
import subprocess

BASE = ("stddef.h", "stdint.h")
# Kinds of clang's tree whose names are of file scope wherever they stand; others only where a file's declarations do.
ANYWHERE = ("EnumConstant", "Record", "CXXRecord", "Enum")
OF_A_FILE = ("Function", "Var", "Typedef", "TypeAlias", "Namespace")
DECLARATION = re.compile(r"^([|` -]+)(\w+)Decl 0x\w+ (.*)$", re.MULTILINE)


def output_of(command, headers):
    unit = "".join(f'#include "{header}"\n' for header in (*BASE, *headers))
    done = subprocess.run([*command, "-"], input=unit, stdout=subprocess.PIPE, encoding="utf-8", check=True)
    return done.stdout


def macros(command, headers):
    """The macros defined after these headers, less the compiler's own."""
    def of(some):
        return set(re.findall(r"^#define (\w+)", output_of([*command, "-dM", "-E"], some), re.MULTILINE))
    return of(headers) - of(())


def declared(clang, headers):
    """Types, tags, enumerators, functions and variables of these headers, by clang's syntax tree."""
    def of(some):
        tree = output_of([*clang, "-fsyntax-only", "-fno-color-diagnostics", "-Xclang", "-ast-dump"], some)
        return {name for name in map(name_of, DECLARATION.finditer(tree)) if name}
    return of(headers) - of(())


def name_of(declaration):
    """The name that a line of the tree gives to what it declares at file scope, or None."""
    indentation, kind, rest = declaration.groups()
    # In C++ what is in extern "C" { } stands one deeper; a function's own variables are deeper still.
    if kind not in ANYWHERE and not (kind in OF_A_FILE and len(indentation) <= 4):
        return None
    words = rest.split("> ", 1)[-1].split(" '")[0].removesuffix(" definition").split()
    nameless = words[-1] in ("struct", "union", "class") or not words[-1].isidentifier()
    return None if nameless or "implicit" in words else words[-1]


def functions(gcc, headers, listing):
    """The functions that these headers declare or define, by gcc."""
    output_of([*gcc, "-fsyntax-only", "-aux-info", listing], headers)
    with open(listing, encoding="utf-8") as file:
        text = re.sub(r"/\*.*?\*/|__attribute__ ?\(\(.*?\)\)", "", file.read())
    return sorted(set(re.findall(r"^[\w *]*?(\w+) \(", text, re.MULTILINE)))
