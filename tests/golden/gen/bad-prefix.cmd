"$STRATA" gen specs/etw specs/nt -o build/never --prefix 2nd_
