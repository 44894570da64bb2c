/*
 * Reads structures of C#, as programs declare them for native code:
 *
 *     [StructLayout(LayoutKind.Explicit, Size = 0x20)]
 *     public unsafe struct Node
 *     {
 *         [FieldOffset(0x08)] public IntPtr Next;
 *         [FieldOffset(0x10)] public fixed byte Name[15];
 *     }
 *
 * A property such as `uint Kind { get { return (Flags >> 2) & 0x3; } }` is a bit-field of `Flags`.
 */
#include <string.h>

#include "base/arena.h"
#include "base/intern.h"
#include "listing/csharp_parts.h"

/* Attributes and modifiers before a declaration. */
struct prefix {
    struct csharp_attributes attributes;
    bool is_static, is_const, is_fixed, is_partial;
};

static bool is_one_of(const struct csharp_reader *reader, const char *const *words)
{
    for (; *words; words++)
        if (csharp_is(reader, *words))
            return true;
    return false;
}

/* True if a text has structures of C#: a structure after a modifier that C does not have, or an attribute about a
 * layout. */
bool listing_is_csharp(const char *text, const char *end)
{
    static const char *const modifiers[] = {"public",  "internal", "private", "protected", "unsafe",
                                            "partial", "readonly", "record",  NULL};
    static const char *const attributes[] = {"StructLayout",         "FieldOffset", "StructLayoutAttribute",
                                             "FieldOffsetAttribute", "MarshalAs",   NULL};
    if (memchr(text, '\0', (size_t)(end - text)))
        return false;
    struct isf_file file = {.arena = arena_new()};
    struct listing listing = {.file = &file, .text = text, .end = end};
    struct csharp_reader reader = {.listing = &listing, .next = text, .line = 1};
    bool is_modified = false, is_attribute = false, is_meant = false;
    for (csharp_next(&reader); reader.token.kind != CSHARP_END && !is_meant; csharp_next(&reader)) {
        is_meant = (is_modified && (csharp_is(&reader, "struct") || csharp_is(&reader, "enum"))) ||
                   (is_attribute && csharp_is(&reader, "("));
        is_modified = is_one_of(&reader, modifiers);
        is_attribute = is_one_of(&reader, attributes);
    }
    arena_free(file.arena);
    return is_meant;
}

/* ---- Attributes */

/* Skips an expression, up to a comma or closing bracket after it. */
static bool skip_expression(struct csharp_reader *reader)
{
    static const char *const ends[] = {",", ";", ")", "]", "}", NULL};
    while (!is_one_of(reader, ends)) {
        if (reader->token.kind == CSHARP_END)
            return csharp_fail(reader, "the end of an expression");
        if (!csharp_is(reader, "(") && !csharp_is(reader, "[") && !csharp_is(reader, "{"))
            csharp_next(reader);
        else if (!csharp_skip_brackets(reader))
            return false;
    }
    return true;
}

/* Reads the current attribute: its name and arguments. */
static bool read_attribute(struct csharp_reader *reader, struct csharp_attributes *attributes)
{
    static const struct {
        const char *attribute, *argument; /* name of the argument; NULL for the first one */
        size_t place;
    } arguments[] = {
        {"StructLayout", NULL, offsetof(struct csharp_attributes, kind)},
        {"StructLayout", "layoutKind", offsetof(struct csharp_attributes, kind)},
        {"StructLayout", "Size", offsetof(struct csharp_attributes, size)},
        {"StructLayout", "Pack", offsetof(struct csharp_attributes, pack)},
        {"StructLayout", "CharSet", offsetof(struct csharp_attributes, set)},
        {"FieldOffset", NULL, offsetof(struct csharp_attributes, offset)},
        {"FieldOffset", "offset", offsetof(struct csharp_attributes, offset)},
        {"MarshalAs", NULL, offsetof(struct csharp_attributes, marshal)},
        {"MarshalAs", "unmanagedType", offsetof(struct csharp_attributes, marshal)},
        {"MarshalAs", "ArraySubType", offsetof(struct csharp_attributes, element)},
        {"MarshalAs", "SizeConst", offsetof(struct csharp_attributes, count)},
        {"InlineArray", NULL, offsetof(struct csharp_attributes, inline_count)},
    };
    static const char suffix[] = "Attribute";
    struct csharp_token name;
    do {
        if (reader->token.kind != CSHARP_NAME)
            return csharp_fail(reader, "the name of an attribute");
        name = reader->token;
        csharp_next(reader);
    } while (csharp_take(reader, ".") || csharp_take(reader, "::") || csharp_take(reader, ":"));
    if (name.size > strlen(suffix) && !memcmp(name.text + name.size - strlen(suffix), suffix, strlen(suffix)))
        name.size -= strlen(suffix);
    attributes->is_layout |= name.size == strlen("StructLayout") && !memcmp(name.text, "StructLayout", name.size);
    if (!csharp_take(reader, "("))
        return true;
    for (size_t index = 0; !csharp_is(reader, ")"); index++) {
        struct csharp_token argument = {CSHARP_END, "", 0};
        struct csharp_reader ahead = *reader;
        csharp_next(&ahead);
        if (reader->token.kind == CSHARP_NAME && (csharp_is(&ahead, "=") || csharp_is(&ahead, ":"))) {
            argument = reader->token;
            csharp_next(&ahead);
            *reader = ahead;
        }
        for (size_t i = 0; i < sizeof arguments / sizeof *arguments; i++) {
            const char *wanted = arguments[i].argument ? arguments[i].argument : "";
            struct csharp_place *place = (void *)((char *)attributes + arguments[i].place);
            if (strlen(arguments[i].attribute) != name.size || memcmp(arguments[i].attribute, name.text, name.size) ||
                strlen(wanted) != argument.size || memcmp(wanted, argument.text, argument.size) ||
                (!argument.size && index))
                continue;
            if (place->text)
                return csharp_fail(reader, "an attribute that stands once");
            *place = csharp_here(reader);
        }
        if (!skip_expression(reader) || (!csharp_is(reader, ")") && !csharp_expect(reader, ",")))
            return false;
    }
    csharp_next(reader);
    return true;
}

/* Reads the current attributes and modifiers. */
static bool read_prefix(struct csharp_reader *reader, struct prefix *prefix)
{
    static const char *const modifiers[] = {"public",  "protected", "internal", "unsafe",   "sealed",  "abstract",
                                            "new",     "extern",    "volatile", "ref",      "file",    "required",
                                            "virtual", "override",  "async",    "readonly", "private", NULL};
    *prefix = (struct prefix){0};
    for (;;) {
        if (csharp_take(reader, "[")) {
            while (!csharp_take(reader, "]"))
                if (!read_attribute(reader, &prefix->attributes) ||
                    (!csharp_is(reader, "]") && !csharp_expect(reader, ",")))
                    return false;
            continue;
        }
        prefix->is_static |= csharp_is(reader, "static");
        prefix->is_const |= csharp_is(reader, "const");
        prefix->is_fixed |= csharp_is(reader, "fixed");
        prefix->is_partial |= csharp_is(reader, "partial");
        if (!csharp_is(reader, "static") && !csharp_is(reader, "const") && !csharp_is(reader, "fixed") &&
            !csharp_is(reader, "partial") && !is_one_of(reader, modifiers))
            return true;
        csharp_next(reader);
    }
}

/* ---- Names */

/* Adds an item to a scope. If the scope already has the same namespace, or a part of the same type, returns that. If
 * another item has the name, sets an error and returns NULL. */
static struct csharp_item *add_item(struct csharp *csharp, struct csharp_reader *reader, struct csharp_item *scope,
                                    enum csharp_kind kind, bool is_partial)
{
    const char *name = csharp_name(reader);
    struct csharp_item *item = scope->names ? map_get(scope->names, name) : NULL;
    reader->listing->line = reader->line;
    if (item && item->kind == CSHARP_SPACE && kind == CSHARP_SPACE)
        return item;
    if (item && item->is_partial && is_partial && (kind == CSHARP_SPACE || item->kind == kind || kind == CSHARP_OPEN))
        return item;
    if (item && kind == CSHARP_ALIAS) /* files that were joined may repeat an alias */
        return item;
    if (item) {
        listing_fail(reader->listing, "'%s' is declared twice", name);
        return NULL;
    }
    item = ARENA_NEW(reader->listing->file->arena, struct csharp_item);
    *item = (struct csharp_item){
        .kind = kind, .name = name, .around = scope, .line = reader->line, .is_partial = is_partial};
    scope->names = scope->names ? scope->names : map_new(reader->listing->file->arena);
    map_set(scope->names, name, item);
    if (!map_get(csharp->anywhere, name))
        map_set(csharp->anywhere, name, item);
    *csharp->last = item;
    csharp->last = &item->next;
    return item;
}

/* Returns a name for a type in the isf_file: its own, or with the names of the types around it before that. Returns
 * NULL after an error (listing_fail). */
static const char *make_name(struct csharp *csharp, const struct csharp_item *item)
{
    const char *name = item->name;
    for (const struct csharp_item *around = item; map_get(csharp->taken, name);) {
        around = around->around;
        if (!around || !around->name || strlen(name) > UINT16_MAX) {
            csharp->listing->line = item->line;
            listing_fail(csharp->listing, "'%s' is declared twice", item->name);
            return NULL;
        }
        const char *longer = arena_format(csharp->listing->file->arena, "%s_%s", around->name, name);
        name = listing_name(csharp->listing, longer, strlen(longer));
    }
    map_set(csharp->taken, name, csharp);
    return name;
}

/* ---- Members */

static bool read_declarations(struct csharp *csharp, struct csharp_reader *reader, struct csharp_item *scope);

/* Skips a member without a layout, up to its `;`, or with its block. A property may have an initial value after the
 * block. */
static bool skip_member(struct csharp_reader *reader)
{
    for (;;) {
        bool is_block = csharp_is(reader, "{");
        if (csharp_take(reader, ";"))
            return true;
        if (reader->token.kind == CSHARP_END || csharp_is(reader, "}"))
            return csharp_fail(reader, "';'");
        if (!is_block && !csharp_is(reader, "(") && !csharp_is(reader, "["))
            csharp_next(reader);
        else if (!csharp_skip_brackets(reader))
            return false;
        if (is_block && !csharp_is(reader, "="))
            return true;
    }
}

/* Reads the values of an enumeration. */
static bool read_enum(struct csharp *csharp, struct csharp_reader *reader, struct csharp_item *item)
{
    struct csharp_item *previous = NULL;
    csharp_next(reader);
    if (csharp_take(reader, ":")) {
        item->value = csharp_here(reader);
        if (!csharp_skip_type(reader))
            return csharp_fail(reader, "the type of the values");
    }
    item->type_name = make_name(csharp, item);
    if (!item->type_name || !csharp_expect(reader, "{"))
        return false;
    while (!csharp_take(reader, "}")) {
        struct prefix prefix;
        if (!read_prefix(reader, &prefix))
            return false;
        if (reader->token.kind != CSHARP_NAME)
            return csharp_fail(reader, "the name of a value");
        struct csharp_item *value = add_item(csharp, reader, item, CSHARP_CONST, false);
        if (!value)
            return false;
        value->previous = previous;
        previous = value;
        buffer_add(&item->values, &value, sizeof value);
        csharp_next(reader);
        if (csharp_take(reader, "=")) {
            value->value = csharp_here(reader);
            if (!skip_expression(reader))
                return false;
        }
        if (!csharp_is(reader, "}") && !csharp_expect(reader, ","))
            return false;
    }
    csharp_take(reader, ";");
    return true;
}

/* True if the current `:` begins a list with a base class; interfaces have names such as IThing. */
static bool has_base(const struct csharp_reader *reader)
{
    struct csharp_reader ahead = *reader;
    struct csharp_token last = {0};
    if (!csharp_take(&ahead, ":"))
        return false;
    do {
        last = ahead.token;
        csharp_next(&ahead);
    } while (csharp_take(&ahead, "."));
    return last.kind == CSHARP_NAME &&
           !(last.size > 1 && last.text[0] == 'I' && last.text[1] >= 'A' && last.text[1] <= 'Z');
}

/* Reads a structure, class or interface, from after that word. */
static bool read_type(struct csharp *csharp, struct csharp_reader *reader, struct csharp_item *scope,
                      const struct prefix *prefix, bool is_struct)
{
    struct csharp_reader ahead = *reader;
    const struct csharp_attributes *attributes = &prefix->attributes;
    const char *layout = attributes->kind.text ? csharp_last_name(csharp, &attributes->kind) : "";
    if (reader->token.kind != CSHARP_NAME)
        return csharp_fail(reader, "the name of a type");
    csharp_next(&ahead);
    bool is_open = !strcmp(layout, "Auto") || !strcmp(layout, "3") || csharp_is(&ahead, "<");
    bool is_layout = is_struct || (attributes->is_layout && !prefix->is_static);
    enum csharp_kind kind = is_layout && is_open ? CSHARP_OPEN : is_layout ? CSHARP_LAYOUT : CSHARP_SPACE;
    struct csharp_item *item = add_item(csharp, reader, scope, kind, prefix->is_partial);
    if (!item)
        return false;
    kind = item->kind;
    if (attributes->is_layout)
        item->attributes = *attributes;
    if (attributes->inline_count.text)
        item->attributes.inline_count = attributes->inline_count;
    item->is_explicit |= !strcmp(layout, "Explicit") || !strcmp(layout, "2");
    if (kind == CSHARP_OPEN)
        listing_leave_out(reader->listing, "'%s' is left out: the runtime chooses the layout", item->name);
    for (csharp_next(reader); !csharp_is(reader, "{"); csharp_next(reader)) {
        if (kind == CSHARP_LAYOUT && !is_struct && has_base(reader)) {
            listing_leave_out(reader->listing, "'%s' is left out: its first fields are those of a base class",
                              item->name);
            kind = item->kind = CSHARP_OPEN;
        }
        if (kind == CSHARP_LAYOUT && csharp_is(reader, "("))
            return csharp_fail(reader, "the block of a structure");
        if (csharp_take(reader, ";"))
            return true;
        if (reader->token.kind == CSHARP_END)
            return csharp_fail(reader, "'{'");
    }
    if (kind == CSHARP_LAYOUT && !item->record) {
        const char *name = make_name(csharp, item);
        if (!name)
            return false;
        item->record = listing_record(csharp->listing, name);
    }
    reader->bodies += kind == CSHARP_LAYOUT;
    csharp_next(reader);
    if (!read_declarations(csharp, reader, item))
        return false;
    reader->bodies -= kind == CSHARP_LAYOUT;
    if (!csharp_expect(reader, "}"))
        return false;
    csharp_take(reader, ";");
    return true;
}

/* Reads the getter of a property: the bits, and the field that has them. Such a getter is `(uint)(Flags >> 2 & 0x3)`
 * after `return` or `=>`, with or without brackets. Returns false for any other getter. */
static bool read_getter(struct csharp_reader reader, struct csharp_field *field)
{
    static const char *const ignored[] = {"readonly", "{", "get", "=>", "return", "(", ")", "unchecked", ".", NULL};
    struct csharp_token last = {0};
    uint64_t shift = 0, mask = 0;
    for (; !csharp_is(&reader, "&") && !csharp_is(&reader, ">"); csharp_next(&reader)) {
        bool is_ignored = is_one_of(&reader, ignored);
        if (reader.token.kind != CSHARP_NAME && !is_ignored)
            return false;
        last = is_ignored ? last : reader.token;
    }
    if (csharp_take(&reader, ">")) {
        if (!csharp_take(&reader, ">") || !csharp_number(&reader.token, &shift))
            return false;
        csharp_next(&reader);
        while (csharp_take(&reader, ")"))
            continue;
    }
    if (!last.size || !csharp_take(&reader, "&") || !csharp_number(&reader.token, &mask) || !mask || shift > 63)
        return false;
    for (; mask % 2 == 0 && shift < 64; mask /= 2)
        shift++;
    field->unit = listing_name(reader.listing, last.text, last.size);
    field->bit = (uint8_t)shift;
    for (field->width = 0; mask % 2; mask /= 2)
        field->width++;
    return !mask && field->bit + field->width <= 64;
}

/* Reads a field, a property or a method, after its attributes and modifiers. */
static bool read_member(struct csharp_reader *reader, struct csharp_item *scope, const struct prefix *prefix)
{
    struct csharp_field field = {.attributes = prefix->attributes};
    bool has_fields = scope->kind == CSHARP_LAYOUT && !prefix->is_static;
    csharp_take(reader, "event");
    field.type = csharp_here(reader);
    if (!csharp_skip_type(reader) || reader->token.kind != CSHARP_NAME)
        return reader->listing->file->error ? false : skip_member(reader);
    for (;;) {
        struct csharp_reader ahead = *reader;
        field.name = csharp_name(reader);
        field.line = reader->line;
        csharp_next(&ahead);
        if (csharp_is(&ahead, "{") || csharp_is(&ahead, "=>")) {
            struct csharp_reader body = ahead;
            csharp_next(&body);
            while (is_one_of(&body, (const char *const[]){"readonly", "public", "private", "internal", NULL}))
                csharp_next(&body);
            bool is_auto = csharp_take(&body, "get") && csharp_is(&body, ";");
            bool has_bits = !is_auto && read_getter(ahead, &field);
            if (has_fields && (is_auto || has_bits))
                buffer_add(&scope->fields, &field, sizeof field);
            return skip_member(reader);
        }
        bool has_bound = csharp_is(&ahead, "[") && !csharp_is(reader, "this");
        if (!csharp_is(&ahead, ";") && !csharp_is(&ahead, ",") && !csharp_is(&ahead, "=") && !has_bound)
            return skip_member(reader);
        *reader = ahead;
        if (has_bound && !prefix->is_fixed)
            return csharp_fail(reader, "';', since the field is not `fixed`,");
        if (csharp_take(reader, "[")) {
            field.fixed = csharp_here(reader);
            if (!skip_expression(reader) || !csharp_expect(reader, "]"))
                return false;
        }
        if (has_fields)
            buffer_add(&scope->fields, &field, sizeof field);
        if (csharp_take(reader, "=") && !skip_expression(reader))
            return false;
        if (!csharp_take(reader, ","))
            return csharp_expect(reader, ";");
        if (reader->token.kind != CSHARP_NAME)
            return csharp_fail(reader, "the name of a field");
    }
}

/* Reads constants, from after the word `const`. A constant that is no number is an error only if something uses it.
 * `Offset_NAME` in a structure is the offset of an array without an end, as `strata render` writes it. */
static bool read_constants(struct csharp *csharp, struct csharp_reader *reader, struct csharp_item *scope)
{
    static const char offset[] = "Offset_";
    if (!csharp_skip_type(reader))
        return csharp_fail(reader, "the type of a constant");
    do {
        if (reader->token.kind != CSHARP_NAME)
            return csharp_fail(reader, "the name of a constant");
        struct csharp_item *item = add_item(csharp, reader, scope, CSHARP_CONST, false);
        csharp_next(reader);
        if (!item || !csharp_expect(reader, "="))
            return false;
        item->value = csharp_here(reader);
        if (scope->is_explicit && !strncmp(item->name, offset, strlen(offset)) && item->name[strlen(offset)]) {
            const struct csharp_field field = {
                .name = listing_name(reader->listing, item->name + strlen(offset), strlen(item->name) - strlen(offset)),
                .open = item->value,
                .line = reader->line};
            buffer_add(&scope->fields, &field, sizeof field);
        }
        if (!skip_expression(reader))
            return false;
    } while (csharp_take(reader, ","));
    return csharp_expect(reader, ";");
}

/* Reads an alias or a namespace, from after the word `using`. A namespace is ignored. */
static bool read_using(struct csharp *csharp, struct csharp_reader *reader, struct csharp_item *scope)
{
    struct csharp_reader ahead = *reader;
    csharp_take(&ahead, "unsafe");
    struct csharp_reader name = ahead;
    csharp_next(&ahead);
    if (name.token.kind == CSHARP_NAME && csharp_take(&ahead, "=")) {
        struct csharp_item *alias = add_item(csharp, &name, scope, CSHARP_ALIAS, false);
        if (!alias)
            return false;
        alias->value = csharp_here(&ahead);
        *reader = ahead;
    }
    return skip_member(reader);
}

/* Reads `namespace A.B` and its contents, from after the word `namespace`. */
static bool read_namespace(struct csharp *csharp, struct csharp_reader *reader, struct csharp_item *scope)
{
    unsigned parts = 0;
    do {
        if (reader->token.kind != CSHARP_NAME || ++parts > LISTING_DEPTH_MOST)
            return csharp_fail(reader, "the name of a namespace");
        if (!(scope = add_item(csharp, reader, scope, CSHARP_SPACE, false)))
            return false;
        csharp_next(reader);
    } while (csharp_take(reader, "."));
    if (csharp_take(reader, ";")) /* without braces, the namespace contains the rest of the text */
        return read_declarations(csharp, reader, scope);
    if (!csharp_expect(reader, "{") || !read_declarations(csharp, reader, scope) || !csharp_expect(reader, "}"))
        return false;
    csharp_take(reader, ";");
    return true;
}

/* Reads all declarations of a scope, up to the `}` that closes it, or to the end of the text. */
static bool read_declarations(struct csharp *csharp, struct csharp_reader *reader, struct csharp_item *scope)
{
    bool done = true;
    if (++csharp->depth > LISTING_DEPTH_MOST)
        return csharp_fail(reader, "fewer types in each other");
    while (done && reader->token.kind != CSHARP_END && !csharp_is(reader, "}")) {
        struct prefix prefix;
        if (csharp_take(reader, ";"))
            continue;
        if (!read_prefix(reader, &prefix))
            return false;
        struct csharp_reader ahead = *reader;
        csharp_next(&ahead);
        if (csharp_is(reader, "global") && csharp_is(&ahead, "using"))
            csharp_next(reader);
        bool is_record = csharp_is(reader, "record") && ahead.token.kind == CSHARP_NAME;
        if (is_record && (csharp_is(&ahead, "struct") || csharp_is(&ahead, "class")))
            *reader = ahead;
        bool is_struct = csharp_is(reader, "struct");
        if (csharp_take(reader, "using")) {
            done = read_using(csharp, reader, scope);
        } else if (csharp_take(reader, "namespace")) {
            done = read_namespace(csharp, reader, scope);
        } else if (csharp_take(reader, "struct") || csharp_take(reader, "class") ||
                   (is_record && csharp_take(reader, "record"))) {
            done = read_type(csharp, reader, scope, &prefix, is_struct);
        } else if (csharp_take(reader, "enum")) {
            struct csharp_item *item = add_item(csharp, reader, scope, CSHARP_ENUM, false);
            done = item && read_enum(csharp, reader, item);
        } else if (csharp_is(reader, "interface") || (csharp_is(reader, "delegate") && !csharp_is(&ahead, "*"))) {
            bool is_delegate = csharp_take(reader, "delegate");
            if (is_delegate ? !csharp_skip_type(reader) : (csharp_next(reader), false))
                return csharp_fail(reader, "what a delegate returns");
            done = add_item(csharp, reader, scope, CSHARP_POINTER, true) && skip_member(reader);
        } else {
            done = prefix.is_const ? read_constants(csharp, reader, scope) : read_member(reader, scope, &prefix);
        }
    }
    csharp->depth--;
    return done && !reader->listing->file->error;
}

bool listing_read_csharp(struct listing *listing)
{
    struct arena *arena = listing->file->arena;
    struct csharp_item global = {.kind = CSHARP_SPACE};
    struct csharp csharp = {.listing = listing, .global = &global, .anywhere = map_new(arena), .taken = map_new(arena)};
    struct csharp_reader reader = {.listing = listing, .next = listing->text, .line = listing->line};
    csharp.last = &csharp.first;
    csharp_next(&reader);
    bool done = read_declarations(&csharp, &reader, &global) &&
                (reader.token.kind == CSHARP_END || csharp_fail(&reader, "a declaration"));
    for (struct csharp_item *item = csharp.first; item && done; item = item->next)
        done = item->kind != CSHARP_ENUM || csharp_add_enum(&csharp, item);
    for (struct csharp_item *item = csharp.first; item && done; item = item->next)
        done = item->kind != CSHARP_LAYOUT || csharp_lay_out(&csharp, item);
    for (struct csharp_item *item = csharp.first; item; item = item->next) {
        buffer_free(&item->fields);
        buffer_free(&item->values);
    }
    return done;
}
