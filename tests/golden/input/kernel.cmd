# A symbol file from standard input; its name has its version. `-o -` is standard output.
cd "$SCRATCH"
small=$OLDPWD/tests/kernel/isf/small.json
"$STRATA" import isf --version 6.1.7601 "$small" >expected
"$STRATA" import isf --version 6.1.7601 - -o - <"$small" | cmp - expected
"$STRATA" import isf - --stdin-filename ntkrnlmp-6.1.7601.json <"$small" >third
cmp third expected
"$STRATA" import isf - --stdin-filename small.json <"$small"
"$STRATA" import isf --version 6.1.7601 - --version 6.1.7602 - <"$small"
ls
