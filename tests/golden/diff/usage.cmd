# Mistakes in command lines.
"$STRATA" diff tests/golden/diff/changes.strata --from 6.0/x64
"$STRATA" diff tests/golden/diff/changes.strata --from 6.0 --to 10.0
"$STRATA" diff tests/golden/diff/changes.strata --from 6.0/x64 --to 10.5/x64
"$STRATA" diff tests/golden/diff/changes.strata --from 6.0/x64 --to 10.0/arm64
"$STRATA" diff tests/golden/diff/changes.strata --from 6.0/x64 --to 10.0/x64 --format xml
"$STRATA" diff tests/golden/diff/changes.strata --from 6.0/x64 --to 10.0/x64 --struct ADED
"$STRATA" diff tests/golden/diff/changes.strata --from 6.0/x64 --to 6.0/x86 --struct ADDED
"$STRATA" diff tests/golden/kinds.strata --from 1.0-rtm/x64 --to 2.0/x64
"$STRATA" diff --from 6.0/x64 --to 10.0/x64 --struct EPROCES
"$STRATA" diff tests/golden/diff/changes.strata --from 6.0/x64 --to 10.0/x64 --prefix my_
"$STRATA" diff tests/golden/diff/changes.strata --from 6.0/x64 --to 10.0/x64 --no-use-moved
"$STRATA" diff tests/golden/diff/changes.strata --from 6.0/x64 --to 10.0/x64 --struct ,
