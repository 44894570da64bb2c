"$STRATA" table specs/etw specs/nt --struct ETW_UM_LOGGER_CONTEXT
