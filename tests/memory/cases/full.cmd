"$STRATA" decode --walk EPROCESS.ActiveProcessLinks --member UniqueProcessId,Token,ImageFileName full.dmp
