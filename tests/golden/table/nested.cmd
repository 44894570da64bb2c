"$STRATA" table tests/golden/table/constructs.strata -s MEMBERS.Named
