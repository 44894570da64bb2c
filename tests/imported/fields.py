"""fields.py [--first SEED] [--count N] [--older VERSION] VERSION FILE [NAMES]: symbol files as spoil.py makes them of FILE,
of that version, one a seed. Whatever is wrong in them, `strata import isf` ends by itself, `strata check` finds nothing in
what it writes, and `strata gen` makes headers of it. Folded into the spec of FILE itself, as of an older version, it
leaves no errors.

STRATA is the binary. Prints a line for each seed that fails, and how many files were made and read, and had fields left
out.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import spoil

AXIS = os.path.abspath("specs/nt/axis.strata")


def strata(*words):
    return subprocess.run([os.environ["STRATA"], *words], capture_output=True, text=True, errors="replace")


def has_errors(directory, seed, spec, is_clean):
    """Returns the fault of a spec, or None; a spec that must be clean has no warning either."""
    checked = strata("check", spec)
    if checked.returncode not in ((0,) if is_clean else (0, 1)) or ": error: " in checked.stdout + checked.stderr:
        return "check: " + checked.stdout + checked.stderr
    made = strata("gen", spec, "-o", os.path.join(directory, f"{seed}.headers"))
    if made.returncode:
        return "gen: " + made.stdout + made.stderr
    return None


def try_seed(options, data, clean, directory, seed):
    """(what failed or None, whether the file was read, whether fields were left out)."""
    path, spec = os.path.join(directory, f"{seed}.json"), os.path.join(directory, f"{seed}.strata")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(spoil.spoil(data, seed), file)
    names = ["-s", options.names] if options.names else []
    arguments = [*names, "--version", options.version, path]
    done = strata("import", "isf", "--use", AXIS, *arguments)
    if done.returncode not in (0, 1, 2) or (done.returncode == 2 and done.stdout):
        return f"import: exit status {done.returncode}: {done.stderr}", False, False
    left = "is left out" in done.stderr
    if not done.stdout:
        return (None if done.returncode else "import: nothing is written"), False, left
    with open(spec, "w", encoding="utf-8") as file:
        file.write(done.stdout)
    wrong = has_errors(directory, seed, spec, True)
    if not wrong and clean:
        with open(spec, "w", encoding="utf-8") as file:
            file.write(clean)
        done = strata("import", "isf", "--into", spec, *arguments)
        if done.returncode not in (0, 1, 2):
            wrong = f"--into: exit status {done.returncode}: {done.stderr}"
        wrong = wrong or has_errors(directory, seed, spec, False)
        wrong = wrong and "into, " + wrong
    return wrong, True, left


def clean_spec(options, directory):
    """The spec of the file itself, as of an older kernel, so that another can be folded in."""
    names = ["-s", options.names] if options.names else []
    done = strata("import", "isf", "--use", AXIS, *names, "--version", options.older, options.file)
    return done.stdout


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--older", default="10.0.17763.379")
    parser.add_argument("version")
    parser.add_argument("file")
    parser.add_argument("names", nargs="?")
    options = parser.parse_args()
    data, failed, read, left = spoil.load(options.file), 0, 0, 0
    with tempfile.TemporaryDirectory() as directory, ThreadPoolExecutor(2) as pool:
        os.symlink(os.path.abspath("specs"), os.path.join(directory, "specs"))     # which the specs use
        clean = clean_spec(options, directory)
        seeds = range(options.first, options.first + options.count)
        for seed, (wrong, was_read, was_left) in zip(seeds, pool.map(
                lambda seed: try_seed(options, data, clean, directory, seed), seeds)):
            read += was_read
            left += was_left
            if wrong:
                failed += 1
                print(f"seed {seed} of {options.file}: {wrong}")
    print(f"{options.count} files: {read} were read, {left} had fields left out, {failed} failed")
    return 1 if failed or not read else 0


if __name__ == "__main__":
    sys.exit(main())
