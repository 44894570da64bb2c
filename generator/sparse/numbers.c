#include "sparse/numbers.h"

#include <string.h>

#include "base/ascii.h"
#include "model/axis.h"

static int digit_of(char c)
{
    return ascii_is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : 16;
}

bool sparse_parse_number(const char *text, bool is_hexadecimal, uint32_t *number)
{
    text += *text == '+';
    bool has_prefix = text[0] == '0' && (text[1] | 0x20) == 'x';
    size_t length = strlen(text);
    bool has_suffix = length > 1 && !has_prefix && (text[length - 1] | 0x20) == 'h';
    unsigned base = has_prefix || has_suffix || is_hexadecimal ? 16 : 10;
    const char *end = text + length - has_suffix;
    uint64_t value = 0;
    text += has_prefix ? 2 : 0;
    if (text == end)
        return false;
    for (; text < end; text++) {
        unsigned digit = (unsigned)digit_of(*text);
        if (digit >= base)
            return false;
        value = value * base + digit;
        if (value > UINT32_MAX)
            return false;
    }
    *number = (uint32_t)value;
    return true;
}

/* Finds the first two numbers of a version from its build: those of the first build of the axis that is not older, or
 * of the last one. Returns false if the axis has no builds. */
static bool find_release(const struct axis *axis, unsigned build, unsigned *major, unsigned *minor)
{
    size_t i = 0;
    while (i + 1 < axis->point_count && version_part(axis->points[i].version, 2) < build)
        i++;
    if (!axis->point_count)
        return false;
    *major = version_part(axis->points[i].version, 0);
    *minor = version_part(axis->points[i].version, 1);
    return true;
}

/* Takes the next version of a text. Returns false if there is none. */
static bool take_version(const struct axis *axis, const char **text, uint64_t *version)
{
    enum { BUILD_LEAST = 1000 }; /* a text has other numbers below it, such as the 2.1 of a tool */
    for (const char *at = *text; *at;) {
        unsigned parts[4], count = 0;
        if (!ascii_is_digit(*at)) {
            at++;
            continue;
        }
        /* Read up to four numbers, with one sign between two of them. */
        while (count < 4 && ascii_is_digit(*at)) {
            unsigned value = 0;
            for (; ascii_is_digit(*at); at++)
                value = value > 0xFFFF ? value : value * 10 + (unsigned)(*at - '0');
            parts[count++] = value;
            *text = at;
            if (!strchr(".-_", *at) || !*at)
                break;
            at++;
        }
        at = *text;
        if (count == 2 && parts[0] >= BUILD_LEAST && find_release(axis, parts[0], &parts[2], &parts[3])) {
            unsigned build = parts[0], revision = parts[1];
            parts[0] = parts[2], parts[1] = parts[3], parts[2] = build, parts[3] = revision;
            count = 4;
        }
        bool is_version = count == 4 && !(at[0] == '.' && ascii_is_digit(at[1]));
        for (unsigned i = 0; i < 4 && is_version; i++)
            is_version = parts[i] <= (i ? 0xFFFFu : VERSION_MAJOR_MOST);
        if (is_version) {
            *version = version_pack(parts[0], parts[1], parts[2], parts[3]);
            return true;
        }
    }
    return false;
}

unsigned sparse_parse_versions(const struct axis *axis, const char *text, uint64_t *version)
{
    uint64_t other;
    if (!take_version(axis, &text, version))
        return 0;
    while (take_version(axis, &text, &other))
        if (other != *version)
            return 2;
    return 1;
}
