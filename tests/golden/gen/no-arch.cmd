"$STRATA" gen specs -o build/never --arch ,
