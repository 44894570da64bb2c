"$STRATA" table specs --struct ETW_UM_LOGGER_CONTEXT
