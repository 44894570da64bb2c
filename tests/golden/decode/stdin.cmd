printf "\\x02\\x00\\x00\\x00\\x11\\x22\\x33\\x44aaaaaaaa" | "$STRATA" decode tests/golden/kinds.strata --struct IDENTITY -
