"$STRATA" decode --walk EPROCESS.ActiveProcessLinks --member UniqueProcessId x86pae.dmp
