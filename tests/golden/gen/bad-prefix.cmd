"$STRATA" gen specs -o build/never --prefix 2nd_
