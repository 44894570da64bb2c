#!/bin/bash
# A site in a real browser: checks.mjs drives Chromium. npm's packages are installed below $BUILD.
set -u
. tests/try.sh
. tests/npm.sh
tests=tests/site/browser
browser=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome)}

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

# The site of all shipped specs: its data are those of the dump, and it has at most 95 MB.
whole()
{
    local size
    "$STRATA" dump specs >"$scratch/dump.json" &&
        "$STRATA" site -q --feed 2026-11-28 "${playground[@]}" -o "$scratch/whole" &&
        python3 -B tests/site/check_site.py "$scratch/whole" "$scratch/dump.json" || return
    size=$(du -sb "$scratch/whole" | cut -f1)
    [ "$size" -le 95000000 ]
}

if [[ $CFLAGS == *-fsanitize* ]]; then
    skip browser "browsers have no sanitizers"
    finish
    exit
fi
module=$BUILD/wasm/strata_module.js playground=()
if [ -e "$module" ]; then
    playground=(--playground "$module")
else
    skip "browser: playground" "there is no $module; make playground writes it"
fi
bars
try whole whole
[ ! -d "$scratch/whole" ] || echo "REPORT the site of all specs has $(du -sb "$scratch/whole" | cut -f1) bytes"
if [ -z "$browser" ]; then
    skip browser "there is no chromium"
elif ! install_modules site $tests; then
    skip browser "$why"
else
    specs=(specs/ntoskrnl/EPROCESS.strata specs/ntoskrnl/KPRCB.strata specs/etw)
    need "site of kernels" "$STRATA" site "${specs[@]}" "${playground[@]}" -o "$scratch/site"
    need "site of hostile specs" "$STRATA" site tests/site/hostile.strata -o "$scratch/hostile"
    counts browser env BROWSER="$browser" PLAYGROUND="${playground[*]}" NAMES="$ONLY" node $tests/checks.mjs "$modules" "$scratch" "${specs[@]}"
fi
finish
