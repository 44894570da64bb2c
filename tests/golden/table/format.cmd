"$STRATA" table specs/etw specs/nt --format xml
