#include "answer/alike.h"

#include "answer/slot.h"
#include "base/arena.h"
#include "base/buffer.h"
#include "base/intern.h"
#include "model/evidence.h"
#include "model/model.h"

/* Adds to a key which of the layouts agree in a member. Different slots of the member are numbered in the order in
 * which they appear, and the key gets the number for each layout. */
static void add_agreement(const struct record_on *on, const struct member *member, struct buffer *slots,
                          struct buffer *key)
{
    for (size_t i = 0; i < on->layout_count; i++) {
        struct slot slot = slot_of(&on->layouts[i], member);
        const struct slot *known = (const struct slot *)(const void *)slots->data;
        uint32_t count = (uint32_t)(slots->size / sizeof slot), number = 0;
        while (number < count && !slot_equal(&known[number], &slot))
            number++;
        if (number == count)
            buffer_add(slots, &slot, sizeof slot);
        buffer_add(key, &number, sizeof number);
    }
}

/* Adds the verdicts of all builds on a member. */
static void add_verdicts(const struct sightings *sightings, const struct member *member, struct buffer *key)
{
    for (size_t i = 0; sightings && i < sightings->count; i++) {
        char verdict = (char)sighting_find(sightings, i, member);
        buffer_add(key, &verdict, 1);
    }
}

/* Writes a key of everything that determines the grades of a member, apart from what is the same for the whole record.
 * Kernels of a twin arch count, because they are compared with those of the arch. */
static void write_key(const struct record *record, const struct arch *arch, const struct member *member,
                      struct buffer *slots, struct buffer *key)
{
    struct slot absent = slot_of(NULL, member);
    buffer_clear(slots);
    buffer_clear(key);
    buffer_add(slots, &absent, sizeof absent);
    add_agreement(&record->on[arch->index], member, slots, key);
    add_verdicts(record->on[arch->index].sightings, member, key);
    for (const struct arch *twin = arch->is_twin ? NULL : arch->twins; twin; twin = twin->next_twin) {
        add_agreement(&record->on[twin->index], member, slots, key);
        add_verdicts(record->on[twin->index].sightings, member, key);
    }
}

const size_t *record_find_alike(struct arena *arena, const struct record *record, const struct arch *arch)
{
    struct arena *brief = arena_new();
    struct intern *keys = intern_new(brief);
    struct map *firsts = map_new(brief);
    struct buffer slots = {0}, key = {0};
    size_t *alike = ARENA_ARRAY(arena, size_t, record->member_count);
    for (size_t i = 0; i < record->member_count; i++) {
        write_key(record, arch, record->members[i], &slots, &key);
        const char *name = intern_name(keys, key.data, key.size);
        const size_t *first = map_get(firsts, name);
        alike[i] = first ? *first : i;
        if (!first)
            map_set(firsts, name, &alike[i]);
    }
    buffer_free(&slots);
    buffer_free(&key);
    arena_free(brief);
    return alike;
}
