"$STRATA" table specs --struct ETW_UM_LOGER_CONTEXT
