#include "lz77.h"

#include <stdint.h>

/* The position in the input. The high half of the byte at `shared` belongs to the next match that needs one. */
struct input {
    const unsigned char *at, *end, *shared;
};

/* A little-endian number of `bytes` bytes. 0 when the input does not have them. */
static int take(struct input *in, unsigned bytes, uint32_t *value)
{
    unsigned i;

    if ((size_t)(in->end - in->at) < bytes)
        return 0;
    *value = 0;
    for (i = 0; i < bytes; i++)
        *value |= (uint32_t)in->at[i] << 8 * i;
    in->at += bytes;
    return 1;
}

/* Four bits: the low half of a new byte, or the high half of the last one that this was done with. */
static int take_half(struct input *in, uint32_t *value)
{
    if (in->shared) {
        *value = (uint32_t)*in->shared >> 4;
        in->shared = NULL;
        return 1;
    }
    if (!take(in, 1, value))
        return 0;
    in->shared = in->at - 1;
    *value &= 15;
    return 1;
}

/* The length of a match whose three bits are `low`. Each form holds what the form before it has no room for. */
static int take_length(struct input *in, uint32_t low, size_t *length)
{
    uint32_t more = 0;

    *length = (size_t)low + 3;
    if (low < 7)
        return 1;
    if (!take_half(in, &more))
        return 0;
    *length = (size_t)more + 7 + 3;
    if (more < 15)
        return 1;
    if (!take(in, 1, &more))
        return 0;
    *length = (size_t)more + 15 + 7 + 3;
    if (more < 255)
        return 1;
    if (!take(in, 2, &more) || (more == 0 && !take(in, 4, &more)) || more < 15 + 7)
        return 0;
    *length = (size_t)more + 3;
    return 1;
}

/* Copies a match: 1 unless it reaches before what there is. It may overlap what it makes. */
static int copy_match(struct input *in, unsigned char *out, size_t room, size_t *made)
{
    uint32_t match;
    size_t length, back;

    if (!take(in, 2, &match) || !take_length(in, match & 7, &length))
        return 0;
    back = (match >> 3) + 1;
    if (back > *made)
        return 0;
    if (length > room - *made)
        length = room - *made;
    for (; length > 0; length--, ++*made)
        out[*made] = out[*made - back];
    return 1;
}

int lz77_expand(const unsigned char *in, size_t size, unsigned char *out, size_t room, size_t *made)
{
    struct input input = {in, in + size, NULL};
    uint32_t flags = 0, literal;
    unsigned left = 0;

    *made = 0;
    while (*made < room) {
        if (left == 0) {
            if (!take(&input, 4, &flags))
                return 0;
            left = 32;
        }
        left--;
        if (flags >> left & 1) {
            if (!copy_match(&input, out, room, made))
                return 0;
        } else {
            if (!take(&input, 1, &literal))
                return 0;
            out[(*made)++] = (unsigned char)literal;
        }
    }
    return 1;
}
