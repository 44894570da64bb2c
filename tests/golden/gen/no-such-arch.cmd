"$STRATA" gen specs/etw specs/nt -o build/never --arch x64,amr64
