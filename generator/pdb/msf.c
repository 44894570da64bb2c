#include "pdb/msf.h"

#include <string.h>

#include "base/arena.h"
#include "pdb/little.h"

/* Limits for the size of a block in bytes. */
enum { BLOCK_LEAST = 512, BLOCK_MOST = 65536 };

#define NO_STREAM UINT32_MAX

/* Offsets of the numbers after the magic: size of a block, free block map, number of blocks, size of the directory,
 * unused, block that lists the blocks of the directory. */
enum { AT_BLOCK_SIZE = 32, AT_BLOCK_COUNT = 40, AT_DIRECTORY_SIZE = 44, AT_DIRECTORY_MAP = 52, HEADER_SIZE = 56 };

struct msf {
    struct arena *arena;
    const uint8_t *bytes;
    size_t size;
    uint32_t block_size, block_count;
    uint32_t stream_count;
    const uint8_t *sizes;        /* sizes of the streams, in the directory: 32 bits each */
    const uint8_t **block_lists; /* for each stream: the list of its blocks in the directory */
};

static uint64_t count_blocks(const struct msf *msf, uint64_t size)
{
    return (size + msf->block_size - 1) / msf->block_size;
}

/* Returns `size` bytes that lie in the listed blocks; NULL if a block does not exist. Blocks that follow one another
 * are not copied. */
static const uint8_t *join_blocks(const struct msf *msf, const uint8_t *list, size_t size)
{
    size_t count = (size_t)count_blocks(msf, size);
    bool is_joined = true;
    for (size_t i = 0; i < count; i++) {
        uint32_t block = little_u32(list + 4 * i);
        if (block >= msf->block_count)
            return NULL;
        is_joined = is_joined && block == little_u32(list) + i;
    }
    if (is_joined)
        return count ? msf->bytes + (size_t)little_u32(list) * msf->block_size : msf->bytes;
    uint8_t *joined = arena_alloc(msf->arena, size);
    for (size_t i = 0; i < count; i++) {
        size_t at = i * msf->block_size, rest = size - at;
        memcpy(joined + at, msf->bytes + (size_t)little_u32(list + 4 * i) * msf->block_size,
               rest < msf->block_size ? rest : msf->block_size);
    }
    return joined;
}

/* Finds the lists of the streams in the directory: the number of streams, a size for each, then the blocks of each. */
static bool read_directory(struct msf *msf, const uint8_t *directory, size_t size)
{
    if (size < 4 || little_u32(directory) > (size - 4) / 4)
        return false;
    msf->stream_count = little_u32(directory);
    msf->sizes = directory + 4;
    msf->block_lists = ARENA_ARRAY(msf->arena, const uint8_t *, msf->stream_count);
    uint64_t at = 4 + 4 * (uint64_t)msf->stream_count;
    for (uint32_t i = 0; i < msf->stream_count; i++) {
        uint32_t stream = little_u32(msf->sizes + 4 * (size_t)i);
        uint64_t blocks = stream == NO_STREAM ? 0 : count_blocks(msf, stream);
        if (at > size || blocks > (size - at) / 4)
            return false;
        msf->block_lists[i] = directory + at;
        at += 4 * blocks;
    }
    return true;
}

/* True if the numbers of the header make sense. */
static bool read_header(struct msf *msf)
{
    if (msf->size < HEADER_SIZE)
        return false;
    msf->block_size = little_u32(msf->bytes + AT_BLOCK_SIZE);
    msf->block_count = little_u32(msf->bytes + AT_BLOCK_COUNT);
    return msf->block_size >= BLOCK_LEAST && msf->block_size <= BLOCK_MOST &&
           !(msf->block_size & (msf->block_size - 1));
}

struct msf *msf_open(struct arena *arena, const void *bytes, size_t size, const char **error)
{
    struct msf *msf = ARENA_NEW(arena, struct msf);
    *msf = (struct msf){.arena = arena, .bytes = bytes, .size = size};
    *error = "its header is damaged";
    if (!read_header(msf))
        return NULL;
    *error = "it is cut short: it has fewer blocks than its header says";
    if (msf->block_count > size / msf->block_size)
        return NULL;
    *error = "its directory is damaged";
    uint64_t directory_size = little_u32(msf->bytes + AT_DIRECTORY_SIZE);
    uint64_t map = (uint64_t)little_u32(msf->bytes + AT_DIRECTORY_MAP) * msf->block_size;
    if (directory_size > size || map > size || 4 * count_blocks(msf, directory_size) > size - map)
        return NULL;
    const uint8_t *directory = join_blocks(msf, msf->bytes + map, (size_t)directory_size);
    if (!directory || !read_directory(msf, directory, (size_t)directory_size))
        return NULL;
    return msf;
}

const uint8_t *msf_stream(const struct msf *msf, uint32_t index, size_t *size)
{
    *size = 0;
    uint32_t stream = index < msf->stream_count ? little_u32(msf->sizes + 4 * (size_t)index) : NO_STREAM;
    if (stream == NO_STREAM)
        return msf->bytes;
    *size = stream;
    return stream <= msf->size ? join_blocks(msf, msf->block_lists[index], stream) : NULL;
}
