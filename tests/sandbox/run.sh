#!/bin/bash
# The fence around each command. probe.c is preloaded, and tries from inside of the process what it must not do. Each
# line of commands.list has the name of a case and its command, which runs in a tree of its own; cases/NAME.expect says
# what is allowed there.
set -u
. tests/try.sh
here=$PWD/tests/sandbox

# A symbol store with a small PDB.
python3 -B - "$scratch/store" <<'END' || exit 2
import os, sys
sys.path.insert(0, "tests/kernel/pdb")
import pdbs
path = os.path.join(sys.argv[1], "s.pdb", "00112233445566778899AABBCCDDEEFF3")
os.makedirs(path)
with open(os.path.join(path, "s.pdb"), "wb") as file:
    file.write(pdbs.pdb(pdbs.small()))
END

# ---- Files that are handed over work as before

# Prints a message to the language server.
say()
{
    printf 'Content-Length: %d\r\n\r\n%s' ${#1} "$1"
}

# A tree: specs with something beside them, an output, and what is none of the command's business.
make_tree()
{
    rm -rf "$scratch/tree"
    mkdir -p "$scratch/tree"/{specs/sub,out,other/empty,templates} && cd "$scratch/tree" || exit 2
    cp "$here"/specs/*.strata specs
    cp -r "$scratch/store" .
    echo 'struct S { int A; };' >s.h
    echo '{{#structures}}{{S}}{{/structures}}' >templates/t.mustache
    local head='"jsonrpc":"2.0","method"' spec=file://$PWD/specs/a.strata
    {
        say '{"id":1,'"$head"':"initialize","params":{"capabilities":{},"rootUri":"file://'"$PWD"'/specs"}}'
        say '{'"$head"':"textDocument/didOpen","params":{"textDocument":{"uri":"'"$spec"'","languageId":"strata",
              "version":1,"text":"use \"b.strata\";"}}}'
        say '{"id":2,'"$head"':"shutdown"}'
        say '{'"$head"':"exit"}'
    } >messages
    touch specs/sub/removed.txt out/removed.txt other/{moved,removed,linked}.txt
    echo 'a note' | tee specs/sub/note.txt out/file.txt other/secret.txt >note.txt
}

# works NAME EXPECTED WORD...: prints what `bash -c WORD...` prints, in a fresh tree.
works()
{
    local name=$1 expected=$2
    shift 2
    wanted "$name" || return
    (make_tree && bash -c "$@" 2>&1) >"$scratch/works"
    same "$name" <(printf '%s\n' "$expected") "$scratch/works"
}
works "a spec from a pipe" 'struct S, 10.0.. on x64, 0x04 bytes' \
    '"$STRATA" show <(cat specs/b.strata) --struct S --at 10.0/x64 | sed "s/bytes.*/bytes/;q"'
works "a spec from standard input by its path" 'status 0' \
    '"$STRATA" check /dev/stdin <specs/b.strata; echo "status $?"'
[ ! -d /dev/shm ] || works "specs in memory" 'status 0' \
    'memory=$(mktemp -d -p /dev/shm) && cp specs/*.strata "$memory" && "$STRATA" check "$memory/a.strata"
     echo "status $?"; rm -r "$memory"'
works "an output to a pipe" S \
    '"$STRATA" render specs/b.strata -t templates/t.mustache -o /dev/fd/5 5>&1 >/dev/null | cat'
works "an output to a file that is open" S \
    'exec 5>other/x; "$STRATA" render specs/b.strata -t templates/t.mustache >&5; cat other/x'
works "an output to standard output" S \
    '"$STRATA" render specs/b.strata -t templates/t.mustache -o /dev/stdout | cat'
works "an output to /dev/null" 'status 0' \
    '"$STRATA" render specs/b.strata -t templates/t.mustache -o /dev/null; echo "status $?"'
works "an output in a new directory" 'new/a/b: 6 files, 6 written
a.h a_assert.h a_print.h b.h b_assert.h b_print.h' '"$STRATA" gen specs -o new/a/b; cd new/a/b && echo *'
works "an output in a new directory, without a file" 'status 2, no new' \
    '"$STRATA" gen none -o new/a/b 2>/dev/null; echo "status $?, $(ls -d new 2>/dev/null || echo no new)"'
works "an output in a directory below the root" 'out/../made/x: written' \
    '"$STRATA" render specs/b.strata -t templates/t.mustache -o out/../made/x'
works "a template by its name" 'import ctypes' \
    '"$STRATA" render specs/b.strata -t ctypes.mustache | grep -m 1 "^import"'
works "a depfile beside the output" 'out/b_print.h:\' \
    '"$STRATA" gen specs/b.strata -o out --depfile x.d >/dev/null; grep -m 1 : x.d | tr -d " "'
works "specs that are links" 'status 0' 'mv specs/b.strata specs/sub && ln -s sub/b.strata specs/b.strata &&
    ln -s ../specs/a.strata other/a.strata && "$STRATA" check -I specs other/a.strata; echo "status $?"'
works "an output that is a link" S 'ln -s ../other/x out/x &&
    "$STRATA" render specs/b.strata -t templates/t.mustache -o out/x >/dev/null; cat other/x'

# ---- What is refused

why=
[[ $CFLAGS != *-fsanitize* ]] || why="sanitizers want to be loaded before anything else"
[ "$("$STRATA" --version -v | tail -n 1)" = "the fence stands for files and calls" ] ||
    why="this system has no Landlock or no seccomp"
if [ -z "$why" ]; then
    "$CC" -std=gnu11 -O1 -Wall -Wextra -shared -fPIC -o "$scratch/probe.so" "$here/probe.c" -ldl -pthread \
        2>"$scratch/errors" || why="no library to preload can be made: $(head -n 1 "$scratch/errors")"
fi
if [ -n "$why" ]; then
    skip refused "$why"
    finish
    exit
fi

# Prints what the probes of a command have found, without those that the kernel is too old for.
probe()
{
    local version
    (make_tree && PROBE_OTHER=$$ LD_PRELOAD=$scratch/probe.so bash -c "exec 9>'$scratch/report'; exec $1") \
        <"$here/specs/b.strata" >"$scratch/output" 2>&1
    [ -s "$scratch/report" ] || { echo "the command opens no spec:"; cat "$scratch/output"; return; }
    version=$(head -n 1 "$scratch/report")
    tail -n +2 "$scratch/report" | keep "$version"
}

# Leaves out the probes that need a newer version of Landlock than this.
keep()
{
    if [ "$1" -ge 6 ]; then cat; elif [ "$1" -ge 4 ]; then grep -v '^signal another'; elif [ "$1" -ge 3 ]; then
        grep -ve '^signal another' -e '^connect to another'; else
        grep -ve '^signal another' -e '^connect to another' -e '^cut '; fi
}

while IFS=$'\t' read -r name command; do
    wanted "$name" || continue
    probe "$command" >"$scratch/actual"
    if [ "$UPDATE" = 1 ]; then
        expects "$name" "$here/cases/$name.expect" "$scratch/actual"
    else
        keep "$(head -n 1 "$scratch/report")" <"$here/cases/$name.expect" >"$scratch/expected"
        same "$name" "$scratch/expected" "$scratch/actual"
    fi
done <"$here/commands.list"

# Without the fence, a process may do what anybody may do, so the probes see a difference.
if wanted "no fence"; then
    STRATA_SANDBOX=no probe '"$STRATA" check specs' >"$scratch/actual"
    head -n 37 "$scratch/actual" | grep -v ': allowed$' >"$scratch/refused"
    same "no fence" "$nothing" "$scratch/refused"
fi

finish
