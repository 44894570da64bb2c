/*
 * The printer of the runtime, fed with tables made by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "strata_print.h"

#define TARGET_32 STRATA_TARGET(STRATA_VERSION(1, 0, 0, 0), 1)
#define TARGET_64 STRATA_TARGET(STRATA_VERSION(2, 0, 0, 0), 2)
#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof(*(array))))

/* ---- Tables */

#define ALWAYS(value)                                                                                                  \
    {                                                                                                                  \
        value, value, 0, UINT64_MAX, 6                                                                                 \
    }
#define ON_64(value)                                                                                                   \
    {                                                                                                                  \
        value, value, STRATA_VERSION(2, 0, 0, 0), UINT64_MAX, 4                                                        \
    }

static const strata_print_value state_rows[] = {
    {ALWAYS(UINT64_MAX), "FAILED", NULL}, {ALWAYS(0), "IDLE", "nothing to do"}, {ON_64(1), "RUNNING", NULL},
    {ALWAYS(2), NULL, "said \"stop\"\\"}, {ALWAYS(3), NULL, "also LAST"},       {ALWAYS(3), "LAST", NULL},
};
static const strata_print_values state = {"STATE", state_rows, COUNT(state_rows), 0, 0, 0};

static const strata_print_value right_rows[] = {
    {ALWAYS(0), "NONE", NULL}, {ALWAYS(1), "READ", NULL},   {ALWAYS(2), "WRITE", NULL},   {ALWAYS(3), "ACCESS", NULL},
    {ALWAYS(1), "LOOK", NULL}, {ON_64(4), "EXECUTE", NULL}, {ALWAYS(0x18), "PAIR", NULL}, {ALWAYS(8), NULL, "unnamed"},
};
static const strata_print_values rights = {"RIGHTS", right_rows, COUNT(right_rows), 1, 0, 0};

static const strata_print_value group_rows[] = {
    {ALWAYS(0x00000001), "DISK", NULL},    {ALWAYS(0x00000002), "NET", NULL}, {ALWAYS(0x00000003), "IO", NULL},
    {ALWAYS(0x20000000), "FORWARD", NULL}, {ALWAYS(0x20000001), "CPU", NULL}, {ALWAYS(0x40000003), "HEAP", NULL},
};
static const strata_print_values groups = {"GROUPS", group_rows, COUNT(group_rows), 1, 29, 3};

#define MEMBER(name, offset, size, kind)                                                                               \
    {                                                                                                                  \
        name, NULL, NULL, NULL, offset, size, 0, 0, kind, 0, 0, 0                                                      \
    }
#define VALUES(name, offset, size, kind, values)                                                                       \
    {                                                                                                                  \
        name, NULL, NULL, values, offset, size, 0, 0, kind, 0, 0, 0                                                    \
    }
#define ARRAY(name, offset, size, kind, count, columns)                                                                \
    {                                                                                                                  \
        name, NULL, NULL, NULL, offset, size, count, columns, kind, 0, 0, 0                                            \
    }
#define BITS(name, offset, size, kind, bit, width)                                                                     \
    {                                                                                                                  \
        name, NULL, NULL, NULL, offset, size, 0, 0, kind, bit, width, 0                                                \
    }

/* A tree with two points, given as the high halves of their targets: architecture, major and minor number. */
#define TREE(tree, first, second)                                                                                      \
    static const strata_segment tree##_segments[] = {{first, 1}, {second, 2}, {0xFFFFFFFF, 3}};                        \
    static const uint16_t tree##_arches[] = {0, (first) >> 24 == 1, 2};                                                \
    static const uint32_t tree##_points[] = {0, 0, 0};                                                                 \
    static const strata_evidence tree = {tree##_segments, tree##_points, NULL, "444444", NULL,               \
                                         tree##_arches, 2, 0, COUNT(tree##_arches)}

/* One layout on each of two architectures. */
TREE(tree, 0x01000000, 0x02020000);
static const strata_found answers[][2] = {STRATA_ANSWER_NO_ARCH, {0, 0}, {1, 1}};

#define RECORD(record, name, members_32, members_64, least)                                                            \
    static const strata_layout record##_bounds[] = {{NULL, NULL, least, least}, {NULL, NULL, least, least}};           \
    static const strata_table record##_table = {answers, "012", NULL, record##_bounds, &tree, NULL, NULL, 0, 2, 0, 0}; \
    static const strata_print_layout record##_layouts[] = {{members_32, NULL, COUNT(members_32)},                      \
                                                           {members_64, NULL, COUNT(members_64)}};                     \
    static const strata_print_record record = {name, &record##_table, record##_layouts, NULL, 0}

static const strata_print_member point_members[] = {
    MEMBER("X", 0, 2, STRATA_PRINT_UNSIGNED),
    MEMBER("Y", 4, 4, STRATA_PRINT_SIGNED),
};
RECORD(point, "POINT", point_members, point_members, 8);

static const strata_print_member list_members[] = {
    MEMBER("Head", 0, 1, STRATA_PRINT_UNSIGNED),
    ARRAY("Tail", 2, 2, STRATA_PRINT_UNSIGNED, STRATA_COUNT_REST, 0),
};
RECORD(list, "LIST", list_members, list_members, 2);

struct sink {
    char *text;
    size_t size;
    size_t calls;
};

static void take(void *context, const char *text, size_t size)
{
    struct sink *sink = context;
    sink->text = realloc(sink->text, sink->size + size + 1);
    assert_non_null(sink->text);
    memcpy(sink->text + sink->size, text, size);
    sink->size += size;
    sink->text[sink->size] = '\0';
    sink->calls++;
}

/* A copy of the bytes on the heap, so that a sanitizer sees a read past their end. */
static unsigned char *copy(const void *bytes, size_t size)
{
    unsigned char *heap = malloc(size ? size : 1);
    assert_non_null(heap);
    memcpy(heap, bytes, size);
    return heap;
}

static void expect_text(const strata_print_record *record, strata_target target, const void *bytes, size_t size,
                        strata_status status, const char *expected)
{
    struct sink sink = {0};
    unsigned char *heap = copy(bytes, size);
    assert_int_equal(strata_print_text(record, heap, size, target, take, &sink), status);
    assert_string_equal(sink.text, expected);
    free(sink.text);
    free(heap);
}

static void expect_json(const strata_print_record *record, strata_target target, const void *bytes, size_t size,
                        strata_status status, const char *expected)
{
    struct sink sink = {0};
    unsigned char *heap = copy(bytes, size);
    assert_int_equal(strata_print_json(record, heap, size, target, take, &sink), status);
    assert_string_equal(sink.text, expected);
    free(sink.text);
    free(heap);
}

/* ---- Cases */

static const strata_print_member integer_members[] = {
    MEMBER("One", 0, 1, STRATA_PRINT_UNSIGNED),
    MEMBER("Two", 1, 2, STRATA_PRINT_SIGNED),
    MEMBER("Four", 3, 4, STRATA_PRINT_UNSIGNED),
    MEMBER("Eight", 7, 8, STRATA_PRINT_UNSIGNED),
    MEMBER("ALongerNameThanIsUsual", 15, 8, STRATA_PRINT_SIGNED),
    MEMBER("Least", 23, 8, STRATA_PRINT_SIGNED),
};
RECORD(integers, "INTEGERS", integer_members, integer_members, 31);

static void test_integers(void **unused)
{
    static const unsigned char bytes[31] = {
        0,    0xFF, 0xFF, 0x78, 0x56, 0x34, 0x12, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x1F, 0,    0xFF,
        0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xDF, 0xFF, 0,    0,    0,    0,    0,    0,    0,    0x80,
    };
    (void)unused;
    expect_text(&integers, TARGET_32, bytes, sizeof(bytes), STRATA_OK,
                "INTEGERS\n"
                "   +0x000 One              : 0\n"
                "   +0x001 Two              : 0n-1\n"
                "   +0x003 Four             : 0x12345678\n"
                "   +0x007 Eight            : 0x1fffffffffffff\n"
                "   +0x00f ALongerNameThanIsUsual : 0n-9007199254740993\n"
                "   +0x017 Least            : 0n-9223372036854775808\n");
    expect_json(&integers, TARGET_32, bytes, sizeof(bytes), STRATA_OK,
                "{\"One\":0,\"Two\":-1,\"Four\":305419896,\"Eight\":9007199254740991,"
                "\"ALongerNameThanIsUsual\":\"-9007199254740993\",\"Least\":\"-9223372036854775808\"}");
}

static void test_large_json(void **unused)
{
    static const strata_print_member members[] = {MEMBER("Eight", 0, 8, STRATA_PRINT_UNSIGNED)};
    RECORD(record, "R", members, members, 8);
    static const unsigned char bytes[8] = {0, 0, 0, 0, 0, 0, 0x20, 0};
    (void)unused;
    expect_json(&record, TARGET_32, bytes, 8, STRATA_OK, "{\"Eight\":\"0x0020000000000000\"}");
}

static void test_pointers(void **unused)
{
    static const strata_print_member members_32[] = {MEMBER("P", 0, 4, STRATA_PRINT_POINTER)};
    static const strata_print_member members_64[] = {MEMBER("P", 0, 8, STRATA_PRINT_POINTER)};
    RECORD(record, "R", members_32, members_64, 4);
    static const unsigned char bytes[8] = {0x78, 0x56, 0x34, 0x12, 0, 0xC0, 0xFF, 0xFF};
    (void)unused;
    expect_text(&record, TARGET_32, bytes, 8, STRATA_OK, "R\n   +0x000 P                : 0x12345678\n");
    expect_text(&record, TARGET_64, bytes, 8, STRATA_OK, "R\n   +0x000 P                : 0xffffc00012345678\n");
    expect_json(&record, TARGET_64, bytes, 8, STRATA_OK, "{\"P\":\"0xffffc00012345678\"}");
}

static void test_bit_fields(void **unused)
{
    static const strata_print_member members[] = {
        BITS("Low", 0, 4, STRATA_PRINT_UNSIGNED, 0, 1),
        BITS("Middle", 0, 4, STRATA_PRINT_UNSIGNED, 3, 2),
        BITS("Signed", 0, 4, STRATA_PRINT_SIGNED, 5, 3),
        BITS("Whole", 0, 4, STRATA_PRINT_UNSIGNED, 0, 32),
        BITS("Somewhere", 0, 4, STRATA_PRINT_UNSIGNED, STRATA_PRINT_BIT_UNKNOWN, 4),
        BITS("Outside", 0, 4, STRATA_PRINT_UNSIGNED, 30, 3),
        {"State", NULL, NULL, &state, 0, 4, 0, 0, STRATA_PRINT_SIGNED, 5, 3, 0},
    };
    RECORD(record, "BITS", members, members, 4);
    static const unsigned char bytes[4] = {0xF1, 0, 0, 0x80};
    (void)unused;
    expect_text(&record, TARGET_32, bytes, 4, STRATA_OK,
                "BITS\n"
                "   +0x000 Low              : Pos 0, 1 Bit = 0x1\n"
                "   +0x000 Middle           : Pos 3, 2 Bits = 0x2\n"
                "   +0x000 Signed           : Pos 5, 3 Bits = 0n-1\n"
                "   +0x000 Whole            : Pos 0, 32 Bits = 0x800000f1\n"
                "   +0x000 Somewhere        : Pos ?, 4 Bits\n"
                "   +0x000 Outside          : Pos 30, 3 Bits\n"
                "   +0x000 State            : Pos 5, 3 Bits = 0x7 ( FAILED )\n");
    expect_json(&record, TARGET_32, bytes, 4, STRATA_OK,
                "{\"Low\":1,\"Middle\":2,\"Signed\":-1,\"Whole\":2147483889,\"Somewhere\":null,\"Outside\":null,"
                "\"State\":{\"value\":-1,\"name\":\"FAILED\"}}");
}

static const strata_print_member state_members[] = {VALUES("State", 0, 4, STRATA_PRINT_UNSIGNED, &state)};
RECORD(state_record, "R", state_members, state_members, 4);

static void expect_state(unsigned char low, unsigned char high, strata_target target, const char *text,
                         const char *json)
{
    unsigned char bytes[4] = {low, high, high, high};
    char expected[200] = "R\n   +0x000 State            : ";
    strcat(expected, text);
    strcat(expected, "\n");
    expect_text(&state_record, target, bytes, 4, STRATA_OK, expected);
    strcpy(expected, "{\"State\":");
    strcat(expected, json);
    strcat(expected, "}");
    expect_json(&state_record, target, bytes, 4, STRATA_OK, expected);
}

static void test_enums(void **unused)
{
    (void)unused;
    expect_state(0, 0, TARGET_32, "0x00000000 ( IDLE )",
                 "{\"value\":0,\"name\":\"IDLE\",\"remark\":\"nothing to do\"}");
    expect_state(1, 0, TARGET_32, "0x00000001", "{\"value\":1,\"name\":null}");
    expect_state(1, 0, TARGET_64, "0x00000001 ( RUNNING )", "{\"value\":1,\"name\":\"RUNNING\"}");
    expect_state(2, 0, TARGET_64, "0x00000002 ( \"said \"stop\"\\\" )",
                 "{\"value\":2,\"name\":null,\"remark\":\"said \\\"stop\\\"\\\\\"}");
    expect_state(3, 0, TARGET_64, "0x00000003 ( LAST )", "{\"value\":3,\"name\":\"LAST\"}");
    expect_state(0xFF, 0xFF, TARGET_64, "0xffffffff ( FAILED )", "{\"value\":4294967295,\"name\":\"FAILED\"}");
}

static const strata_print_member right_members[] = {VALUES("Rights", 0, 1, STRATA_PRINT_UNSIGNED, &rights)};
RECORD(right_record, "R", right_members, right_members, 1);

static void expect_rights(unsigned char value, strata_target target, const char *text)
{
    char expected[200] = "R\n   +0x000 Rights           : ";
    strcat(expected, text);
    strcat(expected, "\n");
    expect_text(&right_record, target, &value, 1, STRATA_OK, expected);
}

static void test_flags(void **unused)
{
    static const unsigned char value = 0x05;
    (void)unused;
    expect_rights(0, TARGET_32, "0x00 ( NONE )");
    expect_rights(0x01, TARGET_32, "0x01 ( READ )");
    expect_rights(0x03, TARGET_32, "0x03 ( READ | WRITE )");
    expect_rights(0x05, TARGET_32, "0x05 ( READ | 0x4 )");
    expect_rights(0x05, TARGET_64, "0x05 ( READ | EXECUTE )");
    expect_rights(0x08, TARGET_64, "0x08");
    expect_rights(0x1A, TARGET_64, "0x1a ( WRITE | PAIR )");
    expect_json(&right_record, TARGET_64, &value, 1, STRATA_OK,
                "{\"Rights\":{\"value\":5,\"names\":[\"READ\",\"EXECUTE\"]}}");
}

static void test_indexed_flags(void **unused)
{
    static const strata_print_member members[] = {
        {"Masks", NULL, NULL, &groups, 0, 4, 6, 0, STRATA_PRINT_UNSIGNED, 0, 0, 0},
        VALUES("Group", 24, 4, STRATA_PRINT_UNSIGNED, &groups),
        VALUES("Other", 28, 4, STRATA_PRINT_UNSIGNED, &groups),
        VALUES("Plain", 32, 4, STRATA_PRINT_UNSIGNED, &groups),
    };
    RECORD(record, "R", members, members, 36);
    static const unsigned char bytes[36] = {3, 0, 0, 0x20, 3, 0, 0, 0, 3, 0,    0, 0, 0, 0,    0, 0, 0, 0,
                                            0, 0, 0, 0,    0, 0, 1, 0, 0, 0x20, 3, 0, 0, 0x40, 0, 0, 0, 0x20};
    (void)unused;
    expect_text(&record, TARGET_32, bytes, sizeof(bytes), STRATA_OK,
                "R\n"
                "   +0x000 Masks            : [6]\n"
                "      [0] 0x20000003 ( DISK | NET | FORWARD )\n"
                "      [1] 0x00000003 ( CPU | 0x2 )\n"
                "      [2] 0x00000003 ( HEAP )\n"
                "      [3..5] 0x00000000\n"
                "   +0x018 Group            : 0x20000001 ( CPU )\n"
                "   +0x01c Other            : 0x40000003 ( HEAP )\n"
                "   +0x020 Plain            : 0x20000000 ( FORWARD )\n");
}

static void test_guid(void **unused)
{
    static const strata_print_member members[] = {MEMBER("Id", 0, 16, STRATA_PRINT_GUID)};
    RECORD(record, "R", members, members, 16);
    static const unsigned char bytes[16] = {0x33, 0x22, 0x11, 0,    0x55, 0x44, 0x77, 0x66,
                                            0x88, 0x99, 0xAA, 0xBB, 0xCC, 0xDD, 0xEE, 0xFF};
    (void)unused;
    expect_text(&record, TARGET_32, bytes, 16, STRATA_OK,
                "R\n   +0x000 Id               : {00112233-4455-6677-8899-aabbccddeeff}\n");
    expect_json(&record, TARGET_32, bytes, 16, STRATA_OK, "{\"Id\":\"{00112233-4455-6677-8899-aabbccddeeff}\"}");
}

static void test_bytes(void **unused)
{
    static const strata_print_member members[] = {
        MEMBER(NULL, 0, 4, STRATA_PRINT_BYTES),
        MEMBER("Lock", 4, 18, STRATA_PRINT_BYTES),
        MEMBER("Odd", 4, 3, STRATA_PRINT_UNSIGNED),
        ARRAY("Locks", 4, 2, STRATA_PRINT_BYTES, 2, 0),
    };
    RECORD(record, "R", members, members, 22);
    static const unsigned char bytes[22] = {1, 2, 3, 4, 0x10, 0x11, 0x12, 0x13};
    (void)unused;
    expect_text(&record, TARGET_32, bytes, sizeof(bytes), STRATA_OK,
                "R\n"
                "   +0x000 (unaccounted)    : 01 02 03 04\n"
                "   +0x004 Lock             : 10 11 12 13 00 00 00 00 00 00 00 00 00 00 00 00 ... (2 more)\n"
                "   +0x004 Odd              : 10 11 12\n"
                "   +0x004 Locks            : [2]\n"
                "      [0] 10 11\n"
                "      [1] 12 13\n");
    expect_json(&record, TARGET_32, bytes, sizeof(bytes), STRATA_OK,
                "{\"+0x000\":\"01020304\",\"Lock\":\"101112130000000000000000000000000000\",\"Odd\":\"101112\","
                "\"Locks\":[\"1011\",\"1213\"]}");
}

static void test_arrays(void **unused)
{
    static const strata_print_member members[] = {
        ARRAY("Grid", 0, 1, STRATA_PRINT_SIGNED, 6, 3),
        ARRAY("Points", 8, 8, STRATA_PRINT_RECORD, 2, 0),
        ARRAY("Pointers", 8, 4, STRATA_PRINT_POINTER, 3, 0),
        ARRAY("Many", 0, 1, STRATA_PRINT_UNSIGNED, 18, 0),
        {"States", NULL, NULL, &state, 0, 1, 4, 2, STRATA_PRINT_SIGNED, 0, 0, 0},
    };
    strata_print_member with_record[5];
    strata_print_layout layouts[2] = {{with_record, NULL, 5}, {with_record, NULL, 5}};
    RECORD(record, "R", members, members, 24);
    strata_print_record named = record;
    static const unsigned char bytes[24] = {0, 0xFF, 2, 3, 4, 5, 0, 0, 7, 0, 0, 0, 8, 0, 0, 0, 9};
    (void)unused;
    memcpy(with_record, members, sizeof(members));
    with_record[1].record = &point;
    named.layouts = layouts;
    expect_text(&named, TARGET_32, bytes, sizeof(bytes), STRATA_OK,
                "R\n"
                "   +0x000 Grid             : [2][3] 0n0 0n-1 0n2 0n3 0n4 0n5\n"
                "   +0x008 Points           : [2]\n"
                "      [0] POINT\n"
                "         +0x000 X                : 0x7\n"
                "         +0x004 Y                : 0n8\n"
                "      [1] POINT\n"
                "         +0x000 X                : 0x9\n"
                "         +0x004 Y                : 0n0\n"
                "   +0x008 Pointers         : [3]\n"
                "      [0] 0x00000007\n"
                "      [1] 0x00000008\n"
                "      [2] 0x00000009\n"
                "   +0x000 Many             : [18] 0 0xff 0x2 0x3 0x4 0x5 0 0 0x7 0 0 0 0x8 0 0 0 ... (2 more)\n"
                "   +0x000 States           : [2][2]\n"
                "      [0][0] 0x00 ( IDLE )\n"
                "      [0][1] 0xff ( FAILED )\n"
                "      [1][0] 0x02 ( \"said \"stop\"\\\" )\n"
                "      [1][1] 0x03 ( LAST )\n");
}

static void test_many_lines(void **unused)
{
    static const strata_print_member members[] = {ARRAY("P", 0, 4, STRATA_PRINT_POINTER, STRATA_COUNT_REST, 0)};
    RECORD(record, "R", members, members, 0);
    unsigned char bytes[82];
    struct sink sink = {0};
    (void)unused;
    for (size_t i = 0; i < sizeof(bytes); i++)
        bytes[i] = (unsigned char)(i / 4);
    assert_int_equal(strata_print_text(&record, bytes, sizeof(bytes), TARGET_32, take, &sink), STRATA_OK);
    assert_non_null(strstr(sink.text, " : [20]\n      [0] 0x00000000\n"));
    assert_non_null(strstr(sink.text, "      [15] 0x0f0f0f0f\n      ... (4 more)\n"));
    free(sink.text);
}

static const strata_print_member nested_members[] = {
    MEMBER("Before", 0, 2, STRATA_PRINT_UNSIGNED),
    {"Point", NULL, &point, NULL, 4, 8, 0, 0, STRATA_PRINT_RECORD, 0, 0, 0},
    {"List", NULL, &list, NULL, 12, 0, 0, 0, STRATA_PRINT_RECORD, 0, 0, 0},
};
RECORD(nested, "NESTED", nested_members, nested_members, 14);

static void test_nested(void **unused)
{
    static const unsigned char bytes[19] = {1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 5, 0, 6, 0, 7};
    (void)unused;
    expect_text(&nested, TARGET_32, bytes, sizeof(bytes), STRATA_OK,
                "NESTED\n"
                "   +0x000 Before           : 0x1\n"
                "   +0x004 Point            : POINT\n"
                "      +0x000 X                : 0x2\n"
                "      +0x004 Y                : 0n3\n"
                "   +0x00c List             : LIST\n"
                "      +0x000 Head             : 0x4\n"
                "      +0x002 Tail             : [2] 0x5 0x6\n");
    expect_json(&nested, TARGET_32, bytes, sizeof(bytes), STRATA_OK,
                "{\"Before\":1,\"Point\":{\"X\":2,\"Y\":3},\"List\":{\"Head\":4,\"Tail\":[5,6]}}");
}

static void test_too_short(void **unused)
{
    static const unsigned char bytes[10] = {1, 0, 0, 0, 2, 0, 0, 0, 3, 0};
    (void)unused;
    expect_text(&nested, TARGET_32, bytes, sizeof(bytes), STRATA_TOO_SHORT,
                "NESTED\n"
                "   +0x000 Before           : 0x1\n"
                "   +0x004 Point            : POINT\n"
                "      +0x000 X                : 0x2\n"
                "      +0x004 Y                : (past the end)\n"
                "   +0x00c List             : LIST\n"
                "      +0x000 Head             : (past the end)\n"
                "      +0x002 Tail             : [0]\n");
    expect_json(&nested, TARGET_32, bytes, sizeof(bytes), STRATA_TOO_SHORT,
                "{\"Before\":1,\"Point\":{\"X\":2,\"Y\":null},\"List\":{\"Head\":null,\"Tail\":[]}}");
}

static void test_short_array(void **unused)
{
    static const strata_print_member members[] = {
        ARRAY("A", 0, 2, STRATA_PRINT_UNSIGNED, 0xFFFFFFFE, 0),
        MEMBER("B", 2, 4, STRATA_PRINT_BYTES),
        MEMBER("C", 0xFFFFFFF0, 8, STRATA_PRINT_BYTES),
    };
    RECORD(record, "R", members, members, 8);
    static const unsigned char bytes[5] = {1, 0, 2, 0, 3};
    (void)unused;
    expect_text(&record, TARGET_32, bytes, sizeof(bytes), STRATA_TOO_SHORT,
                "R\n"
                "   +0x000 A                : [4294967294] 0x1 0x2 (4294967292 past the end)\n"
                "   +0x002 B                : 02 00 03 (1 past the end)\n"
                "   +0xfffffff0 C                : (8 past the end)\n");
    expect_json(&record, TARGET_32, bytes, sizeof(bytes), STRATA_TOO_SHORT, "{\"A\":[1,2],\"B\":null,\"C\":null}");
}

/* No length is read past, and JSON of any length is whole. */
static void test_every_length(void **unused)
{
    static const strata_print_record *const records[] = {&nested, &integers, &state_record};
    unsigned char bytes[40];
    (void)unused;
    memset(bytes, 0x81, sizeof(bytes));
    for (size_t r = 0; r < COUNT(records); r++) {
        for (size_t size = 0; size <= sizeof(bytes); size++) {
            struct sink text = {0}, json = {0};
            unsigned char *heap = copy(bytes, size);
            strata_status status = strata_print_text(records[r], heap, size, TARGET_64, take, &text);
            assert_int_equal(strata_print_json(records[r], heap, size, TARGET_64, take, &json), status);
            assert_int_equal(status, size < records[r]->table->layouts[1].least ? STRATA_TOO_SHORT : STRATA_OK);
            assert_true(status == STRATA_TOO_SHORT || strstr(text.text, "past the end") == NULL);
            assert_int_equal(json.text[0], '{');
            assert_int_equal(json.text[json.size - 1], '}');
            free(text.text);
            free(json.text);
            free(heap);
        }
    }
}

static void test_unknown(void **unused)
{
    static const strata_print_member members[] = {
        MEMBER("Nowhere", STRATA_PRINT_UNKNOWN, 4, STRATA_PRINT_UNSIGNED),
        MEMBER("Sizeless", 0, STRATA_PRINT_UNKNOWN, STRATA_PRINT_BYTES),
    };
    RECORD(record, "R", members, members, 0);
    (void)unused;
    expect_text(&record, TARGET_32, "", 1, STRATA_OK,
                "R\n"
                "   +0x??? Nowhere          : (offset unknown)\n"
                "   +0x000 Sizeless         : (size unknown)\n");
    expect_json(&record, TARGET_32, "", 1, STRATA_OK, "{\"Nowhere\":null,\"Sizeless\":null}");
}

static void test_no_layout(void **unused)
{
    TREE(later, 0x02000000, 0x02050000);
    static const strata_found found[][2] = {STRATA_ANSWER_NO_ARCH, STRATA_ANSWER_NONE, {0, 0}};
    static const strata_layout bounds[] = {{NULL, NULL, 4, 4}};
    static const strata_table table = {found, "012", NULL, bounds, &later, NULL, NULL, 0, 1, 0, 0};
    static const strata_print_layout layouts[] = {{state_members, NULL, 1}};
    static const strata_print_record late = {"LATE", &table, layouts, NULL, 0};
    static const strata_print_member members[] = {
        {"Late", NULL, &late, NULL, 0, 4, 0, 0, STRATA_PRINT_RECORD, 0, 0, 0},
    };
    RECORD(record, "R", members, members, 4);
    struct sink sink = {0};
    (void)unused;
    assert_int_equal(strata_print_text(&late, "abcd", 4, TARGET_32, take, &sink), STRATA_BAD_ARCH);
    assert_int_equal(strata_print_json(&late, "abcd", 4, TARGET_64, take, &sink), STRATA_BAD_VERSION);
    assert_int_equal(sink.calls, 0);
    expect_text(&record, TARGET_64, "abcd", 4, STRATA_OK, "R\n   +0x000 Late             : LATE\n      61 62 63 64\n");
    expect_json(&record, TARGET_64, "abcd", 4, STRATA_OK, "{\"Late\":\"61626364\"}");
}

/* Layouts share descriptions: a run leaves members out, changes their order, moves them forward or back. */
static void test_runs(void **unused)
{
    static const strata_print_member members[] = {
        MEMBER("A", 0, 1, STRATA_PRINT_UNSIGNED),
        MEMBER("B", 1, 1, STRATA_PRINT_UNSIGNED),
        MEMBER("C", 4, 1, STRATA_PRINT_UNSIGNED),
        MEMBER("D", STRATA_PRINT_UNKNOWN, 1, STRATA_PRINT_UNSIGNED),
    };
    static const strata_print_run runs[] = {{0, 0, 9}, {2, 1, 0xFFFFFFFC}, {0, 2, 1}, {3, 1, 0}, {0, 0, 0}};
    const strata_print_layout layouts[2] = {{members, runs, 5}, {members, runs + 3, 1}};
    const strata_print_record record = {"R", &point_table, layouts, NULL, 0};
    (void)unused;
    expect_text(&record, TARGET_32, "\1\2\3\4\5\6\7\10", 8, STRATA_OK,
                "R\n"
                "   +0x000 C                : 0x1\n"
                "   +0x001 A                : 0x2\n"
                "   +0x002 B                : 0x3\n"
                "   +0x??? D                : (offset unknown)\n");
    expect_json(&record, TARGET_32, "\1\2\3\4\5\6\7\10", 8, STRATA_OK, "{\"C\":1,\"A\":2,\"B\":3,\"D\":null}");
    expect_json(&record, TARGET_64, "\1\2\3\4\5\6\7\10", 8, STRATA_OK, "{\"D\":null}");
}

static void test_null_bytes(void **unused)
{
    struct sink sink = {0};
    (void)unused;
    assert_int_equal(strata_print_text(&point, NULL, 8, TARGET_32, take, &sink), STRATA_TOO_SHORT);
    assert_string_equal(sink.text, "POINT\n"
                                   "   +0x000 X                : (past the end)\n"
                                   "   +0x004 Y                : (past the end)\n");
    free(sink.text);
}

/* A record that holds itself, as no spec can say: the depth has a bound. */
static void test_depth(void **unused)
{
    strata_print_member member = {"Self", NULL, NULL, NULL, 0, 4, 0, 0, STRATA_PRINT_RECORD, 0, 0, 0};
    strata_print_layout layouts[2] = {{&member, NULL, 1}, {&member, NULL, 1}};
    strata_print_record record = {"SELF", &point_table, layouts, NULL, 0};
    struct sink text = {0}, json = {0};
    (void)unused;
    member.record = &record;
    assert_int_equal(strata_print_text(&record, "abcdefgh", 8, TARGET_32, take, &text), STRATA_OK);
    assert_int_equal(strata_print_json(&record, "abcdefgh", 8, TARGET_32, take, &json), STRATA_OK);
    assert_string_equal(text.text + strlen(text.text) - strlen(": SELF\n"), ": SELF\n");
    assert_non_null(strstr(json.text, "{\"Self\":\"61626364\"}}"));
    free(text.text);
    free(json.text);
}

/* Lines for members and for records in arrays, everything else on the line where it begins. */
static void test_indented(void **unused)
{
    static const strata_print_member members[] = {
        VALUES("State", 0, 4, STRATA_PRINT_UNSIGNED, &state),
        ARRAY("Numbers", 4, 1, STRATA_PRINT_UNSIGNED, 3, 0),
        {"Points", "POINT", &point, NULL, 8, 8, 2, 0, STRATA_PRINT_RECORD, 0, 0, 0},
        {"None", "POINT", &point, NULL, 24, 8, STRATA_COUNT_REST, 0, STRATA_PRINT_RECORD, 0, 0, 0},
        {"Time", "LONGLONG", NULL, NULL, 8, 8, 0, 0, STRATA_PRINT_SIGNED, 0, 0, STRATA_PRINT_SHOW_TIME},
        {"Text", "UCHAR", NULL, NULL, 4, 1, 4, 0, STRATA_PRINT_UNSIGNED, 0, 0, STRATA_PRINT_SHOW_TEXT},
    };
    RECORD(whole, "WHOLE", members, members, 24);
    static const unsigned char bytes[24] = {9, 0, 0, 0, 'a', '"', '\n', 0, 1, 0, 0, 0, 0, 0, 0, 0, 2};
    strata_print_options options = STRATA_PRINT_OPTIONS;
    struct sink sink = {0};
    (void)unused;
    options.form = STRATA_PRINT_FORM_JSON_INDENTED;
    assert_int_equal(strata_print(&whole, bytes, sizeof bytes, TARGET_32, &options, take, &sink), STRATA_OK);
    assert_string_equal(sink.text, "{\n"
                                   "  \"State\": {\"value\": 9, \"name\": null},\n"
                                   "  \"Numbers\": [97, 34, 10],\n"
                                   "  \"Points\": [\n"
                                   "    {\n"
                                   "      \"X\": 1,\n"
                                   "      \"Y\": 0\n"
                                   "    },\n"
                                   "    {\n"
                                   "      \"X\": 2,\n"
                                   "      \"Y\": 0\n"
                                   "    }\n"
                                   "  ],\n"
                                   "  \"None\": [],\n"
                                   "  \"Time\": \"1601-01-01T00:00:00.0000001Z\",\n"
                                   "  \"Text\": \"a\\\"\\u000a\"\n"
                                   "}");
    free(sink.text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integers),      cmocka_unit_test(test_large_json),
        cmocka_unit_test(test_runs),  cmocka_unit_test(test_pointers),
        cmocka_unit_test(test_bit_fields),    cmocka_unit_test(test_enums),       cmocka_unit_test(test_flags),
        cmocka_unit_test(test_indexed_flags), cmocka_unit_test(test_guid),        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_arrays),        cmocka_unit_test(test_many_lines),  cmocka_unit_test(test_nested),
        cmocka_unit_test(test_too_short),     cmocka_unit_test(test_short_array), cmocka_unit_test(test_every_length),
        cmocka_unit_test(test_unknown),       cmocka_unit_test(test_no_layout),   cmocka_unit_test(test_null_bytes),
        cmocka_unit_test(test_depth),         cmocka_unit_test(test_indented),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
