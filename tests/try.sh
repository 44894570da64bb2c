# What runners have in common, to be sourced: a directory to write to, the counts, and the line that ends a run.
passed=0 failed=0 skipped=0
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT

# The runner's name: that of its directory below tests/.
suite=${0%/*}
suite=${suite#*tests/}

# try NAME COMMAND...: it must succeed; what it prints is shown only if it does not.
try()
{
    local name=$1
    shift
    if "$@" >"$scratch/output" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $suite: $name"
        cat "$scratch/output"
    fi
}

# skip NAME WHY: what cannot be run here.
skip()
{
    skipped=$((skipped + 1))
    echo "SKIP $suite: $1, since $2"
}

# prints EXPECTED COMMAND...: its output is what that file says; UPDATE=1 writes the file.
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

# compare NAME COMMAND...: runs a comparison, whose last line is "N compared, N differ" and whose exit status is above 1
# if it could not be made. What it prints before is what differs.
compare()
{
    local name=$1 status last
    shift
    "$@" >"$scratch/report" 2>&1
    status=$?
    last=$(tail -n 1 "$scratch/report")
    if [[ ! $last =~ ^([1-9][0-9]*)\ compared,\ ([0-9]+)\ differ$ ]] || [ $status -gt 1 ]; then
        cat "$scratch/report"
        echo "FAIL $suite: $name: ended with status $status"
        failed=$((failed + 1))
        return
    fi
    head -n -1 "$scratch/report" | sed "s/^/FAIL $suite: $name: /"
    passed=$((passed + BASH_REMATCH[1] - BASH_REMATCH[2])) failed=$((failed + BASH_REMATCH[2]))
}

# The last line of a runner, and its exit status.
finish()
{
    if [ $skipped = 0 ]; then
        echo "$passed passed, $failed failed"
    else
        echo "$passed passed, $failed failed, $skipped skipped"
    fi
    [ $failed = 0 ]
}
