"$STRATA" table specs --format xml
