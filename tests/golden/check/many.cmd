# As text, a thousand findings of a severity are shown and the rest is counted; the rest is fixed in another run. JSON
# and SARIF have all.
cd "$SCRATCH" || exit 2
printf 'axis { 1.0 { } }\narch x64 pointer 8 align 16 in 1.0..;\ncolumns x64;\n' >many.strata
printf 'opaque O%d size 4 allow overlap "none";\n' {1..1234} >>many.strata
"$STRATA" check many.strata 2>&1 | tail -n 2
"$STRATA" check --format json many.strata | wc -l
"$STRATA" check --format sarif many.strata | grep -o '"ruleId"' | wc -l
"$STRATA" check --apply many.strata 2>&1 | tail -n 3
"$STRATA" check --apply many.strata 2>&1 | tail -n 2
"$STRATA" check many.strata
