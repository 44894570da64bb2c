/* Edits of specs by span: what the text becomes, and that the rest of an edited line stays in its columns. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "front/load.h"
#include "spec/edit.h"

struct fixture {
    struct arena *arena;
    struct program *program;
    struct edits edits;
    const struct source *source;
};

static struct fixture begin(const char *text)
{
    struct fixture fixture = {.arena = arena_new()};
    fixture.program = program_new(fixture.arena);
    program_add_text(fixture.program, "s.strata", text, strlen(text));
    fixture.source = fixture.program->files[0].ast->source;
    fixture.edits = (struct edits){.arena = fixture.arena, .program = fixture.program};
    return fixture;
}

/* Returns the span of a word in the text. */
static struct span find(const struct fixture *fixture, const char *word)
{
    const char *at = strstr(fixture->source->text, word);
    assert_non_null(at);
    uint32_t position = fixture->source->base + (uint32_t)(at - fixture->source->text);
    return (struct span){position, position + (uint32_t)strlen(word)};
}

static void expect(struct fixture *fixture, const char *wanted)
{
    struct buffer texts = {0};
    edit_apply(&fixture->edits, &texts);
    const struct program_text *text = (const void *)texts.data;
    assert_int_equal(texts.size, wanted ? sizeof *text : 0);
    if (wanted)
        assert_string_equal(text->text, wanted);
    buffer_free(&texts);
    buffer_free(&fixture->edits.list);
    arena_free(fixture->arena);
}

/* Replaces a word of a text; with an empty word, inserts before `before`. */
static void expect_edited(const char *text, const char *word, const char *replacement, const char *wanted)
{
    struct fixture fixture = begin(text);
    edit_replace(&fixture.edits, find(&fixture, word), replacement);
    expect(&fixture, wanted);
}

static void expect_inserted(const char *text, const char *before, const char *inserted, const char *wanted)
{
    struct fixture fixture = begin(text);
    edit_insert(&fixture.edits, find(&fixture, before).begin, inserted);
    expect(&fixture, wanted);
}

static void test_blanks(void **state)
{
    (void)state;
    expect_edited("const A = 1;   // one\n", "1", "22", "const A = 22;  // one\n");
    expect_edited("const A = 1;   // one\n", "1", "333333", "const A = 333333;  // one\n");
    expect_edited("const A = 22;  // two\n", "22", "1", "const A = 1;   // two\n");
    expect_edited("const A = 22; // two\n", "22", "1", "const A = 1; // two\n");
    expect_edited("const A = 1;\nconst B  = 1;\n", "1", "22", "const A = 22;\nconst B  = 1;\n");
    expect_edited("const A = 1;\n", "1", "1", NULL);
    expect_inserted("const A      = 1;\n", "= 1", "as b ", "const A as b = 1;\n");
    expect_inserted("const A = 1;\n", "= 1", "as b ", "const A as b = 1;\n");
    expect_inserted("const A  = 1;\n", "= 1", "\n    ", "const A  \n    = 1;\n");
}

static void test_order(void **state)
{
    struct fixture fixture = begin("const A = 1;\n");
    (void)state;
    edit_insert(&fixture.edits, find(&fixture, "A").begin, "B");
    edit_replace(&fixture.edits, find(&fixture, "A = 1"), "D");
    edit_insert(&fixture.edits, find(&fixture, "A").begin, "C");
    edit_replace(&fixture.edits, find(&fixture, "1"), "lost");
    expect(&fixture, "const BCD;\n");
}

/* Removes the second constant of a text. */
static void expect_removed(const char *text, const char *wanted)
{
    struct fixture fixture = begin(text);
    const struct ast_decl *decl = fixture.program->files[0].ast->decls->next;
    const char *blank;
    edit_insert(&fixture.edits, edit_end(&fixture.edits, decl, &blank), "+");
    edit_remove(&fixture.edits, decl);
    expect(&fixture, wanted);
}

static void test_remove(void **state)
{
    (void)state;
    expect_removed("const A = 1;\nconst B = 2;\nconst C = 3;\n", "const A = 1;+\nconst C = 3;\n");
    expect_removed("const A = 1;\n// B\nconst B = 2; // b\nconst C = 3;\n", "const A = 1;+\nconst C = 3;\n");
    expect_removed("const A = 1; const B = 2; const C = 3;\n", "const A = 1; +const C = 3;\n");
    expect_removed("const A = 1;\r\nconst B = 2;\r\n", "const A = 1;+\r\n");
}

static void test_places(void **state)
{
    struct fixture fixture = begin("// A\nconst A = 1; // a\n  const B = 2; const C = 3;\n");
    const struct ast_decl *decl = fixture.program->files[0].ast->decls;
    const char *blank;
    (void)state;
    assert_int_equal(edit_begin(&fixture.edits, decl), find(&fixture, "// A").begin);
    assert_int_equal(edit_end(&fixture.edits, decl, &blank), find(&fixture, "// a").end);
    assert_string_equal(blank, "");
    assert_int_equal(edit_end(&fixture.edits, decl->next, &blank), find(&fixture, "2;").end);
    assert_string_equal(blank, "  ");
    assert_int_equal(edit_column(&fixture.edits, find(&fixture, "B").begin), 8);
    assert_string_equal(edit_text(&fixture.edits, find(&fixture, "B = 2")), "B = 2");
    expect(&fixture, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blanks),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_remove),
        cmocka_unit_test(test_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
