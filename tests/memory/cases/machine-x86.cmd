"$STRATA" decode --walk EPROCESS.ActiveProcessLinks --member UniqueProcessId x86.dmp
