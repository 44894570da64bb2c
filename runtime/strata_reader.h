/* SPDX-License-Identifier: 0BSD
 *
 * strata_reader.h: structures in memory that is not here, of another process, a crash dump, a machine under a debugger.
 *
 * A function of the caller's reads that memory. With it a structure is copied into a buffer of the caller's, and a
 * plain view is opened on the copy; pointers are followed, counted strings copied, linked lists walked. Generated
 * headers have macros for these functions and need this file only where they are used. Like strata.h it is
 * freestanding: no library, no allocation, no state, and no read that is not bounded by what the caller gave.
 *
 * An address is a number of 64 bits. A pointer of 4 bytes is extended with zeros, and what it points to must end within
 * 4 GiB; nothing wraps around at the end of either address space.
 *
 * C99 or later, C++11 or later.
 */
#ifndef STRATA_READER_INCLUDED
#define STRATA_READER_INCLUDED /* generated headers have guards in _H, that of a reader.strata this very one */

#include "strata.h"

#if defined(__cplusplus)
extern "C" {
#endif

/**
 * Copies `size` bytes (never 0) from `address` on to `buffer`, as many of them as can be read, the first ones first,
 * and returns how many those are. `context` is the caller's.
 */
typedef size_t strata_reader_read(void *context, uint64_t address, void *buffer, size_t size);

/** Where memory is read from. It is the caller's, and must outlive what is given its address. */
typedef struct strata_reader {
    strata_reader_read *read; /**< the caller's function */
    void *context; /**< handed to `read`, and touched by nobody else */
} strata_reader;

/* ---- Bytes and numbers ------------------------------------------------------------------------------------------- */

/** 1 where `size` bytes from `address` on end within an address space whose pointers have `pointer` bytes, else 0. */
STRATA_INLINE int strata_reader_spans(uint64_t address, uint64_t size, uint32_t pointer)
{
    uint64_t last = pointer == 4 ? 0xFFFFFFFFu : ~(uint64_t)0;

    return size == 0 || (address <= last && size - 1 <= last - address);
}

/** Copies `size` bytes from `address` on. SHORT_READ: not all can be read; what `buffer` holds then is not defined. */
static inline strata_status strata_reader_bytes(const strata_reader *reader, uint64_t address, void *buffer,
                                                size_t size)
{
    if (size == 0)
        return STRATA_OK;
    if (!strata_reader_spans(address, size, 8) || reader->read(reader->context, address, buffer, size) < size)
        return STRATA_SHORT_READ;
    return STRATA_OK;
}

/** Reads the unsigned number of `size` bytes, 1 to 8, at `address`. SHORT_READ; RANGE where `size` is more than 8. */
static inline strata_status strata_reader_number(const strata_reader *reader, uint64_t address, uint32_t size,
                                                 uint64_t *value)
{
    unsigned char bytes[8];
    strata_status status;

    strata_store_u64(bytes, 0); /* an initializer may become a call of memset */
    status = size > 8 ? STRATA_RANGE : strata_reader_bytes(reader, address, bytes, size);
    *value = status == STRATA_OK ? strata_load_u64(bytes) : 0;
    return status;
}

/* ---- Structures -------------------------------------------------------------------------------------------------- */

/** Reads the bytes of a view that was opened on a buffer for them; closes it where they cannot be read. */
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

/** As strata_fetch, from an address space whose pointers have `pointer` bytes. */
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
        size = view->least; /* members lie past the size */
    if (view->size > size)
        view->size = size;
    return strata_fetch_view(table, view, reader, address, pointer, buffer);
}

/**
 * Copies the structure at `address` into `buffer`, which has `room` bytes, and opens a view on the copy, which is
 * read-only. As many bytes are copied as sizeof would say, or `room` where that is less, but no less than the least
 * size. BAD_ARCH, BAD_VERSION, TOO_SHORT as from strata_open; SHORT_READ: not all of the bytes can be read. Then the
 * view is one whose open failed, and what the buffer holds is not defined.
 */
static inline strata_status strata_fetch(const strata_table *table, strata_view *view, const strata_reader *reader,
                                         uint64_t address, void *buffer, size_t room, strata_target target)
{
    return strata_fetch_within(table, view, reader, address, 8, buffer, room, target);
}

/** As strata_fetch, of exactly `size` bytes: for what ends in an array, as many elements of which as fit are wanted. */
static inline strata_status strata_fetch_bytes(const strata_table *table, strata_view *view,
                                               const strata_reader *reader, uint64_t address, void *buffer, size_t size,
                                               strata_target target)
{
    strata_status status = strata_open(table, view, buffer, size, target);

    return status == STRATA_OK ? strata_fetch_view(table, view, reader, address, 8, buffer) : status;
}

/* ---- Pointers ---------------------------------------------------------------------------------------------------- */

/** Fetches what the pointer at a slot of a view points to, unless `status` says that there is no such slot. */
static inline strata_status strata_follow_slot(const strata_table *table, strata_view *record, const strata_view *view,
                                               strata_slot slot, strata_status status, const strata_reader *reader,
                                               void *buffer, size_t room)
{
    strata_target target = view->target; /* `record` may be the same view */
    strata_basis basis = view->basis;
    uint64_t address = 0;

    if (status == STRATA_OK) {
        address = strata_load_slot(slot, view->bytes + strata_slot_offset(slot));
        status = address == 0 ? STRATA_NULL : STRATA_OK;
    }
    if (status != STRATA_OK) {
        record->target = target;
        strata_close(table, record);
        return status;
    }
    status = strata_fetch_within(table, record, reader, address, strata_slot_unit(slot), buffer, room, target);
    if (record->basis < basis)
        record->basis = basis;
    return status;
}

/**
 * Fetches what a pointer member points to, for the target of the view that it is in and with a basis no better than
 * that one's. ABSENT, UNKNOWN, OTHER_KIND as from get; NULL; and the errors of strata_fetch.
 */
static inline strata_status strata_follow(const strata_table *table, strata_view *record, const strata_view *view,
                                          uint32_t member, const strata_reader *reader, void *buffer, size_t room)
{
    strata_slot slot = view->members[member];
    strata_status status = strata_slot_is_scalar(slot) ? STRATA_OK : strata_slot_refusal(slot);

    return strata_follow_slot(table, record, view, slot, status, reader, buffer, room);
}

/** As strata_follow, of an element of an array of pointers; and BAD_INDEX. */
static inline strata_status strata_follow_at(const strata_table *table, strata_view *record, const strata_view *view,
                                             uint32_t member, size_t index, const strata_reader *reader, void *buffer,
                                             size_t room)
{
    strata_slot slot = 0;
    strata_status status = strata_find_element(view, member, STRATA_TAG_ARRAY, index, &slot);

    return strata_follow_slot(table, record, view, slot, status, reader, buffer, room);
}

/**
 * Reads element `index` of the pointers that a pointer to pointers points to; it may be null. ABSENT, UNKNOWN,
 * OTHER_KIND as from get; NULL where the pointer to them is null; SHORT_READ.
 */
static inline strata_status strata_deref(const strata_view *view, uint32_t member, const strata_reader *reader,
                                         size_t index, uint64_t *value)
{
    uint32_t unit = strata_slot_unit(view->members[member]);
    uint64_t address = 0, before = index; /* no unit is longer than 8 bytes */
    strata_status status = strata_get_word(view, member, &address);

    *value = 0;
    if (status != STRATA_OK)
        return status;
    if (address == 0)
        return STRATA_NULL;
    if (before >= ~(uint64_t)0 / 8 || !strata_reader_spans(address, (before + 1) * unit, unit))
        return STRATA_SHORT_READ;
    return strata_reader_number(reader, address + before * unit, unit, value);
}

/* ---- Text -------------------------------------------------------------------------------------------------------- */

/** Whether `size` bytes of UTF-16 at `address` can be text: INVALID, NULL, SHORT_READ. */
static inline strata_status strata_text_check(uint64_t address, uint64_t size, uint32_t pointer)
{
    if (size % 2 != 0)
        return STRATA_INVALID;
    if (size != 0 && address == 0)
        return STRATA_NULL;
    return strata_reader_spans(address, size, pointer) ? STRATA_OK : STRATA_SHORT_READ;
}

/** What can be read of `size` bytes: their number, which is at most that. */
static inline size_t strata_text_load(const strata_reader *reader, uint64_t address, void *buffer, size_t size)
{
    size_t got = size == 0 ? 0 : reader->read(reader->context, address, buffer, size);

    return got < size ? got : size;
}

/**
 * Copies the UTF-16 text of `size` bytes at `address` to `units`, which has room for `room` of them, in the host's byte
 * order; no terminator is added. `*count` is the number of units copied, also where not all could be:
 *
 *   INVALID     the size is odd; nothing was copied
 *   NULL        the address is 0, but the size is not; nothing was copied
 *   TOO_SHORT   the text has more units than there is room for; the first are there
 *   SHORT_READ  the memory cannot be read, or ends early; what could be read is there
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
    if (*(const unsigned char *)&one == 0) /* on a little-endian host they are what they should be */
        for (i = 0; i < *count; i++)
            units[i] = (uint16_t)(units[i] << 8 | units[i] >> 8);
    return *count < fit ? STRATA_SHORT_READ : fit < size / 2 ? STRATA_TOO_SHORT : STRATA_OK;
}

/** UTF-8 in the making. */
typedef struct strata_utf8 {
    char *text;    /**< the caller's buffer */
    size_t room;   /**< its size in bytes */
    size_t size;   /**< bytes that are in it so far */
    uint32_t high; /**< a high surrogate that waits for its other half, or 0 */
} strata_utf8;

/** Appends a character, whole or not at all. TOO_SHORT. */
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

/** Appends what a unit of UTF-16 completes; half a surrogate pair becomes U+FFFD. TOO_SHORT. */
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

/** The bytes that strata_text_utf8 reads at once, into an array on its stack. Even. */
#define STRATA_TEXT_CHUNK 256u

/**
 * As strata_text_utf16, as UTF-8 of at most `room` bytes, whole characters; three bytes for each unit are always
 * enough. Half a surrogate pair becomes U+FFFD. `*length` is the number of bytes written.
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

/** Where the text of a counted string is: ABSENT, UNKNOWN, OTHER_KIND as from get; INVALID, NULL, SHORT_READ. */
static inline strata_status strata_text_find(const strata_view *view, uint32_t length, uint32_t maximum,
                                             uint32_t buffer, uint64_t *address, size_t *size)
{
    uint16_t bytes = 0, most = 0;
    strata_status status = strata_get_any_u16(view, length, &bytes);

    if (status == STRATA_OK)
        status = strata_get_any_u16(view, maximum, &most);
    if (status == STRATA_OK)
        status = strata_get_word(view, buffer, address);
    *size = bytes;
    if (status != STRATA_OK)
        return status;
    return bytes > most ? STRATA_INVALID : strata_text_check(*address, bytes, strata_slot_unit(view->members[buffer]));
}

/**
 * As strata_text_utf16, of the string whose members `length` (bytes), `maximum` (bytes) and `buffer` are; INVALID also
 * where its length is past its maximum; and ABSENT, UNKNOWN, OTHER_KIND as from get.
 */
static inline strata_status strata_string_utf16(const strata_view *view, uint32_t length, uint32_t maximum,
                                                uint32_t buffer, const strata_reader *reader, uint16_t *units,
                                                size_t room, size_t *count)
{
    uint64_t address = 0;
    size_t size = 0;
    strata_status status = strata_text_find(view, length, maximum, buffer, &address, &size);

    *count = 0;
    return status == STRATA_OK ? strata_text_utf16(reader, address, size, units, room, count) : status;
}

/** As strata_string_utf16, as UTF-8: see strata_text_utf8. */
static inline strata_status strata_string_utf8(const strata_view *view, uint32_t length, uint32_t maximum,
                                               uint32_t buffer, const strata_reader *reader, char *text, size_t room,
                                               size_t *size)
{
    uint64_t address = 0;
    size_t bytes = 0;
    strata_status status = strata_text_find(view, length, maximum, buffer, &address, &bytes);

    *size = 0;
    return status == STRATA_OK ? strata_text_utf8(reader, address, bytes, text, room, size) : status;
}

/* ---- Lists ------------------------------------------------------------------------------------------------------- */

/** How a list is walked; the values may be added up. A list whose links lead one way only has no other. */
#define STRATA_WALK_FORWARD 0u
#define STRATA_WALK_BACKWARD 1u /**< from the last entry to the first */
#define STRATA_WALK_CHECKED 2u  /**< each link must be pointed back to by the next, which costs a second read */

/** A walk through a linked list. All but `status` is for the functions below. */
typedef struct strata_walk {
    strata_status status; /**< OK while it goes on and when it has come to the list's end, else why it ended */
    const strata_reader *reader; /**< NULL: it has ended */
    uint64_t end;                /**< what the last link points to: the head, or null */
    uint64_t link;               /**< the address of the link that it stands on */
    uint64_t mark;               /**< a link that it has passed, to be met again in a loop */
    size_t steps;                /**< since the mark was set */
    size_t lap;                  /**< steps after which it is set anew */
    size_t left;                 /**< entries that may still come */
    uint32_t offset;             /**< of the link in an entry, in bytes */
    uint32_t forward;            /**< in a link, the offset of the pointer that is followed */
    uint32_t backward;           /**< and of the one that points back */
    uint32_t pointer;            /**< bytes of a pointer, 4 or 8 */
    uint32_t is_checked;         /**< 1 where the one that points back is looked at */
} strata_walk;

/**
 * Begins a walk: `head` is the address of the link that is the list's head and lies in no entry; a link lies at
 * `offset` in each entry, and in it pointers of `pointer` bytes (4 or 8) to the next link, at offset `forward`, and to
 * the one before, at `backward`. Where these are the same, links lead one way only, and the last one is null. `most` is
 * how many entries there may be. Nothing is read yet. NULL: the head is null; OTHER_KIND: `how` asks for a way that is
 * not there.
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

/** Reads one of the pointers of the link at `link`. SHORT_READ. */
static inline strata_status strata_walk_load(const strata_walk *walk, uint64_t link, uint32_t offset, uint64_t *value)
{
    if (!strata_reader_spans(link, (uint64_t)offset + walk->pointer, walk->pointer))
        return STRATA_SHORT_READ;
    return strata_reader_number(walk->reader, link + offset, walk->pointer, value);
}

/** Reads the link after the one that the walk stands on; at the list's end that is its end. */
static inline strata_status strata_walk_step(strata_walk *walk, uint64_t *next)
{
    uint64_t back = 0;
    strata_status status = strata_walk_load(walk, walk->link, walk->forward, next);

    if (status == STRATA_OK && walk->is_checked && *next != 0) {
        status = strata_walk_load(walk, *next, walk->backward, &back);
        if (status == STRATA_OK && back != walk->link)
            status = STRATA_INVALID;
    }
    if (status != STRATA_OK || *next == walk->end)
        return status;
    if (*next == 0)
        return STRATA_NULL;
    if (*next == walk->mark)
        return STRATA_LOOP;
    if (walk->left-- == 0)
        return STRATA_TOO_MANY;
    if (walk->steps++ == walk->lap) {
        walk->mark = *next;
        walk->steps = 1;
        walk->lap *= 2;
    }
    return *next < walk->offset ? STRATA_SHORT_READ : STRATA_OK;
}

/**
 * Goes to the next entry: 1, and its address; or 0, and the address is 0, when the walk has ended. The walk's status
 * then says why:
 *
 *   OK          it has come to the end of the list
 *   SHORT_READ  a link cannot be read, or an entry would begin below address 0
 *   NULL        a link is null, in a list that should lead back to its head
 *   LOOP        links lead in a circle that the head is not in. That is seen once some of its entries have come
 *               again, in all at most three times as many as there are
 *   TOO_MANY    there are more entries than there may be
 *   INVALID     of a checked walk: the next link does not point back
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

/** What strata_walk_member finds: the offsets of a member that is a link, and of the pointers in it. */
typedef struct strata_walk_place {
    uint32_t offset;   /**< of the member, in bytes */
    uint32_t forward;  /**< of the pointer to the next entry, in bytes from the member */
    uint32_t backward; /**< of the pointer to the one before, in bytes from the member */
    uint32_t pointer;  /**< size of a pointer in bytes: 4 or 8 */
} strata_walk_place;

/** Finds them, 0 each on failure. BAD_ARCH, BAD_VERSION, ABSENT, UNKNOWN, OTHER_KIND. */
static inline strata_status strata_walk_find(strata_walk_place *place, const strata_table *table, uint32_t member,
                                             uint32_t tag, const strata_table *links, uint32_t forward,
                                             uint32_t backward, strata_target target)
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
    if (strata_slot_tag(layout->members[member]) != tag)
        return strata_slot_refusal(layout->members[member]);
    if (!strata_slot_is_scalar(link->members[forward]))
        return strata_slot_refusal(link->members[forward]);
    if (!strata_slot_is_scalar(link->members[backward]))
        return strata_slot_refusal(link->members[backward]);
    place->offset = strata_slot_offset(layout->members[member]);
    place->forward = strata_slot_offset(link->members[forward]);
    place->backward = strata_slot_offset(link->members[backward]);
    place->pointer = strata_slot_unit(link->members[forward]);
    return STRATA_OK;
}

/**
 * As strata_walk_begin, of entries that are structures of `table`, through their member, whose tag is `tag`, by the
 * members `forward` and `backward` of the structures of `links`. BAD_ARCH, BAD_VERSION, ABSENT, UNKNOWN, OTHER_KIND,
 * NULL: then the walk has ended, with that status.
 */
static inline strata_status strata_walk_member(strata_walk *walk, const strata_table *table, uint32_t member,
                                               uint32_t tag, const strata_table *links, uint32_t forward,
                                               uint32_t backward, const strata_reader *reader, uint64_t head,
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

#if defined(__cplusplus)
}
#endif

#endif
