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
    bool has_prefix = text[0] == '0' && (text[1] | 0x20) == 'x';
    unsigned base = has_prefix || is_hexadecimal ? 16 : 10;
    uint64_t value = 0;
    text += has_prefix ? 2 : 0;
    if (!*text)
        return false;
    for (; *text; text++) {
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

bool sparse_parse_version(const struct axis *axis, const char *text, uint64_t *version)
{
    while (*text) {
        unsigned parts[4];
        if (!ascii_is_digit(*text)) {
            text++;
            continue;
        }
        /* Read up to four numbers, with one sign between two of them. */
        unsigned count = 0;
        const char *at = text;
        while (count < 4 && ascii_is_digit(*at)) {
            unsigned value = 0;
            for (; ascii_is_digit(*at); at++)
                value = value > 0xFFFF ? value : value * 10 + (unsigned)(*at - '0');
            parts[count++] = value;
            text = at;
            if (!strchr(".-_", *at) || !*at)
                break;
            at++;
        }
        if (count == 2 && find_release(axis, parts[0], &parts[2], &parts[3])) {
            unsigned build = parts[0], revision = parts[1];
            parts[0] = parts[2], parts[1] = parts[3], parts[2] = build, parts[3] = revision;
            count = 4;
        }
        if (count < 4)
            continue;
        for (unsigned i = 0; i < 4; i++)
            if (parts[i] > (i ? 0xFFFFu : VERSION_MAJOR_MOST))
                return false;
        *version = version_pack(parts[0], parts[1], parts[2], parts[3]);
        return true;
    }
    return false;
}
