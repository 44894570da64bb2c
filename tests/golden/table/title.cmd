"$STRATA" table specs --struct WMI_RESOURCE --title Resources
"$STRATA" show specs --struct WMI_RESOURCE --title Resources
"$STRATA" diff specs --from 6.1/x64 --to 6.2/x64 --title Resources --format json
"$STRATA" diff specs --uses tests/golden/diff/uses.c --title Resources
