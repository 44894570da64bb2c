#include "memory/structures.h"

#include <stdlib.h>
#include <string.h>

#include "answer/grades.h"
#include "base/arena.h"
#include "base/buffer.h"
#include "base/intern.h"
#include "front/load.h"
#include "memory/address.h"
#include "memory/open.h"
#include "model/version_name.h"

enum { LINKS_MOST = 16, ENTRIES_MOST = 100000 };

/* Machine numbers of images, and the architectures that specs have for them. */
static const struct machine {
    uint32_t machine;
    bool is_extended; /* the page tables have an additional level */
    const char *arch;
} machines[] = {
    {KERNEL_DUMP_X86, false, "x86"}, {KERNEL_DUMP_X86, true, "x86pae"},     {KERNEL_DUMP_X64, false, "x64"},
    {KERNEL_DUMP_X64, true, "x64la57"}, {KERNEL_DUMP_ARM64, false, "arm64"},
};

/* The structures of the processor that crashed, which a triage dump contains. */
static const struct current {
    const char *structure;
    enum kernel_dump_current current;
    bool is_whole; /* the dump has exactly this structure; others may have more bytes after them */
} currents[] = {
    {"EPROCESS", KERNEL_DUMP_PROCESS, true},    {"KPROCESS", KERNEL_DUMP_PROCESS, false},
    {"ETHREAD", KERNEL_DUMP_THREAD, true},      {"KTHREAD", KERNEL_DUMP_THREAD, false},
    {"KPRCB", KERNEL_DUMP_PROCESSOR, true},
};

static struct diag *report_structure(const struct decode *decode, enum diag_code code, const char *label,
                                     const char *error)
{
    return diag_report(decode->model->program->diags, code, (struct span){0, 0}, "%s: %s", label, error);
}

static bool refuse_structure(const struct decode *decode, const char *label, const char *error)
{
    report_structure(decode, DIAG_DATA, label, error);
    return false;
}

/* ---- The target */

/* Returns the known numbers that identify the kernel of the dump. */
static struct identity_numbers numbers_of(const struct kernel_image *kernel)
{
    struct identity_numbers numbers = {.has_pdb = kernel->has_pdb,
                                       .has_image = kernel->has_timestamp,
                                       .age = kernel->age,
                                       .timestamp = kernel->timestamp,
                                       .image_size = kernel->size};
    memcpy(numbers.guid, kernel->guid, sizeof numbers.guid);
    return numbers;
}

/* Returns the identity in the model that the kernel has by its program database or its image; NULL if there is none. */
static const struct identity *find_identity(const struct model *model, const struct kernel_image *kernel)
{
    const struct identity_numbers numbers = numbers_of(kernel);
    const struct identity *found = model_find_identity(model, &numbers);
    for (size_t i = 0; numbers.has_image && !found && i < model->identity_count; i++)
        if (!identity_compare_images(&model->identities[i]->numbers, &numbers))
            found = model->identities[i];
    return found;
}

bool kernel_memory_find_target(struct decode *decode, const struct kernel_memory *memory, const char *label)
{
    const struct model *model = decode->model;
    struct decode_target *target = &decode->target;
    size_t i = 0;
    while (machines[i].machine != memory->dump.machine || machines[i].is_extended != memory->dump.is_extended)
        i++; /* kernel_dump_open accepts no other machine */
    const struct arch *arch = model_find_arch(model, machines[i].arch);
    if (target->arch && target->arch != arch && target->arch->fallback != arch) {
        report_structure(
            decode, DIAG_USAGE, label,
            arena_format(model->arena, "the dump is of %s, not of %s", machines[i].arch, target->arch->name));
        return false;
    }
    const struct identity *identity = target->has_version ? NULL : find_identity(model, &memory->kernel);
    target->arch = target->arch ? target->arch : identity ? identity->arch : arch;
    if (!target->arch)
        return refuse_structure(decode, label,
                                arena_format(model->arena, "the specs have no architecture %s", machines[i].arch));
    if (target->has_version)
        return true;
    struct version_names names = {0};
    struct buffer text = {0};
    if (identity)
        standing_write_version(&model->axis, identity->version, &text);
    else
        buffer_format(&text, "%u", (unsigned)memory->dump.build);
    decode->at = version_name_find(model->arena, model->program->intern, &model->axis,
                                   buffer_take(&text, model->arena), &names);
    target->has_version = decode->at && axis_find_version(&model->axis, decode->at, &target->version);
    if (!target->has_version)
        return refuse_structure(
            decode, label,
            arena_format(model->arena, "at 0xC: the specs do not know build %u", (unsigned)memory->dump.build));
    return true;
}

void kernel_memory_describe(const struct decode *decode, const struct kernel_memory *memory, const char *label,
                            struct buffer *out)
{
    const struct kernel_image *kernel = &memory->kernel;
    const struct identity_numbers numbers = numbers_of(kernel);
    buffer_format(out, "strata: note: %s is read as a kernel dump (%s), build %u on %s", label,
                  memory->dump.type_name, (unsigned)memory->dump.build, decode->target.arch->name);
    if (memory->has_kernel)
        buffer_format(out, ", kernel at 0x%llX", (unsigned long long)kernel->base);
    identity_write(&numbers, out);
    buffer_format(out, ": %s\n", decode->at);
}

/* ---- Structures */

/* Finds the layout of the record in the target, and its standing or that of the selected members. If there is none, or
 * if its size is unknown, reports that and returns NULL. */
static const struct layout *find_layout(const struct decode *decode, const struct kernel_memory_place *place,
                                        struct standing *standing)
{
    *standing = selection_stand(decode->record, decode->target.arch, decode->target.version);
    if (standing->layout && standing->layout->size != LAYOUT_UNKNOWN)
        return standing->layout;
    refuse_structure(decode, place->label,
                     arena_format(decode->model->arena, "nobody knows the size of %s in %s on %s",
                                  decode->record->type->name, decode->at, decode->target.arch->name));
    return NULL;
}

/* Reports that a structure in the dump has another size than its layout, and the versions whose layouts have that
 * size. */
static bool fail_size(const struct decode *decode, const struct kernel_memory_place *place, uint64_t size,
                      const struct layout *taken)
{
    struct arena *arena = decode->model->arena;
    const struct record_on *on = &decode->record->on[decode->target.arch->index];
    const char *error = arena_format(arena, "the dump's %s has 0x%llX bytes, but that of %s on %s has 0x%X",
                                     decode->record->type->name, (unsigned long long)size, decode->at,
                                     decode->target.arch->name, (unsigned)taken->size);
    struct diag *diag = report_structure(decode, DIAG_DATA, place->label, error);
    for (size_t i = 0; i < on->layout_count; i++) {
        struct buffer from = {0};
        if (on->layouts[i].size != size)
            continue;
        axis_write_from(&decode->model->axis, on->layouts[i].range.from, &from);
        diag_help(diag, "it has 0x%llX bytes in %s, a version to name with --at", (unsigned long long)size,
                  buffer_take(&from, arena));
    }
    return false;
}

/* Decodes the structure of the processor that crashed. */
static bool write_current(const struct decode *decode, const struct kernel_memory *memory,
                          const struct kernel_memory_place *place)
{
    struct arena *arena = decode->model->arena;
    const struct current *current = currents, *end = currents + sizeof currents / sizeof *currents;
    const char *name = decode->record->type->name;
    struct standing standing;
    while (current < end && strcmp(current->structure, name) != 0)
        current++;
    if (current == end || !memory->dump.current[current->current].size) {
        const char *error = arena_format(arena, "this dump (%s) does not say where %s%s is", memory->dump.type_name,
                                         current == end ? "" : "the current ", name);
        diag_help(report_structure(decode, DIAG_DATA, place->label, error), "--at-address names an address%s",
                  strcmp(name, "EPROCESS") ? "" : ", and --walk EPROCESS.ActiveProcessLinks all processes");
        return false;
    }
    const struct kernel_dump_place *found = &memory->dump.current[current->current];
    const struct layout *layout = find_layout(decode, place, &standing);
    if (!layout)
        return false;
    /* If only the size is disputed, the selected members may still be certain. */
    bool is_sure = standing.basis != STRATA_DISPUTED &&
                   member_stand(decode->record, NULL, standing.arch, decode->target.version).basis == STRATA_DISPUTED;
    if (current->is_whole && !is_sure && layout->size != found->size)
        return fail_size(decode, place, found->size, layout);
    size_t size = layout->size < found->size ? layout->size : (size_t)found->size;
    unsigned char *bytes = arena_alloc(arena, size);
    struct kernel_dump_error error;
    if (!kernel_dump_read_file(&memory->dump, found->offset, bytes, size, name, &error))
        return refuse_structure(decode, place->label, error.text);
    return decode_write_input(decode, (struct decode_input){.label = place->label,
                                                            .bytes = bytes,
                                                            .size = size,
                                                            .offset = found->offset,
                                                            .is_placed = true});
}

/* Decodes the structure at an address. */
static bool write_at(const struct decode *decode, const struct kernel_memory *memory,
                     const struct kernel_memory_place *place, uint64_t address)
{
    struct arena *arena = decode->model->arena;
    struct standing standing;
    struct kernel_dump_error error;
    uint64_t offset, left;
    const struct layout *layout = find_layout(decode, place, &standing);
    if (!layout)
        return false;
    unsigned char *bytes = memory_alloc(layout->size + 1); /* freed below, because a list has many structures */
    bool is_read = kernel_address_locate(&memory->dump, address, &offset, &left, &error) &&
                   kernel_address_read(&memory->dump, address, bytes, layout->size, &error);
    if (!is_read)
        refuse_structure(decode, place->label,
                         arena_format(arena, "%s at 0x%llX: %s", decode->record->type->name,
                                      (unsigned long long)address, error.text));
    bool is_done = is_read && decode_write_input(decode, (struct decode_input){.label = place->label,
                                                                               .bytes = bytes,
                                                                               .size = layout->size,
                                                                               .offset = offset,
                                                                               .address = address,
                                                                               .has_address = true});
    free(bytes);
    return is_done;
}

/* ---- Lists */

/* Finds the head of a list in the header of the dump. Returns false if the header does not have it. */
static bool find_head(const struct decode *decode, const struct kernel_dump *dump, const char *link, uint64_t *head)
{
    const char *name = decode->record->type->name;
    if (!strcmp(name, "EPROCESS") && !strcmp(link, "ActiveProcessLinks"))
        *head = dump->process_head;
    else if (!strcmp(name, "KLDR_DATA_TABLE_ENTRY") && !strcmp(link, "InLoadOrderLinks"))
        *head = dump->module_list;
    else
        return false;
    return true;
}

/* Finds the member that links the structures of a list. If its place is unknown or disputed, reports that and returns
 * false. */
static bool find_link(const struct decode *decode, const struct kernel_memory_place *place, unsigned pointer_size,
                      uint32_t *offset)
{
    struct arena *arena = decode->model->arena;
    const struct record *record = decode->record;
    const struct member *member = record_find_member(record, place->link);
    const char *name = arena_format(arena, "%s.%s", record->type->name, place->link);
    if (!member) {
        diag_help(
            report_structure(decode, DIAG_USAGE, place->label, arena_format(arena, "there is no member '%s'", name)),
            "if --struct names members, it must name this one, too");
        return false;
    }
    const struct standing standing = member_stand(record, member, decode->target.arch, decode->target.version);
    const struct layout_member *entry = standing.layout ? layout_find(standing.layout, member) : NULL;
    struct buffer reason = {0};
    standing_write(&standing, &reason);
    const char *grade = buffer_take(&reason, arena);
    if (!entry || entry->offset == LAYOUT_UNKNOWN || standing.basis == STRATA_DISPUTED)
        return refuse_structure(decode, place->label,
                                arena_format(arena, "nobody knows where '%s' lies in %s on %s: %s", name, decode->at,
                                             decode->target.arch->name, grade));
    if (entry->size != 2 * pointer_size || strcmp(entry->row->type->name, "LIST_ENTRY") != 0)
        return refuse_structure(decode, place->label, arena_format(arena, "'%s' is no LIST_ENTRY", name));
    *offset = entry->offset;
    return true;
}

/* Decodes all structures of a list. Each element must lead back to the one before it, so a list that closes without its
 * head is noticed at that element. */
static bool write_list(const struct decode *decode, const struct kernel_memory *memory,
                       const struct kernel_memory_place *place)
{
    struct arena *arena = decode->model->arena;
    uint64_t head = place->address, before, at;
    uint32_t offset;
    unsigned char links[LINKS_MOST];
    const size_t pointer_size = memory->dump.pointer_size, size = 2 * pointer_size;
    struct kernel_dump_error error;
    if (!find_link(decode, place, memory->dump.pointer_size, &offset))
        return false;
    if (!place->has_address && !find_head(decode, &memory->dump, place->link, &head))
        return refuse_structure(decode, place->label,
                                arena_format(arena,
                                             "the header does not say where the head of the list of %s.%s is: name its "
                                             "address with --at-address",
                                             decode->record->type->name, place->link));
    if (!kernel_address_read(&memory->dump, head, links, size, &error))
        return refuse_structure(
            decode, place->label,
            arena_format(arena, "the head of the list at 0x%llX: %s", (unsigned long long)head, error.text));
    size_t count = 0;
    for (before = head, at = kernel_dump_pointer(&memory->dump, links);;
         before = at, at = kernel_dump_pointer(&memory->dump, links)) {
        if (!kernel_address_read(&memory->dump, at, links, size, &error))
            return refuse_structure(decode, place->label,
                                    arena_format(arena, "the list goes on from 0x%llX to 0x%llX: %s",
                                                 (unsigned long long)before, (unsigned long long)at, error.text));
        uint64_t back = kernel_dump_pointer(&memory->dump, links + pointer_size);
        if (back != before)
            return refuse_structure(
                decode, place->label,
                arena_format(arena, "the list is broken: 0x%llX leads to 0x%llX, which leads back to 0x%llX",
                             (unsigned long long)before, (unsigned long long)at, (unsigned long long)back));
        if (at == head)
            return true;
        if (++count > ENTRIES_MOST)
            return refuse_structure(decode, place->label,
                                    arena_format(arena, "the list has more than %d elements", ENTRIES_MOST));
        if (!write_at(decode, memory, place, at - offset))
            return false;
    }
}

bool kernel_memory_write(const struct decode *decode, const struct kernel_memory *memory,
                         const struct kernel_memory_place *place)
{
    if (place->link)
        return write_list(decode, memory, place);
    return place->has_address ? write_at(decode, memory, place, place->address)
                              : write_current(decode, memory, place);
}
