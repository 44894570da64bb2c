/* SPDX-License-Identifier: 0BSD
 *
 * strata_reader.h: structures in the memory of another process, a crash dump, or a machine under a debugger.
 *
 * A function of the caller reads that memory. The calls here copy a structure into a buffer of the caller and open a
 * view on the copy, follow pointers, copy counted strings and walk linked lists. Generated headers have macros for
 * these calls; only programs that use the macros need this file. Like strata.h it is freestanding: no library, no
 * allocation, no state. No call reads more than the caller allows.
 *
 * An address is a 64-bit number. A 4-byte pointer is extended with zeros, and its target must end within 4 GiB. No
 * range wraps around at the end of an address space.
 *
 * C99 or later, C++11 or later.
 */
#ifndef STRATA_READER_INCLUDED
#define STRATA_READER_INCLUDED /* the guard of a header generated from reader.strata ends in _H instead */

#include "strata_layout.h"

#if defined(__cplusplus)
extern "C" {
#endif

/**
 * Reads memory; the caller implements it.
 *
 * Copies `size` bytes (never 0) at `address` to `buffer`. If not all can be read, copies as many of the first as
 * possible. Returns the number of bytes copied. `context` is the caller's.
 */
typedef size_t strata_reader_read(void *context, uint64_t address, void *buffer, size_t size);

/** The source of memory. It belongs to the caller, and must outlive the calls and walks that use it. */
typedef struct strata_reader {
    strata_reader_read *read; /**< function that reads */
    void *context; /**< argument for `read`; the calls here do not use it */
} strata_reader;

/* ---- Bytes and numbers ------------------------------------------------------------------------------------------- */

/** Returns 1 if `size` bytes at `address` end within an address space with pointers of `pointer` bytes, else 0. */
STRATA_INLINE int strata_reader_spans(uint64_t address, uint64_t size, uint32_t pointer)
{
    uint64_t last = (pointer & 0x7Fu) == 4 ? 0xFFFFFFFFu : ~(uint64_t)0;

    return size == 0 || (address <= last && size - 1 <= last - address);
}

/** Copies `size` bytes at `address`. Returns OK; SHORT_READ: not all can be read, `buffer` is undefined. */
static inline strata_status strata_reader_bytes(const strata_reader *reader, uint64_t address, void *buffer,
                                                size_t size)
{
    if (size == 0)
        return STRATA_OK;
    if (!strata_reader_spans(address, size, 8) || reader->read(reader->context, address, buffer, size) < size)
        return STRATA_SHORT_READ;
    return STRATA_OK;
}

/**
 * Reads the unsigned number of `size` bytes at `address`; with STRATA_SLOT_BIG added to `size`, it is big-endian.
 * Returns OK; SHORT_READ; RANGE if `size` is more than 8. *value is 0 on failure.
 */
static inline strata_status strata_reader_number(const strata_reader *reader, uint64_t address, uint32_t size,
                                                 uint64_t *value)
{
    unsigned char bytes[8];
    strata_status status;

    /* no initializer: compilers may turn it into a call of memset */
    bytes[0] = bytes[1] = bytes[2] = bytes[3] = bytes[4] = bytes[5] = bytes[6] = bytes[7] = 0;
    status = (size & 0x7Fu) > 8 ? STRATA_RANGE : strata_reader_bytes(reader, address, bytes, size & 0x7Fu);
    *value = status != STRATA_OK              ? 0
             : (size & STRATA_SLOT_BIG) != 0 ? strata_load_big(size & 0x7Fu, bytes)
                                              : strata_load_u64(bytes);
    return status;
}

/* ---- Structures -------------------------------------------------------------------------------------------------- */

/** Reads the bytes of a view that is open on `buffer`. Closes the view if they cannot be read. */
static inline strata_status strata_fetch_view(const strata_table *table, strata_view *view, const strata_reader *reader,
                                              uint64_t address, uint32_t pointer, void *buffer)
{
    strata_status status = strata_reader_spans(address, view->size, pointer)
                               ? strata_reader_bytes(reader, address, buffer, view->size)
                               : STRATA_SHORT_READ;

    if (status != STRATA_OK)
        strata_close(table, view);
    return status;
}

/** As strata_fetch, from an address space with pointers of `pointer` bytes. */
static inline strata_status strata_fetch_within(const strata_table *table, strata_view *view,
                                                const strata_reader *reader, uint64_t address, uint32_t pointer,
                                                void *buffer, size_t room, strata_target target)
{
    strata_status status = strata_open(table, view, buffer, room, target);
    size_t size;

    if (status != STRATA_OK)
        return status;
    size = table->layouts[view->layout].size;
    if (size < view->least)
        size = view->least; /* members may end past the size */
    if (view->size > size)
        view->size = size;
    return strata_fetch_view(table, view, reader, address, pointer, buffer);
}

/**
 * Copies the structure at `address` into `buffer`, which has `room` bytes, and opens a read-only view on the copy.
 *
 * The number of bytes is the size of the structure or `room`, whichever is less, but at least the least size. Returns
 * OK; BAD_ARCH, BAD_VERSION, TOO_SHORT as strata_open; SHORT_READ: not all bytes can be read. On failure the view is
 * closed and the contents of the buffer are undefined.
 */
static inline strata_status strata_fetch(const strata_table *table, strata_view *view, const strata_reader *reader,
                                         uint64_t address, void *buffer, size_t room, strata_target target)
{
    return strata_fetch_within(table, view, reader, address, 8, buffer, room, target);
}

/** As strata_fetch, but copies exactly `size` bytes: for a structure that ends in a flexible array. */
static inline strata_status strata_fetch_bytes(const strata_table *table, strata_view *view,
                                               const strata_reader *reader, uint64_t address, void *buffer, size_t size,
                                               strata_target target)
{
    strata_status status = strata_open(table, view, buffer, size, target);

    return status == STRATA_OK ? strata_fetch_view(table, view, reader, address, 8, buffer) : status;
}

/* ---- Pointers ---------------------------------------------------------------------------------------------------- */

/**
 * Fetches the structure that the pointer at a slot of a view points to. If `status` is not OK, returns it and closes
 * the record's view.
 */
static inline strata_status strata_follow_slot(const strata_table *table, strata_view *record, const strata_view *view,
                                               strata_slot slot, strata_status status, const strata_reader *reader,
                                               void *buffer, size_t room)
{
    strata_target target = view->target; /* saved, because `record` may be the same view */
    strata_basis basis = view->basis;
    uint64_t address = 0;

    if (status == STRATA_OK) {
        address = strata_load_slot(slot, view->bytes + strata_slot_offset(slot));
        status = address == 0 ? STRATA_NULL : STRATA_OK;
    }
    if (status != STRATA_OK) {
        strata_close_at(table, record, target);
        return status;
    }
    status = strata_fetch_within(table, record, reader, address, strata_slot_unit(slot), buffer, room, target);
    if (record->basis < basis)
        record->basis = basis;
    return status;
}

/**
 * Fetches the structure that a pointer member points to, for the target of the member's view. The basis is not better
 * than that of the member's view.
 *
 * Returns OK; ABSENT, UNKNOWN, OTHER_KIND as get; NULL: the pointer is null; the errors of strata_fetch.
 */
static inline strata_status strata_follow(const strata_table *table, strata_view *record, const strata_view *view,
                                          strata_member member, const strata_reader *reader, void *buffer, size_t room)
{
    strata_slot slot = STRATA_VIEW_SLOT(view, member);
    strata_status status = strata_slot_is_scalar(slot) ? STRATA_OK : strata_slot_refusal(slot);

    return strata_follow_slot(table, record, view, slot, status, reader, buffer, room);
}

/** As strata_follow, for an element of an array of pointers. Also returns BAD_INDEX. */
static inline strata_status strata_follow_at(const strata_table *table, strata_view *record, const strata_view *view,
                                             strata_member member, size_t index, const strata_reader *reader,
                                             void *buffer,
                                             size_t room)
{
    strata_slot slot = 0;
    strata_status status = strata_find_element(view, member, STRATA_TAG_ARRAY, index, &slot);

    return strata_follow_slot(table, record, view, slot, status, reader, buffer, room);
}

/**
 * Reads element `index` of an array of pointers that a member points to. The element may be null.
 *
 * Returns OK; ABSENT, UNKNOWN, OTHER_KIND as get; NULL: the member is null; SHORT_READ.
 */
static inline strata_status strata_deref(const strata_view *view, strata_member member, const strata_reader *reader,
                                         size_t index, uint64_t *value)
{
    uint32_t unit = strata_slot_unit(STRATA_VIEW_SLOT(view, member));
    uint64_t address = 0, before = index; /* no unit is longer than 8 bytes */
    strata_status status = strata_get_u64(view, member, &address);

    *value = 0;
    if (status != STRATA_OK)
        return status;
    if (address == 0)
        return STRATA_NULL;
    if (before >= ~(uint64_t)0 / 8 || !strata_reader_spans(address, (before + 1) * unit, unit))
        return STRATA_SHORT_READ;
    return strata_reader_number(reader, address + before * unit,
                                strata_slot_ordered(STRATA_VIEW_SLOT(view, member)), value);
}

/* ---- Text -------------------------------------------------------------------------------------------------------- */

/** Checks `size` bytes of UTF-16 at `address` before they are read. Returns OK, INVALID, NULL, SHORT_READ. */
static inline strata_status strata_text_check(uint64_t address, uint64_t size, uint32_t pointer)
{
    if (size % 2 != 0)
        return STRATA_INVALID;
    if (size != 0 && address == 0)
        return STRATA_NULL;
    return strata_reader_spans(address, size, pointer) ? STRATA_OK : STRATA_SHORT_READ;
}

/** Reads as many of the `size` bytes as possible. Returns their number. */
static inline size_t strata_text_load(const strata_reader *reader, uint64_t address, void *buffer, size_t size)
{
    size_t got = size == 0 ? 0 : reader->read(reader->context, address, buffer, size);

    return got < size ? got : size;
}

/**
 * Copies `size` bytes of UTF-16 text at `address` to `units`, which has room for `room` units, in the byte order of the
 * host. Adds no terminator. *count is the number of units copied, also on failure:
 *
 *   INVALID     the size is odd; nothing was copied
 *   NULL        the address is 0, but the size is not; nothing was copied
 *   TOO_SHORT   the text has more than `room` units; the first `room` were copied
 *   SHORT_READ  the memory cannot be read, or ends early; the readable part was copied
 */
static inline strata_status strata_text_utf16(const strata_reader *reader, uint64_t address, size_t size,
                                              uint16_t *units, size_t room, size_t *count)
{
    const uint16_t one = 1;
    size_t fit = size / 2 < room ? size / 2 : room;
    strata_status status = strata_text_check(address, size, 8);
    size_t i;

    *count = 0;
    if (status != STRATA_OK)
        return status;
    *count = strata_text_load(reader, address, units, fit * 2) / 2;
    if (*(const unsigned char *)&one == 0) /* a little-endian host has them in its order already */
        for (i = 0; i < *count; i++)
            units[i] = (uint16_t)(units[i] << 8 | units[i] >> 8);
    return *count < fit ? STRATA_SHORT_READ : fit < size / 2 ? STRATA_TOO_SHORT : STRATA_OK;
}

/** Writes UTF-8 into a buffer. */
typedef struct strata_utf8 {
    char *text;    /**< the caller's buffer */
    size_t room;   /**< its size in bytes */
    size_t size;   /**< number of bytes written */
    uint32_t high; /**< a high surrogate without its low one so far, or 0 */
} strata_utf8;

/** Appends a whole character. Returns OK; TOO_SHORT: nothing was appended. */
static inline strata_status strata_utf8_put(strata_utf8 *out, uint32_t code)
{
    static const unsigned char leads[] = {0x00, 0xC0, 0xE0, 0xF0};
    uint32_t rest = code < 0x80u ? 0 : code < 0x800u ? 1 : code < 0x10000u ? 2 : 3;

    if (out->room - out->size <= rest)
        return STRATA_TOO_SHORT;
    out->text[out->size++] = (char)(leads[rest] | code >> 6 * rest);
    while (rest-- > 0)
        out->text[out->size++] = (char)(0x80u | (code >> 6 * rest & 0x3Fu));
    return STRATA_OK;
}

/**
 * Appends the character that a UTF-16 unit completes, if it does. A lone surrogate becomes U+FFFD. Returns OK,
 * TOO_SHORT.
 */
static inline strata_status strata_utf8_put_unit(strata_utf8 *out, uint32_t unit)
{
    uint32_t high = out->high;

    out->high = 0;
    if (high != 0 && unit - 0xDC00u < 0x400u)
        return strata_utf8_put(out, 0x10000u + ((high - 0xD800u) << 10) + (unit - 0xDC00u));
    if (high != 0 && strata_utf8_put(out, 0xFFFDu) != STRATA_OK)
        return STRATA_TOO_SHORT;
    if (unit - 0xD800u < 0x400u) {
        out->high = unit;
        return STRATA_OK;
    }
    return strata_utf8_put(out, unit - 0xDC00u < 0x400u ? 0xFFFDu : unit);
}

/** Number of bytes that strata_text_utf8 reads at once into an array on its stack. It is even. */
#define STRATA_TEXT_CHUNK 256u

/**
 * As strata_text_utf16, but writes UTF-8: at most `room` bytes, in whole characters. Three bytes for each unit are
 * always enough. A lone surrogate becomes U+FFFD. *length is the number of bytes written.
 */
static inline strata_status strata_text_utf8(const strata_reader *reader, uint64_t address, size_t size, char *text,
                                             size_t room, size_t *length)
{
    unsigned char chunk[STRATA_TEXT_CHUNK];
    strata_utf8 out;
    strata_status status = strata_text_check(address, size, 8);

    out.text = text;
    out.room = room;
    out.size = 0;
    out.high = 0;
    while (status == STRATA_OK && size > 0) {
        size_t wanted = size < sizeof chunk ? size : sizeof chunk;
        size_t got = strata_text_load(reader, address, chunk, wanted);
        size_t i;

        for (i = 0; i + 1 < got && status == STRATA_OK; i += 2)
            status = strata_utf8_put_unit(&out, strata_load_u16(chunk + i));
        if (status == STRATA_OK && got < wanted)
            status = STRATA_SHORT_READ;
        address += wanted;
        size -= wanted;
    }
    if (status == STRATA_OK && out.high != 0)
        status = strata_utf8_put(&out, 0xFFFDu);
    *length = out.size;
    return status;
}

/** Finds the text of a counted string. Returns OK; ABSENT, UNKNOWN, OTHER_KIND as get; INVALID, NULL, SHORT_READ. */
static inline strata_status strata_text_find(const strata_view *view, strata_member length, strata_member maximum,
                                             strata_member buffer, uint64_t *address, size_t *size)
{
    uint16_t bytes = 0, most = 0;
    strata_status status = strata_get_u16(view, length, &bytes);

    if (status == STRATA_OK)
        status = strata_get_u16(view, maximum, &most);
    if (status == STRATA_OK)
        status = strata_get_u64(view, buffer, address);
    *size = bytes;
    if (status != STRATA_OK)
        return status;
    if (bytes > most)
        return STRATA_INVALID;
    return strata_text_check(*address, bytes, strata_slot_unit(STRATA_VIEW_SLOT(view, buffer)));
}

/**
 * As strata_text_utf16, for a counted string: the members `length` (bytes), `maximum` (bytes) and `buffer`.
 *
 * Also returns ABSENT, UNKNOWN, OTHER_KIND as get, and INVALID if the length exceeds the maximum.
 */
static inline strata_status strata_string_utf16(const strata_view *view, strata_member length, strata_member maximum,
                                                strata_member buffer, const strata_reader *reader, uint16_t *units,
                                                size_t room, size_t *count)
{
    uint64_t address = 0;
    size_t size = 0;
    strata_status status = strata_text_find(view, length, maximum, buffer, &address, &size);

    *count = 0;
    return status == STRATA_OK ? strata_text_utf16(reader, address, size, units, room, count) : status;
}

/** As strata_string_utf16, but writes UTF-8: see strata_text_utf8. */
static inline strata_status strata_string_utf8(const strata_view *view, strata_member length, strata_member maximum,
                                               strata_member buffer, const strata_reader *reader, char *text,
                                               size_t room,
                                               size_t *size)
{
    uint64_t address = 0;
    size_t bytes = 0;
    strata_status status = strata_text_find(view, length, maximum, buffer, &address, &bytes);

    *size = 0;
    return status == STRATA_OK ? strata_text_utf8(reader, address, bytes, text, room, size) : status;
}

/* ---- Lists ------------------------------------------------------------------------------------------------------- */

/** Options of a walk; they may be added. A list with links in one direction only allows FORWARD. */
#define STRATA_WALK_FORWARD 0u
#define STRATA_WALK_BACKWARD 1u /**< from the last entry to the first */
#define STRATA_WALK_CHECKED 2u  /**< each next link must point back; this costs a second read for each entry */

/** A walk through a linked list. Callers may read `status`; the other members are private. */
typedef struct strata_walk {
    strata_status status; /**< OK during the walk and at the end of the list; else the reason why the walk ended */
    const strata_reader *reader; /**< NULL after the end of the walk */
    uint64_t end;                /**< value of the last pointer: the head, or null */
    uint64_t link;               /**< address of the current link */
    uint64_t mark;               /**< an earlier link; meeting it again means a loop */
    size_t steps;                /**< number of steps since `mark` was set */
    size_t lap;                  /**< number of steps after which `mark` is set again */
    size_t left;                 /**< number of entries that may still come */
    uint32_t offset;             /**< offset of the link in an entry, in bytes */
    uint32_t forward;            /**< offset in a link of the pointer to follow */
    uint32_t backward;           /**< offset in a link of the pointer back */
    uint32_t pointer;            /**< size of a pointer in bytes: 4 or 8 */
    uint32_t is_checked;         /**< 1 if the pointer back is checked */
} strata_walk;

/**
 * Begins a walk; reads nothing yet.
 *
 * `head` is the address of the list's head, a link that is not in an entry. `offset` is the offset of the link in each
 * entry. In a link, the pointer to the next link is at offset `forward` and the pointer to the previous one at
 * `backward`, each of `pointer` bytes (4 or 8, plus STRATA_SLOT_BIG if they are big-endian). If `forward` equals
 * `backward`, the links have one direction, and the last one is null. `most` limits the number of entries. Returns OK;
 * NULL: the head is null; OTHER_KIND: `how` needs links in both directions.
 */
static inline strata_status strata_walk_begin(strata_walk *walk, const strata_reader *reader, uint64_t head,
                                              uint32_t offset, uint32_t forward, uint32_t backward, uint32_t pointer,
                                              size_t most, uint32_t how)
{
    int one_way = forward == backward;

    walk->status = head == 0 ? STRATA_NULL : one_way && how != STRATA_WALK_FORWARD ? STRATA_OTHER_KIND : STRATA_OK;
    walk->reader = walk->status == STRATA_OK ? reader : STRATA_NULLPTR;
    walk->end = one_way ? 0 : head;
    walk->link = head;
    walk->mark = head;
    walk->steps = 0;
    walk->lap = 1;
    walk->left = most;
    walk->offset = offset;
    walk->forward = (how & STRATA_WALK_BACKWARD) != 0 ? backward : forward;
    walk->backward = (how & STRATA_WALK_BACKWARD) != 0 ? forward : backward;
    walk->pointer = pointer;
    walk->is_checked = (how & STRATA_WALK_CHECKED) != 0 ? 1 : 0;
    return walk->status;
}

/** Reads a pointer of the link at `link`. Returns OK, SHORT_READ. */
static inline strata_status strata_walk_load(const strata_walk *walk, uint64_t link, uint32_t offset, uint64_t *value)
{
    if (!strata_reader_spans(link, (uint64_t)offset + (walk->pointer & 0x7Fu), walk->pointer))
        return STRATA_SHORT_READ;
    return strata_reader_number(walk->reader, link + offset, walk->pointer, value);
}

/** Checks the address of the next link, or the end of the list. Returns OK, NULL, LOOP, TOO_MANY, SHORT_READ. */
static inline strata_status strata_walk_accept(strata_walk *walk, uint64_t next)
{
    if (next == walk->end)
        return STRATA_OK;
    if (next == 0)
        return STRATA_NULL;
    if (next == walk->mark)
        return STRATA_LOOP;
    if (walk->left-- == 0)
        return STRATA_TOO_MANY;
    if (walk->steps++ == walk->lap) {
        walk->mark = next;
        walk->steps = 1;
        walk->lap *= 2;
    }
    return next < walk->offset ? STRATA_SHORT_READ : STRATA_OK;
}

/**
 * Reads the address of the next link, or the end of the list, and checks it. Returns OK or a status of
 * strata_walk_next.
 */
static inline strata_status strata_walk_step(strata_walk *walk, uint64_t *next)
{
    uint64_t back = 0;
    strata_status status = strata_walk_load(walk, walk->link, walk->forward, next);

    if (status == STRATA_OK && walk->is_checked && *next != 0) {
        status = strata_walk_load(walk, *next, walk->backward, &back);
        if (status == STRATA_OK && back != walk->link)
            status = STRATA_INVALID;
    }
    return status == STRATA_OK ? strata_walk_accept(walk, *next) : status;
}

/**
 * Goes to the next entry. Returns 1 and its address, or 0 and address 0 at the end of the walk. The walk's status then
 * gives the reason:
 *
 *   OK          end of the list
 *   SHORT_READ  a link cannot be read, or an entry would begin below address 0
 *   NULL        a link is null, but the list should lead back to its head
 *   LOOP        the links form a circle without the head; entries come again before the walk notices, in all at most
 *               three times as many as there are
 *   TOO_MANY    the list has more entries than allowed
 *   INVALID     checked walk: the next link does not point back
 */
static inline int strata_walk_next(strata_walk *walk, uint64_t *entry)
{
    uint64_t next = 0;

    *entry = 0;
    if (walk->reader == STRATA_NULLPTR)
        return 0;
    walk->status = strata_walk_step(walk, &next);
    if (walk->status != STRATA_OK || next == walk->end) {
        walk->reader = STRATA_NULLPTR;
        return 0;
    }
    walk->link = next;
    *entry = next - walk->offset;
    return 1;
}

/** Offsets of a member that is a link, and of the pointers in the link. */
typedef struct strata_walk_place {
    uint32_t offset;   /**< offset of the member in bytes */
    uint32_t forward;  /**< offset of the pointer to the next entry, in bytes from the member */
    uint32_t backward; /**< offset of the pointer to the previous entry, in bytes from the member */
    uint32_t pointer;  /**< size of a pointer in bytes: 4 or 8 */
} strata_walk_place;

/**
 * Finds the offsets for a target; all are 0 on failure. Returns OK, BAD_ARCH, BAD_VERSION, ABSENT, UNKNOWN, OTHER_KIND.
 */
static inline strata_status strata_walk_find(strata_walk_place *place, const strata_table *table, strata_member member,
                                             uint32_t tag, const strata_table *links, strata_member forward,
                                             strata_member backward, strata_target target)
{
    const strata_layout *layout = STRATA_NULLPTR;
    const strata_layout *link = STRATA_NULLPTR;
    strata_basis basis;
    strata_status status = strata_find_layout(table, target, &layout, &basis);

    place->offset = place->forward = place->backward = place->pointer = 0;
    if (status == STRATA_OK)
        status = strata_find_layout(links, target, &link, &basis);
    if (status != STRATA_OK)
        return status;
    if (strata_slot_tag(strata_slot_of(layout->bases, layout->words, member)) != tag)
        return strata_slot_refusal(strata_slot_of(layout->bases, layout->words, member));
    if (!strata_slot_is_scalar(strata_slot_of(link->bases, link->words, forward)))
        return strata_slot_refusal(strata_slot_of(link->bases, link->words, forward));
    if (!strata_slot_is_scalar(strata_slot_of(link->bases, link->words, backward)))
        return strata_slot_refusal(strata_slot_of(link->bases, link->words, backward));
    place->offset = strata_slot_offset(strata_slot_of(layout->bases, layout->words, member));
    place->forward = strata_slot_offset(strata_slot_of(link->bases, link->words, forward));
    place->backward = strata_slot_offset(strata_slot_of(link->bases, link->words, backward));
    place->pointer = strata_slot_ordered(strata_slot_of(link->bases, link->words, forward));
    return STRATA_OK;
}

/**
 * As strata_walk_begin, for entries that are structures of `table`. `member` is the link in an entry and has tag `tag`;
 * `forward` and `backward` are the members of the link, which is a structure of `links`.
 *
 * Also returns BAD_ARCH, BAD_VERSION, ABSENT, UNKNOWN, OTHER_KIND. On failure the walk has ended with that status.
 */
static inline strata_status strata_walk_member(strata_walk *walk, const strata_table *table, strata_member member,
                                               uint32_t tag, const strata_table *links, strata_member forward,
                                               strata_member backward, const strata_reader *reader, uint64_t head,
                                               strata_target target, size_t most, uint32_t how)
{
    strata_walk_place place;
    strata_status status = strata_walk_find(&place, table, member, tag, links, forward, backward, target);
    strata_status begun = strata_walk_begin(walk, reader, head, place.offset, place.forward, place.backward,
                                            place.pointer, most, how);

    if (status == STRATA_OK)
        return begun;
    walk->reader = STRATA_NULLPTR;
    walk->status = status;
    return status;
}

/* ---- Selected members -------------------------------------------------------------------------------------------- */

/*
 * A plan for some members of a structure at a place: STRATA_PICK declares its type. A plan works out once where the
 * members lie, whether the version has them, and how well they are known. Then each object costs one read, of the bytes
 * from the first member to the last one, and a load for each member.
 */

/** The bytes of an object that a plan reads, and what holds for all of its members. */
typedef struct strata_pick {
    unsigned char *bytes; /**< the caller's buffer, which has the last object; NULL if there is no plan */
    size_t size;          /**< number of bytes that a read copies; with TOO_SHORT, those that the buffer must have */
    size_t begin;         /**< offset of the first of them in the structure */
    strata_place place;   /**< the place of the plan */
    strata_basis basis;   /**< how well the member is known that is known least */
} strata_pick;

/** Finds a member for a plan. Returns OK; ABSENT, UNKNOWN, UNCERTAIN; OTHER_KIND: the end of it is not known. */
static inline strata_status strata_pick_member(strata_picked *picked, const strata_table *table,
                                               const strata_view *view, strata_member member, strata_basis weakest)
{
    picked->slot = STRATA_VIEW_SLOT(view, member);
    if (strata_member_basis(table, view, member) > weakest)
        return STRATA_UNCERTAIN;
    if (!strata_slot_is_present(picked->slot))
        return strata_slot_refusal(picked->slot);
    picked->size = strata_member_size(view, member, picked->slot);
    return picked->size != 0 ? STRATA_OK : STRATA_OTHER_KIND;
}

/** Sets the bytes of the members of a plan, or makes all of them absent. */
static inline void strata_pick_place(const strata_pick *pick, strata_picked *const *picked, size_t count)
{
    size_t i;

    for (i = 0; i < count; i++) {
        if (pick->bytes == STRATA_NULLPTR) {
            picked[i]->slot = (strata_slot)STRATA_TAG_ABSENT << 56;
            picked[i]->bytes = STRATA_NULLPTR;
            picked[i]->size = 0;
        } else {
            picked[i]->bytes = pick->bytes + (strata_slot_offset(picked[i]->slot) - pick->begin);
        }
    }
}

/**
 * Makes a plan to read `count` members of a structure at a place, into a buffer of `room` bytes. Reads nothing yet.
 *
 * Returns OK; BAD_ARCH, BAD_VERSION; ABSENT, UNKNOWN: the version lacks a member, or nobody knows where it is;
 * UNCERTAIN: a member is less certain than `weakest`; OTHER_KIND: a member is a flexible array, or ends in one;
 * TOO_SHORT: the buffer is NULL or too small, and pick->size is the size that it needs. On failure reads return
 * TOO_SHORT, and all members are absent.
 */
static inline strata_status strata_pick_plan(strata_pick *pick, const strata_table *table,
                                             strata_picked *const *picked, const strata_member *members, size_t count,
                                             const strata_place *place, strata_basis weakest, void *buffer,
                                             size_t room)
{
    strata_view view;
    size_t begin = (size_t)-1, end = 0, i;
    strata_status status;

    pick->bytes = STRATA_NULLPTR;
    pick->basis = STRATA_ATTESTED;
    status = strata_open_place(table, &view, pick, (size_t)-1, place, STRATA_DISPUTED); /* reads no byte of them */
    view.size = view.least; /* of a flexible array, nothing */
    strata_copy_place(&pick->place, &view.place);
    for (i = 0; i < count && status == STRATA_OK; i++) {
        size_t offset;

        status = strata_pick_member(picked[i], table, &view, members[i], weakest);
        if (status != STRATA_OK)
            break;
        offset = strata_slot_offset(picked[i]->slot);
        begin = offset < begin ? offset : begin;
        end = offset + picked[i]->size > end ? offset + picked[i]->size : end;
        if (strata_member_basis(table, &view, members[i]) > pick->basis)
            pick->basis = strata_member_basis(table, &view, members[i]);
    }
    pick->begin = status == STRATA_OK ? begin : 0;
    pick->size = status == STRATA_OK ? end - begin : 0;
    if (status == STRATA_OK && (buffer == STRATA_NULLPTR || room < pick->size))
        status = STRATA_TOO_SHORT;
    if (status == STRATA_OK)
        pick->bytes = (unsigned char *)buffer;
    strata_pick_place(pick, picked, count);
    return status;
}

/**
 * Reads the members of the object at `address`, by one read. Views and bytes that the plan has given are then those of
 * this object. Returns OK; SHORT_READ: not all can be read, and the values are undefined; TOO_SHORT: there is no plan.
 */
static inline strata_status strata_pick_read(const strata_pick *pick, const strata_reader *reader, uint64_t address)
{
    if (pick->bytes == STRATA_NULLPTR)
        return STRATA_TOO_SHORT;
    if (!strata_reader_spans(address, (uint64_t)pick->begin + pick->size, 8))
        return STRATA_SHORT_READ;
    return strata_reader_bytes(reader, address + pick->begin, pick->bytes, pick->size);
}

/** Defines the read of a picked member of C type T: strata_picked_N, as strata_get_N. */
#define STRATA_DEFINE_PICKED(N, T) \
    STRATA_INLINE strata_status strata_picked_##N(const strata_picked *picked, strata_member member, T *value) \
    { \
        *value = 0; \
        if (STRATA_SELDOM(!strata_slot_is_scalar(picked->slot))) \
            return strata_slot_refusal(picked->slot); \
        *value = (T)strata_load_member(picked->slot, picked->bytes, member); \
        return STRATA_OK; \
    } \
    typedef T strata_picked_value_##N

/** Reads of numbers of each type. */
STRATA_DEFINE_PICKED(u8, uint8_t);
STRATA_DEFINE_PICKED(u16, uint16_t);
STRATA_DEFINE_PICKED(u32, uint32_t);
STRATA_DEFINE_PICKED(u64, uint64_t);
STRATA_DEFINE_PICKED(i8, int8_t);
STRATA_DEFINE_PICKED(i16, int16_t);
STRATA_DEFINE_PICKED(i32, int32_t);
STRATA_DEFINE_PICKED(i64, int64_t);

/**
 * Opens a view on a record of a plan, once for all objects: it has the bytes of the object that was read last. The
 * basis is not better than that of the plan. Returns OK; ABSENT, OTHER_KIND; BAD_ARCH, BAD_VERSION, TOO_SHORT.
 */
static inline strata_status strata_pick_view(const strata_table *table, strata_view *record, const strata_pick *pick,
                                             const strata_picked *picked, uint32_t tag)
{
    strata_status status;

    if (strata_slot_tag(picked->slot) != tag) {
        strata_close_at(table, record, pick->place.target);
        return strata_slot_refusal(picked->slot);
    }
    status = strata_open_place(table, record, picked->bytes, picked->size, &pick->place, STRATA_DISPUTED);
    if (record->basis < pick->basis)
        record->basis = pick->basis;
    return status;
}

/** Finds the bytes of a member of any kind, once for all objects, as strata_bytes. Returns OK; ABSENT. */
STRATA_INLINE strata_status strata_pick_bytes(const strata_picked *picked, const unsigned char **bytes, size_t *size)
{
    *bytes = picked->bytes;
    *size = picked->size;
    return picked->bytes != STRATA_NULLPTR ? STRATA_OK : STRATA_ABSENT;
}

/** A walk through a list that reads the members of each entry by a plan, and with them the link to the next entry. */
typedef struct strata_pick_walk {
    strata_walk walk;           /**< walk.status is as in a strata_walk */
    const strata_pick *pick;    /**< the plan */
    const unsigned char *link;  /**< the link of an entry in the buffer */
    int is_read;                /**< 1 if the buffer has an entry */
} strata_pick_walk;

/** Begins a walk by a plan, of which `picked` is the link: see strata_walk_member. Also returns TOO_SHORT. */
static inline strata_status strata_pick_walk_begin(strata_pick_walk *walk, const strata_pick *pick,
                                                   const strata_picked *picked, const strata_table *table,
                                                   strata_member member, uint32_t tag, const strata_table *links,
                                                   strata_member forward, strata_member backward,
                                                   const strata_reader *reader, uint64_t head, size_t most,
                                                   uint32_t how)
{
    uint32_t last;
    strata_status status = strata_walk_member(&walk->walk, table, member, tag, links, forward, backward, reader, head,
                                              pick->place.target, most, how);

    walk->pick = pick;
    walk->link = picked->bytes;
    walk->is_read = 0;
    last = walk->walk.forward > walk->walk.backward ? walk->walk.forward : walk->walk.backward;
    if (status != STRATA_OK || (size_t)last + (walk->walk.pointer & 0x7Fu) <= picked->size)
        return status;
    walk->walk.reader = STRATA_NULLPTR;
    walk->walk.status = STRATA_TOO_SHORT;
    return STRATA_TOO_SHORT;
}

/** Finds the next link, reads its entry and checks both. Returns OK or a status of strata_walk_next. */
static inline strata_status strata_pick_step(strata_pick_walk *picked, uint64_t *next)
{
    strata_walk *walk = &picked->walk;
    uint64_t back = walk->link;
    strata_status status = STRATA_OK;

    if (picked->is_read)
        *next = strata_load_unit(walk->pointer, picked->link + walk->forward);
    else
        status = strata_walk_load(walk, walk->link, walk->forward, next);
    if (status == STRATA_OK)
        status = strata_walk_accept(walk, *next);
    if (status != STRATA_OK)
        return status;
    if (*next == walk->end) {
        if (walk->is_checked)
            status = strata_walk_load(walk, *next, walk->backward, &back);
    } else {
        status = strata_pick_read(picked->pick, walk->reader, *next - walk->offset);
        picked->is_read = 1;
        if (status == STRATA_OK && walk->is_checked)
            back = strata_load_unit(walk->pointer, picked->link + walk->backward);
    }
    return status == STRATA_OK && back != walk->link ? STRATA_INVALID : status;
}

/**
 * As strata_walk_next, and reads the members of the entry. A list of n entries takes n + 1 reads in all; one more if
 * the walk is checked.
 */
static inline int strata_pick_next(strata_pick_walk *picked, uint64_t *entry)
{
    strata_walk *walk = &picked->walk;
    uint64_t next = 0;

    *entry = 0;
    if (walk->reader == STRATA_NULLPTR)
        return 0;
    walk->status = strata_pick_step(picked, &next);
    if (walk->status != STRATA_OK || next == walk->end) {
        walk->reader = STRATA_NULLPTR;
        return 0;
    }
    walk->link = next;
    *entry = next - walk->offset;
    return 1;
}

/* ---- Calls of generated headers ---------------------------------------------------------------------------------- */

/** As strata_fetch, for a structure. */
#define STRATA_FETCH(S, v, reader, address, buffer, room, target) \
    STRATA_CALL_FETCH(strata_##S, v, reader, address, buffer, room, target)
#define STRATA_CALL_FETCH(S, v, reader, address, buffer, room, target) \
    strata_fetch(&S##_table, S##_mutable_view(v), reader, address, buffer, room, target)

/** As strata_fetch_bytes, for a structure. */
#define STRATA_FETCH_BYTES(S, v, reader, address, buffer, size, target) \
    STRATA_CALL_FETCH_BYTES(strata_##S, v, reader, address, buffer, size, target)
#define STRATA_CALL_FETCH_BYTES(S, v, reader, address, buffer, size, target) \
    strata_fetch_bytes(&S##_table, S##_mutable_view(v), reader, address, buffer, size, target)

/** As strata_follow, for a member. */
#define STRATA_FOLLOW(S, v, M, reader, buffer, room, record) \
    STRATA_CALL_FOLLOW(strata_##S, STRATA_##S##_M_##M, v, reader, buffer, room, record)
#define STRATA_CALL_FOLLOW(S, line, v, reader, buffer, room, record) \
    STRATA_CALL_FOLLOW_(S, v, reader, buffer, room, record, line, none, none, none, 0u, none, 0)
#define STRATA_CALL_FOLLOW_(S, v, reader, buffer, room, record, number, form, element, T, tag, pointed, ...) \
    strata_follow(&pointed##_table, pointed##_mutable_view(record), S##_const_view(v), number, reader, buffer, room)

/** As strata_follow_at, for a member. */
#define STRATA_FOLLOW_AT(S, v, M, index, reader, buffer, room, record) \
    STRATA_CALL_FOLLOW_AT(strata_##S, STRATA_##S##_M_##M, v, index, reader, buffer, room, record)
#define STRATA_CALL_FOLLOW_AT(S, line, v, index, reader, buffer, room, record) \
    STRATA_CALL_FOLLOW_AT_(S, v, index, reader, buffer, room, record, line, none, none, none, 0u, none, 0)
#define STRATA_CALL_FOLLOW_AT_(S, v, i, reader, b, size, record, number, form, element, T, tag, pointed, ...) \
    strata_follow_at(&pointed##_table, pointed##_mutable_view(record), S##_const_view(v), number, i, reader, b, size)

/** As strata_deref, for a member. */
#define STRATA_DEREF(S, v, M, reader, index, address) \
    STRATA_CALL_DEREF(strata_##S, STRATA_##S##_M_##M, v, reader, index, address)
#define STRATA_CALL_DEREF(S, line, v, reader, index, address) \
    STRATA_CALL_DEREF_(S, v, reader, index, address, line, none, none, none, 0u, none, 0)
#define STRATA_CALL_DEREF_(S, v, reader, index, address, number, form, element, T, tag, pointed, ...) \
    strata_deref(S##_const_view(v), number, reader, index, address)

/** As strata_walk_member, for a member that is a link of a list. */
#define STRATA_WALK(S, M, walk, reader, head, target, most, how) \
    STRATA_CALL_WALK(strata_##S, STRATA_##S##_M_##M, walk, reader, head, target, most, how)
#define STRATA_CALL_WALK(S, line, walk, reader, head, target, most, how) \
    STRATA_CALL_WALK_(S, walk, reader, head, target, most, how, line, none, none, none, 0u, none, 0)
#define STRATA_CALL_WALK_(S, walk, reader, head, at, most, how, number, form, element, T, tag, pointed, ...) \
    strata_walk_member(walk, &S##_table, number, tag, &T##_table, T##_links, reader, head, at, most, how)

/**
 * Declares the type `name` of plans for 1 to 24 members of a structure, and the function
 *
 *   strata_status name_plan(name *plan, const strata_place *place, strata_basis weakest, void *buffer, size_t room)
 *
 * which is as strata_pick_plan. For the file scope. The member `pick` of a plan is for strata_pick_read. The names in
 * the function end with an underscore, so that they hide none of the program.
 */
#define STRATA_PICK(name, S, ...) STRATA_CALL_PICK(name, strata_##S, STRATA_##S##_M_, __VA_ARGS__)
#define STRATA_CALL_PICK(name, S, lines, ...) \
    typedef struct name { \
        strata_pick pick; \
        STRATA_EACH(STRATA_PICK_MEMBER, S, lines, __VA_ARGS__) \
    } name; \
    static inline strata_status name##_plan(name *plan_, const strata_place *place_, strata_basis weakest_, \
                                            void *buffer_, size_t room_) \
    { \
        static const strata_member members_[] = {STRATA_EACH(STRATA_PICK_NUMBER, S, lines, __VA_ARGS__)}; \
        strata_picked *picked_[sizeof members_ / sizeof *members_]; \
        size_t count_ = 0; \
        STRATA_EACH(STRATA_PICK_POINTER, S, lines, __VA_ARGS__) \
        return strata_pick_plan(&plan_->pick, &S##_table, picked_, members_, count_, place_, weakest_, buffer_, \
                                room_); \
    } \
    typedef name *name##_pointer

/** Parts of STRATA_PICK for a member. */
#define STRATA_PICK_MEMBER(S, lines, M) strata_picked S##_##M;
#define STRATA_PICK_NUMBER(S, lines, M) STRATA_NUMBER(lines##M),
#define STRATA_PICK_POINTER(S, lines, M) picked_[count_++] = &plan_->S##_##M;

/** Does something for each of the members. STRATA_EXPAND makes MSVC see more than one. */
#define STRATA_EACH(DO, S, lines, ...) \
    STRATA_EXPAND(STRATA_EACH_OF(__VA_ARGS__, STRATA_EACH_24, STRATA_EACH_23, STRATA_EACH_22, STRATA_EACH_21, \
        STRATA_EACH_20, STRATA_EACH_19, STRATA_EACH_18, STRATA_EACH_17, STRATA_EACH_16, STRATA_EACH_15, \
        STRATA_EACH_14, STRATA_EACH_13, STRATA_EACH_12, STRATA_EACH_11, STRATA_EACH_10, STRATA_EACH_9, \
        STRATA_EACH_8, STRATA_EACH_7, STRATA_EACH_6, STRATA_EACH_5, STRATA_EACH_4, STRATA_EACH_3, STRATA_EACH_2, \
        STRATA_EACH_1, 0)(DO, S, lines, __VA_ARGS__))
#define STRATA_EACH_OF(...) STRATA_EXPAND(STRATA_EACH_OF_(__VA_ARGS__))
#define STRATA_EACH_OF_(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, each, ...) each
#define STRATA_EXPAND(tokens) tokens
#define STRATA_EACH_1(DO, S, lines, M) DO(S, lines, M)
#define STRATA_EACH_2(DO, S, lines, M, ...) DO(S, lines, M) STRATA_EXPAND(STRATA_EACH_1(DO, S, lines, __VA_ARGS__))
#define STRATA_EACH_3(DO, S, lines, M, ...) DO(S, lines, M) STRATA_EXPAND(STRATA_EACH_2(DO, S, lines, __VA_ARGS__))
#define STRATA_EACH_4(DO, S, lines, M, ...) DO(S, lines, M) STRATA_EXPAND(STRATA_EACH_3(DO, S, lines, __VA_ARGS__))
#define STRATA_EACH_5(DO, S, lines, M, ...) DO(S, lines, M) STRATA_EXPAND(STRATA_EACH_4(DO, S, lines, __VA_ARGS__))
#define STRATA_EACH_6(DO, S, lines, M, ...) DO(S, lines, M) STRATA_EXPAND(STRATA_EACH_5(DO, S, lines, __VA_ARGS__))
#define STRATA_EACH_7(DO, S, lines, M, ...) DO(S, lines, M) STRATA_EXPAND(STRATA_EACH_6(DO, S, lines, __VA_ARGS__))
#define STRATA_EACH_8(DO, S, lines, M, ...) DO(S, lines, M) STRATA_EXPAND(STRATA_EACH_7(DO, S, lines, __VA_ARGS__))
#define STRATA_EACH_9(DO, S, lines, M, ...) DO(S, lines, M) STRATA_EXPAND(STRATA_EACH_8(DO, S, lines, __VA_ARGS__))
#define STRATA_EACH_10(DO, S, lines, M, ...) DO(S, lines, M) STRATA_EXPAND(STRATA_EACH_9(DO, S, lines, __VA_ARGS__))
#define STRATA_EACH_11(DO, S, lines, M, ...) DO(S, lines, M) STRATA_EXPAND(STRATA_EACH_10(DO, S, lines, __VA_ARGS__))
#define STRATA_EACH_12(DO, S, lines, M, ...) DO(S, lines, M) STRATA_EXPAND(STRATA_EACH_11(DO, S, lines, __VA_ARGS__))
#define STRATA_EACH_13(DO, S, lines, M, ...) DO(S, lines, M) STRATA_EXPAND(STRATA_EACH_12(DO, S, lines, __VA_ARGS__))
#define STRATA_EACH_14(DO, S, lines, M, ...) DO(S, lines, M) STRATA_EXPAND(STRATA_EACH_13(DO, S, lines, __VA_ARGS__))
#define STRATA_EACH_15(DO, S, lines, M, ...) DO(S, lines, M) STRATA_EXPAND(STRATA_EACH_14(DO, S, lines, __VA_ARGS__))
#define STRATA_EACH_16(DO, S, lines, M, ...) DO(S, lines, M) STRATA_EXPAND(STRATA_EACH_15(DO, S, lines, __VA_ARGS__))
#define STRATA_EACH_17(DO, S, lines, M, ...) DO(S, lines, M) STRATA_EXPAND(STRATA_EACH_16(DO, S, lines, __VA_ARGS__))
#define STRATA_EACH_18(DO, S, lines, M, ...) DO(S, lines, M) STRATA_EXPAND(STRATA_EACH_17(DO, S, lines, __VA_ARGS__))
#define STRATA_EACH_19(DO, S, lines, M, ...) DO(S, lines, M) STRATA_EXPAND(STRATA_EACH_18(DO, S, lines, __VA_ARGS__))
#define STRATA_EACH_20(DO, S, lines, M, ...) DO(S, lines, M) STRATA_EXPAND(STRATA_EACH_19(DO, S, lines, __VA_ARGS__))
#define STRATA_EACH_21(DO, S, lines, M, ...) DO(S, lines, M) STRATA_EXPAND(STRATA_EACH_20(DO, S, lines, __VA_ARGS__))
#define STRATA_EACH_22(DO, S, lines, M, ...) DO(S, lines, M) STRATA_EXPAND(STRATA_EACH_21(DO, S, lines, __VA_ARGS__))
#define STRATA_EACH_23(DO, S, lines, M, ...) DO(S, lines, M) STRATA_EXPAND(STRATA_EACH_22(DO, S, lines, __VA_ARGS__))
#define STRATA_EACH_24(DO, S, lines, M, ...) DO(S, lines, M) STRATA_EXPAND(STRATA_EACH_23(DO, S, lines, __VA_ARGS__))

/** Reads a scalar of the object that was read last. Returns OK; ABSENT, OTHER_KIND: *value is 0. */
#define STRATA_PICKED(S, plan, M, value) \
    STRATA_CALL_PICKED(STRATA_##S##_M_##M, &(plan)->strata_##S##_##M, value)
#define STRATA_CALL_PICKED(line, picked, value) \
    STRATA_CALL_PICKED_(picked, value, line, none, none, none, 0u, none, 0)
#define STRATA_CALL_PICKED_(picked, value, number, form, element, T, tag, pointed, ...) \
    strata_picked_##form(picked, number, value)

/** As strata_pick_bytes, for a member of a plan. */
#define STRATA_PICKED_BYTES(S, plan, M, bytes, size) strata_pick_bytes(&(plan)->strata_##S##_##M, bytes, size)

/** As strata_pick_view, for a member of a plan. Evaluates `plan` twice. */
#define STRATA_PICKED_VIEW(S, plan, M, record) \
    STRATA_CALL_PICKED_VIEW(STRATA_##S##_M_##M, &(plan)->pick, &(plan)->strata_##S##_##M, record)
#define STRATA_CALL_PICKED_VIEW(line, pick, picked, record) \
    STRATA_CALL_PICKED_VIEW_(pick, picked, record, line, none, none, none, 0u, none, 0)
#define STRATA_CALL_PICKED_VIEW_(pick, picked, record, number, form, element, T, tag, pointed, ...) \
    strata_pick_view(&T##_table, T##_mutable_view(record), pick, picked, tag)

/** As strata_pick_walk_begin, for a member of a plan that is a link of a list. Evaluates `plan` twice. */
#define STRATA_PICKED_WALK(S, plan, M, walk, reader, head, most, how) \
    STRATA_CALL_PICKED_WALK(strata_##S, STRATA_##S##_M_##M, &(plan)->pick, &(plan)->strata_##S##_##M, walk, reader, \
                            head, most, how)
#define STRATA_CALL_PICKED_WALK(S, line, pick, picked, walk, reader, head, most, how) \
    STRATA_CALL_PICKED_WALK_(S, pick, picked, walk, reader, head, most, how, line, none, none, none, 0u, none, 0)
#define STRATA_CALL_PICKED_WALK_(S, pick, picked, walk, reader, head, most, how, number, form, element, T, tag, ...) \
    strata_pick_walk_begin(walk, pick, picked, &S##_table, number, tag, &T##_table, T##_links, reader, head, most, how)

#if defined(__cplusplus)
}
#endif

#endif
