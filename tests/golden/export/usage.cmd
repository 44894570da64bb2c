# Each is one mistake.
kinds=tests/golden/kinds.strata
for arguments in "" "d $kinds" "c" "c $kinds" "c $kinds --at 2.0" "c $kinds --at 3.0/x64" "c $kinds --at 2.0/x65" \
    "c $kinds --at 1.0-rtm/x64" "c $kinds --at 2.0/x64 --struct KIND" "c $kinds --at 2.0/x64 --for ghidra" \
    "c $kinds --at 1.0-rtm/x64 --struct KINDS" "c --at 2.0/x64" "c none.strata --at 2.0/x64"; do
    # shellcheck disable=SC2086
    "$STRATA" export $arguments
    echo "status $?"
done
