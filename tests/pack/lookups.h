/*
 * A pack against the headers that are generated from the same specs: whatever a header can be asked for, the pack must
 * answer alike, for every structure, member and target that is worth asking for. To be included after the tables that
 * make_roundtrip.py makes of the headers. C99 and C++11.
 */
#include "strata_float.h"
#include "strata_pack.h"

enum { TARGETS_MOST = 4096, ARCHES_MOST = 8 };

static strata_pack pack;
static strata_target targets[TARGETS_MOST];
static size_t target_count;

static void read_pack(const char *path)
{
    FILE *file = fopen(path, "rb");
    unsigned char *bytes = take_bytes(1 << 20);
    size_t size = file != STRATA_NULLPTR ? fread(bytes + 1, 1, (1 << 20) - 1, file) : 0;

    CHECK(strata_pack_open(&pack, bytes + 1, size) == STRATA_OK); /* at no aligned address */
    if (file != STRATA_NULLPTR)
        fclose(file);
}

static void add_target(strata_target target)
{
    size_t i = 0;

    while (i < target_count && targets[i] != target)
        i++;
    if (i == target_count && target_count < TARGETS_MOST)
        targets[target_count++] = target;
}

/* Adds a target, its neighbours, its build alone, and the same on other architectures. */
static void add_targets(strata_target target)
{
    add_target(target);
    add_target(target - 1);
    add_target(target + 1);
    add_target(target | STRATA_REVISION_ANY);
    add_target((target & ~(strata_target)0xFFFFu) - 1);
    add_target((target | STRATA_REVISION_ANY) + 0x10000u);
}

static void find_targets(const struct record_case *record)
{
    strata_target own[TARGETS_MOST];
    size_t count, i;
    uint32_t arch;
    unsigned k;

    target_count = 0;
    for (k = 0; k < record->layout_count; k++) {
        add_targets(record->layouts[k].first);
        add_targets(record->layouts[k].last);
    }
    for (k = 0; k < record->target_count; k++)
        add_targets(record->targets[k].target);
    count = target_count;
    memcpy(own, targets, sizeof own);
    for (i = 0; i < count; i += 7)
        for (arch = 0; arch <= ARCHES_MOST; arch++)
            add_target(STRATA_TARGET(strata_target_version(own[i]), arch));
    add_target(STRATA_TARGET(STRATA_VERSION_NONE, 1));
    CHECK(target_count < TARGETS_MOST);
}

/* A member of a layout: its slot, extent and columns are what the header's table has, less the number of its type. */
static void check_pack_place(const strata_pack_type *type, const strata_pack_layout *layout, const strata_layout *known,
                        const struct member_access *access)
{
    strata_slot wanted = strata_slot_of(known->bases, known->words, access->index);
    int is_record = (strata_slot_tag(wanted) & 0xE0u) == STRATA_TAG_RECORD;
    strata_pack_member member;
    strata_pack_place place, named;
    strata_status status;

    CHECK(strata_pack_find_member(type, access->name, &member) == STRATA_OK);
    CHECK(strcmp(member.name, access->name) == 0);
    status = strata_pack_find_place(layout, &member, &place);
    CHECK(status == (strata_slot_is_present(wanted) ? STRATA_OK : strata_slot_refusal(wanted)));
    CHECK(strata_pack_find(&pack, type->name, access->name, layout->target, &named) == status);
    CHECK(named.words[0] == place.words[0] && named.basis == place.basis && place.basis <= layout->basis);
    if (status != STRATA_OK)
        return;
    if (is_record)
        wanted &= ~((strata_slot)0xF << 56);
    CHECK(place.words[0] == wanted && place.offset == strata_slot_offset(wanted));
    CHECK(place.words[1] == ((strata_slot)place.size << 32 | place.count));
    if (strata_slot_tag(wanted) != STRATA_TAG_SCALAR && strata_slot_tag(wanted) != STRATA_TAG_FLOAT)
        CHECK(place.words[1] == *strata_find_extent(known->bases, known->words, access->index));
    else
        CHECK(place.size == strata_slot_unit(wanted) && place.count == 1);
    CHECK(is_record ? place.type_index != STRATA_PACK_NONE && place.kind == STRATA_PACK_RECORD
                    : place.kind != STRATA_PACK_RECORD);
    CHECK((place.kind == STRATA_PACK_FLOAT) == ((strata_slot_tag(wanted) & 0xE0u) == STRATA_TAG_FLOAT));
}

/* Reads the bits of a float, as the calls of the tables give them: an element of an array, or one alone. */
static strata_status get_float_bits(const strata_view *view, size_t index, uint64_t *bits)
{
    int is_alone = strata_slot_is_float(view->words[0]);
    uint32_t low = 0;
    double number = 0;
    float single = 0;
    strata_status status;

    if (strata_slot_unit(view->words[0]) == 8) {
        status = is_alone ? strata_get_f64(view, 0, &number) : strata_at_f64(view, 0, index, &number);
        memcpy(bits, &number, sizeof *bits);
        return status;
    }
    status = is_alone ? strata_get_f32(view, 0, &single) : strata_at_f32(view, 0, index, &single);
    memcpy(&low, &single, sizeof low);
    *bits = low;
    return status;
}

/* Compares the floats of a member. The tables have no calls for those of several kinds or sizes. */
static void check_floats(const struct member_access *access, const strata_view *view, const strata_view *one)
{
    uint64_t wanted = 1, value = 2;
    size_t count = 0, i;

    if (access->get != STRATA_NULLPTR && access->get(view, &wanted) == STRATA_OK)
        CHECK(get_float_bits(one, 0, &value) == STRATA_OK && value == wanted);
    if (access->at == STRATA_NULLPTR || access->at(view, 0, &wanted) == STRATA_OTHER_KIND)
        return;
    CHECK(strata_count(one, 0, &count) == STRATA_OK);
    for (i = 0; i <= count; i++) {
        strata_status status = access->at(view, i, &wanted);
        CHECK(get_float_bits(one, i, &value) == status && value == wanted);
    }
}

/* Reads every member of a structure through the header and through the pack. */
static void check_reads(const struct record_case *record, const strata_pack_type *type,
                        const strata_pack_layout *layout)
{
    size_t size = (size_t)(layout->size > layout->least ? layout->size : layout->least) + 24, i;
    unsigned char *bytes = take_bytes(size);
    strata_view view;
    unsigned m;

    for (i = 0; i < size; i++)
        bytes[i] = (unsigned char)next_value();
    CHECK(record->open(&view, bytes, size, layout->target) == STRATA_OK);
    for (m = 0; m < record->member_count; m++) {
        const struct member_access *access = &record->members[m];
        uint64_t wanted = 1, value = 2;
        strata_pack_place place;
        strata_view one;
        size_t count = 0, wanted_count = 0;
        strata_status status = strata_pack_find(&pack, type->name, access->name, layout->target, &place);

        where_member = access->name;
        if (place.kind == STRATA_PACK_FLOAT) {
            CHECK(strata_pack_get(&place, bytes, size, &value) == STRATA_OTHER_KIND && value == 0);
            CHECK(strata_pack_view(&place, bytes, size, &one) == STRATA_OK);
            check_floats(access, &view, &one);
            continue;
        }
        if (access->get != STRATA_NULLPTR) {
            CHECK(strata_pack_get(&place, bytes, size, &value) == (status == STRATA_UNKNOWN ? STRATA_ABSENT
                                                                   : access->get(&view, &wanted)));
            (void)access->get(&view, &wanted);
            CHECK(value == wanted);
        }
        if (strata_pack_view(&place, bytes, size, &one) != STRATA_OK || access->count == STRATA_NULLPTR ||
            access->count(&view, &wanted_count) != STRATA_OK)
            continue;
        CHECK(strata_count(&one, 0, &count) == STRATA_OK && count == wanted_count);
        for (i = 0; access->at != STRATA_NULLPTR && strata_slot_tag(place.words[0]) == STRATA_TAG_ARRAY &&
                    i <= count; i++) {
            strata_status read = access->at(&view, i, &wanted);
            CHECK(strata_at_u64(&one, 0, i, &value) == read && value == wanted);
        }
    }
    where_member = "";
    free(bytes);
}

/* The bytes of a place, from the structure's first one to behind its last; what goes on ends nowhere. */
static uint64_t end_of(const strata_pack_place *place)
{
    return place->count == STRATA_COUNT_REST ? UINT64_MAX : place->offset + (uint64_t)place->size * place->count;
}

/* Finds the layout of a structure in another, as its header does. The evidence is that of each structure: a version may
 * have the one and not the other. */
static strata_status find_inner_layout(const strata_pack_type *record, strata_target target, strata_pack_layout *own)
{
    strata_status status = strata_pack_find_layout(record, target, own);
    const strata_layout *wanted;
    strata_basis basis;
    size_t i;

    for (i = 0; i < sizeof all_records / sizeof *all_records; i++)
        if (strcmp(all_records[i].name, record->name) == 0)
            CHECK(all_records[i].find(target, &wanted, &basis) == status);
    return status;
}

/* Members of the structure at `outer`, which a path leads to, are found by their paths. What goes on ends where it does. */
static void check_paths(const strata_pack_layout *layout, const strata_pack_type *whole, const char *above,
                        const strata_pack_place *outer)
{
    strata_pack_member member;
    strata_pack_place inner, found;
    strata_pack_type record;
    strata_pack_layout own;
    char path[256];
    size_t i;

    CHECK(strata_pack_type_at(&pack, outer->type_index, &record) == STRATA_OK);
    if (find_inner_layout(&record, layout->target, &own) != STRATA_OK)
        return;
    for (i = 0; strata_pack_member_at(&record, i, &member) == STRATA_OK; i++) {
        strata_status status = strata_pack_find_place(&own, &member, &inner);

        snprintf(path, sizeof path, "%s.%s", above, member.name);
        CHECK(strata_pack_find(&pack, whole->name, path, layout->target, &found) == status);
        if (status != STRATA_OK)
            continue;
        CHECK(found.offset == outer->offset + inner.offset && found.size == inner.size);
        CHECK(found.words[0] == inner.words[0] + outer->offset && found.basis >= inner.basis);
        if (inner.count == STRATA_COUNT_REST && outer->count != STRATA_COUNT_REST)
            CHECK(found.count == 0 ? found.offset + (uint64_t)found.size > end_of(outer)
                                   : end_of(&found) <= end_of(outer) && end_of(outer) - end_of(&found) < found.size);
        else
            CHECK(found.count == inner.count);
        if (strata_slot_tag(inner.words[0]) == STRATA_TAG_RECORD)
            check_paths(layout, whole, path, &found);
    }
}

/* The same of all structures in a structure; no path goes through what is none. */
static void check_all_paths(const strata_pack_type *type, const strata_pack_layout *layout)
{
    strata_pack_member member;
    strata_pack_place place, found;
    char path[256];
    size_t i;

    for (i = 0; strata_pack_member_at(type, i, &member) == STRATA_OK; i++) {
        snprintf(path, sizeof path, "%s.x", member.name);
        if (strata_pack_find_place(layout, &member, &place) == STRATA_OK &&
            strata_slot_tag(place.words[0]) == STRATA_TAG_RECORD)
            check_paths(layout, type, member.name, &place);
        else
            CHECK(strata_pack_find(&pack, type->name, path, layout->target, &found) != STRATA_OK);
    }
}

static void check_target_of(const struct record_case *record, const strata_pack_type *type, strata_target target,
                            const strata_layout **last)
{
    const strata_layout *wanted = STRATA_NULLPTR;
    strata_basis basis;
    strata_pack_layout layout;
    strata_status status = record->find(target, &wanted, &basis);
    unsigned m;

    CHECK(strata_pack_find_layout(type, target, &layout) == status);
    CHECK(layout.basis == basis);
    if (wanted == STRATA_NULLPTR || layout.pack == STRATA_NULLPTR)
        return;
    CHECK(layout.size == wanted->size && layout.least == wanted->least);
    for (m = 0; m < record->member_count; m++) {
        where_member = record->members[m].name;
        check_pack_place(type, &layout, wanted, &record->members[m]);
    }
    where_member = "";
    if (wanted != *last) {
        check_reads(record, type, &layout);
        check_all_paths(type, &layout);
    }
    *last = wanted;
}

/* Runs follow each other, and hold for their first and last version. */
static void check_known(const strata_pack_type *type, int exists)
{
    strata_known known, before;
    size_t cursor = 0, runs = 0;

    memset(&before, 0, sizeof before);
    while (strata_pack_list_known(type, &cursor, &known) == STRATA_OK) {
        strata_target ends[2];
        unsigned i;

        CHECK(runs++ == 0 || before.arch < known.arch || (before.arch == known.arch && before.end == known.first));
        CHECK(known.first < known.end);
        ends[0] = STRATA_TARGET(known.first, known.arch);
        ends[1] = STRATA_TARGET(known.end - 1, known.arch);
        for (i = 0; i < 2; i++) {
            strata_pack_ranges ranges = strata_pack_take_ranges(&pack, type->index);

            CHECK(strata_pack_layout_at(&pack, &ranges, ends[i]) == known.layout);
        }
        before = known;
    }
    CHECK((runs > 0 || !exists) && known.arch == 0 && known.end == 0);
}

static void check_record_of(const struct record_case *record)
{
    const strata_layout *last = STRATA_NULLPTR;
    strata_pack_type type;
    strata_pack_member member;
    size_t i;

    where_record = record->name;
    CHECK(strata_pack_find_type(&pack, record->name, &type) == STRATA_OK);
    CHECK(strcmp(type.name, record->name) == 0 && type.kind <= STRATA_PACK_UNION);
    CHECK(type.member_count == record->member_count);
    CHECK(strata_pack_find_member(&type, "no such member", &member) == STRATA_BAD_NAME && *member.name == 0);
    find_targets(record);
    for (i = 0; i < target_count; i++)
        check_target_of(record, &type, targets[i], &last);
    check_known(&type, record->layout_count > 0);
}

static void check_value_of(const struct value_case *value)
{
    const char *dot = strrchr(value->name, '.');
    char name[256];
    const char *found;
    strata_pack_type type;
    uint64_t got = 1;
    strata_status status;

    where_record = value->name;
    CHECK(dot != STRATA_NULLPTR && (size_t)(dot - value->name) < sizeof name);
    memcpy(name, value->name, (size_t)(dot - value->name));
    name[dot - value->name] = 0;
    status = strata_pack_find_value(&pack, name, dot + 1, value->target, &got);
    if (value->find != STRATA_NULLPTR)
        CHECK(status == value->status);
    CHECK(status != STRATA_OK || got == value->value);
    CHECK(strata_pack_find_type(&pack, name, &type) == STRATA_OK && type.kind >= STRATA_PACK_ENUM);
    if (status == STRATA_OK) {
        CHECK(strata_pack_value_name(&type, got, value->target, &found) == STRATA_OK);
        CHECK(*found == 0 || (strata_pack_find_value(&pack, name, found, value->target, &got) == STRATA_OK &&
                              got == value->value)); /* a value without a name may stand above */
    }
}

/* Compares all structures and values of the headers with the pack, which is open. */
static void check_pack(void)
{
    size_t i;

    for (i = 0; i < sizeof all_records / sizeof *all_records; i++)
        check_record_of(&all_records[i]);
    for (i = 0; i < sizeof all_values / sizeof *all_values; i++)
        check_value_of(&all_values[i]);
}
