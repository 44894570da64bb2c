# On a terminal, which python3 lends. That of wine hides its cursor meanwhile.
set -o pipefail
python3 -I -c 'import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)' \
    env -u NO_COLOR TERM=xterm "$STRATA" diff tests/golden/diff/changes.strata -s ADDED,REMOVED,UNKNOWN,RIGHTS \
    --from 6.0/x64 --to 10.0/x64 |
    sed 's/\r//g; s/\x1B\[?25[hl]//g' | cat -v
