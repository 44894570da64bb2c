/* Characters and texts of ASCII, independent of the locale. */
#ifndef BASE_ASCII_H
#define BASE_ASCII_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static inline bool ascii_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool ascii_is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static inline bool ascii_is_letter(char c)
{
    return ascii_is_upper(c) || (c >= 'a' && c <= 'z');
}

/* True for characters of C names: letters, digits and `_`. */
static inline bool ascii_is_name(char c)
{
    return ascii_is_letter(c) || ascii_is_digit(c) || c == '_';
}

static inline char ascii_lower(char c)
{
    return ascii_is_upper(c) ? (char)(c - 'A' + 'a') : c;
}

static inline char ascii_upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

/* True if the text from `at` to `end` begins with a word. */
static inline bool ascii_begins(const char *at, const char *end, const char *word)
{
    size_t size = strlen(word);
    return (size_t)(end - at) >= size && !memcmp(at, word, size);
}

/* True if two texts are the same. NULL is the same as no text but NULL. */
static inline bool ascii_same(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

/* Compares two elements of a list of texts by their bytes, for qsort. */
static inline int ascii_compare(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* True if two texts begin with the same bytes, small letters taken for capital ones. Neither text needs `size` bytes if
 * a NUL ends it. */
static inline bool ascii_begin_alike(const char *a, const char *b, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (ascii_lower(a[i]) != ascii_lower(b[i]))
            return false;
        if (!a[i])
            break;
    }
    return true;
}

#endif
