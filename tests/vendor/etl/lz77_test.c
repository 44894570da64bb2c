/*
 * lz77_test: the examples of [MS-XCA] 3, each form of a length, and damage.
 * lz77_test FILE ROOM: expands it to standard output.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lz77.h"

static unsigned passed, failed;

#define CHECK(condition)                                                                                              \
    do {                                                                                                              \
        if (condition) {                                                                                              \
            passed++;                                                                                                 \
        } else {                                                                                                      \
            failed++;                                                                                                 \
            printf("FAIL %s:%d: %s\n", __FILE__, __LINE__, #condition);                                               \
        }                                                                                                             \
    } while (0)

/* Expands from exactly `size` bytes of memory of its own into exactly `room`, so that a sanitizer sees every step
 * beyond. 1 if that is whole or not, as `whole` says, and gives `length` bytes that `text` begins with. */
static int gives(const void *bytes, size_t size, size_t room, int whole, const unsigned char *text, size_t length)
{
    unsigned char *in = malloc(size ? size : 1), *out = malloc(room ? room : 1);
    size_t made;
    int right;

    if (!in || !out)
        exit(2);
    memcpy(in, bytes, size);
    right = lz77_expand(in, size, out, room, &made) == whole && made == length && memcmp(out, text, length) == 0;
    free(in);
    free(out);
    return right;
}

/* 1 if it expands to `text`, whole, and to any beginning of it that there is room for. */
static int gives_all(const void *bytes, size_t size, const unsigned char *text, size_t length)
{
    size_t room;

    for (room = 0; room <= length; room += room < 64 || room + 64 > length ? 1 : 61)
        if (!gives(bytes, size, room, 1, text, room))
            return 0;
    return gives(bytes, size, length + 1, 0, text, length);
}

/* 1 if all of the input is needed for all of the text. */
static int needs_all(const void *bytes, size_t size, const unsigned char *text, size_t length)
{
    size_t cut, made = 0;

    for (cut = 0; cut < size; cut++) {
        while (made < length && !gives(bytes, cut, length, 0, text, made))
            made++;
        if (made == length)
            return 0;
    }
    return 1;
}

static void check_examples(void)
{
    static const unsigned char alphabet[] = "\x3F\0\0\0abcdefghijklmnopqrstuvwxyz";
    static const unsigned char hundred[] = {0xFF, 0xFF, 0xFF, 0x1F, 'a', 'b', 'c', 0x17, 0x00, 0x0F, 0xFF, 0x26, 0x01};
    unsigned char text[300];
    size_t i;

    for (i = 0; i < sizeof text; i++)
        text[i] = (unsigned char)('a' + i % 3);
    CHECK(gives_all(alphabet, sizeof alphabet - 1, alphabet + 4, 26));
    CHECK(needs_all(alphabet, sizeof alphabet - 1, alphabet + 4, 26));
    CHECK(gives_all(hundred, sizeof hundred, text, sizeof text));
    CHECK(needs_all(hundred, sizeof hundred, text, sizeof text));
}

/* An "a", and behind it matches of `length` more, written in the form that the bytes have. */
static int gives_run(const void *bytes, size_t size, size_t length)
{
    unsigned char in[32] = {0xFF, 0xFF, 0xFF, 0x7F, 'a'}, *text = malloc(length + 1);
    int right;

    if (!text)
        exit(2);
    memset(text, 'a', length + 1);
    memcpy(in + 5, bytes, size);
    right = gives_all(in, size + 5, text, length + 1) && needs_all(in, size + 5, text, length + 1);
    free(text);
    return right;
}

static void check_lengths(void)
{
    CHECK(gives_run("\x00\0", 2, 3));
    CHECK(gives_run("\x06\0", 2, 9));
    CHECK(gives_run("\x07\0\x00", 3, 10));
    CHECK(gives_run("\x07\0\x0E", 3, 24));
    CHECK(gives_run("\x07\0\x0F\x00", 4, 25));
    CHECK(gives_run("\x07\0\x0F\xFE", 4, 279));
    CHECK(gives_run("\x07\0\x0F\xFF\x16\x00", 6, 25));
    CHECK(gives_run("\x07\0\x0F\xFF\xFF\xFF", 6, 65538));
    CHECK(gives_run("\x07\0\x0F\xFF\x00\x00\x70\x11\x01\x00", 10, 70003));
    /* Two matches share a byte for their halves, and a third takes one of its own. */
    CHECK(gives_run("\x07\0\x21\x07\0\x07\0\x03", 8, 11 + 12 + 13));
    CHECK(gives_run("\x07\0\xF0\x07\0\x05\x07\0\x01", 9, 10 + 30 + 11));
}

/* 1 if it is refused after `good` bytes, which are "a"s. */
static int refuses(const void *bytes, size_t size, size_t good)
{
    return gives(bytes, size, 4096, 0, (const unsigned char *)"a", good);
}

static void check_damage(void)
{
    CHECK(refuses("", 0, 0));
    CHECK(refuses("\0\0\0\x80\x00\0", 6, 0));                             /* a match of what is not there */
    CHECK(refuses("\0\0\0\x40" "a\x08\0", 7, 1));                         /* one byte too far back */
    CHECK(refuses("\0\0\0\x40" "a\x07\0\x0F\xFF\x15\0", 11, 1));          /* a length that a shorter form has */
    CHECK(refuses("\0\0\0\x40" "a\x07\0\x0F\xFF\0\0\x15\0\0\0", 15, 1));
    CHECK(refuses("\0\0\0\x40" "a\x07\0\x0F\xFF\0\0\0\0\0\0", 15, 1));
    CHECK(!refuses("\0\0\0\x40" "a\x07\0\x0F\xFF\0\0\xFF\xFF\xFF\xFF", 15, 1)); /* more than there is room for */
}

static int expand_file(const char *name, size_t room)
{
    static unsigned char in[1 << 20], out[1 << 20];
    FILE *file = fopen(name, "rb");
    size_t made, size;
    int whole;

    if (!file || room > sizeof out)
        return 2;
    size = fread(in, 1, sizeof in, file);
    fclose(file);
    whole = lz77_expand(in, size, out, room, &made);
    fwrite(out, 1, made, stdout);
    return whole ? 0 : 1;
}

int main(int argc, char **argv)
{
    if (argc == 3)
        return expand_file(argv[1], (size_t)strtoul(argv[2], NULL, 10));
    check_examples();
    check_lengths();
    check_damage();
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
