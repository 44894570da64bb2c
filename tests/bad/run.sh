#!/bin/bash
# Input that must not crash a program. Each case ends within seconds, in a diagnostic and exit status 1 or 2, or in
# success. None ends in a crash, a hang, or half a file. `tests/run bad/GROUP` runs a group:
# a function that is named at the end.
set -u
. tests/try.sh
here=$PWD/tests/bad
seconds=300
cp tests/check/base.strata tests/kernel/isf/small.json "$scratch"
cp tests/kernel/isf/small.json "$scratch/kernel-6.1.7601"
cd "$scratch" || exit 2

# expect NAME STATUS CODE COMMAND...: the command must end with that status, and with one error, of that code.
expect()
{
    local name=$1 status=$2 code=$3 actual
    shift 3
    timeout $seconds "$@" >out.txt 2>err.txt
    actual=$?
    cat out.txt err.txt 2>/dev/null | head -c 1000000 >both.txt
    if [ $actual != "$status" ]; then
        fail "$name" "exit status $actual, not $status" err.txt
    elif [ "$code" != - ] && [ "$(grep -c 'error: ' both.txt)" != 1 ]; then
        fail "$name" "$(grep -c 'error: ' both.txt) errors, not one" both.txt
    elif [ "$code" != - ] && ! grep -qF "[$code]" both.txt; then
        fail "$name" "[$code] does not appear" both.txt
    elif [ "$(wc -c <err.txt)" -gt 20000 ]; then
        fail "$name" "$(wc -c <err.txt) bytes of diagnostics" err.txt
    else
        pass
    fi
}

# bounded NAME COMMAND...: the command must end with status 0 or 1 and not more text than somebody would read.
bounded()
{
    local name=$1 actual
    shift
    timeout $seconds "$@" >both.txt 2>&1
    actual=$?
    if [ $actual -gt 1 ]; then
        fail "$name" "exit status $actual" both.txt
    elif [ "$(grep -c 'error: ' both.txt)" -gt 101 ] || [ "$(wc -c <both.txt)" -gt 50000 ]; then
        fail "$name" "$(wc -c <both.txt) bytes of diagnostics" both.txt
    else
        pass
    fi
}

# repeat N TEXT: the text N times.
repeat()
{
    yes "$2" | head -n "$1" | tr -d '\n'
}

spec_text()
{
    echo 'use "base.strata"; struct S in 5.0.. {'
    cat
    echo '}'
}

not_text()
{
    printf 'use "base.strata";\nstruct S in 5.0.. { ULONG A\0 at 0x00; }\n' >nul.strata
    expect nul-byte 1 encoding "$STRATA" check nul.strata
    printf 'use "base.strata";\n/// caf\351\nstruct S in 5.0.. { ULONG A at 0x00; }\n' >latin.strata
    expect not-utf-8 1 encoding "$STRATA" check latin.strata
    tail -c +65 "$STRATA" | head -c 65536 >binary.strata # without the mark of a program
    expect binary 1 encoding "$STRATA" check binary.strata
    head -c 1000000 /dev/zero >zeros.strata
    expect zeros 1 encoding "$STRATA" check zeros.strata
}

circles()
{
    echo 'use "cycle-b.strata";' >cycle-a.strata
    echo 'use "cycle-c.strata";' >cycle-b.strata
    echo 'use "./../'"$(basename "$scratch")"'/cycle-a.strata";' >cycle-c.strata
    expect use-cycle 1 use-cycle "$STRATA" check cycle-a.strata
    mkdir -p loop/below
    ln -s .. loop/below/up
    cp base.strata loop/below
    expect directory-loop 0 - "$STRATA" check loop
    local i
    mkdir chain
    for i in {0..1999}; do
        echo "use \"$((i + 1)).strata\";" >chain/$i.strata
    done
    echo 'const N = 1;' >chain/2000.strata
    expect use-chain 0 - "$STRATA" check chain/0.strata
}

deep()
{
    { repeat 100000 'struct { '; echo 'ULONG A;'; repeat 100000 '}; '; } | spec_text >deep.strata
    expect nested-structs 1 nesting "$STRATA" check deep.strata
    { repeat 100000 'union U { '; } | spec_text >open.strata
    expect unclosed-unions 1 nesting "$STRATA" check open.strata
    { echo 'ULONG (*F)'; repeat 100000 '('; repeat 100000 ')'; echo ';'; } | spec_text >brackets.strata
    expect nested-brackets 1 nesting "$STRATA" check brackets.strata
    { echo 'ULONG A[1'; repeat 100000 ' + 1'; echo '];'; } | spec_text >sum.strata
    expect long-sum 1 nesting "$STRATA" check sum.strata
    { echo 'ULONG '; repeat 100000 '*'; echo 'A;'; } | spec_text >stars.strata
    expect many-stars 1 limit "$STRATA" check stars.strata
    { echo 'ULONG A'; repeat 100000 '[1]'; echo ';'; } | spec_text >bounds.strata
    expect many-bounds 1 limit "$STRATA" check bounds.strata
    { echo 'ULONG A at 0'; repeat 100000 ' | 0'; echo ';'; } | spec_text >columns.strata
    expect many-columns 1 columns "$STRATA" check columns.strata
    repeat 1000000 '} ' >braces.strata
    bounded closing-braces "$STRATA" check braces.strata
}

# Structures that each hold eight of the one before: the inner ones are visited once, not 8^9 times.
wide()
{
    local i k
    { echo 'ULONG A at 0; ULONG B at 4; }'
      for ((i = 1; i < 10; i++)); do
          echo "struct T$i in 5.0.. {"
          for ((k = 0; k < 8; k++)); do echo "$([ $i = 1 ] && echo S || echo "T$((i - 1))") M$k;"; done
          echo '}'
      done
      echo 'struct Whole in 5.0.. { T9 A at 0; ULONG B at 4;'; } | spec_text >wide.strata
    expect wide-structs 1 overlap "$STRATA" check wide.strata
}

# Tokens of 32 MiB, one of each kind.
huge()
{
    local size=33554432
    { printf 'const '; head -c $size /dev/zero | tr '\0' a; echo ' = 1;'; } >name.strata
    expect huge-name 1 limit "$STRATA" check name.strata
    { printf 'const A = '; head -c $size /dev/zero | tr '\0' 9; echo ';'; } >number.strata
    expect huge-number 1 number "$STRATA" check number.strata
    { printf 'const A = 1; /* '; head -c $size /dev/zero | tr '\0' c; echo ' */'; } >comment.strata
    expect huge-comment 0 - "$STRATA" check comment.strata
    { printf 'source "'; head -c $size /dev/zero | tr '\0' t; echo '";'; } >text.strata
    bounded huge-text "$STRATA" check text.strata
    { printf 'const A = 1; $'; head -c $size /dev/zero | tr '\0' '$'; } >dollars.strata
    bounded huge-nonsense "$STRATA" check dollars.strata
    rm -f name.strata number.strata comment.strata text.strata dollars.strata
    ln -s /dev/zero endless.strata
    expect endless-file 1 limit "$STRATA" check endless.strata
}

# Makes the inputs of commands that write files: a spec that fmt and check --apply change, a sound spec, and pages.
to_write()
{
    echo 'use "base.strata"; struct S in 5.0.. { ULONG A at 0x00; ULONG B at 0x02; ULONG C at 0x08; }' >wrong.strata
    printf 'Offset\tDefinition\tVersions\n0x00\tULONG A;\t5.0 and higher\n' >page.tsv
    mkdir specs
    cp base.strata specs
    echo 'use "base.strata"; struct S in 5.0.. { ULONG A at 0x00; }' >specs/s.strata
    echo '<table><tr><th>Offset</th><th>Definition</th></tr><tr><td>0x00</td><td>ULONG A;</td></tr></table>' >page.html
}

# The commands that write one file, `%s`, each of which changes a copy of wrong.strata there.
writers=("fmt %s" "check --apply %s" "import table --use base.strata --struct S page.tsv -o %s"
    "bundle base.strata -o %s")

# said_once NAME STATUS CODE: the command has ended in 2, and err.txt has one error of that code.
said_once()
{
    if [ "$2" = 2 ] && [ "$(grep -c "error: .*\\[$3\\]" err.txt)" = 1 ]; then
        pass
    else
        fail "$1" "exit status $2, or not one error [$3]" err.txt
    fi
}

# stays_whole COMMAND...: crowded/s.strata cannot be written. It stays as crowded/before, with nothing new beside it.
stays_whole()
{
    cp crowded/before crowded/s.strata
    (trap '' XFSZ; ulimit -f 8; exec timeout $seconds "$STRATA" "$@") >out.txt 2>err.txt
    said_once "full-disk, $*" $? write
    [ "$(echo crowded/*)" = "crowded/base.strata crowded/before crowded/s.strata" ] &&
        cmp crowded/before crowded/s.strata >out.txt && pass ||
        fail "full-disk, $*" "the directory is not as before" out.txt
}

# Output that cannot be written is reported once, and what was there stays.
full_disk()
{
    "$STRATA" gen specs -o sound >/dev/null 2>&1 || { fail full-disk "gen fails on a sound spec"; return; }
    cp -r sound kept
    local command
    for command in "dump specs" "show specs --struct S --at 6.1/x64" "table specs" "explain gap" "fmt -" \
        "check --suggest wrong.strata" "check --format json wrong.strata" "check --format sarif specs" \
        "import table --use base.strata --struct S page.tsv" \
        "decode specs --struct S --at 6.1/x64 --hex 01000000" "bundle specs" "export c specs --at 6.1/x64" --help; do
        timeout $seconds "$STRATA" $command >/dev/full 2>err.txt <wrong.strata
        said_once "full-disk, $command" $? write
        timeout $seconds "$STRATA" $command >&- 2>err.txt <wrong.strata
        said_once "no output, $command" $? write
    done

    # A limit on the size of files acts as a full disk: the files stay as they were, and no others are left.
    seq -f '    ULONG Member%.0f;' 2000 | spec_text >specs/s.strata
    (trap '' XFSZ; ulimit -f 8; exec timeout $seconds "$STRATA" gen specs -o kept) >out.txt 2>err.txt
    said_once "full-disk, gen" $? write
    diff -rq sound kept >out.txt && pass || fail "full-disk, gen" "the directory is not as before" out.txt

    # The same with commands that write one file.
    mkdir crowded
    cp base.strata crowded
    awk 'BEGIN { for (i = 0; i < 2000; i++) print "ULONG M" i " at " 4 * i + (i == 7) ";" }' | spec_text >crowded/before
    stays_whole fmt crowded/s.strata
    stays_whole check --apply crowded/s.strata
    # Kernels go into specs all or none.
    {
        cat base.strata
        echo 'struct S in 6.0.. {'
        seq -f 'LONG Member%.0f;' 400
        echo '}'
    } >crowded/before
    sed -i '1i source "notes" last 6.0;' crowded/before
    stays_whole import isf --into crowded/s.strata --version 6.1.7601 small.json
    awk 'BEGIN { print "Offset\tDefinition"; for (i = 0; i < 2000; i++) print 4 * i "\tULONG A" i ";" }' >long.tsv
    echo kept >crowded/before
    stays_whole import table --use base.strata --struct S long.tsv -o crowded/s.strata
    stays_whole bundle specs -o crowded/s.strata
    stays_whole pack specs -o crowded/s.strata
}

# begin_pipe PIPE FILE: makes a pipe that a reader gets the file from. end_pipe ends the writer, also without a reader.
begin_pipe()
{
    rm -rf "$1"
    mkfifo "$1"
    cat "$2" >"$1" &
    writer=$!
}

end_pipe()
{
    kill $writer
    wait $writer
} 2>/dev/null

# writes_into NAME STATUS: the command has ended in 0 and written out.txt; the stream got the same bytes.
writes_into()
{
    if [ "$2" = 0 ] && [ -s out.txt ] && cmp out.txt stream.txt >why.txt; then
        pass
    else
        fail "$1" "exit status $2, or another text" err.txt
    fi
}

# Streams are written to, and stay: pipes, standard output, a terminal. A pipe or a terminal cannot be replaced by a
# file here, also not by root.
streams()
{
    local command reader
    for command in "import table --use base.strata --struct S page.tsv -o %s" "bundle base.strata -o %s" \
        "pack specs -o %s" "bundle base.strata -o plain.h --depfile %s" "gen specs -o made --depfile %s"; do
        rm -rf file.txt plain.h made
        "$STRATA" ${command/\%s/file.txt} >out.txt 2>err.txt
        cp file.txt out.txt
        sed -i 's/file\.txt/stream/' out.txt
        rm -rf stream plain.h made
        mkfifo stream
        timeout 60 cat stream >stream.txt &
        reader=$!
        timeout $seconds "$STRATA" ${command/\%s/stream} >said.txt 2>err.txt
        local status=$?
        wait $reader
        writes_into "pipe, $command" $status
        [ -p stream ] && pass || fail "pipe, $command" "it is no pipe any more"
        rm -rf plain.h made
        "$STRATA" ${command/\%s//dev/stdout} 2>err.txt | cat >stream.txt
        status=${PIPESTATUS[0]}
        sed -i '/^plain\.h: written$/d; /^made: .* written$/d' stream.txt
        writes_into "standard output, $command" "$status"
    done
    "$STRATA" bundle base.strata >out.txt 2>err.txt
    timeout 60 python3 "$here/terminal.py" "$STRATA" bundle base.strata -o >stream.txt 2>err.txt
    writes_into "a terminal" $?
    "$STRATA" bundle base.strata -o /dev/full >out.txt 2>err.txt
    said_once "/dev/full" $? write
    rm -rf stream
}

# Commands that rewrite their input replace files only: no pipe and no directory.
not_a_file()
{
    local command
    for command in "${writers[@]:0:2}"; do
        begin_pipe there.strata wrong.strata
        timeout $seconds "$STRATA" ${command/\%s/there.strata} >out.txt 2>err.txt
        local status=$?
        said_once "pipe, $command" $status write
        [ -p there.strata ] && pass || fail "pipe, $command" "it is no pipe any more"
        end_pipe
    done
    rm -f there.strata
    mkdir there.strata
    timeout $seconds "$STRATA" import table --use base.strata --struct S page.tsv -o there.strata >out.txt 2>err.txt
    said_once import-directory $? usage # a directory is for the specs of a site
    rmdir there.strata || fail import-directory "something is in it"
    expect import-standard-output 0 - "$STRATA" import table --use base.strata --struct S page.tsv -o -
    [ ! -e - ] && grep -q 'ULONG A' out.txt && pass || fail import-standard-output "nothing was printed" out.txt
}

# An output does not overwrite its input.
output_is_input()
{
    cp page.tsv only.tsv
    expect output-is-page 2 usage "$STRATA" import table --use base.strata --struct S page.tsv only.tsv -o ./only.tsv
    expect output-is-use 2 usage "$STRATA" import table --use base.strata --struct S page.tsv -o ./base.strata
    cmp -s page.tsv only.tsv && pass || fail output-is-page "the page is lost"
}

# Libraries are loaded when there is something for them to read. They may be missing.
no_library()
{
    local name=library-missing packed
    if [[ $CFLAGS == *-fsanitize=* ]]; then
        skip $name "sanitizers want to be loaded before anything else"
    elif ! echo 'void *dlopen(const char *n, int m); void *dlopen(const char *n, int m) { return m ? 0 : (void *)n; }' |
        "$CC" -shared -fPIC -x c -o none.so - 2>err.txt; then
        skip $name "no shared library can be made with $CC"
    else
        echo kept >imported.strata
        expect $name 2 read env LD_PRELOAD="$PWD/none.so" "$STRATA" import table --use base.strata --struct S \
            page.html page.html -o imported.strata
        [ "$(cat imported.strata)" = kept ] && pass || fail $name "the output was written" imported.strata
        expect $name-but-not-needed 0 - env LD_PRELOAD="$PWD/none.so" "$STRATA" import table --use base.strata \
            --struct S page.tsv
        expect library-present 0 - "$STRATA" import table --use base.strata --struct S page.html
        expect $name-yajl 2 read env LD_PRELOAD="$PWD/none.so" "$STRATA" import isf --use base.strata kernel-6.1.7601
        grep -q yajl err.txt && pass || fail $name-yajl "yajl is not named" err.txt
        printf 'arch: x64\ntypes:\n' >types-6.1.7601.yml
        expect $name-libyaml 2 read env LD_PRELOAD="$PWD/none.so" "$STRATA" import vergilius --use base.strata \
            types-6.1.7601.yml
        grep -q libyaml err.txt && pass || fail $name-libyaml "libyaml is not named" err.txt
        "$CC" -shared -fPIC -x c -o yajl.so - 2>err.txt <<'END' || fail $name "yajl.so cannot be made" err.txt
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>
void *dlopen(const char *name, int mode)
{
    void *(*real)(const char *, int) = (void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen");
    return strstr(name, "yajl") ? real(name, mode) : NULL;
}
END
        for packed in gzip:zlib lzma:liblzma; do
            python3 -c "import sys, ${packed%:*} as p; sys.stdout.buffer.write(p.compress(sys.stdin.buffer.read()))" \
                <kernel-6.1.7601 >packed-6.1.7601
            expect $name-$packed 2 read env LD_PRELOAD="$PWD/yajl.so" "$STRATA" import isf --use base.strata \
                packed-6.1.7601
            grep -q "${packed#*:}" err.txt && pass || fail $name-$packed "it is not named" err.txt
            expect library-present-$packed 0 - "$STRATA" import isf --use base.strata packed-6.1.7601
        done
    fi
}

# Runs a command as somebody whom permissions bind, or returns 125.
as_nobody()
{
    if [ "$(id -u)" != 0 ]; then
        "$@"
    elif setpriv --reuid 65534 --regid 65534 --clear-groups "$1" --help >/dev/null 2>&1; then
        setpriv --reuid 65534 --regid 65534 --clear-groups "$@"
    else
        return 125
    fi
}

no_permission()
{
    local status
    echo 'use "base.strata"; struct S in 5.0.. { ULONG A at 0x00; }' >specs/s.strata
    echo in the way >file
    expect file-for-directory 2 write "$STRATA" gen specs -o file
    [ "$(cat file)" = "in the way" ] && pass || fail file-for-directory "the file is not as before" file
    expect output-below-file 2 write "$STRATA" gen specs -o file/below
    mkdir sealed
    chmod 755 .
    chmod 555 sealed
    as_nobody "$STRATA" gen specs -o sealed >out.txt 2>err.txt
    status=$?
    if [ $status = 125 ]; then
        skip sealed-directory "root may write anywhere, and setpriv cannot be had or the binary is not for all"
        skip unreadable-file "as above"
        return
    fi
    if [ $status = 2 ] && [ "$(grep -c 'error: .*\[write\]' err.txt)" = 1 ]; then
        pass
    else
        fail sealed-directory "exit status $status" err.txt
    fi
    local command
    chmod 777 .
    chmod 755 sealed && cp wrong.strata base.strata sealed && chmod 555 sealed
    for command in "${writers[@]}"; do
        as_nobody "$STRATA" ${command/\%s/sealed/wrong.strata} >out.txt 2>err.txt
        status=$?
        said_once "sealed-directory, $command" $status write
        # A directory that may be written, a file that may not.
        cp wrong.strata read-only.strata
        chmod 444 read-only.strata
        as_nobody "$STRATA" ${command/\%s/read-only.strata} >out.txt 2>err.txt
        status=$?
        said_once "read-only, $command" $status write
        cmp -s wrong.strata read-only.strata && pass || fail "read-only, $command" "the file is not as before"
        rm -f read-only.strata
    done
    chmod 755 .
    mkdir hidden
    cp base.strata hidden
    chmod 300 hidden
    for command in "fmt hidden" "check hidden" "table hidden" "import table --use hidden/none.strata page.tsv"; do
        as_nobody "$STRATA" $command >out.txt 2>err.txt
        said_once "unreadable-directory, $command" $? read
    done
    cp base.strata secret.strata
    chmod 200 secret.strata
    as_nobody "$STRATA" check secret.strata >out.txt 2>err.txt
    status=$?
    if [ $status = 2 ] && [ "$(grep -c 'error: .*\[read\]' err.txt)" = 1 ]; then
        pass
    else
        fail unreadable-file "exit status $status" err.txt
    fi
}

odd_paths()
{
    expect empty-path 2 read "$STRATA" check ''
    expect long-path 2 read "$STRATA" check "$(repeat 4000 a/)"
    expect device 0 - "$STRATA" check /dev/null
    begin_pipe pipe.strata base.strata
    expect pipe 0 - "$STRATA" check pipe.strata
    end_pipe
}

bad_data()
{
    head -c 4096 /dev/zero | tr '\0' 'z' >data.txt
    expect not-hex 2 - "$STRATA" decode specs --struct S --at 6.1/x64 --hex "$(cat data.txt)"
    : >empty.bin
    expect no-bytes 1 data "$STRATA" decode specs --struct S --at 6.1/x64 empty.bin
}

# A `use` of a device, a pipe, a socket, or a file of somebody else ends at once, in `check` and in the language server.
# Neither shows a byte of such a file.
fence()
{
    compare fence python3 -B "$here/fence.py" "$STRATA" "$scratch/fence"
}

# Commands write through no link that leads out of the directory that they were given.
links()
{
    compare links python3 -B "$here/links.py" "$STRATA" "$here/../.." "$scratch/links"
}

# A journal in a tree of specs is a file like others; one in the user's directory counts if the user has written it.
journal()
{
    compare journal python3 -B "$here/journal.py" "$STRATA" "$scratch/journal"
}

to_write
# A case is run with its group.
ONLY=$(sed 's,/.*,,' <<<"$ONLY")
for group in not_text circles deep wide huge full_disk streams not_a_file output_is_input no_library no_permission \
    odd_paths bad_data fence links journal; do
    suite=bad/$group
    ! wanted $group || $group
done
finish
