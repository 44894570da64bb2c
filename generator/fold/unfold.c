#include "fold/unfold_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/intern.h"
#include "front/load.h"
#include "kernel/source.h"
#include "kernel/store.h"
#include "model/clauses.h"
#include "model/model.h"
#include "spec/c_type.h"

/* The limit for nested unnamed records. */
enum { DEPTH_MOST = 64 };

/* ---- Names */

static void note_name(struct unfolding *unfolding, const char *name)
{
    const char *mended = fold_mend(&unfolding->fold, name);
    if (mended != name)
        map_set(unfolding->names, mended, (void *)(uintptr_t)name);
}

/* Notes the tag for a name in specs. Of several tags with that name, keeps the one with the most underscores. */
static void note_tag(struct unfolding *unfolding, const char *tag)
{
    const char *name = fold_bare_name(&unfolding->fold, tag);
    const char *known = map_get(unfolding->tags, name);
    if (!unfolding->keeps_tags && (!known || strlen(tag) > strlen(known)))
        map_set(unfolding->tags, name, (void *)(uintptr_t)tag);
    if (unfolding->keeps_tags || *tag == '_')
        map_set(unfolding->tags, fold_mend(&unfolding->fold, tag), (void *)(uintptr_t)tag);
}

/* Notes the tags that a type refers to, also tags that no file declares. */
static void note_type(struct unfolding *unfolding, const struct kernel_type *type)
{
    while (type->target)
        type = type->target;
    if (type->kind == KERNEL_TAG && !map_get(unfolding->seen, type)) {
        map_set(unfolding->seen, type, unfolding);
        note_tag(unfolding, type->name);
    }
    for (size_t i = 0; type->kind == KERNEL_UNNAMED && i < type->record->member_count; i++)
        note_type(unfolding, type->record->members[i].type);
}

static void note_kernel(struct unfolding *unfolding, const struct kernel *kernel)
{
    for (size_t i = 0; i < kernel->record_count; i++) {
        const struct kernel_record *record = kernel->records[i];
        note_tag(unfolding, record->name);
        for (size_t k = 0; k < record->member_count; k++)
            note_name(unfolding, record->members[k].name), note_type(unfolding, record->members[k].type);
    }
    for (size_t i = 0; i < kernel->enum_count; i++) {
        note_tag(unfolding, kernel->enums[i]->name);
        for (size_t k = 0; k < kernel->enums[i]->value_count; k++)
            note_name(unfolding, kernel->enums[i]->values[k].name);
    }
}

const char *unfold_find_name(struct unfolding *unfolding, const struct map *map, const char *name)
{
    const char *known = map_get(map, name);
    return known ? known : strstr(name, "_u00") ? fold_unmend(&unfolding->fold, name) : name;
}

/* ---- Types */

static const char *intern_copy(struct unfolding *unfolding, const char *text)
{
    return intern_text(unfolding->request->program->intern, text);
}

static const struct kernel_type *store_type(struct unfolding *unfolding, struct kernel_type type)
{
    return kernel_store_type(unfolding->request->store, &type);
}

/* Returns the integer or floating-point type for a type of a spec; NULL if there is none. The names of types that C
 * lacks end in their number of bits. */
static const struct kernel_type *number_type(struct unfolding *unfolding, const struct type *type, uint32_t size)
{
    const struct kernel_base *noted = map_get(unfolding->bases, type);
    if (noted)
        return noted->type;
    for (size_t i = 0; i < c_type_count; i++) {
        if (strcmp(c_types[i].name, type->local) != 0 || c_types[i].size != size)
            continue;
        bool is_float = !strcmp(c_types[i].kind, "float");
        return store_type(unfolding, (struct kernel_type){.kind = is_float ? KERNEL_FLOAT : KERNEL_INTEGER,
                                                          .name = intern_copy(unfolding, c_types[i].c),
                                                          .size = size,
                                                          .is_signed = type->is_signed && !is_float});
    }
    const char *bits = arena_format(unfolding->arena, "_%u", size * 8);
    size_t length = strlen(type->local), bits_length = strlen(bits);
    bool is_numbered = length > bits_length && !strcmp(type->local + length - bits_length, bits);
    if (!is_numbered && unfolding->names_integers && (type->kind == TYPE_SIGNED || type->kind == TYPE_UNSIGNED))
        return store_type(unfolding,
                          (struct kernel_type){
                              .kind = KERNEL_INTEGER, .name = type->local, .size = size, .is_signed = type->is_signed});
    if (!is_numbered)
        return NULL;
    const char *name = intern_name(unfolding->request->program->intern, type->local, length - bits_length);
    bool is_float = type->kind == TYPE_FLOAT || type->kind == TYPE_OPAQUE;
    return store_type(unfolding, (struct kernel_type){.kind = is_float ? KERNEL_FLOAT : KERNEL_INTEGER,
                                                      .name = unfold_find_name(unfolding, unfolding->names, name),
                                                      .size = size,
                                                      .is_signed = type->is_signed && !is_float});
}

/* Returns the type of a tag. `noted` is what the row's remark says about it: "union NAME", or NULL. */
static const struct kernel_type *tag_type(struct unfolding *unfolding, const char *name, const struct type *type,
                                          const char *noted, uint32_t size)
{
    struct kernel_type made = {.kind = KERNEL_TAG, .size = size};
    made.name = unfold_find_name(unfolding, unfolding->tags, name);
    /* Symbol files of Windows have an underscore. */
    if (unfolding->keeps_names && !unfolding->keeps_tags && !map_get(unfolding->tags, name))
        made.name = intern_copy(unfolding, arena_format(unfolding->arena, "_%s", made.name));
    if (!noted && type && type->kind == TYPE_OPAQUE && type->decl)
        noted = decl_symbol_name(type->decl);
    made.is_enum = type && (type->kind == TYPE_ENUM || (noted && !strncmp(noted, "enum ", 5)));
    made.is_union = unfolding->keeps_names && type && type->record && type->record->is_union;
    if (noted)
        made.is_union = !strncmp(noted, "union ", 6);
    return store_type(unfolding, made);
}

/* A record that is being unfolded. */
struct parts {
    struct kernel_member *members; /* in the order of declaration */
    uint32_t *group_of;
    size_t count;
    struct kernel_group *groups;
    size_t group_count;
    const struct layout *layout; /* of the record */
    struct version_range range;  /* as in `unfolded` */
    unsigned depth;              /* of nested unnamed records */
};

const struct layout *unfold_layout_of(const struct unfolding *unfolding, const struct type *type)
{
    bool has_rows = type && type->record && !type->record->on[unfolding->arch->index].is_foreign; /* has columns */
    return has_rows ? record_layout_at(type->record, unfolding->arch, unfolding->version) : NULL;
}

/* Returns the type of an unnamed record inside a record; NULL if it cannot be unfolded. */
static const struct kernel_type *unnamed_type(struct unfolding *unfolding, struct parts *parts, const struct type *type)
{
    const struct layout *layout = unfold_layout_of(unfolding, type);
    if (!layout || parts->depth == DEPTH_MOST)
        return NULL;
    const struct unfolded *inner = unfold_layout(unfolding, layout, NULL, parts->depth + 1);
    if (!inner)
        return NULL;
    const struct kernel_record *record = inner->record;
    parts->range.from = inner->range.from > parts->range.from ? inner->range.from : parts->range.from;
    parts->range.to = inner->range.to < parts->range.to ? inner->range.to : parts->range.to;
    return store_type(unfolding, (struct kernel_type){.kind = KERNEL_UNNAMED, .record = record, .size = record->size});
}

/* Returns the type that the type name of a row stands for. `size`: bytes of the value; 0 behind a pointer. */
static const struct kernel_type *word_type(struct unfolding *unfolding, struct parts *parts, const struct row *row,
                                           uint32_t size)
{
    const struct type *type = row->type, *display = row->display;
    const char *word = row_spelled(row)->name;
    const struct kernel_type *number = NULL;
    if (type && map_get(unfolding->made, type) && !size)
        return unnamed_type(unfolding, parts, type);
    if (!strcmp(word, "VOID") && (!type || type->kind == TYPE_OPAQUE))
        return store_type(unfolding, (struct kernel_type){.kind = KERNEL_VOID});
    if (display && display->kind == TYPE_ENUM && type && type->kind < TYPE_FLOAT && size)
        return tag_type(unfolding, display->local, display, NULL, size);
    if (type && type->kind != TYPE_RECORD && type->kind != TYPE_ENUM && type->kind != TYPE_FLAGS) {
        struct measure measure = type_measure(type, unfolding->arch, unfolding->version);
        number = measure.known || map_get(unfolding->bases, type) ? number_type(unfolding, type, measure.size) : NULL;
    }
    return number ? number : tag_type(unfolding, type ? type->local : word, type, decl_symbol_name(row->decl), size);
}

/* Returns a pointer to a type. */
static const struct kernel_type *pointer_to(struct unfolding *unfolding, const struct kernel_type *target)
{
    return store_type(unfolding, (struct kernel_type){
                                     .kind = KERNEL_POINTER, .target = target, .size = unfolding->arch->pointer_size});
}

const struct layout_member *unfold_find_next(const struct layout *layout, const struct layout_member *entry)
{
    const struct layout_member *next = entry + 1 + entry->descendants, *end = layout->members + layout->member_count;
    for (; next < end; next += 1 + next->descendants) {
        const struct row *around = next->row->parent;
        if (around ? around->form != FORM_UNION : !layout->record->is_union)
            return next;
    }
    return NULL;
}

/* Returns the bytes of a value of a row: 0 if nobody knows them. If somebody has changed the size of its type, returns
 * the room that the layout has for it. */
static uint32_t size_of(const struct unfolding *unfolding, const struct layout *layout,
                        const struct layout_member *entry)
{
    const struct layout_member *next = unfold_find_next(layout, entry);
    uint32_t end = next ? next->offset : layout->size;
    if (entry->width)
        return entry->size;
    if (entry->element == LAYOUT_UNKNOWN)
        return 0;
    const struct map *resized = unfolding->request->resized;
    bool is_edited = resized && entry->row->type && map_get(resized, entry->row->type);
    if (!is_edited || !entry->count || end == LAYOUT_UNKNOWN || end <= entry->offset)
        return entry->element;
    uint32_t room = (end - entry->offset) / entry->count;
    return room - room % entry->align;
}

/* Returns the type of a row in a layout; NULL if it cannot be unfolded. */
static const struct kernel_type *row_type(struct unfolding *unfolding, struct parts *parts,
                                          const struct layout_member *entry)
{
    const struct row *row = entry->row;
    const struct ast_type *spelled = row_spelled(row);
    const struct kernel_type *type = NULL;
    if (row->form == FORM_BYTES) {
        type = store_type(
            unfolding,
            (struct kernel_type){.kind = KERNEL_INTEGER, .name = intern_copy(unfolding, "unsigned char"), .size = 1});
        return store_type(
            unfolding,
            (struct kernel_type){.kind = KERNEL_ARRAY, .target = type, .count = entry->size, .size = entry->size});
    }
    uint32_t size = size_of(unfolding, parts->layout, entry);
    if (row_is_aggregate(row)) {
        type = unnamed_type(unfolding, parts, row->type);
    } else if (spelled->parameters) {
        type = pointer_to(unfolding, store_type(unfolding, (struct kernel_type){.kind = KERNEL_FUNCTION}));
    } else {
        type = word_type(unfolding, parts, row, spelled->pointer_depth ? 0 : size);
        for (unsigned i = 0; type && i < spelled->pointer_depth; i++)
            type = pointer_to(unfolding, type);
    }
    for (unsigned i = row_bound_count(row); type && i; i--) {
        uint64_t count = row_bound(row, unfolding->arch, unfolding->version, i - 1);
        type = store_type(unfolding, (struct kernel_type){.kind = KERNEL_ARRAY,
                                                          .target = type,
                                                          .count = count,
                                                          .size = (uint32_t)(count * type->size)});
    }
    return type;
}

/* ---- Records */

static uint8_t qualifiers_of(const struct ast_type *spelled)
{
    const char *words = spelled->qualifiers ? spelled->qualifiers : "";
    return (uint8_t)((strstr(words, "const") ? KERNEL_IS_CONST : 0) |
                     (strstr(words, "volatile") ? KERNEL_IS_VOLATILE : 0) |
                     (spelled->pointer_volatile ? KERNEL_IS_VOLATILE_POINTER : 0));
}

/* Returns the prototype of a row, with its parameters as text, or NULL. */
static const struct kernel_prototype *prototype_of(struct unfolding *unfolding, const struct row *row)
{
    const struct ast_type *spelled = row_spelled(row);
    if (!spelled->parameters || !*spelled->parameters)
        return NULL;
    struct kernel_prototype *prototype = ARENA_NEW(unfolding->arena, struct kernel_prototype);
    prototype->text = spelled->parameters;
    prototype->result_name = spelled->name;
    prototype->result_stars = spelled->pointer_depth - 1;
    prototype->result.qualifiers = qualifiers_of(spelled);
    return prototype;
}

/* Sets the reason why a row cannot be unfolded. Returns false. */
static bool refuse_row(struct unfolding *unfolding, const struct row *row, bool is_known)
{
    const char *name = row->name ? row->name : "a row";
    if (!unfolding->why)
        unfolding->why = arena_format(unfolding->arena,
                                      row->is_unknown ? "no kernel has a name for '%s'"
                                      : !is_known     ? "the place of '%s' is not known in an attested kernel"
                                                      : "no kernel can have the type of '%s'",
                                      name);
    return false;
}

static bool add_member(struct unfolding *unfolding, struct parts *parts, const struct layout_member *entry,
                       uint32_t group)
{
    const struct row *row = entry->row;
    const struct kernel_type *type = NULL;
    bool is_known = entry->offset != LAYOUT_UNKNOWN && !(entry->width && entry->bit == BIT_UNKNOWN) && row->member;
    unfolding->why = NULL;
    if (is_known && !row->is_unknown)
        type = row_type(unfolding, parts, entry);
    if (!type)
        return refuse_row(unfolding, row, is_known);
    map_set(unfolding->met, row, unfolding);
    bool is_plain = !row_is_aggregate(row) && row->form != FORM_BYTES;
    bool is_qualified = is_plain && !row_spelled(row)->parameters;
    parts->group_of[parts->count] = group;
    parts->members[parts->count++] = (struct kernel_member){
        .name = unfold_find_name(unfolding, unfolding->names, row->name),
        .type = type,
        .offset = entry->offset,
        .bit = entry->width ? entry->bit : 0,
        .width = entry->width,
        .is_big = entry->width && entry->is_big,
        .qualifiers = is_qualified && unfolding->is_detailed ? qualifiers_of(row_spelled(row)) : 0,
        .prototype = is_plain && unfolding->is_detailed ? prototype_of(unfolding, row) : NULL};
    return true;
}

/* Adds the members of a layout in the order of the text. Returns false if one cannot be unfolded. */
static bool take_members(struct unfolding *unfolding, const struct layout *layout, struct parts *parts)
{
    uint32_t *group_at = memory_alloc((layout->member_count + 1) * sizeof *group_at); /* by member of the layout */
    bool is_taken = true;
    for (size_t i = 0; i < layout->member_count; i++)
        group_at[i] = 0;
    for (size_t i = 0; i < layout->member_count && is_taken; i++) {
        const struct layout_member *entry = &layout->members[i];
        if (row_is_anonymous(entry->row)) {
            parts->groups[parts->group_count++] = (struct kernel_group){entry->row->form == FORM_UNION, group_at[i]};
            for (size_t k = 1; k <= entry->descendants; k++)
                group_at[i + k] = (uint32_t)parts->group_count;
        } else if (entry->row->form != FORM_UNACCOUNTED) {
            is_taken = add_member(unfolding, parts, entry, group_at[i]);
        }
    }
    free(group_at);
    return is_taken;
}

struct sorted {
    struct kernel_member member;
    uint32_t index; /* in the order of declaration */
};

static int compare_sorted(const void *left, const void *right)
{
    const struct sorted *a = left, *b = right;
    return kernel_compare_members(&a->member, &b->member);
}

/* Sorts the members of a record, and stores it. */
static const struct kernel_record *make_record(struct unfolding *unfolding, const struct layout *layout,
                                               const char *name, struct parts *parts)
{
    struct sorted *sorted = memory_alloc((parts->count + 1) * sizeof *sorted);
    uint32_t *order = memory_alloc((parts->count + 1) * sizeof *order);
    struct kernel_record record = {.name = name,
                                   .is_union = layout->record->is_union,
                                   .size = layout->size,
                                   .source = fold_read_source_line(unfolding->request->program, layout->record->decl),
                                   .members = parts->members,
                                   .member_count = parts->count};
    for (size_t i = 0; i < parts->count; i++)
        sorted[i] = (struct sorted){parts->members[i], (uint32_t)i};
    if (parts->count > 1)
        qsort(sorted, parts->count, sizeof *sorted, compare_sorted);
    for (size_t i = 0; i < parts->count; i++) {
        parts->members[i] = sorted[i].member;
        order[sorted[i].index] = (uint32_t)i;
    }
    if (parts->group_count || record.is_union) {
        record.order = order;
        record.is_grouped = true;
        record.groups = parts->groups;
        record.group_count = parts->group_count;
        record.group_of = parts->group_of;
    }
    if (!unfolding->is_detailed) {
        record.source = NULL;
        record.order = NULL;
        record.is_grouped = false;
        record.group_count = 0;
    }
    record.is_union = record.is_union && !unfolding->is_weak;
    const struct kernel_record *stored = kernel_store_record(unfolding->request->store, &record);
    free(sorted);
    free(order);
    return stored;
}

const struct unfolded *unfold_layout(struct unfolding *unfolding, const struct layout *layout, const char *name,
                                     unsigned depth)
{
    struct unfolded *known = map_get(unfolding->records, layout), *made = known;
    while (made && (unfolding->version < made->range.from || unfolding->version >= made->range.to ||
                    made->is_detailed != unfolding->is_detailed || made->is_weak != unfolding->is_weak))
        made = made->next;
    if (!made && layout->size == LAYOUT_UNKNOWN)
        unfolding->why = "its size is not known in an attested kernel";
    if (made || layout->size == LAYOUT_UNKNOWN)
        return made;
    size_t room = layout->member_count + 1;
    struct parts parts = {.members = memory_alloc(room * sizeof *parts.members),
                          .group_of = memory_alloc(room * sizeof *parts.group_of),
                          .groups = memory_alloc(room * sizeof *parts.groups),
                          .layout = layout,
                          .range = layout->range,
                          .depth = depth};
    if (take_members(unfolding, layout, &parts)) {
        made = ARENA_NEW(unfolding->arena, struct unfolded);
        *made = (struct unfolded){known, make_record(unfolding, layout, name, &parts), parts.range,
                                  unfolding->is_detailed, unfolding->is_weak};
        map_set(unfolding->records, layout, made);
    }
    free(parts.members);
    free(parts.group_of);
    free(parts.groups);
    return made;
}

/* ---- Unnamed records behind pointers */

/* Finds the declarations that stand for unnamed records: pointer M in OUTER leads to OUTER_M. */
static void find_made(struct unfolding *unfolding, const struct type *holder, const struct row *rows, const char *place)
{
    for (const struct row *row = rows; row; row = row->next) {
        const char *name = row->name ? unfold_find_name(unfolding, unfolding->names, row->name) : NULL;
        const char *inside = name ? fold_place_in(&unfolding->fold, place, name) : place;
        if (row_is_aggregate(row))
            find_made(unfolding, holder, name && row->type ? row->type->record->rows : row->children, inside);
        else if (name && row->type && row->type->record && row_spelled(row)->pointer_depth &&
                 row->type->local == fold_made_name(&unfolding->fold, inside) &&
                 !map_get(unfolding->tags, row->type->local))
            map_set(unfolding->made, row->type, (void *)(uintptr_t)holder);
    }
}

/* ---- The declarations */

static int compare_declared(const void *left, const void *right)
{
    return strcmp(((const struct declared *)left)->tag, ((const struct declared *)right)->tag);
}

/* Sorts the declarations by tag, as kernels have them. */
static void sort_declared(struct unfolding *unfolding)
{
    const struct unfold_request *request = unfolding->request;
    unfolding->declared = ARENA_ARRAY(unfolding->arena, struct declared, request->type_count);
    for (size_t i = 0; i < request->type_count; i++)
        unfolding->declared[i] = (struct declared){
            request->types[i], unfold_find_name(unfolding, unfolding->tags, request->types[i]->local)};
    if (request->type_count)
        qsort(unfolding->declared, request->type_count, sizeof *unfolding->declared, compare_declared);
}

struct unfolding *unfold_begin(const struct unfold_request *request)
{
    struct unfolding *unfolding = ARENA_NEW(request->program->arena, struct unfolding);
    struct arena *arena = request->program->arena;
    *unfolding = (struct unfolding){.request = request, .arena = arena, .is_detailed = true};
    unfolding->fold = (struct fold){.program = request->program, .arena = arena, .intern = request->program->intern};
    unfolding->tags = map_new(arena);
    unfolding->names = map_new(arena);
    unfolding->seen = map_new(arena);
    unfolding->met = map_new(arena);
    unfolding->made = map_new(arena);
    unfolding->records = map_new(arena);
    unfolding->enums = map_new(arena);
    unfolding->bases = map_new(arena);
    unfolding->keeps_tags =
        source_find_tags(request->model, request->kernels, request->kernel_count) == SOURCE_TAGS_KEPT;
    for (size_t i = 0; i < request->kernel_count; i++)
        note_kernel(unfolding, request->kernels[i]);
    unfolding->keeps_names =
        fold_note_remarks(request, unfolding->keeps_tags, unfolding->tags, unfolding->bases, &unfolding->listed);
    sort_declared(unfolding);
    for (size_t i = 0; i < request->type_count; i++)
        if (unfolding->declared[i].type->record)
            find_made(unfolding, unfolding->declared[i].type, unfolding->declared[i].type->record->rows,
                      unfolding->declared[i].tag);
    return unfolding;
}
