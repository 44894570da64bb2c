/* The axis of versions: the names that it knows, the versions that they stand for, and the names that it writes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/intern.h"
#include "front/ast.h"
#include "front/load.h"
#include "model/model.h"

static const char text[] = "axis {\n"
                           "    5.1 { 5.1-rtm = 5.1.2600.0; 5.1-sp1 = 5.1.2600.1106; }\n"
                           "    6.0 { 6.0-rtm = 6.0.6000; 6.0-sp1 = 6.0.6001; }\n"
                           "    10.0 { 1607 = 10.0.14393; 2004 = 10.0.19041; }\n"
                           "}\n"
                           "arch x64 pointer 8 align 16 in 5.1..;\n"
                           "attest x64 10.0.19041.1526, 10.0.19041.1586;\n";

struct fixture {
    struct arena *arena;
    struct program *program;
    const struct axis *axis;
};

static int set_up(void **state)
{
    struct arena *arena = arena_new();
    struct fixture *fixture = ARENA_NEW(arena, struct fixture);
    *fixture = (struct fixture){.arena = arena, .program = program_new(arena)};
    program_add_text(fixture->program, "axis", text, strlen(text));
    fixture->axis = &model_resolve(fixture->program)->axis;
    assert_int_equal(diags_count(fixture->program->diags), 0);
    *state = fixture;
    return 0;
}

static int tear_down(void **state)
{
    arena_free(((struct fixture *)*state)->arena);
    return 0;
}

static bool find(struct fixture *fixture, const char *name, struct version_range *range)
{
    return axis_find(fixture->axis, intern_text(fixture->program->intern, name), range);
}

static void expect_range(struct fixture *fixture, const char *name, uint64_t from, uint64_t to)
{
    struct version_range range;
    assert_true(find(fixture, name, &range));
    assert_true(range.from == from && range.to == to);
}

static void test_parse(void **state)
{
    static const char *const wrong[] = {"",        "6",         "6.",      ".6",       "6.0.",    "6..0",
                                        "6.0.1.2.3", "256.0",   "6.65536", "6.0.65536", "6.0 ",    "x6.0",
                                        "6.0-sp1", "6.-1",      "+6.0",    "6.0.99999999999999999999"};
    uint64_t version;
    unsigned parts;
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(version_parse(wrong[i], &version, &parts));
    assert_true(version_parse("255.65535.65535.65535", &version, &parts));
    assert_true(version == version_pack(255, 65535, 65535, 65535) && parts == 4);
    assert_true(version_parse("6.1", &version, &parts) && version == version_pack(6, 1, 0, 0) && parts == 2);
    assert_true(version_parse("10.0.19041", &version, &parts) && version_part(version, 2) == 19041 && parts == 3);
}

/* A release goes up to the next one; its first point begins with it, and each point ends where the next begins. */
static void test_declared(void **state)
{
    expect_range(*state, "5.1", version_pack(5, 1, 0, 0), version_pack(6, 0, 0, 0));
    expect_range(*state, "10.0", version_pack(10, 0, 0, 0), VERSION_END);
    expect_range(*state, "5.1-rtm", version_pack(5, 1, 0, 0), version_pack(5, 1, 2600, 1106));
    expect_range(*state, "5.1-sp1", version_pack(5, 1, 2600, 1106), version_pack(6, 0, 0, 0));
    expect_range(*state, "6.0-sp1", version_pack(6, 0, 6001, 0), version_pack(10, 0, 0, 0));
    expect_range(*state, "2004", version_pack(10, 0, 19041, 0), VERSION_END);
}

/* A build is all of its revisions; a full build ends at the next attested one or point, or with its release. */
static void test_builds(void **state)
{
    struct version_range range;
    expect_range(*state, "10.0.17763", version_pack(10, 0, 17763, 0), version_pack(10, 0, 17764, 0));
    expect_range(*state, "10.0.17763.5", version_pack(10, 0, 17763, 5), version_pack(10, 0, 19041, 0));
    expect_range(*state, "10.0.19041.1526", version_pack(10, 0, 19041, 1526), version_pack(10, 0, 19041, 1586));
    expect_range(*state, "10.0.19041.1586", version_pack(10, 0, 19041, 1586), VERSION_END);
    expect_range(*state, "6.0.6001.9", version_pack(6, 0, 6001, 9), version_pack(10, 0, 0, 0));
    assert_false(find(*state, "6.1", &range));
    assert_false(find(*state, "6.1.7600", &range));
    assert_false(find(*state, "6.0-sp3", &range));
}

/* The axis keeps what it has read of a full build, though the arena of the set that named it is cleared. */
static void test_kept(void **state)
{
    struct fixture *fixture = *state;
    const char *build = intern_text(fixture->program->intern, "10.0.17763.5");
    struct ast_range node = {.from = build, .to = build};
    struct ast_set names = {.included = &node};
    struct arena *brief = arena_within(fixture->arena);
    struct version_set set = version_set_of_ast(brief, fixture->axis, &names, NULL, NULL);
    assert_int_equal(set.count, 1);
    arena_clear(brief);
    expect_range(fixture, build, version_pack(10, 0, 17763, 5), version_pack(10, 0, 19041, 0));
}

static void expect_written(struct fixture *fixture, struct version_set set, const char *wanted)
{
    struct buffer out = {0};
    axis_write_set(fixture->axis, set, &out);
    assert_string_equal(buffer_text(&out), wanted);
    buffer_free(&out);
}

static struct version_set between(struct fixture *fixture, uint64_t from, uint64_t to)
{
    return version_set_range(fixture->arena, from, to);
}

/* The name of a release comes before that of a point, and a full build comes last. */
static void test_write(void **state)
{
    uint64_t xp = version_pack(5, 1, 0, 0), vista = version_pack(6, 0, 0, 0), ten = version_pack(10, 0, 0, 0);
    uint64_t sp1 = version_pack(6, 0, 6001, 0), build = version_pack(10, 0, 19041, 0);
    expect_written(*state, between(*state, 0, 0), "no version");
    expect_written(*state, between(*state, 0, VERSION_END), "..");
    expect_written(*state, between(*state, xp, vista), "5.1");
    expect_written(*state, between(*state, vista, sp1), "6.0-rtm");
    expect_written(*state, between(*state, xp, ten), "5.1..6.0");
    expect_written(*state, between(*state, sp1, VERSION_END), "6.0-sp1..");
    expect_written(*state, between(*state, 0, vista), "..5.1");
    expect_written(*state, between(*state, ten, build), "1607");
    expect_written(*state, between(*state, build + 1526, build + 1586), "10.0.19041.1526..10.0.19041.1526");
    expect_written(*state, between(*state, ten, build + 1526), "10.0..10.0.19041.1525");
    expect_written(*state, between(*state, version_pack(10, 0, 17763, 0), build), "10.0.17763..1607");
    struct version_range two[] = {{ten, build}, {xp, vista}};
    expect_written(*state, version_set_of(((struct fixture *)*state)->arena, two, 2), "5.1, 1607");
}

/* The text of every range between two boundaries is read as that range again. */
static void test_read_again(void **state)
{
    struct fixture *fixture = *state;
    const uint64_t cuts[] = {version_pack(5, 1, 0, 0), version_pack(5, 1, 2600, 1106), version_pack(6, 0, 0, 0),
                             version_pack(6, 0, 6001, 0), version_pack(10, 0, 0, 0), version_pack(10, 0, 17763, 0),
                             version_pack(10, 0, 19041, 0), version_pack(10, 0, 19041, 1526),
                             version_pack(10, 0, 19041, 1586), VERSION_END};
    for (size_t a = 0; a < sizeof cuts / sizeof *cuts; a++) {
        for (size_t b = a + 1; b < sizeof cuts / sizeof *cuts; b++) {
            struct buffer out = {0};
            struct version_range from = {0}, to = {0};
            axis_write_range(fixture->axis, (struct version_range){cuts[a], cuts[b]}, &out);
            char *dots = strstr(buffer_text(&out), "..");
            if (dots)
                *dots = '\0';
            assert_true(find(fixture, buffer_text(&out), &from) && from.from == cuts[a]);
            if (dots && dots[2])
                assert_true(find(fixture, dots + 2, &to));
            assert_true((!dots ? from.to : dots[2] ? to.to : VERSION_END) == cuts[b]);
            buffer_free(&out);
        }
    }
}

struct problems {
    enum set_problem kinds[4];
    size_t count;
};

static void note(void *user, enum set_problem problem, const struct ast_range *range)
{
    struct problems *problems = user;
    (void)range;
    problems->kinds[problems->count++] = problem;
}

static struct ast_range *range_of(struct fixture *fixture, const char *from, const char *to, struct ast_range *next)
{
    struct ast_range *range = ARENA_NEW(fixture->arena, struct ast_range);
    range->from = from ? intern_text(fixture->program->intern, from) : NULL;
    range->to = to ? intern_text(fixture->program->intern, to) : NULL;
    range->next = next;
    return range;
}

/* Ranges with a problem are left out and reported. */
static void test_sets(void **state)
{
    struct fixture *fixture = *state;
    struct problems problems = {.count = 0};
    struct ast_set set = {.included = range_of(*state, "5.1", NULL, NULL),
                          .excluded = range_of(*state, "6.0", "6.0", NULL)};
    expect_written(*state, version_set_of_ast(fixture->arena, fixture->axis, &set, note, &problems), "5.1, 10.0..");
    assert_int_equal(problems.count, 0);
    set.included = range_of(*state, "7.0", NULL, range_of(*state, "6.0", "5.1", range_of(*state, NULL, "5.1", NULL)));
    set.excluded = NULL;
    expect_written(*state, version_set_of_ast(fixture->arena, fixture->axis, &set, note, &problems), "..5.1");
    assert_int_equal(problems.count, 2);
    assert_true(problems.kinds[0] == SET_UNKNOWN_FROM && problems.kinds[1] == SET_EMPTY_RANGE);
    set = (struct ast_set){.included = range_of(*state, "6.0", "6.0", NULL),
                           .excluded = range_of(*state, "5.1", NULL, NULL)};
    problems.count = 0;
    expect_written(*state, version_set_of_ast(fixture->arena, fixture->axis, &set, note, &problems), "no version");
    assert_true(problems.count == 1 && problems.kinds[0] == SET_EMPTY);
}

static void test_sort(void **state)
{
    uint64_t versions[] = {3, 1, 3, 2, 1};
    (void)state;
    assert_int_equal(version_sort(versions, 5), 3);
    assert_true(versions[0] == 1 && versions[1] == 2 && versions[2] == 3);
    assert_int_equal(version_sort(versions, 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parse),
        cmocka_unit_test_setup_teardown(test_declared, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_builds, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_kept, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_write, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_read_again, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_sets, set_up, tear_down),
        cmocka_unit_test(test_sort),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
