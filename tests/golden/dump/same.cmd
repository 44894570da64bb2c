"$STRATA" dump specs | cmp - <("$STRATA" dump specs) && echo the same twice
