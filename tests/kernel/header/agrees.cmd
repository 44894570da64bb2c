# A later kernel into the spec of a header, and a header of a later version into that.
"$STRATA" import c --version 10.0.17763.1 --target x64 kernel.h --struct MOVED,SAME >spec.strata
"$STRATA" import isf --version 10.0.19041.1 kernel.json --into spec.strata
"$STRATA" import c --version 10.0.22000.1 --target x64 kernel.h --into spec.strata
tail -n +3 spec.strata
"$STRATA" check spec.strata
