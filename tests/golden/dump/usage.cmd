kinds=tests/golden/kinds.strata
for arguments in "--format xml" "--format isf" "--at 2.0/x64" "--format isf --at 2.0" "--format isf --at 9.0/x64"; do
    # shellcheck disable=SC2086
    "$STRATA" dump $kinds $arguments
    echo "status $?"
done
# An architecture that symbol files do not know.
"$STRATA" dump tests/golden/align.strata --format isf --at 6.0/m68k | cut -d, -f1-4
