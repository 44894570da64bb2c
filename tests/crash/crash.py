#!/usr/bin/env python3
"""Commands that write several files, ended or made to fail at every call that they make.

crash.py STRATA INJECT.SO SHARE-OF-KERNELS.PY DIRECTORY

STRATA_KILLS is the number of random kills of each command. After a SIGKILL the same command again must make the tree that an undisturbed run makes, and leave no temporary; each file is whole at once. After
any other signal, and after a call that fails, the tree is the old one or the new one, and there is no temporary. A
call that fails is one error and exit status 1 or 2, unless the run does well without it. The last line is "N compared,
N differ".
"""
import errno
import gzip
import lzma
import os
import random
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tally import put

strata, library, kernels_py, root = sys.argv[1:]
here = os.path.dirname(os.path.abspath(__file__))
compared = differ = 0
KILLS = int(os.environ.get("STRATA_KILLS", 8))  # at random moments, of each writer


def report(name, why):
    global differ
    differ += 1
    print(f"{name}: {why}")


def read_tree(directory):
    """Each file's bytes, and None for a directory, by path."""
    tree = {}
    for path, directories, files in os.walk(directory):
        for name in directories:
            tree[os.path.relpath(os.path.join(path, name), directory)] = None
        for name in files:
            full = os.path.join(path, name)
            if name.endswith(".state"):
                continue  # it has the times of the files
            with open(full, "rb") as file:
                tree[os.path.relpath(full, directory)] = file.read()
    return tree


def temporaries(tree):
    names = [os.path.basename(path) for path in tree]
    return [name for name in names if name.endswith(".tmp")]


state = os.path.join(root, "state")  # of the user, with the journals
os.environ["XDG_STATE_HOME"] = state


def journals():
    """The paths of the journals, and of their temporaries."""
    return [os.path.join(path, name) for path, _, files in os.walk(state) for name in files]


class Case:
    """A command line, and a tree that it is run in."""

    def __init__(self, name, arguments, files):
        self.name, self.arguments = name, arguments
        self.old_path, self.path = os.path.join(root, name + ".old"), os.path.join(root, name)
        os.mkdir(self.old_path)
        files(self.old_path)
        self.old = read_tree(self.old_path)
        self.restore()
        begun = time.monotonic()
        self.status, self.said = self.run()
        self.seconds = time.monotonic() - begun
        self.new = read_tree(self.path)
        if self.new == self.old or self.status not in (0, 1) or temporaries(self.new):
            report(name, f"the undisturbed run makes nothing of it: status {self.status}\n{self.said}")

    def restore(self):
        shutil.rmtree(state, ignore_errors=True)
        shutil.rmtree(self.path, ignore_errors=True)
        shutil.copytree(self.old_path, self.path, symlinks=True)

    def run(self, **inject):
        environment = dict(os.environ)
        if inject:
            environment["LD_PRELOAD"] = library
            environment.update({"INJECT_" + key.upper(): str(value) for key, value in inject.items()})
        done = subprocess.run([strata] + self.arguments, cwd=self.path, env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=60)
        return done.returncode, done.stderr

    def count(self, call):
        """The calls of an undisturbed run."""
        file = os.path.join(root, "count")
        self.restore()
        self.run(call=call, count=file)
        with open(file) as counted:
            return int(counted.read())

    def explain(self, status, said, tree, expected):
        changed = sorted(path for path in tree.keys() | expected.keys() if tree.get(path, 0) != expected.get(path, 0))
        return f"status {status}, {' '.join(changed)}\n" + said[:1000]

    def check_again(self, name):
        """The same command again completes what was begun."""
        status, said = self.run()
        tree = read_tree(self.path)
        if tree != self.new or status not in (0, self.status) or journals():
            report(name, "again: " + self.explain(status, said, tree, self.new))

    def check_files(self, name):
        """No file is a part of what it was or becomes."""
        for path, data in read_tree(self.path).items():
            if data is not None and not path.endswith(".tmp") and data not in (self.old.get(path), self.new.get(path)):
                report(name, f"{path} is neither old nor new")

    def check_ended(self, name, status, said, number):
        """The tree is the old one or the new one."""
        tree = read_tree(self.path)
        if (status != -number and status not in (0, self.status)) or tree not in (self.old, self.new) or journals():
            report(name, self.explain(status, said, tree, self.old))

    def check_failed(self, name, status, said):
        tree = read_tree(self.path)
        if status in (0, self.status) and tree == self.new:
            return
        errors = [line for line in said.splitlines() if "error: " in line and line not in self.said]
        if status not in (1, 2) or len(errors) != 1 or tree != self.old:
            report(name, self.explain(status, said, tree, self.old))

    def check_memory(self, name, status, said):
        """Memory that runs out ends in two words and leaves nothing, or a library does without."""
        tree = read_tree(self.path)
        if status == self.status and tree == self.new:
            return
        if status == 127 and said == "out of memory\n" and tree == self.old:
            return  # the loader of libraries has said and done it
        if status != 2 or said != "strata: error: out of memory\n" or tree not in (self.old, self.new):
            report(name, self.explain(status, said, tree, self.old))

    def each(self, call, how, check, most=0):
        """Tries every call, or, of more than `most`, as many evenly spread."""
        global compared
        count = self.count(call)
        step = 1 if not most or count <= most else count / most
        places = sorted({int(i * step) + 1 for i in range(int(count / step))})
        for at in places:
            self.restore()
            status, said = self.run(call=call, at=at, how=how)
            compared += 1
            check(f"{self.name}, {call} {at} of {count}, {how}", status, said)

    def kill_at(self, call):
        self.each(call, "kill", lambda name, status, said: self.check_again(name))

    def end_at(self, call, how, most=0):
        number = {"term": signal.SIGTERM, "int": signal.SIGINT, "hup": signal.SIGHUP}[how]
        self.each(call, how, lambda name, status, said: self.check_ended(name, status, said, number), most)

    def fail_at(self, call, number, most=0):
        self.each(call, number, self.check_failed, most)

    def starve(self, most):
        self.each("memory", errno.ENOMEM, self.check_memory, most)

    def end_at_random(self, number, tries):
        """The moment is any: what holds then holds always."""
        global compared
        for _ in range(tries):
            self.restore()
            process = subprocess.Popen([strata] + self.arguments, cwd=self.path, stdin=subprocess.DEVNULL,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            time.sleep(random.random() * self.seconds)
            process.send_signal(number)
            _, said = process.communicate()
            compared += 1
            name = f"{self.name}, signal {int(number)} at random"
            if number == signal.SIGKILL:
                self.check_files(name)
                self.check_again(name)
            else:
                self.check_ended(name, process.returncode, said, number)


# ---- The cases

BASE = open(os.path.join(here, "../check/base.strata")).read()


def wrong_specs(directory):
    """Specs that check --apply mends, three files of them, in two directories."""
    put(directory, "specs/base.strata", BASE)
    for path, name, use in ("specs/a", "A", "base"), ("specs/b", "B", "base"), ("specs/deep/c", "C", "../base"):
        put(directory, path + ".strata", f'use "{use}.strata";\n\nstruct {name} in 5.0.. {{\n    ULONG A at 0x00;\n'
                                         "    ULONG B at 0x02;\n    ULONG C at 0x08;\n}\n")


def some_specs(directory):
    """Specs, and headers of before: some as they are to be, some not, some not there."""
    put(directory, "specs/base.strata", BASE)
    for i in range(6):
        put(directory, f"specs/{'deep/' if i % 2 else ''}s{i}.strata",
            f'use "{"../" if i % 2 else ""}base.strata";\nstruct S{i} in 5.0.. {{ ULONG A at 0x00; }}\n')
    subprocess.run([strata, "gen", "specs", "-o", "out"], cwd=directory, check=True, stdout=subprocess.DEVNULL)
    put(directory, "out/s0.h", "old\n")
    put(directory, "out/s2.h", "older\n")

    shutil.rmtree(os.path.join(directory, "out/deep"))


def kernels(directory):
    """Two kernels, a.json and b.json, and the specs of the first in made/."""
    os.symlink(os.path.abspath("specs"), os.path.join(directory, "specs"))
    done = subprocess.run([sys.executable, kernels_py, os.path.join(here, "../merge/hand.kernels"), directory],
                          check=True, stdout=subprocess.PIPE, text=True)
    return [os.path.basename(path) for path in done.stdout.split()]


def made(directory):
    files = kernels(directory)
    subprocess.run([strata, "import", "isf", "-o", "made", files[0]], cwd=directory, check=True,
                   stdout=subprocess.DEVNULL)
    for path in "more.strata",:
        put(directory, "made/" + path, "// A file of somebody's.\n")


def only_kernels(directory):
    kernels(directory)


def packed_kernels(directory):
    """Two kernels, compressed both ways, in files that are named by their version."""
    for path in kernels(directory):
        with open(os.path.join(directory, path), "rb") as file:
            text = file.read()
        for name, pack in ("xz", lzma), ("gz", gzip):
            with open(os.path.join(directory, path + "." + name), "wb") as file:
                file.write(pack.compress(text))


def a_page(directory):
    put(directory, "base.strata", BASE)
    put(directory, "page.html", "<html><head><title>S</title></head><body><p>It is <b>said</b> &amp; done.</p><table>"
        "<tr><th>Offset</th><th>Definition</th></tr>" + "".join(
            f"<tr><td>0x{4 * i:02X}</td><td>ULONG A{i};</td></tr>" for i in range(20)) + "</table></body></html>")


def put_page(directory, name, count):
    put(directory, f"pages/{name}.html", f"<title>{os.path.basename(name).upper()}</title><table><tr><th>Offset</th>"
        "<th>Definition</th></tr>" + "".join(
            f"<tr><td>0x{4 * i:02X}</td><td>ULONG A{i};</td></tr>" for i in range(count)) + "</table>")


def some_pages(directory):
    put(directory, "base.strata", BASE)
    for name in "a", "deep/b", "c":
        put_page(directory, name, 4)


def adopted(directory):
    some_pages(directory)
    subprocess.run([strata, "import", "table", "--use", "base.strata", "-o", "book", "pages"], cwd=directory,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for name in "a", "c":
        put_page(directory, name, 8)


probe = os.path.join(root, "probe")
os.mkdir(probe)
names = kernels(probe)

into = Case("into", ["import", "isf", "--into", "made", names[1]], made)
apply = Case("apply", ["check", "--apply", "specs"], wrong_specs)
gen = Case("gen", ["gen", "specs", "-o", "out"], some_specs)
isf = Case("isf", ["import", "isf", "-o", "made"] + names, only_kernels)
cases = [into, apply, gen, isf]
single = [
    Case("fmt", ["fmt", "specs"], some_specs),
    Case("bundle", ["bundle", "specs", "-o", "one.h"], some_specs),
    Case("depfile", ["gen", "specs", "-o", "out", "--depfile", "out.d"], some_specs),
    Case("pack", ["pack", "specs", "-o", "one.strpack"], some_specs),
    Case("table", ["import", "table", "--use", "base.strata", "-o", "s.strata", "page.html"], a_page),
]
others = [
    Case("render", ["render", "specs", "-t", "ctypes.mustache", "-o", "one.py"], some_specs),
    Case("export", ["export", "c", "specs", "--at", "6.1/x64", "-o", "one.h"], some_specs),
    Case("site", ["site", "specs", "-o", "site"], some_specs),
    Case("book", ["import", "table", "--use", "base.strata", "-o", "book", "pages"], some_pages),
    Case("adopt", ["import", "table", "--use", "base.strata", "--into", "book", "pages"], adopted),
    Case("one", ["check", "--apply", "specs/a.strata", "-I", "specs"], wrong_specs),
]
packed = [Case(name, ["import", "isf", "-o", "made", names[0] + "." + name], packed_kernels) for name in ("xz", "gz")]
packed.append(Case("both", ["import", "isf", "-o", "made", names[0] + ".xz", names[1] + ".gz"], packed_kernels))

for case in cases:
    for call in "rename", "link", "write", "sync", "unlink", "mkdir":
        case.kill_at(call)
    for how in "term", "int":
        for call in "rename", "write", "sync":
            case.end_at(call, how)
    case.end_at("rename", "hup", 4)
    for call, number in (("rename", errno.EIO), ("link", errno.EPERM), ("write", errno.ENOSPC), ("write", errno.EIO),
                         ("sync", errno.EIO), ("open", errno.EMFILE), ("close", errno.EIO), ("mkdir", errno.ENOSPC),
                         ("read", errno.EIO)):
        case.fail_at(call, number, 40)
for case in single:
    for call in "rename", "write", "sync":
        case.kill_at(call)
    case.end_at("write", "term")
    case.end_at("rename", "int")
for number in signal.SIGINT, signal.SIGTERM:
    gen.end_at_random(number, 4)
    into.end_at_random(number, 4)
for case in cases + single + others:
    case.end_at_random(signal.SIGKILL, KILLS)
packed[-1].fail_at("read", errno.EIO, 40)
packed[-1].fail_at("open", errno.EMFILE, 40)
for case in cases + single + packed:
    case.starve(60)


# ---- What a killed run has left, for other commands than the same


def expect(name, condition, why=""):
    global compared
    compared += 1
    if not condition:
        report(name, why)


def check_unfinished():
    """Nobody reads specs that are half written, and nobody writes over what somebody else has changed since."""
    apply.restore()
    apply.run(call="rename", at=3, how="kill")
    half = read_tree(apply.path)
    left = journals()
    expect("unfinished", len(left) == 1 and half != apply.old)
    with open(left[0]) as file:
        journal = file.read()
    for arguments in ["check", "specs"], ["gen", "specs", "-o", "out"], ["fmt", "specs"], ["check", "specs/a.strata"]:
        other = subprocess.run([strata] + arguments, cwd=apply.path, capture_output=True, text=True)
        expect("unfinished, " + arguments[0], other.returncode == 2 and "[read]" in other.stderr and
               "a run was killed" in other.stderr and read_tree(apply.path) == half, other.stderr)
    for change, why in ("// Changed.\n", "has changed since then"), (None, "is damaged"):
        if change is None:
            put(apply.path, "specs/deep/c.strata", half["specs/deep/c.strata"].decode())
            put("", left[0], journal[:-100])
        else:
            put(apply.path, "specs/deep/c.strata", change)
        before = read_tree(apply.path)
        status, said = apply.run()
        expect("unfinished, " + why, status == 2 and "[write]" in said and why in said and
               read_tree(apply.path) == before, said)
    put("", left[0], journal)
    other = subprocess.run([strata, "check", "--apply", "specs/a.strata"], cwd=apply.path, capture_output=True)
    expect("unfinished, by another command", other.returncode == 0 and read_tree(apply.path) == apply.new)


def check_sweep():
    """A temporary goes if its writer is gone, and nothing else does."""
    gen.restore()
    gen.run(call="write", at=2, how="kill")
    left = temporaries(read_tree(gen.path))
    expect("sweep", len(left) == 2, str(left))
    _, host, process, number = left[0].split("-")
    kept = [f"strata-{host}-{os.getpid()}-0.tmp", f"strata-{int(host, 16) ^ 1:08x}-{process}-0.tmp",
            f"strata-{host}-{process}-0.tmpx", f"strata-{host}-{process}-00.tmp", f"strata-{host}-{process}.tmp",
            f"Strata-{host}-{process}-1.tmp", "strata-.tmp", "x.tmp"]
    for name in kept:
        put(gen.path, "out/" + name, "kept")
    gen.run()
    names = os.listdir(os.path.join(gen.path, "out"))
    expect("sweep", sorted(name for name in names if name.endswith((".tmp", ".tmpx"))) == sorted(kept), str(names))


check_unfinished()
check_sweep()

print(f"{compared} compared, {differ} differ")
sys.exit(differ > 0)
