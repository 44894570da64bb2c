# An axis of dates: numbers below 2^32, also such as it does not name.
cd "$CASES" || exit 2
"$STRATA" fmt --check dates.strata
"$STRATA" show dates.strata S
for at in 20240115 20240201 Spring/m64 1C9875F76C8F0FBF3EB9A9D7C1C274DF-1 4294967295 20240101
do
    echo "--- $at"
    "$STRATA" show dates.strata S --at "$at" 2>&1
done
"$STRATA" diff dates.strata --from 20240115 --to 20240120
"$STRATA" table dates.strata --struct S
"$STRATA" list dates.strata
"$STRATA" coverage dates.strata
"$STRATA" bundle dates.strata --struct S | grep '#define STRATA_VERSION_[0-9]'
"$STRATA" dump dates.strata | tr '{' '\n' | grep -o '"from":"[^"]*","to":[^,]*' | sort -u
