/*
 * Tests what the round trip cannot know of floating-point members: their values as C has them, members that are floats
 * in some versions or of two sizes, and what does not fit. Prints only failures, and as its last line how many checks
 * there were. C99 and C++11.
 */
#include <stdio.h>
#include <string.h>

#include "float.h"
#include "kitchen_assert.h"
#include "strata_reader.h"

static unsigned passed, failed;

static void check_failed(int line, const char *condition)
{
    failed++;
    printf("FAIL %d: %s\n", line, condition);
}

#define CHECK(condition) ((condition) ? (void)passed++ : check_failed(__LINE__, #condition))

#define X86_OF(version) STRATA_TARGET(version, STRATA_ARCH_X86)
#define X64_OF(version) STRATA_TARGET(version, STRATA_ARCH_X64)

static unsigned char bytes[0x100];

static int are(unsigned offset, const char *expected, size_t size)
{
    return memcmp(bytes + offset, expected, size) == 0;
}

/* Equality of numbers that are exact. Compilers warn about == of floats. */
static int same(double a, double b)
{
    return !(a < b) && !(a > b);
}

/* 0x1.8p+0 as the IEEE has it, little-endian, and -0x1p-1074. */
static const char one_and_a_half[] = "\0\0\xC0\x3F", least[] = "\1\0\0\0\0\0\0\x80";

static void check_values(void)
{
    strata_FLOATS v;
    strata_target target = X64_OF(STRATA_VERSION_6_0);
    float single = 9;
    double number = 9;
    uint64_t word = 0;
    int64_t distance = 0;

    memset(bytes, 0, sizeof bytes);
    CHECK(strata_FLOATS_open_mutable(&v, bytes, sizeof bytes, target) == STRATA_OK);
    CHECK(strata_FLOATS_set_Single(&v, 1.5f) == STRATA_OK);
    CHECK(are(STRATA_FLOATS_OFFSET(&v, Single), one_and_a_half, 4));
    CHECK(strata_FLOATS_get_Single(&v, &single) == STRATA_OK && same((double)single, 1.5));
    CHECK(same((double)STRATA_FLOATS_READ(6_0, x64, Single, bytes), 1.5));
    memcpy(bytes + STRATA_FLOATS_OFFSET(&v, Double), least, 8);
    CHECK(strata_FLOATS_get_Double(&v, &number) == STRATA_OK && same(number, -4.9406564584124654e-324) && number < 0);
    CHECK(strata_FLOATS_Singles_set_at(&v, 2, -0.25f) == STRATA_OK);
    CHECK(strata_FLOATS_Singles_at(&v, 2, &single) == STRATA_OK && same((double)single, -0.25));
    CHECK(strata_FLOATS_Singles_at(&v, 3, &single) == STRATA_BAD_INDEX && same((double)single, 0));
    CHECK(strata_FLOATS_Singles_set_at(&v, 3, 1) == STRATA_BAD_INDEX);
    CHECK(strata_FLOATS_Matrix_set_at(&v, 3, 1e300) == STRATA_OK);
    CHECK(strata_FLOATS_Matrix_at(&v, 3, &number) == STRATA_OK && same(number, 1e300));
    CHECK(strata_FLOATS_set_Odd(&v, -1.5f) == STRATA_OK);
    CHECK(strata_FLOATS_get_Odd(&v, &single) == STRATA_OK && same((double)single, -1.5));
    CHECK(strata_FLOATS_set_Word(&v, (uint64_t)1 << 40) == STRATA_OK);
    CHECK(strata_FLOATS_get_Word(&v, &word) == STRATA_OK && word == (uint64_t)1 << 40);
    CHECK(strata_FLOATS_set_Distance(&v, -5) == STRATA_OK);
    CHECK(strata_FLOATS_get_Distance(&v, &distance) == STRATA_OK && distance == -5);
    CHECK(strata_slot_is_float(STRATA_VIEW_SLOT(&v.view, STRATA_FLOATS_MEMBER_Single)));
    CHECK(!strata_slot_is_float(STRATA_VIEW_SLOT(&v.view, STRATA_FLOATS_MEMBER_Singles)));
    CHECK(!strata_slot_is_scalar(STRATA_VIEW_SLOT(&v.view, STRATA_FLOATS_MEMBER_Single)));
    CHECK(strata_FLOATS_open(&v, bytes, sizeof bytes, target) == STRATA_OK);
    CHECK(strata_FLOATS_set_Single(&v, 2) == STRATA_READ_ONLY);
    CHECK(strata_FLOATS_Matrix_set_at(&v, 0, 2) == STRATA_READ_ONLY);
    CHECK(strata_FLOATS_open(&v, bytes, sizeof bytes, X86_OF(STRATA_VERSION_5_1)) == STRATA_OK);
    CHECK(strata_FLOATS_get_Odd(&v, &single) == STRATA_ABSENT && same((double)single, 0));
    CHECK(strata_FLOATS_set_Odd(&v, 1) == STRATA_ABSENT);
    CHECK(same((double)strata_FLOATS_read_Odd(STRATA_VIEW_SLOT(&v.view, STRATA_FLOATS_MEMBER_Odd), bytes), 0));
}

/* A float of 4 bytes in one version and of 8 in another is a double. */
static void check_sizes(void)
{
    strata_FLOAT_CHANGES v;
    double number = 9, most = 3.4028234663852886e38, huge = most * 1e10, infinity = huge * 1e300;

    memset(bytes, 0, sizeof bytes);
    CHECK(strata_FLOAT_CHANGES_open_mutable(&v, bytes, sizeof bytes, X86_OF(STRATA_VERSION_5_1)) == STRATA_OK);
    CHECK(strata_FLOAT_CHANGES_set_Value(&v, 1.5) == STRATA_OK && are(0x10, one_and_a_half, 4));
    CHECK(strata_FLOAT_CHANGES_get_Value(&v, &number) == STRATA_OK && same(number, 1.5));
    CHECK(strata_FLOAT_CHANGES_set_Value(&v, huge) == STRATA_RANGE && are(0x10, one_and_a_half, 4));
    CHECK(strata_FLOAT_CHANGES_set_Value(&v, -huge) == STRATA_RANGE);
    CHECK(strata_FLOAT_CHANGES_set_Value(&v, -most) == STRATA_OK && are(0x10, "\xFF\xFF\x7F\xFF", 4));
    CHECK(strata_FLOAT_CHANGES_set_Value(&v, infinity) == STRATA_OK && are(0x10, "\0\0\x80\x7F", 4));
    CHECK(strata_FLOAT_CHANGES_get_Value(&v, &number) == STRATA_OK && same(number, infinity));
    CHECK(strata_FLOAT_CHANGES_set_Value(&v, infinity - infinity) == STRATA_OK);
    CHECK(strata_FLOAT_CHANGES_get_Value(&v, &number) == STRATA_OK && !(number <= 0) && !(number >= 0));
    CHECK(strata_FLOAT_CHANGES_Values_set_at(&v, 1, 0.5) == STRATA_OK && are(0x1C, "\0\0\0\x3F", 4));
    CHECK(strata_FLOAT_CHANGES_open_mutable(&v, bytes, sizeof bytes, X64_OF(STRATA_VERSION_6_0)) == STRATA_OK);
    CHECK(strata_FLOAT_CHANGES_set_Value(&v, huge) == STRATA_OK);
    CHECK(strata_FLOAT_CHANGES_get_Value(&v, &number) == STRATA_OK && same(number, huge));
    CHECK(strata_FLOAT_CHANGES_Values_set_at(&v, 1, 0.1) == STRATA_OK);
    CHECK(strata_FLOAT_CHANGES_Values_at(&v, 1, &number) == STRATA_OK && same(number, 0.1));
}

/* A member that was an integer has calls for both. */
static void check_changes(void)
{
    strata_FLOAT_CHANGES v;
    float single = 9;
    uint32_t integer = 9;

    memset(bytes, 0, sizeof bytes);
    CHECK(strata_FLOAT_CHANGES_open_mutable(&v, bytes, sizeof bytes, X64_OF(STRATA_VERSION_6_0)) == STRATA_OK);
    CHECK(strata_FLOAT_CHANGES_set_Number(&v, 7) == STRATA_OK);
    CHECK(strata_FLOAT_CHANGES_get_Number_float(&v, &single) == STRATA_OTHER_KIND && same((double)single, 0));
    CHECK(strata_FLOAT_CHANGES_set_Number_float(&v, 1) == STRATA_OTHER_KIND);
    CHECK(strata_FLOAT_CHANGES_Numbers_at_float(&v, 0, &single) == STRATA_OTHER_KIND);
    CHECK(strata_FLOAT_CHANGES_get_Several(&v, &single) == STRATA_OK);
    CHECK(strata_FLOAT_CHANGES_Several_at(&v, 0, &single) == STRATA_OTHER_KIND);
    CHECK(strata_FLOAT_CHANGES_open_mutable(&v, bytes, sizeof bytes, X64_OF(STRATA_VERSION_6_1)) == STRATA_OK);
    CHECK(strata_FLOAT_CHANGES_get_Number(&v, &integer) == STRATA_OTHER_KIND && integer == 0);
    CHECK(strata_FLOAT_CHANGES_set_Number(&v, 1) == STRATA_OTHER_KIND);
    CHECK(strata_FLOAT_CHANGES_Numbers_at(&v, 0, &integer) == STRATA_OTHER_KIND);
    CHECK(strata_FLOAT_CHANGES_set_Number_float(&v, 1.5f) == STRATA_OK && are(0, one_and_a_half, 4));
    CHECK(strata_FLOAT_CHANGES_get_Number_float(&v, &single) == STRATA_OK && same((double)single, 1.5));
    CHECK(strata_FLOAT_CHANGES_Numbers_set_at_float(&v, 1, 1.5f) == STRATA_OK && are(8, one_and_a_half, 4));
    CHECK(strata_FLOAT_CHANGES_Numbers_at_float(&v, 1, &single) == STRATA_OK && same((double)single, 1.5));
    CHECK(same((double)strata_FLOAT_CHANGES_read_Number_float(
                           STRATA_VIEW_SLOT(&v.view, STRATA_FLOAT_CHANGES_MEMBER_Number), bytes), 1.5));
    CHECK(strata_FLOAT_CHANGES_get_Several(&v, &single) == STRATA_OTHER_KIND);
    CHECK(strata_FLOAT_CHANGES_Several_set_at(&v, 1, 1.5f) == STRATA_OK && are(0x2C, one_and_a_half, 4));
}

/* Names of types in C are names like others. */
static void check_names(void)
{
    strata_FLOAT_NAMES v;
    float single = 9;
    uint8_t truth = 9;
    int8_t letter = 9;

    memset(bytes, 0, sizeof bytes);
    CHECK(strata_FLOAT_NAMES_open_mutable(&v, bytes, sizeof bytes, X86_OF(STRATA_VERSION_5_1)) == STRATA_OK);
    CHECK(strata_FLOAT_NAMES_set_float(&v, 1.5f) == STRATA_OK);
    CHECK(strata_FLOAT_NAMES_get_float(&v, &single) == STRATA_OK && same((double)single, 1.5));
    CHECK(strata_FLOAT_NAMES_set_bool(&v, 1) == STRATA_OK);
    CHECK(strata_FLOAT_NAMES_get_bool(&v, &truth) == STRATA_OK && truth == 1);
    CHECK(strata_FLOAT_NAMES_set_char(&v, 'A') == STRATA_OK);
    CHECK(strata_FLOAT_NAMES_get_char(&v, &letter) == STRATA_OK && letter == 'A');
}

/* ---- Plans (STRATA_PICK) */

STRATA_PICK(floats, FLOATS, Single, Double, Singles);
STRATA_PICK(changes, FLOAT_CHANGES, Number, Number_float);

static size_t read_bytes(void *context, uint64_t address, void *buffer, size_t size)
{
    const unsigned char *from = (const unsigned char *)context;

    if (address > sizeof bytes || size > sizeof bytes - (size_t)address)
        return 0;
    memcpy(buffer, from + (size_t)address, size);
    return size;
}

/* A plan reads floats; an integer that became one has no value of the other kind. */
static void check_plans(void)
{
    const strata_reader reader = {read_bytes, bytes};
    unsigned char buffer[24];
    strata_place place;
    double number = 0;
    float single = 0;
    uint32_t integer = 1;
    floats plan;
    changes changed;

    STRATA_RESOLVE(FLOATS, &place, X64_OF(STRATA_VERSION_6_1));
    memset(bytes, 0, sizeof bytes);
    memcpy(bytes, "\0\0\0\0\0\0\xF8\x3F", 8);
    memcpy(bytes + 8, one_and_a_half, 4);
    CHECK(floats_plan(&plan, &place, STRATA_DISPUTED, buffer, sizeof buffer) == STRATA_OK && plan.pick.size == 24);
    CHECK(strata_pick_read(&plan.pick, &reader, 0) == STRATA_OK);
    CHECK(STRATA_PICKED(FLOATS, &plan, Double, &number) == STRATA_OK && same(number, 1.5));
    CHECK(STRATA_PICKED(FLOATS, &plan, Single, &single) == STRATA_OK && same((double)single, 1.5));

    memcpy(bytes, one_and_a_half, 4);
    CHECK(changes_plan(&changed, &place, STRATA_DISPUTED, buffer, sizeof buffer) == STRATA_OK);
    CHECK(strata_pick_read(&changed.pick, &reader, 0) == STRATA_OK && changed.pick.size == 4);
    CHECK(STRATA_PICKED(FLOAT_CHANGES, &changed, Number, &integer) == STRATA_OTHER_KIND && integer == 0);
    CHECK(STRATA_PICKED(FLOAT_CHANGES, &changed, Number_float, &single) == STRATA_OK && same((double)single, 1.5));
}

int main(void)
{
    check_values();
    check_sizes();
    check_changes();
    check_names();
    check_plans();
    printf("%u checks, %u failed\n", passed + failed, failed);
    return failed != 0;
}
