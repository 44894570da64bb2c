"$STRATA" import table no/such/page.html
