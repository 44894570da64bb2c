# The tags of a PDB: with an underscore, or as the spec says.
"$STRATA" export c specs/ntoskrnl/EPROCESS.strata --struct EPROCESS.Token,EPROCESS.Win32Process --at 24H2/x64 --tags pdb
"$STRATA" export c specs/win32k/tagWND_2.strata --struct tagWND.style --at 6.1.7601/x64 --tags pdb | grep -E '^(struct|/\*)'
"$STRATA" export c tests/golden/kinds.strata --struct KINDS --at 1.0/x86 --tags ida
