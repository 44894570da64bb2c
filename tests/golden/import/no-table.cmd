# A page without a table is no page of offsets, and that is said.
printf '<title>Lost</title><p>The page has moved.\n' | "$STRATA" import table --format html -
