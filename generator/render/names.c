#include "render/names.h"

#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"

/* True if a name can be part of an identifier unchanged: letters and digits, with single underscores between them. */
static bool is_in_c(const char *name)
{
    char before = '_';
    for (; *name; before = *name++)
        if (!ascii_is_letter(*name) && !ascii_is_digit(*name) && (*name != '_' || before == '_'))
            return false;
    return before != '_';
}

const char *names_in_c(struct arena *arena, const char *name)
{
    while (*name == '_')
        name++;
    if (is_in_c(name))
        return name;
    char *copy = arena_copy(arena, *name ? name : "x", strlen(*name ? name : "x")), *end = copy;
    for (const char *c = copy; *c; c++) {
        if (ascii_is_letter(*c) || ascii_is_digit(*c))
            *end++ = *c;
        else if (end > copy && end[-1] != '_')
            *end++ = '_';
    }
    while (end > copy && end[-1] == '_')
        end--;
    if (end == copy) /* no character of the name is valid in C; a file still needs a name */
        *end++ = 'x';
    *end = '\0';
    return copy;
}

const char *names_to_capitals(struct arena *arena, const char *text)
{
    char *copy = arena_copy(arena, text, strlen(text));
    for (char *p = copy; *p; p++)
        *p = ascii_upper(*p);
    return copy;
}

const char *names_in_capitals(struct arena *arena, const char *name)
{
    return names_to_capitals(arena, names_in_c(arena, name));
}
