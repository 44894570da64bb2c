/*
 * The names of a PDB's structures, unions and enumerations. A PDB may define a name several times: equal definitions
 * are one, others are numbered. Declarations lead to definitions by unique name, which only C++ has, else by name.
 */
#include <string.h>

#include "base/arena.h"
#include "base/intern.h"
#include "base/utf8.h"
#include "kernel/pdb_parts.h"

/* Limits for comparing definitions: how many of one name, and how many types behind one another. */
enum { VARIANTS_MOST = 8, DEPTH_MOST = 16 };

/* A definition of a name. */
struct variant {
    struct variant *next;
    uint32_t type;
    uint32_t count; /* in the first one: how many there are */
};

const char *pdb_intern(struct pdb_reader *reader, struct leaf_name name)
{
    struct intern *intern = reader->file->import->intern;
    if (!name.size)
        return intern_text(intern, "");
    bool is_text = utf8_valid_prefix(name.text, name.size) == name.size;
    for (size_t i = 0; i < name.size && is_text; i++)
        is_text = (unsigned char)name.text[i] >= ' ' && name.text[i] != 0x7F;
    if (is_text)
        return intern_name(intern, name.text, name.size);
    struct buffer out = {0};
    for (size_t i = 0; i < name.size; i++) {
        unsigned char c = (unsigned char)name.text[i];
        if (c >= ' ' && c < 0x7F && c != '\\')
            buffer_add_char(&out, (char)c);
        else
            buffer_format(&out, "\\x%02X", c);
    }
    const char *escaped = intern_name(intern, out.data ? out.data : "", out.size);
    buffer_free(&out);
    return escaped;
}

/* ---- Equal definitions */

static bool is_same_text(struct leaf_name a, struct leaf_name b)
{
    return a.size == b.size && (!a.size || !memcmp(a.text, b.text, a.size));
}

/* Returns the type that a modifier is about, or the type itself. */
static uint32_t skip_modifiers(const struct pdb_reader *reader, uint32_t type)
{
    struct leaf leaf;
    for (size_t i = 0; i < DEPTH_MOST && pdb_read_type(reader->pdb, type, &leaf) && leaf.kind == LEAF_MODIFIER; i++)
        type = leaf.type;
    return type;
}

/* True if two types are the same as far as a member shows it: structures by their names. */
static bool is_same_type(const struct pdb_reader *reader, uint32_t a, uint32_t b)
{
    for (size_t depth = 0; depth < DEPTH_MOST; depth++) {
        struct leaf one, other;
        a = skip_modifiers(reader, a);
        b = skip_modifiers(reader, b);
        if (a == b)
            return true;
        if (!pdb_read_type(reader->pdb, a, &one) || !pdb_read_type(reader->pdb, b, &other) || one.kind != other.kind)
            return false;
        if (pdb_is_tag(&one))
            return is_same_text(one.name, other.name);
        if (one.attributes != other.attributes || one.size != other.size || one.bit != other.bit ||
            one.width != other.width || one.kind == LEAF_OTHER)
            return false;
        a = one.type;
        b = other.type;
    }
    return false;
}

static bool are_same_fields(struct pdb_reader *reader, uint32_t a, uint32_t b)
{
    struct pdb_walk one = pdb_walk_fields(reader->pdb, a, &reader->budget);
    struct pdb_walk other = pdb_walk_fields(reader->pdb, b, &reader->budget);
    struct leaf x, y;
    bool has_one = pdb_next_field(&one, &x), has_other = pdb_next_field(&other, &y);
    for (; has_one && has_other; has_one = pdb_next_field(&one, &x), has_other = pdb_next_field(&other, &y))
        if (x.kind != y.kind || x.size != y.size || x.is_negative != y.is_negative || !is_same_text(x.name, y.name) ||
            (x.kind != LEAF_SKIPPED && x.kind != LEAF_VIRTUALS && !is_same_type(reader, x.type, y.type)))
            return false;
    return !has_one && !has_other && one.is_damaged == other.is_damaged;
}

static bool is_same_definition(struct pdb_reader *reader, uint32_t a, uint32_t b)
{
    struct leaf one, other;
    return pdb_read_type(reader->pdb, a, &one) && pdb_read_type(reader->pdb, b, &other) && one.kind == other.kind &&
           one.size == other.size && is_same_type(reader, one.type, other.type) &&
           (one.fields == other.fields || are_same_fields(reader, one.fields, other.fields));
}

/* Returns the earlier definition of the same name that equals this one; 0 if there is none. */
static uint32_t find_equal(struct pdb_reader *reader, const struct variant *variants, uint32_t type)
{
    for (size_t i = 0; variants && i < VARIANTS_MOST; i++, variants = variants->next)
        if (is_same_definition(reader, variants->type, type))
            return variants->type;
    return 0;
}

/* ---- Definitions */

static struct map *map_of(const struct pdb_reader *reader, const struct leaf *leaf)
{
    return leaf->kind == LEAF_ENUM ? reader->enums : reader->records;
}

/* Names an unnamed type after its number, in its scope. */
static const char *name_unnamed(struct pdb_reader *reader, const char *name, uint32_t type)
{
    int scope = (int)(isf_last_part(name) - name);
    return intern_text(reader->file->import->intern, arena_format(reader->file->arena, "%.*s__unnamed_%lx", scope, name,
                                                                  (unsigned long)type));
}

/* Names a definition: the first of a name, or one that differs from the others. */
static void name_variant(struct pdb_reader *reader, const struct leaf *leaf, const char *name, uint32_t type)
{
    struct pdb_type *made = &reader->types[type - LEAF_FIRST_TYPE];
    struct variant *first = map_get(map_of(reader, leaf), name);
    uint32_t equal = find_equal(reader, first, type);
    if (equal) {
        made->name = reader->types[equal - LEAF_FIRST_TYPE].name;
        made->is_repeated = true;
        return;
    }
    struct variant *variant = ARENA_NEW(reader->file->arena, struct variant);
    *variant = (struct variant){NULL, type, 1};
    made->name = name;
    if (!first) {
        map_set(map_of(reader, leaf), name, variant);
        return;
    }
    variant->next = first->next;
    first->next = variant;
    do
        made->name = intern_text(reader->file->import->intern,
                                 arena_format(reader->file->arena, "%s-%lu", name, (unsigned long)++first->count));
    while (map_get(map_of(reader, leaf), made->name));
    map_set(map_of(reader, leaf), made->name, variant);
}

void pdb_name_types(struct pdb_reader *reader)
{
    for (uint32_t i = 0; i < reader->pdb->type_count; i++) {
        struct leaf leaf;
        uint32_t type = LEAF_FIRST_TYPE + i;
        if (!pdb_read_type(reader->pdb, type, &leaf) || !pdb_is_tag(&leaf) || leaf.properties & LEAF_IS_FORWARD)
            continue;
        const char *name = pdb_intern(reader, leaf.name);
        if (!*name || isf_is_unnamed(name))
            reader->types[i].name = name_unnamed(reader, name, type);
        else
            name_variant(reader, &leaf, name, type);
        if (!leaf.unique.size)
            continue;
        const char *unique = pdb_intern(reader, leaf.unique);
        if (!map_get(reader->uniques, unique))
            map_set(reader->uniques, unique, &reader->types[i]);
    }
}

uint32_t pdb_find_definition(struct pdb_reader *reader, uint32_t type, const struct leaf *leaf)
{
    if (!(leaf->properties & LEAF_IS_FORWARD))
        return type;
    const struct pdb_type *unique =
        leaf->unique.size ? map_get(reader->uniques, pdb_intern(reader, leaf->unique)) : NULL;
    if (unique)
        return LEAF_FIRST_TYPE + (uint32_t)(unique - reader->types);
    const struct variant *variant = map_get(map_of(reader, leaf), pdb_intern(reader, leaf->name));
    return variant ? variant->type : 0;
}
