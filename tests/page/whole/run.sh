#!/bin/bash
# Published pages of the reference data, imported and compared with an independent reading of them. whole.expect has the
# numbers of measure.py: a change of the importer must not lose a cell. `measure.py STRATA PAGES -v` prints what is lost.
# found.expect has the contradictions of these pages, and the checks that find them.
set -u
. tests/try.sh

if [ -e "$STRATA_SHARED/pages/rows.json" ]; then
    try whole prints tests/page/whole/whole.expect python3 -B tests/page/whole/measure.py "$STRATA" "$STRATA_SHARED/pages"
    try found prints tests/page/whole/found.expect python3 -B tests/page/whole/contradictions.py "$STRATA" \
        "$STRATA_SHARED/pages"
else
    skip whole "there is no $STRATA_SHARED/pages/rows.json"
    skip found "there is no $STRATA_SHARED/pages/rows.json"
fi
finish
