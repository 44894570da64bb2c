/*
 * Reads the JSON of a message as yajl's tree.
 *
 * A message may come from anywhere, so its depth and the number of its values are limited before yajl sees it: yajl
 * frees a tree by recursion.
 */
#ifndef LSP_TREE_H
#define LSP_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <yajl/yajl_tree.h>

/* The functions of yajl that are used. */
struct tree_library {
    yajl_val (*parse)(const char *text, char *error, size_t size);
    void (*release)(yajl_val tree);
};

/* Loads yajl; false if it is missing. */
bool tree_load(struct tree_library *library);

/* Parses `size` bytes, which a NUL follows and which it may change. Returns NULL if they are no JSON, or exceed a
 * limit. The caller calls `release`. */
yajl_val tree_parse(const struct tree_library *library, char *text, size_t size);

/* Returns the value at a path of keys, as "textDocument.uri"; NULL if there is none. */
yajl_val tree_get(yajl_val tree, const char *path);

/* Return the text, or the number of elements, at a path; NULL or 0 if there is none. `path` may be empty. */
const char *tree_text(yajl_val tree, const char *path);
size_t tree_count(yajl_val tree, const char *path);

/* Returns an element of the array at a path, which has more. */
yajl_val tree_item(yajl_val tree, const char *path, size_t index);

/* True if the value at a path is true. */
bool tree_is_true(yajl_val tree, const char *path);

/* Sets a number of at least 0 and at most 2^31 - 1; false if there is none. Other integers become the nearest of
 * these. */
bool tree_number(yajl_val tree, const char *path, uint32_t *number);

/* True if the array at a path has a text. */
bool tree_has_text(yajl_val tree, const char *path, const char *text);

#endif
