# Offsets and sizes that comments and assertions claim rule over clang's; each structure that differs is reported, unless
# packing explains it.
"$STRATA" import c --version 10.0.19041.1 claims/bare-x64.h
"$STRATA" import c --version 10.0.19041.1 claims/pdbex-x86.h
"$STRATA" import c --version 10.0.19041.1 claims/packed-x64.h
