#include "structures.h"

#include "nt/types.h"
#include "ntoskrnl/EPROCESS.h"
#include "ntoskrnl/ETHREAD.h"
#include "ntoskrnl/EX_FAST_REF.h"
#include "ntoskrnl/KPROCESS.h"
#include "ntoskrnl/types_identity.h"
#include "strata_layout.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define PROCESS_ROOM 0x1000 /* no EPROCESS is as large */
#define PROCESSES_MOST 100000
#define FIRST_BUILD 10240u /* of 10.0; earlier ones have another major and minor version */

/* Bits of a reference count in the address of an object. */
#define TOKEN_COUNT_32 0x7u
#define TOKEN_COUNT_64 0xFu

strata_target structures_find_kernel(const unsigned char *guid, uint32_t age)
{
    strata_target target;

    (void)strata_find_by_identity(strata_identities_ntoskrnl_types, COUNT(strata_identities_ntoskrnl_types), guid, age,
                                  &target);
    return target;
}

strata_target structures_find_build(uint32_t machine, int is_extended, uint32_t build)
{
    uint32_t arch = 0;

    switch (machine) {
    case 0x14C: arch = is_extended ? STRATA_ARCH_X86PAE : STRATA_ARCH_X86; break;
    case 0x8664: arch = is_extended ? STRATA_ARCH_X64LA57 : STRATA_ARCH_X64; break;
    case 0xAA64: arch = STRATA_ARCH_ARM64; break;
    }
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

STRATA_PICK(picked, EPROCESS, UniqueProcessId, ActiveProcessLinks, Token, ImageFileName);

/* The members of a process in the bytes that a plan has read. */
struct members {
    picked plan;
    strata_EX_FAST_REF token;
    const unsigned char *name;
    size_t name_size;
    int is_32;
    unsigned char bytes[PROCESS_ROOM];
};

/* Makes a plan for a target. Refuses members that are disputed in it, or carried forward. */
static strata_status begin(struct members *members, strata_target target)
{
    const uint32_t arch = strata_target_arch(target);
    strata_place place;
    strata_status status;

    members->is_32 = arch == STRATA_ARCH_X86 || arch == STRATA_ARCH_X86PAE;
    STRATA_RESOLVE(EPROCESS, &place, target);
    status = picked_plan(&members->plan, &place, STRATA_INTERPOLATED, members->bytes, sizeof members->bytes);
    if (status == STRATA_OK)
        status = STRATA_PICKED_VIEW(EPROCESS, &members->plan, Token, &members->token);
    if (status == STRATA_OK)
        status = STRATA_PICKED_BYTES(EPROCESS, &members->plan, ImageFileName, &members->name, &members->name_size);
    return status;
}

/* Takes the process that was read last. Its name has no null if it is as long as its array. */
static strata_status take(struct process *process, const struct members *members)
{
    static const struct process none;
    strata_status status;
    size_t i;

    *process = none;
    status = STRATA_PICKED(EPROCESS, &members->plan, UniqueProcessId, &process->id);
    if (status == STRATA_OK)
        status = STRATA_GET(EX_FAST_REF, &members->token, Value, &process->token);
    process->token &= ~(uint64_t)(members->is_32 ? TOKEN_COUNT_32 : TOKEN_COUNT_64);
    for (i = 0; i < members->name_size && i + 1 < sizeof process->name && members->name[i] != 0; i++)
        process->name[i] = members->name[i] >= ' ' && members->name[i] < 0x7F ? (char)members->name[i] : '?';
    return status;
}

strata_status structures_read_process(struct process *process, const strata_reader *reader, uint64_t address,
                                      strata_target target)
{
    struct members members;
    strata_status status = begin(&members, target);

    if (status == STRATA_OK)
        status = strata_pick_read(&members.plan.pick, reader, address);
    return status == STRATA_OK ? take(process, &members) : status;
}

STRATA_PICK(page_tables, KPROCESS, DirectoryTableBase);

strata_status structures_read_page_tables(uint64_t *tables, const strata_reader *reader, uint64_t address,
                                          strata_target target)
{
    unsigned char bytes[8];
    strata_place place;
    page_tables plan;
    strata_status status;

    *tables = 0;
    STRATA_RESOLVE(KPROCESS, &place, target);
    status = page_tables_plan(&plan, &place, STRATA_INTERPOLATED, bytes, sizeof bytes);
    if (status == STRATA_OK)
        status = strata_pick_read(&plan.pick, reader, address);
    return status == STRATA_OK ? STRATA_PICKED(KPROCESS, &plan, DirectoryTableBase, tables) : status;
}

strata_status structures_walk(const strata_reader *reader, uint64_t head, strata_target target,
                              structures_visit *visit, void *user)
{
    struct members members;
    struct process process;
    strata_pick_walk walk;
    uint64_t address;
    strata_status status = begin(&members, target);

    if (status != STRATA_OK)
        return status;
    (void)STRATA_PICKED_WALK(EPROCESS, &members.plan, ActiveProcessLinks, &walk, reader, head, PROCESSES_MOST,
                             STRATA_WALK_CHECKED);
    while (strata_pick_next(&walk, &address)) {
        status = take(&process, &members);
        if (status != STRATA_OK)
            return status;
        visit(user, address, &process);
    }
    return walk.walk.status;
}
