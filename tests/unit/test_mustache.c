/* The template engine from the side of C: values, escaping, limits, the loader. tests/mustache tries templates. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/intern.h"
#include "mustache/templates.h"
#include "mustache/mustache.h"

/* An engine over templates in a table of pairs, name and text. */
struct fixture {
    struct arena *arena;
    struct diags *diags;
    struct keys *keys;
    struct mustache *mustache;
    struct buffer out;
    const char *const *pairs;
    unsigned loads;
};

static bool find_text(void *user, const char *name, struct mustache_text *text, const char **error)
{
    (void)error;
    struct fixture *fixture = user;
    for (const char *const *pair = fixture->pairs; *pair; pair += 2) {
        if (strcmp(pair[0], name))
            continue;
        size_t size = strlen(pair[1]);
        char *copy = arena_alloc(fixture->arena, size + 2);
        memcpy(copy, pair[1], size);
        *text = (struct mustache_text){pair[0], copy, size};
        fixture->loads++;
        return true;
    }
    return false;
}

static void begin(struct fixture *fixture, const char *const *pairs, struct mustache_options options)
{
    *fixture = (struct fixture){.arena = arena_new(), .pairs = pairs};
    struct sources *sources = sources_new(fixture->arena);
    struct intern *intern = intern_new(fixture->arena);
    fixture->diags = diags_new(fixture->arena, sources);
    fixture->keys = keys_new(fixture->arena, intern);
    fixture->mustache = mustache_new(fixture->arena, sources, fixture->diags, intern, fixture->keys,
                                     (struct mustache_loader){find_text, fixture}, options);
}

static void end(struct fixture *fixture)
{
    buffer_free(&fixture->out);
    arena_free(fixture->arena);
}

static const struct mustache_options strict = {.escape = MUSTACHE_ESCAPE_C};

static void test_shapes(void **state)
{
    (void)state;
    static const char *const none[] = {NULL};
    static const char *const early[] = {"a", "b"};
    static const char *const late[] = {"c", "b"};
    struct fixture fixture;
    begin(&fixture, none, strict);
    const struct shape *early_shape = shape_new(fixture.keys, early, 2);
    const struct shape *late_shape = shape_new(fixture.keys, late, 2);
    struct object *first = object_new(fixture.arena, early_shape), *second = object_new(fixture.arena, late_shape);
    struct object *empty = object_new(fixture.arena, shape_new(fixture.keys, none, 0));
    uint32_t a = keys_number(fixture.keys, "a", 1), b = keys_number(fixture.keys, "b", 1);
    uint32_t c = keys_number(fixture.keys, "c", 1), unused = keys_number(fixture.keys, "bc", 2);
    assert_ptr_equal(object_find(first, a), &first->values[0]);
    assert_ptr_equal(object_find(first, b), &first->values[1]);
    assert_null(object_find(first, c));
    assert_null(object_find(first, unused));
    assert_ptr_equal(object_find(second, c), &second->values[0]);
    assert_ptr_equal(object_find(second, b), &second->values[1]);
    assert_null(object_find(second, a));
    assert_null(object_find(empty, a));
    assert_int_equal(first->values[0].kind, VALUE_NULL);
    assert_int_equal(value_text(NULL).kind, VALUE_NULL);
    assert_string_equal(keys_name(fixture.keys, unused), "bc");
    end(&fixture);
}

static void test_many_keys_and_items(void **state)
{
    (void)state;
    enum { COUNT = 1000 };
    static const char *const pairs[] = {"t", "{{#list}}{{&.}},{{/list}}{{k999}}", NULL};
    struct fixture fixture;
    begin(&fixture, pairs, strict);
    const char *names[COUNT + 1];
    struct buffer expected = {0};
    for (unsigned i = 0; i < COUNT; i++)
        names[i] = arena_format(fixture.arena, "k%u", i);
    names[COUNT] = "list";
    struct object *object = object_new(fixture.arena, shape_new(fixture.keys, names, COUNT + 1));
    struct list *list = list_new(fixture.arena);
    for (unsigned i = 0; i < COUNT; i++) {
        object->values[i] = value_integer(i);
        list_add(fixture.arena, list, value_integer(-(int64_t)i));
        buffer_format(&expected, "%d,", -(int)i);
    }
    object->values[COUNT] = value_list(list);
    buffer_add_text(&expected, "999");
    assert_true(mustache_render(fixture.mustache, "t", value_object(object), &fixture.out));
    assert_string_equal(buffer_text(&fixture.out), buffer_text(&expected));
    buffer_free(&expected);
    end(&fixture);
}

/* Reads the inside of a string literal as a C compiler does. Returns the size, or fails the test. */
static size_t read_literal(const char *text, size_t size, char *bytes)
{
    static const char letters[] = "\"\\?ntr", meanings[] = "\"\\?\n\t\r";
    size_t count = 0;
    for (size_t i = 0; i < size; count++) {
        if (text[i] != '\\') {
            assert_int_not_equal(text[i], '"');
            bytes[count] = text[i++];
            continue;
        }
        assert_true(i + 1 < size);
        const char *letter = memchr(letters, text[i + 1], sizeof letters - 1);
        if (letter) {
            bytes[count] = meanings[letter - letters];
            i += 2;
            continue;
        }
        unsigned code = 0, digits = 0;
        for (i++; digits < 3 && i < size && text[i] >= '0' && text[i] <= '7'; digits++)
            code = code * 8 + (unsigned)(text[i++] - '0');
        assert_int_equal(digits, 3);
        bytes[count] = (char)code;
    }
    return count;
}

/* Every string of four of the bytes that mean something: safe where it stands, and read back as it was. */
static void test_escape_c_is_safe_and_exact(void **state)
{
    (void)state;
    static const char *const pairs[] = {"t", "{{.}}", NULL};
    static const char alphabet[] = "*/?\"\\\n\t7a\x01\x7F\xC3(";
    enum { LETTERS = sizeof alphabet - 1, LENGTH = 4 };
    struct fixture fixture;
    begin(&fixture, pairs, strict);
    for (unsigned n = 0; n < LETTERS * LETTERS * LETTERS * LETTERS; n++) {
        char bytes[LENGTH], back[64];
        unsigned rest = n;
        for (size_t i = 0; i < LENGTH; i++, rest /= LETTERS)
            bytes[i] = alphabet[rest % LETTERS];
        buffer_clear(&fixture.out);
        assert_true(mustache_render(fixture.mustache, "t", value_string(bytes, LENGTH), &fixture.out));
        const char *text = buffer_text(&fixture.out);
        assert_null(strstr(text, "*/"));
        assert_null(strstr(text, "/*"));
        assert_null(strstr(text, "??"));
        assert_int_not_equal(text[fixture.out.size - 1], '*');
        for (const char *c = text; *c; c++)
            assert_true(*c >= 0x20 && *c < 0x7F);
        assert_int_equal(read_literal(text, fixture.out.size, back), LENGTH);
        assert_memory_equal(back, bytes, LENGTH);
    }
    end(&fixture);
}

static void test_templates_are_loaded_once(void **state)
{
    (void)state;
    static const char *const pairs[] = {"t", "{{>p}}{{>p}}{{>*.}}", "p", "<{{.}}>", NULL};
    struct fixture fixture;
    begin(&fixture, pairs, strict);
    assert_true(mustache_render(fixture.mustache, "t", value_text("p"), &fixture.out));
    assert_true(mustache_render(fixture.mustache, "t", value_text("p"), &fixture.out));
    assert_string_equal(buffer_text(&fixture.out), "<p><p><p><p><p><p>");
    assert_int_equal(fixture.loads, 2);
    end(&fixture);
}

static void test_errors_are_reported_once_and_stay_errors(void **state)
{
    (void)state;
    static const char *const pairs[] = {"broken", "{{#x}}", "t", "{{>broken}}", "key", "{{#.}}{{x}}{{/.}}", NULL};
    struct fixture fixture;
    begin(&fixture, pairs, strict);
    for (int i = 0; i < 2; i++) {
        assert_false(mustache_render(fixture.mustache, "t", value_null(), &fixture.out));
        assert_false(mustache_render(fixture.mustache, "broken", value_null(), &fixture.out));
        assert_int_equal(diags_count(fixture.diags), 1);
    }
    assert_true(diags_has(fixture.diags, DIAG_TEMPLATE));
    for (int i = 0; i < 2; i++) {
        assert_false(mustache_render(fixture.mustache, "key", value_text("x"), &fixture.out));
        assert_int_equal(diags_count(fixture.diags), 2);
    }
    assert_false(mustache_render(fixture.mustache, "nowhere", value_null(), &fixture.out));
    assert_true(diags_has(fixture.diags, DIAG_TEMPLATE_PARTIAL));
    end(&fixture);
}

static const char *nest(struct arena *arena, size_t depth)
{
    struct buffer text = {0};
    for (size_t i = 0; i < depth; i++)
        buffer_add_text(&text, "{{#.}}");
    buffer_add_text(&text, "{{.}}");
    for (size_t i = 0; i < depth; i++)
        buffer_add_text(&text, "{{/.}}");
    const char *copy = arena_copy(arena, text.data, text.size);
    buffer_free(&text);
    return copy;
}

static void test_limits(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    const char *const pairs[] = {"deep", nest(arena, MUSTACHE_NESTING_MOST), "deeper",
                                 nest(arena, MUSTACHE_NESTING_MOST + 1), NULL};
    struct fixture fixture;
    begin(&fixture, pairs, strict);
    assert_true(mustache_render(fixture.mustache, "deep", value_text("x"), &fixture.out));
    assert_string_equal(buffer_text(&fixture.out), "x");
    assert_false(mustache_render(fixture.mustache, "deeper", value_text("x"), &fixture.out));
    assert_true(diags_has(fixture.diags, DIAG_LIMIT));
    end(&fixture);

    /* a step when each section begins and when it ends, one for the tag inside, and one for the text before them */
    enum { STEPS = 2 * MUSTACHE_NESTING_MOST + 2 };
    begin(&fixture, pairs, (struct mustache_options){.work_most = STEPS});
    assert_true(mustache_render(fixture.mustache, "deep", value_text("x"), &fixture.out));
    assert_false(mustache_render(fixture.mustache, "deep", value_text("x"), &fixture.out));
    assert_true(diags_has(fixture.diags, DIAG_LIMIT));
    end(&fixture);
    begin(&fixture, pairs, (struct mustache_options){.work_most = STEPS - 1});
    assert_false(mustache_render(fixture.mustache, "deep", value_text("x"), &fixture.out));
    assert_true(diags_has(fixture.diags, DIAG_LIMIT));
    end(&fixture);
    arena_free(arena);
}

/* The limit of bytes counts all renderings together. */
static void test_size(void **state)
{
    (void)state;
    static const char *const pairs[] = {"t", "{{#.}}<{{.}}>{{/.}}", "deep", "  {{>deeper}}\n", "deeper", "x", NULL};
    struct fixture fixture;
    begin(&fixture, pairs, (struct mustache_options){.size_most = 6});
    assert_true(mustache_render(fixture.mustache, "t", value_text("a"), &fixture.out));
    buffer_clear(&fixture.out);
    assert_true(mustache_render(fixture.mustache, "t", value_text("b"), &fixture.out));
    assert_string_equal(buffer_text(&fixture.out), "<b>");
    assert_false(diags_has(fixture.diags, DIAG_LIMIT));
    assert_false(mustache_render(fixture.mustache, "t", value_text("c"), &fixture.out));
    assert_true(diags_has(fixture.diags, DIAG_LIMIT));
    end(&fixture);

    for (size_t most = 4; most <= 5; most++) { /* two bytes of indentation, while "  x" is there */
        begin(&fixture, pairs, (struct mustache_options){.size_most = most});
        assert_int_equal(mustache_render(fixture.mustache, "deep", value_null(), &fixture.out), most == 5);
        end(&fixture);
    }
}

/* Numbers from 0, each of which is made when it is rendered. */
static struct value make_number(const struct series *series, size_t index, struct arena *scratch, size_t *made)
{
    (void)series;
    char *text = arena_copy(scratch, "0", 1);
    *text = (char)('0' + index);
    *made += 10;
    return value_text(text);
}

/* The value of an outer section over a series stays the same while an inner section over the series is rendered. */
static void test_series_inside_themselves(void **state)
{
    (void)state;
    static const char *const pairs[] = {"t", "{{#s}}({{.}}{{#s}}{{.}}{{/s}}{{.}}){{/s}}", NULL};
    static const char *const names[] = {"s"};
    static const struct series series = {3, make_number};
    for (size_t more = 0; more < 2; more++) {
        struct fixture fixture;
        /* 12 values of 10 steps; a step for each of 26 nodes, 12 passes of sections and 6 objects that are searched */
        begin(&fixture, pairs, (struct mustache_options){.work_most = 163 + more});
        struct object *object = object_new(fixture.arena, shape_new(fixture.keys, names, 1));
        object->values[0] = value_series(&series);
        assert_int_equal(mustache_render(fixture.mustache, "t", value_object(object), &fixture.out), more);
        if (more)
            assert_string_equal(buffer_text(&fixture.out), "(00120)(10121)(20122)");
        end(&fixture);
    }
}

/* A list in itself as deep as lists can be: the stack of values is as deep as that of sections. */
static void test_depth(void **state)
{
    (void)state;
    static const char *const pairs[] = {"t", "{{#.}}<{{>t}}>{{/.}}", NULL};
    struct fixture fixture;
    for (unsigned depth = MUSTACHE_DEPTH_MOST / 2; depth <= MUSTACHE_DEPTH_MOST / 2 + 1; depth++) {
        begin(&fixture, pairs, strict);
        struct value value = value_null();
        for (unsigned i = 0; i < depth; i++) {
            struct list *list = list_new(fixture.arena);
            list_add(fixture.arena, list, value);
            value = value_list(list);
        }
        bool done = mustache_render(fixture.mustache, "t", value, &fixture.out);
        assert_int_equal(done, depth <= MUSTACHE_DEPTH_MOST / 2);
        assert_int_equal(diags_has(fixture.diags, DIAG_LIMIT), !done);
        end(&fixture);
    }
}

static void test_embedded_templates(void **state)
{
    (void)state;
    for (size_t i = 0; i < template_files_count; i++) {
        const struct embedded_file *file = embedded_find(template_files, template_files_count, template_files[i].name);
        assert_ptr_equal(file, &template_files[i]);
        assert_int_equal(file->text[file->size], '\0');
        assert_int_equal(file->text[file->size + 1], '\0');
    }
    assert_null(embedded_find(template_files, template_files_count, "no such template"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_many_keys_and_items),
        cmocka_unit_test(test_escape_c_is_safe_and_exact),
        cmocka_unit_test(test_templates_are_loaded_once),
        cmocka_unit_test(test_errors_are_reported_once_and_stay_errors),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_size),
        cmocka_unit_test(test_series_inside_themselves),
        cmocka_unit_test(test_depth),
        cmocka_unit_test(test_embedded_templates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
