"$STRATA" decode --struct EPROCESS --member UniqueProcessId triage.dmp
"$STRATA" decode --struct KTHREAD.InitialStack triage.dmp
"$STRATA" decode --struct LIST_ENTRY --at-address 0xFFFFA00000000448 triage.dmp
"$STRATA" decode --walk EPROCESS.ActiveProcessLinks --member UniqueProcessId triage.dmp
