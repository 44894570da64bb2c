"$STRATA" table tests/golden/table/constructs.strata --format md
