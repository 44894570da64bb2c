# Functions of all runners, sourced from the root of the repository: a directory to write to, the counts, the choice of
# cases, and the last line.

: "${PART:=all}" "${ONLY:=}"
passed=0 failed=0 skipped=0
scratch=$(mktemp -d) || exit 2
trap 'chmod -R u+rwX "$scratch"; rm -rf "$scratch"' EXIT
# An empty file to compare with.
nothing=$scratch/nothing
output=$scratch/output # of a test
: >"$nothing"

# The runner's name: its directory below tests/.
suite=${0%/*}
suite=${suite#*tests/}

# unpack: copies the suite's directory to $tree, with the members of its blocks as files (blocks.py). Beside the copy
# are the other directories of the repository. With UPDATE=1, `finish` brings changes back.
root=$PWD tree='' unpacked=''
unpack()
{
    tree=$scratch/copy/tests/$suite unpacked=$tree
    mkdir -p "$tree"
    ln -st "$scratch/copy" "$root"/{generator,generated,grammar,runtime,specs}
    ln -st "$scratch/copy/tests" $(printf '%s\n' "$root"/tests/* | grep -vx "$root/tests/${suite%%/*}")
    python3 -B tests/blocks.py unpack "tests/$suite" "$tree" && return
    fail blocks "cannot be read"
    finish
    exit 1
}

# made_once NAME COMMAND...: the output of a command, in $MADE_ONCE/NAME. The first runner that wants it runs the
# command.
: "${MADE_ONCE:=$scratch}"
made_once()
{
    local file=$MADE_ONCE/$1
    shift
    (flock 9 && { [ -e "$file" ] || { "$@" >"$file.new" && mv "$file.new" "$file"; }; }) 9>"$file.lock"
}

# in_part quick|long: true if that part of the tests is to run.
in_part()
{
    [ "$PART" = all ] || [ "$PART" = "$1" ]
}

# wanted NAME: true if this test is to run. ONLY has the names that `tests/run DIRECTORY/CASE` was given, a line each. A
# name stands for all tests that are called so, or that begin so up to a character that is no letter.
wanted()
{
    local only
    [ -n "$ONLY" ] || return 0
    while IFS= read -r only; do
        [[ $1 != "$only" && $1 != "$only"[!A-Za-z0-9_]* ]] || return 0
    done <<<"$ONLY"
    return 1
}

pass()
{
    passed=$((passed + 1))
}

# fail NAME WHY [FILE]: counts a failure, and prints it with the text of the file, cut after 100 KB.
fail()
{
    failed=$((failed + 1))
    echo "FAIL $suite/$1: $2"
    [ -z "${3:-}" ] || head -c 100000 "$3"
}

# try NAME COMMAND...: the command must succeed. Its output is shown only if it does not.
try()
{
    local name=$1
    shift
    wanted "$name" || return 0
    if "$@" >"$output" 2>&1; then
        pass
    else
        fail "$name" "exit status $?" "$output"
    fi
}

# need NAME COMMAND...: like try, for a test that others need. It also runs if only others are wanted, and counts then
# only if it fails.
need()
{
    local before=$passed
    ONLY='' try "$@"
    wanted "$1" || passed=$before
}

# same NAME EXPECTED ACTUAL: two files or directories are the same.
same()
{
    try "$1" diff -ur "$2" "$3"
}

# expects NAME EXPECTED ACTUAL: a file is as expected. UPDATE=1 writes the expectation.
expects()
{
    wanted "$1" || return 0
    [ "${UPDATE:-}" != 1 ] || cp --no-preserve=mode "$3" "$2"
    if [ -e "$2" ]; then
        same "$@"
    else
        fail "$1" "there is no $2; UPDATE=1 writes it" "$3"
    fi
}

# skip NAME WHY: a test that cannot run here.
skip()
{
    wanted "$1" || return 0
    skipped=$((skipped + 1))
    echo "SKIP $suite/$1: $2"
}

# prints EXPECTED COMMAND...: the output of the command is that file. UPDATE=1 writes the file.
prints()
{
    local expected=$1
    shift
    "$@" >"$scratch/printed" || return 1
    if [ "${UPDATE:-}" = 1 ]; then
        cp "$scratch/printed" "$expected"
    else
        diff -u "$expected" "$scratch/printed"
    fi
}

# compare NAME COMMAND...: runs a comparison. It prints a line for each difference, and as its last line
# "N compared, N differ". Its exit status is above 1 if it could not compare.
compare()
{
    local name=$1 status last
    shift
    wanted "$name" || return 0
    "$@" >"$scratch/report" 2>&1
    status=$?
    last=$(tail -n 1 "$scratch/report")
    if [[ ! $last =~ ^([1-9][0-9]*)\ compared,\ ([0-9]+)\ differ$ ]] || [ $status -gt 1 ]; then
        fail "$name" "ended with status $status" "$scratch/report"
        return
    fi
    head -n -1 "$scratch/report" | sed "s,^,FAIL $suite/$name: ,"
    passed=$((passed + BASH_REMATCH[1] - BASH_REMATCH[2])) failed=$((failed + BASH_REMATCH[2]))
}

# add_counts NAME STATUS LINE: adds the counts in the last line of a program, which ended with that status.
add_counts()
{
    if [[ $3 =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed(,\ ([0-9]+)\ skipped)?$ ]] &&
        { [ "$2" = 0 ] || [ "${BASH_REMATCH[2]}" != 0 ]; }; then
        passed=$((passed + BASH_REMATCH[1])) failed=$((failed + BASH_REMATCH[2]))
        skipped=$((skipped + ${BASH_REMATCH[4]:-0}))
    else
        fail "$1" "ended without a count (exit status $2)"
    fi
}

# counts NAME COMMAND...: runs a program that prints its failures, and its counts as the last line.
counts()
{
    local name=$1 status
    shift
    wanted "$name" || return 0
    "$@" 2>&1 | tee "$scratch/report" | sed -u '/^[0-9]* passed, [0-9]* failed/d'
    status=${PIPESTATUS[0]}
    add_counts "$name" "$status" "$(tail -n 1 "$scratch/report")"
}

# begin NAME COMMAND...: like try, while others run. await waits for all that have started.
started=0
begin()
{
    wanted "$1" || return 0
    while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do
        wait -n
    done
    started=$((started + 1))
    (
        passed=0 failed=0 output=$scratch/output.$started
        try "$@"
        echo "$passed passed, $failed failed" >"$output.counts"
    ) &
}
await()
{
    wait
    for ((; started > 0; started--)); do
        add_counts "test $started" 0 "$(cat "$scratch/output.$started.counts")"
    done
}

# silent COMMAND...: succeeds if the command prints nothing, too.
silent()
{
    "$@" >"$output.said" 2>&1 && [ ! -s "$output.said" ] || { cat "$output.said"; return 1; }
}

# For programs whose optimisation is not tested: functions of the headers are called in them, not a part of each caller,
# which takes a compiler a fifth of the time.
unoptimised='-O0 -g0 -Dalways_inline=unused'

# build_tool PROGRAM SOURCE [OPTION...]: builds a program of the runner with the library of strata, or ends the runner.
build_tool()
{
    mkdir -p "$BUILD/tests"
    # shellcheck disable=SC2086
    "$CC" -std=c11 -Wall -Wextra ${CFLAGS:--O1 -g} -Igenerator -I"$BUILD" -o "$BUILD/tests/$1" "$2" \
        "$BUILD/libstrata.a" "${@:3}" >"$output" 2>&1 && return
    fail "$2" "does not build" "$output"
    finish
    exit 1
}

# The last line of a runner, and its exit status.
finish()
{
    if [ -n "$unpacked" ] && [ "${UPDATE:-}" = 1 ]; then # a suite may have a tree of its own
        python3 -B "$root/tests/blocks.py" pack "$root/tests/$suite" "$unpacked" || fail blocks "cannot be written"
    fi
    if [ $skipped = 0 ]; then
        echo "$passed passed, $failed failed"
    else
        echo "$passed passed, $failed failed, $skipped skipped"
    fi
    [ $failed = 0 ]
}
