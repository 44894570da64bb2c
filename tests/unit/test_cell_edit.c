/* Cells, `in` and `attest` of a spec with other values and versions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "front/load.h"
#include "model/model.h"
#include "spec/cell_edit.h"

#define AXIS                                                                                                           \
    "axis { 5.0 { 5.0-rtm = 5.0.2195; } 5.1 { 5.1-rtm = 5.1.2600; } "                                                  \
    "6.0 { 6.0-rtm = 6.0.6000; 6.0-sp1 = 6.0.6001; } 6.1 { 6.1-rtm = 6.1.7600; } 6.2 { 6.2-rtm = 6.2.9200; } }\n"      \
    "arch x86 pointer 4 align 8; arch x64 pointer 8 align 16;\ntype ULONG unsigned 4;\n"

static struct arena *arena;
static struct model *model;
static struct edits edits;

/* Resolves a spec with a record. */
static const struct record *begin(const char *text)
{
    const char *whole = arena_format(arena, AXIS "%s", text);
    struct program *program = program_new(arena);
    program_add_text(program, "edit.strata", whole, strlen(whole));
    model = model_resolve(program);
    assert_int_equal(diags_count(program->diags), 0);
    assert_null(model->faults);
    edits = (struct edits){.arena = arena, .program = program};
    return model->records[0];
}

/* Returns the spec after the edits; "" if nothing changes. */
static const char *result(void)
{
    struct buffer texts = {0};
    edit_apply(&edits, &texts);
    const char *text = texts.size ? ((const struct program_text *)(const void *)texts.data)->text : AXIS;
    buffer_free(&texts);
    buffer_free(&edits.list);
    return text + strlen(AXIS);
}

static struct cell_editor editor(void)
{
    return (struct cell_editor){&edits, arena, &model->axis};
}

static uint64_t release(unsigned major, unsigned minor)
{
    return version_pack(major, minor, 0, 0);
}

/* An edit of the size of a record. */
struct edit {
    const char *cell;
    uint64_t from, to;
    const char *expected; /* the cell afterwards */
    unsigned own;
    uint64_t number;
    bool is_decimal;
    uint64_t around_from, around_to; /* 0, 0: all versions */
};

/* Makes the edit in a spec with these columns. */
static void try_edit(const struct edit *edit, const char *columns, bool is_drop)
{
    const struct record *record =
        begin(arena_format(arena, "columns %s;\nstruct S {\n    size %s;\n}\n", columns, edit->cell));
    const struct cell *cells[2];
    struct cell_text text = cell_text_of_size(record);
    struct cell_columns at = {.arches = record->columns, .count = record->column_count, .own = edit->own};
    at.around = version_set_range(arena, edit->around_from, edit->around_to ? edit->around_to : VERSION_END);
    for (size_t i = 0; i < at.count; i++)
        cells[i] = &record->size[at.arches[i]->index];
    struct version_range in = {edit->from, edit->to};
    if (is_drop)
        cell_edit_drop(editor(), &at, &text, cells[at.own], in);
    else
        cell_edit_assign(editor(), &at, &text, cells, in,
                         &(struct spec_alternative){.number = edit->number, .is_decimal = edit->is_decimal});
    const char *after = result();
    if (edit->expected)
        assert_string_equal(
            after, arena_format(arena, "columns %s;\nstruct S {\n    size %s;\n}\n", columns, edit->expected));
    else
        assert_string_equal(after, "");
}

static void test_assign(void **state)
{
    const uint64_t v50 = release(5, 0), v51 = release(5, 1), v60 = release(6, 0), v61 = release(6, 1),
                   v62 = release(6, 2), end = VERSION_END;
    const struct edit cases[] = {
        /* The newest versions take the bare place. */
        {.cell = "0x10", .from = v61, .to = end, .number = 0x20, .expected = "0x10 (..6.0), 0x20"},
        {.cell = "0x10 (..6.0), 0x20", .from = v62, .to = end, .number = 0x30,
         .expected = "0x10 (..6.0), 0x20 (6.1), 0x30"},
        /* Others get brackets, and stand where they belong. */
        {.cell = "0x10", .from = v60, .to = v61, .number = 8, .expected = "0x08 (6.0), 0x10"},
        {.cell = "0x08 (5.0), 0x10 (6.1), 0x18", .from = v60, .to = v61, .number = 12, .is_decimal = true,
         .expected = "0x08 (5.0), 12 (6.0), 0x10 (6.1), 0x18"},
        {.cell = "0x10", .from = 0, .to = v51, .number = 8, .expected = "0x08 (..5.0), 0x10"},
        /* An alternative that says the value gets the versions. */
        {.cell = "0x10 (..5.0), 0x20", .from = v51, .to = v60, .number = 0x10, .expected = "0x10 (..5.1), 0x20"},
        {.cell = "0x10 (..5.0), 0x20", .from = v61, .to = end, .number = 0x20},
        {.cell = "0x10 (..6.0), 0x20", .from = v61, .to = end, .number = 0x10, .expected = "0x10"},
        {.cell = "16 (..5.0), 0x20", .from = v51, .to = v60, .number = 0x10, .expected = "16 (..5.1), 0x20"},
        /* Nothing is known, or nothing is there. */
        {.cell = "?", .from = 0, .to = end, .number = 4, .expected = "0x04"},
        {.cell = "?", .from = v61, .to = end, .number = 4, .expected = "? (..6.0), 0x04"},
        {.cell = "? (6.1), 4", .from = v61, .to = v62, .number = 8, .expected = "0x08 (6.1), 4"},
        {.cell = "- (..5.1), 4", .from = v51, .to = v60, .number = 8, .expected = "- (..5.0), 0x08 (5.1), 4"},
        /* Provenance and the value of the document stay. */
        {.cell = "corrected 0x10 was 0x14", .from = v61, .to = end, .number = 8,
         .expected = "corrected 0x10 (..6.0) was 0x14, 0x08"},
        {.cell = "corrected 0x10 (5.1..) was 0x14 (6.0..), inferred 8", .from = v62, .to = end, .number = 12,
         .expected = "corrected 0x10 (5.1..6.1) was 0x14 (6.0..), inferred 8 (5.0), 0x0C"},
        /* The owner does not exist in all versions. */
        {.cell = "0x10", .from = v60, .to = v61, .number = 8, .around_from = v50, .around_to = v61,
         .expected = "0x08 (6.0), 0x10"},
        {.cell = "0x10 (5.1), 0x18", .from = v60, .to = end, .number = 0x10, .around_from = v51, .around_to = v62,
         .expected = "0x10 (5.1..), 0x18"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        try_edit(&cases[i], "x64", false);
}

static void test_columns(void **state)
{
    const uint64_t v60 = release(6, 0), v61 = release(6, 1), end = VERSION_END;
    const struct edit cases[] = {
        {.cell = "8 | 16", .own = 0, .from = v61, .to = end, .number = 12, .expected = "8 (..6.0), 0x0C | 16"},
        {.cell = "8 | 16", .own = 1, .from = v61, .to = end, .number = 0x14, .expected = "8 | 16 (..6.0), 0x14"},
        {.cell = "8 | -", .own = 1, .from = 0, .to = end, .number = 0x14, .expected = "8 | 0x14"},
        {.cell = "? | ?", .own = 0, .from = 0, .to = end, .number = 4, .expected = "0x04 | ?"},
        /* One column becomes one for each architecture. */
        {.cell = "8", .own = 1, .from = v61, .to = end, .number = 16, .expected = "8 | 8 (..6.0), 0x10"},
        {.cell = "inferred 8", .own = 1, .from = 0, .to = end, .number = 16, .expected = "inferred 8 | 0x10"},
        {.cell = "corrected 8 was 4", .own = 0, .from = v60, .to = end, .number = 16,
         .expected = "corrected 8 (..5.1) was 4, 0x10 | corrected 8 was 4"},
        {.cell = "8 (..5.1), 12", .own = 0, .from = v60, .to = v61, .number = 16,
         .expected = "8 (..5.1), 0x10 (6.0), 12 | 8 (..5.1), 12"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        try_edit(&cases[i], "x86 | x64", false);
}

static void test_drop(void **state)
{
    const uint64_t v51 = release(5, 1), v60 = release(6, 0), v61 = release(6, 1), v62 = release(6, 2),
                   end = VERSION_END;
    const struct edit cases[] = {
        {.cell = "0x10 (..6.0), 0x20", .from = v61, .to = end, .expected = "0x10 (..6.0)"},
        {.cell = "0x10 (..6.0), 0x20", .from = v60, .to = v61, .expected = "0x10 (..5.1), 0x20"},
        {.cell = "0x10 (5.1..6.0), 0x20 (6.1)", .from = v60, .to = v61, .expected = "0x10 (5.1), 0x20 (6.1)"},
        {.cell = "corrected 8 (6.0..) was 4, -", .from = v62, .to = end, .expected = "corrected 8 (6.0..6.1) was 4, -"},
        /* Versions outside of the owner's go. What reaches to its end, or over it, has an open end. */
        {.cell = "0x10 (..6.0), 0x20 (6.1..)", .from = 0, .to = 0, .around_from = 0, .around_to = v60,
         .expected = "0x10"},
        {.cell = "0x10 (5.0), 0x20 (5.1..6.0)", .from = 0, .to = 0, .around_from = v51, .around_to = v61,
         .expected = "0x20 (5.1..6.0)"},
        {.cell = "0x10 (5.1), 0x20 (6.0..6.1)", .from = 0, .to = 0, .around_from = v51, .around_to = v61,
         .expected = "0x10 (5.1), 0x20 (6.0..)"},
        {.cell = "0x10 (5.0), 0x20 (5.1), ?", .from = 0, .to = 0, .around_from = v51, .around_to = v61,
         .expected = "0x20 (5.1), ?"},
        /* Nothing would be left, or nothing changes. */
        {.cell = "0x10", .from = 0, .to = end},
        {.cell = "0x10 (..6.0), 0x20", .from = 0, .to = end},
        {.cell = "0x10", .from = v60, .to = v61},
        {.cell = "?", .from = v60, .to = v61},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        try_edit(&cases[i], "x64", true);
    try_edit(&(struct edit){.cell = "8 | 16 (..6.0), 20", .own = 1, .from = v61, .to = end,
         .expected = "8 | 16 (..6.0)"},
             "x86 | x64", true);
    try_edit(&(struct edit){.cell = "16 (..6.0), 20", .own = 1, .from = v61, .to = end}, "x86 | x64", true);
}

/* Returns the row `ULONG a CLAUSES` in a spec of two columns after its `in` says `own` for x64. */
static const char *dated(const char *clauses, struct version_set own)
{
    const struct record *record = begin(
        arena_format(arena, "columns x86 | x64;\nstruct S {\n    ULONG a %s;\n}\n", clauses));
    const struct row *row = record->rows;
    struct version_set sets[2] = {row_on(row, record->columns[0])->declared, own};
    struct cell_columns columns = {.arches = record->columns, .count = 2, .own = 1};
    columns.around = version_set_range(arena, release(5, 0), VERSION_END);
    cell_edit_in(editor(), &columns, row->decl, sets);
    return strstr(result(), "ULONG") + strlen("ULONG a ");
}

static void test_in(void **state)
{
    const struct version_set late = version_set_range(arena, release(6, 0), VERSION_END), none = {0};
    const struct version_set all = version_set_range(arena, 0, VERSION_END);
    (void)state;
    assert_string_equal(dated("in 5.1.. | 5.1.. at 0", late), "in 5.1.. | 6.0.. at 0;\n}\n");
    assert_string_equal(dated("in 5.1.. | 5.1..6.0 at 0", none), "in 5.1.. | - at 0;\n}\n");
    assert_string_equal(dated("in 5.1.. | - at 0", all), "in 5.1.. | 5.0.. at 0;\n}\n");
    assert_string_equal(dated("in 5.1..6.0 at 0", late), "in 5.1..6.0 | 6.0.. at 0;\n}\n");
    assert_string_equal(dated("in 5.1, 6.1.. at 0", none), "in 5.1, 6.1.. | - at 0;\n}\n");
}

static const char *attested_by(const char *lines, const char *arch, bool is_alone, uint64_t version, const char *by)
{
    const struct record *record = begin(arena_format(arena, "struct S {\n%s    ULONG a;\n}\n", lines));
    const struct cell_attest attest = {model_find_arch(model, arch), is_alone, version, by};
    bool any = cell_edit_attest(editor(), NULL, record, &attest);
    assert_int_equal(any, *lines != 0);
    return result();
}

static const char *attested(const char *lines, const char *arch, bool is_alone, uint64_t version)
{
    return attested_by(lines, arch, is_alone, version, NULL);
}

static void test_attest(void **state)
{
    const uint64_t version = version_pack(6, 1, 7601, 0);
    (void)state;
    assert_string_equal(attested("    attest x64 6.0.6001.1;\n", "x64", false, version),
                        "struct S {\n    attest x64 6.0.6001.1, 6.1.7601.0;\n    ULONG a;\n}\n");
    assert_string_equal(attested("    attest x64 6.0.6001.1, 6.2.9200.1;\n", "x64", false, version),
                        "struct S {\n    attest x64 6.0.6001.1, 6.1.7601.0, 6.2.9200.1;\n    ULONG a;\n}\n");
    assert_string_equal(attested("    attest x64 6.2..;\n", "x64", false, version),
                        "struct S {\n    attest x64 6.1.7601.0, 6.2..;\n    ULONG a;\n}\n");
    assert_string_equal(attested("    attest x86 6.0; // seen\n", "x64", false, version),
                        "struct S {\n    attest x86 6.0; // seen\n    attest x64 6.1.7601.0;\n    ULONG a;\n}\n");
    assert_string_equal(attested("    attest ..6.0;\n", "x64", true, version),
                        "struct S {\n    attest ..6.0, 6.1.7601.0;\n    ULONG a;\n}\n");
    assert_string_equal(attested("    attest ..6.0;\n", "x64", false, version),
                        "struct S {\n    attest ..6.0;\n    attest x64 6.1.7601.0;\n    ULONG a;\n}\n");
    assert_string_equal(attested("", "x64", true, version), "");
}

/* A version goes into the line of its kind of files; without kinds in the text, into the line of its architecture. */
static void test_attest_by(void **state)
{
    const uint64_t version = version_pack(6, 1, 7601, 0);
    (void)state;
    assert_string_equal(attested_by("    attest x64 6.0.6001.1;\n", "x64", false, version, "PDB"),
                        "struct S {\n    attest x64 6.0.6001.1, 6.1.7601.0;\n    ULONG a;\n}\n");
    assert_string_equal(attested_by("    attest x64 6.2.9200.1;\n    attest x64 6.0.6001.1 by \"PDB\";\n", "x64", false,
                                    version, "PDB"),
                        "struct S {\n    attest x64 6.2.9200.1;\n    attest x64 6.0.6001.1, 6.1.7601.0 by \"PDB\";\n"
                        "    ULONG a;\n}\n");
    assert_string_equal(attested_by("    attest x64 6.0.6001.1 by \"PDB\";\n", "x64", false, version, "file"),
                        "struct S {\n    attest x64 6.0.6001.1 by \"PDB\";\n    attest x64 6.1.7601.0 by \"file\";\n"
                        "    ULONG a;\n}\n");
}

/* Each cell of a row is found, and the column of an alternative. */
static void test_cells(void **state)
{
    (void)state;
    const struct row *row = begin("struct S {\n    ULONG a[2] at 4;\n    unaccounted 4 at 0;\n}\n")->rows;
    size_t column;
    struct cell_text at = cell_text_of_row(row, AST_AT);
    assert_string_equal(edit_text(&edits, at.span), "4");
    assert_false(at.is_shared);
    assert_null(cell_text_of_row(row, AST_MASK).node);
    assert_string_equal(edit_text(&edits, cell_text_of_bound(row, 0).span), "2");
    assert_string_equal(edit_text(&edits, cell_text_of_row(row->next, AST_SIZE).span), "4");
    const struct ast_alternative *first = row_on(row, model->arches[0])->offset.values->alternative;
    assert_ptr_equal(cell_text_find(&at, first, &column), first);
    assert_int_equal(column, 0);
    assert_null(cell_text_find(&(struct cell_text){0}, first, &column));
}

static int set_up(void **state)
{
    (void)state;
    arena = arena_new();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_free(arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_assign), cmocka_unit_test(test_columns), cmocka_unit_test(test_drop),
        cmocka_unit_test(test_in),     cmocka_unit_test(test_attest),  cmocka_unit_test(test_attest_by),
        cmocka_unit_test(test_cells),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
