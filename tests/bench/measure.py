#!/usr/bin/env python3
"""Makes the measurements of a table: measure.py MEASUREMENTS FIGURES [NAME...].

README.md describes the table. Writes the figures for table.py, one after another, and says on the standard error what it
does. A NAME chooses the measurements whose names begin so, and their peers.
"""
import glob
import os
import shlex
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import instructions as counter  # pylint: disable=wrong-import-position

HERE = os.path.dirname(os.path.abspath(__file__))
COLUMNS = ("name", "unit", "key", "rounds", "count", "inputs", "command", "peer", "limit")
EACH = 1 << 14  # steps of a program whose instructions for one step are counted; and twice as many


def read_measurements(path, chosen):
    """Returns the rows as dictionaries: those whose name begins like one of `chosen`, and their peers."""
    rows = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                cells = [cell.strip() for cell in line.rstrip("\n").split("\t")]
                if len(cells) != len(COLUMNS):
                    sys.exit(f"measure.py: {path}: {len(cells)} cells: {line}")
                rows.append({key: "" if cell == "-" else cell for key, cell in zip(COLUMNS, cells)})
    wanted = {row["name"] for row in rows if not chosen or any(row["name"].startswith(name) for name in chosen)}
    wanted |= {row["peer"] for row in rows if row["name"] in wanted}
    return [row for row in rows if row["name"] in wanted]


def words_of(command):
    """Splits a command as a shell does: variables, quotes and patterns."""
    words = []
    for word in shlex.split(os.path.expandvars(command)):
        words += sorted(glob.glob(word)) if "*" in word else [word]
    return words


class Bench:
    """Remembers which inputs there are, and what each command has printed."""

    def __init__(self):
        self.inputs, self.outputs = {}, {}

    def missing(self, names):
        """Makes the inputs of a row. Returns why one cannot be made, or nothing."""
        for name in names.split():
            if name not in self.inputs:
                made = subprocess.run([os.path.join(HERE, "inputs"), name], stdin=subprocess.DEVNULL,
                                      stdout=subprocess.PIPE, stderr=sys.stderr, check=False)
                lines = made.stdout.decode().split("\n")
                self.inputs[name] = "" if made.returncode == 0 else lines[0] or f"{name} fails"
            if self.inputs[name]:
                return self.inputs[name]
        return ""

    def output(self, row):
        """Returns what a row's command prints, as numbers by key. Those of `run` are ms and MiB."""
        words, key = words_of(row["command"]), (row["command"], row["rounds"])
        if key not in self.outputs:
            if row["rounds"]:
                words = [os.environ["out"] + "/run", row["rounds"]] + words
            else:  # a shell between them, since Linux counts the memory of python3 as the program's
                words = ["sh", "-c", '"$@"; exit $?', "sh"] + words
            text = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=False).stdout.decode()
            if row["rounds"] and len(text.split()) == 2:
                time, memory = text.split()
                text = f"ms\t{time}\nMiB\t{int(memory) / 1024}"
            self.outputs[key] = dict(line.split("\t") for line in text.split("\n") if line.count("\t") == 1)
        return self.outputs[key]

    def instructions(self, row):
        """Counts the instructions of a command, in millions, or those of one step of a program."""
        words = words_of(row["command"])
        if row["count"] == "all":
            total = counter.count(words, os.getcwd())
            return f"{total / 1e6:.3f} M" if total else ""
        if row["count"] != "each":
            return ""
        once, twice = (counter.count(words + [row["key"], str(steps)], os.getcwd()) for steps in (EACH, 2 * EACH))
        return f"{(twice - once) / EACH:.3f}" if once and twice else ""

    def measure(self, row):
        """Returns the cells of a row for table.py."""
        remark = self.missing(row["inputs"])
        value = "" if remark else self.output(row).get(row["key"] or row["unit"], "")
        if not remark and not value:
            remark = "fails"
        return [row["name"], value, row["unit"], self.instructions(row) if value else "", row["peer"], row["limit"], remark]


def main():
    rows = read_measurements(sys.argv[1], sys.argv[3:])
    bench = Bench()
    with open(sys.argv[2], "w", encoding="utf-8") as figures:
        for row in rows:
            print("bench:", row["name"], file=sys.stderr)
            figures.write("\t".join(bench.measure(row)) + "\n")
            figures.flush()
            shutil.rmtree(os.environ["out"] + "/rounds", ignore_errors=True)


if __name__ == "__main__":
    main()
