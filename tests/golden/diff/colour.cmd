# On a terminal, which python3 lends.
set -o pipefail
python3 -c 'import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)' \
    "$STRATA" diff tests/golden/diff/changes.strata -s BITS,REMOVED --from 6.0/x64 --to 10.0/x64 | tr -d '\r' | cat -v
