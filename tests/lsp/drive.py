#!/usr/bin/env python3
"""Plays scripts to a language server, and writes each with the server's messages: drive.py STRATA FILES OUTPUT SCRIPT...

A script runs in a copy of the directory FILES; `ROOT` in messages is its URI. Its output is OUTPUT/NAME. After each line the server must have answered
everything: the driver asks for something unknown and waits for that answer. Lines of a script:

    options WORD...               before all others: options of `strata lsp`
    initialize [JSON]             with these capabilities of the client, and the copy as its folder
    open FILE [JSON]              with its text on disk, or the text JSON
    edit FILE BEGIN END JSON      replaces the text between two positions (LINE:CHARACTER) by the text JSON
    text FILE JSON                replaces the whole text
    save FILE JSON                writes the file, and tells the server that it changed on disk
    close FILE
    ask METHOD FILE [L:C] [JSON]  a request about a text, or a position in it, with more parameters
    send JSON                     any message
    raw TEXT                      a message that is no JSON
    bytes "TEXT"                  bytes without a header, as a Python literal
    fill COUNT TEXT               a message that is this text many times
    together                      the lines up to `apart` are sent at once
    kill                          kills the process that checks texts, and waits for its end
    exit                          prints the exit status
    leave                         closes the server's input, which lines behind `together` end in
"""
import ast
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys


def state_of(process):
    """Returns the state of a process and the number of its parent; an empty list if it is gone."""
    try:
        return pathlib.Path("/proc/%s/stat" % process).read_text().rsplit(")", 1)[1].split()[:2]
    except OSError:
        return []


def kill(process):
    """Kills a process, if there is one, and waits for its end."""
    if process is not None:
        os.kill(process, signal.SIGKILL)
    while process is not None and state_of(process)[:1] not in ([], ["Z"]):
        pass


class Server:
    def __init__(self, strata, options, root):
        self.root = pathlib.Path(root).resolve()
        self.process = subprocess.Popen([strata, "lsp", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, cwd=self.root,
                                        env={**os.environ, "STRATA_SPECS": str(self.root / "shipped")})
        self.number, self.syncs, self.versions, self.held = 0, 0, {}, None

    def worker(self):
        """Returns the number of the process that checks texts, or None."""
        for directory in pathlib.Path("/proc").glob("[0-9]*"):
            if state_of(directory.name)[1:2] == [str(self.process.pid)]:
                return int(directory.name)
        return None

    def uri(self, name):
        return name if ":" in name else self.root.as_uri() + "/" + name

    def write(self, data):
        if self.held is not None:
            self.held += data
            return
        try:
            self.process.stdin.write(data)
            self.process.stdin.flush()
        except BrokenPipeError:
            pass

    def send_bytes(self, body):
        self.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def send(self, message):
        text = json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False)
        self.send_bytes(text.replace("ROOT", self.root.as_uri()).encode())

    def notify(self, method, **params):
        self.send({"method": method, "params": params})

    def ask(self, method, params):
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})

    def read(self):
        """Returns the next message as text, or None at the end."""
        size = None
        while (line := self.process.stdout.readline()) not in (b"\r\n", b""):
            if line.lower().startswith(b"content-length:"):
                size = int(line.split(b":")[1])
            else:
                return line.decode().rstrip("\n")
        return None if size is None else self.process.stdout.read(size).decode()

    def sync(self):
        """Returns the messages up to the answer to an unknown request."""
        self.syncs += 1
        self.send({"id": "sync %d" % self.syncs, "method": "none"})
        messages = []
        while (text := self.read()) is not None:
            if '"id":"sync %d"' % self.syncs in text:
                break
            messages.append(text.replace(self.root.as_uri(), "ROOT").replace(str(self.root), "ROOT"))
        return messages


def position(text):
    line, character = text.split(":")
    return {"line": int(line), "character": int(character)}


def play(server, line):
    word, _, rest = line.partition(" ")
    if word == "initialize":
        folder = {"uri": server.root.as_uri(), "name": "root"}
        server.ask("initialize", {"processId": None, "capabilities": json.loads(rest or "{}"),
                                  "workspaceFolders": [folder]})
        server.notify("initialized")
    elif word == "open":
        name, _, text = rest.partition(" ")
        server.versions[name] = 1
        text = json.loads(text) if text else (server.root / name).read_text()
        server.notify("textDocument/didOpen", textDocument={"uri": server.uri(name), "languageId": "strata",
                                                            "version": 1, "text": text})
    elif word in ("edit", "text"):
        name, rest = rest.split(" ", 1)
        change = {}
        if word == "edit":
            begin, end, rest = rest.split(" ", 2)
            change["range"] = {"start": position(begin), "end": position(end)}
        server.versions[name] = server.versions.get(name, 1) + 1
        change["text"] = json.loads(rest)
        server.notify("textDocument/didChange", contentChanges=[change],
                      textDocument={"uri": server.uri(name), "version": server.versions[name]})
    elif word == "save":
        name, text = rest.split(" ", 1)
        (server.root / name).write_text(json.loads(text))
        server.notify("workspace/didChangeWatchedFiles", changes=[{"uri": server.uri(name), "type": 2}])
    elif word == "close":
        server.notify("textDocument/didClose", textDocument={"uri": server.uri(rest)})
    elif word == "ask":
        method, name, *rest = rest.split(" ", 2)
        params = {"textDocument": {"uri": server.uri(name)}}
        rest = rest[0] if rest else ""
        if rest and rest[0] != "{":
            place, _, rest = rest.partition(" ")
            params["position"] = position(place)
        server.ask(method, {**params, **json.loads(rest or "{}")})
    elif word == "send":
        server.send(json.loads(rest))
    elif word == "raw":
        server.send_bytes(rest.encode())
    elif word == "fill":
        count, text = rest.split(" ", 1)
        server.send_bytes(text.encode() * int(count))
    elif word == "bytes":
        server.write(ast.literal_eval("b" + rest))
    elif word == "kill":
        kill(server.worker())
    elif word == "together":
        server.held = b""
    elif word == "apart":
        held, server.held = server.held, None
        server.write(held or b"")
    else:
        sys.exit("no such line: " + line)


def play_script(strata, files, output, script):
    name = pathlib.Path(script).stem
    root = pathlib.Path(output) / (name + ".files")
    shutil.copytree(files, root)
    lines = [line for line in pathlib.Path(script).read_text().splitlines() if not line.startswith("  ")]
    options = lines[0].split()[1:] if lines[0].startswith("options") else []
    server = Server(os.path.abspath(strata), options, root)
    printed = []
    for line in lines:
        printed.append(line)
        if not line or line.startswith(("#", "options")):
            continue
        if line in ("exit", "leave"):
            if line == "exit":
                server.notify("exit")
            else:
                play(server, "apart")
                server.process.stdin.close()
            printed += ["  " + text for text in iter(server.read, None)]
            printed.append("  exit status %d" % server.process.wait())
            break
        play(server, line)
        if server.held is None:
            printed += ["  " + text for text in server.sync()]
    text = "".join(line + "\n" for line in printed)
    (pathlib.Path(output) / name).write_text(re.sub('"version":"[0-9.]*"', '"version":"0"', text))


def main():
    strata, files, output, *scripts = sys.argv[1:]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for result in [pool.submit(play_script, strata, files, output, script) for script in scripts]:
            result.result()


if __name__ == "__main__":
    main()
