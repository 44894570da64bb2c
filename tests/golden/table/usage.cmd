"$STRATA" table
"$STRATA" table no-such.strata
"$STRATA" table specs --struct
"$STRATA" table specs --struct WMI_RESOURCE --bits
