"$STRATA" table specs/etw specs/nt --struct WMI_RESOURCE --title Resources
"$STRATA" show specs/etw specs/nt --struct WMI_RESOURCE --title Resources
"$STRATA" diff specs/etw specs/nt --from 6.1/x64 --to 6.2/x64 --title Resources --format json
"$STRATA" diff specs/etw specs/nt --uses tests/golden/diff/uses.c --title Resources
