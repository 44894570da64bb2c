/* LZNT1 of [MS-XCA] 2.5, in which trace buffers may be compressed. */
#ifndef LZNT1_H
#define LZNT1_H

#include <stddef.h>

/*
 * Expands `size` bytes at `in` into `out`, until that has `room` bytes or the input ends, and says in *made how many
 * bytes it has now. 1: the room is full. 0: the input ended before, or is damaged; what was made of it until then is
 * there. Reads and writes nothing else.
 */
int lznt1_expand(const unsigned char *in, size_t size, unsigned char *out, size_t room, size_t *made);

#endif
