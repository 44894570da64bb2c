#include "lznt1.h"

/* The data are in chunks, which know nothing of each other. Each begins with two bytes: its size, a signature, and
 * whether it is compressed at all. */
#define CHUNK_START 2
#define CHUNK_SIZE 0x0FFF /* this and the bits below: the bytes behind the start, less one */
#define CHUNK_SIGNATURE 0x7000
#define CHUNK_SIGNED 0x3000
#define CHUNK_COMPRESSED 0x8000u
#define CHUNK_ROOM 4096

/* Input and output of one chunk, or of a part of it. */
struct chunk {
    const unsigned char *at, *end;
    unsigned char *out;
    size_t room, made;
};

static unsigned number(const unsigned char *bytes)
{
    return bytes[0] | (unsigned)bytes[1] << 8;
}

/* Copies a match: 1 unless it reaches before the chunk. It may overlap what it makes. How many of its 16 bits are the
 * distance, and not the length, depends on how far back there is anything. */
static int copy_back(struct chunk *chunk)
{
    unsigned match, length_bits = 12;
    size_t length, back;

    if (chunk->end - chunk->at < 2)
        return 0;
    match = number(chunk->at);
    chunk->at += 2;
    while (length_bits > 4 && (size_t)1 << (16 - length_bits) < chunk->made)
        length_bits--;
    length = (match & ((1u << length_bits) - 1)) + 3;
    back = (match >> length_bits) + 1;
    if (back > chunk->made)
        return 0;
    if (length > chunk->room - chunk->made)
        length = chunk->room - chunk->made;
    for (; length > 0; length--, chunk->made++)
        chunk->out[chunk->made] = chunk->out[chunk->made - back];
    return 1;
}

/* 1 unless the chunk is damaged. */
static int expand_chunk(struct chunk *chunk)
{
    unsigned flags = 0, left = 0;

    while (chunk->at < chunk->end && chunk->made < chunk->room) {
        if (left == 0) {
            flags = *chunk->at++;
            left = 8;
            continue;
        }
        if (!(flags & 1))
            chunk->out[chunk->made++] = *chunk->at++;
        else if (!copy_back(chunk))
            return 0;
        flags >>= 1;
        left--;
    }
    return 1;
}

static void copy_chunk(struct chunk *chunk)
{
    while (chunk->at < chunk->end && chunk->made < chunk->room)
        chunk->out[chunk->made++] = *chunk->at++;
}

int lznt1_expand(const unsigned char *in, size_t size, unsigned char *out, size_t room, size_t *made)
{
    *made = 0;
    while (*made < room) {
        struct chunk chunk = {0};
        unsigned start;
        size_t length;
        int whole = 1;

        if (size < CHUNK_START)
            return 0;
        start = number(in);
        length = (start & CHUNK_SIZE) + 1;
        if ((start & CHUNK_SIGNATURE) != CHUNK_SIGNED)
            return 0;
        in += CHUNK_START;
        size -= CHUNK_START;
        chunk.at = in;
        chunk.end = in + (length < size ? length : size);
        chunk.out = out + *made;
        chunk.room = room - *made < CHUNK_ROOM ? room - *made : CHUNK_ROOM;
        if (start & CHUNK_COMPRESSED)
            whole = expand_chunk(&chunk);
        else
            copy_chunk(&chunk);
        *made += chunk.made;
        if (!whole)
            return 0;
        if (length > size)
            return *made == room;
        in += length;
        size -= length;
    }
    return 1;
}
