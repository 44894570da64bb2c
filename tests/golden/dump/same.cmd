"$STRATA" dump specs/etw specs/nt | cmp - <("$STRATA" dump specs/etw specs/nt) && echo the same twice
