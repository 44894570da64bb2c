"$STRATA" decode --walk EPROCESS.ActiveProcessLinks --member UniqueProcessId arm64.dmp
