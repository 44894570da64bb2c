/*
 * expand_test: the examples of [MS-XCA] 3, each form of a length, and damage.
 * expand_test lz77|lznt1 FILE ROOM: expands it to standard output.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lz77.h"
#include "lznt1.h"

static int (*expand)(const unsigned char *in, size_t size, unsigned char *out, size_t room, size_t *made);
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
    right = expand(in, size, out, room, &made) == whole && made == length && memcmp(out, text, length) == 0;
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

static void check_lznt1(void)
{
    static const unsigned char song[] = "F# F# G A A G F# E D D E F# F# E E F# F# G A A G F# E D D E F# E D D E E F# D "
                                        "E F# G F# D E F# G F# E D E A F# F# G A A G F# E D D E F# E D D";
    static const unsigned char packed[] = {
        0x38, 0xB0, 0x88, 0x46, 0x23, 0x20, 0x00, 0x20, 0x47, 0x20, 0x41, 0x00, 0x10, 0xA2, 0x47, 0x01, 0xA0,
        0x45, 0x20, 0x44, 0x00, 0x08, 0x45, 0x01, 0x50, 0x79, 0x00, 0xC0, 0x45, 0x20, 0x05, 0x24, 0x13, 0x88,
        0x05, 0xB4, 0x02, 0x4A, 0x44, 0xEF, 0x03, 0x58, 0x02, 0x8C, 0x09, 0x16, 0x01, 0x48, 0x45, 0x00, 0xBE,
        0x00, 0x9E, 0x00, 0x04, 0x01, 0x18, 0x90, 0x00};
    static const unsigned char run[] = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";

    CHECK(gives_all(packed, sizeof packed, song, sizeof song));
    CHECK(needs_all(packed, sizeof packed, song, sizeof song));
    CHECK(gives_all("\x03\xB0\2a\x0F\0", 6, run, 19));
    CHECK(gives_all("\x06\xB0\6a\x0C\0\x0F\0", 8, run, 16 + 18)); /* 16 bytes there, then 4 bits of distance yet */
    CHECK(gives_all("\x06\xB0\6a\x0D\0\x0F\0", 8, run, 17 + 18)); /* 17: 5 bits */
    CHECK(gives_all("\2\x30" "aaa\3\xB0\2a\2\0\0\0", 13, run, 9)); /* one as it was, another, and the end */
    CHECK(refuses("\0", 1, 0));
    CHECK(refuses("\3\xA0\2a\0\0", 6, 0));             /* no signature */
    CHECK(refuses("\3\xB0\2a\0\x10", 6, 1));           /* a match of what is not there */
    CHECK(refuses("\0\x30" "a\3\xB0\1\0\0\0", 9, 1)); /* nor in another chunk */
    CHECK(refuses("\2\xB0\2a\0", 5, 1));                /* half a match */
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
    whole = expand(in, size, out, room, &made);
    fwrite(out, 1, made, stdout);
    return whole ? 0 : 1;
}

int main(int argc, char **argv)
{
    if (argc == 4) {
        expand = strcmp(argv[1], "lznt1") == 0 ? lznt1_expand : lz77_expand;
        return expand_file(argv[2], (size_t)strtoul(argv[3], NULL, 10));
    }
    expand = lz77_expand;
    check_examples();
    check_lengths();
    check_damage();
    expand = lznt1_expand;
    check_lznt1();
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
