#!/usr/bin/env python3
"""Texts that use what is no spec, for `strata check` and for `strata lsp`.

fence.py STRATA DIRECTORY

Each run ends within seconds and within 100 MiB, with one error at the `use`, and shows nothing of the file. The last
line is "N compared, N differ".
"""
import json
import os
import pathlib
import resource
import socket
import subprocess
import sys

strata, root = sys.argv[1], os.path.realpath(sys.argv[2])
SECONDS = 60
SECRET = "root:secret"
compared = differ = 0


def limit():
    """Limits memory to a tenth of what /dev/zero would take. Sanitizers reserve more addresses than that."""
    if "-fsanitize" not in os.environ.get("CFLAGS", ""):
        resource.setrlimit(resource.RLIMIT_AS, (100 << 20, 100 << 20))


def frame(message):
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def check(path):
    done = subprocess.run([strata, "check", path], stdin=zero, capture_output=True, timeout=SECONDS,
                          preexec_fn=limit, cwd=tree)
    return done.stdout + done.stderr, done.returncode


def serve(path):
    """Opens the text, asks for its symbols, and leaves; returns the answers."""
    uri, text = pathlib.Path(path).as_uri(), open(path).read()
    messages = [{"id": 1, "method": "initialize", "params": {"rootUri": pathlib.Path(tree).as_uri(),
                                                              "capabilities": {}}},
                {"method": "initialized", "params": {}},
                {"method": "textDocument/didOpen", "params": {"textDocument": {
                    "uri": uri, "languageId": "strata", "version": 1, "text": text}}},
                {"id": 2, "method": "textDocument/definition", "params": {
                    "textDocument": {"uri": uri}, "position": {"line": 0, "character": 6}}},
                {"id": 3, "method": "textDocument/documentSymbol", "params": {"textDocument": {"uri": uri}}},
                {"id": 4, "method": "shutdown"}, {"method": "exit"}]
    done = subprocess.run([strata, "lsp"], input=b"".join(frame(one) for one in messages), capture_output=True,
                          timeout=SECONDS, preexec_fn=limit, cwd=tree)
    return done.stdout + done.stderr, done.returncode


tree, away = os.path.join(root, "tree"), os.path.join(root, "away")
os.makedirs(tree)
os.makedirs(away)
zero = open("/dev/zero", "rb")
for path in os.path.join(away, "secret"), os.path.join(away, "secret.strata"), os.path.join(tree, "own.txt"):
    with open(path, "w") as file:
        file.write(SECRET + "\n")
os.mkfifo(os.path.join(tree, "pipe.strata"))
os.mkfifo(os.path.join(away, "pipe"))
here = os.getcwd()
os.chdir(tree)  # the path of a socket is short
listening = socket.socket(socket.AF_UNIX)
listening.bind("socket.strata")
os.chdir(here)
for name, target in (("zero", "/dev/zero"), ("shadow", "/etc/shadow"), ("linked", "../away/secret.strata"),
                     ("renamed", "../away/secret"), ("mine", "own.txt"), ("remote", "../away/pipe")):
    os.symlink(target, os.path.join(tree, name + ".strata"))
os.symlink("../away", os.path.join(tree, "door"))
os.mkdir(os.path.join(tree, "directory.strata"))

USED = {"/dev/stdin": "use-outside", "/dev/zero": "use-outside", "/etc/shadow": "use-outside",
        "/proc/self/environ": "use-outside", "/dev/fd/0": "use-outside", away + "/secret": "use-outside",
        away + "/secret.strata": "use-outside", "../away/secret.strata": "use-outside",
        "door/secret.strata": "use-outside", "zero.strata": "use-outside", "shadow.strata": "use-outside",
        "linked.strata": "use-outside", "renamed.strata": "use-outside", "mine.strata": "use-outside",
        "remote.strata": "use-outside", "own.txt": "use-outside", "pipe.strata": "read", "socket.strata": "read",
        "directory.strata": "read", "../away/pipe": "use-outside"}
for used, code in USED.items():
    path = os.path.join(tree, "user.strata")
    with open(path, "w") as file:
        file.write(f'use "{used}";\n')
    for run, quote in (check, "[" + code + "]"), (serve, f'"code":"{code}"'):
        compared += 1
        try:
            said, status = run(path)
            said = said.decode()
            wrong = status not in ((1,) if run is check else (0,)) or said.count(quote) != 1 or SECRET in said \
                or "root:" in said
        except subprocess.TimeoutExpired:
            said, status, wrong = "it does not end", None, True
        if wrong:
            differ += 1
            print(f"{run.__name__} of use \"{used}\": status {status}\n{said[:2000]}")
    os.unlink(path)

print(f"{compared} compared, {differ} differ")
sys.exit(differ > 0)
