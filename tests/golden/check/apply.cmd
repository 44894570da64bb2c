# What is used is mended, too, and then there is nothing more to mend.
set -u
cd "$SCRATCH" || exit 2
printf 'axis { 1.0 { } }\narch x64 pointer 8 align 16 in 1.0..;\ncolumns x64;\n' >axis.strata
printf 'use "axis.strata";\nopaque LOCK size 8 allow overlap "none";\n' >used.strata
printf 'use "used.strata";\nopaque OTHER size 8    allow overlap "none" allow gap "none";' >user.strata
"$STRATA" check --apply user.strata
echo "exit status $?"
cat used.strata user.strata
echo
"$STRATA" check --apply user.strata
