"$STRATA" decode --struct EPROCESS full.dmp
"$STRATA" decode --struct LIST_ENTRY full.dmp
"$STRATA" decode --struct LIST_ENTRY --at-address 0xFFFFFFFFFFFFFFF8 full.dmp
"$STRATA" decode --struct LIST_ENTRY --at-address 0x1000 full.dmp
"$STRATA" decode --struct LIST_ENTRY --at-address x full.dmp
"$STRATA" decode --struct LIST_ENTRY --at-address 0xFFFFF8040001E200 --at arm64 full.dmp
"$STRATA" decode --struct LIST_ENTRY --at-address 0 --hex 00
"$STRATA" decode --walk EPROCESS.ActiveProcessLinks --hex 00
"$STRATA" decode --walk EPROCESS full.dmp
"$STRATA" decode --walk EPROCESS.Token full.dmp
"$STRATA" decode --walk EPROCESS.JobLinks full.dmp
"$STRATA" decode --walk EPROCESS.None full.dmp
"$STRATA" decode --walk EPROCESS.ActiveProcessLinks --struct EPROCESS.Token full.dmp
"$STRATA" decode --walk EPROCESS.ActiveProcessLinks --struct ETHREAD full.dmp
"$STRATA" decode --walk EPROCESS.ActiveProcessLinks --count 2 full.dmp
"$STRATA" decode --event full.dmp
"$STRATA" decode --walk EPROCESS.ActiveProcessLinks nowhere.dmp
"$STRATA" decode --walk EPROCESS.ActiveProcessLinks ..
"$STRATA" decode --struct EPROCESS.UniqueProcessId wrong/process-short.dmp
