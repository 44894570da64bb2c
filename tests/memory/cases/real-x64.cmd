"$STRATA" decode --struct EPROCESS.UniqueProcessId,EPROCESS.Token,EPROCESS.ImageFileName x64.dmp
"$STRATA" decode --struct EPROCESS --member UniqueProcessId --at 10.0.19041.804/x64 x64.dmp
"$STRATA" decode --struct ETHREAD.Cid x64.dmp
"$STRATA" decode --struct KPRCB.Number x64.dmp
"$STRATA" decode --struct LIST_ENTRY --at-address 0xFFFFF8047C61E200 x64.dmp
"$STRATA" decode --walk EPROCESS.ActiveProcessLinks x64.dmp
"$STRATA" decode --walk KLDR_DATA_TABLE_ENTRY.InLoadOrderLinks x64.dmp
