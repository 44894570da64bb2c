# A tree of headers does not go to standard output.
"$STRATA" gen specs/etw specs/nt -o -
