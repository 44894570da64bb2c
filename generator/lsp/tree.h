/*
 * Parses the JSON of a message into a tree of yajl.
 *
 * A message may come from anyone. Its depth and the number of its values are limited before yajl parses it, because
 * yajl frees a tree by recursion.
 */
#ifndef LSP_TREE_H
#define LSP_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <yajl/yajl_tree.h>

/* The functions of yajl that the server uses. */
struct tree_library {
    yajl_val (*parse)(const char *text, char *error, size_t size);
    void (*release)(yajl_val tree);
};

/* Loads yajl. Returns false if it is missing. */
bool tree_load(struct tree_library *library);

/* Parses `size` bytes, which a NUL follows. The call may change them. Returns NULL if they are no JSON, or exceed a
 * limit. The caller calls `release` on the result. */
yajl_val tree_parse(const struct tree_library *library, char *text, size_t size);

/* Returns the value at a path of keys such as "textDocument.uri"; NULL if there is none. */
yajl_val tree_get(yajl_val tree, const char *path);

/* Return the text, or the number of elements of the array, at a path; NULL or 0 if there is none. `path` may be
 * empty. */
const char *tree_text(yajl_val tree, const char *path);
size_t tree_count(yajl_val tree, const char *path);

/* Returns an element of the array at a path. `index` must be less than the number of elements. */
yajl_val tree_item(yajl_val tree, const char *path, size_t index);

/* True if the value at a path is true. */
bool tree_is_true(yajl_val tree, const char *path);

/* Gets a number between 0 and 2^31 - 1. An integer outside of this range becomes the nearest of both. Returns false if
 * the value at the path is no integer. */
bool tree_number(yajl_val tree, const char *path, uint32_t *number);

/* True if a text is among the elements of the array at a path. */
bool tree_has_text(yajl_val tree, const char *path, const char *text);

#endif
