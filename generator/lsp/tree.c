#include "lsp/tree.h"

#include <string.h>

#include "base/file.h"
#include "base/json.h"

enum { DEPTH_MOST = 200, VALUES_MOST = 500 * 1000 };

bool tree_load(struct tree_library *library)
{
    const struct file_wanted wanted[] = {
        {"yajl_tree_parse", &library->parse},
        {"yajl_tree_free", &library->release},
    };
    return file_find_functions(json_reader_libraries, wanted, sizeof wanted / sizeof *wanted);
}

/* Skips a string. Returns its closing quote, or the end of the text. Replaces a NUL in it by U+FFFD, because texts of
 * yajl end at a NUL. */
static char *skip_string(char *at, const char *end)
{
    for (at++; at < end && *at != '"'; at++) {
        if (*at != '\\' || at + 1 == end)
            continue;
        if (end - at > 5 && !memcmp(at, "\\u0000", 6))
            memcpy(at, "\\ufffd", 6);
        at++;
    }
    return at;
}

/* True if the text has no NUL, and neither too many values nor too many levels. */
static bool is_within_limits(char *text, size_t size)
{
    size_t depth = 0, values = 1;
    const char *end = text + size;
    for (char *at = text; at < end; at++) {
        if (*at == '"')
            at = skip_string(at, end);
        else if (*at == '{' || *at == '[')
            depth++;
        else if (*at == '}' || *at == ']')
            depth -= depth > 0;
        values += at < end && strchr("{[,:", *at) != NULL;
        if (depth > DEPTH_MOST || values > VALUES_MOST)
            return false;
    }
    return !memchr(text, '\0', size);
}

yajl_val tree_parse(const struct tree_library *library, char *text, size_t size)
{
    char error[256]; /* yajl needs the buffer even if nobody reads the message */
    return is_within_limits(text, size) ? library->parse(text, error, sizeof error) : NULL;
}

/* Returns the value of a key in an object. The key has `length` bytes. */
static yajl_val find_key(yajl_val tree, const char *key, size_t length)
{
    if (!YAJL_IS_OBJECT(tree))
        return NULL;
    for (size_t i = 0; i < tree->u.object.len; i++)
        if (!strncmp(tree->u.object.keys[i], key, length) && !tree->u.object.keys[i][length])
            return tree->u.object.values[i];
    return NULL;
}

yajl_val tree_get(yajl_val tree, const char *path)
{
    while (*path && tree) {
        size_t length = strcspn(path, ".");
        tree = find_key(tree, path, length);
        path += length;
        path += *path == '.';
    }
    return tree;
}

const char *tree_text(yajl_val tree, const char *path)
{
    return YAJL_GET_STRING(tree_get(tree, path));
}

size_t tree_count(yajl_val tree, const char *path)
{
    yajl_val array = tree_get(tree, path);
    return YAJL_IS_ARRAY(array) ? array->u.array.len : 0;
}

yajl_val tree_item(yajl_val tree, const char *path, size_t index)
{
    return tree_get(tree, path)->u.array.values[index];
}

bool tree_is_true(yajl_val tree, const char *path)
{
    return YAJL_IS_TRUE(tree_get(tree, path));
}

bool tree_number(yajl_val tree, const char *path, uint32_t *number)
{
    yajl_val value = tree_get(tree, path);
    if (!YAJL_IS_INTEGER(value))
        return false;
    long long integer = YAJL_GET_INTEGER(value);
    *number = integer < 0 ? 0 : integer > INT32_MAX ? (uint32_t)INT32_MAX : (uint32_t)integer;
    return true;
}

bool tree_has_text(yajl_val tree, const char *path, const char *text)
{
    for (size_t i = 0; i < tree_count(tree, path); i++) {
        const char *item = YAJL_GET_STRING(tree_item(tree, path, i));
        if (item && !strcmp(item, text))
            return true;
    }
    return false;
}
