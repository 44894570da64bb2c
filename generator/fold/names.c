#include "fold/fold_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "front/words.h"
#include "kernel/source.h"
#include "model/type.h"
#include "spec/c_type.h"
#include "spec/name_escape.h"

/* Returns a name, interned, with escapes for its first `replaced` characters and for those that C does not allow. */
static const char *mend_name(struct fold *fold, const char *name, size_t replaced)
{
    return intern_text(fold->intern, name_escape(fold->arena, name, replaced));
}

/* ---- Base types */

/* Inserts a type into the sorted list: types of c_types in their order, then others by name. */
static void insert_base(struct fold *fold, struct fold_base *base)
{
    struct fold_base **place = &fold->bases;
    while (*place && ((*place)->rank < base->rank ||
                      ((*place)->rank == base->rank && strcmp((*place)->name, base->name) < 0)))
        place = &(*place)->next;
    base->next = *place;
    *place = base;
}

static struct fold_base *add_base(struct fold *fold, const char *tag, const char *name, const char *kind, uint32_t size,
                                  size_t rank)
{
    struct fold_base *base = ARENA_NEW(fold->arena, struct fold_base);
    *base = (struct fold_base){
        .tag = tag, .name = intern_text(fold->intern, name), .kind = kind, .size = size, .rank = rank};
    insert_base(fold, base);
    return base;
}

/* True if a spec's kind of type fits the kind in a file: `signed` fits `char` and `bool`, for example. */
static bool is_kind_of(const char *spec, const char *file)
{
    bool is_number = !strcmp(file, "signed") || !strcmp(file, "unsigned");
    bool is_other = !strcmp(spec, "char") || !strcmp(spec, "bool");
    return !strcmp(spec, file) || (is_number && is_other);
}

/* Returns the name in specs of a number type that c_types lacks: that in files, with the number of bits appended. If
 * names are kept, a remark has the name in the file, so that `long unsigned int` may be long_unsigned_int_64. */
static const char *make_base_name(struct fold *fold, const struct kernel_type *type)
{
    char *joined = arena_copy(fold->arena, type->name, strlen(type->name));
    const char *format = !type->size ? "%s" : type->is_big ? "%s_be%u" : "%s_%u";
    for (char *c = joined; *c; c++)
        *c = *c == ' ' ? '_' : *c;
    const char *name = fold->keeps_names && name_is_plain(joined) ? joined : mend_name(fold, type->name, 0);
    for (size_t replaced = 1;; replaced++) {
        const char *full = intern_text(fold->intern, arena_format(fold->arena, format, name, type->size * 8));
        const struct fold_base *base = fold->bases;
        while (base && base->name != full)
            base = base->next;
        if (!base)
            return full;
        name = mend_name(fold, type->name, replaced);
    }
}

struct fold_base *fold_base_of(struct fold *fold, const struct kernel_type *type)
{
    const char *kind = type->is_signed ? "signed" : "unsigned";
    bool is_bytes = !strncmp(type->name, KERNEL_BYTES, strlen(KERNEL_BYTES));
    if (type->kind == KERNEL_FLOAT)
        kind = (type->size == 4 || type->size == 8) && !is_bytes ? "float" : "opaque";
    for (struct fold_base *base = fold->bases; base; base = base->next)
        if (base->size == type->size && !strcmp(base->tag, type->name) &&
            (!fold->keeps_names || is_kind_of(base->kind, kind)))
            return base;
    const struct c_type *known = c_type_find(type->name);
    if (known && !type->is_big && known->size == type->size && (!fold->keeps_names || is_kind_of(known->kind, kind)))
        return add_base(fold, type->name, known->name, known->kind, type->size, (size_t)(known - c_types));
    if (type->size != 1 && type->size != 2 && type->size != 4 && type->size != 8)
        kind = "opaque";
    struct fold_base *base = add_base(fold, type->name, make_base_name(fold, type), kind, type->size, c_type_count);
    base->is_big = type->is_big && strcmp(kind, "opaque") != 0;
    return base;
}

const char *fold_base_word(struct fold_base *base)
{
    base->is_used = true;
    return base->name;
}

bool fold_is_int(const struct fold_base *base)
{
    return !strcmp(base->tag, "int") || !strcmp(base->tag, "unsigned int");
}

bool fold_are_kin(const struct fold *fold, const struct fold_base *a, const struct fold_base *b)
{
    return a == b || (a && b && !fold->keeps_names && a->size == b->size && c_type_are_kin(a->tag, b->tag));
}

bool fold_is_signed(const struct fold_base *base)
{
    return !strcmp(base->kind, "signed") || (!strcmp(base->kind, "char") && base->size == 1);
}

/* Returns an integer type of a size in bytes, for enumerations; NULL if there is none. */
static struct fold_base *base_sized(struct fold *fold, uint32_t size, bool is_signed)
{
    static const struct {
        uint32_t size;
        const char *tags[2];
    } sizes[] = {{1, {"unsigned char", "char"}},
                 {2, {"unsigned short", "short"}},
                 {4, {"unsigned long", "long"}},
                 {8, {"unsigned long long", "long long"}}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (sizes[i].size == size)
            return fold_base_of(fold, &(struct kernel_type){.kind = KERNEL_INTEGER,
                                                            .name = sizes[i].tags[is_signed],
                                                            .size = size,
                                                            .is_signed = is_signed});
    return NULL;
}

/* ---- Tags */

const char *fold_without_underscores(const char *name)
{
    while (*name == '_')
        name++;
    return name;
}

/* Sorts tags by name without leading underscores. For equal names, declared tags come before those that files only
 * name, then those with fewer underscores come first. Unnamed records come last. */
static int compare_tags(const void *left, const void *right)
{
    const struct fold_tag *a = *(struct fold_tag *const *)left, *b = *(struct fold_tag *const *)right;
    if (a->is_made != b->is_made)
        return a->is_made ? 1 : -1;
    int order = strcmp(fold_without_underscores(a->place), fold_without_underscores(b->place));
    if (order)
        return order;
    if (!a->runs.count != !b->runs.count)
        return a->runs.count ? -1 : 1;
    size_t a_length = strlen(a->place), b_length = strlen(b->place);
    if (a_length != b_length)
        return a_length < b_length ? -1 : 1;
    return a->is_enum - b->is_enum;
}

static int compare_names(const void *left, const void *right)
{
    const struct fold_tag *a = *(struct fold_tag *const *)left, *b = *(struct fold_tag *const *)right;
    return strcmp(a->name, b->name);
}

void fold_tags_sort(struct fold_tags *tags)
{
    if (tags->count)
        qsort(tags->items, tags->count, sizeof *tags->items, compare_names);
}

size_t fold_find_base(const struct fold *fold)
{
    const struct program *program = fold->request->model->program;
    for (size_t i = 0; fold->request->base && i < program->file_count; i++)
        if (!strcmp(program->files[i].path, fold->request->base))
            return i;
    return SIZE_MAX;
}

const struct type *fold_find_used(const struct fold *fold, const char *name)
{
    const struct model *model = fold->request->model;
    const struct type *type = map_get(model->type_names, name);
    if (!type || !fold->request->module)
        return type;
    size_t base = fold_find_base(fold);
    bool is_used = !fold->request->share || base == SIZE_MAX || program_uses(model->program, base, type->file_index);
    return is_used && !model_module_of(model, type) ? type : NULL;
}

/* Gives a name to a tag, unless something else has the name. Returns true if the tag has it. */
static bool take_name(struct fold *fold, struct fold_tag *tag, const char *name)
{
    if (map_get(fold->names, name))
        return false;
    map_set(fold->names, name, tag);
    tag->name = name;
    return true;
}

/* Returns the place of an unnamed record as a name: "OUTER::MEMBER" becomes "OUTER_MEMBER". */
static const char *join_place(struct fold *fold, const char *place)
{
    struct buffer out = {0};
    for (const char *c = place; *c; c++) {
        bool is_mark = c[0] == ':' && c[1] == ':';
        buffer_add_char(&out, is_mark ? '_' : *c);
        c += is_mark;
    }
    const char *joined = intern_name(fold->intern, out.data, out.size);
    buffer_free(&out);
    return joined;
}

const char *fold_made_name(struct fold *fold, const char *place)
{
    return mend_name(fold, fold_without_underscores(join_place(fold, place)), 0);
}

/* Names a tag. Tries the name without leading underscores, unless specs keep them, then the name in files, then names
 * with more and more escaped characters, until one is valid and free. */
static void name_tag(struct fold *fold, struct fold_tag *tag)
{
    const char *full = tag->is_made ? join_place(fold, tag->place) : tag->place;
    const char *bare = fold->keeps_tags && !tag->is_made ? full : fold_without_underscores(full);
    bool is_named = (ascii_is_letter(*bare) || *bare == '_') && take_name(fold, tag, mend_name(fold, bare, 0));
    for (size_t replaced = 0; !is_named; replaced++)
        is_named = take_name(fold, tag, mend_name(fold, full, replaced));
    tag->is_elsewhere = fold_find_used(fold, tag->name) != NULL;
}

/* ---- Enumerations */

/* True if a type can hold all values of an enumeration. */
static bool holds_all(const struct fold_tag *tag, uint32_t size, bool is_signed)
{
    int64_t most = size < 8 ? ((int64_t)1 << (size * 8 - is_signed)) - 1 : INT64_MAX, least = is_signed ? -most - 1 : 0;
    for (size_t i = 0; i < tag->runs.count; i++) {
        const struct kernel_enum *enumeration = tag->runs.items[i].what;
        for (size_t k = 0; k < enumeration->value_count; k++) {
            int64_t value = enumeration->values[k].value;
            bool is_large = value < 0 && !enumeration->is_signed;
            if (is_large ? size < 8 || is_signed : value < least || value > most)
                return false;
        }
    }
    return true;
}

/* Chooses the type of an enumeration: that of the newest kernel, or a larger one if values of other kernels do not
 * fit. */
static void choose_base(struct fold *fold, struct fold_tag *tag)
{
    const struct kernel_enum *newest = tag->runs.count ? tag->runs.items[tag->runs.count - 1].what : NULL;
    uint32_t size = newest ? newest->size : 4;
    bool is_signed = !newest || newest->is_signed;
    while (size < 8 && !holds_all(tag, size, is_signed)) {
        if (!is_signed && holds_all(tag, size, true))
            is_signed = true;
        else
            size *= 2;
    }
    const struct kernel_type *type = newest ? newest->base : NULL;
    tag->base = type && type->size == size && type->is_signed == is_signed && !type->is_big
                    ? fold_base_of(fold, type)
                    : base_sized(fold, size, is_signed);
}

/* ---- Integers with their names in files */

/* True if the used specs declare no type of that name, or an integer type of the same size and sign. */
static bool fits_used(const struct fold *fold, const struct fold_base *base)
{
    const struct type *used = fold_find_used(fold, base->tag);
    for (size_t i = 0; used && i < fold->request->kernel_count; i++) {
        const struct kernel *kernel = fold->request->kernels[i];
        const struct arch *arch = kernel->arch->is_twin ? kernel->arch->fallback : kernel->arch;
        struct measure measure = type_measure(used, arch, kernel->version);
        if (used->kind != (fold_is_signed(base) ? TYPE_SIGNED : TYPE_UNSIGNED) || !measure.known ||
            measure.size != base->size)
            return false;
    }
    return true;
}

/* True if specs can give a number type its name in files: the type is an integer, and nothing else has that name. */
static bool is_own_name(const struct fold_base *base, const struct map *tags)
{
    bool is_integer = !strcmp(base->kind, "signed") || !strcmp(base->kind, "unsigned");
    return base->rank == c_type_count && !base->is_big && base->size && is_integer && name_is_plain(base->tag) &&
           !word_find(PLACE_ELSEWHERE, base->tag, strlen(base->tag)) && !c_type_name(base->tag) &&
           !c_type_find(base->tag) && !map_get(tags, base->tag);
}

/* True if a type name has the same size in all files. */
static bool has_one_size(const struct fold *fold, const struct fold_base *base)
{
    for (const struct fold_base *other = fold->bases; other; other = other->next)
        if (other != base && other->tag == base->tag)
            return false;
    return true;
}

/* Gives integers their names in files, such as `pid_t` instead of `pid_t_32`, if all files keep the names of integers.
 * A name with several sizes is used only in prototypes, which state no size. */
static void name_integers(struct fold *fold)
{
    struct map *tags = map_new(fold->arena);
    struct fold_base *all = fold->bases, *next;
    for (size_t i = 0; i < fold->request->kernel_count; i++)
        if (!kernel_names_integers(fold->request->kernels[i]))
            return;
    for (size_t i = 0; i < fold->all.count; i++) {
        map_set(tags, fold->all.items[i]->place, fold);
        map_set(tags, fold_bare_name(fold, fold->all.items[i]->place), fold);
    }
    for (struct fold_base *base = all; base; base = base->next) {
        base->bare = is_own_name(base, tags) ? base->tag : NULL;
        base->name = base->bare && has_one_size(fold, base) && fits_used(fold, base) ? base->bare : base->name;
    }
    for (fold->bases = NULL; all; all = next) {
        next = all->next;
        insert_base(fold, all);
    }
}

void fold_name(struct fold *fold)
{
    name_integers(fold);
    for (size_t i = 0; i < c_type_count; i++)
        map_set(fold->names, intern_text(fold->intern, c_types[i].name), (void *)(uintptr_t)&c_types[i]);
    map_set(fold->names, intern_text(fold->intern, "VOID"), (void *)(uintptr_t)c_types);
    for (struct fold_base *base = fold->bases; base; base = base->next)
        map_set(fold->names, base->name, base);
    if (!fold->all.count)
        return;
    qsort(fold->all.items, fold->all.count, sizeof *fold->all.items, compare_tags);
    for (size_t i = 0; i < fold->all.count; i++) {
        name_tag(fold, fold->all.items[i]);
        if (fold->all.items[i]->is_enum)
            choose_base(fold, fold->all.items[i]);
    }
    fold_tags_sort(&fold->all);
}

/* ---- Names in texts */

const char *fold_mend(struct fold *fold, const char *name)
{
    return name_is_plain(name) ? name : mend_name(fold, name, 0);
}

const char *fold_omission_mark(struct fold *fold, const char *name)
{
    return arena_format(fold->arena, "'%s' is left out: ", fold_mend(fold, name));
}

const char *fold_unmend(struct fold *fold, const char *name)
{
    return intern_text(fold->intern, name_unescape(fold->arena, name));
}

const char *fold_bare_name(struct fold *fold, const char *tag)
{
    return mend_name(fold, fold_without_underscores(tag), 0);
}

const char *fold_spell(struct fold *fold, const char *name)
{
    return word_quote(fold->program->arena, PLACE_ENUMERATOR, fold_mend(fold, name));
}

struct fold_base *fold_values_of(struct fold *fold, const struct fold_shape *shape)
{
    const struct fold_tag *tag = shape->tag;
    if (!tag || !tag->is_enum || !shape->type->size || shape->type->size == tag->base->size)
        return shape->base;
    return base_sized(fold, shape->type->size, shape->type->is_signed);
}
