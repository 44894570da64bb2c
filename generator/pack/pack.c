#include "pack/pack.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/intern.h"
#include "model/version_name.h"
#include "pack/pack_parts.h"
#include "render/choice.h"
#include "render/plan.h"

/* ---- The whole pack ---- */

/* The versions of an axis, with all names that mean exactly one of them. */
struct named {
    struct pack *pack;
    struct version_index index;
};

static void add_name(struct pack *pack, uint64_t version, const char *name, bool is_other)
{
    pack_add_u64(pack, STRATA_PACK_VERSIONS, version);
    pack_add_u32(pack, STRATA_PACK_VERSIONS, pack_add_text(pack, name));
    pack_add_u32(pack, STRATA_PACK_VERSIONS, is_other);
}

/* True if a name means only one version, number `number` of the index. */
static bool is_alone(const struct version_index *index, const char *name, size_t number)
{
    struct buffer folded = {0};
    bool is_found = false;
    version_name_fold(name, &folded);
    buffer_add_char(&folded, '\0');
    for (size_t i = 0; i < index->key_count && !is_found; i++) {
        const struct version_key *key = &index->keys[i];
        is_found = !strcmp(key->text, folded.data) && key->count == 1 && key->versions[0] == number;
    }
    buffer_free(&folded);
    return is_found;
}

/* Adds version `number` of the index by its first name, then by each name of a product that means only this version. */
static void add_version(const struct named *named, size_t number, uint64_t version, const char *const *products)
{
    const char *first = named->index.names[number];
    add_name(named->pack, version, first, false);
    for (; *products; products++)
        if (strcmp(*products, first) != 0 && is_alone(&named->index, *products, number))
            add_name(named->pack, version, *products, true);
}

static void number_type(struct pack *pack, const struct type *type, const char **names, size_t *count)
{
    names[*count] = type->name;
    map_set(pack->types, type, (void *)(uintptr_t)++*count);
}

/* Numbers the types, because members refer to them: records after the records that they contain, then enums. */
static void add_types(struct pack *pack)
{
    const struct model *model = pack->model;
    const char **names = memory_alloc((model->record_count + model->type_count + 1) * sizeof *names);
    size_t count = 0;
    for (size_t i = 0; i < model->record_count; i++)
        if (choice_has(pack->choice, model->records[i]))
            number_type(pack, model->records[i]->type, names, &count);
    for (size_t i = 0; i < model->type_count; i++)
        if (model->types[i]->enumeration && choice_has(pack->choice, model->types[i]))
            number_type(pack, model->types[i], names, &count);
    for (size_t i = 0; i < model->record_count; i++)
        if (choice_has(pack->choice, model->records[i]))
            pack_add_record(pack, model->records[i]);
    for (size_t i = 0; i < model->type_count; i++)
        if (model->types[i]->enumeration && choice_has(pack->choice, model->types[i]))
            pack_add_enumeration(pack, model->types[i]->enumeration);
    pack_check_limit(pack, count, PACK_NAMES_MOST, "structures and enums");
    pack_write_index(pack, STRATA_PACK_TYPE_INDEX, names, count);
    free(names);
}

/* Adds the first two shapes: an absent member, and the value of an enumerator. */
static void add_first_shapes(struct pack *pack)
{
    static const unsigned char kinds[] = {STRATA_PACK_BYTES, STRATA_PACK_BYTES + 1};
    for (size_t i = 0; i < sizeof kinds; i++) {
        unsigned char shape[STRATA_PACK_SHAPE_] = {0};
        strata_store_u32(shape, (uint32_t)STRATA_TAG_ABSENT << 24);
        strata_store_u32(shape + 20, STRATA_PACK_NONE);
        shape[24] = kinds[i];
        pack_add_once(pack, STRATA_PACK_SHAPES, shape, sizeof shape);
    }
}

/* ---- Addresses of globals */

/* The address of a global in one build. */
struct pack_address {
    const char *name;
    uint64_t target;
    uint32_t address;
};

static int compare_addresses(const void *left, const void *right)
{
    const struct pack_address *a = left, *b = right;
    int order = strcmp(a->name, b->name);
    return order ? order : (a->target > b->target) - (a->target < b->target);
}

/* Lists the addresses of the chosen globals. A build without a revision gets no addresses, as in generated headers. */
static void list_addresses(const struct pack *pack, struct buffer *list)
{
    const struct model *model = pack->model;
    for (size_t i = 0; i < model->global_count; i++) {
        const struct global *global = model->globals[i];
        for (size_t a = 0; a < model->arch_count && choice_has(pack->choice, global); a++) {
            const struct arch *arch = model->arches[a];
            for (size_t k = 0; k < global->on[a].count && choice_has_arch(pack->choice, arch); k++) {
                const struct global_place *place = &global->on[a].items[k];
                struct pack_address address = {global->name, plan_target(arch, place->version), place->address};
                if (!version_is_build(place->version))
                    buffer_add(list, &address, sizeof address);
            }
        }
    }
    if (list->size)
        qsort(list->data, list->size / sizeof(struct pack_address), sizeof(struct pack_address), compare_addresses);
}

/* Writes a part of the pack, aligned to 8 bytes. The pack begins at offset `begin` of the buffer. Returns the offset of
 * the part in the pack. */
static size_t write_part(const struct buffer *part, size_t begin, struct buffer *out)
{
    static const char zeros[8];
    size_t at = out->size - begin;
    buffer_add(out, part->data, part->size);
    buffer_add(out, zeros, -part->size % 8);
    return at;
}

/* Writes header and parts. */
static void write_pack(struct pack *pack, struct buffer *out)
{
    size_t begin = out->size;
    unsigned char header[STRATA_PACK_HEADER_] = {0};
    strata_store_u64(header, STRATA_PACK_MAGIC_);
    strata_store_u32(header + 8, pack->tables.size ? STRATA_PACK_FORMAT : STRATA_PACK_FORMAT_WITHOUT_TABLES);
    buffer_add(out, header, sizeof header);
    for (unsigned i = 0; i < STRATA_PACK_HEADER_PARTS; i++) {
        size_t at = write_part(&pack->parts[i], begin, out);
        unsigned char *entry = (unsigned char *)out->data + begin + 24 + i * (size_t)8;
        strata_store_u32(entry, (uint32_t)at);
        strata_store_u32(entry + 4, (uint32_t)(pack->parts[i].size / strata_pack_record_size(i)));
    }
    /* Write the optional parts, which the header does not list. Each part that has records follows its number and its
     * length. */
    for (unsigned i = STRATA_PACK_HEADER_PARTS; i < STRATA_PACK_PARTS; i++) {
        unsigned char head[STRATA_PACK_MORE_];
        if (!pack->parts[i].size)
            continue;
        strata_store_u32(head, i - STRATA_PACK_HEADER_PARTS + 1);
        strata_store_u32(head + 4, (uint32_t)pack->parts[i].size);
        buffer_add(out, head, sizeof head);
        write_part(&pack->parts[i], begin, out);
    }
    size_t size = out->size - begin;
    unsigned char *bytes = (unsigned char *)out->data + begin;
    strata_store_u32(bytes + 12, (uint32_t)size);
    strata_store_u64(bytes + 16, strata_pack_checksum(bytes, size));
    pack_check_limit(pack, size, UINT32_MAX, "bytes of a file");
}

bool pack_write(const struct model *model, const struct choice *choice, bool is_of_whole_builds, struct diags *diags,
                struct buffer *out)
{
    struct pack pack = {.model = model, .choice = choice, .is_of_whole_builds = is_of_whole_builds};
    pack.types = map_new(model->arena);
    pack.rows = map_new(model->arena);
    pack.evidences = intern_new(model->arena);
    pack.evidence_numbers = map_new(model->arena);
    pack_add_text(&pack, "");
    add_first_shapes(&pack);
    for (size_t i = 0; i < pack.model->arch_count; i++) {
        const struct arch *arch = pack.model->arches[i];
        if (!choice_has_arch(pack.choice, arch))
            continue;
        pack_add_u32(&pack, STRATA_PACK_ARCHES, pack_add_text(&pack, arch->name));
        pack_add_u32(&pack, STRATA_PACK_ARCHES, plan_arch_number(arch) | arch->pointer_size << 8);
    }
    const struct axis *axis = &pack.model->axis;
    const struct named named = {&pack, version_name_index(pack.model->arena, pack.model->program->intern, axis)};
    for (size_t r = 0; r < axis->release_count; r++) {
        const struct axis_release *release = &axis->releases[r];
        add_version(&named, r, axis_release_version(axis, release), release->products);
        for (size_t p = release->first_point; p < release->first_point + release->point_count; p++)
            add_version(&named, axis->release_count + p, axis->points[p].version, axis->points[p].products);
    }
    pack_find_targets(&pack);
    add_types(&pack);
    /* Add a final record to each table. It marks the end of the data of the record before it. */
    struct pack_type end = pack_type_begin(&pack, "", STRATA_PACK_STRUCT);
    pack_write_type(&pack, &end, pack_record_count(&pack, STRATA_PACK_MEMBERS, STRATA_PACK_MEMBER_));
    pack_add_u32(&pack, STRATA_PACK_MEMBERS, 0);
    pack_add_u32(&pack, STRATA_PACK_MEMBERS, pack_record_count(&pack, STRATA_PACK_RUNS, STRATA_PACK_RUN_));
    pack_end_evidence(&pack);
    pack_add_twins(&pack);
    pack_add_identities(&pack);
    /* Make the records of the addresses. Their names become texts, so this comes before the texts are written. */
    struct buffer list = {0};
    list_addresses(&pack, &list);
    const struct pack_address *addresses = (const void *)list.data;
    for (size_t i = 0; i < list.size / sizeof *addresses; i++) {
        unsigned char record[STRATA_PACK_ADDRESS_];
        strata_store_u64(record, addresses[i].target);
        strata_store_u32(record + 8, pack_add_text(&pack, addresses[i].name));
        strata_store_u32(record + 12, addresses[i].address);
        buffer_add(&pack.parts[STRATA_PACK_ADDRESSES], record, sizeof record);
    }
    buffer_free(&list);
    pack_end_tables(&pack);
    write_pack(&pack, out);
    for (unsigned i = 0; i < STRATA_PACK_PARTS; i++)
        buffer_free(&pack.parts[i]);
    buffer_free(&pack.tables);
    if (pack.limit)
        diag_report(diags, DIAG_LIMIT, (struct span){0, 0}, "there are more %s than a pack can hold: %zu",
                    pack.limit, pack.limit_most);
    return !pack.limit;
}
