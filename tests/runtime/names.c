/* Calls that take a structure and a member by name, in C and C++: every kind of member of the kitchen; places. */
#include "float.h"
#include "kitchen.h"
#include "reader.h"
#include "strata_set.h"

#include <stdio.h>
#include <string.h>

static int passed, failed;

#define CHECK(condition) \
    ((condition) ? (void)passed++ : (void)(failed++, printf("%s:%d: %s\n", __FILE__, __LINE__, #condition)))

static const strata_target on_x64 = STRATA_TARGET(STRATA_VERSION_6_1, STRATA_ARCH_X64);

static void check_scalars(void)
{
    unsigned char bytes[0x80];
    strata_KITCHEN_SCALARS v;
    uint32_t moved = 1;
    const unsigned char *at = STRATA_NULLPTR;
    size_t size = 0;

    memset(bytes, 0x5A, sizeof bytes);
    CHECK(STRATA_OPEN_MUTABLE_AT(KITCHEN_SCALARS, &v, bytes, sizeof bytes, on_x64) == STRATA_OK);
    CHECK(STRATA_SET(KITCHEN_SCALARS, &v, Moved, 77) == STRATA_OK);
    CHECK(STRATA_GET(KITCHEN_SCALARS, &v, Moved, &moved) == STRATA_OK && moved == 77);
    CHECK(STRATA_VALUE(KITCHEN_SCALARS, &v, Moved, 5) == 77);
    CHECK(STRATA_IS_PRESENT(KITCHEN_SCALARS, &v, Moved));
    CHECK(!STRATA_IS_PRESENT(KITCHEN_SCALARS, &v, Only32) && STRATA_VALUE(KITCHEN_SCALARS, &v, Only32, 5) == 5);
    CHECK(STRATA_GET(KITCHEN_SCALARS, &v, Only32, &moved) == STRATA_ABSENT && moved == 0);
    CHECK(STRATA_BYTES(KITCHEN_SCALARS, &v, Moved, &at, &size) == STRATA_OK && size == 4);
    CHECK(at == bytes + STRATA_OFFSET(KITCHEN_SCALARS, &v, Moved) && at[0] == 77);
    CHECK(STRATA_REBASE(KITCHEN_SCALARS, &v, bytes, sizeof bytes) == STRATA_OK);
    CHECK(STRATA_SET(KITCHEN_SCALARS, &v, Moved, 1) == STRATA_READ_ONLY);
}

static void check_parts(void)
{
    unsigned char bytes[0x200] = {0};
    strata_KITCHEN_NESTED v;
    strata_KITCHEN_NESTED_Inner inner;
    uint16_t id = 1;

    CHECK(STRATA_OPEN_MUTABLE_AT(KITCHEN_NESTED, &v, bytes, sizeof bytes, on_x64) == STRATA_OK);
    CHECK(STRATA_VIEW(KITCHEN_NESTED, &v, Inner, &inner) == STRATA_OK);
    CHECK(STRATA_SET(KITCHEN_NESTED_Inner, &inner, Id, 9) == STRATA_OK);
    CHECK(STRATA_GET(KITCHEN_NESTED_Inner, &inner, Id, &id) == STRATA_OK && id == 9);
}

static void check_floats(void)
{
    unsigned char bytes[0x100] = {0};
    strata_FLOATS v;
    float one = 0;
    size_t count = 0;

    CHECK(STRATA_OPEN_MUTABLE_AT(FLOATS, &v, bytes, sizeof bytes, on_x64) == STRATA_OK);
    CHECK(STRATA_SET(FLOATS, &v, Single, 0.5f) == STRATA_OK);
    CHECK(STRATA_GET(FLOATS, &v, Single, &one) == STRATA_OK && one > 0.4f && one < 0.6f);
    CHECK(STRATA_VALUE(FLOATS, &v, Single, 2.0f) < 0.6f);
    CHECK(STRATA_COUNT(FLOATS, &v, Singles, &count) == STRATA_OK && count > 1);
    CHECK(STRATA_SET_AT(FLOATS, &v, Singles, 1, 0.25f) == STRATA_OK);
    CHECK(STRATA_GET_AT(FLOATS, &v, Singles, 1, &one) == STRATA_OK && one < 0.3f);
    CHECK(STRATA_GET_AT(FLOATS, &v, Singles, count, &one) == STRATA_BAD_INDEX);
}

/* A place answers as its target does, also in a structure of another tree. */
static void check_places(void)
{
    static const strata_version versions[] = {STRATA_VERSION(10, 0, 19041, 200), STRATA_VERSION(10, 0, 19041, 201),
                                              STRATA_VERSION(10, 0, 19041, STRATA_REVISION_ANY), STRATA_VERSION_NONE};
    unsigned char bytes[0x80] = {0};
    size_t i;

    for (i = 0; i < sizeof versions / sizeof *versions; i++) {
        strata_target target = STRATA_TARGET(versions[i], STRATA_ARCH_X64);
        strata_KITCHEN_BUILDS a, b;
        strata_KITCHEN_SCALARS c, d;
        strata_place place;
        strata_status status = STRATA_OPEN_AT(KITCHEN_BUILDS, &a, bytes, sizeof bytes, target);

        STRATA_RESOLVE(KITCHEN_BUILDS, &place, target);
        CHECK(STRATA_OPEN(KITCHEN_BUILDS, &b, bytes, sizeof bytes, &place, STRATA_DISPUTED) == status);
        CHECK(a.view.layout == b.view.layout && a.view.basis == b.view.basis);
        CHECK(STRATA_GRADE(KITCHEN_BUILDS, &a, Moved) == STRATA_GRADE(KITCHEN_BUILDS, &b, Moved));
        CHECK(STRATA_OPEN_AT(KITCHEN_SCALARS, &c, bytes, sizeof bytes, target) ==
              STRATA_OPEN(KITCHEN_SCALARS, &d, bytes, sizeof bytes, &place, STRATA_DISPUTED));
        CHECK(c.view.layout == d.view.layout && c.view.basis == d.view.basis);
        if (status == STRATA_OK && a.view.basis > STRATA_ATTESTED)
            CHECK(STRATA_OPEN(KITCHEN_BUILDS, &b, bytes, sizeof bytes, &place, STRATA_ATTESTED) == STRATA_UNCERTAIN);
    }
}

int main(void)
{
    check_scalars();
    check_parts();
    check_floats();
    check_places();
    printf("%d checks, %d failed\n", passed + failed, failed);
    return failed != 0;
}
