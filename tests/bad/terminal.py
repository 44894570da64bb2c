"""terminal.py: runs a command with the name of a terminal as its last argument, and prints the text that comes out of it.

No file can take the place of a terminal, also if the command tries it as root."""

import os
import subprocess
import sys
import threading
import tty


def wait(process, slave):
    """Keeps the terminal open until the command has ended."""
    process.wait()
    os.close(slave)


master, slave = os.openpty()
tty.setraw(slave)
process = subprocess.Popen(sys.argv[1:] + [os.ttyname(slave)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
threading.Thread(target=wait, args=(process, slave)).start()
while True:
    try:
        sys.stdout.buffer.write(os.read(master, 65536))
    except OSError:  # the terminal is closed
        break
sys.exit(process.wait())
