/* Cells of specs as text: values, versions, provenance, columns; and the same cells read again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/diag.h"
#include "front/load.h"
#include "model/model.h"
#include "spec/cell.h"

#define AXIS                                                                                                           \
    "axis { 5.0 { 5.0-rtm = 5.0.2195; } "                                                                              \
    "6.0 { 6.0-rtm = 6.0.6000; 6.0-sp1 = 6.0.6001; } 6.1 { 6.1-rtm = 6.1.7600; } }\n"

static struct arena *arena;
static const struct model *model;

static int begin(void **state)
{
    static const char text[] = AXIS "arch x86 pointer 4 align 8; arch x64 pointer 8 align 16;\n";
    (void)state;
    arena = arena_new();
    struct program *program = program_new(arena);
    program_add_text(program, "axis.strata", text, sizeof text - 1);
    model = model_resolve(program);
    return (int)diags_count(program->diags);
}

static int end(void **state)
{
    (void)state;
    arena_free(arena);
    return 0;
}

/* Returns an alternative for versions from a release on up to another (0, VERSION_END: no end). */
static struct spec_alternative in(uint64_t number, uint64_t from, uint64_t to)
{
    return (struct spec_alternative){.number = number, .versions = version_set_range(arena, from, to)};
}

static const char *text_of(const struct spec_alternative *alternatives)
{
    return spec_cell_text(arena, &model->axis, &(struct spec_cell){1, &alternatives});
}

static uint64_t release(unsigned major, unsigned minor)
{
    return version_pack(major, minor, 0, 0);
}

static void test_numbers(void **state)
{
    static const struct {
        struct spec_alternative value;
        const char *text;
    } cases[] = {
        {{.number = 0}, "0x00"},
        {{.number = 0x1C}, "0x1C"},
        {{.number = 0x1C, .digits = 4}, "0x001C"},
        {{.number = 0x12345, .digits = 4}, "0x12345"},
        {{.number = UINT64_MAX}, "0xFFFFFFFFFFFFFFFF"},
        {{.number = 0, .is_decimal = true}, "0"},
        {{.number = 10, .is_decimal = true, .digits = 4}, "10"},
        {{.number = UINT64_MAX, .is_decimal = true}, "18446744073709551615"},
        {{.kind = SPEC_NEGATIVE, .number = 1, .is_decimal = true}, "-1"},
        {{.kind = SPEC_NEGATIVE, .number = 0x10}, "-0x10"},
        {{.kind = SPEC_NEGATIVE, .number = (uint64_t)1 << 63, .is_decimal = true}, "-9223372036854775808"},
        {{.kind = SPEC_UNKNOWN}, "?"},
        {{.kind = SPEC_ABSENT}, "-"},
        {{.kind = SPEC_TEXT, .text = "0x4"}, "0x4"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct spec_alternative value = cases[i].value;
        value.is_bare = true;
        assert_string_equal(text_of(&value), cases[i].text);
    }
    assert_string_equal(text_of(NULL), "?");
}

static void test_versions(void **state)
{
    (void)state;
    struct spec_alternative value = in(8, 0, release(6, 0));
    assert_string_equal(text_of(&value), "0x08 (..5.0)");
    value = in(8, release(6, 0), VERSION_END);
    assert_string_equal(text_of(&value), "0x08 (6.0..)");
    value = in(8, release(6, 0), release(6, 1));
    assert_string_equal(text_of(&value), "0x08 (6.0)");
    value = in(8, release(6, 0), version_pack(6, 0, 6001, 0));
    assert_string_equal(text_of(&value), "0x08 (6.0-rtm)");
    value.versions = version_set_union(arena, value.versions, version_set_range(arena, release(6, 1), VERSION_END));
    assert_string_equal(text_of(&value), "0x08 (6.0-rtm, 6.1..)");
    value.spelled_versions = "not 5.0";
    assert_string_equal(text_of(&value), "0x08 (not 5.0)");
    value.is_bare = true;
    assert_string_equal(text_of(&value), "0x08");
}

static void test_provenance(void **state)
{
    (void)state;
    struct spec_alternative was = in(0x10, release(6, 0), VERSION_END), value = in(0x14, release(6, 1), VERSION_END);
    value.provenance = AST_INFERRED;
    assert_string_equal(text_of(&value), "inferred 0x14 (6.1..)");
    value.provenance = AST_CORRECTED;
    value.was = &was;
    assert_string_equal(text_of(&value), "corrected 0x14 (6.1..) was 0x10 (6.0..)");
    value.is_bare = was.is_bare = true;
    was.kind = SPEC_ABSENT;
    assert_string_equal(text_of(&value), "corrected 0x14 was -");
}

static const char *joined(const struct spec_alternative *a, const struct spec_alternative *b,
                          const struct spec_alternative *c)
{
    struct spec_cell cell = spec_cell_new(arena, 3);
    cell.columns[0] = a;
    cell.columns[1] = b;
    cell.columns[2] = c;
    spec_cell_join(arena, &cell);
    return spec_cell_text(arena, &model->axis, &cell);
}

static void test_columns(void **state)
{
    (void)state;
    struct spec_alternative four = {.number = 4, .is_bare = true}, again = four;
    struct spec_alternative late = in(8, release(6, 1), VERSION_END);
    struct spec_alternative old = in(4, 0, release(6, 1)), other = old, absent = {.kind = SPEC_ABSENT, .is_bare = true};
    struct spec_cell cell = spec_cell_new(arena, 3);
    cell.columns[1] = &four;
    assert_string_equal(spec_cell_text(arena, &model->axis, &cell), "? | 0x04 | ?");
    assert_string_equal(joined(NULL, &four, &again), "0x04");
    assert_string_equal(joined(NULL, &four, &late), "- | 0x04 | 0x08 (6.1..)");
    assert_string_equal(joined(&four, &absent, NULL), "0x04 | - | -");
    old.next = other.next = &late;
    assert_string_equal(joined(&old, &other, &old), "0x04 (..6.0), 0x08 (6.1..)");
    other.versions = version_set_range(arena, 0, release(6, 0));
    assert_string_equal(joined(&old, &other, NULL), "0x04 (..6.0), 0x08 (6.1..) | 0x04 (..5.0), 0x08 (6.1..) | -");
    again.is_decimal = true;
    assert_string_equal(joined(&four, &again, &four), "0x04 | 4 | 0x04");
    again = four;
    again.provenance = AST_INFERRED;
    assert_string_equal(joined(&again, &four, &four), "inferred 0x04 | 0x04 | 0x04");
}

/* A spec says of each version what the cell that was written into it says. */
static void test_read_again(void **state)
{
    (void)state;
    struct spec_alternative bare = {.number = 0x30, .is_bare = true}, was = {.number = 0x21, .is_bare = true};
    struct spec_alternative middle = in(0x20, release(6, 0), release(6, 1)), old = in(0x10, 0, release(6, 0));
    old.next = &middle;
    middle.next = &bare;
    middle.provenance = AST_CORRECTED;
    middle.was = &was;
    const struct spec_alternative *columns[] = {&old, &bare};
    const char *size = spec_cell_text(arena, &model->axis, &(struct spec_cell){2, columns});
    const char *text = arena_format(arena,
                                    AXIS "arch x86 pointer 4 align 8; arch x64 pointer 8 align 16;\n"
                                         "columns x86 | x64;\nstruct S { size %s; }\n",
                                    size);
    struct program *program = program_new(arena);
    program_add_text(program, "cell.strata", text, strlen(text));
    const struct model *again = model_resolve(program);
    assert_int_equal(diags_count(program->diags), 0);
    assert_null(again->faults);
    const struct record *record = again->records[0];
    static const uint64_t sizes[2][3] = {{0x10, 0x20, 0x30}, {0x30, 0x30, 0x30}};
    for (unsigned arch = 0; arch < 2; arch++) {
        for (unsigned i = 0; i < 3; i++) {
            const struct cell *cell = &record->size[arch];
            uint64_t version = again->axis.releases[i].range.from, number = 0;
            for (size_t k = 0; k < cell->count; k++)
                if (version_set_contains(&cell->values[k].versions, version))
                    number = cell->values[k].number;
            assert_int_equal(number, sizes[arch][i]);
        }
    }
}

/* Cells that come from a spec are written unchanged. */
static void test_stated(void **state)
{
    static const char text[] = "struct S { size corrected 0x4 (6.0 , 6.1) was 5; }\n";
    (void)state;
    struct program *program = program_new(arena);
    program_add_text(program, "cell.strata", text, sizeof text - 1);
    assert_int_equal(diags_count(program->diags), 0);
    const struct ast_decl *size = program->files[0].ast->decls->children;
    const struct ast_alternative *node = size->cell->columns->alternatives;
    assert_string_equal(text_of(spec_alternative_stated(arena, program->sources, node)), "0x4 (6.0 , 6.1)");
    assert_string_equal(text_of(spec_alternative_stated(arena, program->sources, ast_alternative_was(node))), "5");
    assert_string_equal(text_of(spec_alternative_whole(arena, program->sources, node)),
                        "corrected 0x4 (6.0 , 6.1) was 5");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers), cmocka_unit_test(test_versions),   cmocka_unit_test(test_provenance),
        cmocka_unit_test(test_columns), cmocka_unit_test(test_read_again), cmocka_unit_test(test_stated),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
