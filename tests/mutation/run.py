"""run.py: specs with one mistake each, an oracle that says which of them
contradict themselves, and how many of those `strata check` reports.

STRATA is the binary.  Prints a table by kind, FAIL lines, and as its last line
how many tests passed.  --list SHOW prints mutants: missed, elsewhere, extra
(reported though the oracle sees nothing), or all.
"""

import argparse
import glob
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

import mutants
import spec
import structures
import validate
from layouts import Program
from oracle import Lines, Oracle

SEED = 20181218
COUNT = 2000
FLOOR = 90          # percent of contradicting mutants that must be reported on a row that has to do with it,
FIX_FLOOR = 90      # of those in offsets that a fix must put right,
ALARM_CEILING = 5   # and of the others that may be reported all the same
OWN = "tests/mutation/specs"
QUIET = "tests/mutation/clean"
SHIPPED = "specs"
KERNEL = "specs/ntoskrnl"
MODULES = (KERNEL, "specs/fltmgr", "specs/ntdll", "specs/wdigest", "specs/win32k")
AXIS = "specs/nt/axis.strata"


def is_default(path):
    with open(path, encoding="utf-8") as file:
        return any(line.startswith("default;") for line in file)


class Corpus:
    """The clean specs: the shipped ones, which are checked together, and those of this test, each for itself: `own` ones,
    of which mutants are made, too, and those that are there to be `quiet` about. Or some specs of a directory instead,
    each for itself, which use the axis alone."""

    def __init__(self, alone=None, directory=""):
        # Files with `default;` are left out: types that others replace, in constructs that the oracle does not know. So
        # are those of modules, which are a hundred times as much text.
        self.shipped = [path for path in sorted(glob.glob(SHIPPED + "/**/*.strata", recursive=True))
                        if not path.startswith(MODULES) and not is_default(path)] if alone is None else []
        self.own = sorted(glob.glob(OWN + "/*.strata")) if alone is None else alone
        self.quiet = sorted(glob.glob(QUIET + "/*.strata")) if alone is None else []
        self.texts = {}
        used = [] if alone is None else [AXIS]
        for path in self.shipped + self.own + self.quiet + used:
            with open(os.path.join(directory if path in (alone or ()) else "", path), encoding="utf-8") as file:
                self.texts[path] = file.read()
        self.parsed = {path: spec.read(text) for path, text in self.texts.items()}
        self.base = used or [path for path in self.shipped if not path.startswith(SHIPPED + "/etw/")]
        self.named = {path: [(node.name, names_in(node)) for node in nodes] for path, nodes in self.parsed.items()}

    def group(self, path):
        """The files of the program that a file belongs to."""
        return self.shipped if path in self.shipped else self.base + [path]

    def dependents(self, path, names):
        """The names of declarations of a file, and of all that are made of them."""
        found, before = set(names), 0
        while len(found) > before:
            before = len(found)
            found |= {name for other in self.group(path) for name, named in self.named[other] if named & found}
        return found

    def operand(self, path):
        """Returns the argument for `strata check`."""
        return SHIPPED if path in self.shipped else path

    def mutable(self):
        """Returns the files that mutants are made of: {path: (text, declarations)}."""
        return {path: (self.texts[path], self.parsed[path]) for path in self.shipped + self.own}

    def program(self, path, nodes):
        """A program in which a file has other declarations."""
        return Program({**{other: self.parsed[other] for other in self.group(path)}, path: nodes})

    def changed(self, path, text, nodes):
        """The names of the declarations that another text of a file, read as these, can make mean something else."""
        old = self.texts[path]
        return self.dependents(path, {one.name for one, other in zip(self.parsed[path], nodes)
                                      if old[one.begin:one.end] != text[other.begin:other.end]})

    def contradictions(self, path, text):
        """Returns the contradictions that another text of a file makes, in all declarations that it can change."""
        nodes = spec.read(text)
        return self.found_in(self.program(path, nodes), path, text, self.changed(path, text, nodes))

    def clean_contradictions(self, path):
        """Returns all contradictions in the program that a file belongs to."""
        names = {name for other in self.group(path) for name, _ in self.named[other]}
        return self.found_in(self.program(path, self.parsed[path]), path, self.texts[path], names)

    def found_in(self, program, path, text, names):
        oracle = Oracle(program, {**self.texts, path: text})
        for other in self.group(path):
            oracle.contradictions(other, names)
        return oracle.found


def names_in(node):
    """The types and constants that a declaration names."""
    names = {node.type, None if node.kind == "type" else node.base} - {None}
    for bound in node.bounds:
        for column in bound if isinstance(bound, list) else ():
            for alternative in column:
                names |= names_of(alternative.value)
    for row in node.rows:
        names |= names_in(row)
    return names


def names_of(expression):
    """The constants that an expression names."""
    if isinstance(expression, tuple):
        return names_of(expression[1]) | names_of(expression[2])
    return {expression} if isinstance(expression, str) else set()


def axis_names(parsed):
    """[releases, points], each ascending."""
    releases = next(node for nodes in parsed.values() for node in nodes if node.kind == "axis").releases
    return [[name for name, _ in releases], [point for _, points in releases for point, _ in points]]


# ---- One mutant

class Worker:
    """A copy of the clean specs, in which one file at a time is changed."""

    def __init__(self, strata, scratch, *alone):
        self.strata = strata
        self.corpus = Corpus(*alone)
        self.clean, self.programs = {}, {}      # of the programs that the files belong to
        for path, (_, nodes) in self.corpus.mutable().items():
            operand = self.corpus.operand(path)
            if operand not in self.clean:
                self.clean[operand] = self.corpus.clean_contradictions(path)
                self.programs[operand] = self.corpus.program(path, nodes)
        self.tree = tempfile.mkdtemp(dir=scratch)
        shutil.copytree(SHIPPED, os.path.join(self.tree, SHIPPED),
                        ignore=lambda directory, names: [name for name in names
                                                         if os.path.join(directory, name) in MODULES or
                                                         name.endswith(".strata") and
                                                         is_default(os.path.join(directory, name))])
        shutil.copytree(OWN, os.path.join(self.tree, OWN))

    def check(self, path, text):
        """The diagnostics of the spec with another text in a file."""
        place = os.path.join(self.tree, path)
        with open(place, "w", encoding="utf-8") as file:
            file.write(text)
        command = [self.strata, "check", "-I", os.path.dirname(AXIS), "--format=json", self.corpus.operand(path)]
        run = subprocess.run(command, capture_output=True, text=True, cwd=self.tree)
        with open(place, "w", encoding="utf-8") as file:
            file.write(self.corpus.texts[path])
        if run.returncode not in (0, 1):
            raise RuntimeError(f"exit status {run.returncode}: {run.stderr}")
        lines = (run.stdout + run.stderr).splitlines()
        found = [json.loads(line) for line in lines if line.startswith("{")]
        return [one for one in found if "code" in one]

    def judge(self, mutant):
        """Returns the verdicts of the oracle and of strata about a mutant."""
        text = self.corpus.texts[mutant.path]
        changed = mutant.apply(text)
        row = Lines(mutant.path, text).place(mutant.node)
        new = (self.corpus.contradictions(mutant.path, changed)
               - self.clean[self.corpus.operand(mutant.path)])
        diagnostics = self.check(mutant.path, changed)
        places = {row}.union(*(lines for _, lines in new))
        right = any(touches(place, found) for one in diagnostics for found in locations(one) for place in places)
        return {"row": row, "reasons": sorted({reason for reason, _ in new}),
                "codes": sorted({one["code"] for one in diagnostics}), "right": right,
                "fix": self.fix(mutant, changed, diagnostics)}

    def fix(self, mutant, changed, diagnostics):
        """True if a fix restores the layouts of the clean spec; None if there is no fix."""
        result = None
        for one in diagnostics:
            edits = one.get("fix") or []
            if edits and all(os.path.normpath(edit["file"]) == mutant.path for edit in edits):
                result = result or self.restores(mutant.path, fixed_text(changed, edits))
        return result

    def restores(self, path, text):
        """True if the structures of a file have the layouts of the clean spec."""
        clean = self.programs[self.corpus.operand(path)]
        try:
            nodes = spec.read(text)
        except spec.SpecError:
            return False
        program, names = self.corpus.program(path, nodes), self.corpus.changed(path, text, nodes)
        for record, other in zip(clean.file_records[path], program.file_records[path]):
            if record.declared not in names:
                continue
            for version in sorted({*clean.versions(record), *program.versions(other)}):
                for arch in clean.own_arches(record):
                    if described(clean, record, arch, version) != described(program, other, arch, version):
                        return False
        return True


def described(program, record, arch, version):
    layout = program.lay_out(record, arch, version)
    return layout and (layout.size, validate.describe_entries(layout.entries))


def locations(value):
    """Every place that a diagnostic names: its own, its notes' and its fix's."""
    if isinstance(value, dict):
        if "file" in value and "line" in value:
            yield os.path.normpath(value["file"]), value["line"], value.get("end_line", value["line"])
        value = list(value.values())
    if isinstance(value, list):
        for inner in value:
            yield from locations(inner)


def touches(one, other):
    return one[0] == other[0] and one[1] <= other[2] and other[1] <= one[2]


def fixed_text(text, edits):
    """A text after the edits of a fix, which are apart from each other."""
    starts = [0] + [i + 1 for i, c in enumerate(text) if c == "\n"]
    for edit in sorted(edits, key=lambda edit: (edit["line"], edit["column"]), reverse=True):
        begin = starts[edit["line"] - 1] + edit["column"] - 1
        end = starts[edit["end_line"] - 1] + edit["end_column"] - 1
        text = text[:begin] + edit["replacement"] + text[end:]
    return text


worker = None


def start_worker(*arguments):
    global worker
    worker = Worker(*arguments)


def judge(mutant):
    return worker.judge(mutant)


# ---- The report

def percent(part, whole):
    return 100 * part / whole if whole else 100.0


def print_table(results):
    print(f"{'kind':8} {'mutants':>8} {'contradict':>11} {'reported':>9} {'right row':>10} {'missed':>7} {'share':>7}"
          f" {'fix':>7} {'restores':>9}")
    total = Counter()
    for kind in [*mutants.SHARES, "all"]:
        counts = total if kind == "all" else count(results, kind)
        total.update(counts if kind != "all" else {})
        print(f"{kind:8} {counts['mutants']:8} {counts['contradict']:11} {counts['reported']:9} {counts['right']:10} "
              f"{counts['missed']:7} {percent(counts['right'], counts['contradict']):6.1f}% {counts['fix']:7} "
              f"{counts['restores']:9}")


def judge_shares(results):
    """Yields a message for each share that is below its floor."""
    contradicting = [result for _, result in results if result["reasons"]]
    share = percent(sum(result["right"] for result in contradicting), len(contradicting))
    if share < FLOOR or not contradicting:
        yield (f"mutation/reported: {share:.1f} % of {len(contradicting)} mutants that contradict themselves are reported on "
               f"a row that has to do with it; at least {FLOOR} % must be")
    offsets = [result for mutant, result in results if mutant.kind == "offset" and result["reasons"]]
    share = percent(sum(bool(result["fix"]) for result in offsets), len(offsets))
    if share < FIX_FLOOR:
        yield (f"mutation/fixed: of {share:.1f} % of the wrong offsets a fix restores the clean layouts; "
               f"of at least {FIX_FLOOR} % it must")
    others = [result for _, result in results if not result["reasons"]]
    share = percent(sum(bool(result["codes"]) for result in others), len(others))
    if others and share > ALARM_CEILING:
        yield f"mutation/alarms: {share:.1f} % of the mutants that may be right are reported; {ALARM_CEILING} % may be"


def count(results, kind):
    counts = Counter()
    for mutant, result in results:
        if mutant.kind != kind:
            continue
        counts["mutants"] += 1
        if result["reasons"]:
            counts["contradict"] += 1
            counts["reported"] += bool(result["codes"])
            counts["right"] += result["right"]
            counts["missed"] += not result["codes"]
            counts["fix"] += result["fix"] is not None
            counts["restores"] += bool(result["fix"])
    return counts


def show(results, which):
    for mutant, result in results:
        missed = result["reasons"] and not result["codes"]
        elsewhere = result["reasons"] and result["codes"] and not result["right"]
        extra = result["codes"] and not result["reasons"]
        if which == "all" or {"missed": missed, "elsewhere": elsewhere, "extra": extra}[which]:
            print(f"{mutant.path}:{result['row'][1]}: {mutant.kind} {mutant.old} -> {mutant.new} ({mutant.way}): "
                  f"{', '.join(result['reasons']) or 'no contradiction'}; "
                  f"{', '.join(result['codes']) or 'nothing reported'}; fix: {result['fix']}")


def print_missed(results):
    """By kind, what the missed ones contradict."""
    missed = Counter((mutant.kind, ", ".join(result["reasons"])) for mutant, result in results
                     if result["reasons"] and not result["right"])
    for (kind, reasons), number in sorted(missed.items(), key=lambda item: -item[1]):
        print(f"not reported: {number:4} {kind}: {reasons}")


def test_oracle(strata, corpus, path):
    """The oracle's layouts of a clean spec against the dump's; what is wrong, or None."""
    try:
        operand = os.environ["SPECS"] if path in corpus.shipped else path
        dump = validate.dumped(strata, ["-I", os.path.dirname(AXIS), operand])
        program = corpus.program(path, corpus.parsed[path])
        known = {record.name for found in program.file_records.values() for record in found}
        if path in corpus.shipped:  # without the structures of files with `default;`
            dump["structs"] = [struct for struct in dump["structs"] if struct["name"] in known]
        compared, differing = validate.compare(program, dump)
    except RuntimeError as error:
        return str(error)
    if not compared:
        return "nothing to compare"
    return "\n".join(differing) or None


def test_clean(strata, corpus, path):
    """A clean spec has no diagnostic; those that are there for that with all checks but one, which is about C alone."""
    options = ["-W", "all", "--no-natural", "--no-inferable"] if path in corpus.quiet else []
    run = subprocess.run([strata, "check", "-I", os.path.dirname(AXIS), *options, corpus.operand(path)], capture_output=True, text=True)
    return run.stdout + run.stderr if run.returncode else None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--list", choices=["missed", "elsewhere", "extra", "all"])
    parser.add_argument("--count", type=int, default=COUNT)
    options = parser.parse_args()
    strata = os.environ["STRATA"]
    corpus = Corpus()

    tests, failures, skipped = structures.run(strata)
    for path in [corpus.shipped[0], *corpus.own, *corpus.quiet]:
        for name, test in (("oracle", test_oracle), ("clean", test_clean)):
            wrong = test(strata, corpus, path)
            tests += 1
            failures += [f"mutation/{name} {corpus.operand(path)}: {wrong}"] if wrong else []

    made = mutants.generate(random.Random(SEED), corpus.mutable(), axis_names(corpus.parsed), options.count)
    # Workers end without cleaning up, so that their trees are below one of this process.
    with tempfile.TemporaryDirectory() as scratch, \
            ProcessPoolExecutor(2, initializer=start_worker, initargs=(strata, scratch)) as pool:
        results = list(zip(made, pool.map(judge, made, chunksize=20)))
    if options.list:
        show(results, options.list)
    print_table(results)
    print_missed(results)
    tests += 3
    failures += judge_shares(results)
    for failure in failures:
        print("FAIL " + failure)
    for why in skipped:
        print("SKIP " + why)
    print(f"{tests - len(failures)} passed, {len(failures)} failed" + (f", {len(skipped)} skipped" if skipped else ""))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
