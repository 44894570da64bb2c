"$STRATA" table
"$STRATA" table no-such.strata
"$STRATA" table specs/etw specs/nt --struct
"$STRATA" table specs/etw specs/nt --struct WMI_RESOURCE --bits
