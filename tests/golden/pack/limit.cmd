# More layouts of one structure than a pack can hold, by one that has no member.
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
cd "$out"
awk 'BEGIN {
    print "axis { 1.0 { 1 = 1.0.0; } }\narch x64 pointer 8 align 8 in 1.0..;\ntype UCHAR unsigned 1;"
    printf "attest 1"
    for (i = 1; i <= 4096; i++)
        printf ", 1.0.%d", i
    printf ";\nstruct MANY in 1.0.. {\n    UCHAR A["
    for (i = 1; i < 4096; i++)
        printf "%d (1.0.%d), ", i, i
    print "5000] in ..1.0.4095 at 0;\n}"
}' >many.strata
"$STRATA" pack many.strata -o many.strpack
status=$?
ls
exit $status
