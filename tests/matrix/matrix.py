"""Every generated header by every compiler of compilers.tsv; tests/README.md says what each column stands for.

Prints a table, then each failure with what was said, and a count in its last line.
"""

import concurrent.futures
import glob
import os
import re
import resource
import shutil
import subprocess
import sys
import threading
import time

import names
from compiler import STANDARDS, Compiler, run
from units import Units

HERE = "tests/matrix"
RUNTIME_TESTS = "tests/runtime"
WORK = os.environ["MATRIX"]
PROGRAMS = os.path.join(WORK, "programs")
# Headers of specs/; of a spec that has every construct, under a prefix of their own, and as a bundle; the runtime's.
SPECS, KITCHEN, BUNDLE, RUNTIME = TREES = ("generated", WORK + "/kitchen", WORK + "/bundle", "runtime")
# DEFINE: macros of the unit that has the tables. EXTERN: macros of all units of such a program.
DEFINE = ["-DSTRATA_DEFINE_TABLES", "-DBUNDLE_DEFINE_TABLES", "-DBUNDLE_PRINT_IMPLEMENTATION"]
EXTERN = ["-DSTRATA_EXTERN_TABLES", "-DBUNDLE_EXTERN_TABLES"]
# Headers of large structures of real kernels, if there are any.
KERNELS = WORK + "/kernels/headers"
INCLUDES = ["-I" + os.path.abspath(tree) for tree in (*TREES, KERNELS)]

COLUMNS = (*STANDARDS, "pairs", "windows.h", "kernels", "link", "programs")
# Levels of optimisation, and whether functions of headers are a part of each caller, as users have them. To call them,
# as $unoptimised of try.sh has it, takes a compiler a fifth of the time, or half of it where it optimises.
OPTIMISED, OPTIMISED_CALLED, PLAIN, CALLED = (["-O2"], ["-O2", "-Dalways_inline=unused"],
                                              ["-O0"], ["-O0", "-Dalways_inline=unused"])
# Programs of tests/runtime, and that of tests/module with headers of three modules: name, tree of its headers, level of
# optimisation.
PROGRAM_LIST = (("behaviour", "kitchen", OPTIMISED), ("user", "modules", OPTIMISED),
                ("roundtrip_kitchen", "kitchen", CALLED), ("roundtrip_specs", "specs", CALLED))
SHOWN_FAILURES, SHOWN_LINES = 3, 20

LEGEND = """\
A standard: all {headers} headers in ascending and in descending order, each before every other; in the oldest of each
language, by one compiler of each kind, also each alone, twice. pairs: their {pairs} ordered pairs, a unit each.
windows.h: all before and behind <windows.h>, <evntrace.h>, <evntcons.h>, <winternl.h>. kernels: {kernels} headers of
large structures of real kernels, in the oldest C, and in the newest C++ by one compiler of each kind. link: a unit
that uses all {functions} functions and one that has them too, one program, -ffreestanding -nostdlib. programs: those of
tests/runtime and tests/module, run; built: linked, but nothing here runs them. Those of gcc and clang are run by make
test."""


class Table:
    """The result of each cell; tasks fill it at the same time."""

    def __init__(self):
        self.failures = {}
        self.words = {}
        self.missing = []
        self.tasks = []
        self.pool = concurrent.futures.ThreadPoolExecutor(os.cpu_count() + 1)  # one may wait for wine

    def start(self, row, column, task, *arguments, word="ok"):
        """The task returns what failed; where nothing does, the cell says the word."""
        self.failures.setdefault((row, column), [])
        self.words[row, column] = word
        self.tasks.append((row, column, self.pool.submit(task, *arguments)))

    def miss(self, row, column, what):
        self.words[row, column] = "missing"
        self.missing.append(f"{row}, {column}: no {what}")

    def wait(self):
        for row, column, task in self.tasks:
            try:
                self.failures[row, column] += task.result()
            except subprocess.CalledProcessError as error:
                self.failures[row, column].append(str(error))

    def cell(self, row, column):
        return "FAIL" if self.failures.get((row, column)) else self.words.get((row, column), "-")

    def print(self, rows):
        width = max(map(len, rows))
        print(" " * width, *(f"{column:>9}" for column in COLUMNS))
        for row in rows:
            print(f"{row:{width}}", *(f"{self.cell(row, column):>9}" for column in COLUMNS))


def link(compiler, standard, units, level, *tables):
    """Two units of all headers, the second of which uses every function, and the runtime's sources: one program, and
    nothing besides. The first one holds the tables where only one is to have them."""
    directory, objects, failures = "link-" + standard, [], []
    # tcc alone calls memset and memmove wherever a variable is initialised or copied.
    library = [HERE + "/library/library.c"] if compiler.family == "tcc" else []
    for source in (*units, HERE + "/entry.c", *sorted(glob.glob(RUNTIME + "/*.c")), *library):
        own = level * (source in units) + DEFINE * (source == units[0])
        made, failed = compiler.compile(standard, directory, source, "-ffreestanding", *tables, *own, *INCLUDES)
        objects.append(made)
        failures += failed
    static = [] if compiler.format == "pe" else ["-static"]
    return failures or compiler.link(standard, directory, objects, "-nostdlib", *static)[1]


wine_lock = threading.Lock()


def run_program(compiler, what, program):
    """Programs say in their only line how many checks there were."""
    if "build" in compiler.also:
        return []
    counted = r"[1-9]\d* checks, 0 failed"
    if "wine" in compiler.also:
        with wine_lock:
            return run(what, [os.environ["WINE"], program], counted)
    # Kernels of 64 bits need not be able to run programs of 32.
    return run(what, [*(["qemu-i386"] if "qemu" in compiler.also else []), program], counted)


def program(compiler, standard, name, tree, level):
    """A program of the list; where there is no library, against one that has bodies alone."""
    source = (RUNTIME_TESTS if name == "behaviour" else PROGRAMS) + f"/{name}.c"
    directory = f"{name}-{standard}"
    includes = ["-Iruntime", f"-I{PROGRAMS}/{tree}", "-I" + RUNTIME_TESTS]
    if compiler.format == "coff":
        includes.append(f"-I{HERE}/library")
    made, failures = compiler.compile(standard, directory, source, *level, *includes)
    objects = [made]
    for name in ("library.c", "start.c") if compiler.format == "coff" else ():
        made, failed = compiler.compile("c99", directory, f"{HERE}/library/{name}", *level, f"-I{HERE}/library")
        objects.append(made)
        failures += failed
    if failures:
        return failures
    static = ["-static"] if compiler.family == "gnu" else []
    made, failures = compiler.link(standard, directory, objects, *static)
    return failures or run_program(compiler, f"{standard}, {name}", made)


def prefixes(prefix, headers, base):
    """Names that the headers add to those of the base and that have another prefix, by three compilers' macros and
    clang's tree, in C and C++."""
    wrong = set()
    for command, names_of in (
            (["gcc", "-std=c99", "-x", "c"], names.macros),
            (["g++", "-std=c++11", "-x", "c++"], names.macros),
            (["clang", "--target=i686-pc-windows-msvc", "-ffreestanding", "-std=c99", "-x", "c"], names.macros),
            (["clang", "-std=c99", "-x", "c"], names.declared),
            (["clang++", "-std=c++11", "-x", "c++"], names.declared)):
        command = [*command, *INCLUDES, *DEFINE]
        added = names_of(command, [*base, *headers]) - names_of(command, base)
        if not added:
            return [f"{' '.join(command)}: no name was found"]
        # The runtime's static assert of C99 declares names that begin with its own prefix.
        wrong |= {f"{name}, by {command[0]}" for name in added
                  if not re.match("(strata_assert_)?" + prefix, name, re.IGNORECASE)}
    return ["without the prefix " + prefix + ":\n" + "\n".join(sorted(wrong))] if wrong else []


def start_all(table, compiler, units, linked):
    """Every cell of a row."""
    row = compiler.name
    for standard in compiler.standards:
        lacks = compiler.missing(standard)
        if lacks:
            table.miss(row, standard, lacks)
        else:
            table.start(row, standard, compiler.check, standard, units.orders)
    for oldest, newest in compiler.ends():
        if compiler.missing(oldest):
            continue
        if "alone" in compiler.also:
            table.start(row, oldest, compiler.check, oldest, units.alone)
        if "pairs" in compiler.also and oldest == "c99":
            for seconds in units.pairs:
                table.start(row, "pairs", compiler.check, oldest, seconds)
        if "windows.h" in compiler.also:
            standard = oldest if oldest == "c99" else newest
            table.start(row, "windows.h", compiler.check, standard, units.windows)
        if units.kernels and (oldest == "c99" or "alone" in compiler.also):
            standard = oldest if oldest == "c99" else newest
            table.start(row, "kernels", compiler.check, standard, [units.all_kernels])
        start_linked(table, compiler, oldest, newest, linked)


def start_linked(table, compiler, oldest, newest, linked):
    row = compiler.name
    lacks = compiler.missing(oldest, linked=True)
    if lacks:
        table.miss(row, "link", lacks)
    else:
        # C and C++ share the optimiser and the place of the tables, so one target of each compiler, format and width
        # tries these.
        is_whole = "whole" in compiler.also and oldest == "c99"
        levels = (PLAIN, OPTIMISED) if "alone" in compiler.also else (CALLED, OPTIMISED_CALLED)
        table.start(row, "link", link, compiler, oldest, linked, levels[is_whole])
        if is_whole:
            table.start(row, "link", link, compiler, newest, linked, CALLED, *EXTERN)
    if not lacks and "wine" in compiler.also and not os.environ["WINE"]:
        lacks = "wine64"
    if not lacks and "qemu" in compiler.also and not shutil.which("qemu-i386"):
        lacks = "qemu-i386"
    if lacks:
        table.miss(row, "programs", lacks)
    elif {"run", "qemu", "wine", "build"} & set(compiler.also):
        for name, tree, level in PROGRAM_LIST if oldest == "c99" else PROGRAM_LIST[:2]:
            if tree == "specs" and "build" in compiler.also:
                continue # all functions are linked, and the kitchen has all constructs
            table.start(row, "programs", program, compiler, oldest, name, tree, level,
                        word="built" if "build" in compiler.also else "ok")


def report(table):
    """Prints the failures and the missing compilers. Returns their numbers, and the number of passes."""
    failed = 0
    for (row, column), failures in table.failures.items():
        failed += bool(failures)
        for failure in failures[:SHOWN_FAILURES]:
            lines = failure.splitlines()
            print(f"FAIL matrix: {row}, {column}: {lines[0]}", *lines[1:SHOWN_LINES], sep="\n    ")
        if len(failures) > SHOWN_FAILURES:
            print(f"    ... and {len(failures) - SHOWN_FAILURES} more")
    for missing in table.missing:
        print("SKIP matrix:", missing)
    return len(table.failures) - failed, failed, len(table.missing)


def main():
    begun = time.monotonic()
    units = Units(WORK, TREES, KERNELS)
    try:
        functions = names.functions(["gcc", "-std=c99", "-x", "c", *INCLUDES], units.headers, WORK + "/functions")
    except subprocess.CalledProcessError as error:
        print(f"FAIL matrix: all headers in one unit: {error}\n0 passed, 1 failed")
        sys.exit(1)
    linked = units.linked(functions)
    table = Table()
    with open(HERE + "/compilers.tsv", encoding="utf-8") as file:
        compilers = [Compiler(line.rstrip("\n"), WORK, INCLUDES) for line in file if not line.startswith("#")]
    for compiler in compilers:
        start_all(table, compiler, units, linked)
    if not units.kernels:
        table.miss("all", "kernels", "reference data")
    lacks = next((command for command in ("g++", "clang", "clang++") if not shutil.which(command)), None)
    for prefix, tree, base in (("strata_", SPECS, []), ("strata_", RUNTIME, []), ("bundle_", BUNDLE, []),
                               ("kitchen_", KITCHEN, units.of_tree[RUNTIME])):
        if lacks:
            table.miss("names", prefix, lacks)
        else:
            table.start("names", prefix, prefixes, prefix, units.of_tree[tree], base)
    table.wait()

    table.print([compiler.name for compiler in compilers])
    print("names have their prefix:",
          *(f"{prefix} {table.cell('names', prefix)}" for prefix in ("strata_", "kitchen_", "bundle_")))
    print(LEGEND.format(headers=len(units.headers), pairs=sum(map(len, units.pairs)), kernels=len(units.kernels),
                        functions=len(functions)))
    passed, failed, skipped = report(table)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{time.monotonic() - begun:.0f} s, {used.ru_utime + used.ru_stime:.0f} s of processors")
    print(f"{passed} passed, {failed} failed" + f", {skipped} skipped" * (skipped > 0))
    sys.exit(failed > 0)


main()
