# Names of structures and enumerations add up, each once.
"$STRATA" diff tests/golden/diff/changes.strata --from 6.0/x64 --to 10.0 -s OLD,ADDED -s REMOVED --struct=ADDED
