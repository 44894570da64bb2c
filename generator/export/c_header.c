#include "export/c_header.h"

#include <string.h>

#include "answer/grades.h"
#include "base/arena.h"
#include "base/buffer.h"
#include "base/intern.h"
#include "export/c_names.h"
#include "export/c_tree.h"
#include "export/isf.h"
#include "model/model.h"

enum { INDENT = 4 };

/* State while a header is written. */
struct header {
    const struct c_target *target;
    struct c_trees trees;
    const struct layout *layout; /* layout of the record that is being written */
    bool is_disputed;            /* the record that is being written is disputed, so its members may be disputed, too */
    enum c_dialect dialect;
    struct c_scope *tags, *values; /* names in C: `tags` are those of types, `values` all other names */
    struct map *used;              /* set of struct type: enums that are declared */
    struct map *announced;         /* set of tags that are declared without their members */
    /* records that other records hold by value, if the header does not contain these; NULL if it does */
    struct map *held;
    struct buffer forwards, enums, bodies, asserts;
    struct buffer order; /* list of struct c_record *, each after those that it holds by value */
};

/* Words for integers of 1, 2, 4 and 8 bytes. They have these sizes on all compilers, and need no header. */
static const char *const integer_names[][2][4] = {
    [C_FOR_COMPILER] = {{"unsigned char", "unsigned short", "unsigned int", "unsigned long long"},
                        {"signed char", "short", "int", "long long"}},
    [C_FOR_CSTRUCT] = {{"uint8_t", "uint16_t", "uint32_t", "uint64_t"}, {"int8_t", "int16_t", "int32_t", "int64_t"}},
};

static const char *integer_name(const struct header *header, uint32_t size, bool is_signed)
{
    return integer_names[header->dialect][is_signed][size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : 3];
}

static const char *float_name(uint32_t size)
{
    return size == 4 ? "float" : "double";
}

/* ---- Comments ---- */

/* Appends text for a comment, changed so that it cannot end the comment or look like the beginning of another one. */
static void add_comment_text(const char *text, struct buffer *out)
{
    for (const char *c = text; *c; c++) {
        if (c > text && ((c[-1] == '*' && *c == '/') || (c[-1] == '/' && *c == '*')))
            buffer_add_char(out, ' ');
        buffer_add_char(out, *c == '\n' || *c == '\r' || *c == '\\' ? ' ' : *c);
    }
}

static void add_type_text(const struct header *header, const struct layout_member *member, struct buffer *out)
{
    struct buffer text = {0};
    row_write_type(member->row, &text);
    if (!text.size)
        buffer_add_text(&text, "bytes");
    row_write_bounds(member->row, header->layout->arch, header->layout->range.from, &text);
    add_comment_text(buffer_text(&text), out);
    buffer_free(&text);
}

/* ---- Types ---- */

static bool is_void(const char *name)
{
    return !strcmp(name, "VOID") || !strcmp(name, "void");
}

/* Appends the type that a pointer leads to, with all stars after the first one. */
static void add_pointed(struct header *header, const struct row *row, struct buffer *out)
{
    const struct ast_type *spelled = row_spelled(row);
    const struct type *type = row->type;
    unsigned stars = spelled->pointer_depth;
    if (spelled->parameters || !stars || is_void(spelled->name)) {
        buffer_add_text(out, "void");
    } else if (type && (type->kind == TYPE_POINTER)) {
        buffer_add_text(out, "void *");
    } else if (type && type->kind != TYPE_RECORD && type->kind != TYPE_OPAQUE) {
        struct measure measure = type_measure(type, header->trees.arch, header->trees.version);
        bool is_scalar = measure.known && (measure.size == 1 || measure.size == 2 || measure.size == 4 ||
                                           measure.size == 8);
        bool is_char = type->kind == TYPE_CHAR && measure.size == 1;
        buffer_add_text(out, !is_scalar                 ? "void"
                             : is_char                  ? "char"
                             : type->kind == TYPE_FLOAT ? float_name(measure.size)
                                                        : integer_name(header, measure.size, type->is_signed));
    } else {
        const char *keyword = type && type->record && type->record->is_union ? "union" : "struct";
        const char *tag = c_scope_name(header->tags, type ? type->name : spelled->name);
        /* Declare a type to which there are only pointers, without its members. */
        if (!map_get(header->announced, tag)) {
            map_set(header->announced, tag, (void *)(uintptr_t)tag);
            buffer_format(&header->forwards, "%s %s;\n", keyword, tag);
        }
        buffer_format(out, "%s %s", keyword, tag);
    }
    for (unsigned i = 1; i < stars && !spelled->parameters; i++)
        buffer_add_text(out, i == 1 ? " *" : "*");
}

/* Sets the value of an enumerator as a number of C. Returns false if it has none in the target, or none that C
 * allows. */
static bool enumerator_value(const struct header *header, const struct enumeration *enumeration,
                             const struct enumerator *enumerator, long long *value)
{
    const struct arch *arch = header->trees.arch;
    uint64_t version = enumeration_find_kernel(enumeration, arch, header->trees.version);
    const struct cell_value *cell = cell_at(&enumerator->value[arch->index], version);
    if (!enumerator->name || !cell_value_is_number(cell))
        return false;
    *value = cell->kind == AST_VALUE_NEGATIVE ? -(long long)cell->number : (long long)cell->number;
    return true;
}

/* True if C can declare an enumeration: all values have the type int. */
static bool is_c_enum(const struct header *header, const struct enumeration *enumeration)
{
    bool any = false;
    for (size_t i = 0; i < enumeration->count; i++) {
        long long value;
        if (!enumerator_value(header, enumeration, &enumeration->enumerators[i], &value))
            continue;
        if (value < INT32_MIN || value > INT32_MAX || enumeration->enumerators[i].value == NULL)
            return false;
        any = true;
    }
    return any && header->dialect == C_FOR_COMPILER;
}

/* Declares an enumeration, unless it has been declared. */
static void declare_enum(struct header *header, const struct enumeration *enumeration)
{
    const struct type *type = enumeration->type;
    const char *tag = c_scope_name(header->tags, type->name);
    struct buffer *out = &header->enums;
    bool any = false;
    if (map_get(header->used, type))
        return;
    map_set(header->used, type, (void *)(uintptr_t)type);
    buffer_format(out, "enum %s {\n", tag);
    for (size_t i = 0; i < enumeration->count; i++) {
        long long value;
        if (!enumerator_value(header, enumeration, &enumeration->enumerators[i], &value))
            continue;
        const char *name = arena_format(header->trees.arena, "%s_%s", tag, enumeration->enumerators[i].name);
        buffer_format(out, "%s    %s = ", any ? ",\n" : "", c_scope_claim(header->values, name));
        if (value == INT32_MIN)
            buffer_add_text(out, "-0x7FFFFFFF - 1"); /* C has no negative literals: -0x80000000 would not be an int */
        else
            buffer_format(out, "%lld", value);
        any = true;
    }
    buffer_add_text(out, "\n};\n\n");
}

/* Appends the type of a member without its bounds. For compilers, a pointer is written in its macro. */
static void add_type(struct header *header, const struct layout_member *member, struct buffer *out)
{
    const struct row *row = member->row;
    switch (c_type_kind(member)) {
    case C_TYPE_ENUM:
        if (is_c_enum(header, row->type->enumeration)) {
            declare_enum(header, row->type->enumeration);
            buffer_format(out, "enum %s", c_scope_name(header->tags, row->type->name));
            return;
        }
        /* fall through */
    case C_TYPE_INTEGER:
        buffer_add_text(out, row->type->kind == TYPE_CHAR && member->element == 1
                                 ? "char"
                                 : integer_name(header, member->element, row_kind(row) == ROW_SIGNED));
        return;
    case C_TYPE_FLOAT:
        buffer_add_text(out, float_name(member->element));
        return;
    case C_TYPE_POINTER:
        if (header->dialect == C_FOR_COMPILER && member->element == header->trees.arch->pointer_size) {
            buffer_add_text(out, "STRATA_PTR(");
            add_pointed(header, row, out);
            buffer_add_char(out, ')');
        } else {
            buffer_add_text(out, integer_name(header, member->element, false));
        }
        return;
    case C_TYPE_RECORD:
        buffer_format(out, "%s %s", row->type->record->is_union ? "union" : "struct",
                      c_scope_name(header->tags, row->type->name));
        return;
    case C_TYPE_BYTES:
        buffer_add_text(out, integer_name(header, 1, false));
        return;
    }
}

/* ---- Declarations ---- */

/* Appends a comment with what C cannot express about a member: its type in the spec, and that its offset or name is not
 * documented. */
static void add_note(const struct header *header, const struct layout_member *member, struct buffer *out)
{
    enum c_type_kind kind = c_type_kind(member);
    bool is_plain = !member->width && (kind == C_TYPE_RECORD ||
                                       (kind == C_TYPE_ENUM && is_c_enum(header, member->row->type->enumeration)));
    static const char *const provenances[] = {
        [AST_DOCUMENTED] = NULL, [AST_INFERRED] = "inferred", [AST_CORRECTED] = "corrected"};
    const char *provenance = provenances[member->provenance], *between = "";
    bool is_disputed = header->is_disputed && member->row->member &&
                       member_stand(header->layout->record, member->row->member, header->trees.arch,
                                    header->trees.version).basis == STRATA_DISPUTED;
    if (is_plain && !provenance && !member->row->is_unknown && !is_disputed)
        return;
    buffer_add_text(out, " /* ");
    if (!is_plain) {
        add_type_text(header, member, out);
        between = ", ";
    }
    if (provenance) {
        buffer_format(out, "%s%s", between, provenance);
        between = ", ";
    }
    if (member->row->is_unknown) {
        buffer_format(out, "%sname is invented", between);
        between = ", ";
    }
    if (is_disputed)
        buffer_format(out, "%sdisputed", between);
    buffer_add_text(out, " */");
}

static void add_indent(unsigned depth, uint32_t offset, struct buffer *out)
{
    buffer_format(out, "%*s/* 0x%03lX */ ", (int)(depth * INDENT), "", (unsigned long)offset);
}

static void write_bits(const struct header *header, const struct c_node *node, unsigned depth, struct buffer *out)
{
    const struct layout_member *member = node->member;
    bool is_signed = member && row_kind(member->row) == ROW_SIGNED && header->dialect == C_FOR_COMPILER;
    add_indent(depth, node->offset, out);
    buffer_format(out, "%s%s %s : %u;", is_signed && node->size != 1 ? "signed " : "",
                  integer_name(header, node->size, is_signed), node->name, node->width);
    if (member)
        add_note(header, member, out);
    buffer_add_char(out, '\n');
}

static void write_nodes(struct header *header, const struct c_node *first, unsigned depth, struct buffer *out)
{
    for (const struct c_node *node = first; node; node = node->next) {
        switch (node->kind) {
        case C_MEMBER:
        case C_FLEXIBLE:
            add_indent(depth, node->offset, out);
            add_type(header, node->member, out);
            buffer_format(out, " %s", node->name);
            const struct layout_member *member = node->member;
            unsigned count = row_bound_count(member->row);
            if (node->kind == C_FLEXIBLE)
                buffer_add_text(out, "[]");
            for (unsigned i = node->kind == C_FLEXIBLE; i < count; i++)
                buffer_format(
                    out, "[%lu]",
                    (unsigned long)row_bound(member->row, header->layout->arch, header->layout->range.from, i));
            if (c_type_kind(member) == C_TYPE_BYTES && member->element)
                buffer_format(out, "[%lu]", (unsigned long)member->element);
            buffer_add_char(out, ';');
            add_note(header, node->member, out);
            buffer_add_char(out, '\n');
            break;
        case C_UNIT:
            write_nodes(header, node->children, depth, out);
            break;
        case C_BITS:
            write_bits(header, node, depth, out);
            break;
        case C_PADDING:
            add_indent(depth, node->offset, out);
            buffer_format(out, "%s %s[%lu];\n", integer_name(header, 1, false), node->name, (unsigned long)node->size);
            break;
        case C_STRUCT:
        case C_UNION:
            buffer_format(out, "%*s%s {\n", (int)(depth * INDENT), "", node->kind == C_STRUCT ? "struct" : "union");
            write_nodes(header, node->children, depth + 1, out);
            buffer_format(out, "%*s};\n", (int)(depth * INDENT), "");
            break;
        }
    }
}

static void write_asserts(struct header *header, const char *type, const struct c_node *first)
{
    for (const struct c_node *node = first; node; node = node->next) {
        if (node->kind == C_MEMBER || node->kind == C_FLEXIBLE)
            buffer_format(&header->asserts, "STRATA_ASSERT(STRATA_OFFSET(%s, %s) == 0x%lX, \"%s.%s\");\n", type,
                          node->name, (unsigned long)node->offset, type, node->name);
        else if (node->kind == C_STRUCT || node->kind == C_UNION)
            write_asserts(header, type, node->children);
    }
}

/* Writes a record. A record without bytes is only declared, because C has no empty structures. */
static void write_record(struct header *header, const struct c_record *made)
{
    const struct layout *layout = made->layout;
    const struct record *record = layout->record;
    const char *keyword = record->is_union ? "union" : "struct";
    const char *tag = c_scope_name(header->tags, record->type->name);
    struct buffer *out = &header->bodies;
    /* in a disputed version the layout may be that of another version, so its bounds are taken, too */
    header->layout = layout;
    bool is_packed = made->is_packed && header->dialect == C_FOR_COMPILER;
    buffer_format(out, "/* %s ", keyword);
    add_comment_text(record->type->name, out);
    if (layout->size == LAYOUT_UNKNOWN)
        buffer_add_text(out, ": size unknown");
    else
        buffer_format(out, ": 0x%lX bytes", (unsigned long)layout->size);
    struct standing standing = selection_stand(record, header->trees.arch, header->trees.version);
    header->is_disputed = standing.basis == STRATA_DISPUTED;
    buffer_add_text(out, ", ");
    standing_write(&standing, out);
    buffer_add_text(out, " */\n");
    if (!made->root) {
        buffer_add_text(out, "/* not here: C has no type without bytes */\n\n");
        return;
    }
    buffer_add_text(out, is_packed ? "#pragma pack(push, 1)\n" : "");
    buffer_format(out, "%s %s {\n", keyword, tag);
    write_nodes(header, made->root->children, 1, out);
    for (const struct c_omission *omission = made->omissions; omission; omission = omission->next) {
        const struct layout_member *member = omission->member;
        buffer_add_text(out, "    /* not here: ");
        if (member->offset != LAYOUT_UNKNOWN)
            buffer_format(out, "0x%03lX ", (unsigned long)member->offset);
        add_comment_text(member->row->name, out);
        buffer_add_text(out, " (");
        add_type_text(header, member, out);
        buffer_format(out, "): %s */\n", omission->why);
    }
    buffer_add_text(out, "};\n");
    buffer_add_text(out, is_packed ? "#pragma pack(pop)\n\n" : "\n");
    const char *type = arena_format(header->trees.arena, "%s %s", keyword, tag);
    if (layout->size != LAYOUT_UNKNOWN)
        buffer_format(&header->asserts, "STRATA_ASSERT(sizeof(%s) == 0x%lX, \"%s\");\n", type,
                      (unsigned long)layout->size, type);
    write_asserts(header, type, made->root->children);
}

/* ---- The records of a header ---- */

/* Adds a record, after the records that it holds by value. */
static void collect_record(struct header *header, const struct record *record, bool is_held)
{
    struct c_record *made = map_get(header->trees.records, record);
    if (made) {
        made->is_held = made->is_held || is_held;
        return;
    }
    const struct layout *layout = record_stand(record, header->trees.arch, header->trees.version).layout;
    if (!layout)
        return;
    made = ARENA_NEW(header->trees.arena, struct c_record);
    *made = (struct c_record){.layout = layout,
                              .is_held = is_held || (header->held && map_get(header->held, record))};
    map_set(header->trees.records, record, made);
    for (size_t i = 0; i < layout->member_count; i++) {
        const struct layout_member *member = &layout->members[i];
        if (!row_is_anonymous(member->row) && c_type_kind(member) == C_TYPE_RECORD)
            collect_record(header, member->row->type->record, true);
    }
    buffer_add(&header->order, &made, sizeof made);
}

/* ---- The text around the records ---- */

/* Appends a text as a part of the name of a macro. */
static void add_capitals(const char *text, struct buffer *out)
{
    for (; *text; text++) {
        char c = *text >= 'a' && *text <= 'z' ? (char)(*text - 'a' + 'A') : *text;
        buffer_add_char(out, (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ? c : '_');
    }
}

static const char about[] = " *\n"
                            " * This file may be used, copied, changed and passed on by anybody for any purpose, "
                            "without conditions.\n"
                            " */\n";

/* Writes the macro for pointers. A parser that does not tell its size of pointers gets pointers of the target. */
static void write_pointer_macro(const struct header *header, struct buffer *out)
{
    unsigned size = header->trees.arch->pointer_size;
    buffer_format(out, "#if defined(__SIZEOF_POINTER__) && __SIZEOF_POINTER__ != %u\n", size);
    buffer_format(out, "#define STRATA_PTR(type) %s\n", integer_name(header, size, false));
    buffer_format(out, "#elif !defined(__SIZEOF_POINTER__) && defined(_WIN32) && %sdefined(_WIN64)\n",
                  size == 8 ? "!" : "");
    buffer_format(out, "#define STRATA_PTR(type) %s\n", integer_name(header, size, false));
    buffer_add_text(out, "#else\n"
                         "#define STRATA_PTR(type) type *\n"
                         "#endif\n\n");
}

static void write_head(const struct header *header, const char *guard, struct buffer *out)
{
    buffer_add_text(out, "/* SPDX-License-Identifier: 0BSD\n"
                         " *\n"
                         " * Structures of ");
    add_comment_text(header->target->name, out);
    buffer_add_text(out, ", written by strata export c. Offsets and sizes are in bytes.\n");
    if (header->dialect == C_FOR_CSTRUCT) {
        buffer_add_text(out, about);
        buffer_add_char(out, '\n');
        return;
    }
    buffer_add_text(out, " *\n"
                         " * Pointers of another size than the compiler's are numbers. Compilers check all sizes and"
                         " offsets at the end;\n"
                         " * define STRATA_NO_ASSERTS to leave that out.\n");
    buffer_add_text(out, about);
    buffer_format(out, "#ifndef %s\n#define %s\n\n", guard, guard);
    buffer_add_text(out, "/* Unnamed structures, and bit-fields of any type, are newer than some standards. */\n"
                         "#if defined(__GNUC__) || defined(__clang__)\n"
                         "#pragma GCC diagnostic push\n"
                         "#pragma GCC diagnostic ignored \"-Wpedantic\"\n"
                         "#endif\n\n");
    write_pointer_macro(header, out);
}

static void write_end(const struct header *header, const char *guard, struct buffer *out)
{
    buffer_add_text(out, "/* Compilers define these macros, parsers of C do not. */\n"
                         "#if (defined(__VERSION__) || defined(_MSC_FULL_VER) || defined(__TINYC__)) && "
                         "!defined(STRATA_NO_ASSERTS)\n"
                         "#if defined(__GNUC__) || defined(__clang__) || (defined(_MSC_VER) && _MSC_VER >= 1910)\n"
                         "#define STRATA_OFFSET(type, member) __builtin_offsetof(type, member)\n"
                         "#else\n"
                         "#include <stddef.h>\n"
                         "#define STRATA_OFFSET(type, member) offsetof(type, member)\n"
                         "#endif\n"
                         "#if defined(__cplusplus) && (__cplusplus >= 201103L || defined(_MSC_VER))\n"
                         "#define STRATA_ASSERT(condition, what) static_assert(condition, what)\n"
                         "#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L\n"
                         "#define STRATA_ASSERT(condition, what) _Static_assert(condition, what)\n"
                         "#else\n"
                         "#define STRATA_ASSERT(condition, what) extern char strata_assert[(condition) ? 1 : -1]\n"
                         "#endif\n");
    buffer_add(out, header->asserts.data, header->asserts.size);
    buffer_format(out, "#undef STRATA_ASSERT\n"
                       "#undef STRATA_OFFSET\n"
                       "#endif\n\n"
                       "#undef STRATA_PTR\n"
                       "#if defined(__GNUC__) || defined(__clang__)\n"
                       "#pragma GCC diagnostic pop\n"
                       "#endif\n\n"
                       "#endif /* %s */\n", guard);
}

/* Returns the tags of all types of the model, so that each type has the same tag in every header. */
static struct c_scope *claim_tags(const struct model *model, bool has_symbol_tags)
{
    struct c_scope *tags = c_scope_new(model->arena, model->program->intern);
    bool keeps_tags = has_symbol_tags && isf_keeps_tags(model);
    /* Other types get their tags first: S_M may be a type, or the structure of member M in S. */
    for (size_t i = 0; i < model->type_count; i++) {
        const struct type *type = model->types[i];
        if (type->record && type->record->parent_row)
            continue;
        bool is_tag = type->record || type->enumeration || type->kind == TYPE_OPAQUE;
        c_scope_assign(tags, type->name,
                       has_symbol_tags && is_tag ? isf_find_tag(model, keeps_tags, type->local) : type->name);
    }
    return tags;
}

void c_header_write(const struct c_target *target, const struct record *const *records, size_t count,
                    enum c_dialect dialect, struct buffer *out)
{
    const struct model *model = target->model;
    struct header header = {
        .target = target,
        .trees = {model->program, model->arena, target->arch, target->version, map_new(model->arena)},
        .dialect = dialect,
        .tags = claim_tags(model, target->has_symbol_tags),
        .values = c_scope_new(model->arena, model->program->intern),
        .used = map_new(model->arena),
        .announced = map_new(model->arena)};
    for (size_t i = 0; i < count; i++)
        collect_record(&header, records[i], false);
    for (size_t i = 0; i < model->record_count; i++) {
        struct c_record *made = map_get(header.trees.records, model->records[i]);
        if (!made)
            continue;
        c_tree_make(&header.trees, made);
        write_record(&header, made);
    }
    struct buffer text = {0};
    buffer_add_text(&text, "STRATA_");
    if (count)
        add_capitals(records[0]->type->name, &text);
    if (count > 1)
        buffer_format(&text, "_AND_%zu", count - 1);
    buffer_add_char(&text, '_');
    add_capitals(header.target->name, &text);
    buffer_add_text(&text, "_H");
    const char *guard = buffer_take(&text, header.trees.arena);
    write_head(&header, guard, out);
    buffer_add(out, header.forwards.data, header.forwards.size);
    buffer_add_text(out, header.forwards.size ? "\n" : "");
    buffer_add(out, header.enums.data, header.enums.size);
    buffer_add(out, header.bodies.data, header.bodies.size);
    if (dialect == C_FOR_COMPILER)
        write_end(&header, guard, out);
    buffer_free(&header.forwards);
    buffer_free(&header.enums);
    buffer_free(&header.bodies);
    buffer_free(&header.asserts);
    buffer_free(&header.order);
}

/* ---- One record after another, in parts ---- */

struct c_parts {
    const struct model *model;
    struct c_scope *tags;
    struct map *held;
};

static void add_held(struct c_parts *parts, const struct row *rows)
{
    for (const struct row *row = rows; row; row = row->next) {
        if (row->type && row->type->record && row_kind(row) == ROW_RECORD)
            map_set(parts->held, row->type->record, parts);
        add_held(parts, row->children);
    }
}

struct c_parts *c_parts_new(const struct model *model)
{
    struct c_parts *parts = ARENA_NEW(model->arena, struct c_parts);
    *parts = (struct c_parts){model, claim_tags(model, false), map_new(model->arena)};
    for (size_t i = 0; i < model->record_count; i++)
        add_held(parts, model->records[i]->rows);
    return parts;
}

struct c_part c_parts_write(const struct c_parts *parts, const struct c_target *target, const struct record *record,
                            struct arena *arena)
{
    struct header header = {
        .target = target,
        .trees = {parts->model->program, arena, target->arch, target->version, map_new(arena)},
        .tags = parts->tags,
        .values = c_scope_new(arena, parts->model->program->intern),
        .used = map_new(arena),
        .announced = map_new(arena),
        .held = parts->held};
    struct buffer macro = {0};
    collect_record(&header, record, false);
    size_t count = header.order.size / sizeof(struct c_record *);
    struct c_record *const *made = arena_copy_array(arena, header.order.data, count, sizeof *made);
    const struct layout **layouts = ARENA_ARRAY(arena, const struct layout *, count);
    for (size_t i = 0; i < count; i++) {
        c_tree_make(&header.trees, made[i]);
        layouts[i] = made[i]->layout;
    }
    if (count)
        write_record(&header, made[count - 1]);
    write_pointer_macro(&header, &macro);
    buffer_free(&header.asserts);
    buffer_free(&header.order);
    return (struct c_part){.macro = buffer_take(&macro, arena),
                           .forwards = buffer_take(&header.forwards, arena),
                           .enums = buffer_take(&header.enums, arena),
                           .body = buffer_take(&header.bodies, arena),
                           .layouts = layouts,
                           .layout_count = count};
}
