/*
 * The cost of four members of EPROCESS over many kernels in a program's size: `size` compiles it with a bundle of them.
 * With VIEWS the two members that are structures are read by views of their own, else by their bytes.
 */
#include "select.h"

struct process {
    uint64_t id;
    const unsigned char *name;
#if defined(VIEWS)
    uint64_t token, next;
#else
    const unsigned char *token, *links;
#endif
};

strata_status read_process(const void *bytes, size_t size, strata_target target, struct process *process);

strata_status read_process(const void *bytes, size_t size, strata_target target, struct process *process)
{
    strata_EPROCESS v;
    size_t length;
    strata_status status = STRATA_OPEN_AT(EPROCESS, &v, bytes, size, target);
#if defined(VIEWS)
    strata_EX_FAST_REF token;
    strata_LIST_ENTRY links;
#endif

    if (status == STRATA_OK)
        status = STRATA_GET(EPROCESS, &v, UniqueProcessId, &process->id);
    if (status == STRATA_OK)
        status = STRATA_BYTES(EPROCESS, &v, ImageFileName, &process->name, &length);
#if defined(VIEWS)
    if (status == STRATA_OK)
        status = STRATA_VIEW(EPROCESS, &v, Token, &token);
    if (status == STRATA_OK)
        status = STRATA_GET(EX_FAST_REF, &token, Object, &process->token);
    if (status == STRATA_OK)
        status = STRATA_VIEW(EPROCESS, &v, ActiveProcessLinks, &links);
    if (status == STRATA_OK)
        status = STRATA_GET(LIST_ENTRY, &links, Flink, &process->next);
#else
    if (status == STRATA_OK)
        status = STRATA_BYTES(EPROCESS, &v, Token, &process->token, &length);
    if (status == STRATA_OK)
        status = STRATA_BYTES(EPROCESS, &v, ActiveProcessLinks, &process->links, &length);
#endif
    return status;
}
