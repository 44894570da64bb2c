#!/usr/bin/env python3
"""serve.py DIRECTORY [CERTIFICATE KEY]: a symbol server on the loopback address, with servers of several kinds below
/, such as /two and /loop. Prints its port, and then each request that it gets, a line each."""

import functools
import http.server
import os
import ssl
import sys
import time

ELSEWHERE = {"/ftp/": "ftp://127.0.0.1/x", "/local/": "file:///etc/passwd", "/plain/": "http://127.0.0.1:1/x"}


class Handler(http.server.SimpleHTTPRequestHandler):
    """The files of the directory, and some servers that do what servers should not do."""

    def answer(self, status, body=b"", length=None, **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if length is not False:
            self.send_header("Content-Length", str(len(body) if length is None else length))
        self.end_headers()
        self.wfile.write(body)

    def send_forever(self, begin, more, pause=0):
        """Sends bytes until the client goes away."""
        try:
            self.wfile.write(begin)
            while True:
                self.wfile.write(more)
                time.sleep(pause)
        except OSError:
            pass

    def special(self):
        """Answers a request of a special server; false if it is none."""
        for begin, address in ELSEWHERE.items():
            if self.path.startswith(begin):
                self.answer(302, Location=address)
                return True
        if self.path.startswith("/loop/"):
            self.answer(302, Location=self.path + "x")
        elif self.path.startswith("/moved/"):
            self.answer(302, Location="/two/" + self.path[len("/moved/"):])
        elif self.path.startswith("/broken/"):
            self.answer(500)
        elif self.path.startswith("/page/"):
            self.answer(200, b"<html>Welcome</html>")
        elif self.path.startswith("/large/"):
            self.answer(200, b"MZ", 300 << 20)
        elif self.path.startswith(("/short/", "/half/")):
            with open("two/" + self.path.split("/", 2)[2], "rb") as file:
                data = file.read()
            self.answer(200, data[:len(data) // 2], len(data) if self.path.startswith("/short/") else False)
        elif self.path.startswith("/silent/"):
            self.rfile.read(1) # until the client goes away
        elif self.path.startswith("/headers/"):
            self.send_forever(b"HTTP/1.1 200 OK\r\n", b"X-More: %s\r\n" % (b"x" * 1000))
        elif self.path.startswith("/endless/"):
            self.send_forever(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
                              b"10000\r\n%s\r\n" % bytes(0x10000))
        elif self.path.startswith("/chunks/"):
            self.wfile.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFFF\r\nMicrosoft")
        elif self.path.startswith("/lengths/"):
            self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nMicrosoft")
        elif self.path.startswith("/drip/"):
            self.send_forever(b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n", b"M", 0.2)
        elif self.path.startswith("/noise/"):
            self.wfile.write(b"\x1b[2J\xff\0" * 100)
        else:
            return False
        self.close_connection = True
        return True

    def do_GET(self):
        if not self.special():
            super().do_GET()

    def do_HEAD(self):
        if self.path.startswith(("/silent/", "/broken/")):
            self.special()
        elif self.path.startswith(("/two/", "/three/")):
            super().do_HEAD()
        else:
            self.answer(404)

    def log_error(self, *_):
        pass

    def log_message(self, *_):
        agent = self.headers["User-Agent"] if hasattr(self, "headers") else ""
        print(self.command, self.path, "" if agent.startswith("Microsoft-Symbol-Server/") else agent, flush=True)


def main():
    os.chdir(sys.argv[1])
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory="."))
    if len(sys.argv) > 2:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*sys.argv[2:4])
        server.socket = context.wrap_socket(server.socket, server_side=True)
    print(server.server_address[1], flush=True)
    server.serve_forever()


main()
