/*
 * Templates in the mustache language: its whole required specification, inheritance and dynamic names; no lambdas.
 *
 *     {{name}}            the value, escaped           {{#name}}...{{/name}}   for each of a list, or if there is one
 *     {{{name}}} {{&name}} the value as it is          {{^name}}...{{/name}}   if there is none
 *     {{>name}} {{>*name}} another template            {{<name}}...{{/name}}   the same, with its blocks replaced
 *     {{! comment }}      {{=<% %>=}}                  {{$name}}...{{/name}}   a block, or what replaces one
 *
 * Null, false and the empty list are "none"; 0 and the empty string are values like any other. Inside a section its
 * value is `.`, and an object's keys come before those further out; `a.b` is key `b` of the value of `a`, and null when
 * that is null.
 *
 * A block or parent whose tags stand on lines of their own is replaced by whole lines, indented as the block's first
 * line was (or, when it is empty, as its tag), whatever their indentation where they come from. What stands inside a
 * parent but outside its blocks is not rendered; only text may. Blocks in what replaces a block can be replaced from
 * further out, not by that same parent.
 *
 * A line's indentation before {{>name}} or {{<name}} goes in front of each line of that template which is not empty.
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

/* What {{name}} does to a value:
 * - HTML: `&`, `<`, `>` and `"` become entities.
 * - C: the value can stand in a string literal of C and in a block comment, in any C and any character set. `"` and
 *   `\` are escaped, newline, tab and carriage return are written \n, \t, \r, and other control and non-ASCII bytes in
 *   octal, always of three digits. What would begin or end a comment or a trigraph is broken, also together with the
 *   byte of output before the value: the second of two `?` is written \?, the slash behind an asterisk \057, and the
 *   asterisk behind a slash, or at the end of the value, \052. A character constant or a // comment is not provided
 *   for. An identifier, or text that is C already, is written with {{{name}}}. */
enum mustache_escape { MUSTACHE_ESCAPE_C, MUSTACHE_ESCAPE_HTML };

/* The text of a template. */
struct mustache_text {
    const char *path; /* for diagnostics */
    const char *text; /* `size` bytes and two NULs behind them; lives as long as the engine */
    size_t size;
};

/* Gives the text of the template of that name; false when there is none. */
struct mustache_loader {
    bool (*find)(void *user, const char *name, struct mustache_text *text);
    void *user;
};

struct mustache_options {
    enum mustache_escape escape;
    bool lenient;     /* unknown keys and templates are empty, as the specification wants, instead of errors */
    size_t work_most; /* sections, partials and blocks that one rendering may enter; 0: any number */
};

/* Sections, partials and blocks one inside the other: in one template, and in one rendering. */
enum { MUSTACHE_NESTING_MOST = 256, MUSTACHE_DEPTH_MOST = 1024 };

/* An engine whose templates come from `loader`, each compiled once, when it is first needed. They are added to
 * `sources`, and what is wrong with them goes to `diags`. All memory is from `arena`. */
struct mustache *mustache_new(struct arena *arena, struct sources *sources, struct diags *diags, struct intern *intern,
                              struct keys *keys, struct mustache_loader loader, struct mustache_options options);

/* Appends the template of that name, filled in with `context`, to `out`. False when something was reported (now, or of
 * a template of it before); what was appended then is of no use.
 * Diagnostics: template, template-key, template-partial, limit. */
bool mustache_render(struct mustache *mustache, const char *name, struct value context, struct buffer *out);

#endif
