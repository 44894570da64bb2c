"$STRATA" pack tests/golden/gen/arches.strata --struct NARROW_ONLY --arch x64 -o never.strpack
