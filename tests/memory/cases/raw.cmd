"$STRATA" decode --struct LIST_ENTRY --at x64 --input raw --count 1 full.dmp
