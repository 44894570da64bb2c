#include "pdb/source.h"

#include <string.h>

#include "base/arena.h"
#include "pdb/little.h"
#include "pdb/msf.h"

/* Indices of streams. */
enum { STREAM_IDENTITY = 1, STREAM_IDENTIFIERS = 4 };

/* Offsets in the stream of the identifiers, which begins like the stream of the types. */
enum { IDENTIFIERS_HEADER = 4, IDENTIFIERS_SIZE = 16, IDENTIFIERS_LEAST = 20 };

/* Leaves that name a file, and leaves that give the position of a type's definition, before and after linking. */
enum { LEAF_STRING = 0x1605, LEAF_SOURCE = 0x1606, LEAF_LINKED_SOURCE = 0x1607 };

/* Positions in two streams. The stream of the identity names other streams after its GUID. The stream of names begins
 * with a signature and its size. */
enum { IDENTITY_END = 28, NAMES_SIZE = 8, NAMES_BEGIN = 12 };

/* A piece of a stream. */
struct piece {
    const uint8_t *bytes;
    size_t size;
};

/* State while the identifiers are read. */
struct reading {
    struct arena *arena;
    struct piece leaves;
    uint32_t *begins; /* for each identifier: its position in the stream, after its length */
    uint32_t count;
    struct piece names;
};

/* Returns the name of a file at an offset, without the directories of its path. */
static struct leaf_name find_name(struct piece piece, size_t at)
{
    const uint8_t *end = at < piece.size ? memchr(piece.bytes + at, '\0', piece.size - at) : NULL;
    if (!end)
        return (struct leaf_name){NULL, 0};
    const uint8_t *begin = end;
    while (begin > piece.bytes + at && begin[-1] != '\\' && begin[-1] != '/')
        begin--;
    return (struct leaf_name){(const char *)begin, (size_t)(end - begin)};
}

/* ---- The names of the PDB */

/* Returns the 32-bit number at `*at`, and moves `*at` past it; 0 after the end. */
static uint32_t take_32(struct piece piece, size_t *at)
{
    if (*at > piece.size || piece.size - *at < 4)
        return 0;
    *at += 4;
    return little_u32(piece.bytes + *at - 4);
}

/* Returns the index of the stream with a name; 0 if there is none. After the texts of the names there is a hash table:
 * its size, its capacity, two sets of bits, and pairs of a text's offset and a stream. */
static uint32_t find_stream(struct piece identity, const char *name)
{
    size_t at = IDENTITY_END;
    uint32_t size = take_32(identity, &at);
    if (at > identity.size || size > identity.size - at)
        return 0;
    const struct piece texts = {identity.bytes + at, size};
    at += size;
    uint32_t count = take_32(identity, &at);
    take_32(identity, &at);
    for (size_t set = 0; set < 2; set++) {
        uint32_t words = take_32(identity, &at);
        if (words > (identity.size - at) / 4)
            return 0;
        at += 4 * (size_t)words;
    }
    for (uint32_t i = 0; i < count && identity.size - at >= 8; i++) {
        uint32_t text = take_32(identity, &at), stream = take_32(identity, &at);
        if (text < texts.size && texts.size - text > strlen(name) &&
            !memcmp(texts.bytes + text, name, strlen(name) + 1))
            return stream;
    }
    return 0;
}

static struct piece read_names(const struct msf *msf)
{
    struct piece identity, names = {NULL, 0};
    identity.bytes = msf_stream(msf, STREAM_IDENTITY, &identity.size);
    if (!identity.bytes || identity.size < IDENTITY_END)
        return names;
    uint32_t stream = find_stream(identity, "/names");
    names.bytes = stream ? msf_stream(msf, stream, &names.size) : NULL;
    if (!names.bytes || names.size < NAMES_BEGIN)
        return (struct piece){NULL, 0};
    size_t size = little_u32(names.bytes + NAMES_SIZE), most = names.size - NAMES_BEGIN;
    return (struct piece){names.bytes + NAMES_BEGIN, size < most ? size : most};
}

/* ---- Identifiers */

/* Finds the position of each identifier, up to the first damaged one. */
static void find_identifiers(struct reading *reading)
{
    const struct piece *leaves = &reading->leaves;
    reading->begins = ARENA_ARRAY(reading->arena, uint32_t, leaves->size / 4);
    for (size_t at = 0; leaves->size - at >= 4; reading->count++) {
        size_t length = little_u16(leaves->bytes + at);
        if (length < 2 || length > leaves->size - at - 2)
            return;
        reading->begins[reading->count] = (uint32_t)at + 2;
        at += 2 + length;
    }
}

/* Returns the bytes of an identifier after the number of its leaf, if there are at least `least` bytes. */
static struct piece find_leaf(const struct reading *reading, uint32_t index, uint32_t *leaf, size_t least)
{
    const uint8_t *bytes = reading->leaves.bytes + reading->begins[index];
    size_t size = little_u16(bytes - 2);
    *leaf = little_u16(bytes);
    return size - 2 >= least ? (struct piece){bytes + 2, size - 2} : (struct piece){NULL, 0};
}

/* Returns the name of a file from its identifier. The identifier may refer to another one with the beginning of the
 * text, which is left out. */
static struct leaf_name find_string(const struct reading *reading, uint32_t identifier)
{
    uint32_t leaf, index = identifier - LEAF_FIRST_TYPE;
    if (identifier < LEAF_FIRST_TYPE || index >= reading->count)
        return (struct leaf_name){NULL, 0};
    struct piece piece = find_leaf(reading, index, &leaf, 5);
    return piece.bytes && leaf == LEAF_STRING ? find_name(piece, 4) : (struct leaf_name){NULL, 0};
}

static const struct pdb_source *read_sources(const struct reading *reading, uint32_t type_count)
{
    struct pdb_source *sources = NULL;
    for (uint32_t i = 0; i < reading->count; i++) {
        uint32_t leaf;
        struct piece piece = find_leaf(reading, i, &leaf, 12);
        if (!piece.bytes || (leaf != LEAF_SOURCE && leaf != LEAF_LINKED_SOURCE))
            continue;
        uint32_t type = little_u32(piece.bytes) - LEAF_FIRST_TYPE, file = little_u32(piece.bytes + 4);
        struct leaf_name name =
            leaf == LEAF_SOURCE ? find_string(reading, file) : find_name(reading->names, file);
        if (type >= type_count || !name.size)
            continue;
        if (!sources)
            sources = ARENA_ARRAY(reading->arena, struct pdb_source, type_count);
        sources[type] = (struct pdb_source){name, little_u32(piece.bytes + 8)};
    }
    return sources;
}

const struct pdb_source *source_read(struct arena *arena, const struct msf *msf, uint32_t type_count)
{
    struct reading reading = {.arena = arena};
    size_t size;
    const uint8_t *stream = msf_stream(msf, STREAM_IDENTIFIERS, &size);
    if (!stream || size < IDENTIFIERS_LEAST || size > UINT32_MAX)
        return NULL;
    uint32_t header = little_u32(stream + IDENTIFIERS_HEADER), leaves = little_u32(stream + IDENTIFIERS_SIZE);
    if (header < IDENTIFIERS_LEAST || header > size || leaves > size - header)
        return NULL;
    reading.leaves = (struct piece){stream + header, leaves};
    find_identifiers(&reading);
    reading.names = read_names(msf);
    return read_sources(&reading, type_count);
}
