"$STRATA" table --no-all tests/golden/table/unknown.strata
