/*
 * Shared by the files of the context builder, context*.c, and bundle.c.
 *
 * Each kind of object is a list of keys. SHAPE_FILE etc. are the indices of the shapes, FILE_SPEC etc. those of the
 * values.
 */
#ifndef RENDER_CONTEXT_PARTS_H
#define RENDER_CONTEXT_PARTS_H

#include "base/arena.h"
#include "render/choice.h"
#include "render/context.h"
#include "render/names.h"
#include "render/plan.h"

#define FILE_KEYS(KEY)                                                                                                \
    KEY(FILE, SPEC, "spec") KEY(FILE, GUARD, "guard") KEY(FILE, HEADER, "header") KEY(FILE, LOWER, "p")               \
    KEY(FILE, UPPER, "P") KEY(FILE, TOOL, "tool") KEY(FILE, INCLUDES, "includes") KEY(FILE, ARCHES, "arches")         \
    KEY(FILE, VERSIONS, "versions") KEY(FILE, CONSTANTS, "constants") KEY(FILE, ENUMS, "enums")                       \
    KEY(FILE, RECORDS, "records") KEY(FILE, EVENTS, "events") KEY(FILE, HAS_ARCHES, "has_arches")                     \
    KEY(FILE, HAS_VERSIONS, "has_versions") KEY(FILE, ARCH_NAMES, "arch_names")                                       \
    KEY(FILE, VERSION_NAMES, "version_names") KEY(FILE, HAS_ARCH_NAMES, "has_arch_names")                             \
    KEY(FILE, HAS_VERSION_NAMES, "has_version_names") KEY(FILE, EVENT_HEADERS, "event_headers")                       \
    KEY(FILE, HAS_READER, "has_reader") KEY(FILE, RUNTIME, "runtime") KEY(FILE, SPECS, "specs")                       \
    KEY(FILE, STRUCTURES, "structures") KEY(FILE, CHECKS, "checks") KEY(FILE, PRINTERS, "printers")                   \
    KEY(FILE, COMPANIONS, "companions") KEY(FILE, EVIDENCES, "evidences")                                             \
    KEY(FILE, IDENTITIES, "identities") KEY(FILE, IDENTITY_COUNT, "identity_count")                                   \
    KEY(FILE, IDENTITIES_NAME, "identities_name") KEY(FILE, RELEASES, "releases")                                     \
    KEY(FILE, HAS_RELEASES, "has_releases") KEY(FILE, RELEASE_INCLUDES, "release_includes")                           \
    KEY(FILE, GLOBALS, "globals") KEY(FILE, IS_COMPACT, "is_compact")
#define GLOBAL_KEYS(KEY)                                                                                              \
    KEY(GLOBAL, NAME, "global") KEY(GLOBAL, TITLE, "title") KEY(GLOBAL, DOC, "doc")                                   \
    KEY(GLOBAL, ADDRESSES, "addresses") KEY(GLOBAL, COUNT, "address_count")
#define ADDRESS_KEYS(KEY)                                                                                             \
    KEY(ADDRESS, TARGET, "target") KEY(ADDRESS, OFFSET, "address") KEY(ADDRESS, COMMENT, "comment")
#define IDENTITY_KEYS(KEY)                                                                                            \
    KEY(IDENTITY, GUID, "guid") KEY(IDENTITY, AGE, "age") KEY(IDENTITY, TIMESTAMP, "timestamp")                       \
    KEY(IDENTITY, IMAGE_SIZE, "image_size") KEY(IDENTITY, TARGET, "target") KEY(IDENTITY, COMMENT, "comment")
#define EVIDENCE_KEYS(KEY)                                                                                            \
    KEY(EVIDENCE, NAME, "evidence") KEY(EVIDENCE, SEGMENTS, "segments") KEY(EVIDENCE, SEGMENT_COUNT, "segment_count") \
    KEY(EVIDENCE, POINT_COUNT, "point_count") KEY(EVIDENCE, GRADES, "letters") KEY(EVIDENCE, COARSE, "coarse")        \
    KEY(EVIDENCE, KERNELS, "kernels") KEY(EVIDENCE, KERNEL_COUNT, "kernel_count") KEY(EVIDENCE, MARK, "mark")         \
    KEY(EVIDENCE, ARCHES, "arches") KEY(EVIDENCE, ARCH_COUNT, "arch_count")
#define SIGHTING_KEYS(KEY)                                                                                            \
    KEY(SIGHTING, FIRST, "first") KEY(SIGHTING, END, "end") KEY(SIGHTING, COMMENT, "comment")
#define INCLUDE_KEYS(KEY) KEY(INCLUDE, PATH, "path")
#define ARCH_KEYS(KEY) KEY(ARCH, NAME, "arch") KEY(ARCH, NUMBER, "number")
#define VERSION_KEYS(KEY)                                                                                             \
    KEY(VERSION, NAME, "version") KEY(VERSION, MAJOR, "major") KEY(VERSION, MINOR, "minor")                           \
    KEY(VERSION, BUILD, "build") KEY(VERSION, REVISION, "revision")
#define NAMED_KEYS(KEY) KEY(NAMED, TITLE, "title") KEY(NAMED, NUMBER, "number")
#define CONSTANT_KEYS(KEY)                                                                                            \
    KEY(CONSTANT, NAME, "constant") KEY(CONSTANT, VALUE, "value") KEY(CONSTANT, DOC, "doc")
#define ENUM_KEYS(KEY)                                                                                                \
    KEY(ENUM, NAME, "E") KEY(ENUM, TITLE, "title") KEY(ENUM, DOC, "doc") KEY(ENUM, VALUES, "values")                  \
    KEY(ENUM, ROWS, "rows") KEY(ENUM, ROW_COUNT, "row_count") KEY(ENUM, IS_FLAGS, "is_flags")                         \
    KEY(ENUM, INDEX_LOW, "index_low") KEY(ENUM, INDEX_WIDTH, "index_width") KEY(ENUM, IS_SIGNED, "is_signed")
#define ENUM_VALUE_KEYS(KEY)                                                                                          \
    KEY(ENUM_VALUE, NAME, "name") KEY(ENUM_VALUE, CONSTANTS, "constants") KEY(ENUM_VALUE, VARIES, "varies")           \
    KEY(ENUM_VALUE, FIRST, "first") KEY(ENUM_VALUE, COUNT, "count")
#define ENUM_CONSTANT_KEYS(KEY)                                                                                       \
    KEY(ENUM_CONSTANT, SUFFIX, "suffix") KEY(ENUM_CONSTANT, VALUE, "value") KEY(ENUM_CONSTANT, COMMENT, "comment")    \
    KEY(ENUM_CONSTANT, NUMBER, "number")
#define ROW_KEYS(KEY)                                                                                                 \
    KEY(ROW, LOW, "low") KEY(ROW, HIGH, "high") KEY(ROW, FROM, "from") KEY(ROW, TO, "to") KEY(ROW, ARCHES, "arches")  \
    KEY(ROW, NAME, "name") KEY(ROW, REMARK, "remark") KEY(ROW, IS_SINCE, "is_since")
#define RECORD_KEYS(KEY)                                                                                              \
    KEY(RECORD, NAME, "S") KEY(RECORD, LOWER, "pS") KEY(RECORD, UPPER, "PS") KEY(RECORD, TITLE, "title")              \
    KEY(RECORD, DOC, "doc") KEY(RECORD, MEMBERS, "members")                                                           \
    KEY(RECORD, HAS_MEMBERS, "has_members") KEY(RECORD, ALIASES, "aliases") KEY(RECORD, BASE_ROWS, "base_rows")       \
    KEY(RECORD, BLOCK_COUNT, "block_count") KEY(RECORD, WORDS, "words") KEY(RECORD, LAYOUTS, "layouts")               \
    KEY(RECORD, LAYOUT_COUNT, "layout_count")                                                                         \
    KEY(RECORD, LAYOUT_ROOM, "layout_room") KEY(RECORD, ANSWERS, "answers") KEY(RECORD, ANSWER_COUNT, "answer_count") \
    KEY(RECORD, NUMBERS, "numbers") KEY(RECORD, MORE, "more") KEY(RECORD, IS_FINE, "is_fine")                         \
    KEY(RECORD, ACCEPTED, "accepted") KEY(RECORD, ACCEPTED_COUNT, "accepted_count") KEY(RECORD, RULES, "rules")       \
    KEY(RECORD, RULE_COUNT, "rule_count") KEY(RECORD, STRING, "string")                                               \
    KEY(RECORD, POINTERS, "pointers") KEY(RECORD, LINKS, "links")                                                     \
    KEY(RECORD, EVIDENCE, "evidence_name") KEY(RECORD, OWN_EVIDENCE, "own_evidence")                                  \
    KEY(RECORD, POINTS_MARK, "points_mark")                                                                           \
    KEY(RECORD, RELEASE_LISTS, "release_lists") KEY(RECORD, LABELS, "labels")                                         \
    KEY(RECORD, WORD_COUNT, "word_count")                                                                             \
    KEY(RECORD, HAS_RELEASES, "has_releases") KEY(RECORD, IS_PLAIN_TABLE, "is_plain_table")                           \
    KEY(RECORD, HAS_NAMES, "has_names") KEY(RECORD, IS_LINK, "is_link")                                               \
    KEY(RECORD, GRADE_ROWS, "grade_rows") KEY(RECORD, GRADE_WIDTH, "grade_width")                                     \
    KEY(RECORD, HAS_GRADES, "has_grades") KEY(RECORD, HAS_WORDS, "has_words") KEY(RECORD, TREE, "tree")               \
    KEY(RECORD, HAS_NO_WORDS, "has_no_words") KEY(RECORD, POSITIONS, "positions")                                     \
    KEY(RECORD, POSITION_COUNT, "position_count")                                                                     \
    KEY(RECORD, IS_PLAIN, "is_plain") KEY(RECORD, HAS_LARGE, "has_large")
#define COMPACT_KEYS(KEY)                                                                                             \
    KEY(COMPACT, IS_DIRECT, "is_direct") KEY(COMPACT, IS_LITTLE, "is_little")                                         \
    KEY(COMPACT, HAS_TWO_SIZES, "has_two_sizes") KEY(COMPACT, HAS_WORDS, "has_words")                                 \
    KEY(COMPACT, HAS_BITS, "has_bits") KEY(COMPACT, HAS_SIGNS, "has_signs") KEY(COMPACT, HAS_LARGE, "has_large")      \
    KEY(COMPACT, HAS_GRADES, "has_grades") KEY(COMPACT, HAS_PLACE, "has_place") KEY(COMPACT, HAS_SET, "has_set")      \
    KEY(COMPACT, HAS_GET, "has_get") KEY(COMPACT, HAS_VALUE, "has_value") KEY(COMPACT, SEGMENTS, "segments")          \
    KEY(COMPACT, POINT_COUNT, "point_count")                                                                          \
    KEY(COMPACT, GRADES, "grades") KEY(COMPACT, TREE_COUNT, "tree_count") KEY(COMPACT, TWINS, "twins")                \
    KEY(COMPACT, TWIN_COUNT, "twin_count") KEY(COMPACT, HAS_UNKNOWN, "has_unknown")                                   \
    KEY(COMPACT, HAS_NUMBERS, "has_numbers") KEY(COMPACT, HAS_WRITABLE, "has_writable")                               \
    KEY(COMPACT, IS_PLAIN, "is_plain") KEY(COMPACT, HAS_DIFFERS, "has_differs")                                       \
    KEY(COMPACT, HAS_ARRAYS, "has_arrays") KEY(COMPACT, HAS_OTHER_KINDS, "has_other_kinds")                           \
    KEY(COMPACT, HAS_REST, "has_rest") KEY(COMPACT, HAS_EXTENTS, "has_extents")                                       \
    KEY(COMPACT, HAS_ELEMENTS, "has_elements") KEY(COMPACT, HAS_FORMS, "has_forms")                                   \
    KEY(COMPACT, KEEPS_TARGET, "keeps_target")                                                                        \
    KEY(COMPACT, BUILD_COUNT, "build_count") KEY(COMPACT, BUILD_ROOM, "build_room")
#define SEGMENT_KEYS(KEY)                                                                                             \
    KEY(SEGMENT, VERSION, "version") KEY(SEGMENT, FIRST, "first") KEY(SEGMENT, COMMENT, "comment")                    \
    KEY(SEGMENT, POINTS, "points") KEY(SEGMENT, BUILDS, "builds")
#define MEMBER_KEYS(KEY)                                                                                              \
    KEY(MEMBER, NAME, "M") KEY(MEMBER, DOC, "doc") KEY(MEMBER, INDEX, "index") KEY(MEMBER, SCALAR, "scalar")          \
    KEY(MEMBER, ARRAY, "array") KEY(MEMBER, HAS_COUNT, "has_count") KEY(MEMBER, HAS_COLUMNS, "has_columns")           \
    KEY(MEMBER, RECORDS, "records") KEY(MEMBER, RECORD_ARRAYS, "record_arrays")                                       \
    KEY(MEMBER, FLOAT_SCALAR, "float_scalar") KEY(MEMBER, FLOAT_ARRAY, "float_array")                                 \
    KEY(MEMBER, LINE, "line") KEY(MEMBER, OTHERS, "others") KEY(MEMBER, COMMENT, "comment")                           \
    KEY(MEMBER, IS_LONG, "is_long")
#define LINE_KEYS(KEY) KEY(LINE, NAME, "name") KEY(LINE, LINE, "line") KEY(LINE, IS_LONG, "is_long")
#define IS_LINK_KEYS(KEY) KEY(IS_LINK, FORWARD, "forward") KEY(IS_LINK, BACKWARD, "backward")
#define ACCESS_KEYS(KEY)                                                                                              \
    KEY(ACCESS, FORM, "form") KEY(ACCESS, C_TYPE, "c_type") KEY(ACCESS, SIGN, "sign")
#define INNER_KEYS(KEY) KEY(INNER, TYPE, "T") KEY(INNER, TAG, "tag") KEY(INNER, SUFFIX, "suffix")
#define STRING_KEYS(KEY)                                                                                              \
    KEY(STRING, LENGTH, "length") KEY(STRING, MAXIMUM, "maximum") KEY(STRING, BUFFER, "buffer")
#define POINTER_KEYS(KEY)                                                                                             \
    KEY(POINTER, NAME, "M") KEY(POINTER, FOLLOW, "follow") KEY(POINTER, FOLLOW_AT, "follow_at")                       \
    KEY(POINTER, HAS_DEREF, "has_deref") KEY(POINTER, INDEX, "index")
#define LINK_KEYS(KEY)                                                                                                \
    KEY(LINK, NAME, "M") KEY(LINK, SUFFIX, "suffix") KEY(LINK, TAG, "tag") KEY(LINK, TYPE, "T")                       \
    KEY(LINK, FORWARD, "forward") KEY(LINK, BACKWARD, "backward")
#define ALIAS_KEYS(KEY)                                                                                               \
    KEY(ALIAS, VERSION, "version") KEY(ALIAS, ARCH, "arch") KEY(ALIAS, LAYOUT, "layout") KEY(ALIAS, LABEL, "label")   \
    KEY(ALIAS, RENAMED, "renamed") KEY(ALIAS, BASIS, "basis") KEY(ALIAS, IS_FIRST, "is_first")
#define RELEASE_KEYS(KEY)                                                                                             \
    KEY(RELEASE, NAME, "version") KEY(RELEASE, MARK, "mark") KEY(RELEASE, NUMBER, "number")
#define RELEASE_LIST_KEYS(KEY)                                                                                        \
    KEY(RELEASE_LIST, ARCH, "arch") KEY(RELEASE_LIST, MARK, "mark") KEY(RELEASE_LIST, ELEMENTS, "elements")
#define BASE_ROW_KEYS(KEY) KEY(BASE_ROW, TITLE, "title") KEY(BASE_ROW, BASES, "bases") KEY(BASE_ROW, REMARK, "remark") \
    KEY(BASE_ROW, HEAD, "head") KEY(BASE_ROW, IS_LAST, "is_last")
#define WRAPPED_KEYS(KEY) KEY(WRAPPED, FIRST, "first") KEY(WRAPPED, REST, "rest")
#define LAYOUT_KEYS(KEY)                                                                                              \
    KEY(LAYOUT, INDEX, "index")                                                                                       \
    KEY(LAYOUT, TITLE, "title") KEY(LAYOUT, LEAST, "least") KEY(LAYOUT, SIZE, "size")
#define ANSWER_KEYS(KEY)                                                                                              \
    KEY(ANSWER, AT, "at") KEY(ANSWER, AFTER, "after") KEY(ANSWER, COMMENT, "comment")                                 \
    KEY(ANSWER, IS_NO_ARCH, "is_no_arch") KEY(ANSWER, IS_NONE, "is_none") KEY(ANSWER, IS_OTHER, "is_other")
#define FOUND_KEYS(KEY)                                                                                               \
    KEY(FOUND, LAYOUT, "layout") KEY(FOUND, OF_KERNEL, "of_kernel") KEY(FOUND, NO_ARCH, "no_arch")                    \
    KEY(FOUND, NONE, "none") KEY(FOUND, GRADES, "grades") KEY(FOUND, NUMBER, "number")
#define LETTERS_KEYS(KEY) KEY(LETTERS, LINES, "lines") KEY(LETTERS, CODES, "codes")
#define GRADE_ROW_KEYS(KEY) KEY(GRADE_ROW, LINES, "lines")                                                            \
    KEY(GRADE_ROW, NUMBER, "number") KEY(GRADE_ROW, LINE, "line")
#define RULE_KEYS(KEY)                                                                                                \
    KEY(RULE, NAME, "M") KEY(RULE, TEXT, "text") KEY(RULE, ENUM, "E") KEY(RULE, FIRST, "first")                       \
    KEY(RULE, COUNT, "count")
#define EVENT_KEYS(KEY)                                                                                               \
    KEY(EVENT, NAME, "event") KEY(EVENT, HOOK, "hook") KEY(EVENT, DOC, "doc") KEY(EVENT, GROUP, "group")              \
    KEY(EVENT, MARKERS, "markers")
#define MARKER_KEYS(KEY)                                                                                              \
    KEY(MARKER, HEADER, "header") KEY(MARKER, ARCH, "arch") KEY(MARKER, VALUE, "value")
#define HEADER_KEYS(KEY)                                                                                              \
    KEY(HEADER, NAME, "S") KEY(HEADER, DATA, "data") KEY(HEADER, COUNTERS, "counters") KEY(HEADER, EXTRAS, "extras")
#define COUNTER_KEYS(KEY)                                                                                             \
    KEY(COUNTER, NAME, "counter") KEY(COUNTER, TITLE, "title") KEY(COUNTER, COMMA, "comma")
#define EXTRA_KEYS(KEY)                                                                                               \
    KEY(EXTRA, NAME, "counter") KEY(EXTRA, SHIFT, "shift") KEY(EXTRA, MASK, "mask") KEY(EXTRA, BYTES, "bytes")
#define CHECKED_KEYS(KEY)                                                                                             \
    KEY(CHECKED, NAME, "S") KEY(CHECKED, LOWER, "pS") KEY(CHECKED, UPPER, "PS") KEY(CHECKED, TITLE, "title")          \
    KEY(CHECKED, LAYOUTS, "layouts")                                                                                  \
    KEY(CHECKED, ALIASES, "aliases") KEY(CHECKED, RELEASE_LISTS, "release_lists") KEY(CHECKED, LABELS, "labels")
#define PLAIN_KEYS(KEY)                                                                                               \
    KEY(PLAIN, LABEL, "label") KEY(PLAIN, INDEX, "index")                                                             \
    KEY(PLAIN, TITLE, "title") KEY(PLAIN, SIZE, "size") KEY(PLAIN, HAS_TYPE, "has_type")                              \
    KEY(PLAIN, FIELDS, "fields") KEY(PLAIN, CONSTANTS, "constants") KEY(PLAIN, ASSERTS, "asserts")                    \
    KEY(PLAIN, IS_SIZED, "is_sized")
#define FIELD_KEYS(KEY)                                                                                               \
    KEY(FIELD, PADDING, "padding") KEY(FIELD, PLAIN, "plain") KEY(FIELD, UNION, "union")
#define PADDING_KEYS(KEY) KEY(PADDING, OFFSET, "offset") KEY(PADDING, SIZE, "size")
#define DECLARED_KEYS(KEY)                                                                                            \
    KEY(DECLARED, C_TYPE, "c_type") KEY(DECLARED, NAME, "name") KEY(DECLARED, BOUNDS, "bounds")                       \
    KEY(DECLARED, COMMENT, "comment") KEY(DECLARED, BEFORE, "before")
#define UNION_KEYS(KEY) KEY(UNION, OFFSET, "offset") KEY(UNION, CHOICES, "choices")
#define PLACED_KEYS(KEY)                                                                                              \
    KEY(PLACED, NAME, "M") KEY(PLACED, OWN_NAME, "own_name") KEY(PLACED, OFFSET, "offset") KEY(PLACED, SIZE, "size")  \
    KEY(PLACED, KIND, "kind") KEY(PLACED, OTHER_NAME, "other_name")
#define ASSERT_KEYS(KEY) KEY(ASSERT, NAME, "name") KEY(ASSERT, OFFSET, "offset") KEY(ASSERT, UNION, "union")
#define PRINTED_KEYS(KEY)                                                                                             \
    KEY(PRINTED, LOWER, "pS") KEY(PRINTED, TITLE, "title") KEY(PRINTED, LAYOUTS, "layouts")                           \
    KEY(PRINTED, LAYOUT_ROOM, "layout_room") KEY(PRINTED, NAMES, "names") KEY(PRINTED, NAME_COUNT, "name_count")      \
    KEY(PRINTED, MEMBERS, "members") KEY(PRINTED, TABLE_COUNT, "member_count")  KEY(PRINTED, RUNS, "runs")            \
    KEY(PRINTED, RUN_COUNT, "run_count")
#define PRINTED_LAYOUT_KEYS(KEY)                                                                                      \
    KEY(PRINTED_LAYOUT, TITLE, "title") KEY(PRINTED_LAYOUT, FIRST, "first") KEY(PRINTED_LAYOUT, COUNT, "count")
#define PRINTED_MEMBER_KEYS(KEY)                                                                                      \
    KEY(PRINTED_MEMBER, NAME, "name") KEY(PRINTED_MEMBER, RECORD, "T") KEY(PRINTED_MEMBER, VALUES, "E")               \
    KEY(PRINTED_MEMBER, OFFSET, "offset") KEY(PRINTED_MEMBER, SIZE, "size") KEY(PRINTED_MEMBER, COUNT, "count")       \
    KEY(PRINTED_MEMBER, COLUMNS, "columns") KEY(PRINTED_MEMBER, KIND, "kind") KEY(PRINTED_MEMBER, BIT, "bit")         \
    KEY(PRINTED_MEMBER, WIDTH, "width") KEY(PRINTED_MEMBER, TYPE, "type") KEY(PRINTED_MEMBER, SHOW, "show")           \
    KEY(PRINTED_MEMBER, IS_SCALAR, "is_scalar") KEY(PRINTED_MEMBER, IS_BITS, "is_bits")                               \
    KEY(PRINTED_MEMBER, IS_RECORD, "is_record") KEY(PRINTED_MEMBER, IS_OTHER, "is_other")
#define STRUCTURE_KEYS(KEY)                                                                                           \
    KEY(STRUCTURE, NAME, "S") KEY(STRUCTURE, LOWER, "pS") KEY(STRUCTURE, UPPER, "PS") KEY(STRUCTURE, TITLE, "title")  \
    KEY(STRUCTURE, DOC, "doc") KEY(STRUCTURE, IS_UNION, "is_union") KEY(STRUCTURE, LAYOUTS, "layouts")                \
    KEY(STRUCTURE, ALIASES, "aliases")
#define STRUCTURE_LAYOUT_KEYS(KEY)                                                                                    \
    KEY(STRUCTURE_LAYOUT, LABEL, "label") KEY(STRUCTURE_LAYOUT, TITLE, "title") KEY(STRUCTURE_LAYOUT, SIZE, "size")   \
    KEY(STRUCTURE_LAYOUT, LEAST, "least") KEY(STRUCTURE_LAYOUT, ALIGN, "align")                                       \
    KEY(STRUCTURE_LAYOUT, SPANS, "spans") KEY(STRUCTURE_LAYOUT, MEMBERS, "members")
#define SPAN_KEYS(KEY)                                                                                                \
    KEY(SPAN, ARCH, "arch") KEY(SPAN, VERSIONS, "versions") KEY(SPAN, FROM, "from") KEY(SPAN, TO, "to")
#define STRUCTURE_MEMBER_KEYS(KEY)                                                                                    \
    KEY(STRUCTURE_MEMBER, NAME, "M") KEY(STRUCTURE_MEMBER, TITLE, "title") KEY(STRUCTURE_MEMBER, TYPE, "type")        \
    KEY(STRUCTURE_MEMBER, DOC, "doc") KEY(STRUCTURE_MEMBER, REMARK, "remark")                                         \
    KEY(STRUCTURE_MEMBER, OFFSET, "offset") KEY(STRUCTURE_MEMBER, SIZE, "size")                                       \
    KEY(STRUCTURE_MEMBER, BYTES, "bytes") KEY(STRUCTURE_MEMBER, BITS, "bits")                                         \
    KEY(STRUCTURE_MEMBER, COUNT, "count") KEY(STRUCTURE_MEMBER, COLUMNS, "columns")                                   \
    KEY(STRUCTURE_MEMBER, IS_OPEN, "is_open") KEY(STRUCTURE_MEMBER, IS_UNSIGNED, "is_unsigned")                       \
    KEY(STRUCTURE_MEMBER, IS_SIGNED, "is_signed") KEY(STRUCTURE_MEMBER, IS_POINTER, "is_pointer")                     \
    KEY(STRUCTURE_MEMBER, IS_FLOAT, "is_float") KEY(STRUCTURE_MEMBER, IS_BYTES, "is_bytes")                           \
    KEY(STRUCTURE_MEMBER, RECORD, "record")                                                                           \
    KEY(STRUCTURE_MEMBER, BIT_FIELD, "bit_field") KEY(STRUCTURE_MEMBER, IS_INVENTED, "is_invented")                   \
    KEY(STRUCTURE_MEMBER, PROVENANCE, "provenance")
#define NESTED_KEYS(KEY) KEY(NESTED, NAME, "S") KEY(NESTED, LABEL, "label")
#define BIT_FIELD_KEYS(KEY)                                                                                           \
    KEY(BIT_FIELD, BIT, "bit") KEY(BIT_FIELD, WIDTH, "width") KEY(BIT_FIELD, MASK, "mask")
#define BUNDLE_PARTS_KEYS(KEY)                                                                                        \
    KEY(BUNDLE_PARTS, RUNTIME, "runtime") KEY(BUNDLE_PARTS, DECLARATIONS, "declarations")                             \
    KEY(BUNDLE_PARTS, IS_COMPACT, "is_compact")                                                                       \
    KEY(BUNDLE_PARTS, CHECKS, "checks") KEY(BUNDLE_PARTS, PRINTERS, "printers") KEY(BUNDLE_PARTS, IDENTITIES, "kernels")
#define BUNDLE_KEYS(KEY)                                                                                              \
    KEY(BUNDLE, IS_COMPACT, "is_compact")                                                                             \
    KEY(BUNDLE, TOOL, "tool") KEY(BUNDLE, UPPER, "P") KEY(BUNDLE, SOURCES, "sources") KEY(BUNDLE, ARCHES, "arches")   \
    KEY(BUNDLE, MARK, "mark") KEY(BUNDLE, TEXT, "text") KEY(BUNDLE, PRINTER, "printer")

#define SHAPES(SHAPE)                                                                                                 \
    SHAPE(FILE) SHAPE(INCLUDE) SHAPE(ARCH) SHAPE(VERSION) SHAPE(NAMED) SHAPE(CONSTANT) SHAPE(ENUM) SHAPE(ENUM_VALUE)  \
    SHAPE(ENUM_CONSTANT) SHAPE(ROW) SHAPE(RECORD) SHAPE(MEMBER) SHAPE(ACCESS) SHAPE(INNER) SHAPE(ALIAS)               \
    SHAPE(STRING) SHAPE(POINTER) SHAPE(LINK)                                                                          \
    SHAPE(BASE_ROW) SHAPE(WRAPPED) SHAPE(LAYOUT) SHAPE(ANSWER) SHAPE(FOUND) SHAPE(LETTERS) SHAPE(GRADE_ROW)           \
    SHAPE(LINE) SHAPE(IS_LINK)                                                                                        \
    SHAPE(RULE) SHAPE(EVENT) SHAPE(MARKER) SHAPE(HEADER)                                                              \
    SHAPE(COUNTER) SHAPE(EXTRA) SHAPE(CHECKED) SHAPE(PLAIN) SHAPE(FIELD) SHAPE(PADDING) SHAPE(DECLARED) SHAPE(UNION)  \
    SHAPE(PLACED) SHAPE(ASSERT) SHAPE(PRINTED) SHAPE(PRINTED_LAYOUT) SHAPE(PRINTED_MEMBER)                            \
    SHAPE(STRUCTURE) SHAPE(STRUCTURE_LAYOUT) SHAPE(SPAN) SHAPE(STRUCTURE_MEMBER) SHAPE(NESTED) SHAPE(BIT_FIELD)       \
    SHAPE(BUNDLE_PARTS) SHAPE(BUNDLE) SHAPE(EVIDENCE) SHAPE(SIGHTING) SHAPE(IDENTITY)                                 \
    SHAPE(RELEASE) SHAPE(RELEASE_LIST) SHAPE(GLOBAL) SHAPE(ADDRESS) SHAPE(COMPACT) SHAPE(SEGMENT)

#define KEY_NUMBER(KIND, KEY, text) KIND##_##KEY,
#define SHAPE_KEYS(KIND) enum { KIND##_KEYS(KEY_NUMBER) KIND##_KEY_COUNT };
SHAPES(SHAPE_KEYS)

#define SHAPE_NUMBER(KIND) SHAPE_##KIND,
enum shape_number { SHAPES(SHAPE_NUMBER) SHAPE_COUNT };

struct context_shapes {
    const struct shape *shapes[SHAPE_COUNT];
};

/* True if a declaration of file `owner` is chosen and is part of the output of a file. */
static inline bool context_takes(const struct render *render, size_t file_index, size_t owner, const void *declared)
{
    return (file_index == CONTEXT_EVERY_FILE || file_index == owner) && choice_has(render->choice, declared);
}

/* Iterate over the declarations of a file in the order of the model. The first function returns the index of the first
 * declaration, the second one the index of the next. Both return SIZE_MAX or the number of declarations at the end. */
static inline size_t context_first(const struct context_chain *chain, size_t file_index)
{
    return file_index == CONTEXT_EVERY_FILE ? 0 : chain->first[file_index];
}

static inline size_t context_next(const struct context_chain *chain, size_t file_index, size_t index)
{
    return file_index == CONTEXT_EVERY_FILE ? index + 1 : chain->next[index];
}

/* True if a member is an integer in some layouts and a float in others. Its floats then have a line of their own. */
bool context_has_float_line(const struct plan_member *member);

/* True if a position in a spec belongs to the output of a file. */
bool context_is_in_file(const struct render *render, size_t file_index, struct span span);

/* True if the record with that index is part of the output of a file. */
static inline bool context_takes_record(const struct render *render, size_t file_index, size_t index)
{
    const struct record *record = render->model->records[index];
    return context_takes(render, file_index, record->file_index, record);
}

/* context_tables.c: returns a text in lines that leave room for `indent` columns on a line of a header. */
struct value context_wrap(const struct render *render, const char *text, size_t size, size_t indent);

/* context_names.c: gives all chosen declarations their names in C. Reports a declaration that gets another name as
 * [renamed], and a clash of names that cannot change as [collision]. */
void context_settle_names(struct render *render);

/* Returns the name in C of a type, member, enumerator, constant or event; `name` is its name in the spec. */
const char *context_name(const struct render *render, const void *declared, const char *name);

/* Returns the include of the header of kind `kind` of file `used`, in a header of file `owner`. The headers of shipped
 * specs are on the include path. */
struct value context_include(const struct render *render, size_t owner, size_t used, const char *kind);

/* Returns the include guard without the prefix: "ETW_WMI_RESOURCE_H". */
const char *context_guard(const struct render *render, size_t file_index, const char *kind);

/* Return the beginning of a record's identifiers: "strata_WMI_RESOURCE", "STRATA_WMI_RESOURCE". */
struct value context_lower(const struct render *render, const struct plan *plan);
struct value context_upper(const struct render *render, const struct plan *plan);

/* Returns an object of that shape whose values are all null. */
struct object *context_object(const struct render *render, enum shape_number shape);

/* Returns the number as 0x and hexadecimal digits. */
struct value context_hex(const struct render *render, uint64_t number);

/* Returns an object with the values that all outputs of a file have. `kind` is "", "_assert", "_print" or
 * "_identity". */
struct object *context_file(const struct render *render, size_t file_index, const char *kind);

/* Returns the records of a file. Each record is made when it is rendered. */
struct value context_records(const struct render *render, size_t file_index,
                             struct value (*make)(const struct render *render, const struct plan *plan));

/* Returns the aliases of a record: names of releases on architectures, each with its layout. */
struct value context_aliases(const struct render *render, const struct plan *plan);

/* context_release.c: finds the names of releases. Call it before the functions below. */
void context_find_releases(struct render *render);

/* Return the releases that a file declares, and the includes of the headers that declare releases, for a header of that
 * file. */
struct value context_releases(const struct render *render, size_t file_index);
struct value context_release_includes(const struct render *render, size_t file_index);

/* Return the lists of a record's layouts by release, and the aliases of a record that are full builds. */
struct value context_release_lists(const struct render *render, const struct plan *plan);
struct value context_labels(const struct render *render, const struct plan *plan);

/* Returns the position of the release or point that has a name in C; {0, 0} if there is none. */
struct span context_release_span(const struct render *render, const char *name);

/* context_enum.c: return the enumerations of a file, with and without their constants. Headers define the constants,
 * and printers need only the tables. */
struct value context_enums(const struct render *render, size_t file_index);
struct value context_enum_tables(const struct render *render, size_t file_index);

/* Returns the suffixes of an enumerator's constants: an empty one if the value never changes, else one for each range
 * of versions. */
const char *const *context_enum_labels(const struct render *render, const struct enumerator *enumerator,
                                       size_t *count);

/* Returns a row for a range of values in a range of versions, on the arches of a bit set. Tables of enumerations and of
 * accepted values have such rows. */
struct object *context_row(const struct render *render, uint64_t low, uint64_t high, struct version_range in,
                           uint64_t arches);

/* Returns the number of rows in an enumeration's table. */
size_t context_enum_row_count(const struct render *render, const struct enumeration *enumeration);

/* context_rules.c: adds the rules for `validate` to a record's object. */
void context_rules(const struct render *render, const struct plan *plan, struct object *object);

/* context_rules.c: true if a file has an enumeration or a member with values to look up or to check: its header needs
 * strata_values.h. */
bool context_has_values(const struct render *render, size_t file_index);

/* context_tables.c: sets the line of a member, by which calls of the runtime name it, and its other lines. `is_plain`:
 * the lines are those of a plain bundle. */
void context_lines(const struct render *render, const struct plan *plan, const struct plan_member *member,
                   bool is_plain, struct object *object);

/* The type that a member points to, after all stars of its declaration. */
struct context_pointee {
    unsigned stars;          /* fewest stars of a row; 0: no row yet */
    const struct type *type; /* NULL if the rows differ or the type is not declared */
};

/* context_tables.c: finds the type that a member points to on the chosen arches. Returns false unless the member exists
 * there and all its rows are pointers to data. */
bool context_find_pointee(const struct render *render, const struct member *member, struct context_pointee *pointee);

/* context_tables.c: returns the record that a member points to, or NULL. */
const struct record *context_find_pointed(const struct render *render, const struct member *member);

/* context_tables.c: sets the tables of a record: layouts, words and grades. */
void context_tables(const struct render *render, const struct plan *plan, struct object *object);

/* context_record.c: return the suffix and the tag of a member's view of a record type. The suffix is empty if the
 * member has views of only one type. The tag is the one in slots. */
const char *context_inner_suffix(const struct render *render, const struct plan_member *member, unsigned number);
struct value context_inner_tag(const struct render *render, unsigned number, bool array);

/* context_evidence.c: return the trees of a file, and set the tree and the answers of a record. */
struct value context_evidences(const struct render *render, size_t file_index);
void context_evidence(const struct render *render, const struct plan *plan, struct object *object);

/* context_evidence.c: finds the points of the trees of all files. Call it before anything is rendered. */
void context_find_timelines(struct render *render);

/* context_tables.c: sets the answers of a record at the points of its tree. */
void context_answers(const struct render *render, const struct plan *plan, const struct timeline *timeline,
                     struct object *object);

/* context_tables.c: returns a text as lines of C strings. If the text is longer than C99 compilers must accept, returns
 * lines of numbers instead. */
struct value context_letters(const struct render *render, const char *text, size_t size);

/* context_event.c: return the events of a file, its records that are headers of events, and its chosen globals that
 * have an address on a chosen arch. */
struct value context_events(const struct render *render, size_t file_index);
struct value context_event_headers(const struct render *render, size_t file_index);
struct value context_globals(const struct render *render, size_t file_index);

/* The first function returns the path of a member that counts items after a header, with `separator` between its names.
 * The second one returns true if no earlier item of the header has the same member. */
const char *context_counter_name(const struct render *render, const struct header_part *extra, const char *separator);
bool context_counter_is_first(const struct event_header *header, size_t index);

#endif
