/*
 * Chooses names for the structures, unions and enumerations in debugging information. A file may define a name several
 * times, in different units or for different parts of a kernel. Equal definitions become one, different ones get
 * numbers. Definitions are equal if their contents are equal: structures in them are compared by content, structures
 * behind pointers by name. A structure without a name gets the name of the first `typedef` of it, if that is used.
 */
#include <string.h>

#include "base/arena.h"
#include "base/intern.h"
#include "debug/debug_parts.h"

/* Limits for the types that are described: pointers and typedefs in a row, and structures in structures. */
enum { STEPS_MOST = 64, DEPTH_MOST = 64 };

/* ---- Contents */

static const char *definition_text(struct debug *debug, struct debug_type *type);

/* Adds the number of the first definition that has the same content. */
static void add_content(struct debug *debug, struct debug_type *type, struct buffer *text)
{
    const struct debug_type *types = (const void *)debug->types.data;
    const char *content = definition_text(debug, type);
    const struct debug_type *first = content ? map_get(debug->by_content, content) : type;
    buffer_format(text, "%s%zu", content ? "" : "?", (size_t)(first - types));
}

/* Adds the description of a member's type. */
static void add_type(struct debug *debug, uint32_t type, struct buffer *text)
{
    bool is_pointed = false;
    for (size_t i = 0; i < STEPS_MOST; i++) {
        struct debug_type *found = debug_strip(debug, type), *tag = found ? debug_tag(debug, found) : NULL;
        if (!found) {
            buffer_add_text(text, "none");
            return;
        }
        if (tag) {
            buffer_format(text, "tag %d %s ", (int)tag->kind, found->name ? found->name : "");
            if (!tag->is_declared && (!is_pointed || !found->name))
                add_content(debug, found, text);
            return;
        }
        buffer_format(text, "%d %llu %llu %d ", (int)found->kind, (unsigned long long)found->size,
                      (unsigned long long)found->count, found->is_signed);
        if (found->kind != DEBUG_POINTER && found->kind != DEBUG_ARRAY) {
            buffer_add_text(text, found->kind == DEBUG_FUNCTION || !found->name ? "" : found->name);
            return;
        }
        is_pointed |= found->kind == DEBUG_POINTER;
        type = found->of;
    }
}

/* Returns a text that is equal for equal definitions; NULL if structures in it are nested too deeply, or contain
 * themselves. */
static const char *definition_text(struct debug *debug, struct debug_type *type)
{
    const struct debug_type *tag = debug_tag(debug, type);
    struct buffer text = {0};
    if (type->content || type->is_open || debug->open_count == DEPTH_MOST)
        return type->content;
    type->is_open = true;
    debug->open_count++;
    buffer_format(&text, "%s %d %llu %d\n", type->name ? type->name : "", (int)tag->kind, (unsigned long long)tag->size,
                  tag->is_signed);
    for (uint32_t i = 0; i < tag->item_count && tag->kind != DEBUG_ENUM; i++) {
        struct debug_member member = ((struct debug_member *)(void *)debug->members.data)[tag->first + i];
        buffer_format(&text, "%s %llu %lu %d%d%d ", member.name ? member.name : "", (unsigned long long)member.bit,
                      (unsigned long)member.width, member.is_base, member.is_virtual, member.is_lost);
        add_type(debug, member.type, &text);
        buffer_add_char(&text, '\n');
    }
    for (uint32_t i = 0; i < tag->item_count && tag->kind == DEBUG_ENUM; i++) {
        struct debug_value value = ((struct debug_value *)(void *)debug->values.data)[tag->first + i];
        buffer_format(&text, "%s %llu\n", value.name ? value.name : "", (unsigned long long)value.bits);
    }
    type->content = intern_name(debug->contents, text.data, text.size);
    if (!map_get(debug->by_content, type->content))
        map_set(debug->by_content, type->content, type);
    buffer_free(&text);
    debug->open_count--;
    type->is_open = false;
    return type->content;
}

/* ---- Names */

/* Returns a name that no other definition has: NAME with a number. */
static const char *number_name(const struct debug *debug, struct map *map, const char *name, const char *format,
                               uint32_t *number)
{
    const char *numbered;
    do
        numbered = intern_text(debug->file->import->intern,
                               arena_format(debug->file->arena, format, name, (unsigned long)++*number));
    while (map_get(map, numbered));
    return numbered;
}

/* Names a definition. The first one of a name keeps it, an equal one shares the name, and a different one gets a
 * number. */
static void name_definition(struct debug *debug, struct debug_type *type, const struct debug_type *tag)
{
    struct map *map = tag->kind == DEBUG_ENUM ? debug->enums : debug->records;
    struct debug_type *first = map_get(map, type->name);
    type->same = type;
    type->given = type->name;
    if (!first) {
        map_set(map, type->name, type);
        type->variants = 1;
        return;
    }
    if (definition_text(debug, first) && !map_get(debug->named, first->content))
        map_set(debug->named, first->content, first);
    const char *content = definition_text(debug, type);
    struct debug_type *equal = content ? map_get(debug->named, content) : NULL;
    if (equal) {
        type->same = equal;
        type->given = equal->given;
        return;
    }
    type->given = number_name(debug, map, type->name, "%s-%lu", &first->variants);
    map_set(map, type->given, type);
    if (content)
        map_set(debug->named, content, type);
}

void debug_name_types(struct debug *debug)
{
    struct debug_type *types = (void *)debug->types.data;
    size_t count = debug->types.size / sizeof *types;
    uint32_t number = 0;
    for (size_t i = 0; i < count; i++) {
        const struct debug_type *tag = debug_tag(debug, &types[i]);
        if (tag && types[i].name && !tag->is_declared)
            name_definition(debug, &types[i], tag);
    }
    for (size_t i = 0; i < count; i++) {
        if (debug_tag(debug, &types[i]) != &types[i] || types[i].name || types[i].is_declared)
            continue;
        struct map *map = types[i].kind == DEBUG_ENUM ? debug->enums : debug->records;
        types[i].same = &types[i];
        types[i].given = number_name(debug, map, "__unnamed", "%s_%lx", &number);
        map_set(map, types[i].given, &types[i]);
    }
}
