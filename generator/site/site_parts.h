/*
 * The state of a site that is being written, and the functions that the files of site/ share.
 */
#ifndef SITE_SITE_PARTS_H
#define SITE_SITE_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "model/version_name.h"
#include "mustache/mustache.h"
#include "site/site.h"

struct arch;
struct arena;
struct c_parts;
struct json;
struct layout;
struct map;
struct model;
struct output;
struct record;
struct sheet_html;
struct show_line;
struct standing;
struct type;

/* A member of a structure whose type is the page's type, or a pointer to it. */
struct site_use {
    const struct site_page *page; /* page of the structure that has the member */
    const char *member;
    bool is_pointer; /* the member points to the type */
};

/* A layout of a structure, and a version in which it holds. */
struct site_view {
    const struct arch *arch;
    const struct layout *layout;
    /* name of the version, "11-24H2" or "10.0.19041.1586"; NULL: another layout is taken for each of its versions */
    const char *version;
    uint64_t number; /* the same version as a number */
    /* number of the view's content; views with the same members at the same places share it (site_compare_views) */
    size_t content;
};

/* Numbers of members that were added, removed, or changed from one layout to another. A member that moved may also have
 * another type or size. */
struct site_tally {
    unsigned added, removed, moved, retyped;
};

/* A page about a structure or an enumeration. */
struct site_page {
    const struct type *type;
    const char *name;
    const char *file; /* name of the file in the directory of the page's kind, without ".html" (site_name_files) */
    struct site_use *uses;
    size_t use_count;
    /* for a structure: its views, arch by arch; arches that share layouts have none of their own */
    struct site_view *views;
    size_t view_count;
    struct site_tally *tallies; /* comparisons of all pairs of contents (site_compare_views) */
    size_t content_count;
};

/* Values for templates. The object `page` has all keys that some page needs. A page leaves the other keys empty. */
#define SITE_PAGE_KEYS(KEY)                                                                                           \
    KEY(PAGE, TITLE, "title") KEY(PAGE, SITE, "site") KEY(PAGE, TOOL, "tool") KEY(PAGE, ROOT, "root")                 \
    KEY(PAGE, KIND, "kind") KEY(PAGE, NAME, "name") KEY(PAGE, KEYWORD, "keyword") KEY(PAGE, DOC, "doc")               \
    KEY(PAGE, TABLES, "tables") KEY(PAGE, PUBLISHED, "published") KEY(PAGE, DATA, "data") KEY(PAGE, FILE, "file")     \
    KEY(PAGE, SOURCE, "source") KEY(PAGE, SPEC, "spec") KEY(PAGE, USES, "uses") KEY(PAGE, GROUPS, "groups")           \
    KEY(PAGE, POINTERS, "pointers") KEY(PAGE, PARTS, "parts") KEY(PAGE, MODULE, "module")                             \
    KEY(PAGE, HAS_USES, "has_uses") KEY(PAGE, HAS_POINTERS, "has_pointers")                                           \
    KEY(PAGE, DATE, "date") KEY(PAGE, PLAYGROUND, "playground") KEY(PAGE, ABOUT, "about") KEY(PAGE, MORE, "more")     \
    KEY(PAGE, COUNT, "count") KEY(PAGE, MEMBERS, "members") KEY(PAGE, ENUMS, "enums") KEY(PAGE, ARCHES, "arches")     \
    KEY(PAGE, EVENTS, "events") KEY(PAGE, IDENTITIES, "identities") KEY(PAGE, HAS_IMAGES, "has_images")
/* A link, or a list of links below a heading. */
#define SITE_LINK_KEYS(KEY)                                                                                           \
    KEY(LINK, NAME, "name") KEY(LINK, FILE, "file") KEY(LINK, VIEW, "view") KEY(LINK, NOTE, "note")                   \
    KEY(LINK, TONE, "tone") KEY(LINK, SIGN, "sign") KEY(LINK, ITEMS, "items") KEY(LINK, COUNTS, "counts")
#define SITE_EVENT_KEYS(KEY)                                                                                          \
    KEY(EVENT, NAME, "name") KEY(EVENT, DOC, "doc") KEY(EVENT, HOOK, "hook") KEY(EVENT, GROUP, "group")               \
    KEY(EVENT, DATA, "data") KEY(EVENT, HEADERS, "headers") KEY(EVENT, VERSIONS, "versions") KEY(EVENT, SPEC, "spec")
#define SITE_IDENTITY_KEYS(KEY)                                                                                       \
    KEY(IDENTITY, VERSION, "version") KEY(IDENTITY, MODULE, "module") KEY(IDENTITY, ARCH, "arch")                     \
    KEY(IDENTITY, NAME, "name") KEY(IDENTITY, TIMESTAMP, "timestamp") KEY(IDENTITY, SIZE, "size")
#define SITE_SHAPES(SHAPE) SHAPE(PAGE) SHAPE(LINK) SHAPE(EVENT) SHAPE(IDENTITY)

#define SITE_KEY_NUMBER(KIND, KEY, text) KIND##_##KEY,
#define SITE_SHAPE_KEYS(KIND) enum { SITE_##KIND##_KEYS(SITE_KEY_NUMBER) KIND##_KEY_COUNT };
SITE_SHAPES(SITE_SHAPE_KEYS)
#define SITE_SHAPE_NUMBER(KIND) SITE_##KIND,
enum site_shape { SITE_SHAPES(SITE_SHAPE_NUMBER) SITE_SHAPE_COUNT };

struct site {
    const struct model *model;
    const char *title, *date, *playground; /* options of the site, as in struct site_request */
    struct arena *arena;                   /* memory for the whole site */
    struct arena *scratch;                 /* memory for one page */
    struct output *output;
    struct mustache *mustache;
    const struct shape *shapes[SITE_SHAPE_COUNT];
    struct sheet_html *sheets; /* writes tables of other commands as HTML */
    struct c_parts *parts;     /* writes layouts as C */
    struct buffer text;        /* text of the file that is being written */
    struct site_page *pages;   /* pages, sorted by name */
    size_t page_count;
    struct map *page_of; /* struct type -> struct site_page */
    struct version_index versions;
    struct map *bound_numbers; /* interned version -> address of its number */
    /* interned names of versions at which answers change, as const char *, in the order of their first use */
    struct buffer bounds;
};

/* frame.c: prepares the templates. */
void site_begin_pages(struct site *site);

struct object *site_new_object(struct site *site, enum site_shape shape);

/* Returns the values for the template of a page. `kind` is the class of the page's body. `root` is the relative path to
 * the directory of the site. */
struct object *site_new_page(struct site *site, const char *kind, const char *title, const char *root);
bool site_write_page(struct site *site, const char *template, const struct object *page, const char *path);

/* Writes JSON that may stand in a <script>: it contains no `<`. */
void site_add_json(const struct buffer *json, struct buffer *out);

/* Writes a script that assigns JSON to a name, because pages from file:// can read no other files. Also writes the JSON
 * as a file for programs, unless `file` is NULL. */
bool site_write_json(struct site *site, const char *name, const char *script, const char *file,
                     const struct buffer *json);

/* pages.c: finds the types that have pages, and their uses. */
void site_find_pages(struct site *site);
const struct site_page *site_find_page(const struct site *site, const struct type *type);

/* files.c: chooses a file name for each page. The names also differ if case is ignored, and consist of letters, digits
 * and `_ - . =`. */
void site_name_files(struct site *site);

/* Returns a name in which `=` and two hexadecimal digits replace each byte that some system or a link does not
 * allow. */
const char *site_escape_file(struct arena *arena, const char *name);

/* Reads a file in the directory of a spec. A file that `seen` has is not read again. Adds the file to `seen`. Returns
 * false if there is no such file, or if it was in `seen`. */
bool site_read_beside(struct site *site, const char *spec, const char *name, struct map *seen, const char **text,
                      size_t *size);

/* Returns the name of an arch with special characters escaped, for file names. */
const char *site_name_arch(const struct site *site, const struct arch *arch);

/* data.c: appends the data of all views of a structure as JSON. */
void site_add_data(struct site *site, const struct site_page *page, struct buffer *out);

/* The ways in which pages show a line. site_look_of returns the way, and the text of the line's type; for bit-fields
 * the text includes the bits. */
enum site_look {
    LOOK_VALUE, LOOK_STRUCT, LOOK_UNION, LOOK_UNKNOWN, LOOK_HOLE, LOOK_BITS, LOOK_PADDING, LOOK_POINTER
};
enum site_look site_line_look(const struct show_line *line);
const char *site_line_type(struct arena *arena, const struct show_line *line);

/* compare.c: compares all views of a structure by their members. Views with the same members at the same places get the
 * same `content`. `tallies` gets the comparisons of all pairs of contents, in the order (0, 1), (0, 2), (1, 2), (0, 3)
 * and so on. */
void site_compare_views(struct site *site, struct site_page *page);
struct site_tally site_find_tally(const struct site_page *page, const struct site_view *from,
                                  const struct site_view *to);

/* view.c: finds the views of a structure. */
void site_find_views(struct site *site, struct site_page *page);

/* texts.c: writes the C and dt text of all layouts of a structure. */
bool site_write_texts(struct site *site, const struct site_page *page);

/* names.c: returns a name that means one point of the axis only; returns the name that people use for a version. The
 * index is that of struct version_index. Writes versions.js with all names. */
const char *site_name_point(const struct site *site, size_t index);
const char *site_label_version(const struct site *site, size_t index);

/* Returns the index in versions.js of a version at which some answer changes. */
size_t site_number_bound(struct site *site, uint64_t version);
bool site_write_names(struct site *site);

/* modules.c: writes the index of the site, and a page for each module. The counts are those of the whole site. */
struct site_counts {
    size_t structures, enumerations, members;
};
bool site_write_modules(struct site *site, const struct site_counts *counts);

/* events.c: adds the names of the events whose data or header is a record. */
void site_list_events(struct site *site, const struct record *record, struct list *names);

/* structure.c, index.c, versions.c, coverage.c, releases.c, events.c, origins.c, playground.c: write pages. */
bool site_write_structure(struct site *site, const struct site_page *page);
bool site_write_index(struct site *site);
bool site_write_versions(struct site *site);
bool site_write_coverage(struct site *site);
bool site_write_releases(struct site *site);
bool site_write_events(struct site *site);
bool site_write_identities(struct site *site);
bool site_write_sources(struct site *site);
bool site_write_playground(struct site *site);

#endif
