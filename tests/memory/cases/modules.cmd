"$STRATA" decode --walk KLDR_DATA_TABLE_ENTRY.InLoadOrderLinks --member DllBase,SizeOfImage full.dmp
"$STRATA" decode --walk EPROCESS.ActiveProcessLinks --at-address 0xFFFFF8040001E200 --member UniqueProcessId no-processes.dmp
