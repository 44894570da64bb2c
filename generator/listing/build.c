#include <string.h>

#include "base/arena.h"
#include "base/intern.h"
#include "listing/listing_parts.h"

bool listing_fail(struct listing *listing, const char *format, ...)
{
    struct buffer text = {0};
    va_list arguments;
    buffer_format(&text, "line %u: ", listing->line);
    va_start(arguments, format);
    buffer_format_list(&text, format, arguments);
    va_end(arguments);
    listing->file->error = arena_copy(listing->file->arena, text.data, text.size);
    buffer_free(&text);
    return false;
}

void listing_leave_out(struct listing *listing, const char *format, ...)
{
    struct kernel_choices *choices = &listing->file->choices;
    struct buffer text = {0};
    va_list arguments;
    if (choices->left_count++)
        return;
    buffer_format(&text, "line %u: ", listing->line);
    va_start(arguments, format);
    buffer_format_list(&text, format, arguments);
    va_end(arguments);
    choices->left = intern_name(listing->file->import->intern, text.data, text.size);
    buffer_free(&text);
}

const char *listing_name(struct listing *listing, const char *text, size_t size)
{
    return intern_name(listing->file->import->intern, text, size);
}

struct isf_type *listing_type(struct listing *listing, const struct isf_type *type)
{
    return arena_copy_array(listing->file->arena, type, 1, sizeof *type);
}

struct isf_type *listing_base(struct listing *listing, const char *name, enum isf_base_kind kind, uint32_t size,
                              bool is_signed)
{
    const struct isf_base base = {
        .name = listing_name(listing, name, strlen(name)), .kind = kind, .size = size, .is_signed = is_signed};
    if (!map_get(listing->bases, base.name)) {
        map_set(listing->bases, base.name, listing);
        buffer_add(&listing->file->bases, &base, sizeof base);
    }
    return listing_type(listing, &(struct isf_type){.kind = ISF_BASE, .name = base.name});
}

struct listing_record *listing_record(struct listing *listing, const char *name)
{
    struct listing_record *record = name ? map_get(listing->records, name) : NULL;
    if (record)
        return record;
    record = ARENA_NEW(listing->file->arena, struct listing_record);
    record->is_inner = !name;
    if (!name) {
        name = arena_format(listing->file->arena, "__unnamed_%zx", ++listing->inner_count);
        name = listing_name(listing, name, strlen(name));
    }
    record->name = name;
    map_set(listing->records, name, record);
    *listing->last = record;
    listing->last = &record->next;
    return record;
}
