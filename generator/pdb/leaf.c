/*
 * Tables describe the leaves; one function reads all of them. There are three generations: numbers below 0x1000 have
 * types of 16 bits, those of the other two have 32. Names are counted up to 0x14FF, and end with a NUL from 0x1500 on.
 */
#include "pdb/leaf.h"

#include <string.h>

#include "base/lookup.h"
#include "pdb/little.h"

/* A leaf's number, and its parts in order:
 *
 *   2 4   bytes that are skipped            t T   type, of 16 or 32 bits
 *   f F   list of fields, likewise          p P   properties, of 16 or 32 bits
 *   a A   attributes, of 16 or 32 bits      b l   bit and width, of 8 bits
 *   n     number: a size, offset or value   c     number that is skipped
 *   o     offset of 32 bits                 s z   name, counted or with a NUL
 *   u     unique name, if the properties say that there is one
 *   v     4 bytes that are skipped, if the attributes say that a virtual function is new
 */
struct form {
    uint16_t leaf;
    enum leaf_kind kind;
    const char *parts;
};

static const struct form forms[] = {
    {0x0001, LEAF_MODIFIER, "at"},      {0x0002, LEAF_POINTER, "at"},      {0x0003, LEAF_ARRAY, "t2ns"},
    {0x0004, LEAF_STRUCT, "2fp22ns"},   {0x0005, LEAF_STRUCT, "2fp22ns"},  {0x0006, LEAF_UNION, "2fpns"},
    {0x0007, LEAF_ENUM, "2tfps"},       {0x0008, LEAF_FUNCTION, "t22f"},   {0x0009, LEAF_FUNCTION, "t2222f"},
    {0x0204, LEAF_FIELDS, ""},          {0x0206, LEAF_BITS, "lbt"},        {0x1001, LEAF_MODIFIER, "Ta"},
    {0x1002, LEAF_POINTER, "TA"},       {0x1003, LEAF_ARRAY, "T4ns"},      {0x1004, LEAF_STRUCT, "2pF44ns"},
    {0x1005, LEAF_STRUCT, "2pF44ns"},   {0x1006, LEAF_UNION, "2pFns"},     {0x1007, LEAF_ENUM, "2pTFs"},
    {0x1008, LEAF_FUNCTION, "T22F"},    {0x1009, LEAF_FUNCTION, "T4422F"}, {0x100A, LEAF_MODIFIER, "T"},
    {0x1203, LEAF_FIELDS, ""},          {0x1205, LEAF_BITS, "Tlb"},        {0x1503, LEAF_ARRAY, "T4nz"},
    {0x1504, LEAF_STRUCT, "2pF44nzu"},  {0x1505, LEAF_STRUCT, "2pF44nzu"}, {0x1506, LEAF_UNION, "2pFnzu"},
    {0x1507, LEAF_ENUM, "2pTFzu"},      {0x150A, LEAF_MODIFIER, "T"},      {0x1516, LEAF_ARRAY, "T44nz"},
    {0x1518, LEAF_MODIFIER, "T"},       {0x1519, LEAF_STRUCT, "2pF44nzu"}, {0x151B, LEAF_ARRAY, "T4nz"},
    {0x1608, LEAF_STRUCT, "PF44cnzu"},  {0x1609, LEAF_STRUCT, "PF44cnzu"}, {0x160A, LEAF_UNION, "PFcnzu"},
    {0x160B, LEAF_STRUCT, "PF44cnzu"},
};

static const struct form field_forms[] = {
    {0x0400, LEAF_BASE, "t2n"},       {0x0401, LEAF_VIRTUAL_BASE, "t22nc"}, {0x0402, LEAF_SKIPPED, "222cc"},
    {0x0403, LEAF_VALUE, "2ns"},      {0x0404, LEAF_SKIPPED, "2s"},         {0x0405, LEAF_CONTINUED, "t"},
    {0x0406, LEAF_MEMBER, "t2ns"},    {0x0407, LEAF_SKIPPED, "22s"},        {0x0408, LEAF_SKIPPED, "22s"},
    {0x0409, LEAF_SKIPPED, "2s"},     {0x040A, LEAF_VIRTUALS, "t"},         {0x040B, LEAF_SKIPPED, "2"},
    {0x040C, LEAF_SKIPPED, "a2vs"},   {0x040D, LEAF_VIRTUALS, "to"},        {0x1400, LEAF_BASE, "2Tn"},
    {0x1401, LEAF_VIRTUAL_BASE, "2T4nc"}, {0x1402, LEAF_SKIPPED, "244cc"},  {0x1403, LEAF_SKIPPED, "24s"},
    {0x1404, LEAF_CONTINUED, "2T"},   {0x1405, LEAF_MEMBER, "2Tns"},        {0x1406, LEAF_SKIPPED, "24s"},
    {0x1407, LEAF_SKIPPED, "24s"},    {0x1408, LEAF_SKIPPED, "24s"},        {0x1409, LEAF_VIRTUALS, "2T"},
    {0x140A, LEAF_SKIPPED, "24"},     {0x140B, LEAF_SKIPPED, "a4vs"},       {0x140C, LEAF_VIRTUALS, "2To"},
    {0x140D, LEAF_SKIPPED, "24s"},    {0x140E, LEAF_SKIPPED, "24s"},        {0x1502, LEAF_VALUE, "2nz"},
    {0x150C, LEAF_SKIPPED, "24z"},    {0x150D, LEAF_MEMBER, "2Tnz"},        {0x150E, LEAF_SKIPPED, "24z"},
    {0x150F, LEAF_SKIPPED, "24z"},    {0x1510, LEAF_SKIPPED, "24z"},        {0x1511, LEAF_SKIPPED, "a4vz"},
    {0x1512, LEAF_SKIPPED, "24z"},    {0x1513, LEAF_SKIPPED, "24z"},        {0x151A, LEAF_BASE, "2Tn"},
};

/* Forms of numbers, by their first 16 bits from 0x8000 on; smaller ones are the number itself. Unknown forms have size
 * 0. */
static const struct {
    uint8_t size;
    bool is_signed;
} number_forms[] = {
    {1, true}, {2, true}, {2, false}, {4, true}, {4, false}, {0}, {0}, {0}, {0}, {8, true}, {8, false},
};

/* Numbers of 128 bits; in practice they fit 64 bits. */
enum { NUMBER_FIRST = 0x8000, NUMBER_OCTAWORD = 0x8017, NUMBER_UNSIGNED_OCTAWORD = 0x8018 };

/* Bytes from this value on align the next field. The low bits are their number. */
enum { PADDING_FIRST = 0xF0 };

/* The bytes that are being read. */
struct reading {
    const uint8_t *next, *end;
    bool is_damaged;
};

/* Returns the next `size` bytes; NULL if there are fewer. */
static const uint8_t *take_bytes(struct reading *reading, size_t size)
{
    const uint8_t *at = reading->next;
    if ((size_t)(reading->end - at) < size) {
        reading->is_damaged = true;
        reading->next = reading->end;
        return NULL;
    }
    reading->next += size;
    return at;
}

static uint32_t take_16(struct reading *reading)
{
    const uint8_t *at = take_bytes(reading, 2);
    return at ? little_u16(at) : 0;
}

static uint32_t take_32(struct reading *reading)
{
    const uint8_t *at = take_bytes(reading, 4);
    return at ? little_u32(at) : 0;
}

static uint8_t take_8(struct reading *reading)
{
    const uint8_t *at = take_bytes(reading, 1);
    return at ? *at : 0;
}

/* Returns a number of at most 64 bits in two's complement. */
static uint64_t take_number(struct reading *reading, bool *is_negative)
{
    uint32_t form = take_16(reading), index = form - NUMBER_FIRST;
    size_t size = form == NUMBER_OCTAWORD || form == NUMBER_UNSIGNED_OCTAWORD ? 16 : 0;
    bool is_signed = form == NUMBER_OCTAWORD;
    *is_negative = false;
    if (form < NUMBER_FIRST)
        return form;
    if (index < sizeof number_forms / sizeof *number_forms) {
        size = number_forms[index].size;
        is_signed = number_forms[index].is_signed;
    }
    const uint8_t *at = size ? take_bytes(reading, size) : NULL;
    reading->is_damaged |= !at;
    uint64_t number = 0;
    for (size_t i = size < 8 ? size : 8; at && i; i--)
        number = number << 8 | at[i - 1];
    if (!at || !is_signed || !(at[size - 1] >> 7))
        return number;
    *is_negative = true;
    return size < 8 ? number | UINT64_MAX << 8 * size : number;
}

static struct leaf_name take_counted(struct reading *reading)
{
    size_t size = take_8(reading);
    const uint8_t *at = take_bytes(reading, size);
    return (struct leaf_name){(const char *)at, at ? size : 0};
}

static struct leaf_name take_terminated(struct reading *reading)
{
    const uint8_t *at = reading->next, *end = memchr(at, '\0', (size_t)(reading->end - at));
    reading->is_damaged |= !end;
    reading->next = end ? end + 1 : reading->end;
    return (struct leaf_name){(const char *)at, end ? (size_t)(end - at) : 0};
}

/* True if the attributes of a function say that it is a new virtual function. Then its offset in the table follows. */
static bool is_new_virtual(uint32_t attributes)
{
    unsigned kind = attributes >> 2 & 7;
    return kind == 4 || kind == 6;
}

static void take_part(struct reading *reading, char part, struct leaf *leaf)
{
    bool is_negative;
    switch (part) {
    case '2':
        take_bytes(reading, 2);
        break;
    case '4':
        take_bytes(reading, 4);
        break;
    case 't':
        leaf->type = take_16(reading);
        break;
    case 'T':
        leaf->type = take_32(reading);
        break;
    case 'f':
        leaf->fields = take_16(reading);
        break;
    case 'F':
        leaf->fields = take_32(reading);
        break;
    case 'p':
        leaf->properties = take_16(reading);
        break;
    case 'P':
        leaf->properties = take_32(reading);
        break;
    case 'a':
        leaf->attributes = take_16(reading);
        break;
    case 'A':
        leaf->attributes = take_32(reading);
        break;
    case 'b':
        leaf->bit = take_8(reading);
        break;
    case 'l':
        leaf->width = take_8(reading);
        break;
    case 'n':
        leaf->size = take_number(reading, &leaf->is_negative);
        break;
    case 'c':
        take_number(reading, &is_negative);
        break;
    case 'o':
        leaf->size = take_32(reading);
        break;
    case 's':
        leaf->name = take_counted(reading);
        break;
    case 'z':
        leaf->name = take_terminated(reading);
        break;
    case 'u':
        if (leaf->properties & LEAF_HAS_UNIQUE)
            leaf->unique = take_terminated(reading);
        break;
    case 'v':
        if (is_new_virtual(leaf->attributes))
            take_bytes(reading, 4);
        break;
    }
}

/* Returns the form of a leaf by binary search; NULL if it is unknown. */
static const struct form *find_form(const struct form *list, size_t count, uint32_t leaf)
{
    size_t first;
    SEARCH_FIRST(first, count, i, list[i].leaf < leaf);
    return first < count && list[first].leaf == leaf ? &list[first] : NULL;
}

static bool take_parts(struct reading *reading, const struct form *form, struct leaf *leaf)
{
    leaf->kind = form->kind;
    for (const char *part = form->parts; *part; part++)
        take_part(reading, *part, leaf);
    return !reading->is_damaged;
}

bool leaf_read(const uint8_t *bytes, size_t size, struct leaf *leaf)
{
    struct reading reading = {.next = bytes, .end = bytes + size};
    uint32_t number = take_16(&reading);
    const struct form *form = find_form(forms, sizeof forms / sizeof *forms, number);
    *leaf = (struct leaf){.kind = LEAF_OTHER};
    if (!form || !take_parts(&reading, form, leaf))
        return !form && !reading.is_damaged;
    /* Pointers of the first generation have a mode of 3 bits at the same position, and no size. */
    if (number == 0x0002)
        leaf->attributes &= 0x7FF;
    return true;
}

bool leaf_read_field(const uint8_t **at, const uint8_t *end, struct leaf *field)
{
    struct reading reading = {.next = *at, .end = end};
    const struct form *form = find_form(field_forms, sizeof field_forms / sizeof *field_forms, take_16(&reading));
    *field = (struct leaf){.kind = LEAF_OTHER};
    if (!form || !take_parts(&reading, form, field))
        return false;
    while (reading.next < end && *reading.next >= PADDING_FIRST) {
        size_t padding = *reading.next & 0x0F;
        take_bytes(&reading, padding ? padding : 1);
    }
    *at = reading.next;
    return true;
}
