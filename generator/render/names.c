#include "render/names.h"

#include <stdbool.h>
#include <string.h>

#include "base/arena.h"

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

const char *names_in_c(struct arena *arena, const char *name)
{
    while (name[0] == '_' && name[1])
        name++;
    const char *c = name;
    while (is_letter(*c) || is_digit(*c) || *c == '_')
        c++;
    if (!*c)
        return name;
    char *copy = arena_copy(arena, name, strlen(name));
    for (char *p = copy; *p; p++)
        if (!is_letter(*p) && !is_digit(*p))
            *p = '_';
    return copy;
}

const char *names_in_capitals(struct arena *arena, const char *name)
{
    name = names_in_c(arena, name);
    char *copy = arena_copy(arena, name, strlen(name));
    for (char *p = copy; *p; p++)
        if (*p >= 'a' && *p <= 'z')
            *p = (char)(*p - 'a' + 'A');
    return copy;
}
