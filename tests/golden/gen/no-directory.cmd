# A tree of headers does not go to standard output.
"$STRATA" gen specs -o -
