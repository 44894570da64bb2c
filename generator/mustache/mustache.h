/*
 * Template engine for the mustache language: the required part of its specification, inheritance and dynamic names, but
 * no lambdas.
 *
 *     {{name}}            the value, escaped           {{#name}}...{{/name}}   for each element, or if it is true
 *     {{{name}}} {{&name}} the value, not escaped      {{^name}}...{{/name}}   if it is false
 *     {{>name}} {{>*name}} another template            {{<name}}...{{/name}}   the same, with its blocks replaced
 *     {{! comment }}      {{=<% %>=}}                  {{$name}}...{{/name}}   a block, or its replacement
 *
 * Null, false and the empty list are false; 0 and the empty string are true. Inside a section its value is `.`. Keys of
 * the innermost object come first. `a.b` is key `b` of the value of `a`, and null if that is null.
 *
 * A block or parent whose tags are alone on their lines is replaced by whole lines. They get the indentation of the
 * block's first line, or of its tag if the block is empty. Inside a parent but outside its blocks only text is allowed;
 * it is not rendered. A replacement may contain blocks, which outer parents can replace, but not the same parent.
 *
 * The indentation before {{>name}} or {{<name}} is added to each line of that template that is not empty.
 */
#ifndef MUSTACHE_MUSTACHE_H
#define MUSTACHE_MUSTACHE_H

#include <stdbool.h>
#include <stddef.h>

#include "mustache/value.h"

struct arena;
struct buffer;
struct diags;
struct intern;
struct mustache;
struct sources;

/* Escapes of {{name}}.
 *
 * - HTML: `&`, `<`, `>` and `"` become entities.
 * - C: the value may be in a string literal or a block comment of C. `"` and `\` are escaped; newline, tab and carriage
 * return become \n, \t and \r; other control and non-ASCII bytes become three octal digits. A value cannot begin or end
 * a comment or a trigraph, also together with the byte of output before it: the second of two `?` becomes \?, a slash
 * after an asterisk \057, and an asterisk before a slash or at the end of the value \052. Character constants and //
 * comments are not supported. Write identifiers and C code with {{{name}}}. */
enum mustache_escape { MUSTACHE_ESCAPE_C, MUSTACHE_ESCAPE_HTML };

/* Text of a template. */
struct mustache_text {
    const char *path; /* path of the file, for diagnostics */
    const char *text; /* `size` bytes, followed by two NULs; lives as long as the engine */
    size_t size;
};

/* A source of templates. `find` returns the text of a template by its name, or false if there is none. If a template
 * must not be used, it sets `*error` to the reason. */
struct mustache_loader {
    bool (*find)(void *user, const char *name, struct mustache_text *text, const char **error);
    void *user;
};

/* Options of an engine; all zeros are the defaults. */
struct mustache_options {
    enum mustache_escape escape;
    bool lenient; /* unknown keys and templates give no text instead of errors, as the specification requires */
    /* Limits of all renderings together; 0: no limit. Steps are tags, texts, objects that are searched, and values that
     * series make. Bytes are those that are appended, with the indentations and values of the open sections. */
    size_t work_most, size_most;
};

/* Limits of nested sections, partials and blocks: in one template, and in one rendering. */
enum { MUSTACHE_NESTING_MOST = 256, MUSTACHE_DEPTH_MOST = 1024 };

/* Returns an engine with the templates of `loader`. Each is compiled when it is first used. Their texts are added to
 * `sources`, and errors go to `diags`. All memory is from `arena`. */
struct mustache *mustache_new(struct arena *arena, struct sources *sources, struct diags *diags, struct intern *intern,
                              struct keys *keys, struct mustache_loader loader, struct mustache_options options);

/* Renders a template with `context` and appends the result to `out`. Returns false if an error was reported now, or
 * earlier for one of its templates; the appended text is then incomplete. Diagnostics: template, template-key,
 * template-partial, limit. */
bool mustache_render(struct mustache *mustache, const char *name, struct value context, struct buffer *out);

#endif
