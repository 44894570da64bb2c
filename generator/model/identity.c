#include "model/identity.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "model/type.h"

/* For each pair of digits in the text of a GUID, the index of its byte in memory. The first three parts of a GUID are
 * little-endian numbers. */
static const unsigned char places[IDENTITY_GUID_SIZE] = {3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15};

static bool parse_age(const char *text, uint32_t *age)
{
    uint64_t number = 0;
    size_t length = strspn(text, "0123456789");
    if (!length || length > 10 || text[length])
        return false;
    for (const char *c = text; *c; c++)
        number = number * 10 + (uint64_t)(*c - '0');
    *age = (uint32_t)number;
    return number <= UINT32_MAX;
}

/* Returns the number of hexadecimal digits at the beginning of a text. */
static size_t count_digits(const char *text)
{
    return strspn(text, "0123456789abcdefABCDEF");
}

static unsigned char parse_byte(const char *digits)
{
    return (unsigned char)strtoul((const char[]){digits[0], digits[1], 0}, NULL, 16);
}

bool identity_parse_pdb(const char *text, struct identity_numbers *numbers)
{
    enum { DIGITS = 2 * IDENTITY_GUID_SIZE };
    static const unsigned char zero[IDENTITY_GUID_SIZE];
    if (count_digits(text) != DIGITS || text[DIGITS] != '-' ||
        !parse_age(text + DIGITS + 1, &numbers->age))
        return false;
    for (size_t i = 0; i < IDENTITY_GUID_SIZE; i++)
        numbers->guid[places[i]] = parse_byte(text + 2 * i);
    numbers->has_pdb = memcmp(numbers->guid, zero, sizeof zero) != 0;
    return numbers->has_pdb;
}

bool identity_parse_build(const char *text, struct identity_numbers *numbers)
{
    size_t count = count_digits(text);
    if (text[count] || count % 2 || count < 2 * IDENTITY_BUILD_LEAST || count > 2 * IDENTITY_BUILD_MOST)
        return false;
    numbers->build_size = (uint8_t)(count / 2);
    for (size_t i = 0; i < count / 2; i++)
        numbers->build_id[i] = parse_byte(text + 2 * i);
    return true;
}

bool identity_parse(const char *text, struct identity_numbers *numbers)
{
    return identity_parse_pdb(text, numbers) || identity_parse_build(text, numbers);
}

bool identity_has_name(const struct identity_numbers *numbers)
{
    return numbers->has_pdb || numbers->build_size;
}

static void write_build(const struct identity_numbers *numbers, struct buffer *out)
{
    for (size_t i = 0; i < numbers->build_size; i++)
        buffer_format(out, "%02x", numbers->build_id[i]);
}

static void write_pdb(const struct identity_numbers *numbers, struct buffer *out)
{
    for (size_t i = 0; i < IDENTITY_GUID_SIZE; i++)
        buffer_format(out, "%02X", numbers->guid[places[i]]);
    buffer_format(out, "-%lu", (unsigned long)numbers->age);
}

const char *identity_pdb_text(struct arena *arena, const struct identity_numbers *numbers)
{
    struct buffer text = {0};
    write_pdb(numbers, &text);
    return buffer_take(&text, arena);
}

const char *identity_build_text(struct arena *arena, const struct identity_numbers *numbers)
{
    struct buffer text = {0};
    write_build(numbers, &text);
    return buffer_take(&text, arena);
}

const char *identity_text(struct arena *arena, const struct identity_numbers *numbers)
{
    return numbers->has_pdb ? identity_pdb_text(arena, numbers) : identity_build_text(arena, numbers);
}

void identity_write(const struct identity_numbers *numbers, struct buffer *out)
{
    if (numbers->has_pdb) {
        buffer_add_text(out, " pdb \"");
        write_pdb(numbers, out);
        buffer_add_char(out, '"');
    }
    if (numbers->build_size) {
        buffer_add_text(out, " build \"");
        write_build(numbers, out);
        buffer_add_char(out, '"');
    }
    if (numbers->has_image)
        buffer_format(out, " image 0x%08lX 0x%lX", (unsigned long)numbers->timestamp,
                      (unsigned long)numbers->image_size);
}

static int compare_numbers(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

int identity_compare_pdbs(const struct identity_numbers *a, const struct identity_numbers *b)
{
    int order = compare_numbers(a->has_pdb, b->has_pdb);
    for (size_t i = 0; i < IDENTITY_GUID_SIZE && !order; i++)
        order = compare_numbers(a->guid[places[i]], b->guid[places[i]]);
    return order ? order : compare_numbers(a->age, b->age);
}

int identity_compare_builds(const struct identity_numbers *a, const struct identity_numbers *b)
{
    int order = compare_numbers(a->build_size, b->build_size);
    return order ? order : memcmp(a->build_id, b->build_id, a->build_size);
}

int identity_compare_names(const struct identity_numbers *a, const struct identity_numbers *b)
{
    int order = identity_compare_pdbs(a, b);
    return order ? order : identity_compare_builds(a, b);
}

bool identity_share_name(const struct identity_numbers *a, const struct identity_numbers *b)
{
    return (a->has_pdb && b->has_pdb && !identity_compare_pdbs(a, b)) ||
           (a->build_size && b->build_size && !identity_compare_builds(a, b));
}

struct identity_numbers identity_as_pdb(const struct identity_numbers *numbers)
{
    struct identity_numbers pdb = *numbers;
    const unsigned char *id = numbers->build_id, *last = id + IDENTITY_GUID_SIZE;
    if (numbers->has_pdb || !numbers->build_size)
        return pdb;
    memcpy(pdb.guid, id, IDENTITY_GUID_SIZE);
    pdb.age = last[0] | (uint32_t)last[1] << 8 | (uint32_t)last[2] << 16 | (uint32_t)last[3] << 24;
    return pdb;
}

int identity_compare_images(const struct identity_numbers *a, const struct identity_numbers *b)
{
    int order = compare_numbers(a->has_image, b->has_image);
    order = order ? order : compare_numbers(a->timestamp, b->timestamp);
    return order ? order : compare_numbers(a->image_size, b->image_size);
}

int identity_compare(const struct identity *a, const struct identity *b)
{
    int order = compare_numbers(a->arch->index, b->arch->index);
    order = order ? order : compare_numbers(a->version, b->version);
    order = order ? order : identity_compare_names(&a->numbers, &b->numbers);
    return order ? order : identity_compare_images(&a->numbers, &b->numbers);
}
