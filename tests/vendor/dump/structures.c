#include "structures.h"

#include "nt/types.h"
#include "ntoskrnl/EPROCESS.h"
#include "ntoskrnl/ETHREAD.h"
#include "ntoskrnl/EX_FAST_REF.h"
#include "ntoskrnl/KPROCESS.h"
#include "ntoskrnl/types_identity.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define PROCESS_ROOM 0x1000 /* no EPROCESS is as large */
#define PROCESSES_MOST 100000
#define FIRST_BUILD 10240u /* of 10.0; earlier ones have another major and minor version */
#define TOKEN_COUNT 0xFu /* bits of a reference count, in the address of a 64-bit object */

strata_target structures_find_kernel(const unsigned char *guid, uint32_t age)
{
    strata_target target;

    (void)strata_find_by_identity(strata_identities_ntoskrnl_types, COUNT(strata_identities_ntoskrnl_types), guid, age,
                                  &target);
    return target;
}

strata_target structures_find_build(uint32_t machine, uint32_t build)
{
    uint32_t arch = machine == 0x8664 ? STRATA_ARCH_X64 : machine == 0xAA64 ? STRATA_ARCH_ARM64 : 0;

    return arch != 0 && build >= FIRST_BUILD ? strata_target_of(arch, 10, 0, build, STRATA_REVISION_ANY) : 0;
}

uint32_t structures_process_size(strata_target target)
{
    const strata_layout *layout;
    strata_basis basis;

    return STRATA_FIND_LAYOUT(EPROCESS, target, &layout, &basis) == STRATA_OK ? layout->size : 0;
}

uint32_t structures_thread_size(strata_target target)
{
    const strata_layout *layout;
    strata_basis basis;

    return STRATA_FIND_LAYOUT(ETHREAD, target, &layout, &basis) == STRATA_OK ? layout->size : 0;
}

/* Reads the name, which has no null if it is as long as its array. */
static strata_status read_name(struct process *process, const strata_EPROCESS *view)
{
    size_t count = 0, i;
    strata_status status = STRATA_COUNT(EPROCESS, view, ImageFileName, &count);

    for (i = 0; i < count && i + 1 < sizeof process->name && status == STRATA_OK; i++) {
        uint8_t letter = 0;
        status = STRATA_GET_AT(EPROCESS, view, ImageFileName, i, &letter);
        process->name[i] = letter >= ' ' && letter < 0x7F ? (char)letter : letter != 0 ? '?' : '\0';
    }
    return status;
}

static strata_status read_view(struct process *process, strata_EPROCESS *view)
{
    strata_EX_FAST_REF token;
    strata_status status = STRATA_REQUIRE_MEMBER(EPROCESS, view, UniqueProcessId, STRATA_INTERPOLATED);

    if (status == STRATA_OK)
        status = STRATA_REQUIRE_MEMBER(EPROCESS, view, Token, STRATA_INTERPOLATED);
    if (status == STRATA_OK)
        status = STRATA_REQUIRE_MEMBER(EPROCESS, view, ImageFileName, STRATA_INTERPOLATED);
    if (status == STRATA_OK)
        status = STRATA_GET(EPROCESS, view, UniqueProcessId, &process->id);
    if (status == STRATA_OK)
        status = STRATA_VIEW(EPROCESS, view, Token, &token);
    if (status == STRATA_OK)
        status = STRATA_GET(EX_FAST_REF, &token, Value, &process->token);
    process->token &= ~(uint64_t)TOKEN_COUNT;
    return status == STRATA_OK ? read_name(process, view) : status;
}

strata_status structures_read_process(struct process *process, const void *bytes, size_t size, strata_target target)
{
    static const struct process none;
    strata_EPROCESS view;
    strata_status status = STRATA_OPEN_AT(EPROCESS, &view, bytes, size, target);

    *process = none;
    return status == STRATA_OK ? read_view(process, &view) : status;
}

strata_status structures_read_page_tables(uint64_t *address, const void *bytes, size_t size, strata_target target)
{
    strata_KPROCESS view;
    strata_status status = STRATA_OPEN_AT(KPROCESS, &view, bytes, size, target);

    *address = 0;
    if (status == STRATA_OK)
        status = STRATA_REQUIRE_MEMBER(KPROCESS, &view, DirectoryTableBase, STRATA_INTERPOLATED);
    return status == STRATA_OK ? STRATA_GET(KPROCESS, &view, DirectoryTableBase, address) : status;
}

strata_status structures_walk(strata_reader *reader, uint64_t head, strata_target target, structures_visit *visit,
                              void *user)
{
    static const struct process none;
    unsigned char bytes[PROCESS_ROOM];
    struct process process;
    strata_EPROCESS view;
    strata_walk walk;
    uint64_t address;

    (void)STRATA_WALK(EPROCESS, ActiveProcessLinks, &walk, reader, head, target, PROCESSES_MOST, STRATA_WALK_CHECKED);
    while (strata_walk_next(&walk, &address)) {
        strata_status status = STRATA_FETCH(EPROCESS, &view, reader, address, bytes, sizeof bytes, target);
        process = none;
        if (status == STRATA_OK)
            status = STRATA_REQUIRE_MEMBER(EPROCESS, &view, ActiveProcessLinks, STRATA_INTERPOLATED);
        if (status == STRATA_OK)
            status = read_view(&process, &view);
        if (status != STRATA_OK)
            return status;
        visit(user, address, &process);
    }
    return walk.status;
}
