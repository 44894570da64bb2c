/*
 * Writes fields and symbols of a symbol file as JSON again. Used for those that specs cannot express.
 */
#include "base/arena.h"
#include "base/json.h"
#include "kernel/isf_parts.h"

static void write_type(struct json *json, const struct isf_type *type)
{
    static const char *const words[] = {
        [ISF_BASE] = "base",         [ISF_POINTER] = "pointer",   [ISF_ARRAY] = "array",
        [ISF_STRUCT] = "struct",     [ISF_UNION] = "union",       [ISF_ENUM] = "enum",
        [ISF_BITFIELD] = "bitfield", [ISF_FUNCTION] = "function", [ISF_WRONG] = NULL,
    };
    if (type->kind == ISF_WRONG) {
        json_null(json);
        return;
    }
    json_open(json, '{');
    json_member_text(json, "kind", words[type->kind]);
    if (type->name)
        json_member_text(json, type->kind == ISF_POINTER ? "base" : "name", type->name);
    if (type->kind == ISF_ARRAY)
        json_member_number(json, "count", type->count);
    if (type->kind == ISF_BITFIELD) {
        json_member_number(json, "bit_position", type->bit_position);
        json_member_number(json, "bit_length", type->bit_length);
    }
    if (type->of) {
        json_key(json, type->kind == ISF_BITFIELD ? "type" : "subtype");
        write_type(json, type->of);
    }
    json_close(json, '}');
}

const char *isf_field_text(const struct isf_maker *maker, const struct isf_field *field)
{
    struct buffer text = {0};
    struct json json = {.out = &text};
    bool is_negative = field->offset == ISF_NO_NUMBER && field->far_offset < 0;
    uint64_t offset = field->offset == ISF_NO_NUMBER ? (uint64_t)field->far_offset : field->offset;
    json_open(&json, '{');
    json_key(&json, "offset");
    json_signed(&json, is_negative, is_negative ? 0 - offset : offset);
    json_key(&json, "type");
    write_type(&json, field->type);
    if (field->is_anonymous)
        json_member_bool(&json, "anonymous", true);
    json_close(&json, '}');
    return buffer_take(&text, maker->file->import->arena);
}

const char *isf_symbol_text(const struct isf_file *file, const struct isf_symbol *symbol, bool has_no_address)
{
    struct buffer text = {0};
    struct json json = {.out = &text};
    json_open(&json, '{');
    if (symbol->has_address && !has_no_address) {
        json_key(&json, "address");
        json_signed(&json, symbol->address.is_negative, symbol->address.bits);
    }
    if (symbol->type) {
        json_key(&json, "type");
        write_type(&json, symbol->type);
    }
    if (symbol->linkage)
        json_member_text(&json, "linkage_name", symbol->linkage);
    if (symbol->data)
        json_member_text(&json, "constant_data", symbol->data);
    json_close(&json, '}');
    bool is_empty = has_no_address && !symbol->type && !symbol->linkage && !symbol->data;
    const char *made = is_empty ? NULL : arena_copy(file->import->arena, text.data, text.size);
    buffer_free(&text);
    return made;
}

const char *isf_metadata_text(const struct isf_file *file)
{
    static const char *const keys[] = {"name", "version", "datetime", "comment"};
    enum { KEY_COUNT = sizeof keys / sizeof *keys };
    struct buffer text = {0};
    struct json json = {.out = &text};
    size_t count = 0;
    for (size_t i = 0; i < KEY_COUNT; i++)
        count += file->producer[i] != NULL;
    if (!count && !file->format)
        return NULL;
    json_open(&json, '{');
    if (file->format)
        json_member_text(&json, "format", file->format);
    if (count)
        json_member_open(&json, "producer", '{');
    for (size_t i = 0; i < KEY_COUNT; i++)
        if (file->producer[i])
            json_member_text(&json, keys[i], file->producer[i]);
    if (count)
        json_close(&json, '}');
    json_close(&json, '}');
    return buffer_take(&text, file->import->arena);
}
