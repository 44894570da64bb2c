# Globals are a part of their own.
"$STRATA" list tests/golden/globals.strata --globals
"$STRATA" list tests/golden/globals.strata --struct 'H*,PROCESS'
"$STRATA" list tests/golden/globals.strata --globals --struct Lost --format json
"$STRATA" list tests/golden/globals.strata --globals --struct Los
