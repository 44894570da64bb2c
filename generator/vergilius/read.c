/*
 * Reads YAML into the lists of a struct vergilius. Tables list the keys that a map may have, and the kinds of their
 * values. Other keys are skipped.
 */
#include "vergilius/vergilius.h"

#include <string.h>

#include "base/arena.h"
#include "base/intern.h"
#include "kernel/kernel.h"
#include "model/axis.h"
#include "vergilius/events.h"
#include "vergilius/vergilius_parts.h"

/* Limit for the number of types, and for the number of members. */
enum { ITEMS_MOST = 1000000 };

struct reader {
    struct vergilius *vergilius;
    struct events *events;
    struct buffer types, members;
};

/* A number in the text. */
struct value {
    uint64_t number;
    bool is_negative;
};

enum value_kind { VALUE_TEXT, VALUE_COUNT, VALUE_NUMBER, VALUE_TRUTH, VALUE_LIST };

/* A known key of a map. Its value is stored at the offset `at` of the structure for the map: a const char *, a uint32_t
 * of at most 0x7FFFFFFF, a struct value, or a bool. If the value is a list of maps, `read_item` reads each of them. */
struct key {
    const char *name;
    enum value_kind kind;
    bool is_needed;
    size_t offset;
    bool (*read_item)(struct reader *reader, uint32_t line);
};

static const struct vergilius_arch arches[] = {{"x64", 0x8664, 8}, {"x86", 0x014C, 4}, {"arm64", 0xAA64, 8}};

static bool report_event(struct reader *reader, const struct event *event, const char *format, ...) LIKE_PRINTF(3, 4);

static bool report_event(struct reader *reader, const struct event *event, const char *format, ...)
{
    struct buffer text = {0};
    va_list arguments;
    va_start(arguments, format);
    buffer_format_list(&text, format, arguments);
    va_end(arguments);
    vergilius_fail(reader->vergilius, event->line, "%s", buffer_text(&text));
    buffer_free(&text);
    return false;
}

bool vergilius_fail(struct vergilius *vergilius, uint32_t line, const char *format, ...)
{
    struct isf_file *file = vergilius->file;
    struct buffer text = {0};
    va_list arguments;
    buffer_format(&text, "line %lu: ", (unsigned long)line);
    va_start(arguments, format);
    buffer_format_list(&text, format, arguments);
    va_end(arguments);
    file->error = buffer_take(&text, file->arena);
    return false;
}

/* ---- Values */

/* Reads a decimal number of at most 64 bits, with or without a sign. */
static bool parse_number(const struct event *event, struct value *value)
{
    const char *text = event->text;
    *value = (struct value){.is_negative = *text == '-'};
    text += value->is_negative;
    if (!*text || strspn(text, "0123456789") != strlen(text))
        return false;
    for (; *text; text++) {
        unsigned digit = (unsigned)(*text - '0');
        if (value->number > (UINT64_MAX - digit) / 10)
            return false;
        value->number = value->number * 10 + digit;
    }
    value->is_negative &= value->number != 0;
    return true;
}

/* Skips the rest of a value that begins with an event. */
static bool skip_value(struct reader *reader, struct event event)
{
    size_t depth = 0;
    for (;;) {
        depth += event.kind == EVENT_MAP || event.kind == EVENT_LIST;
        depth -= event.kind == EVENT_END;
        if (!depth)
            return true;
        if (!events_next(reader->events, &event))
            return false;
    }
}

/* Reads a list of maps. An empty text counts as an empty list. */
static bool read_list(struct reader *reader, const struct key *key, struct event event)
{
    if (event.kind == EVENT_TEXT && !event.size)
        return true;
    if (event.kind != EVENT_LIST)
        return report_event(reader, &event, "'%s' is no list", key->name);
    while (events_next(reader->events, &event)) {
        if (event.kind == EVENT_END)
            return true;
        if (event.kind != EVENT_MAP)
            return report_event(reader, &event, "'%s' is a list of something other than maps", key->name);
        if (!key->read_item(reader, event.line))
            return false;
    }
    return false;
}

static bool read_value(struct reader *reader, const struct key *key, char *map)
{
    struct event event;
    if (!events_next(reader->events, &event))
        return false;
    if (key->kind == VALUE_LIST)
        return read_list(reader, key, event);
    if (event.kind != EVENT_TEXT)
        return report_event(reader, &event, "'%s' is no text or number", key->name);
    if (key->kind == VALUE_TEXT) {
        /* Store a text; NULL if it is empty. It must not contain control characters, because it becomes part of names
         * and messages. */
        void *at = map + key->offset;
        for (size_t i = 0; i < event.size; i++)
            if ((unsigned char)event.text[i] < ' ' || event.text[i] == 0x7F)
                return report_event(reader, &event, "'%s' has a control character", key->name);
        const char *text =
            event.size ? intern_name(reader->vergilius->file->import->intern, event.text, event.size) : NULL;
        memcpy(at, &text, sizeof text);
        return true;
    }
    if (key->kind == VALUE_TRUTH) {
        void *at = map + key->offset;
        bool truth = !strcmp(event.text, "true");
        if (!truth && strcmp(event.text, "false") != 0)
            return report_event(reader, &event, "'%s' is neither true nor false", key->name);
        memcpy(at, &truth, sizeof truth);
        return true;
    }
    void *at = map + key->offset;
    struct value value;
    if (!parse_number(&event, &value))
        return report_event(reader, &event, "'%s' is no number of at most 64 bits", key->name);
    if (key->kind == VALUE_NUMBER) {
        memcpy(at, &value, sizeof value);
        return true;
    }
    uint32_t count = (uint32_t)value.number;
    if (value.is_negative || value.number > INT32_MAX)
        return report_event(reader, &event, "'%s' is less than 0 or more than 0x7FFFFFFF", key->name);
    memcpy(at, &count, sizeof count);
    return true;
}

/* Reads the rest of a map, which begins in `line`, into the structure `map`. The list of keys ends with a key without a
 * name. */
static bool read_map(struct reader *reader, const struct key *keys, uint32_t line, void *map)
{
    struct event event;
    unsigned seen = 0;
    while (events_next(reader->events, &event)) {
        size_t i = 0;
        if (event.kind == EVENT_END) {
            for (; keys[i].name; i++)
                if (keys[i].is_needed && !(seen >> i & 1))
                    return vergilius_fail(reader->vergilius, line, "there is no '%s' here", keys[i].name);
            return true;
        }
        if (event.kind != EVENT_TEXT)
            return report_event(reader, &event, "a key is no text");
        while (keys[i].name && strcmp(keys[i].name, event.text) != 0)
            i++;
        if (!keys[i].name) {
            if (!events_next(reader->events, &event) || !skip_value(reader, event))
                return false;
            continue;
        }
        if (seen >> i & 1)
            return report_event(reader, &event, "'%s' is given twice", keys[i].name);
        seen |= 1u << i;
        if (!read_value(reader, &keys[i], map))
            return false;
    }
    return false;
}

/* ---- Members and types */

/* The values of a member's map. */
struct member_text {
    const char *name;
    uint32_t id, ordinal;
    struct value offset;
};

static const struct key member_keys[] = {
    {"name", VALUE_TEXT, false, offsetof(struct member_text, name), NULL},
    {"id", VALUE_COUNT, true, offsetof(struct member_text, id), NULL},
    {"offset", VALUE_NUMBER, true, offsetof(struct member_text, offset), NULL},
    {"ordinal", VALUE_COUNT, true, offsetof(struct member_text, ordinal), NULL},
    {NULL, VALUE_TEXT, false, 0, NULL},
};

static bool read_member(struct reader *reader, uint32_t line)
{
    struct member_text text = {0};
    if (!read_map(reader, member_keys, line, &text))
        return false;
    const struct vergilius_member member = {.name = text.name,
                                            .id = text.id,
                                            .ordinal = text.ordinal,
                                            .offset = text.offset.number,
                                            .is_negative = text.offset.is_negative,
                                            .line = line};
    if (reader->members.size / sizeof member >= ITEMS_MOST)
        return vergilius_fail(reader->vergilius, line, "the file has more than %d members", ITEMS_MOST);
    buffer_add(&reader->members, &member, sizeof member);
    return true;
}

/* The values of a type's map, without its members. */
struct type_text {
    const char *name, *kind;
    uint32_t id, size;
    bool is_const, is_volatile;
};

static const struct key type_keys[] = {
    {"name", VALUE_TEXT, false, offsetof(struct type_text, name), NULL},
    {"id", VALUE_COUNT, true, offsetof(struct type_text, id), NULL},
    {"kind", VALUE_TEXT, true, offsetof(struct type_text, kind), NULL},
    {"sizeof", VALUE_COUNT, true, offsetof(struct type_text, size), NULL},
    {"isConst", VALUE_TRUTH, false, offsetof(struct type_text, is_const), NULL},
    {"isVolatile", VALUE_TRUTH, false, offsetof(struct type_text, is_volatile), NULL},
    {"data", VALUE_LIST, false, 0, read_member},
    {NULL, VALUE_TEXT, false, 0, NULL},
};

static const char *const kinds[] = {
    [VERGILIUS_BASE] = "BASE",     [VERGILIUS_POINTER] = "POINTER", [VERGILIUS_ARRAY] = "ARRAY",
    [VERGILIUS_STRUCT] = "STRUCT", [VERGILIUS_UNION] = "UNION",     [VERGILIUS_ENUM] = "ENUM",
    [VERGILIUS_FUNCTION] = "FUNCTION",
};

static bool read_type(struct reader *reader, uint32_t line)
{
    struct type_text text = {0};
    struct vergilius_type type = {.line = line,
                                  .first_member = reader->members.size / sizeof(struct vergilius_member)};
    size_t kind = 0;
    if (!read_map(reader, type_keys, line, &text))
        return false;
    while (kind < sizeof kinds / sizeof *kinds && (!text.kind || strcmp(kinds[kind], text.kind) != 0))
        kind++;
    if (kind == sizeof kinds / sizeof *kinds)
        return vergilius_fail(reader->vergilius, line, "'%s' is no kind of types", text.kind ? text.kind : "");
    type.name = text.name;
    type.id = text.id;
    type.kind = (enum vergilius_kind)kind;
    type.size = text.size;
    type.is_const = text.is_const;
    type.is_volatile = text.is_volatile;
    type.member_count = reader->members.size / sizeof(struct vergilius_member) - type.first_member;
    if (reader->types.size / sizeof type >= ITEMS_MOST)
        return vergilius_fail(reader->vergilius, line, "the file has more than %d types", ITEMS_MOST);
    buffer_add(&reader->types, &type, sizeof type);
    return true;
}

/* ---- The file */

struct file_text {
    const char *build, *arch;
};

static const struct key file_keys[] = {
    {"buildnumber", VALUE_TEXT, false, offsetof(struct file_text, build), NULL},
    {"arch", VALUE_TEXT, true, offsetof(struct file_text, arch), NULL},
    {"types", VALUE_LIST, true, 0, read_type},
    {NULL, VALUE_TEXT, false, 0, NULL},
};

/* Takes the version and the architecture from the values of the file. */
static bool take_file(struct reader *reader, const struct file_text *text, uint32_t line)
{
    struct vergilius *vergilius = reader->vergilius;
    unsigned parts;
    if (text->build && (!version_parse(text->build, &vergilius->version, &parts) || parts != 4))
        return vergilius_fail(vergilius, line, "the buildnumber '%s' is no version such as 10.0.19041.264",
                              text->build);
    for (size_t i = 0; i < sizeof arches / sizeof *arches; i++)
        if (text->arch && !strcmp(text->arch, arches[i].name))
            vergilius->arch = &arches[i];
    return vergilius->arch ||
           vergilius_fail(vergilius, line, "the arch '%s' is not x86, x64 or arm64", text->arch ? text->arch : "");
}

static bool read_file(struct reader *reader)
{
    struct file_text text = {0};
    struct event event;
    if (!events_next(reader->events, &event))
        return false;
    if (event.kind != EVENT_MAP)
        return report_event(reader, &event, "the file is no map");
    uint32_t line = event.line;
    if (!read_map(reader, file_keys, line, &text) || !take_file(reader, &text, line) ||
        !events_next(reader->events, &event))
        return false;
    return event.kind == EVENT_DONE || report_event(reader, &event, "the file has a second document");
}

/* Returns a copy of a list in the arena, which is not NULL even if the list is empty. */
static void *copy_list(struct arena *arena, const struct buffer *list)
{
    void *copy = arena_alloc(arena, list->size);
    if (list->size)
        memcpy(copy, list->data, list->size);
    return copy;
}

bool vergilius_read(struct vergilius *vergilius, struct unpack *unpack, const void *piece, size_t size)
{
    struct arena *arena = vergilius->file->arena;
    struct reader reader = {.vergilius = vergilius, .events = events_open(vergilius->file, unpack, piece, size)};
    if (!reader.events)
        return false;
    bool done = read_file(&reader);
    vergilius->type_count = reader.types.size / sizeof(struct vergilius_type);
    vergilius->member_count = reader.members.size / sizeof(struct vergilius_member);
    vergilius->types = copy_list(arena, &reader.types);
    vergilius->members = copy_list(arena, &reader.members);
    events_close(reader.events);
    buffer_free(&reader.types);
    buffer_free(&reader.members);
    return done;
}
