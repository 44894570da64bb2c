/*
 * Everything that strata_pack.h can be asked of an open pack, whatever its bytes are: what comes out must lie in the
 * pack, and what the comments promise must hold. For fuzzers and for damaged packs. C99 and C++11.
 */
#include <stdlib.h>
#include <string.h>

#include "strata_float.h"
#include "strata_pack.h"
#include "strata_set.h"

#define EXPECT(condition) ((condition) ? (void)0 : abort())

/* More would be the same again, and a pack of a few bytes can have a great many targets for a great many types. */
enum { EXERCISE_TARGETS_MOST = 24, EXERCISE_MEMBERS_MOST = 64 };

/* A text ends within the pack: its length is asked for, so that a sanitizer sees if not. */
static size_t exercise_text(const strata_pack *pack, const char *text)
{
    size_t size = strlen(text);
    const char *texts = (const char *)pack->parts[STRATA_PACK_TEXTS].bytes;

    EXPECT(size == 0 || (text >= texts && text + size < texts + pack->parts[STRATA_PACK_TEXTS].count));
    return size;
}

/* Reads what a place says from bytes that are too few, and from enough of them. */
static void exercise_place(const strata_pack_place *place)
{
    unsigned char bytes[256];
    size_t sizes[] = {0, 1, 16, sizeof bytes};
    size_t i;

    memset(bytes, 0xA5, sizeof bytes);
    for (i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        strata_view view;
        const unsigned char *first;
        uint64_t value = 1;
        double number = 1;
        size_t count = 0, size;
        strata_status status = strata_pack_get(place, bytes, sizes[i], &value);

        EXPECT(status == STRATA_OK ? place->offset + place->size <= sizes[i] : value == 0);
        if (strata_pack_view_mutable(place, bytes, sizes[i], &view) != STRATA_OK) {
            EXPECT(view.bytes == STRATA_NULLPTR && strata_get_u64(&view, 0, &value) == STRATA_ABSENT);
            continue;
        }
        EXPECT(strata_bytes(&view, 0, &first, &size) == STRATA_OK && first >= bytes);
        EXPECT(size <= sizes[i] && (size_t)(first - bytes) <= sizes[i] - size);
        (void)strata_count(&view, 0, &count);
        (void)strata_columns(&view, 0, &size);
        (void)strata_set_unsigned(&view, 0, 1);
        if (strata_get_f64(&view, 0, &number) == STRATA_OK)
            EXPECT(strata_set_f64(&view, 0, number) == STRATA_OK);
        (void)strata_set_at_f64(&view, 0, 0, 0.5);
        EXPECT(count == 0 || strata_at_f64(&view, 0, count, &number) != STRATA_OK);
        EXPECT(count == 0 || strata_at_u64(&view, 0, count, &value) != STRATA_OK);
        if (count != 0 && strata_at_u64(&view, 0, count - 1, &value) == STRATA_OK)
            (void)strata_set_unsigned_at(&view, 0, count - 1, value);
    }
}

/* A member of a type in a layout, and below it one of what it is. */
static void exercise_member(const strata_pack_type *type, const strata_pack_layout *layout,
                            const strata_pack_member *member)
{
    strata_pack_place place, again;
    strata_status status = strata_pack_find_place(layout, member, &place);
    char path[512];

    EXPECT((status == STRATA_OK) == (strata_slot_is_present(place.words[0]) != 0));
    (void)exercise_text(type->pack, place.type);
    exercise_place(&place);
    if (status == STRATA_OK && strlen(member->name) < 200 && strata_slot_tag(place.words[0]) == STRATA_TAG_RECORD) {
        strata_pack_type inner;
        strata_pack_member below;

        EXPECT(strata_pack_type_at(type->pack, place.type_index, &inner) == STRATA_OK);
        if (strata_pack_member_at(&inner, 0, &below) != STRATA_OK || strlen(below.name) > 200)
            return;
        strcpy(path, member->name);
        strcat(path, ".");
        strcat(path, below.name);
        status = strata_pack_find(type->pack, type->name, path, layout->target, &again);
        EXPECT(status != STRATA_OK || again.basis >= place.basis || *type->name == 0);
        exercise_place(&again);
    }
}

static void exercise_at(const strata_pack_type *type, strata_target target)
{
    strata_pack_layout layout;
    strata_pack_member member;
    strata_status status = strata_pack_find_layout(type, target, &layout);
    size_t i;

    EXPECT((status == STRATA_OK) == (layout.pack != STRATA_NULLPTR));
    EXPECT(status != STRATA_OK || (layout.align != 0 && (layout.align & (layout.align - 1)) == 0));
    for (i = 0; i < EXERCISE_MEMBERS_MOST && strata_pack_member_at(type, i, &member) == STRATA_OK; i++) {
        strata_pack_member found;
        const char *name;
        uint64_t value;

        if (exercise_text(type->pack, member.name) != 0)
            (void)strata_pack_find_member(type, member.name, &found);
        exercise_member(type, &layout, &member);
        if (strata_pack_value(type, &member, target, &value) == STRATA_OK)
            EXPECT(strata_pack_value_name(type, value, target, &name) == STRATA_OK);
    }
}

static void exercise_type(const strata_pack *pack, const strata_pack_type *type)
{
    uint32_t count = pack->parts[STRATA_PACK_TARGETS].count;
    strata_pack_type found;
    strata_known known;
    size_t cursor = 0, runs = 0;
    uint32_t i;

    (void)exercise_text(pack, type->name);
    EXPECT(type->index_low < 64 && type->index_low + type->index_bits <= 64);
    (void)strata_pack_find_type(pack, type->name, &found);
    while (strata_pack_list_known(type, &cursor, &known) == STRATA_OK) {
        EXPECT(++runs <= count && cursor <= count);
        if (runs <= EXERCISE_TARGETS_MOST)
            exercise_at(type, STRATA_TARGET(known.first, known.arch));
    }
    for (i = 0; i < count && i < EXERCISE_TARGETS_MOST; i++) {
        strata_target target = strata_pack_target(pack, count - 1 - i);

        exercise_at(type, target - 1);
        exercise_at(type, target | STRATA_REVISION_ANY);
    }
    for (i = 0; i < pack->parts[STRATA_PACK_POINTS].count && i < EXERCISE_TARGETS_MOST; i++)
        exercise_at(type, strata_load_u64(strata_pack_record(pack, STRATA_PACK_POINTS, i, 8)));
    exercise_at(type, 0);
    exercise_at(type, ~(strata_target)0);
}

/* The targets of identities, those that the pack has and others, and a type at these. */
static void exercise_identities(const strata_pack *pack)
{
    unsigned char guid[16];
    strata_pack_type type;
    strata_target target;
    uint32_t i;

    for (i = 0; i < pack->parts[STRATA_PACK_IDENTITIES].count && i < EXERCISE_TARGETS_MOST; i++) {
        const unsigned char *record = strata_pack_record(pack, STRATA_PACK_IDENTITIES, i, STRATA_PACK_IDENTITY_);

        memcpy(guid, record, sizeof guid);
        EXPECT(strata_pack_find_by_identity(pack, guid, strata_load_u32(record + 16), &target) == STRATA_OK ||
               target == 0);
        if (strata_pack_type_at(pack, i, &type) == STRATA_OK)
            exercise_at(&type, target);
        if (strata_pack_find_by_image(pack, strata_load_u32(record + 20), strata_load_u32(record + 24), &target) ==
            STRATA_OK)
            EXPECT(strata_load_u32(record + 24) != 0);
        (void)strata_pack_find_by_identity(pack, guid, ~(uint32_t)0, &target);
    }
    memset(guid, 0, sizeof guid);
    EXPECT(strata_pack_find_by_identity(pack, guid, 0, &target) != STRATA_OK || target != 0 || i != 0);
    EXPECT(strata_pack_find_by_image(pack, 0, 0, &target) == STRATA_BAD_VERSION && target == 0);
}

static void exercise_pack(const strata_pack *pack)
{
    strata_pack_type type;
    strata_pack_place place;
    strata_version version;
    const char *name;
    uint32_t arch;
    size_t i;

    for (i = 0; strata_pack_arch_at(pack, i, &name, &arch) == STRATA_OK; i++)
        if (exercise_text(pack, name) != 0)
            EXPECT(strata_pack_find_arch(pack, name, &arch) == STRATA_OK);
    for (i = 0; strata_pack_version_at(pack, i, &name, &version) == STRATA_OK; i++)
        if (exercise_text(pack, name) != 0)
            EXPECT(strata_pack_find_version(pack, name, &version) == STRATA_OK);
    for (i = 0; strata_pack_type_at(pack, i, &type) == STRATA_OK; i++)
        exercise_type(pack, &type);
    exercise_identities(pack);
    EXPECT(strata_pack_find(pack, "", "", 0, &place) != STRATA_OK);
    EXPECT(strata_pack_find_type(pack, "no such name", &type) == STRATA_BAD_NAME);
}
