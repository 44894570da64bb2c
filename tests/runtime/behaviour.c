/*
 * What the round trip cannot know: what runtime/README.md promises, tried on kitchen.strata. Prints only failures, and
 * as its last line how many checks there were. C99 and C++11.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STRATA_COMPILE_GUESSES /* the source of kitchen.strata ends before 22H2 */
#include "hostile.h"
#include "kitchen.h"
#include "kitchen_assert.h"

static unsigned passed, failed;

static void check_failed(int line, const char *condition)
{
    failed++;
    printf("FAIL %d: %s\n", line, condition);
}

#define CHECK(condition) ((condition) ? (void)passed++ : check_failed(__LINE__, #condition))

#define ON_X86(version) STRATA_TARGET(version, STRATA_ARCH_X86)
#define ON_PAE(version) STRATA_TARGET(version, STRATA_ARCH_X86PAE)
#define ON_X64(version) STRATA_TARGET(version, STRATA_ARCH_X64)
#define ON_ARM64(version) STRATA_TARGET(version, STRATA_ARCH_ARM64)

static unsigned char bytes[0x200];

static void number_bytes(void)
{
    unsigned i;
    for (i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(i * 7 + 3);
}

static uint32_t word_at(unsigned offset)
{
    return bytes[offset] + bytes[offset + 1] * 0x100u + bytes[offset + 2] * 0x10000u + bytes[offset + 3] * 0x1000000u;
}

/* The layout and basis of a target, as "0A", "2D", "1X", or the status. */
static const char *found(strata_target target)
{
    static char text[3];
    uint32_t layout = 0;
    strata_basis basis = STRATA_ATTESTED;
    strata_status status = strata_find(&strata_KITCHEN_BUILDS_table, target, &layout, &basis);
    if (status != STRATA_OK)
        return strata_status_name(status);
    text[0] = (char)('0' + layout);
    text[1] = "ABIXD"[basis];
    text[2] = '\0';
    return text;
}

static int finds(strata_target target, const char *wanted)
{
    return strcmp(found(target), wanted) == 0;
}

static strata_basis basis_of_scalars(strata_target target)
{
    strata_KITCHEN_SCALARS v;
    (void)strata_KITCHEN_SCALARS_open(&v, bytes, sizeof bytes, target);
    return v.view.basis;
}

/* Each member of a structure is known in its own right. */
static void check_members(void)
{
    strata_KITCHEN_BUILDS v;
    uint32_t changes = 9, steps = 9;
    (void)strata_KITCHEN_BUILDS_open(&v, bytes, sizeof bytes, ON_X64(STRATA_VERSION(10, 0, 19041, 101)));
    CHECK(v.view.basis == STRATA_DISPUTED);
    CHECK(STRATA_KITCHEN_BUILDS_BASIS(&v, Id) == STRATA_BRACKETED);
    CHECK(STRATA_KITCHEN_BUILDS_BASIS(&v, Guid) == STRATA_BRACKETED);
    CHECK(STRATA_KITCHEN_BUILDS_BASIS(&v, Moved) == STRATA_DISPUTED);
    CHECK(strata_member_basis(&strata_KITCHEN_BUILDS_table, &v.view, STRATA_MEMBER_SIZE) == STRATA_BRACKETED);
    CHECK(STRATA_KITCHEN_BUILDS_REQUIRE(&v, Id, STRATA_ATTESTED) == STRATA_UNCERTAIN && v.view.bytes == STRATA_NULLPTR);
    CHECK(STRATA_KITCHEN_BUILDS_BASIS(&v, Id) == STRATA_DISPUTED);
    CHECK(STRATA_KITCHEN_BUILDS_REQUIRE(&v, Id, STRATA_DISPUTED) == STRATA_UNCERTAIN);
    (void)strata_KITCHEN_BUILDS_open(&v, bytes, sizeof bytes, ON_X64(STRATA_VERSION(10, 0, 19041, 101)));
    CHECK(STRATA_KITCHEN_BUILDS_REQUIRE(&v, Id, STRATA_BRACKETED) == STRATA_OK && v.view.bytes == bytes);
    CHECK(STRATA_KITCHEN_BUILDS_REQUIRE(&v, Moved, STRATA_EXTRAPOLATED) == STRATA_UNCERTAIN);
    (void)strata_KITCHEN_BUILDS_open(&v, bytes, sizeof bytes, ON_X64(STRATA_VERSION(10, 0, 19041, 200)));
    CHECK(STRATA_KITCHEN_BUILDS_BASIS(&v, Moved) == STRATA_ATTESTED);
    STRATA_KITCHEN_BUILDS_CHANGES(ON_X64(STRATA_VERSION_22H2), Moved, &changes, &steps);
    CHECK(changes == 0 && steps == 0); /* one build was seen, so no step */
}

static void check_versions(void)
{
    strata_KITCHEN_RETURNS r;
    strata_KITCHEN_ENDS e;
    unsigned i;
    /* The document ends with 2004, whose build is the last that it speaks of. It does not say at which builds of a release
     * somebody has looked. */
    CHECK(basis_of_scalars(ON_X86(STRATA_VERSION_5_1)) == STRATA_INTERPOLATED);
    CHECK(basis_of_scalars(ON_X86(STRATA_VERSION_6_0_SP2)) == STRATA_INTERPOLATED);
    CHECK(basis_of_scalars(ON_X64(STRATA_VERSION_2004)) == STRATA_INTERPOLATED);
    CHECK(basis_of_scalars(ON_X64(STRATA_VERSION(10, 0, 19041, 9999))) == STRATA_INTERPOLATED);
    CHECK(basis_of_scalars(ON_X64(STRATA_VERSION(10, 0, 19042, 0))) == STRATA_EXTRAPOLATED);
    CHECK(basis_of_scalars(ON_X64(STRATA_VERSION_11_24H2)) == STRATA_EXTRAPOLATED);
    CHECK(basis_of_scalars(ON_X64(STRATA_VERSION(255, 0, 0, 0))) == STRATA_EXTRAPOLATED);
    /* Points named one by one on x86: 1507 and 2004. */
    CHECK(finds(ON_X86(STRATA_VERSION_1507), "0I"));
    CHECK(finds(ON_X86(STRATA_VERSION_1607), "0I"));
    CHECK(finds(ON_X86(STRATA_VERSION_2004), "0I"));
    CHECK(finds(ON_X86(STRATA_VERSION_22H2), "0X"));
    /* Three revisions of one build on x64, each with a layout of its own. */
    CHECK(finds(ON_X64(STRATA_VERSION_1507), "0X"));
    CHECK(finds(ON_X64(STRATA_VERSION(10, 0, 19041, 99)), "0I"));
    CHECK(finds(ON_X64(STRATA_VERSION(10, 0, 19041, 100)), "0A"));
    CHECK(finds(ON_X64(STRATA_VERSION(10, 0, 19041, 101)), "1D"));
    CHECK(finds(ON_X64(STRATA_VERSION(10, 0, 19041, 199)), "1D"));
    CHECK(finds(ON_X64(STRATA_VERSION(10, 0, 19041, 200)), "1A"));
    CHECK(finds(ON_X64(STRATA_VERSION(10, 0, 19041, 201)), "2D"));
    CHECK(finds(ON_X64(STRATA_VERSION(10, 0, 19041, 499)), "2D"));
    CHECK(finds(ON_X64(STRATA_VERSION(10, 0, 19041, 500)), "2A"));
    CHECK(finds(ON_X64(STRATA_VERSION(10, 0, 19041, 501)), "2I"));
    CHECK(finds(ON_X64(STRATA_VERSION(10, 0, 19042, 0)), "2X"));
    /* No revision known: the last attested layout of the build, as sure as the weakest revision that it may be. */
    CHECK(finds(ON_X64(STRATA_VERSION(10, 0, 19041, STRATA_REVISION_ANY)), "2D"));
    CHECK(finds(ON_X64(STRATA_VERSION(10, 0, 19041, 0)), "2D"));
    CHECK(finds(ON_X64(STRATA_VERSION(10, 0, 19040, STRATA_REVISION_ANY)), "0X"));
    CHECK(finds(ON_X64(STRATA_VERSION(10, 0, 26100, STRATA_REVISION_ANY)), "2X"));
    CHECK(finds(ON_X86(STRATA_VERSION(10, 0, 19041, STRATA_REVISION_ANY)), "0I"));
    CHECK(strata_KITCHEN_ENDS_open(&e, bytes, 4, ON_X64(STRATA_VERSION(10, 0, 19041, 200))) == STRATA_BAD_VERSION);
    CHECK(strata_KITCHEN_ENDS_open(&e, bytes, 4, ON_X64(STRATA_VERSION(10, 0, 19041, 100))) == STRATA_OK);
    CHECK(strata_KITCHEN_ENDS_open(&e, bytes, 4, ON_X64(STRATA_VERSION(10, 0, 19041, STRATA_REVISION_ANY))) ==
          STRATA_OK);
    CHECK(e.view.basis == STRATA_DISPUTED); /* later revisions do not have the structure */
    /* Neither before nor between nor behind. */
    CHECK(finds(ON_X64(STRATA_VERSION_6_2), "BAD_VERSION"));
    CHECK(finds(ON_ARM64(STRATA_VERSION_2004), "BAD_ARCH"));
    CHECK(finds(STRATA_TARGET(STRATA_VERSION_2004, 0), "BAD_ARCH"));
    CHECK(finds(STRATA_TARGET(STRATA_VERSION_2004, 77), "BAD_ARCH"));
    CHECK(strata_KITCHEN_RETURNS_open(&r, bytes, 64, ON_X86(STRATA_VERSION_6_0)) == STRATA_OK);
    CHECK(strata_KITCHEN_RETURNS_open(&r, bytes, 64, ON_X86(STRATA_VERSION_6_1)) == STRATA_BAD_VERSION);
    CHECK(strata_KITCHEN_RETURNS_open(&r, bytes, 64, ON_X86(STRATA_VERSION_6_2)) == STRATA_OK);
    CHECK(strata_KITCHEN_RETURNS_open(&r, bytes, 64, ON_X64(STRATA_VERSION_6_2)) == STRATA_BAD_VERSION);
    CHECK(strata_KITCHEN_RETURNS_open(&r, bytes, 64, ON_ARM64(STRATA_VERSION_1507)) == STRATA_BAD_VERSION);
    CHECK(strata_KITCHEN_RETURNS_open(&r, bytes, 64, ON_ARM64(STRATA_VERSION_1607)) == STRATA_OK);
    /* x86pae falls back on x86, and ends with 6.2. */
    CHECK(strata_KITCHEN_RETURNS_open(&r, bytes, 64, ON_PAE(STRATA_VERSION_6_2)) == STRATA_OK && r.view.layout == 0);
    CHECK(strata_KITCHEN_RETURNS_open(&r, bytes, 64, ON_PAE(STRATA_VERSION_1507)) == STRATA_BAD_VERSION);
    CHECK(r.view.bytes == STRATA_NULLPTR && r.view.size == 0);
    CHECK(strata_target_arch(ON_ARM64(STRATA_VERSION_6_1)) == STRATA_ARCH_ARM64);
    CHECK(strata_target_version(ON_ARM64(STRATA_VERSION_6_1)) == STRATA_VERSION(6, 1, 7600, 0));
    CHECK(STRATA_VERSION_6_0_SP1 == STRATA_VERSION(6, 0, 6001, 0) && STRATA_VERSION_10_0 == STRATA_VERSION_1507);
    for (i = 0; i <= (unsigned)STRATA_TOO_MANY; i++)
        CHECK(strcmp(strata_status_name((strata_status)i), "?") != 0);
    CHECK(strcmp(strata_status_name(STRATA_TOO_SHORT), "TOO_SHORT") == 0);
}

static void check_reads(void)
{
    strata_KITCHEN_SCALARS v;
    strata_KITCHEN_ARRAYS a;
    const strata_layout *layout;
    strata_basis basis;
    strata_slot moved, gone;
    uint64_t wide;
    uint32_t u;
    uint16_t u16;
    size_t n, i;
    number_bytes();
    /* Through the view. */
    CHECK(strata_KITCHEN_SCALARS_open(&v, bytes, 0x80, ON_X64(STRATA_VERSION_6_1)) == STRATA_OK);
    CHECK(strata_KITCHEN_SCALARS_get_Moved(&v, &u) == STRATA_OK && u == word_at(0x0C));
    CHECK(strata_KITCHEN_SCALARS_get_Wide(&v, &wide) == STRATA_OK);
    CHECK(wide == ((uint64_t)word_at(0x18) << 32 | word_at(0x14)));
    CHECK(strata_KITCHEN_SCALARS_get_Mystery(&v, &u) == STRATA_UNKNOWN && u == 0);
    CHECK(strata_KITCHEN_SCALARS_get_Gone(&v, &u) == STRATA_ABSENT && u == 0);
    CHECK(strata_KITCHEN_SCALARS_get_Only32(&v, &u) == STRATA_ABSENT);
    CHECK(strata_KITCHEN_SCALARS_get_Only64(&v, &u) == STRATA_OK && u == word_at(0x64));
    CHECK(STRATA_KITCHEN_SCALARS_HAS(&v, interface) && !STRATA_KITCHEN_SCALARS_HAS(&v, Gone));
    CHECK(STRATA_KITCHEN_SCALARS_OFFSET(&v, IN) == 0x72);
    CHECK(strata_KITCHEN_SCALARS_const_view(&v) == &v.view && strata_KITCHEN_SCALARS_mutable_view(&v) == &v.view);
    /* The next records. */
    CHECK(strata_KITCHEN_SCALARS_rebase(&v, bytes + 1, 0x7F) == STRATA_TOO_SHORT && v.view.bytes == bytes);
    CHECK(strata_KITCHEN_SCALARS_rebase(&v, bytes + 1, 0x80) == STRATA_OK);
    CHECK(strata_KITCHEN_SCALARS_get_Moved(&v, &u) == STRATA_OK && u == word_at(0x0D));
    CHECK(strata_KITCHEN_SCALARS_set_Moved(&v, 1) == STRATA_READ_ONLY);
    CHECK(strata_KITCHEN_SCALARS_rebase_mutable(&v, bytes + 1, 0x80) == STRATA_OK);
    CHECK(strata_KITCHEN_SCALARS_set_Moved(&v, 0x04030201) == STRATA_OK && bytes[0x0D] == 1 && bytes[0x10] == 4);
    number_bytes();
    /* Hoisted. */
    CHECK(strata_KITCHEN_SCALARS_find_layout(ON_X86(STRATA_VERSION_5_1), &layout, &basis) == STRATA_OK);
    CHECK(layout->least == 0x58 && layout->size == 0x58 && basis == STRATA_INTERPOLATED);
    moved = STRATA_KITCHEN_SCALARS_SLOT(layout, Moved);
    gone = STRATA_KITCHEN_SCALARS_SLOT(layout, Gone);
    CHECK(strata_slot_is_scalar(moved) && strata_slot_is_scalar(gone));
    for (i = 0; i < 8; i++)
        CHECK(strata_KITCHEN_SCALARS_read_Moved(moved, bytes + i) == word_at(4 + (unsigned)i));
    CHECK(strata_KITCHEN_SCALARS_find_layout(ON_X64(STRATA_VERSION_6_1), &layout, &basis) == STRATA_OK);
    CHECK(!strata_slot_is_scalar(STRATA_KITCHEN_SCALARS_SLOT(layout, Gone)));
    CHECK(strata_KITCHEN_SCALARS_read_Gone(STRATA_KITCHEN_SCALARS_SLOT(layout, Gone), bytes) == 0);
    basis = STRATA_ATTESTED;
    CHECK(strata_KITCHEN_SCALARS_find_layout(ON_ARM64(STRATA_VERSION_6_1), &layout, &basis) == STRATA_BAD_ARCH);
    CHECK(layout == STRATA_NULLPTR && basis == STRATA_EXTRAPOLATED);
    basis = STRATA_ATTESTED;
    CHECK(strata_KITCHEN_RETURNS_find_layout(ON_X86(STRATA_VERSION_6_1), &layout, &basis) == STRATA_BAD_VERSION);
    CHECK(layout == STRATA_NULLPTR && basis == STRATA_INTERPOLATED); /* a document says so */
    /* Fixed: by the first release of a layout, by any other in it, by point; absent, unknown, and of another kind. */
    CHECK(STRATA_KITCHEN_SCALARS_READ(5_1, x86, Moved, bytes) == word_at(0x04));
    CHECK(STRATA_KITCHEN_SCALARS_READ(6_0, x86, Moved, bytes) == word_at(0x08));
    CHECK(STRATA_KITCHEN_SCALARS_READ(6_0_sp1, x86, Moved, bytes) == word_at(0x08));
    CHECK(STRATA_KITCHEN_SCALARS_READ(6_0_sp1, x86, SinceSp1, bytes) == word_at(0x50));
    CHECK(STRATA_KITCHEN_SCALARS_READ(6_0, x86, SinceSp1, bytes) == 0);
    CHECK(STRATA_KITCHEN_SCALARS_READ(22H2, x64, Moved, bytes) == word_at(0x0C));
    CHECK(STRATA_KITCHEN_SCALARS_READ(11_24H2, x64, Moved, bytes) == word_at(0x0C));
    CHECK(STRATA_KITCHEN_SCALARS_READ(6_2, x86pae, Moved, bytes) == word_at(0x08));
    CHECK(STRATA_KITCHEN_SCALARS_READ(6_1, x64, Gone, bytes) == 0);
    CHECK(STRATA_KITCHEN_SCALARS_READ(6_1, x64, Mystery, bytes) == 0);
    CHECK(STRATA_KITCHEN_ARRAYS_READ(6_0, x86, Mixed, bytes) == 0);
    CHECK(STRATA_KITCHEN_BUILDS_READ(10_0_19041_200, x64, Moved, bytes) == word_at(0x08));
    /* Two dimensions, one after the other; three. */
    CHECK(strata_KITCHEN_ARRAYS_open(&a, bytes, 0x110, ON_X64(STRATA_VERSION_6_1)) == STRATA_OK);
    CHECK(strata_KITCHEN_ARRAYS_Grid_columns(&a, &n) == STRATA_OK && n == 3);
    CHECK(strata_KITCHEN_ARRAYS_Grid_count(&a, &n) == STRATA_OK && n == 6);
    CHECK(strata_KITCHEN_ARRAYS_Grid_at(&a, 1 * 3 + 2, &u16) == STRATA_OK && u16 == (word_at(10) & 0xFFFF));
    CHECK(strata_KITCHEN_ARRAYS_Cube_columns(&a, &n) == STRATA_OK && n == 2);
    CHECK(strata_KITCHEN_ARRAYS_Changing_count(&a, &n) == STRATA_OK && n == 2);
    CHECK(strata_KITCHEN_ARRAYS_Boxes_count(&a, &n) == STRATA_OK && n == 4);
    CHECK(strata_KITCHEN_ARRAYS_open(&a, bytes, 0xB4, ON_X86(STRATA_VERSION_6_2)) == STRATA_OK);
    CHECK(strata_KITCHEN_ARRAYS_Changing_count(&a, &n) == STRATA_OK && n == 3);
    CHECK(strata_KITCHEN_ARRAYS_Cube_columns(&a, &n) == STRATA_UNKNOWN && n == 0);
    CHECK(strata_KITCHEN_ARRAYS_Cube_count(&a, &n) == STRATA_UNKNOWN && n == 0);
}

static void check_sets(void)
{
    strata_KITCHEN_BITS b;
    strata_KITCHEN_ARRAYS a;
    strata_KITCHEN_SCALARS s;
    int8_t high;
    uint8_t low;
    int32_t element;
    int64_t sign;
    uint32_t between;
    unsigned i;
    number_bytes();
    between = word_at(4);
    CHECK(strata_KITCHEN_BITS_open_mutable(&b, bytes, 0x20, ON_X64(STRATA_VERSION_6_1)) == STRATA_OK);
    for (i = 0; i < 64; i++) {
        int wanted = (int)i - 32;
        CHECK(strata_KITCHEN_BITS_set_High(&b, wanted) == STRATA_OK);
        CHECK(strata_KITCHEN_BITS_set_Low(&b, i & 7) == STRATA_OK);
        CHECK(strata_KITCHEN_BITS_get_High(&b, &high) == STRATA_OK && high == wanted);
        CHECK(strata_KITCHEN_BITS_get_Low(&b, &low) == STRATA_OK && low == (i & 7));
    }
    /* The bits between them stay as they were. */
    CHECK((word_at(4) & 0x1FFFFFC0) == (between & 0x1FFFFFC0));
    CHECK(strata_KITCHEN_BITS_set_High(&b, 32) == STRATA_RANGE);
    CHECK(strata_KITCHEN_BITS_set_High(&b, -33) == STRATA_RANGE);
    CHECK(strata_KITCHEN_BITS_set_Low(&b, 8) == STRATA_RANGE);
    CHECK(strata_KITCHEN_BITS_get_One(&b, &low) == STRATA_UNKNOWN);
    /* Narrower in 5.1. */
    CHECK(strata_KITCHEN_BITS_open_mutable(&b, bytes, 0x18, ON_X86(STRATA_VERSION_5_1)) == STRATA_OK);
    CHECK(strata_KITCHEN_BITS_set_High(&b, 15) == STRATA_OK && strata_KITCHEN_BITS_set_High(&b, 16) == STRATA_RANGE);
    CHECK(strata_KITCHEN_BITS_set_ByMask(&b, 0xFF) == STRATA_OK);
    CHECK(strata_KITCHEN_BITS_set_ByMask(&b, 0x100) == STRATA_RANGE);
    CHECK(bytes[9] == 0xFF && bytes[8] == 8 * 7 + 3 && bytes[10] == 10 * 7 + 3);
    /* A value too wide for one version is right for the next. */
    CHECK(strata_KITCHEN_SCALARS_open_mutable(&s, bytes, 0x58, ON_X86(STRATA_VERSION_5_1)) == STRATA_OK);
    CHECK(strata_KITCHEN_SCALARS_set_Wide(&s, 0x100000000u) == STRATA_RANGE);
    CHECK(strata_KITCHEN_SCALARS_set_Wide(&s, 0xFFFFFFFFu) == STRATA_OK && word_at(8) == 0xFFFFFFFFu);
    CHECK(strata_KITCHEN_SCALARS_set_Sign(&s, -1) == STRATA_RANGE);
    CHECK(strata_KITCHEN_SCALARS_set_Sign(&s, 0xFFFFFFFF) == STRATA_OK);
    CHECK(strata_KITCHEN_SCALARS_get_Sign(&s, &sign) == STRATA_OK && sign == 0xFFFFFFFF);
    CHECK(strata_KITCHEN_SCALARS_open_mutable(&s, bytes, 0x5C, ON_X86(STRATA_VERSION_6_0)) == STRATA_OK);
    CHECK(strata_KITCHEN_SCALARS_set_Wide(&s, 0x123456789ABCDEF0u) == STRATA_OK);
    CHECK(bytes[0x0C] == 0xF0 && bytes[0x13] == 0x12);
    CHECK(strata_KITCHEN_SCALARS_set_Sign(&s, 0xFFFFFFFF) == STRATA_RANGE);
    CHECK(strata_KITCHEN_SCALARS_set_Sign(&s, -1) == STRATA_OK);
    CHECK(strata_KITCHEN_SCALARS_get_Sign(&s, &sign) == STRATA_OK && sign == -1);
    CHECK(strata_KITCHEN_SCALARS_set_Gone(&s, 1) == STRATA_ABSENT);
    CHECK(strata_KITCHEN_ARRAYS_open_mutable(&a, bytes, 0xB4, ON_X86(STRATA_VERSION_6_0)) == STRATA_OK);
    CHECK(strata_KITCHEN_ARRAYS_set_Mixed(&a, 1) == STRATA_OTHER_KIND);
    CHECK(strata_KITCHEN_ARRAYS_Mixed_set_at(&a, 1, -5) == STRATA_OK && word_at(0x34) == 0xFFFFFFFBu);
    CHECK(strata_KITCHEN_ARRAYS_Mixed_at(&a, 1, &element) == STRATA_OK && element == -5);
    CHECK(strata_KITCHEN_ARRAYS_Mixed_set_at(&a, 1, -2147483649ll) == STRATA_RANGE);
    CHECK(strata_KITCHEN_ARRAYS_Mixed_set_at(&a, 2, 0) == STRATA_BAD_INDEX);
    CHECK(strata_KITCHEN_ARRAYS_open(&a, bytes, 0xB4, ON_X86(STRATA_VERSION_5_1)) == STRATA_OK);
    CHECK(strata_KITCHEN_ARRAYS_Mixed_at(&a, 0, &element) == STRATA_OTHER_KIND && element == 0);
    CHECK(strata_KITCHEN_ARRAYS_Names_set_at(&a, 0, 0) == STRATA_READ_ONLY);
}

static void check_records(void)
{
    strata_KITCHEN_NESTED v;
    strata_KITCHEN_NESTED_Inner inner;
    strata_KITCHEN_NESTED_Pairs pair;
    strata_KITCHEN_NESTED_Either either;
    strata_KITCHEN_NESTED_Either_Deep deep;
    strata_KITCHEN_GUID guid;
    strata_KITCHEN_CLOCK clock;
    strata_KITCHEN_OUTER outer;
    strata_KITCHEN_TAIL tail;
    strata_KITCHEN_MANY many;
    strata_KITCHEN_FLEXIBLE_OUTER around;
    strata_KITCHEN_FLEXIBLE flexible;
    strata_KITCHEN_EMPTY nothing;
    strata_KITCHEN_NOTHINGS nothings;
    strata_KITCHEN_BUILDS builds;
    int16_t value;
    const unsigned char *where;
    unsigned char *exact;
    uint64_t owner;
    uint32_t u;
    uint16_t u16;
    size_t n;
    number_bytes();
    CHECK(strata_KITCHEN_NESTED_open_mutable(&v, bytes, 0x70, ON_X64(STRATA_VERSION(6, 1, 7601, 0))) == STRATA_OK);
    CHECK(strata_KITCHEN_NESTED_Ref_view_KITCHEN_GUID(&v, &guid) == STRATA_OTHER_KIND);
    CHECK(guid.view.bytes == STRATA_NULLPTR && strata_KITCHEN_GUID_get_Data1(&guid, &u) == STRATA_ABSENT);
    CHECK(strata_KITCHEN_NESTED_Ref_view_KITCHEN_CLOCK(&v, &clock) == STRATA_OK && clock.view.size == 0x10);
    CHECK(strata_KITCHEN_CLOCK_set_Owner(&clock, 0x1122334455667788u) == STRATA_OK && bytes[8] == 0x88);
    CHECK(strata_KITCHEN_CLOCK_get_Owner(&clock, &owner) == STRATA_OK && owner == 0x1122334455667788u);
    CHECK(strata_KITCHEN_NESTED_Inner_view(&v, &inner) == STRATA_OK);
    CHECK(strata_KITCHEN_NESTED_Inner_get_Id(&inner, &u16) == STRATA_OK && u16 == (word_at(0x32) & 0xFFFF));
    CHECK(strata_KITCHEN_NESTED_Inner_get_Later(&inner, &u) == STRATA_OK && u == word_at(0x34));
    CHECK(strata_KITCHEN_NESTED_Either_view(&v, &either) == STRATA_OK);
    CHECK(strata_KITCHEN_NESTED_Either_Deep_view(&either, &deep) == STRATA_OK);
    CHECK(strata_KITCHEN_NESTED_Either_Deep_get_B(&deep, &u16) == STRATA_OK && u16 == (word_at(0x3A) & 0xFFFF));
    CHECK(strata_KITCHEN_NESTED_Pairs_view_at(&v, 1, &pair) == STRATA_OK);
    CHECK(strata_KITCHEN_NESTED_Pairs_get_Right(&pair, &u) == STRATA_OK && u == word_at(0x4C));
    CHECK(strata_KITCHEN_NESTED_Pairs_view_at(&v, 2, &pair) == STRATA_BAD_INDEX && pair.view.bytes == STRATA_NULLPTR);
    CHECK(strata_KITCHEN_NESTED_Nothing_view(&v, &nothing) == STRATA_OK && nothing.view.size == 0);
    /* The basis of a view's layout is no better than its owner's. */
    CHECK(strata_KITCHEN_NESTED_open(&v, bytes, 0x70, ON_X64(STRATA_VERSION_11_24H2)) == STRATA_OK);
    CHECK(strata_KITCHEN_NESTED_Ref_view_KITCHEN_CLOCK(&v, &clock) == STRATA_OK);
    CHECK(clock.view.basis == STRATA_EXTRAPOLATED && strata_KITCHEN_CLOCK_set_Owner(&clock, 1) == STRATA_READ_ONLY);
    CHECK(STRATA_KITCHEN_NESTED_BYTES(&v, Pairs, &where, &n) == STRATA_OK && where == bytes + 0x40 && n == 16);
    CHECK(strata_KITCHEN_BUILDS_open(&builds, bytes, 0x20, ON_X64(STRATA_VERSION(10, 0, 19041, 150))) == STRATA_OK);
    CHECK(strata_KITCHEN_BUILDS_Guid_view(&builds, &guid) == STRATA_OK && guid.view.basis == STRATA_DISPUTED);
    CHECK(strata_KITCHEN_GUID_open(&guid, bytes, 0x10, ON_X86(STRATA_VERSION_1607)) == STRATA_OK);
    CHECK(guid.view.basis == STRATA_INTERPOLATED);
    /* An array at the end has as many elements as the buffer, through a record too. */
    exact = (unsigned char *)malloc(0x0E);
    if (exact == STRATA_NULLPTR)
        exit(1);
    memset(exact, 0x11, 0x0E);
    CHECK(strata_KITCHEN_OUTER_open(&outer, exact, 7, ON_X86(STRATA_VERSION_6_0)) == STRATA_TOO_SHORT);
    CHECK(strata_KITCHEN_OUTER_open(&outer, exact, 8, ON_X86(STRATA_VERSION_6_0)) == STRATA_OK);
    CHECK(strata_KITCHEN_OUTER_Tail_view(&outer, &tail) == STRATA_OK && tail.view.size == 4);
    CHECK(strata_KITCHEN_TAIL_Items_count(&tail, &n) == STRATA_OK && n == 0);
    CHECK(strata_KITCHEN_OUTER_open(&outer, exact, 0x0E, ON_X86(STRATA_VERSION_6_0)) == STRATA_OK);
    CHECK(strata_KITCHEN_OUTER_Tail_view(&outer, &tail) == STRATA_OK && tail.view.size == 10);
    CHECK(strata_KITCHEN_TAIL_Items_count(&tail, &n) == STRATA_OK && n == 3);
    CHECK(strata_KITCHEN_TAIL_Items_at(&tail, 2, &u16) == STRATA_OK && u16 == 0x1111);
    CHECK(strata_KITCHEN_TAIL_Items_at(&tail, 3, &u16) == STRATA_BAD_INDEX);
    CHECK(strata_KITCHEN_FLEXIBLE_OUTER_open(&around, exact, 0x0E, ON_X64(STRATA_VERSION_6_0)) == STRATA_OK);
    CHECK(strata_KITCHEN_FLEXIBLE_OUTER_Tail_view(&around, &flexible) == STRATA_OK && flexible.view.size == 10);
    CHECK(strata_KITCHEN_FLEXIBLE_Values_count(&flexible, &n) == STRATA_OK && n == 3);
    CHECK(strata_KITCHEN_FLEXIBLE_Values_at(&flexible, 2, &value) == STRATA_OK && value == 0x1111);
    CHECK(strata_KITCHEN_FLEXIBLE_Values_at(&flexible, 3, &value) == STRATA_BAD_INDEX);
    CHECK(strata_KITCHEN_NOTHINGS_open(&nothings, exact, 0x0E, ON_X64(STRATA_VERSION_6_0)) == STRATA_OK);
    CHECK(strata_KITCHEN_NOTHINGS_Nothings_count(&nothings, &n) == STRATA_OK && n == 0);
    CHECK(strata_KITCHEN_NOTHINGS_Nothings_view_at(&nothings, 0, &nothing) == STRATA_BAD_INDEX);
    CHECK(STRATA_KITCHEN_NOTHINGS_BYTES(&nothings, Nothings, &where, &n) == STRATA_OK && where == exact + 4 && n == 0);
    free(exact);
    CHECK(strata_KITCHEN_MANY_open(&many, bytes, 4 + 2 * 12 + 11, ON_X86(STRATA_VERSION_6_0)) == STRATA_OK);
    CHECK(strata_KITCHEN_MANY_Clocks_count(&many, &n) == STRATA_OK && n == 2);
    CHECK(strata_KITCHEN_MANY_Clocks_view_at(&many, 1, &clock) == STRATA_OK && clock.view.bytes == bytes + 16);
    CHECK(strata_KITCHEN_MANY_Clocks_view_at(&many, 2, &clock) == STRATA_BAD_INDEX);
    CHECK(STRATA_KITCHEN_MANY_BYTES(&many, Clocks, &where, &n) == STRATA_OK && where == bytes + 4 && n == 24);
}

/* The name of the first member that breaks its rule, or "" for none. */
static const char *violated(const strata_KITCHEN_RULES *v, strata_violation *violation)
{
    strata_status status = strata_KITCHEN_RULES_validate(v, violation);
    if (status == STRATA_OK)
        return violation->rule == STRATA_NULLPTR ? "" : "OK with a rule";
    return status == STRATA_INVALID && violation->rule != STRATA_NULLPTR ? violation->rule->member_name : "no rule";
}

#define VIOLATES(M, number, name)                                                                                      \
    CHECK(strata_KITCHEN_RULES_set_##M(&v, number) == STRATA_OK && strcmp(violated(&v, &found_violation), name) == 0)

static void set_valid(strata_KITCHEN_RULES *v, uint32_t changed, uint32_t freed)
{
    CHECK(strata_KITCHEN_RULES_set_Class(v, STRATA_KITCHEN_CLASS_Warm) == STRATA_OK);
    CHECK(strata_KITCHEN_RULES_set_Rate(v, 1000) == STRATA_OK && strata_KITCHEN_RULES_set_Hold(v, 0) == STRATA_OK);
    CHECK(strata_KITCHEN_RULES_set_Priority(v, 1) == STRATA_OK && strata_KITCHEN_RULES_set_Odd(v, 1) == STRATA_OK);
    CHECK(strata_KITCHEN_RULES_set_Changed(v, changed) == STRATA_OK);
    CHECK(strata_KITCHEN_RULES_set_Freed(v, freed) == STRATA_OK && strata_KITCHEN_RULES_set_Bits(v, 5) == STRATA_OK);
    CHECK(strata_KITCHEN_RULES_set_Less(v, -1) == STRATA_OK);
    CHECK(strata_KITCHEN_RULES_set_Big(v, 0x8000000000000000u) == STRATA_OK);
    CHECK(strata_KITCHEN_RULES_set_Result(v, STRATA_KITCHEN_SIGN_Failed) == STRATA_OK);
    CHECK(strata_KITCHEN_RULES_set_Flags(v, 0xFFFF) == STRATA_OK); /* flags may be anything */
    CHECK(strata_KITCHEN_RULES_set_Vast(v, STRATA_KITCHEN_BIG_Half) == STRATA_OK);
    CHECK(strata_KITCHEN_RULES_set_OddSign(v, STRATA_KITCHEN_ODD_SIGN_None) == STRATA_OK);
    CHECK(strata_KITCHEN_RULES_set_Shown(v, 0xFFFF) == STRATA_OK); /* an unsigned member, shown as a signed enum */
}

static void check_rules(void)
{
    strata_KITCHEN_RULES v;
    strata_KITCHEN_ARRAYS a;
    strata_violation found_violation;
    memset(bytes, 0, sizeof bytes);
    CHECK(strata_KITCHEN_RULES_open_mutable(&v, bytes, 0x48, ON_X64(STRATA_VERSION_6_1)) == STRATA_OK);
    set_valid(&v, 11, 8);
    CHECK(strcmp(violated(&v, &found_violation), "Never") == 0); /* > 5 && < 3: nothing is */
    CHECK(strcmp(found_violation.rule->text, "> 5 && < 3") == 0 && found_violation.value == 0);
    VIOLATES(Class, 2, "Class");
    CHECK(found_violation.value == 2 && strcmp(found_violation.rule->text, "KITCHEN_CLASS") == 0);
    VIOLATES(Class, STRATA_KITCHEN_CLASS_Hotter_5_1, "Class");
    VIOLATES(Class, STRATA_KITCHEN_CLASS_Wide_5_1_x86, "Class");
    VIOLATES(Class, STRATA_KITCHEN_CLASS_Hotter_6_1, "Never");
    VIOLATES(Class, STRATA_KITCHEN_CLASS_Wide_5_1_x64, "Never");
    VIOLATES(Class, 0x00010008, "Never"); /* has no name, but is one of the values */
    VIOLATES(Rate, 999, "Rate");
    CHECK(strcmp(found_violation.rule->text, ">= 1000") == 0);
    CHECK(found_violation.value == 999 && found_violation.index == 0);
    VIOLATES(Rate, 0xFFFFFFFF, "Never");
    VIOLATES(Hold, 1, "Hold");
    VIOLATES(Hold, 999999, "Hold");
    VIOLATES(Hold, 1000000, "Never");
    VIOLATES(Priority, -17, "Priority");
    CHECK(found_violation.value == (uint64_t)-17);
    VIOLATES(Priority, 0, "Priority");
    VIOLATES(Priority, 16, "Priority");
    VIOLATES(Priority, -16, "Never");
    VIOLATES(Priority, 15, "Never");
    VIOLATES(Odd, 0, "Odd");
    VIOLATES(Odd, 0xFFFFFFFF, "Odd");
    VIOLATES(Odd, 0xFFFFFFFE, "Never");
    VIOLATES(Changed, 10, "Changed");
    CHECK(strcmp(found_violation.rule->text, "> 10") == 0); /* the rule of this version */
    VIOLATES(Changed, 11, "Never");
    VIOLATES(Bits, 6, "Bits");
    VIOLATES(Bits, 5, "Never");
    VIOLATES(Less, 0, "Less");
    VIOLATES(Less, 100, "Less");
    VIOLATES(Less, 101, "Never");
    VIOLATES(Less, -128, "Never");
    VIOLATES(Big, 0x7FFFFFFFFFFFFFFFu, "Big");
    VIOLATES(Big, 0xFFFFFFFFFFFFFFFFu, "Never");
    VIOLATES(Result, 1, "Result");
    VIOLATES(Result, STRATA_KITCHEN_SIGN_Lowest, "Never");
    VIOLATES(Vast, 1, "Vast");
    VIOLATES(Vast, STRATA_KITCHEN_BIG_Most, "Never");
    VIOLATES(OddSign, 0, "OddSign");
    VIOLATES(OddSign, STRATA_KITCHEN_ODD_SIGN_Some, "Never");
    VIOLATES(Shown, 0xFFFE, "Shown");
    VIOLATES(Shown, 0, "Never");
    CHECK(strata_KITCHEN_RULES_open_mutable(&v, bytes, 0x48, ON_X64(STRATA_VERSION_6_2)) == STRATA_OK);
    VIOLATES(Newer, 4, "Newer");
    VIOLATES(Newer, 3, "Never");
    /* Before 6.1 other rules hold, and before 6.2 none for Newer. */
    CHECK(strata_KITCHEN_RULES_open_mutable(&v, bytes, 0x48, ON_X64(STRATA_VERSION_6_0)) == STRATA_OK);
    set_valid(&v, 9, 7);
    VIOLATES(Changed, 11, "Changed");
    CHECK(strcmp(found_violation.rule->text, "< 10") == 0);
    VIOLATES(Changed, 9, "Never");
    VIOLATES(Freed, 8, "Freed");
    VIOLATES(Freed, 7, "Never");
    /* A violation in an array also names the element. */
    CHECK(strata_KITCHEN_ARRAYS_open_mutable(&a, bytes, 0xB4, ON_X86(STRATA_VERSION_6_0)) == STRATA_OK);
    memset(bytes, 0, sizeof bytes);
    CHECK(strata_KITCHEN_ARRAYS_validate(&a, &found_violation) == STRATA_OK && found_violation.rule == STRATA_NULLPTR);
    CHECK(strata_KITCHEN_ARRAYS_Limits_set_at(&a, 1, 10) == STRATA_OK);
    CHECK(strata_KITCHEN_ARRAYS_validate(&a, &found_violation) == STRATA_INVALID && found_violation.index == 1);
    CHECK(found_violation.value == 10 && strcmp(found_violation.rule->member_name, "Limits") == 0);
    CHECK(strata_KITCHEN_ARRAYS_Classes_set_at(&a, 0, 0x12) == STRATA_OK); /* Hotter, but of 6.1 */
    CHECK(strata_KITCHEN_ARRAYS_validate(&a, &found_violation) == STRATA_INVALID && found_violation.value == 0x12);
    CHECK(strcmp(found_violation.rule->member_name, "Classes") == 0 && found_violation.index == 0);
}

static void check_values(void)
{
    uint64_t value;
    CHECK(STRATA_KITCHEN_CLASS_Cold == 0u && STRATA_KITCHEN_CLASS_Warm == 1u && STRATA_SHELVES == 3u);
    CHECK(strata_KITCHEN_CLASS_value_Hotter(ON_X86(STRATA_VERSION_5_1), &value) == STRATA_OK && value == 0x11);
    CHECK(strata_KITCHEN_CLASS_value_Hotter(ON_PAE(STRATA_VERSION_6_1), &value) == STRATA_OK && value == 0x12);
    CHECK(strata_KITCHEN_CLASS_value_Wide(ON_PAE(STRATA_VERSION_6_1), &value) == STRATA_OK && value == 0x20);
    CHECK(strata_KITCHEN_CLASS_value_Wide(ON_X64(STRATA_VERSION_6_1), &value) == STRATA_OK && value == 0x40);
    CHECK(strata_KITCHEN_CLASS_value_Wide(STRATA_TARGET(STRATA_VERSION_6_1, 9), &value) == STRATA_ABSENT && value == 0);
    CHECK(STRATA_KITCHEN_SIGN_Failed == -1 && STRATA_KITCHEN_SIGN_Lowest < 0 && STRATA_KITCHEN_BIG_Half > 0);
    CHECK(STRATA_KITCHEN_TICK_HOOK == 0x0F01u && STRATA_KITCHEN_TICK_GROUP == STRATA_KITCHEN_GROUPS_GUIDS);
    CHECK(STRATA_KITCHEN_TICK_MARKER_KITCHEN_HEADER_x64 == 0xC0110002u);
    CHECK(strata_KITCHEN_HEADER_data_begin() == 0x08);
    CHECK(strata_KITCHEN_COUNTS_data_begin(0x0002, 0x7FFF) == 0x10);
    CHECK(strata_KITCHEN_COUNTS_data_begin(0x0702, 0) == 0x10 + 7 * 8);
    CHECK(strata_KITCHEN_COUNTS_data_begin(0xF8FF, 0x8000) == 0x10 + 0x18 + 4);
    CHECK(strata_KITCHEN_COUNTS_data_begin(UINT64_MAX, UINT64_MAX) == 0x10 + 7 * 8 + 0x18 + 4);
}

/* A structure of the user's own, as the 6.1 x64 one is, and asserts about it where declarations may stand. */
struct my_clock {
    uint64_t start;
    uint64_t owner;
};
struct my_bits {
    uint8_t before[0x10];
    uint64_t lengths;
};
struct my_values {
    uint32_t count;
    int16_t values[1];
};
/* The same by their own names; of bit-fields and anonymous unions what can be asked for. */
struct own_clock {
    uint64_t Start, Owner;
};
struct own_bits {
    uint8_t before[8], Grown, behind[0x17];
};
STRATA_KITCHEN_CLOCK_ASSERT_SIZE(struct my_clock, 6_1, x64);
STRATA_KITCHEN_CLOCK_ASSERT_TYPE(struct own_clock, 6_1, x64);
STRATA_KITCHEN_CLOCK_ASSERT_TYPE(struct own_clock, 11_24H2, x64);
STRATA_KITCHEN_BITS_ASSERT_TYPE(struct own_bits, 6_1, x86);
#if defined(__cplusplus) || __STDC_VERSION__ >= 201112L
struct own_shared {
    uint32_t Kind, hole;
    union {
        uint64_t Wide;
        uint8_t Data[1];
    };
    uint64_t behind;
};
STRATA_KITCHEN_SHARED_ASSERT_TYPE(struct own_shared, 6_1, x64);
#endif
struct own_unsized {
    uint32_t First, more;
    unsigned char Last[3];
};
STRATA_KITCHEN_UNSIZED_ASSERT_TYPE(struct own_unsized, 6_1, x64);
STRATA_KITCHEN_NOWHERE_ASSERT_TYPE(struct own_unsized, 6_1, x64);
STRATA_ASSERT(STRATA_KITCHEN_UNSIZED_5_1_x86_LEAST == 0x04, least_of_unsized);
STRATA_ASSERT(STRATA_KITCHEN_NOWHERE_5_1_x86_LEAST == 0x00, least_of_nowhere);
STRATA_KITCHEN_CLOCK_ASSERT_MEMBER(struct my_clock, owner, 6_1, x64, Owner);
STRATA_KITCHEN_CLOCK_ASSERT_MEMBER(struct my_clock, start, 11_24H2, x64, Start);
STRATA_KITCHEN_BITS_ASSERT_MEMBER(struct my_bits, lengths, 6_0, x64, Long);
STRATA_ASSERT(STRATA_KITCHEN_FLEXIBLE_5_1_x86_OFFSET_Values == offsetof(struct my_values, values), flexible_offset);

/* Returns the status of open for numbers that are known only at run time. */
static strata_status opens(uint64_t arch, uint64_t major_number, uint64_t minor_number, uint64_t build,
                           uint64_t revision)
{
    strata_KITCHEN_SCALARS v;
    return strata_KITCHEN_SCALARS_open(&v, bytes, sizeof bytes,
                                       strata_target_of(arch, major_number, minor_number, build, revision));
}

static void check_numbers(void)
{
    const uint64_t bit16 = 0x10000, bit32 = (uint64_t)1 << 32;
    uint64_t value = 1;
    CHECK(strata_target_of(3, 6, 1, 7601, 24540) == ON_X64(STRATA_VERSION(6, 1, 7601, 24540)));
    CHECK(opens(3, 6, 1, 7601, 24540) == STRATA_OK && opens(3, 6, 1, 7601, STRATA_REVISION_ANY) == STRATA_OK);
    CHECK(opens(3, 255, 65535, 65535, 65534) == STRATA_OK);
    /* Each part one past its end, and by as much as would wrap to a good one. */
    CHECK(opens(3, 256, 1, 7601, 0) == STRATA_BAD_VERSION && opens(3, 256 + 6, 1, 7601, 0) == STRATA_BAD_VERSION);
    CHECK(opens(3, 6, bit16, 7601, 0) == STRATA_BAD_VERSION && opens(3, 6, bit16 + 1, 7601, 0) == STRATA_BAD_VERSION);
    CHECK(opens(3, 6, 1, bit16, 0) == STRATA_BAD_VERSION && opens(3, 6, 1, bit16 + 7601, 0) == STRATA_BAD_VERSION);
    CHECK(opens(3, 6, 1, 7601, bit16) == STRATA_BAD_VERSION && opens(3, 6, 1, 7601, bit16 + 1) == STRATA_BAD_VERSION);
    CHECK(opens(3, bit32 + 6, bit32 + 1, bit32 + 7601, bit32) == STRATA_BAD_VERSION);
    CHECK(opens(3, 6, 1, 0xF0001DB1u, 0) == STRATA_BAD_VERSION); /* NtBuildNumber, with its flags */
    CHECK(opens(0, 6, 1, 7601, 0) == STRATA_BAD_ARCH && opens(77, 6, 1, 7601, 0) == STRATA_BAD_ARCH);
    CHECK(opens(256, 6, 1, 7601, 0) == STRATA_BAD_ARCH && opens(256 + 3, 6, 1, 7601, 0) == STRATA_BAD_ARCH);
    CHECK(opens(bit32 + 3, 6, 1, 7601, 0) == STRATA_BAD_ARCH && opens(256 + 3, 256, 1, 7601, 0) == STRATA_BAD_ARCH);
    CHECK(opens(77, 256, 1, 7601, 0) == STRATA_BAD_ARCH);
    CHECK(finds(STRATA_TARGET(STRATA_VERSION_NONE, 3), "BAD_VERSION"));
    /* Nor do enumerators have values there. */
    CHECK(strata_KITCHEN_CLASS_value_Wide(strata_target_of(3, 256, 0, 0, 0), &value) == STRATA_ABSENT && value == 0);
    CHECK(strata_KITCHEN_CLASS_value_Wide(STRATA_TARGET(STRATA_VERSION_6_1, 64 + 3), &value) == STRATA_ABSENT);
}

static void check_require(void)
{
    strata_KITCHEN_SCALARS v;
    strata_KITCHEN_NESTED n;
    strata_KITCHEN_NESTED_Inner inner;
    strata_KITCHEN_RULES rules;
    strata_violation violation;
    uint32_t word = 1;
    CHECK(strata_KITCHEN_SCALARS_open_mutable(&v, bytes, sizeof bytes, ON_X64(STRATA_VERSION_2004)) == STRATA_OK);
    CHECK(strata_KITCHEN_SCALARS_require(&v, STRATA_INTERPOLATED) == STRATA_OK && v.view.writable == bytes);
    CHECK(strata_KITCHEN_SCALARS_open(&v, bytes, sizeof bytes, ON_X64(STRATA_VERSION_22H2)) == STRATA_OK);
    CHECK(strata_KITCHEN_SCALARS_require(&v, STRATA_EXTRAPOLATED) == STRATA_OK);
    CHECK(strata_KITCHEN_SCALARS_get_Moved(&v, &word) == STRATA_OK);
    CHECK(strata_KITCHEN_SCALARS_require(&v, STRATA_INTERPOLATED) == STRATA_UNCERTAIN);
    CHECK(v.view.bytes == STRATA_NULLPTR && v.view.writable == STRATA_NULLPTR && v.view.size == 0);
    CHECK(strata_KITCHEN_SCALARS_get_Moved(&v, &word) == STRATA_ABSENT && word == 0);
    /* And it stays closed: other bytes do not open it again, nor does it pass as valid. */
    CHECK(strata_KITCHEN_SCALARS_rebase(&v, bytes, sizeof bytes) == STRATA_TOO_SHORT && v.view.bytes == STRATA_NULLPTR);
    CHECK(strata_KITCHEN_SCALARS_rebase_mutable(&v, bytes, (size_t)-1 / 2) == STRATA_TOO_SHORT);
    CHECK(v.view.writable == STRATA_NULLPTR && v.view.bytes == STRATA_NULLPTR);
    CHECK(strata_KITCHEN_RULES_open(&rules, bytes, 1, ON_X64(STRATA_VERSION_2004)) == STRATA_TOO_SHORT);
    CHECK(strata_KITCHEN_RULES_validate(&rules, &violation) == STRATA_TOO_SHORT && violation.rule == STRATA_NULLPTR);
    CHECK(strata_KITCHEN_SCALARS_validate(&v, &violation) == STRATA_TOO_SHORT);
    /* A record inside is known no better than what holds it. */
    CHECK(strata_KITCHEN_NESTED_open(&n, bytes, sizeof bytes, ON_X64(STRATA_VERSION_22H2)) == STRATA_OK);
    CHECK(strata_KITCHEN_NESTED_Inner_view(&n, &inner) == STRATA_OK);
    CHECK(strata_KITCHEN_NESTED_Inner_require(&inner, STRATA_EXTRAPOLATED) == STRATA_OK);
    CHECK(strata_KITCHEN_NESTED_Inner_require(&inner, STRATA_INTERPOLATED) == STRATA_UNCERTAIN);
    CHECK(inner.view.bytes == STRATA_NULLPTR && n.view.bytes == bytes);
    /* One that never opened satisfies nobody. */
    CHECK(strata_KITCHEN_SCALARS_open(&v, bytes, 0, ON_X64(STRATA_VERSION_2004)) == STRATA_TOO_SHORT);
    CHECK(strata_KITCHEN_SCALARS_require(&v, STRATA_DISPUTED) == STRATA_UNCERTAIN);
    CHECK(strcmp(strata_status_name(STRATA_UNCERTAIN), "UNCERTAIN") == 0);
    CHECK(strcmp(strata_basis_name(STRATA_ATTESTED), "ATTESTED") == 0);
    CHECK(strcmp(strata_basis_name(STRATA_INTERPOLATED), "INTERPOLATED") == 0);
    CHECK(strcmp(strata_basis_name(STRATA_EXTRAPOLATED), "EXTRAPOLATED") == 0);
    CHECK(strcmp(strata_basis_name(STRATA_BRACKETED), "BRACKETED") == 0);
    CHECK(strcmp(strata_basis_name(STRATA_DISPUTED), "DISPUTED") == 0);
}

static uint32_t layout_at(const strata_table *table, strata_target target)
{
    uint32_t layout = STRATA_LAYOUT_NONE;
    strata_basis basis;
    return strata_find(table, target, &layout, &basis) == STRATA_OK ? layout : STRATA_LAYOUT_NONE;
}

/* The ranges that are listed ascend and hold for their first target, and say which of them somebody has looked at. */
static void check_known(void)
{
    strata_known known;
    strata_version expected = 0;
    uint32_t arch = 0;
    size_t attested = 0;
    size_t i;
    for (i = 0; strata_KITCHEN_BUILDS_layouts(i, &known) == STRATA_OK; i++) {
        int exists = known.layout != STRATA_LAYOUT_NONE;
        CHECK(known.first < known.end && known.arch >= arch);
        CHECK(known.arch != arch || known.first == expected);
        CHECK(layout_at(&strata_KITCHEN_BUILDS_table, STRATA_TARGET(known.first, known.arch)) == known.layout);
        CHECK(layout_at(&strata_KITCHEN_BUILDS_table, STRATA_TARGET(known.end - 1, known.arch)) == known.layout);
        CHECK(exists || (known.size == 0 && known.least == 0));
        CHECK(!exists || known.size == strata_KITCHEN_BUILDS_layout_table[known.layout].size);
        CHECK(!known.is_attested || known.arch == STRATA_ARCH_X64); /* a document speaks of x86 */
        attested += (size_t)known.is_attested;
        arch = known.arch;
        expected = known.end;
    }
    CHECK(attested == 3);
    CHECK(i == 4 && expected == STRATA_VERSION_NONE);
    CHECK(strata_KITCHEN_BUILDS_layouts(i, &known) == STRATA_BAD_INDEX && known.first == 0 && known.end == 0);
    CHECK(strata_KITCHEN_BUILDS_layouts((size_t)-1, &known) == STRATA_BAD_INDEX);
    /* An end that is seen: 6.1 has none of it. */
    CHECK(strata_KITCHEN_RETURNS_layouts(0, &known) == STRATA_OK && known.arch == STRATA_ARCH_X86);
    for (i = 0; strata_KITCHEN_RETURNS_layouts(i, &known) == STRATA_OK && known.layout != STRATA_LAYOUT_NONE; i++)
        continue;
    CHECK(known.first == STRATA_VERSION(6, 1, 0, 0) && known.end == STRATA_VERSION(6, 2, 0, 0) && known.size == 0);
}

/* If a structure is the same in 32 and 64 bits, all arches share one layout. */
static void check_shared(void)
{
    CHECK(strata_KITCHEN_GUID_table.layout_count == 1);
    CHECK(STRATA_KITCHEN_GUID_AT(5_1, x86) == STRATA_KITCHEN_GUID_AT(6_1, x64));
    CHECK(strata_KITCHEN_TAIL_table.layout_count == 1);
    CHECK(STRATA_KITCHEN_PACKED_AT(6_1, x86) != STRATA_KITCHEN_PACKED_AT(6_1, x64));
}

static void check_names(void)
{
    CHECK(strcmp(strata_arch_name(STRATA_ARCH_X64), "x64") == 0 && strcmp(strata_arch_name(0), "?") == 0);
    CHECK(strcmp(strata_arch_name(77), "?") == 0);
    CHECK(strcmp(strata_version_name(STRATA_VERSION_1607), "1607") == 0);
    CHECK(strcmp(strata_version_name(STRATA_VERSION_1607 - 1), "1507") == 0);
    CHECK(strcmp(strata_version_name(STRATA_VERSION(6, 0, 6001, 18000)), "6.0-sp1") == 0);
    CHECK(strcmp(strata_version_name(STRATA_VERSION(255, 0, 0, 0)), strata_version_name(STRATA_VERSION_11_24H2)) == 0);
    CHECK(strcmp(strata_version_name(0), "?") == 0 && strcmp(strata_version_name(STRATA_VERSION_NONE), "?") == 0);
}

int main(void)
{
    check_members();
    check_versions();
    check_numbers();
    check_require();
    check_known();
    check_shared();
    check_names();
    check_reads();
    check_sets();
    check_records();
    check_rules();
    check_values();
    printf("%u checks, %u failed\n", passed + failed, failed);
    return failed != 0;
}
