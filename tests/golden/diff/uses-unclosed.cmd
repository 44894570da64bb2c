# Calls that none ends are not looked for the end of the file once each.
yes 'STRATA_RUNS_HAS(v,' | head -n 40000 |
    timeout 300 "$STRATA" diff tests/golden/diff/changes.strata --uses -
