#include "process.h"

/* Reads the name, which has no null if it is as long as its array. */
static strata_status read_name(struct process *process, const strata_EPROCESS *bytes)
{
    size_t count = 0;
    strata_status status = STRATA_COUNT(EPROCESS, bytes, ImageFileName, &count);
    for (size_t i = 0; i < count && i + 1 < sizeof process->name && status == STRATA_OK; i++) {
        uint8_t letter = 0;
        status = STRATA_GET_AT(EPROCESS, bytes, ImageFileName, i, &letter);
        process->name[i] = (char)letter;
    }
    return status;
}

strata_status process_read(struct process *process, const void *bytes, size_t size, uint32_t build, uint32_t revision)
{
    strata_EPROCESS view;
    strata_EX_FAST_REF token;
    strata_LIST_ENTRY links;
    *process = (struct process){0};
    strata_status status =
        STRATA_OPEN_AT(EPROCESS, &view, bytes, size, strata_target_of(STRATA_ARCH_X64, 10, 0, build, revision));
    if (status == STRATA_OK)
        status = STRATA_REQUIRE(EPROCESS, &view, STRATA_BRACKETED);
    if (status == STRATA_OK)
        status = STRATA_GET(EPROCESS, &view, UniqueProcessId, &process->id);
    if (status == STRATA_OK)
        status = STRATA_VIEW(EPROCESS, &view, Token, &token);
    if (status == STRATA_OK)
        status = STRATA_GET(EX_FAST_REF, &token, Value, &process->token);
    if (status == STRATA_OK)
        status = STRATA_VIEW(EPROCESS, &view, ActiveProcessLinks, &links);
    if (status == STRATA_OK)
        status = STRATA_GET(LIST_ENTRY, &links, Flink, &process->next);
    process->token &= ~(uint64_t)0xF;
    return status == STRATA_OK ? read_name(process, &view) : status;
}
