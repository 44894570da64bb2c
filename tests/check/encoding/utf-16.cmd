printf '\377\376u\0s\0e\0' > s.strata
"$STRATA" check s.strata
