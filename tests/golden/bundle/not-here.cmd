"$STRATA" bundle tests/golden/gen/arches.strata --struct NARROW_ONLY --arch x64
