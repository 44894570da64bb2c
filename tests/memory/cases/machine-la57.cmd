"$STRATA" decode --walk EPROCESS.ActiveProcessLinks --member UniqueProcessId la57.dmp
