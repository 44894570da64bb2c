"""The units that every compiler gets: files with nothing but includes, written once."""

import glob
import os

WINDOWS_HEADERS = ("windows.h", "evntrace.h", "evntcons.h", "winternl.h")

# Compilers for MSVC's ABI demand this name of a program with floats; without a library it defines it.
FLOATS_OF_MSVC = """#if defined(_MSC_VER)
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wreserved-identifier"
#endif
#if defined(__cplusplus)
extern "C" int _fltused;
#else
extern int _fltused;
#endif
int _fltused = 0;
#endif
"""


class Units:
    """Paths of the units; headers as their users include them."""

    def __init__(self, directory, trees, kernels):
        self.directory = directory
        self.of_tree = {tree: headers_of(tree) for tree in trees}
        self.kernels = headers_of(kernels)
        self.all_kernels = self.write("kernels-all", self.kernels)
        self.headers = sorted(header for headers in self.of_tree.values() for header in headers)
        backwards = self.headers[::-1]
        self.orders = [self.write("ascending", self.headers), self.write("descending", backwards)]
        self.alone = [self.write("alone/" + flat(header), [header, header]) for header in self.headers]
        self.windows = [self.write("windows-first", [*WINDOWS_HEADERS, *self.headers]),
                        self.write("windows-last", [*backwards, *WINDOWS_HEADERS])]
        self.pairs = [[self.write(f"pairs/{flat(first)}/{flat(second)}", [first, second])
                       for second in self.headers if second != first] for first in self.headers]

    def linked(self, functions):
        """Two units for one program. The second uses all of these functions, the first one of them: what both define
        is found when they are linked, whether it is used or not."""
        return [self.write("first", self.headers, FLOATS_OF_MSVC + using("matrix_first", functions[:1])),
                self.write("second", self.headers[::-1], using("matrix_second", functions))]

    def write(self, name, headers, text="extern int matrix_unit;\nint matrix_unit;\n"):
        path = os.path.join(self.directory, name + ".c")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="ascii") as file:
            file.write("".join(f'#include "{header}"\n' for header in headers) + text)
        return path


def headers_of(tree):
    """All headers but those of the kernel's structures: some are those of nt/kernel.h, and KERNELS has the largest."""
    return sorted(path for path in (os.path.relpath(found, tree) for found in
                                    glob.glob(os.path.join(tree, "**", "*.h"), recursive=True))
                  if not path.startswith("ntoskrnl" + os.sep))


def flat(header):
    return header.replace("/", "-")


def using(name, functions):
    """A function that takes the address of others, so that none of them is left out of the program."""
    taken = "".join(f"    taken = (void (*)(void)){function};\n" for function in functions)
    return (f"void {name}(void);\nvoid {name}(void)\n{{\n"
            f"    void (*volatile taken)(void);\n{taken}    (void)taken;\n}}\n")
