"""The compilers of compilers.tsv, and what each can be asked to do. What can fail returns its failures, as texts."""

import os
import re
import shutil
import subprocess
import tempfile

STANDARDS = ("c99", "c11", "c17", "c++11", "c++17", "c++20")
# Warnings that headers must not cause in each family; clang's last ones are for headers alone.
WARNINGS = os.environ["warnings"].split()
EVERYTHING = os.environ["everything"].split()
AS_CL = ["-Wno-language-extension-token"]  # for __forceinline
FAMILIES = {
    "gnu": (WARNINGS, []),
    "clang": (WARNINGS, EVERYTHING),
    "cl": (WARNINGS + AS_CL, EVERYTHING + AS_CL),
    "tcc": (["-Wall", "-Werror"], []),
}
LINK_COFF = ["lld-link", "/nodefaultlib", "/subsystem:console", "/entry:mainCRTStartup"]


def language_of(standard):
    return "c++" if standard.startswith("c++") else "c"


def run(what, command, wanted="", directory=None):
    """The command must succeed and print nothing but what is wanted, a regular expression."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          encoding="utf-8", errors="replace", check=False, cwd=directory)
    if done.returncode == 0 and re.fullmatch(wanted, done.stdout.strip()):
        return []
    return [f"{what}: exit status {done.returncode}\n{done.stdout}"]


class Compiler:
    """A row of compilers.tsv."""

    def __init__(self, line, directory, includes):
        self.name, self.family, c, cxx, standards, options, self.format, also = line.split("\t")
        self.commands = {"c": c, "c++": cxx}
        self.standards = STANDARDS if standards == "all" else standards.split()
        self.options = options.split()
        self.also = also.split()
        self.directory = os.path.join(directory, re.sub(r"\W+", "-", self.name))
        self.includes = includes

    def ends(self):
        """The oldest and the newest standard of each language that it has."""
        for language in ("c", "c++"):
            of_it = [standard for standard in self.standards if language_of(standard) == language]
            if of_it:
                yield of_it[0], of_it[-1]

    def missing(self, standard, linked=False):
        """The command that is not here and would be needed, or None."""
        needed = [self.commands[language_of(standard)]] + LINK_COFF[:1] * (linked and self.format == "coff")
        return next((command for command in needed if not shutil.which(command)), None)

    def command(self, standard, *options):
        """Returns the command that compiles the files named after it."""
        language = language_of(standard)
        command = [self.commands[language], *self.options, "-std=" + standard, *FAMILIES[self.family][0], *options]
        return command if self.family == "tcc" else [*command, "-x", language]

    def check(self, standard, files):
        """Compiles files for the sake of the warnings, each on its own, by one command."""
        command = self.command(standard, *FAMILIES[self.family][1], *self.includes)
        if self.family != "tcc":
            return run(standard, [*command, "-fsyntax-only", *files])
        # tcc writes objects, into the directory where it runs; it ends with the first file that fails.
        with tempfile.TemporaryDirectory() as objects:
            return run(standard, [*command, "-c", *map(os.path.abspath, files)], directory=objects)

    def compile(self, standard, directory, source, *options):
        """An object, and what failed."""
        os.makedirs(os.path.join(self.directory, directory), exist_ok=True)
        made = os.path.join(self.directory, directory, os.path.basename(source) + ".o")
        return made, run(f"{standard}, {directory}", [*self.command(standard, *options), "-c", source, "-o", made])

    def link(self, standard, directory, objects, *options):
        """A program, and what failed; the format of Windows without mingw is linked without a library in any case."""
        made = os.path.join(self.directory, directory, "program.exe")
        command = [self.commands[language_of(standard)], *self.options, *options, "-o", made]
        if self.format == "coff":
            command = [*LINK_COFF, "/out:" + made]
        return made, run(f"{standard}, {directory}", [*command, *objects])
