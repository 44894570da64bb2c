/*
 * strata_reader.h over a made-up address space of a few pages with holes between them, for layouts with pointers of 4
 * and of 8 bytes. Prints only failures, and as its last line how many checks there were. C99 and C++11.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hostile.h"
#include "reader.h"
#include "strata_reader.h"

static unsigned passed, failed;
static const char *where = "";

static void check_failed(int line, const char *condition)
{
    failed++;
    printf("FAIL %d: %s: %s\n", line, where, condition);
}

#define CHECK(condition) ((condition) ? (void)passed++ : check_failed(__LINE__, #condition))

/* ---- Memory ---- */

#define PAGE 0x100u

/* The first two touch; the others have nothing around them, and the last ones end where their address spaces do. */
static struct page {
    uint64_t address;
    unsigned char bytes[PAGE];
} pages[] = {
    {0x10000, {0}},    {0x10100, {0}},    {0x20000, {0}},
    {0x30000, {0}},    {0xFFFFFF00u, {0}}, {0xFFFFFFFFFFFFFF00u, {0}},
};
#define PAGES (sizeof pages / sizeof *pages)

static unsigned reads;
static size_t largest_read;

static unsigned char *find_byte(uint64_t address)
{
    size_t i;
    for (i = 0; i < PAGES; i++)
        if (address >= pages[i].address && address - pages[i].address < PAGE)
            return &pages[i].bytes[address - pages[i].address];
    return STRATA_NULLPTR;
}

static size_t read_memory(void *context, uint64_t address, void *buffer, size_t size)
{
    unsigned char *bytes = (unsigned char *)buffer;
    size_t i;

    CHECK(context == &pages[0] && size > 0 && address + (size - 1) >= address);
    reads++;
    if (size > largest_read)
        largest_read = size;
    for (i = 0; i < size; i++) {
        const unsigned char *byte = find_byte(address + i);
        if (byte == STRATA_NULLPTR)
            break;
        bytes[i] = *byte;
    }
    return i;
}

static const strata_reader memory = {read_memory, &pages[0]};

/* One that claims to have read more than it was asked for. */
static size_t read_too_much(void *context, uint64_t address, void *buffer, size_t size)
{
    (void)address;
    memset(buffer, *(const char *)context, size);
    return size + 1;
}

static void put(uint64_t address, unsigned size, uint64_t value)
{
    unsigned i;
    for (i = 0; i < size; i++)
        *find_byte(address + i) = (unsigned char)(value >> 8 * i & 0xFFu);
}

static void put_utf16(uint64_t address, const char *text)
{
    size_t i;
    for (i = 0; text[i] != '\0'; i++)
        put(address + 2 * i, 2, (unsigned char)text[i]);
}

static void clear_memory(void)
{
    size_t i;
    for (i = 0; i < PAGES; i++)
        memset(pages[i].bytes, 0, PAGE);
    reads = 0;
    largest_read = 0;
}

/* ---- Layouts, as reader.strata has them ---- */

static const struct machine {
    const char *name;
    strata_target target;
    unsigned pointer, size, links, text, parent, trailing, children, buckets, release;
    uint64_t last; /* page of the address space */
} machines[] = {
    {"5.1 on x86", STRATA_TARGET(STRATA_VERSION_5_1, STRATA_ARCH_X86), 4, 0x44, 0x04, 0x10, 0x18, 0x1C, 0x20, 0x28,
     0x2C, 0xFFFFFF00u},
    {"6.1 on x86", STRATA_TARGET(STRATA_VERSION_6_1, STRATA_ARCH_X86), 4, 0x44, 0x08, 0x10, 0x18, 0x1C, 0x20, 0x28,
     0x2C, 0xFFFFFF00u},
    {"6.1 on x64", STRATA_TARGET(STRATA_VERSION_6_1, STRATA_ARCH_X64), 8, 0x80, 0x10, 0x20, 0x30, 0x38, 0x40, 0x50,
     0x58, 0xFFFFFFFFFFFFFF00u},
};

#define NEWEST STRATA_TARGET(STRATA_VERSION_6_1, STRATA_ARCH_X64)
#define ON_6_0 STRATA_TARGET(STRATA_VERSION_6_0, STRATA_ARCH_X64)

/* A buffer of exactly that many bytes, so that a sanitizer sees a write behind it. */
static void *take(size_t size)
{
    void *bytes = malloc(size > 0 ? size : 1);
    if (bytes == STRATA_NULLPTR)
        exit(1);
    return bytes;
}

static int is_closed(const strata_view *view)
{
    return view->bytes == STRATA_NULLPTR && view->writable == STRATA_NULLPTR && view->size == 0;
}

/* ---- Bytes and structures ---- */

static void check_numbers(void)
{
    unsigned char two[2];
    uint64_t value = 1;
    char fill = 0x5A;
    strata_reader liar;

    liar.read = read_too_much;
    liar.context = &fill;
    where = "numbers";
    clear_memory();
    put(0x10000, 8, 0x1122334455667788u);
    CHECK(strata_reader_number(&memory, 0x10000, 8, &value) == STRATA_OK && value == 0x1122334455667788u);
    CHECK(strata_reader_number(&memory, 0x10000, 4, &value) == STRATA_OK && value == 0x55667788u);
    CHECK(strata_reader_number(&memory, 0x10001, 1, &value) == STRATA_OK && value == 0x77u);
    CHECK(strata_reader_number(&memory, 0x10000, 9, &value) == STRATA_RANGE && value == 0);
    CHECK(strata_reader_number(&memory, 0x100F8, 8, &value) == STRATA_OK); /* up to the end of the first page */
    CHECK(strata_reader_number(&memory, 0x100FC, 8, &value) == STRATA_OK); /* into the second */
    CHECK(strata_reader_number(&memory, 0x101FC, 8, &value) == STRATA_SHORT_READ && value == 0);
    CHECK(strata_reader_number(&memory, 0x40000, 1, &value) == STRATA_SHORT_READ);
    CHECK(strata_reader_number(&memory, ~(uint64_t)0, 1, &value) == STRATA_OK);
    reads = 0;
    CHECK(strata_reader_number(&memory, ~(uint64_t)0, 2, &value) == STRATA_SHORT_READ && reads == 0);
    CHECK(strata_reader_bytes(&memory, 0x40000, STRATA_NULLPTR, 0) == STRATA_OK && reads == 0);
    CHECK(strata_reader_bytes(&liar, 0, two, 2) == STRATA_OK && two[1] == 0x5A);
}

static void check_fetch(const struct machine *on)
{
    unsigned char *buffer = (unsigned char *)take(on->size);
    strata_PROCESS process;
    uint32_t id = 1;

    clear_memory();
    put(0x100F0, 4, 77);
    CHECK(strata_PROCESS_fetch(&process, &memory, 0x100F0, buffer, on->size, on->target) == STRATA_OK);
    CHECK(reads == 1 && largest_read == on->size && process.view.bytes == buffer && process.view.size == on->size);
    CHECK(process.view.writable == STRATA_NULLPTR && process.view.target == on->target);
    CHECK(strata_PROCESS_get_Id(&process, &id) == STRATA_OK && id == 77);
    CHECK(strata_PROCESS_fetch(&process, &memory, 0x100F0, buffer, on->size - 1, on->target) == STRATA_TOO_SHORT);
    CHECK(is_closed(&process.view) && reads == 1);
    CHECK(strata_PROCESS_fetch(&process, &memory, 0x10000, STRATA_NULLPTR, PAGE, on->target) == STRATA_TOO_SHORT);
    CHECK(strata_PROCESS_fetch(&process, &memory, 0x10200 - on->size + 1, buffer, on->size, on->target) ==
          STRATA_SHORT_READ);
    CHECK(is_closed(&process.view) && strata_PROCESS_get_Id(&process, &id) == STRATA_ABSENT);
    CHECK(strata_PROCESS_fetch(&process, &memory, 0, buffer, on->size, on->target) == STRATA_SHORT_READ);
    reads = 0;
    CHECK(strata_PROCESS_fetch(&process, &memory, ~(uint64_t)0 - 7, buffer, on->size, on->target) ==
          STRATA_SHORT_READ);
    CHECK(reads == 0);
    free(buffer);
}

/* Only as much is copied as the structure has; of one that ends in an array, what is asked for. */
static void check_fetch_sizes(void)
{
    unsigned char buffer[PAGE];
    strata_PROCESS process;
    strata_KITCHEN_TRAILING trailing;
    uint64_t value = 1;
    size_t count = 9;

    where = "sizes";
    clear_memory();
    CHECK(strata_PROCESS_fetch(&process, &memory, 0x10000, buffer, sizeof buffer, NEWEST) == STRATA_OK);
    CHECK(largest_read == 0x80 && process.view.size == 0x80);
    CHECK(strata_PROCESS_fetch(&process, &memory, 0x10000, buffer, sizeof buffer, STRATA_TARGET(NEWEST, 63)) ==
          STRATA_BAD_ARCH);
    CHECK(strata_PROCESS_fetch(&process, &memory, 0x10000, buffer, sizeof buffer,
                               STRATA_TARGET(STRATA_VERSION(5, 0, 0, 0), STRATA_ARCH_X86)) == STRATA_BAD_VERSION);
    CHECK(is_closed(&process.view));

    put(0x10018, 8, 0xABCD);
    CHECK(strata_KITCHEN_TRAILING_fetch(&trailing, &memory, 0x10000, buffer, sizeof buffer, NEWEST) == STRATA_OK);
    CHECK(strata_KITCHEN_TRAILING_Buffers_count(&trailing, &count) == STRATA_OK && count == 1);
    CHECK(strata_KITCHEN_TRAILING_fetch(&trailing, &memory, 0x10000, buffer, 8, NEWEST) == STRATA_OK);
    CHECK(strata_KITCHEN_TRAILING_Buffers_count(&trailing, &count) == STRATA_OK && count == 0);
    CHECK(strata_KITCHEN_TRAILING_fetch_bytes(&trailing, &memory, 0x10000, buffer, 0x20, NEWEST) == STRATA_OK);
    CHECK(strata_KITCHEN_TRAILING_Buffers_count(&trailing, &count) == STRATA_OK && count == 3);
    CHECK(strata_KITCHEN_TRAILING_Buffers_at(&trailing, 2, &value) == STRATA_OK && value == 0xABCD);
    CHECK(strata_KITCHEN_TRAILING_fetch_bytes(&trailing, &memory, 0x10000, buffer, 7, NEWEST) == STRATA_TOO_SHORT);
    CHECK(strata_KITCHEN_TRAILING_fetch_bytes(&trailing, &memory, 0x101F8, buffer, 0x10, NEWEST) ==
          STRATA_SHORT_READ);
    CHECK(is_closed(&trailing.view));
}

/* ---- Pointers ---- */

static void check_follow(const struct machine *on)
{
    unsigned char *buffer = (unsigned char *)take(on->size);
    unsigned char *other = (unsigned char *)take(on->size);
    strata_PROCESS process, parent;
    strata_KITCHEN_TRAILING trailing;
    uint64_t value = 1;
    uint32_t id = 1;

    clear_memory();
    put(0x10000 + on->parent, on->pointer, 0x20000);
    put(0x10000 + on->trailing, on->pointer, 0x30080);
    put(0x10000 + on->children + on->pointer, on->pointer, 0x20000);
    put(0x10000 + on->buckets, on->pointer, 0x30000);
    put(0x20000, 4, 99);
    put(0x20000 + on->parent, on->pointer, on->last + PAGE - on->size + 1); /* one byte too many */
    put(0x30000 + on->pointer, on->pointer, 0x20000);
    put(0x30080, 4, 3);
    CHECK(strata_PROCESS_fetch(&process, &memory, 0x10000, buffer, on->size, on->target) == STRATA_OK);
    process.view.basis = STRATA_EXTRAPOLATED; /* what is found through a pointer is no surer than the pointer */
    CHECK(strata_PROCESS_follow_Parent(&process, &memory, other, on->size, &parent) == STRATA_OK);
    CHECK(parent.view.basis == STRATA_EXTRAPOLATED && parent.view.target == on->target);
    CHECK(strata_PROCESS_get_Id(&parent, &id) == STRATA_OK && id == 99);
    CHECK(strata_PROCESS_follow_Parent(&process, &memory, other, on->size - 1, &parent) == STRATA_TOO_SHORT);
    CHECK(strata_PROCESS_follow_Trailing(&process, &memory, other, on->size, &trailing) == STRATA_OK);
    CHECK(strata_KITCHEN_TRAILING_get_Count(&trailing, &id) == STRATA_OK && id == 3);

    CHECK(strata_PROCESS_Children_follow_at(&process, 1, &memory, other, on->size, &parent) == STRATA_OK);
    CHECK(strata_PROCESS_get_Id(&parent, &id) == STRATA_OK && id == 99);
    CHECK(strata_PROCESS_Children_follow_at(&process, 0, &memory, other, on->size, &parent) == STRATA_NULL);
    CHECK(is_closed(&parent.view));
    CHECK(strata_PROCESS_Children_follow_at(&process, 2, &memory, other, on->size, &parent) == STRATA_BAD_INDEX);
    CHECK(is_closed(&parent.view));

    CHECK(strata_PROCESS_deref_Buckets(&process, &memory, 1, &value) == STRATA_OK && value == 0x20000);
    CHECK(strata_PROCESS_deref_Buckets(&process, &memory, 0, &value) == STRATA_OK && value == 0);
    CHECK(strata_PROCESS_deref_Buckets(&process, &memory, PAGE, &value) == STRATA_SHORT_READ && value == 0);
    reads = 0;
    CHECK(strata_PROCESS_deref_Buckets(&process, &memory, (size_t)-1, &value) == STRATA_SHORT_READ);
    CHECK(strata_PROCESS_deref_Buckets(&process, &memory, (size_t)-1 / 8, &value) == STRATA_SHORT_READ);
    CHECK(reads == 0 || sizeof(size_t) < 8); /* else there are such addresses, with nothing there */

    /* From a view to the next in the same one, and in the same buffer. */
    CHECK(strata_PROCESS_follow_Parent(&process, &memory, buffer, on->size, &process) == STRATA_OK);
    CHECK(process.view.basis == STRATA_EXTRAPOLATED && strata_PROCESS_get_Id(&process, &id) == STRATA_OK && id == 99);
    CHECK(strata_PROCESS_deref_Buckets(&process, &memory, 0, &value) == STRATA_NULL && value == 0);
    CHECK(strata_PROCESS_follow_Trailing(&process, &memory, other, on->size, &trailing) == STRATA_NULL);
    CHECK(is_closed(&trailing.view));
    reads = 0;
    CHECK(strata_PROCESS_follow_Parent(&process, &memory, buffer, on->size, &process) == STRATA_SHORT_READ);
    CHECK(reads == 0 && is_closed(&process.view) && process.view.target == on->target);
    CHECK(strata_PROCESS_follow_Parent(&process, &memory, buffer, on->size, &process) == STRATA_ABSENT);
    CHECK(strata_PROCESS_deref_Buckets(&process, &memory, 0, &value) == STRATA_ABSENT);
    free(other);
    free(buffer);
}

static void check_unknown_pointers(void)
{
    unsigned char buffer[PAGE];
    strata_PROCESS process, other;

    where = "unknown pointers";
    clear_memory();
    CHECK(strata_PROCESS_fetch(&process, &memory, 0x10000, buffer, sizeof buffer, NEWEST) == STRATA_OK);
    CHECK(strata_PROCESS_follow_Hidden(&process, &memory, buffer, sizeof buffer, &other) == STRATA_UNKNOWN);
    CHECK(strata_PROCESS_follow_Former(&process, &memory, buffer, sizeof buffer, &other) == STRATA_ABSENT);
    CHECK(strata_PROCESS_fetch(&process, &memory, 0x10000, buffer, sizeof buffer, ON_6_0) == STRATA_OK);
    CHECK(strata_PROCESS_follow_Former(&process, &memory, buffer, sizeof buffer, &other) == STRATA_NULL);
}

/* ---- Text ---- */

/* Returns "STATUS text" for a string with these fields. */
static const char *text8(const struct machine *on, unsigned length, unsigned maximum, uint64_t buffer, size_t room)
{
    static char shown[0x400];
    unsigned char bytes[0x10];
    char *text = (char *)take(room);
    strata_UNICODE_STRING string;
    strata_status status;
    size_t size = 99;

    put(0x30000, 2, length);
    put(0x30002, 2, maximum);
    put(0x30000 + on->pointer, on->pointer, buffer);
    if (strata_UNICODE_STRING_fetch(&string, &memory, 0x30000, bytes, sizeof bytes, on->target) != STRATA_OK)
        exit(1);
    reads = 0;
    largest_read = 0;
    status = strata_UNICODE_STRING_utf8(&string, &memory, text, room, &size);
    snprintf(shown, sizeof shown, "%s %.*s", strata_status_name(status), (int)size, text);
    free(text);
    return shown;
}

/* The same of its UTF-16, in hexadecimal. */
static const char *text16(const struct machine *on, unsigned length, unsigned maximum, uint64_t buffer, size_t room)
{
    static char shown[0x400];
    unsigned char bytes[0x10];
    uint16_t *units = (uint16_t *)take(room * 2);
    strata_UNICODE_STRING string;
    strata_status status;
    size_t count = 99, i;

    (void)text8(on, length, maximum, buffer, 0);
    CHECK(strata_UNICODE_STRING_fetch(&string, &memory, 0x30000, bytes, sizeof bytes, on->target) == STRATA_OK);
    reads = 0;
    status = strata_UNICODE_STRING_utf16(&string, &memory, units, room, &count);
    snprintf(shown, sizeof shown, "%s", strata_status_name(status));
    for (i = 0; i < count; i++)
        snprintf(shown + strlen(shown), sizeof shown - strlen(shown), " %x", units[i]);
    free(units);
    return shown;
}

#define IS(text, wanted) CHECK(strcmp(text, wanted) == 0)

static void check_text(const struct machine *on)
{
    static const unsigned units[] = {0x41, 0xE9, 0x20AC, 0xD83D, 0xDE00, 0xDC00, 0xD800, 0x42, 0xD800, 0xD83D, 0xDE00};
    unsigned i;

    clear_memory();
    for (i = 0; i < sizeof units / sizeof *units; i++)
        put(0x10000 + 2 * i, 2, units[i]);
    IS(text8(on, 10, 10, 0x10000, 10), "OK A\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80");
    CHECK(reads == 1 && largest_read == 10);
    IS(text8(on, 10, 0xFFFF, 0x10000, 9), "TOO_SHORT A\xC3\xA9\xE2\x82\xAC");
    IS(text8(on, 10, 12, 0x10000, 5), "TOO_SHORT A\xC3\xA9");
    IS(text8(on, 10, 12, 0x10000, 2), "TOO_SHORT A");
    IS(text8(on, 10, 12, 0x10000, 0), "TOO_SHORT ");
    IS(text8(on, 22, 22, 0x10000, 33), "OK A\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\xEF\xBF\xBD\xEF\xBF\xBD"
                                       "B\xEF\xBF\xBD\xF0\x9F\x98\x80");
    IS(text8(on, 8, 8, 0x10000, 9), "OK A\xC3\xA9\xE2\x82\xAC\xEF\xBF\xBD"); /* half a pair at the end */
    IS(text8(on, 8, 8, 0x10000, 8), "TOO_SHORT A\xC3\xA9\xE2\x82\xAC");
    IS(text8(on, 4, 4, 0x1000C, 3), "TOO_SHORT \xEF\xBF\xBD"); /* no room for what comes behind half a pair */
    IS(text8(on, 4, 4, 0x1000C, 2), "TOO_SHORT ");
    IS(text16(on, 10, 10, 0x10000, 5), "OK 41 e9 20ac d83d de00");
    IS(text16(on, 10, 10, 0x10000, 9), "OK 41 e9 20ac d83d de00");
    IS(text16(on, 10, 10, 0x10000, 2), "TOO_SHORT 41 e9");
    IS(text16(on, 10, 10, 0x10000, 0), "TOO_SHORT");

    IS(text8(on, 0, 0, 0, 9), "OK ");
    IS(text16(on, 0, 8, 0x40000, 9), "OK");
    IS(text8(on, 9, 10, 0x10000, 9), "INVALID ");
    IS(text16(on, 9, 10, 0x10000, 9), "INVALID");
    IS(text8(on, 10, 8, 0x10000, 9), "INVALID ");
    IS(text16(on, 10, 8, 0x10000, 9), "INVALID");
    IS(text8(on, 2, 2, 0, 9), "NULL ");
    IS(text16(on, 2, 2, 0, 9), "NULL");
    CHECK(reads == 0);
    IS(text8(on, 2, 2, 0x40000, 9), "SHORT_READ ");
    IS(text16(on, 2, 2, 0x40000, 9), "SHORT_READ");
    put_utf16(0x101FA, "end");
    IS(text8(on, 8, 8, 0x101FA, 9), "SHORT_READ end");
    IS(text16(on, 8, 8, 0x101FA, 9), "SHORT_READ 65 6e 64");
    IS(text16(on, 8, 8, 0x101F9, 9), "SHORT_READ 6500 6e00 6400"); /* half a unit is none */
    IS(text8(on, 8, 8, on->last + PAGE - 6, 9), "SHORT_READ ");
    CHECK(reads == 0);
    put_utf16(on->last + PAGE - 6, "top");
    IS(text8(on, 6, 8, on->last + PAGE - 6, 9), "OK top");
}

/* A long text is read in pieces, and no more of it than there is room for. */
static void check_long_text(const struct machine *on)
{
    unsigned i;

    clear_memory();
    for (i = 0; i < 0xFF; i++)
        put(0x10000 + 2 * i, 2, 'a' + i % 26);
    put(0x100FE, 2, 0xD83D); /* a pair in two pieces */
    put(0x10100, 2, 0xDE00);
    CHECK(strncmp(text8(on, 0x1FE, 0x1FE, 0x10000, 0x200), "OK abc", 6) == 0 && largest_read <= STRATA_TEXT_CHUNK);
    CHECK(strlen(text8(on, 0x1FE, 0x1FE, 0x10000, 0x200)) == 3 + 0xFD + 4);
    CHECK(strstr(text8(on, 0x1FE, 0x1FE, 0x10000, 0x200), "\xF0\x9F\x98\x80") != STRATA_NULLPTR);
    CHECK(strncmp(text8(on, 0xFFFE, 0xFFFE, 0x10000, 0x7E), "TOO_SHORT abc", 13) == 0 && reads == 1);
    CHECK(strncmp(text8(on, 0xFFFE, 0xFFFE, 0x10000, 0x300), "SHORT_READ abc", 14) == 0 && reads == 3);
    CHECK(strncmp(text16(on, 0xFFFE, 0xFFFE, 0x10000, 4), "TOO_SHORT 61 62 63 64", 22) == 0 && reads == 1);
}

static void check_text_of_others(void)
{
    strata_UNICODE_STRING closed;
    uint16_t unit;
    char text[4];
    size_t size = 1;

    where = "text by numbers";
    clear_memory();
    put_utf16(0x10000, "x");
    (void)strata_UNICODE_STRING_open(&closed, STRATA_NULLPTR, 0, NEWEST);
    CHECK(strata_UNICODE_STRING_utf8(&closed, &memory, text, sizeof text, &size) == STRATA_ABSENT && size == 0);
    CHECK(strata_UNICODE_STRING_utf16(&closed, &memory, &unit, 1, &size) == STRATA_ABSENT && size == 0);
    CHECK(strata_text_utf8(&memory, 0x10000, 2, text, sizeof text, &size) == STRATA_OK && size == 1 && text[0] == 'x');
    CHECK(strata_text_utf16(&memory, 0x10000, 2, &unit, 1, &size) == STRATA_OK && size == 1 && unit == 'x');
    CHECK(strata_text_utf8(&memory, 0x10000, 1, text, sizeof text, &size) == STRATA_INVALID && size == 0);
    CHECK(strata_text_utf8(&memory, ~(uint64_t)0, 2, text, sizeof text, &size) == STRATA_SHORT_READ && size == 0);
    CHECK(strata_text_utf16(&memory, ~(uint64_t)0, 2, &unit, 1, &size) == STRATA_SHORT_READ && size == 0);
    CHECK(strata_text_utf16(&memory, 0, (size_t)-2, &unit, 1, &size) == STRATA_NULL && size == 0);
}

/* ---- Lists ---- */

#define HEAD 0x30000u

static void link_up(const struct machine *on, uint64_t from, uint64_t to)
{
    put(from, on->pointer, to);
    put(to + on->pointer, on->pointer, from);
}

/* Returns the address of the links of one of three entries. */
static uint64_t link_of(const struct machine *on, unsigned entry)
{
    static const uint64_t entries[] = {0x10000, 0x100E0, 0x20000};
    return entries[entry] + on->links;
}

static void make_list(const struct machine *on)
{
    clear_memory();
    link_up(on, HEAD, link_of(on, 0));
    link_up(on, link_of(on, 0), link_of(on, 1));
    link_up(on, link_of(on, 1), link_of(on, 2));
    link_up(on, link_of(on, 2), HEAD);
}

/* The entries of a walk, by one letter each, and the status that it ended with. */
static const char *walk(const struct machine *on, uint64_t head, size_t most, uint32_t how)
{
    static char shown[0x100];
    strata_walk state;
    strata_status begun = strata_PROCESS_walk_Links(&state, &memory, head, on->target, most, how);
    uint64_t entry = 1;
    size_t count = 0;

    CHECK(begun == state.status && reads == 0);
    while (strata_walk_next(&state, &entry) != 0 && count < 0x80)
        shown[count++] = entry == 0x10000 ? 'a' : entry == 0x100E0 ? 'b' : entry == 0x20000 ? 'c' : '?';
    CHECK(entry == 0 && strata_walk_next(&state, &entry) == 0 && entry == 0);
    CHECK(largest_read <= on->pointer);
    snprintf(shown + count, sizeof shown - count, " %s", strata_status_name(state.status));
    reads = 0;
    return shown;
}

static void check_walk(const struct machine *on)
{
    make_list(on);
    IS(walk(on, HEAD, 3, STRATA_WALK_FORWARD), "abc OK");
    IS(walk(on, HEAD, 3, STRATA_WALK_BACKWARD), "cba OK");
    IS(walk(on, HEAD, 3, STRATA_WALK_CHECKED), "abc OK");
    IS(walk(on, HEAD, 3, STRATA_WALK_BACKWARD + STRATA_WALK_CHECKED), "cba OK");
    IS(walk(on, HEAD, 2, STRATA_WALK_FORWARD), "ab TOO_MANY");
    IS(walk(on, HEAD, 0, STRATA_WALK_FORWARD), " TOO_MANY");
    IS(walk(on, 0, 9, STRATA_WALK_FORWARD), " NULL");
    IS(walk(on, 0x40000, 9, STRATA_WALK_FORWARD), " SHORT_READ");
    IS(walk(on, on->last + PAGE - 2, 9, STRATA_WALK_FORWARD), " SHORT_READ");

    /* The last entry leads to what is no entry: out of the list, to none, before the first address, to itself. */
    put(link_of(on, 2), on->pointer, 0x40000);
    IS(walk(on, HEAD, 9, STRATA_WALK_FORWARD), "abc? SHORT_READ");
    IS(walk(on, HEAD, 9, STRATA_WALK_CHECKED), "abc SHORT_READ");
    put(link_of(on, 2), on->pointer, 0);
    IS(walk(on, HEAD, 9, STRATA_WALK_FORWARD), "abc NULL");
    IS(walk(on, HEAD, 9, STRATA_WALK_CHECKED), "abc NULL");
    put(link_of(on, 2), on->pointer, on->links - 1);
    IS(walk(on, HEAD, 9, STRATA_WALK_FORWARD), "abc SHORT_READ");
    put(link_of(on, 2), on->pointer, link_of(on, 2));
    IS(walk(on, HEAD, 9, STRATA_WALK_FORWARD), "abcc LOOP");
    put(link_of(on, 2), on->pointer, link_of(on, 1));
    IS(walk(on, HEAD, 0x80, STRATA_WALK_FORWARD), "abc LOOP");
    IS(walk(on, HEAD, 0x80, STRATA_WALK_CHECKED), "abc INVALID");
    put(link_of(on, 2), on->pointer, link_of(on, 0));
    IS(walk(on, HEAD, 0x80, STRATA_WALK_FORWARD), "abcabc LOOP");
    IS(walk(on, HEAD, 3, STRATA_WALK_FORWARD), "abc TOO_MANY");
    /* One entry is left out on the way back alone. */
    link_up(on, link_of(on, 2), HEAD);
    put(link_of(on, 2) + on->pointer, on->pointer, link_of(on, 0));
    IS(walk(on, HEAD, 9, STRATA_WALK_FORWARD), "abc OK");
    IS(walk(on, HEAD, 9, STRATA_WALK_CHECKED), "ab INVALID");
    IS(walk(on, HEAD, 9, STRATA_WALK_BACKWARD), "ca OK");
    /* The head's other pointer is wrong. */
    make_list(on);
    put(HEAD + on->pointer, on->pointer, link_of(on, 1));
    IS(walk(on, HEAD, 9, STRATA_WALK_CHECKED), "abc INVALID");
    /* A list without entries. */
    link_up(on, HEAD, HEAD);
    IS(walk(on, HEAD, 0, STRATA_WALK_FORWARD), " OK");
    IS(walk(on, HEAD, 0, STRATA_WALK_BACKWARD + STRATA_WALK_CHECKED), " OK");
}

/* However long the way into a circle is and however long the circle: it is found, and soon. */
static void check_loops(void)
{
    unsigned way, circle, i;

    where = "loops";
    for (way = 0; way < 20; way++) {
        for (circle = 1; circle < 20; circle++) {
            strata_walk state;
            uint64_t entry;
            unsigned count = 0;

            clear_memory();
            for (i = 0; i <= way + circle; i++)
                put(0x10000 + 4 * i, 4, 0x10000 + 4 * (i < way + circle ? i + 1 : way + 1));
            CHECK(strata_walk_begin(&state, &memory, 0x10000, 0, 0, 0, 4, 1000, STRATA_WALK_FORWARD) == STRATA_OK);
            while (strata_walk_next(&state, &entry) != 0)
                count++;
            CHECK(state.status == STRATA_LOOP && count >= way + circle && count <= 3 * (way + circle));
        }
    }
}

/* Links that lead one way only, and those of members that are not always there. */
static void check_other_links(const struct machine *on)
{
    strata_walk state;
    uint64_t entry = 0;

    clear_memory();
    put(0x30000, on->pointer, 0x10000 + on->release);
    put(0x10000 + on->release, on->pointer, 0x20000 + on->release);
    CHECK(strata_PROCESS_walk_Free(&state, &memory, 0x30000, on->target, 2, STRATA_WALK_FORWARD) == STRATA_OK);
    CHECK(strata_walk_next(&state, &entry) == 1 && entry == 0x10000);
    CHECK(strata_walk_next(&state, &entry) == 1 && entry == 0x20000);
    CHECK(strata_walk_next(&state, &entry) == 0 && state.status == STRATA_OK);
    put(0x20000 + on->release, on->pointer, 0x10000 + on->release);
    CHECK(strata_PROCESS_walk_Free(&state, &memory, 0x30000, on->target, 9, STRATA_WALK_FORWARD) == STRATA_OK);
    while (strata_walk_next(&state, &entry) != 0)
        ;
    CHECK(state.status == STRATA_LOOP);
    CHECK(strata_PROCESS_walk_Free(&state, &memory, 0x30000, on->target, 9, STRATA_WALK_BACKWARD) ==
          STRATA_OTHER_KIND);
    CHECK(strata_walk_next(&state, &entry) == 0 && state.status == STRATA_OTHER_KIND);
    CHECK(strata_PROCESS_walk_Free(&state, &memory, 0x30000, on->target, 9, STRATA_WALK_CHECKED) ==
          STRATA_OTHER_KIND);
}

static void check_no_links(void)
{
    strata_walk state;
    uint64_t entry = 1;

    where = "no links";
    CHECK(strata_PROCESS_walk_HiddenLinks(&state, &memory, HEAD, NEWEST, 9, STRATA_WALK_FORWARD) == STRATA_UNKNOWN);
    CHECK(strata_walk_next(&state, &entry) == 0 && entry == 0 && state.status == STRATA_UNKNOWN);
    CHECK(strata_PROCESS_walk_FormerLinks(&state, &memory, HEAD, NEWEST, 9, STRATA_WALK_FORWARD) == STRATA_ABSENT);
    CHECK(strata_PROCESS_walk_FormerLinks(&state, &memory, HEAD, ON_6_0, 9, STRATA_WALK_FORWARD) == STRATA_OK);
    CHECK(strata_PROCESS_walk_Links(&state, &memory, HEAD, STRATA_TARGET(NEWEST, 63), 9, STRATA_WALK_FORWARD) ==
          STRATA_BAD_ARCH);
    CHECK(strata_PROCESS_walk_Links(&state, &memory, HEAD, STRATA_TARGET(STRATA_VERSION(5, 0, 0, 0), STRATA_ARCH_X86),
                                    9, STRATA_WALK_FORWARD) == STRATA_BAD_VERSION);
    CHECK(strata_walk_next(&state, &entry) == 0 && state.status == STRATA_BAD_VERSION);
    CHECK(strata_ODD_LINKS_walk_Changed_LIST_ENTRY(&state, &memory, HEAD, NEWEST, 9, STRATA_WALK_FORWARD) ==
          STRATA_OTHER_KIND);
    CHECK(strata_ODD_LINKS_walk_Changed_SINGLE_LIST_ENTRY(&state, &memory, HEAD, NEWEST, 9, STRATA_WALK_FORWARD) ==
          STRATA_OK);
#if defined(strata_ODD_LINKS_follow_Vague) || defined(strata_PROCESS_follow_Callback)
    CHECK(!"a pointer of two types, or to a function, can be followed");
#endif
}

int main(void)
{
    size_t i;

    check_numbers();
    check_fetch_sizes();
    check_unknown_pointers();
    check_text_of_others();
    check_loops();
    check_no_links();
    for (i = 0; i < sizeof machines / sizeof *machines; i++) {
        where = machines[i].name;
        check_fetch(&machines[i]);
        check_follow(&machines[i]);
        check_text(&machines[i]);
        check_long_text(&machines[i]);
        check_walk(&machines[i]);
        check_other_links(&machines[i]);
    }
    printf("%u checks, %u failed\n", passed + failed, failed);
    return failed != 0;
}
