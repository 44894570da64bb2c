#include <string.h>

#include "base/arena.h"
#include "debug/debug_parts.h"

/* Largest number of qualifiers and typedefs of a type. */
enum { STEPS_MOST = 64 };

bool debug_fail(struct debug *debug, const char *format, ...)
{
    struct buffer text = {0};
    va_list arguments;
    va_start(arguments, format);
    buffer_format_list(&text, format, arguments);
    va_end(arguments);
    debug->file->error = buffer_take(&text, debug->file->arena);
    return false;
}

const char *debug_name(const struct debug *debug, const char *text)
{
    return text && *text ? isf_intern_name(debug->file, text, strlen(text)) : NULL;
}

struct debug_type *debug_type(const struct debug *debug, uint32_t type)
{
    struct debug_type *types = (void *)debug->types.data;
    return type < debug->types.size / sizeof *types ? &types[type] : NULL;
}

static bool is_aggregate(const struct debug_type *type)
{
    return type && (type->kind == DEBUG_STRUCT || type->kind == DEBUG_UNION || type->kind == DEBUG_ENUM);
}

/* Returns the definition without a name that a `typedef` names; NULL if it names something else. */
static struct debug_type *find_named(const struct debug *debug, const struct debug_type *type)
{
    struct debug_type *of = type->kind == DEBUG_TYPEDEF && type->name ? debug_type(debug, type->of) : NULL;
    return is_aggregate(of) && !of->name && !of->is_declared ? of : NULL;
}

struct debug_type *debug_strip(const struct debug *debug, uint32_t type)
{
    struct debug_type *found = debug_type(debug, type);
    for (size_t i = 0; i < STEPS_MOST && found; i++) {
        bool is_other = found->kind == DEBUG_TYPEDEF ? !find_named(debug, found)
                                                     : found->kind >= DEBUG_CONST && found->kind <= DEBUG_SAME;
        if (!is_other)
            return found;
        found = debug_type(debug, found->of);
    }
    return NULL;
}

struct debug_type *debug_tag(const struct debug *debug, struct debug_type *type)
{
    return is_aggregate(type) ? type : find_named(debug, type);
}

struct isf_type *debug_new_type(const struct debug *debug, const struct isf_type *type)
{
    return arena_copy_array(debug->file->arena, type, 1, sizeof *type);
}

struct isf_type *debug_wrong_type(const struct debug *debug, const char *reason)
{
    return debug_new_type(debug, &(struct isf_type){.kind = ISF_WRONG, .name = reason});
}
