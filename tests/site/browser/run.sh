#!/bin/bash
# A site in a real browser: checks.mjs drives Chromium. npm's packages are installed below $BUILD.
set -u
. tests/try.sh
tests=tests/site/browser
modules=$BUILD/tests/site-browser
browser=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome)}

# Installs the packages of the lock file, unless they are there.
install_packages()
{
    cmp -s $tests/package-lock.json "$modules/package-lock.json" && [ -f "$modules/done" ] && return
    rm -rf "$modules" && mkdir -p "$modules" && cp $tests/package.json $tests/package-lock.json "$modules" &&
        npm --prefix "$modules" ci --ignore-scripts --no-audit --no-fund >"$scratch/npm" 2>&1 && touch "$modules/done"
}

# The bars: eight kernels of the reference data.
bars()
{
    local figures
    if [ ! -d "$STRATA_SHARED/isf" ]; then
        skip bars "there is no $STRATA_SHARED/isf"
        return
    fi
    wanted bars || return 0
    "$STRATA" import isf -q "$STRATA_SHARED"/isf/*.json.xz -o "$scratch/kernels" || { fail bars "no import"; return; }
    figures=$(python3 -B $tests/measure.py "$scratch/eight" "$STRATA" site -q "$scratch/kernels" -o "$scratch/eight") ||
        fail bars "$figures"
    echo "REPORT site of eight kernels: $figures"
}

bars
if [ -z "$browser" ]; then
    skip browser "there is no chromium"
elif ! command -v npm >/dev/null || ! install_packages; then
    skip browser "npm cannot install playwright-core and axe-core"
else
    specs=(specs/ntoskrnl/EPROCESS.strata specs/ntoskrnl/KPRCB.strata specs/etw)
    need "site of kernels" "$STRATA" site "${specs[@]}" -o "$scratch/site"
    need "site of hostile specs" "$STRATA" site tests/site/hostile.strata -o "$scratch/hostile"
    counts browser env BROWSER="$browser" NAMES="$ONLY" node $tests/checks.mjs "$modules" "$scratch" "${specs[@]}"
fi
finish
