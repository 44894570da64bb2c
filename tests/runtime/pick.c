/*
 * Plans for selected members (STRATA_PICK of strata_reader.h): where the bytes of a plan begin and end, what a plan
 * refuses, and walks that read each entry once. Prints only failures, and as its last line how many checks there were.
 * C99 and C++11.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reader.h"
#include "strata_reader.h"

static unsigned passed, failed;

static void check_failed(int line, const char *condition)
{
    failed++;
    printf("FAIL %d: %s\n", line, condition);
}

#define CHECK(condition) ((condition) ? (void)passed++ : check_failed(__LINE__, #condition))

/* ---- Memory: one range of addresses */

#define BASE 0x10000u

static unsigned char memory[0x1000];
static unsigned reads;
static size_t copied;

static size_t read_memory(void *context, uint64_t address, void *buffer, size_t size)
{
    CHECK(context == memory && size > 0);
    reads++;
    if (address < BASE || address - BASE >= sizeof memory)
        return 0;
    if (size > sizeof memory - (size_t)(address - BASE))
        size = sizeof memory - (size_t)(address - BASE);
    memcpy(buffer, memory + (size_t)(address - BASE), size);
    copied += size;
    return size;
}

static const strata_reader reader = {read_memory, memory};

static void put(uint64_t address, unsigned size, uint64_t value)
{
    unsigned i;
    for (i = 0; i < size; i++)
        memory[address - BASE + i] = (unsigned char)(value >> 8 * i & 0xFFu);
}

static void clear_memory(void)
{
    memset(memory, 0, sizeof memory);
    reads = 0;
    copied = 0;
}

/* ---- Plans */

STRATA_PICK(picked, PROCESS, Parent); /* a name that strata_reader.h uses, too */
STRATA_PICK(process, PROCESS, Name, Id, Links, Children);
STRATA_PICK(hidden, PROCESS, Id, Hidden);
STRATA_PICK(former, PROCESS, Former);
STRATA_PICK(tail, KITCHEN_TAIL, Count, Items);
STRATA_PICK(scalars, KITCHEN_SCALARS, Moved, Wide, Tiny, Pointer, Flags, Result);

static const strata_target on_x86 = STRATA_TARGET(STRATA_VERSION_5_1, STRATA_ARCH_X86);
static const strata_target on_x64 = STRATA_TARGET(STRATA_VERSION_6_1, STRATA_ARCH_X64);

static strata_place place_of(strata_target target)
{
    strata_place place;

    STRATA_RESOLVE(PROCESS, &place, target);
    return place;
}

/* The bytes of a plan are those from its first member to its last one. */
static void check_bytes(strata_target target, size_t begin, size_t size, size_t links, unsigned pointer)
{
    unsigned char *buffer = (unsigned char *)malloc(size);
    const strata_place place = place_of(target);
    const unsigned char *bytes;
    strata_LIST_ENTRY view;
    uint64_t flink = 0;
    uint32_t id = 0;
    size_t count = 0;
    process plan;

    if (buffer == STRATA_NULLPTR)
        exit(1);
    clear_memory();
    CHECK(process_plan(&plan, &place, STRATA_DISPUTED, STRATA_NULLPTR, size) == STRATA_TOO_SHORT);
    CHECK(plan.pick.size == size);
    CHECK(process_plan(&plan, &place, STRATA_DISPUTED, buffer, size - 1) == STRATA_TOO_SHORT);
    CHECK(plan.pick.size == size);
    CHECK(STRATA_PICKED(PROCESS, &plan, Id, &id) == STRATA_ABSENT);
    CHECK(strata_pick_read(&plan.pick, &reader, BASE) == STRATA_TOO_SHORT && reads == 0);
    CHECK(STRATA_PICKED_VIEW(PROCESS, &plan, Links, &view) == STRATA_ABSENT);
    CHECK(STRATA_PICKED_BYTES(PROCESS, &plan, Name, &bytes, &count) == STRATA_ABSENT && count == 0);
    CHECK(process_plan(&plan, &place, STRATA_DISPUTED, buffer, size) == STRATA_OK);
    CHECK(plan.pick.begin == begin && plan.pick.size == size && reads == 0);
    put(BASE + 0x100, 4, 77);
    put(BASE + 0x100 + links, pointer, 0x89ABCDEFu);
    CHECK(STRATA_PICKED_VIEW(PROCESS, &plan, Links, &view) == STRATA_OK);
    CHECK(strata_pick_read(&plan.pick, &reader, BASE + 0x100) == STRATA_OK && reads == 1 && copied == size);
    CHECK(STRATA_PICKED(PROCESS, &plan, Id, &id) == STRATA_OK && id == 77);
    CHECK(STRATA_GET(LIST_ENTRY, &view, Flink, &flink) == STRATA_OK && flink == 0x89ABCDEFu);
    CHECK(STRATA_PICKED_BYTES(PROCESS, &plan, Children, &bytes, &count) == STRATA_OK && count == 2 * pointer);
    CHECK(bytes + count == buffer + size);
    put(BASE + 0x200, 4, 78);
    put(BASE + 0x200 + links, pointer, 0x1234u);
    CHECK(strata_pick_read(&plan.pick, &reader, BASE + 0x200) == STRATA_OK);
    CHECK(STRATA_PICKED(PROCESS, &plan, Id, &id) == STRATA_OK && id == 78);
    CHECK(STRATA_GET(LIST_ENTRY, &view, Flink, &flink) == STRATA_OK && flink == 0x1234u);
    CHECK(strata_pick_read(&plan.pick, &reader, BASE + sizeof memory - size + 1) == STRATA_SHORT_READ);
    reads = 0;
    CHECK(strata_pick_read(&plan.pick, &reader, ~(uint64_t)0 - 4) == STRATA_SHORT_READ && reads == 0);
    free(buffer);
}

/* A plan of one member in the middle reads that member alone. */
static void check_one(void)
{
    const strata_place place = place_of(on_x64);
    unsigned char buffer[8];
    uint64_t parent = 1;
    picked plan;

    clear_memory();
    put(BASE + 0x30, 8, 0x1122334455667788u);
    CHECK(picked_plan(&plan, &place, STRATA_DISPUTED, buffer, sizeof buffer) == STRATA_OK);
    CHECK(plan.pick.begin == 0x30 && plan.pick.size == 8);
    CHECK(strata_pick_read(&plan.pick, &reader, BASE) == STRATA_OK && copied == 8);
    CHECK(STRATA_PICKED(PROCESS, &plan, Parent, &parent) == STRATA_OK && parent == 0x1122334455667788u);
}

static void check_refusals(void)
{
    unsigned char buffer[0x100];
    const strata_place x64 = place_of(on_x64), x86 = place_of(on_x86);
    const strata_place nowhere = place_of(STRATA_TARGET(STRATA_VERSION_6_1, 99));
    uint32_t id = 1;
    hidden plan;
    former old;
    tail open;
    process known;

    CHECK(hidden_plan(&plan, &x64, STRATA_DISPUTED, buffer, sizeof buffer) == STRATA_UNKNOWN);
    CHECK(plan.pick.size == 0 && plan.pick.bytes == STRATA_NULLPTR);
    CHECK(STRATA_PICKED(PROCESS, &plan, Id, &id) == STRATA_ABSENT && id == 0);
    CHECK(hidden_plan(&plan, &x86, STRATA_DISPUTED, buffer, sizeof buffer) == STRATA_OK);
    CHECK(former_plan(&old, &x86, STRATA_DISPUTED, buffer, sizeof buffer) == STRATA_ABSENT);
    CHECK(former_plan(&old, &nowhere, STRATA_DISPUTED, buffer, sizeof buffer) == STRATA_BAD_ARCH);
    CHECK(tail_plan(&open, &x64, STRATA_DISPUTED, buffer, sizeof buffer) == STRATA_OTHER_KIND);
    CHECK(process_plan(&known, &x64, STRATA_ATTESTED, buffer, sizeof buffer) == STRATA_UNCERTAIN);
    CHECK(process_plan(&known, &x64, STRATA_INTERPOLATED, buffer, sizeof buffer) == STRATA_OK);
    CHECK(known.pick.basis == STRATA_INTERPOLATED);
}

/* Each type of number, from a buffer without a byte too many. */
static void check_numbers(void)
{
    const strata_place place = place_of(on_x64);
    unsigned char *buffer;
    uint32_t moved = 0;
    uint64_t wide = 0, pointer = 0;
    int32_t sign = 0;
    int8_t tiny = 0;
    uint16_t flags = 0;
    scalars plan;

    clear_memory();
    put(BASE + 0x5C, 4, 0xFFFFFFFEu);
    put(BASE + 0x0C, 4, 0x12345678u);
    put(BASE + 0x14, 8, 0x1122334455667788u);
    put(BASE + 0x1E, 1, 0x80);
    put(BASE + 0x30, 8, 0xFFFFA00000000000u);
    put(BASE + 0x58, 2, 0x8003);
    CHECK(scalars_plan(&plan, &place, STRATA_DISPUTED, STRATA_NULLPTR, 0) == STRATA_TOO_SHORT);
    CHECK(plan.pick.size == 0x60 - 0x0C);
    buffer = (unsigned char *)malloc(plan.pick.size);
    if (buffer == STRATA_NULLPTR)
        exit(1);
    CHECK(scalars_plan(&plan, &place, STRATA_DISPUTED, buffer, plan.pick.size) == STRATA_OK);
    CHECK(strata_pick_read(&plan.pick, &reader, BASE) == STRATA_OK && reads == 1);
    CHECK(STRATA_PICKED(KITCHEN_SCALARS, &plan, Moved, &moved) == STRATA_OK && moved == 0x12345678u);
    CHECK(STRATA_PICKED(KITCHEN_SCALARS, &plan, Wide, &wide) == STRATA_OK && wide == 0x1122334455667788u);
    CHECK(STRATA_PICKED(KITCHEN_SCALARS, &plan, Tiny, &tiny) == STRATA_OK && tiny == -128);
    CHECK(STRATA_PICKED(KITCHEN_SCALARS, &plan, Result, &sign) == STRATA_OK && sign == -2);
    CHECK(STRATA_PICKED(KITCHEN_SCALARS, &plan, Pointer, &pointer) == STRATA_OK && pointer == 0xFFFFA00000000000u);
    CHECK(STRATA_PICKED(KITCHEN_SCALARS, &plan, Flags, &flags) == STRATA_OK && flags == 0x8003);
    free(buffer);
}

/* ---- Walks */

STRATA_PICK(entry, PROCESS, Links, Id);
STRATA_PICK(tied, PROCESS, Free, Id);

#define HEAD (BASE + 0xF00u)
#define ENTRY(i) (BASE + 0x100u * (uint64_t)(i))

/* A list of `count` processes whose Id is their number. */
static void put_list(unsigned count, unsigned links, unsigned pointer)
{
    uint64_t before = HEAD;
    unsigned i;

    clear_memory();
    for (i = 0; i < count; i++) {
        put(ENTRY(i), 4, i);
        put(before, pointer, ENTRY(i) + links);
        put(ENTRY(i) + links + pointer, pointer, before);
        before = ENTRY(i) + links;
    }
    put(before, pointer, HEAD);
    put(HEAD + pointer, pointer, before);
}

/* Returns how many entries a walk visits, and checks their numbers; -1 if one has another. */
static int walk_list(strata_target target, uint64_t head, size_t most, uint32_t how, strata_status *status)
{
    const strata_place place = place_of(target);
    unsigned char buffer[0x20];
    strata_pick_walk walk;
    uint64_t address;
    entry plan;
    int count = 0;

    *status = entry_plan(&plan, &place, STRATA_DISPUTED, buffer, sizeof buffer);
    CHECK(*status == STRATA_OK);
    (void)STRATA_PICKED_WALK(PROCESS, &plan, Links, &walk, &reader, head, most, how);
    while (strata_pick_next(&walk, &address)) {
        uint32_t id = 0;

        if (STRATA_PICKED(PROCESS, &plan, Id, &id) != STRATA_OK || address != ENTRY(id))
            return -1;
        count++;
    }
    CHECK(address == 0 && !strata_pick_next(&walk, &address));
    *status = walk.walk.status;
    return count;
}

static void check_walk(strata_target target, unsigned links, unsigned pointer)
{
    const size_t size = links + 2u * pointer; /* Id is the first member */
    strata_status status;

    put_list(5, links, pointer);
    CHECK(walk_list(target, HEAD, 5, STRATA_WALK_FORWARD, &status) == 5 && status == STRATA_OK);
    CHECK(reads == 6 && copied == pointer + 5 * size);
    put_list(5, links, pointer);
    CHECK(walk_list(target, HEAD, 5, STRATA_WALK_CHECKED, &status) == 5 && status == STRATA_OK && reads == 7);
    put_list(5, links, pointer);
    CHECK(walk_list(target, HEAD, 5, STRATA_WALK_BACKWARD, &status) == 5 && status == STRATA_OK && reads == 6);
    CHECK(walk_list(target, HEAD, 4, STRATA_WALK_FORWARD, &status) == 4 && status == STRATA_TOO_MANY);
    put_list(0, links, pointer);
    CHECK(walk_list(target, HEAD, 5, STRATA_WALK_CHECKED, &status) == 0 && status == STRATA_OK && reads == 2);
    CHECK(walk_list(target, 0, 5, STRATA_WALK_FORWARD, &status) == 0 && status == STRATA_NULL);
    CHECK(walk_list(target, 0x20, 5, STRATA_WALK_FORWARD, &status) == 0 && status == STRATA_SHORT_READ);

    put_list(5, links, pointer);
    put(ENTRY(3) + links, pointer, 0);
    CHECK(walk_list(target, HEAD, 9, STRATA_WALK_FORWARD, &status) == 4 && status == STRATA_NULL);
    put(ENTRY(3) + links, pointer, 2);
    CHECK(walk_list(target, HEAD, 9, STRATA_WALK_FORWARD, &status) == 4 && status == STRATA_SHORT_READ);
    put(ENTRY(3) + links, pointer, 0x90000);
    CHECK(walk_list(target, HEAD, 9, STRATA_WALK_FORWARD, &status) == 4 && status == STRATA_SHORT_READ);
    put(ENTRY(3) + links, pointer, ENTRY(1) + links);
    CHECK(walk_list(target, HEAD, 99, STRATA_WALK_FORWARD, &status) >= 4 && status == STRATA_LOOP);
    CHECK(walk_list(target, HEAD, 99, STRATA_WALK_CHECKED, &status) == 4 && status == STRATA_INVALID);
    put_list(5, links, pointer);
    put(HEAD + pointer, pointer, ENTRY(0) + links);
    CHECK(walk_list(target, HEAD, 9, STRATA_WALK_FORWARD, &status) == 5 && status == STRATA_OK);
    CHECK(walk_list(target, HEAD, 9, STRATA_WALK_CHECKED, &status) == 5 && status == STRATA_INVALID);
}

/* A list in one direction ends with a null pointer. */
static void check_one_way(void)
{
    const strata_place place = place_of(on_x64);
    unsigned char buffer[0x60];
    strata_pick_walk walk;
    uint64_t address = 0;
    tied plan;

    clear_memory();
    put(HEAD, 8, ENTRY(0) + 0x58);
    put(ENTRY(0) + 0x58, 8, ENTRY(1) + 0x58);
    CHECK(tied_plan(&plan, &place, STRATA_DISPUTED, buffer, sizeof buffer) == STRATA_OK);
    CHECK(STRATA_PICKED_WALK(PROCESS, &plan, Free, &walk, &reader, HEAD, 9, STRATA_WALK_CHECKED) == STRATA_OTHER_KIND);
    CHECK(!strata_pick_next(&walk, &address) && reads == 0);
    CHECK(STRATA_PICKED_WALK(PROCESS, &plan, Free, &walk, &reader, HEAD, 9, STRATA_WALK_FORWARD) == STRATA_OK);
    CHECK(strata_pick_next(&walk, &address) && address == ENTRY(0));
    CHECK(strata_pick_next(&walk, &address) && address == ENTRY(1));
    CHECK(!strata_pick_next(&walk, &address) && address == 0 && walk.walk.status == STRATA_OK && reads == 3);
}

/* Without a plan there is no walk. */
static void check_no_plan(void)
{
    const strata_place place = place_of(on_x64);
    strata_pick_walk walk;
    uint64_t address = 1;
    entry plan;

    put_list(2, 0x10, 8);
    CHECK(entry_plan(&plan, &place, STRATA_DISPUTED, STRATA_NULLPTR, 0) == STRATA_TOO_SHORT);
    CHECK(STRATA_PICKED_WALK(PROCESS, &plan, Links, &walk, &reader, HEAD, 9, STRATA_WALK_FORWARD) == STRATA_TOO_SHORT);
    CHECK(!strata_pick_next(&walk, &address) && address == 0 && reads == 0);
}

int main(void)
{
    check_bytes(on_x86, 0x00, 0x28, 0x04, 4);
    check_bytes(on_x64, 0x00, 0x50, 0x10, 8);
    check_one();
    check_refusals();
    check_numbers();
    check_walk(on_x86, 0x04, 4);
    check_walk(on_x64, 0x10, 8);
    check_one_way();
    check_no_plan();
    printf("%u checks, %u failed\n", passed + failed, failed);
    return failed != 0;
}
