"""mistakes.py: specs that `strata import isf` has made, with one mistake each, as somebody makes them who edits such a
spec, and how many `strata check` reports.

A mutant that nothing reports is equivalent where the oracle finds no contradiction in it: it says why in plain words. All
others that nothing reports are missed.  EPROCESS with all that it holds, of the eight kernels of the reference data, where
they are at hand; and a structure like those of kernels, that tests/kernel/fold/kernels.py makes files of.

STRATA is the binary, STRATA_SHARED the directory of the reference data.  Prints a table of each, by kind, FAIL lines, and
as its last line how many tests passed.  --list prints the mutants that nothing reports.
"""

import argparse
import glob
import os
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "mutation"))
import mutants  # pylint: disable=wrong-import-position
import run      # pylint: disable=wrong-import-position

SEED = 11
COUNT = 600
FLOOR = 95                      # percent of the mutants that are not equivalent that must be reported,
WHOLE = ("offset", "row")       # and kinds of which all must be
SMALL = "tests/imported/small.kernels"


def import_spec(strata, files, names, path):
    """A spec of files, as the only file that uses the axis."""
    options = ["-s", names] if names else []
    done = subprocess.run([strata, "import", "isf", "--use", run.AXIS, *options, *files], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stdout + done.stderr)
    with open(path, "w", encoding="utf-8") as file:
        text = re.sub(r'^use ".*axis\.strata";$', f'use "{os.path.abspath(run.AXIS)}";', done.stdout, flags=re.M)
        file.write(re.sub(r"^ *digest [^;]*;\n", "", text, flags=re.M))  # which would find all that kernels contradict


def why_equivalent(mutant, result):
    """Why a mutant of a kind can say what contradicts nothing."""
    text = mutant.old
    if result["is_allowed"]:
        return "a row that says it shares its bytes, with an `allow`, shares others"
    if mutant.kind == "row" and re.search(r": *\d", text):
        return "a bit-field that was the highest of its unit, or whose bits other bit-fields have as well"
    if mutant.kind == "row" and "overlap" in text:
        return "a row that shares all of its bytes with other rows, which stay"
    return {
        "offset": "an offset that fits as well: the row shares its bytes with others, or lies in padding",
        "row": "a row whose bytes other rows have as well, or that alignment would leave free",
        "star": "one star less, and a pointer all the same; or a type of the same size",
        "count": "a row of other bytes that shares them with others, or ends in padding",
        "size": "a size that fits as well",
        "bound": "a bound moved to between the same kernels, or of bytes that others have as well",
        "bit": "bits that nothing else has",
        "enumerator": "an enumerator less: nothing says that an enumeration names all of its values",
    }[mutant.kind]


ALLOWS = {"a byte twice": ("allow overlap ",), "a bit twice": ("allow overlap ", "allow bit-overlap ")}


def is_allowed(contradiction, lines):
    """True if a row that takes part in it allows what it shares."""
    reason, places = contradiction
    words = ALLOWS.get(reason, ())
    text = "".join("\n".join(lines[first - 1:last]) for _, first, last in places)
    return any(word in text for word in words)


def judge(mutant):
    """Returns the findings of strata, and those of the oracle if strata has none."""
    worker = run.worker
    changed = mutant.apply(worker.corpus.texts[mutant.path])
    codes = sorted({one["code"] for one in worker.check(mutant.path, changed)})
    new = set() if codes else (worker.corpus.contradictions(mutant.path, changed)
                               - worker.clean[worker.corpus.operand(mutant.path)])
    lines = changed.split("\n")
    # A row that has slid into bytes that a row there shares with all others is one mistake, which that row allows.
    slid = {place for one in new if is_allowed(one, lines) for place in one[1]}
    return {"row": run.Lines(mutant.path, changed).place(mutant.node), "codes": codes,
            "reasons": sorted({one[0] for one in new if not is_allowed(one, lines) and not slid.intersection(one[1])}),
            "is_allowed": bool(slid)}


def judge_all(strata, scratch, path, count):
    """[(mutant, result)] of the mutants of a spec."""
    corpus = run.Corpus([path], scratch)
    made = mutants.structural(random.Random(SEED), path, corpus.texts[path], corpus.parsed[path],
                              run.axis_names(corpus.parsed), count)
    with ProcessPoolExecutor(2, initializer=run.start_worker, initargs=(strata, scratch, [path], scratch)) as pool:
        return list(zip(made, pool.map(judge, made, chunksize=10)))


def print_table(name, results):
    print(f"REPORT {name}: {len(results)} mutants")
    print(f"REPORT {'kind':12} {'made':>6} {'equivalent':>11} {'reported':>9} {'missed':>7}")
    total = Counter()
    for kind in [*mutants.STRUCTURAL_SHARES, "all"]:
        counts = Counter(outcome(result) for mutant, result in results if kind in (mutant.kind, "all"))
        total = counts
        print(f"REPORT {kind:12} {sum(counts.values()):6} {counts['equivalent']:11} {counts['reported']:9} {counts['missed']:7}")
    why = Counter((mutant.kind, why_equivalent(mutant, result)) for mutant, result in results
                  if outcome(result) == "equivalent")
    for (kind, words), number in why.most_common():
        print(f"REPORT equivalent: {number:4} {kind}: {words}")
    return total


def outcome(result):
    if result["codes"]:
        return "reported"
    return "missed" if result["reasons"] else "equivalent"


def failures_of(name, results):
    counted = [(mutant, outcome(result)) for mutant, result in results if outcome(result) != "equivalent"]
    missed = [mutant for mutant, one in counted if one == "missed"]
    share = run.percent(len(counted) - len(missed), len(counted))
    if share < FLOOR or not counted:
        yield f"imported/{name}: {share:.1f} % are reported; at least {FLOOR} % must be"
    for kind in WHOLE:
        lost = [mutant for mutant in missed if mutant.kind == kind]
        if lost:
            yield f"imported/{name}: {len(lost)} mutants of the kind '{kind}' are missed, as {lost[0].old!r}"


def sources(scratch, strata):
    """(name, the path of a spec) of what can be imported here."""
    files = subprocess.run([sys.executable, "tests/kernel/fold/kernels.py", SMALL, scratch], capture_output=True,
                           text=True, check=True).stdout.split()
    import_spec(strata, files, None, os.path.join(scratch, "small.strata"))
    yield "small", "small.strata"
    kernels = sorted(glob.glob(os.path.join(os.environ.get("STRATA_SHARED", "../shared"), "isf", "*.json.xz")))
    if kernels:
        import_spec(strata, kernels, "_EPROCESS", os.path.join(scratch, "EPROCESS.strata"))
        yield "EPROCESS", "EPROCESS.strata"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--count", type=int, default=COUNT)
    options = parser.parse_args()
    tests, failures, seen = 0, [], []
    with tempfile.TemporaryDirectory() as scratch:
        for name, path in sources(scratch, os.environ["STRATA"]):
            results = judge_all(os.environ["STRATA"], scratch, path, options.count)
            if options.list:
                for mutant, result in results:
                    if not result["codes"]:
                        print(f"{outcome(result)}: {result['row'][1]}: {mutant.kind} {mutant.old!r} -> {mutant.new!r}: "
                              f"{', '.join(result['reasons'])}")
            print_table(name, results)
            failures += failures_of(name, results)
            tests += 1 + len(WHOLE)
            seen.append(name)
    for failure in failures:
        print("FAIL " + failure)
    skipped = "EPROCESS" not in seen
    if skipped:
        print("SKIP imported/EPROCESS: there are no kernels in $STRATA_SHARED/isf")
    print(f"{tests - len(failures)} passed, {len(failures)} failed" + (", 1 skipped" if skipped else ""))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
