# Calls that take a structure and a member by name are uses of the member.
cat >"$SCRATCH/names.c" <<'END'
STRATA_GET(ETW_UM_LOGGER_CONTEXT, &v, CompressedCount, &count);
STRATA_IS_PRESENT(ETW_UM_LOGGER_CONTEXT, &v, CompressedCount);
STRATA_WALK(ETW_UM_LOGGER_CONTEXT, GlobalLst, &walk, &reader, head, t, 9, STRATA_WALK_FORWARD);
STRATA_GET(SOMETHING_ELSE, &v, CompressedCount, &count);
END
cd "$SCRATCH" && "$STRATA" diff "$OLDPWD/specs/etw" "$OLDPWD/specs/nt" --from 6.2/x64 --to 6.3/x64 --uses names.c
