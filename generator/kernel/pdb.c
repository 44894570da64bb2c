#include "kernel/pdb.h"

#include <string.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/intern.h"
#include "base/path.h"
#include "kernel/pdb_parts.h"

/* The maximum number of structures, of members and of values. */
enum { ITEMS_MOST = 1000000 };

/* The names that debuggers give to the pointers that compilers add to classes. */
static const char functions_name[] = "__vfptr", bases_name[] = "__vbptr";

static const char *interned_name(const struct pdb_reader *reader, const char *text)
{
    return intern_text(reader->file->import->intern, text);
}

static uint32_t offset_of(const struct leaf *field)
{
    return field->is_negative || field->size > INT32_MAX ? ISF_NO_NUMBER : (uint32_t)field->size;
}

/* ---- Fields */

static void add_field(struct pdb_reader *reader, const struct isf_field *field)
{
    buffer_add(&reader->file->fields, field, sizeof *field);
}

/* True if a type is a pointer to a function, or an array of such pointers. */
static bool leads_to_function(const struct isf_type *type)
{
    while (type->kind == ISF_ARRAY)
        type = type->of;
    return type->kind == ISF_POINTER && type->of->kind == ISF_FUNCTION;
}

/* Adds a member. Compilers other than Microsoft's write anonymous members without a name. */
static void add_member(struct pdb_reader *reader, const struct leaf *field)
{
    struct isf_type *type = pdb_make_type(reader, field->type);
    bool is_record = type->kind == ISF_STRUCT || type->kind == ISF_UNION;
    add_field(reader, &(struct isf_field){.name = pdb_intern(reader, field->name),
                                          .type = type,
                                          .offset = offset_of(field),
                                          .is_anonymous = !field->name.size && is_record,
                                          .qualifiers = pdb_find_qualifiers(reader, field->type),
                                          .prototype = leads_to_function(type)
                                                           ? pdb_find_prototype(reader, field->type)
                                                           : NULL});
}

/* Adds a base class. Its members become members of the class. */
static void add_base(struct pdb_reader *reader, const struct leaf *field)
{
    struct isf_type *type = pdb_make_type(reader, field->type);
    bool is_record = type->kind == ISF_STRUCT || type->kind == ISF_UNION;
    const char *name = is_record ? type->name : "(base)";
    add_field(reader, &(struct isf_field){.name = interned_name(reader, name),
                                          .type = type,
                                          .offset = offset_of(field),
                                          .is_anonymous = true,
                                          .is_base = true});
}

/* Adds a pointer to a table of functions or of offsets. */
static void add_table(struct pdb_reader *reader, const char *name, uint32_t offset)
{
    add_field(reader, &(struct isf_field){
                          .name = interned_name(reader, name), .type = pdb_make_pointer(reader), .offset = offset});
}

/* True if an earlier field already has the pointer of a virtual base. Several virtual bases share one pointer, which
 * may come from a base class. */
static bool is_shared(struct pdb_reader *reader, uint32_t fields, const struct pdb_walk *here, const struct leaf *field)
{
    struct pdb_walk walk = pdb_walk_fields(reader->pdb, fields, &reader->budget);
    struct leaf other;
    while (pdb_next_field(&walk, &other) && walk.next != here->next) {
        if (other.kind == LEAF_VIRTUAL_BASE && other.size == field->size)
            return true;
        if (other.kind == LEAF_BASE && field->size >= other.size &&
            field->size - other.size < pdb_find_size(reader, other.type))
            return true;
    }
    return false;
}

/* Adds the pointer that leads to a virtual base, but not the members of the base. */
static void add_virtual_base(struct pdb_reader *reader, const struct leaf *leaf, const struct pdb_walk *here,
                             const struct leaf *field)
{
    struct isf_type *type = pdb_make_type(reader, field->type);
    bool is_record = type->kind == ISF_STRUCT || type->kind == ISF_UNION;
    const char *name = is_record ? type->name : "(base)";
    if (!is_shared(reader, leaf->fields, here, field))
        add_table(reader, bases_name, offset_of(field));
    add_field(reader, &(struct isf_field){.name = interned_name(reader, name),
                                          .type = pdb_wrong_type(reader, "it is a virtual base class, whose offset "
                                                                         "stands in a table of the program"),
                                          .offset = offset_of(leaf)});
}

static void add_fields(struct pdb_reader *reader, const struct leaf *leaf)
{
    struct pdb_walk walk = pdb_walk_fields(reader->pdb, leaf->fields, &reader->budget);
    struct leaf field;
    while (pdb_next_field(&walk, &field)) {
        if (field.kind == LEAF_MEMBER)
            add_member(reader, &field);
        else if (field.kind == LEAF_BASE)
            add_base(reader, &field);
        else if (field.kind == LEAF_VIRTUALS)
            add_table(reader, functions_name, offset_of(&field));
        else if (field.kind == LEAF_VIRTUAL_BASE)
            add_virtual_base(reader, leaf, &walk, &field);
    }
    if (walk.is_damaged)
        add_field(reader, &(struct isf_field){.name = interned_name(reader, "(rest)"),
                                              .type = pdb_wrong_type(reader, "the list of members is damaged, or has "
                                                                             "an unknown leaf")});
}

/* Returns the header and line that define a type; NULL if they are unknown. */
static const char *find_source(struct pdb_reader *reader, uint32_t type)
{
    const struct pdb_source *source = reader->pdb->sources ? &reader->pdb->sources[type] : NULL;
    if (!source || !source->file.size)
        return NULL;
    return interned_name(reader, arena_format(reader->file->arena, "%s, line %lu", pdb_intern(reader, source->file),
                                              (unsigned long)source->line));
}

static void add_record(struct pdb_reader *reader, const char *name, uint32_t type, const struct leaf *leaf)
{
    struct isf_file *file = reader->file;
    struct isf_record record = {.name = name,
                                .is_union = leaf->kind == LEAF_UNION,
                                .has_order = true,
                                .size = offset_of(leaf),
                                .source = find_source(reader, type),
                                .first_field = file->fields.size / sizeof(struct isf_field)};
    add_fields(reader, leaf);
    record.field_count = file->fields.size / sizeof(struct isf_field) - record.first_field;
    buffer_add(&file->records, &record, sizeof record);
}

/* ---- Enumerations */

/* Adds an enumeration, unless the type of its values is invalid for enumerations. */
static void add_enum(struct pdb_reader *reader, const char *name, uint32_t type, const struct leaf *leaf)
{
    struct isf_file *file = reader->file;
    struct pdb_walk walk = pdb_walk_fields(reader->pdb, leaf->fields, &reader->budget);
    struct isf_enum enumeration = {.name = name,
                                   .base = pdb_find_base(reader, leaf->type),
                                   .size = (uint32_t)pdb_find_size(reader, leaf->type),
                                   .source = find_source(reader, type),
                                   .first_value = file->values.size / sizeof(struct isf_value)};
    struct leaf field;
    if (!enumeration.base || !enumeration.size || enumeration.size > 8)
        return;
    while (pdb_next_field(&walk, &field)) {
        if (field.kind != LEAF_VALUE)
            continue;
        const struct isf_value value = {pdb_intern(reader, field.name),
                                        field.is_negative ? 0 - field.size : field.size, field.is_negative};
        buffer_add(&file->values, &value, sizeof value);
    }
    enumeration.value_count = file->values.size / sizeof(struct isf_value) - enumeration.first_value;
    buffer_add(&file->enums, &enumeration, sizeof enumeration);
}

/* ---- The file */

static bool add_types(struct pdb_reader *reader, const char **error)
{
    struct isf_file *file = reader->file;
    pdb_name_types(reader);
    for (uint32_t i = 0; i < reader->pdb->type_count; i++) {
        struct leaf leaf;
        const struct pdb_type *type = &reader->types[i];
        if (!type->name || type->is_repeated || !pdb_read_type(reader->pdb, LEAF_FIRST_TYPE + i, &leaf))
            continue;
        (leaf.kind == LEAF_ENUM ? add_enum : add_record)(reader, type->name, i, &leaf);
        *error = "it has more than 1000000 members";
        if (file->fields.size / sizeof(struct isf_field) > ITEMS_MOST ||
            file->values.size / sizeof(struct isf_value) > ITEMS_MOST)
            return false;
    }
    return true;
}

/* Returns the name of the PDB, from the name of a file that may be compressed. */
static const char *find_database(struct isf_file *file)
{
    static const char *const packings[] = {".xz", ".gz"};
    const char *name = path_name(file_path_rules, file->name);
    size_t size = strlen(name);
    for (size_t i = 0; i < sizeof packings / sizeof *packings; i++)
        if (size > strlen(packings[i]) && !strcmp(name + size - strlen(packings[i]), packings[i]))
            return arena_copy(file->arena, name, size - strlen(packings[i]));
    return name;
}

bool pdb_read_file(struct isf_file *file, const void *bytes, size_t size, const char **error)
{
    struct arena *arena = file->arena;
    struct pdb_reader *reader = ARENA_NEW(arena, struct pdb_reader);
    reader->pdb = pdb_open(arena, bytes, size, error);
    if (!reader->pdb)
        return false;
    reader->file = file;
    reader->types = ARENA_ARRAY(arena, struct pdb_type, reader->pdb->type_count);
    struct map **const maps[] = {&reader->uniques, &reader->records, &reader->enums, &reader->bases};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        *maps[i] = map_new(arena);
    reader->pointer_size = pdb_find_pointer_size(reader->pdb);
    reader->budget = 2 * (uint64_t)reader->pdb->types_size;
    const struct isf_base pointer = {interned_name(reader, "pointer"), ISF_INTEGER, reader->pointer_size,
                                     .is_signed = false};
    buffer_add(&file->bases, &pointer, sizeof pointer);
    file->guid = reader->pdb->guid;
    file->age = reader->pdb->age;
    file->machine = reader->pdb->machine;
    file->database = find_database(file);
    return add_types(reader, error);
}
