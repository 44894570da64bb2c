#!/usr/bin/env python3
"""Runs strata on inputs that grow, and prints what each costs: measure.py STRATA CASES DIRECTORY [--count] [NAME...].

CASES is a table of the commands and inputs, DIRECTORY where the inputs are written. Each case runs with an input of so
many bytes, and with one of twice as many, but not under sanitizers. A case fails if it ends otherwise than CASES says,
or takes more than MEMORY_MOST. What it takes in time is printed, and asserted nowhere. --count runs each once more, for
the number of instructions. The last line says how many passed.
"""
import os
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import inputs  # pylint: disable=wrong-import-position
import instructions as counter  # pylint: disable=wrong-import-position

MEMORY_MOST = 256 << 20   # bytes of a run that are resident at a time
ADDRESSES_MOST = 1 << 30  # bytes of addresses: what a run cannot go beyond, however fast it is
HANG_SECONDS = 300
ROOT = os.getcwd()  # what @ in a command stands for; % is the input

# How a run may end: exit statuses, and a text that must be in what it prints.
ENDS = {"ok": ((0,), ""), "findings": ((1,), ""), "limit": ((1, 2), "[limit]"), "refused": ((2,), "[read]")}


def is_sanitized():
    """Sanitizers reserve addresses by the terabyte, and keep what is freed."""
    return "-fsanitize" in os.environ.get("CFLAGS", "")


def limit_addresses():
    if not is_sanitized():
        resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES_MOST, ADDRESSES_MOST))


def run(arguments, directory):
    """Returns exit status, bytes of memory, milliseconds of processor time, and what was printed."""
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(["timeout", str(HANG_SECONDS)] + arguments, cwd=directory, stdin=subprocess.DEVNULL,
                                   stdout=output, stderr=output, preexec_fn=limit_addresses)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read().decode(errors="replace")
    return process.returncode, usage.ru_maxrss << 10, (usage.ru_utime + usage.ru_stime) * 1000, text


def write_input(name, size, directory):
    """Returns the path of the first file of an input, or of its directory if it has one, and the bytes of all files."""
    files = inputs.KINDS[name](size)
    os.makedirs(directory)
    total = 0
    for file_name, text in files.items():
        data = text if isinstance(text, bytes) else text.encode()
        total += len(data)
        os.makedirs(os.path.join(directory, os.path.dirname(file_name)), exist_ok=True)
        with open(os.path.join(directory, file_name), "wb") as file:
            file.write(data)
    first = next(iter(files))
    return os.path.join(directory, os.path.dirname(first) or first), total


def measure(strata, directory, case, is_counted):
    """Returns the cells of a case's row, and what is wrong with it."""
    name, size, command, end = case
    cells, wrong = [], []
    statuses, expected = ENDS[end]
    for factor in (1, 2):
        # `make growth` and `make test-all` look at the cost. The double makes no other way through the program.
        if factor == 2 and (is_sanitized() or os.environ.get("PART") == "long"):
            cells += ["-"] * 4
            continue
        where = os.path.join(directory, f"{name}-{factor}")
        path, total = write_input(name, int(size) * factor, where)
        arguments = [strata] + [word.replace("%", path).replace("@", ROOT) for word in shlex.split(command)]
        status, memory, milliseconds, text = run(arguments, where)
        instructions = counter.count(arguments, where) if is_counted else None
        shutil.rmtree(where)
        if status not in statuses or expected not in text:
            wrong.append(f"{total} bytes: exit status {status}, not '{end}': {text[-300:]}")
        elif end != "limit" and "[limit]" in text:
            wrong.append(f"{total} bytes: a limit is met, not '{end}'")
        if memory > MEMORY_MOST and not is_sanitized():
            wrong.append(f"{total} bytes: {memory >> 20} MiB of memory, more than {MEMORY_MOST >> 20}")
        cells += [f"{total / 1000:.0f}", f"{memory / (1 << 20):.0f}", f"{milliseconds:.0f}",
                  "-" if instructions is None else f"{instructions / 1e6:.0f}"]
    return [name, command.split(" ")[0]] + cells + [end], wrong


def print_row(cells):
    widths = (-32, -7, 5, 5, 6, 7, 5, 5, 6, 7, 9)
    print(" ".join(f"{cell:<{-width}}" if width < 0 else f"{cell:>{width}}" for cell, width in zip(cells, widths)))


def main():
    strata, cases, directory = sys.argv[1:4]
    is_counted = "--count" in sys.argv[4:]
    names = [name for name in sys.argv[4:] if name != "--count"]
    passed = failed = 0
    begun = time.monotonic()
    print_row(["input", "command"] + ["KB", "MiB", "ms", "Minstr"] * 2 + ["ends"])
    with open(cases) as lines:
        rows = [line.rstrip("\n").split("\t") for line in lines if line.strip() and not line.startswith("#")]
    for missing in set(inputs.KINDS) - {row[0] for row in rows}:
        print(f"FAIL growth: {missing} is in no case")
        failed += 1
    for row in rows:
        if names and row[0] not in names:
            continue
        cells, wrong = measure(strata, directory, row, is_counted)
        print_row(cells)
        for why in wrong:
            print(f"FAIL growth: {row[0]}, {row[2]}: {why}")
        passed += not wrong
        failed += bool(wrong)
    print(f"REPORT growth: {passed + failed} cases, {time.monotonic() - begun:.0f} s; `make growth` prints what they cost")
    print(f"{passed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
