"$STRATA" gen specs -o build/never --arch x64,amr64
