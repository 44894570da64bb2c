#include "answer/digest.h"

#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "model/evidence.h"

/* ---- Parts */

static uint64_t add_number(uint64_t hash, uint64_t number)
{
    hash = (hash ^ number) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 29;
}

/* Adds a text and its end to a hash. NULL gives another hash than an empty text. */
static uint64_t add_text(uint64_t hash, const char *text)
{
    for (; text && *text; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001B3);
    return add_number(hash, text ? 256 : 257);
}

uint64_t digest_row(uint64_t owner, const struct digest_row *row)
{
    uint64_t part = add_text(add_text(add_text(owner, row->name), row->type), row->display);
    return add_number(part, row->stars << 1 | row->is_function);
}

uint64_t digest_place(uint64_t part, uint32_t offset, unsigned bit, unsigned width)
{
    return add_number(add_number(part, offset), width ? width << 8 | bit : 0);
}

uint64_t digest_bound(uint64_t part, uint64_t count)
{
    return add_number(part, count);
}

uint32_t digest_take(uint64_t sum, uint32_t size)
{
    return (uint32_t)(add_number(add_number(sum, size), 0) >> 44) & DIGEST_MOST;
}

/* ---- Layouts of a model */

/* A row with a name. */
struct digest_entry {
    const struct row *row;
    uint64_t part;
    struct digest *inside; /* for a named aggregate: the digest of its rows; else NULL */
    unsigned bound_count;
};

/* The rows of a record, or of a named aggregate in one, prepared for digests. */
struct digest {
    const struct record *record;
    struct digest_entry *entries; /* in preorder */
    size_t count;
};

static void collect_rows(struct arena *arena, struct digest *digest, const struct row *rows, uint64_t owner);

static struct digest *begin_digest(struct arena *arena, const struct record *record, uint64_t owner)
{
    struct digest *digest = ARENA_NEW(arena, struct digest);
    *digest = (struct digest){record, ARENA_ARRAY(arena, struct digest_entry, row_count(record->rows)), 0};
    collect_rows(arena, digest, record->rows, owner);
    return digest;
}

static void collect_rows(struct arena *arena, struct digest *digest, const struct row *rows, uint64_t owner)
{
    for (const struct row *row = rows; row; row = row->next) {
        const struct ast_type *spelled = row_spelled(row);
        const struct record *inside = row_is_aggregate(row) && row->name ? row->type->record : NULL;
        collect_rows(arena, digest, row->children, owner);
        if (!row->name)
            continue;
        const struct digest_row said = {.name = row->name,
                                        .type = spelled->parameters ? NULL : spelled->name,
                                        .display = row->display ? row->display->name : NULL,
                                        .stars = spelled->parameters ? 0 : spelled->pointer_depth,
                                        .is_function = spelled->parameters != NULL};
        struct digest_entry *entry = &digest->entries[digest->count++];
        *entry = (struct digest_entry){
            .row = row, .part = digest_row(owner, &said), .bound_count = row_bound_count(row)};
        entry->inside = inside ? begin_digest(arena, inside, entry->part) : NULL;
    }
}

struct digest *digest_begin(struct arena *arena, const struct record *record)
{
    return begin_digest(arena, record, DIGEST_RECORD);
}

/* Returns the entry of a row; NULL if the row has no name. The search begins at `*at`, because layouts have the same
 * order as the entries. */
static const struct digest_entry *find_entry(const struct digest *digest, const struct row *row, size_t *at)
{
    if (*at < digest->count && digest->entries[*at].row == row)
        return &digest->entries[(*at)++];
    if (!row->name)
        return NULL;
    size_t i = *at < digest->count ? *at : 0;
    while (digest->entries[i].row != row)
        i = i + 1 < digest->count ? i + 1 : 0;
    *at = i + 1;
    return &digest->entries[i];
}

/* Returns the sum of the parts of a layout, and narrows `valid` to the versions in which the sum stays the same. */
static uint64_t sum_parts(const struct digest *digest, const struct layout *layout, const struct arch *arch,
                          uint64_t version, struct version_range *valid)
{
    uint64_t sum = 0;
    size_t at = 0;
    valid->from = layout->range.from > valid->from ? layout->range.from : valid->from;
    valid->to = layout->range.to < valid->to ? layout->range.to : valid->to;
    for (size_t i = 0; i < layout->member_count; i++) {
        const struct layout_member *member = &layout->members[i];
        const struct digest_entry *entry = find_entry(digest, member->row, &at);
        if (!entry)
            continue;
        uint64_t part = digest_place(entry->part, member->offset, member->bit, member->width);
        for (unsigned k = 0; k < entry->bound_count; k++)
            part = digest_bound(part, row_bound(member->row, arch, version, k));
        sum += part;
        const struct layout *inside = entry->inside ? record_layout_at(entry->inside->record, arch, version) : NULL;
        if (inside)
            sum += sum_parts(entry->inside, inside, arch, version, valid);
    }
    return sum;
}

uint32_t digest_at(struct digest *digest, const struct arch *arch, uint64_t version, struct version_range *valid)
{
    const struct layout *layout = record_layout_at(digest->record, arch, version);
    *valid = (struct version_range){0, VERSION_END};
    return digest_take(sum_parts(digest, layout, arch, version, valid), layout->size);
}

/* ---- Digests of a spec */

/* A record whose digests are compared with its `digest` row on one arch. */
struct comparison {
    struct digest *digest;
    const struct record *record;
    const struct arch *arch;
    const struct cell *cell;
    /* the arch has a column of its own, or there is one column for all: then the row also says where the record
     * exists */
    bool has_column;
    void (*visit)(void *user, const struct digest_conflict *conflict);
    void *user;
};

/* Returns the range of a set that contains a version; if there is none, the range of that version alone. */
static struct version_range range_around(const struct version_set *set, uint64_t version)
{
    for (size_t i = 0; i < set->count; i++)
        if (set->ranges[i].from <= version && version < set->ranges[i].to)
            return set->ranges[i];
    return (struct version_range){version, version + 1};
}

/* Returns the next version in which the record exists again. */
static uint64_t next_version(const struct version_set *in, uint64_t version)
{
    for (size_t i = 0; i < in->count; i++)
        if (in->ranges[i].from > version)
            return in->ranges[i].from;
    return VERSION_END;
}

/* Compares the digest of one version: one whose kernel somebody has seen, or with `is_seen` false, one that a document
 * speaks of. Returns the end of the versions with the same result. */
static uint64_t compare_at(const struct comparison *comparison, uint64_t version, bool is_seen)
{
    const struct record *record = comparison->record;
    const struct version_set *in = &record->on[comparison->arch->index].versions;
    const struct cell_value *value = cell_at(comparison->cell, version);
    struct version_range stated =
        value ? range_around(&value->versions, version) : (struct version_range){0, version + 1};
    struct version_range valid = {0, VERSION_END};
    bool exists = record_layout_at(record, comparison->arch, version) != NULL, is_wrong = false;
    uint32_t digest = exists ? digest_at(comparison->digest, comparison->arch, version, &valid) : 0;
    if (!exists)
        valid.to = next_version(in, version);
    if (value && value->kind == AST_VALUE_NUMBER)
        is_wrong = exists ? value->number != digest : is_seen && comparison->has_column;
    else if (value && value->kind == AST_VALUE_ABSENT)
        is_wrong = exists;
    struct digest_conflict conflict = {comparison->arch, version, {version, valid.to}, value, !exists, digest};
    conflict.range.to = stated.to < valid.to ? stated.to : valid.to;
    if (is_wrong)
        comparison->visit(comparison->user, &conflict);
    return conflict.range.to;
}

static bool has_column(const struct record *record, const struct arch *arch)
{
    bool has = !record->columns;
    for (size_t i = 0; i < record->column_count && !has; i++)
        has = record->columns[i] == arch;
    return has;
}

void digest_compare(struct arena *arena, const struct record *record, const struct arch *const *arches,
                    void (*visit)(void *user, const struct digest_conflict *conflict), void *user)
{
    struct comparison comparison = {.record = record, .visit = visit, .user = user};
    if (!record->digest || record->is_reduced)
        return;
    comparison.digest = digest_begin(arena, record);
    for (size_t i = 0; i < record->arch_count; i++) {
        const struct record_on *on = &record->on[i];
        comparison.arch = arches[i];
        comparison.cell = &record->digest[i];
        comparison.has_column = has_column(record, arches[i]);
        if (on->exists && !on->is_foreign && on->evidence && comparison.cell->count) {
            const struct evidence *evidence = on->evidence;
            for (size_t j = 0; j < evidence->documented.count; j++) {
                const struct version_range *range = &evidence->documented.ranges[j];
                /* somebody has seen a revision of this build, but does not know which */
                bool is_build = range->to - range->from == REVISION_ANY + 1;
                for (uint64_t version = range->from; version < range->to;)
                    version = compare_at(&comparison, version, is_build);
            }
            for (size_t j = 0; j < evidence->seen_count;) {
                uint64_t end = compare_at(&comparison, evidence->seen[j], true);
                while (j < evidence->seen_count && evidence->seen[j] < end)
                    j++;
            }
        }
    }
}
