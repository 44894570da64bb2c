"$STRATA" table specs/etw specs/nt --struct ETW_UM_LOGER_CONTEXT
