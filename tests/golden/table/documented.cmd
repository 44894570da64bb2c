"$STRATA" table tests/golden/table/constructs.strata -s VERSIONS --as-documented
