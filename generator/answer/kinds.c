#include "answer/kinds.h"

#include "answer/slot.h"
#include "base/arena.h"
#include "base/buffer.h"
#include "base/intern.h"
#include "base/lookup.h"
#include "model/evidence.h"
#include "model/model.h"

enum subject { SUBJECT_MEMBER, SUBJECT_SIZE, SUBJECT_ALL };

/* A layout as far as a subject is concerned. */
struct aspect {
    const struct layout *layout; /* NULL: the record does not exist */
    struct slot slot;            /* of a member */
};

/* The members of a record while they are sorted by kind. */
struct sorting {
    struct arena *arena;
    const struct record *record;
    const struct arch *arch;
    enum subject subject;
    const struct member *member; /* the member if `subject` is SUBJECT_MEMBER; else NULL */
    struct buffer aspects;       /* of struct aspect: those of the subject that differ */
    struct buffer numbers;       /* of unsigned: see `layouts` of struct kind */
    struct buffer builds;        /* of unsigned: see struct kind */
    struct buffer verdicts;      /* of struct said */
};

/* What a build says of a subject. */
struct said {
    unsigned arch, build, verdict;
};

/* Returns the arch after another one in the list of the arch itself and those whose kernels are compared with its
 * kernels. NULL after the last. */
static const struct arch *next_arch(const struct arch *arch, const struct arch *after)
{
    if (after != arch)
        return after->next_twin;
    return arch->is_twin ? NULL : arch->twins;
}

static bool is_same(const struct sorting *sorting, const struct aspect *a, const struct aspect *b)
{
    if (!a->layout || !b->layout || sorting->subject == SUBJECT_MEMBER)
        return sorting->subject == SUBJECT_MEMBER && slot_equal(&a->slot, &b->slot);
    return sorting->subject == SUBJECT_SIZE ? a->layout->size == b->layout->size
                                            : layout_equal(a->layout, b->layout);
}

/* Finds all that the grades of a subject follow from, apart from what holds for the whole record. */
static void describe_subject(struct sorting *sorting, enum subject subject, const struct member *member)
{
    const struct aspect absent = {NULL, slot_of(NULL, member)};
    sorting->subject = subject;
    sorting->member = member;
    buffer_clear(&sorting->aspects);
    buffer_clear(&sorting->numbers);
    buffer_clear(&sorting->builds);
    buffer_clear(&sorting->verdicts);
    buffer_add(&sorting->aspects, &absent, sizeof absent);
    for (const struct arch *arch = sorting->arch; arch; arch = next_arch(sorting->arch, arch)) {
        /* Number the layouts on an arch. */
        const struct record_on *on = &sorting->record->on[arch->index];
        for (size_t i = 0; i < on->layout_count; i++) {
            const struct layout *layout = &on->layouts[i];
            struct aspect aspect = {layout, slot_of(sorting->member ? layout : NULL, sorting->member)};
            const struct aspect *known = (const struct aspect *)(const void *)sorting->aspects.data;
            unsigned count = (unsigned)(sorting->aspects.size / sizeof aspect), number = 0;
            while (number < count && !is_same(sorting, &known[number], &aspect))
                number++;
            if (number == count)
                buffer_add(&sorting->aspects, &aspect, sizeof aspect);
            buffer_add(&sorting->numbers, &number, sizeof number);
        }
        /* Add what the builds of an arch say. */
        const struct sightings *sightings = sorting->record->on[arch->index].sightings;
        for (unsigned i = 0; sightings && i < sightings->count; i++) {
            enum verdict verdict = sighting_find(sightings, i, sorting->member);
            if (sorting->subject == SUBJECT_ALL)
                verdict = sightings->builds[i].is_doubtful ? VERDICT_DOUBTFUL : VERDICT_NONE;
            if (verdict == VERDICT_NONE)
                continue;
            const struct said said = {arch->index, i, verdict};
            buffer_add(&sorting->verdicts, &said, sizeof said);
            if (arch == sorting->arch)
                buffer_add(&sorting->builds, &i, sizeof i);
        }
    }
}

static struct kind copy_kind(const struct sorting *sorting)
{
    size_t layout_count = sorting->numbers.size / sizeof(unsigned);
    size_t build_count = sorting->builds.size / sizeof(unsigned);
    return (struct kind){arena_copy_array(sorting->arena, sorting->numbers.data, layout_count, sizeof(unsigned)),
                         arena_copy_array(sorting->arena, sorting->builds.data, build_count, sizeof(unsigned)),
                         build_count};
}

struct kinds record_find_kinds(struct arena *arena, const struct record *record, const struct arch *arch)
{
    struct sorting sorting = {.arena = arena, .record = record, .arch = arch};
    struct arena *brief = arena_new();
    struct intern *keys = intern_new(brief);
    struct map *numbers = map_new(brief); /* interned key -> index of the first member, as a pointer into `firsts` */
    size_t *firsts = ARENA_ARRAY(arena, size_t, record->member_count);
    struct kind *kinds = ARENA_ARRAY(arena, struct kind, record->member_count);
    struct buffer key = {0};
    for (size_t i = 0; i < record->member_count; i++) {
        describe_subject(&sorting, SUBJECT_MEMBER, record->members[i]);
        buffer_clear(&key);
        buffer_add(&key, sorting.numbers.data, sorting.numbers.size);
        buffer_add(&key, sorting.verdicts.data, sorting.verdicts.size);
        const char *name = intern_name(keys, key.data, key.size);
        const size_t *first = map_get(numbers, name);
        firsts[i] = first ? *first : i;
        kinds[i] = first ? kinds[*first] : copy_kind(&sorting);
        if (!first)
            map_set(numbers, name, &firsts[i]);
    }
    struct kinds found = {.record = record, .arch = arch, .members = kinds, .firsts = firsts};
    describe_subject(&sorting, SUBJECT_SIZE, NULL);
    found.size = copy_kind(&sorting);
    describe_subject(&sorting, SUBJECT_ALL, NULL);
    found.all = copy_kind(&sorting);
    buffer_free(&key);
    buffer_free(&sorting.aspects);
    buffer_free(&sorting.numbers);
    buffer_free(&sorting.builds);
    buffer_free(&sorting.verdicts);
    arena_free(brief);
    return found;
}

unsigned kind_number(const struct kinds *kinds, const struct kind *kind, const struct layout *layout)
{
    const unsigned *numbers = kind->layouts;
    for (const struct arch *arch = kinds->arch; layout && arch; arch = next_arch(kinds->arch, arch)) {
        const struct record_on *on = &kinds->record->on[arch->index];
        if (layout >= on->layouts && layout < on->layouts + on->layout_count)
            return numbers[layout - on->layouts];
        numbers += on->layout_count;
    }
    return 0;
}

size_t kind_find_build(const struct kind *kind, size_t sighting)
{
    size_t first;
    SEARCH_FIRST(first, kind->build_count, i, kind->builds[i] < sighting);
    return first;
}
