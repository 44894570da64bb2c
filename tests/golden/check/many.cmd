# Of a severity a thousand findings are kept; the rest is counted, in every format, and mended in another run.
cd "$SCRATCH" || exit 2
printf 'axis { 1.0 { } }\narch x64 pointer 8 align 16 in 1.0..;\ncolumns x64;\n' >many.strata
printf 'opaque O%d size 4 allow overlap "none";\n' {1..1234} >>many.strata
"$STRATA" check many.strata 2>&1 | tail -n 2
"$STRATA" check --format json many.strata | wc -l
"$STRATA" check --format sarif many.strata | grep -o '"ruleId"' | wc -l
"$STRATA" check --apply many.strata 2>&1 | tail -n 3
"$STRATA" check --apply many.strata 2>&1 | tail -n 2
"$STRATA" check many.strata
