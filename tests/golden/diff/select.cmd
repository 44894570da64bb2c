# Differences of some members.
"$STRATA" diff tests/golden/kinds.strata -s 'KINDS.[A-M]*' --from 1.0-sp1/x64 --to 2.0/x64
"$STRATA" diff tests/golden/kinds.strata -s 'KINDS.Smal' --from 1.0-sp1/x64 --to 2.0/x64
