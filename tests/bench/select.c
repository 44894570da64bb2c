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
    strata_status status = strata_EPROCESS_open(&v, bytes, size, target);
#if defined(VIEWS)
    strata_EX_FAST_REF token;
    strata_LIST_ENTRY links;
#endif

    if (status == STRATA_OK)
        status = strata_EPROCESS_get_UniqueProcessId(&v, &process->id);
    if (status == STRATA_OK)
        status = STRATA_EPROCESS_BYTES(&v, ImageFileName, &process->name, &length);
#if defined(VIEWS)
    if (status == STRATA_OK)
        status = strata_EPROCESS_Token_view(&v, &token);
    if (status == STRATA_OK)
        status = strata_EX_FAST_REF_get_Object(&token, &process->token);
    if (status == STRATA_OK)
        status = strata_EPROCESS_ActiveProcessLinks_view(&v, &links);
    if (status == STRATA_OK)
        status = strata_LIST_ENTRY_get_Flink(&links, &process->next);
#else
    if (status == STRATA_OK)
        status = STRATA_EPROCESS_BYTES(&v, Token, &process->token, &length);
    if (status == STRATA_OK)
        status = STRATA_EPROCESS_BYTES(&v, ActiveProcessLinks, &process->links, &length);
#endif
    return status;
}
