/*
 * Volatility's symbol files of Windows list the members of unnamed unions in the structure around them, and structures
 * without a name as types of their own, `__unnamed_1`. Tags begin with an underscore there, and not in specs. Specs of
 * other systems have the tags and the names of integers of their files, and so have the symbol files.
 */
#include "export/isf.h"

#include <string.h>

#include "answer/address.h"
#include "answer/standing.h"
#include "base/arena.h"
#include "base/ascii.h"
#include "base/buffer.h"
#include "base/intern.h"
#include "base/json.h"
#include "export/isf_left.h"
#include "export/isf_metadata.h"
#include "front/load.h"
#include "kernel/isf.h"
#include "kernel/source.h"
#include "model/clauses.h"
#include "model/model.h"
#include "render/choice.h"
#include "spec/c_type.h"
#include "spec/name_escape.h"

/* State while a symbol file is written. */
struct isf {
    struct json json; /* text of the user types and enumerations */
    const struct model *model;
    const struct arch *arch;
    uint64_t version;
    struct map *unnamed;  /* struct record without a tag -> the name that it gets */
    struct map *opaque;   /* set of struct type: opaque types that some member holds */
    struct map *declared; /* set of names of base types that are declared */
    struct json bases;
    size_t unnamed_count;
    bool keeps_names;  /* remarks of the spec contain the names of a symbol file */
    bool has_pointers; /* some member is a pointer */
    bool keeps_tags;   /* see isf_keeps_tags */
    struct isf_texts *texts;
};

/* ---- Names ---- */

/* A name in the remark of a declaration, in three parts: "union nt_symbols!_LIST_ENTRY", "base unsigned short,
 * big-endian". */
struct symbol {
    const char *kind, *name;
    const char *rest; /* third part: "big-endian", or "" */
};

/* Finds the name of a type in symbol files, which a remark of its declaration gives. Returns false if there is no such
 * remark. */
static bool find_symbol(const struct model *model, const struct type *type, struct symbol *symbol)
{
    const char *text = type && type->decl ? decl_symbol_name(type->decl) : NULL,
               *blank = text ? strchr(text, ' ') : NULL;
    if (!blank)
        return false;
    bool is_base = !strncmp(text, "base ", 5);
    const char *comma = is_base ? strstr(blank, ", ") : NULL;
    struct arena *arena = model->arena;
    symbol->kind = arena_copy(arena, text, (size_t)(blank - text));
    symbol->name = arena_copy(arena, blank + 1, comma ? (size_t)(comma - blank - 1) : strlen(blank + 1));
    symbol->rest = comma ? comma + 2 : "";
    return true;
}

bool isf_keeps_tags(const struct model *model)
{
    enum source_tags tags = source_find_tags(model, NULL, 0);
    return tags == SOURCE_TAGS_KEPT || (tags == SOURCE_TAGS_UNKNOWN && !source_is_windows(model));
}

const char *isf_find_tag(const struct model *model, bool keeps_tags, const char *name)
{
    struct symbol symbol;
    if (find_symbol(model, map_get(model->type_names, name), &symbol))
        return symbol.name;
    const char *tag = name_unescape(model->arena, name);
    if (keeps_tags)
        return tag;
    /* win32k and the library wil declare types without an underscore. */
    bool has_tag = tag != name || !strncmp(name, "tag", 3) || !strncmp(name, "wil_", 4) ||
                   (*name == '_' && !map_get(model->type_names, intern_text(model->program->intern, name + 1)));
    return has_tag ? tag : arena_format(model->arena, "_%s", tag);
}

/* Returns the name of a record, which may be the structure of a member. */
static const char *record_name(struct isf *isf, const struct record *record)
{
    if (!record->parent_row)
        return isf_find_tag(isf->model, isf->keeps_tags, record->type->local);
    const char *name = map_get(isf->unnamed, record);
    if (!name) {
        name = arena_format(isf->model->arena, "__unnamed_%zx", ++isf->unnamed_count);
        map_set(isf->unnamed, record, (void *)(uintptr_t)name);
    }
    return name;
}

/* ---- Base types ---- */

/* True if a type is declared in a spec that the user named, and not in one that such a spec uses. */
static bool is_own(const struct isf *isf, const struct type *type)
{
    return isf->model->program->files[type->file_index].requested;
}

/* Declares a base type, unless it has been declared. */
static void declare_base(struct isf *isf, const char *name, const char *kind, uint32_t size, bool is_signed,
                         bool is_big)
{
    struct json *json = &isf->bases;
    const char *key = intern_text(isf->model->program->intern, name);
    if (map_get(isf->declared, key))
        return;
    map_set(isf->declared, key, (void *)(uintptr_t)key);
    json_member_open(json, name, '{');
    json_member_text(json, "kind", kind);
    json_member_number(json, "size", size);
    json_member_bool(json, "signed", is_signed);
    json_member_text(json, "endian", is_big ? "big" : "little");
    json_close(json, '}');
}

/* Returns the name of a base type with a byte order. Without a suffix, a name means the byte order of the
 * architecture. */
static const char *order_name(const struct isf *isf, const char *name, uint32_t size, bool is_big)
{
    bool is_usual = size == 1 || is_big == isf->arch->is_big;
    return is_usual ? name : arena_format(isf->model->arena, "%s %s", name, is_big ? "be" : "le");
}

/* Returns the name of an integer type of C: for Windows, or as gcc spells it in debugging information. */
static const char *integer_name(const struct isf *isf, uint32_t size, bool is_signed)
{
    static const char *const windows[][2] = {{"unsigned char", "char"},
                                             {"unsigned short", "short"},
                                             {"unsigned long", "long"},
                                             {"unsigned long long", "long long"}};
    static const char *const gcc[][2] = {{"unsigned char", "char"},
                                         {"short unsigned int", "short int"},
                                         {"unsigned int", "int"},
                                         {"long unsigned int", "long int"},
                                         {"long long unsigned int", "long long int"}};
    size_t index = size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : 3;
    bool is_long_long = index == 3 && isf->arch->pointer_size < 8;
    return isf->keeps_tags ? gcc[index + is_long_long][is_signed] : windows[index][is_signed];
}

/* Returns the name of an integer type of C, and declares it at its first use. */
static const char *use_integer(struct isf *isf, uint32_t size, bool is_signed, bool is_big)
{
    const char *name = integer_name(isf, size, is_signed);
    name = order_name(isf, name, size, is_big);
    declare_base(isf, name, size == 1 ? "char" : "int", size, is_signed, is_big);
    return name;
}

/* Declares the base type that a remark names, unless the remark says that the symbol file does not declare it. Returns
 * its name. */
static const char *use_symbol(struct isf *isf, const struct symbol *symbol, uint32_t size)
{
    const char *blank = strrchr(symbol->rest, ' '), *kind = blank ? blank + 1 : symbol->rest;
    if (strcmp(symbol->rest, "not declared") != 0 && (size || !strcmp(kind, "void")))
        declare_base(isf, symbol->name, kind, size, strstr(symbol->rest, "signed") != NULL,
                     strstr(symbol->rest, "big-endian") != NULL);
    return symbol->name;
}

/* Returns the original name of a type called `NAME_BITS`, to which the importer added the bits, if its spec is written
 * here; else NULL. */
static const char *find_numbered(const struct isf *isf, const struct type *type, uint32_t size)
{
    const char *bits = arena_format(isf->model->arena, "_%u", size * 8);
    size_t length = strlen(type->name), bits_length = strlen(bits);
    if (!is_own(isf, type) || length <= bits_length || strcmp(type->name + length - bits_length, bits) != 0)
        return NULL;
    return name_unescape(isf->model->arena, arena_copy(isf->model->arena, type->name, length - bits_length));
}

/* Returns the type of C that the importer maps to the name of a type, if both are alike. For characters, truth values
 * and floats, otherwise returns the type of C with this size. Returns NULL if there is none. */
static const struct c_type *find_c_type(const struct type *type, uint32_t size)
{
    static const char *const kinds[] = {[TYPE_UNSIGNED] = "unsigned", [TYPE_SIGNED] = "signed", [TYPE_CHAR] = "char",
                                        [TYPE_BOOL] = "bool", [TYPE_FLOAT] = "float"};
    const char *kind = (size_t)type->kind < sizeof kinds / sizeof *kinds ? kinds[type->kind] : NULL;
    bool is_integer = type->kind == TYPE_UNSIGNED || type->kind == TYPE_SIGNED;
    const struct c_type *best = NULL;
    for (size_t i = 0; kind && i < c_type_count; i++) {
        if (c_types[i].size != size || strcmp(c_types[i].kind, kind))
            continue;
        if (!strcmp(c_types[i].name, type->name))
            return &c_types[i];
        best = is_integer ? NULL : &c_types[i]; /* the list has one type of each size */
    }
    return best;
}

/* Returns the name of a number type in a symbol file that is not of Windows: that of the spec, or the one of C that the
 * importer maps to it. */
static const char *own_name(const struct isf *isf, const struct type *type, const struct c_type *known, uint32_t size,
                            bool is_signed)
{
    if (!known || strcmp(known->name, type->name) != 0)
        return type->enumeration ? integer_name(isf, size, is_signed) : name_unescape(isf->model->arena, type->local);
    if (type->kind == TYPE_UNSIGNED || type->kind == TYPE_SIGNED)
        return integer_name(isf, size, is_signed);
    return type->kind == TYPE_BOOL ? "_Bool" : type->kind == TYPE_FLOAT && size == 4 ? "float" : known->c;
}

/* Returns the name of a base type for a type of the spec; NULL if symbol files have no such type. */
static const char *use_base(struct isf *isf, const struct type *type, uint32_t size, bool is_big)
{
    const struct c_type *known = find_c_type(type, size);
    bool is_float = type->kind == TYPE_FLOAT;
    bool is_signed = type->enumeration ? type->enumeration->is_signed : type->is_signed;
    struct symbol symbol;
    if (!type->enumeration && find_symbol(isf->model, type, &symbol) && !strcmp(symbol.kind, "base"))
        return use_symbol(isf, &symbol, size);
    const char *numbered =
        !known && !type->enumeration && type->kind != TYPE_OPAQUE && size ? find_numbered(isf, type, size) : NULL;
    if (numbered) {
        numbered = order_name(isf, numbered, size, is_big);
        declare_base(isf, numbered, is_float ? "float" : size == 1 ? "char" : "int", size, is_signed, is_big);
        return numbered;
    }
    if (!known && (type->kind == TYPE_OPAQUE || (size != 1 && size != 2 && size != 4 && size != 8)))
        return NULL;
    const char *kind = is_float ? "float" : type->kind == TYPE_BOOL ? "bool" : size == 1 ? "char" : "int";
    const char *name = isf->keeps_tags ? own_name(isf, type, known, size, is_signed) : known ? known->c : NULL;
    if (!name)
        return use_integer(isf, size, is_signed, is_big);
    name = order_name(isf, name, size, is_big);
    declare_base(isf, name, kind, size, is_signed || is_float, is_big);
    return name;
}

/* ---- Types ---- */

/* Writes an object with two members, "kind" and "name". */
static void write_named(struct isf *isf, const char *kind, const char *name)
{
    json_open(&isf->json, '{');
    json_member_text(&isf->json, "kind", kind);
    json_member_text(&isf->json, "name", name);
    json_close(&isf->json, '}');
}

/* Writes the type that the word of a row names. `size` is that of its values; 0 after a pointer. */
static void write_word(struct isf *isf, const struct row *row, uint32_t size, bool is_big)
{
    const struct type *type = row->type;
    const char *name = row_spelled(row)->name, *base = NULL;
    struct symbol symbol;
    if (type && !size) {
        struct measure measure = type_measure(type, isf->arch, isf->version);
        size = measure.known ? measure.size : 0;
    }
    const char *noted = decl_symbol_name(row->decl); /* as in "union NAME" */
    if (type && type->record) {
        bool is_union = noted ? !strncmp(noted, "union ", 6) : type->record->is_union;
        write_named(isf, is_union ? "union" : "struct", record_name(isf, type->record));
    } else if (type && type->kind == TYPE_ENUM) {
        write_named(isf, "enum", isf_find_tag(isf->model, isf->keeps_tags, type->local));
    } else if (type && type->kind == TYPE_POINTER) {
        json_open(&isf->json, '{');
        json_member_text(&isf->json, "kind", "pointer");
        json_key(&isf->json, "subtype");
        write_named(isf, "base", "void");
        json_close(&isf->json, '}');
    } else if (type && (base = use_base(isf, type, size, is_big))) {
        write_named(isf, "base", base);
    } else if (find_symbol(isf->model, type, &symbol)) {
        write_named(isf, symbol.kind, symbol.name);
    } else if (!type && (!strcmp(name, "VOID") || !strcmp(name, "void"))) {
        write_named(isf, "base", "void");
    } else {
        if (type && size)
            map_set(isf->opaque, type, (void *)(uintptr_t)type);
        write_named(isf, "struct", isf_find_tag(isf->model, isf->keeps_tags, name));
    }
}

static void write_pointers(struct isf *isf, const struct row *row, const struct layout_member *member)
{
    struct json *json = &isf->json;
    unsigned depth = row->form == FORM_MEMBER ? row_spelled(row)->pointer_depth : 0;
    bool is_function = row->form == FORM_MEMBER && row_spelled(row)->parameters;
    depth = is_function ? 1 : depth;
    isf->has_pointers |= depth > 0;
    for (unsigned i = 0; i < depth; i++) {
        json_open(json, '{');
        json_member_text(json, "kind", "pointer");
        json_key(json, "subtype");
    }
    if (is_function) {
        json_open(json, '{');
        json_member_text(json, "kind", "function");
        json_close(json, '}');
    } else {
        write_word(isf, row, depth || member->element == LAYOUT_UNKNOWN ? 0 : member->element,
                   depth ? isf->arch->is_big : member->is_big);
    }
    for (unsigned i = 0; i < depth; i++)
        json_close(json, '}');
}

static void open_array(struct isf *isf, uint32_t count)
{
    json_open(&isf->json, '{');
    json_member_text(&isf->json, "kind", "array");
    json_member_number(&isf->json, "count", count);
    json_key(&isf->json, "subtype");
}

static void write_type(struct isf *isf, const struct layout *layout, const struct layout_member *member)
{
    struct json *json = &isf->json;
    const struct row *row = member->row;
    unsigned bounds = row_bound_count(row);
    if (row->form == FORM_BYTES) {
        open_array(isf, member->size);
        write_named(isf, "base", use_integer(isf, 1, false, false));
        json_close(json, '}');
        return;
    }
    if (member->width) {
        json_open(json, '{');
        json_member_text(json, "kind", "bitfield");
        json_member_number(json, "bit_position", member->bit);
        json_member_number(json, "bit_length", member->width);
        json_key(json, "type");
    }
    for (unsigned i = 0; i < bounds; i++)
        open_array(isf, row_bound(row, layout->arch, layout->range.from, i));
    if (row_is_aggregate(row))
        write_named(isf, row->form == FORM_UNION ? "union" : "struct", record_name(isf, row->type->record));
    else
        write_pointers(isf, row, member);
    for (unsigned i = 0; i < bounds; i++)
        json_close(json, '}');
    if (member->width)
        json_close(json, '}');
}

/* ---- Structures and enumerations ---- */

/* True if a symbol file can describe a member. */
static bool is_field(const struct layout *layout, const struct layout_member *member)
{
    bool is_whole = layout_member_is_known(member);
    bool is_opaque = member->offset != LAYOUT_UNKNOWN && !member->width && member->row->type &&
                     member->row->type->kind == TYPE_OPAQUE;
    return member->row->name && !member->is_repeated && (is_whole || is_opaque) &&
           row_bounds_known(member->row, layout->arch, layout->range.from);
}

static void write_record(struct isf *isf, const struct record *record)
{
    struct json *json = &isf->json;
    const struct layout *layout = record_stand(record, isf->arch, isf->version).layout;
    if (!layout || layout->size == LAYOUT_UNKNOWN)
        return;
    const struct isf_left *left = isf_left_find(isf->texts, record->parent_row ? NULL : record->type->decl);
    json_member_open(json, record_name(isf, record), '{');
    json_member_text(json, "kind", record->is_union ? "union" : "struct");
    json_member_number(json, "size", layout->size);
    json_member_open(json, "fields", '{');
    for (size_t i = 0; i < layout->member_count; i++) {
        const struct layout_member *member = &layout->members[i];
        const char *name = member->row->name ? name_unescape(isf->model->arena, member->row->name) : NULL;
        if (!is_field(layout, member) || isf_left_has(left, name))
            continue;
        json_member_open(json, name, '{');
        json_member_number(json, "offset", member->offset);
        json_key(json, "type");
        write_type(isf, layout, member);
        json_close(json, '}');
    }
    isf_left_write_fields(left, json);
    json_close(json, '}');
    json_close(json, '}');
}

/* Writes an opaque type of known size that some member holds, as a structure without fields. */
static void write_opaque(struct isf *isf, const struct type *type)
{
    json_member_open(&isf->json, isf_find_tag(isf->model, isf->keeps_tags, type->local), '{');
    json_member_text(&isf->json, "kind", "struct");
    json_member_number(&isf->json, "size", type_measure(type, isf->arch, isf->version).size);
    json_member_open(&isf->json, "fields", '{');
    json_close(&isf->json, '}');
    json_close(&isf->json, '}');
}

/* True if an enumeration has a value in the version, or no value in any version, because a symbol file may contain an
 * empty one. */
static bool has_values(const struct isf *isf, const struct enumeration *enumeration, uint64_t version)
{
    for (size_t i = 0; i < enumeration->count; i++)
        if (cell_value_is_number(cell_at(&enumeration->enumerators[i].value[isf->arch->index], version)))
            return true;
    return !enumeration->count || isf_left_exists(isf->texts, enumeration->type->decl);
}

static void write_enumeration(struct isf *isf, const struct enumeration *enumeration)
{
    struct json *json = &isf->json;
    struct measure measure = type_measure(enumeration->type, isf->arch, isf->version);
    uint64_t version = enumeration_find_kernel(enumeration, isf->arch, isf->version);
    if (!measure.known || enumeration->is_flags || !has_values(isf, enumeration, version))
        return;
    json_member_open(json, isf_find_tag(isf->model, isf->keeps_tags, enumeration->type->local), '{');
    const struct isf_left *left = isf_left_find(isf->texts, enumeration->type->decl);
    uint32_t size = measure.size;
    const char *base = isf_left_base(left, &size);
    if (!base)
        base = enumeration->base ? use_base(isf, enumeration->base, size, isf->arch->is_big)
                                 : use_integer(isf, size, enumeration->is_signed, isf->arch->is_big);
    json_member_text(json, "base", base);
    json_member_number(json, "size", size);
    json_member_open(json, "constants", '{');
    for (size_t i = 0; i < enumeration->count; i++) {
        const struct enumerator *enumerator = &enumeration->enumerators[i];
        const struct cell_value *value = cell_at(&enumerator->value[isf->arch->index], version);
        if (!enumerator->name || !cell_value_is_number(value))
            continue;
        json_key(json, name_unescape(isf->model->arena, enumerator->name));
        json_signed(json, value->kind == AST_VALUE_NEGATIVE, value->number);
    }
    isf_left_write_values(left, json);
    json_close(json, '}');
    json_close(json, '}');
}

/* ---- The file ---- */

/* Appends a member of the object whose value has been written to `text`. */
static void add_part(struct json *json, const char *key, const struct buffer *text)
{
    json_member_open(json, key, '{');
    buffer_add(json->out, text->data, text->size);
    json_close(json, '}');
}

/* Returns the module that the file is about: the first one, unless all structures are those of another module. */
static const struct module *find_module(const struct model *model, const struct choice *choice)
{
    const struct module *found = NULL;
    for (size_t i = 0; i < model->record_count && !choice; i++) {
        const struct module *module = model_module_of(model, model->records[i]->type);
        found = module && (!found || module == model->modules) ? module : found;
    }
    return choice ? choice_find_module(choice) : found ? found : model->modules;
}

/* True if a declaration is written: it is chosen, and no other module has another one with its name. A choice includes
 * the structures that its structures hold by value. */
static bool is_chosen(const struct model *model, const struct module *module, const struct choice *choice,
                      const struct type *type)
{
    const struct module *own = model_module_of(model, type);
    const struct type *other = own && own != module ? map_get(module->types, type->local) : NULL;
    const void *declared = type->record ? (const void *)type->record : type;
    if (!choice)
        return !own || own == module;
    return choice_has(choice, declared) && !(other && choice_has(choice, other->record));
}

/* Writes the addresses of the module's globals in the build. A symbol file that people keep by hand has only the
 * addresses of its own version, because another version of the axis may have the same image. */
static void write_symbols(const struct isf *isf, const struct module *module, struct json *json)
{
    for (size_t i = 0; i < isf->model->global_count; i++) {
        const struct global *global = isf->model->globals[i];
        struct address address = address_find(isf->model, global, isf->arch, isf->version, false);
        bool is_own = !isf->keeps_names || address.version == isf->version;
        bool has_address = address.place && !address.place->is_absent && is_own;
        const char *text = isf_left_symbol(isf_left_find(isf->texts, global->decl));
        if (global->module != module || (!has_address && !text))
            continue;
        json_member_open(json, name_unescape(isf->model->arena, global->local), '{');
        if (has_address)
            json_member_number(json, "address", address.place->address);
        if (text && *text)
            json_raw(json, text);
        json_close(json, '}');
    }
}

/* Declares the number types that the specs declare and that symbol files have. If the specs keep the names of a symbol
 * file, declares `void` only if a remark says so, and a pointer type only if the file has one. */
static void declare_own_bases(struct isf *isf)
{
    const struct model *model = isf->model;
    for (size_t i = 0; i < model->type_count; i++)
        isf->keeps_names |=
            is_own(isf, model->types[i]) && model->types[i]->decl && decl_symbol_name(model->types[i]->decl);
    if (!isf->keeps_names) {
        declare_base(isf, "void", "void", 0, false, false);
        declare_base(isf, "pointer", "int", isf->arch->pointer_size, false, isf->arch->is_big);
    }
    for (size_t i = 0; i < model->type_count && isf->keeps_names; i++) {
        const struct type *type = model->types[i];
        struct symbol symbol;
        bool is_base = find_symbol(isf->model, type, &symbol) ? !strcmp(symbol.kind, "base") : type->kind <= TYPE_FLOAT;
        struct measure measure = type_measure(type, isf->arch, isf->version);
        if (is_base && (measure.known || type->kind == TYPE_OPAQUE) && is_own(isf, type))
            use_base(isf, type, measure.known ? measure.size : 0, type_is_big(type, isf->arch));
    }
}

void isf_write(const struct model *model, const struct choice *choice, const struct arch *arch, uint64_t version,
               struct buffer *out)
{
    struct buffer types = {0}, enums = {0}, bases = {0};
    struct isf isf = {.json = {.out = &types}, .model = model, .arch = arch, .version = version,
                      .unnamed = map_new(model->arena), .opaque = map_new(model->arena),
                      .declared = map_new(model->arena), .bases = {.out = &bases},
                      .keeps_tags = isf_keeps_tags(model)};
    isf.texts = isf_texts_new(model, arch, version, isf.keeps_tags, isf_find_tag);
    const struct module *module = find_module(model, choice);
    struct json json = {.out = out};
    declare_own_bases(&isf);
    for (size_t i = 0; i < model->record_count; i++)
        if (is_chosen(model, module, choice, model->records[i]->type))
            write_record(&isf, model->records[i]);
    for (size_t i = 0; i < model->type_count; i++)
        if (map_get(isf.opaque, model->types[i]))
            write_opaque(&isf, model->types[i]);
    if (isf.has_pointers && isf.keeps_names)
        declare_base(&isf, "pointer", "int", arch->pointer_size, false, arch->is_big);
    isf.json = (struct json){.out = &enums};
    for (size_t i = 0; i < model->type_count; i++)
        if (model->types[i]->enumeration && is_chosen(model, module, choice, model->types[i]))
            write_enumeration(&isf, model->types[i]->enumeration);
    json_open(&json, '{');
    const struct isf_about about = {model, module, arch, version, isf.keeps_tags, isf.keeps_names};
    isf_write_metadata(&json, &about);
    add_part(&json, "base_types", &bases);
    add_part(&json, "user_types", &types);
    add_part(&json, "enums", &enums);
    json_member_open(&json, "symbols", '{');
    if (!choice)
        write_symbols(&isf, module, &json);
    json_close(&json, '}');
    json_close(&json, '}');
    buffer_add_char(out, '\n');
    buffer_free(&types);
    buffer_free(&enums);
    buffer_free(&bases);
}
