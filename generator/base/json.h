/*
 * Writes JSON to a buffer. The writer adds the commas. The caller opens and closes brackets in pairs.
 */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buffer;

/* File names of yajl, the library that reads JSON; NULL at the end. See file_find_functions. */
extern const char *const json_reader_libraries[];

/* A JSON text that is being written. Begin with {out, false}. */
struct json {
    struct buffer *out;
    bool comma; /* a value precedes at this level */
};

/* Open and close objects and arrays, and write keys and values. `bracket` is one character. */
void json_open(struct json *json, char bracket);  /* '{' or '[' */
void json_close(struct json *json, char bracket); /* '}' or ']' */
void json_key(struct json *json, const char *key);
void json_number(struct json *json, uint64_t number);
void json_signed(struct json *json, bool is_negative, uint64_t magnitude);
void json_null(struct json *json);

/* Writes `size` bytes as a string. Bytes that are not UTF-8 become U+FFFD. */
void json_string(struct json *json, const char *bytes, size_t size);

/* Writes a value that is JSON already. */
void json_raw(struct json *json, const char *text);

/* Writes a NUL-terminated string, or null for NULL. */
void json_text(struct json *json, const char *text);

/* Write a key and its value. json_member_open writes the opening bracket of an object or array. */
void json_member_open(struct json *json, const char *key, char bracket);
void json_member_text(struct json *json, const char *key, const char *text);
void json_member_number(struct json *json, const char *key, uint64_t number);
void json_member_bool(struct json *json, const char *key, bool value);

#endif
