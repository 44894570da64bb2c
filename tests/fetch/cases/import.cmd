fetch ntoskrnl.exe --server two -o out --specs specs
cat specs/S.strata
