/*
 * Reads the version resource of an image. Resources form a tree with three levels: type, name, language.
 */
#include "model/axis.h"
#include "pdb/image.h"
#include "pdb/image_parts.h"
#include "pdb/little.h"

enum {
    DIRECTORY_RESOURCES = 2,
    TYPE_VERSION = 16,
    NODE_SIZE = 16,
    NODE_NAMED_COUNT = 12,
    NODE_NUMBERED_COUNT = 14,
    ENTRY_SIZE = 8,
    DATA_SIZE = 16,
    FIXED_BEGIN = 40, /* position after the lengths, the type, "VS_VERSION_INFO" in UTF-16, and padding */
    FIXED_MAJOR = 8,
    FIXED_BUILD = 12,
    FIXED_SIZE = 52
};

#define FIXED_SIGNATURE UINT32_C(0xFEEF04BD)
#define IS_NODE UINT32_C(0x80000000)

/* Largest number of entries of a node that are searched. */
enum { ENTRIES_MOST = 256 };

/* Finds an entry of the node at `*at` by its number; 0 stands for the first entry. Moves `*at` to the node or data that
 * it leads to. */
static bool enter_node(const struct image_headers *headers, uint64_t root, uint32_t number, uint32_t *at)
{
    const unsigned char *node = image_take(headers, root + (*at & ~IS_NODE), NODE_SIZE);
    uint32_t count = node ? (uint32_t)little_u16(node + NODE_NAMED_COUNT) + little_u16(node + NODE_NUMBERED_COUNT) : 0;
    for (uint32_t i = 0; i < count && i < ENTRIES_MOST; i++) {
        const unsigned char *entry =
            image_take(headers, root + (*at & ~IS_NODE) + NODE_SIZE + (uint64_t)i * ENTRY_SIZE, ENTRY_SIZE);
        if (!entry)
            return false;
        if (number && little_u32(entry) != number)
            continue;
        *at = little_u32(entry + 4);
        return true;
    }
    return false;
}

bool image_read_version(const void *bytes, size_t size, uint64_t *version)
{
    struct image_headers headers;
    uint64_t root;
    uint32_t resources_size, at = 0;
    if (!image_find_headers(bytes, size, &headers) ||
        !image_find_directory(&headers, DIRECTORY_RESOURCES, &root, &resources_size) ||
        !enter_node(&headers, root, TYPE_VERSION, &at) || !(at & IS_NODE) || !enter_node(&headers, root, 0, &at) ||
        !(at & IS_NODE) || !enter_node(&headers, root, 0, &at) || at & IS_NODE)
        return false;
    const unsigned char *data = image_take(&headers, root + at, DATA_SIZE);
    uint64_t offset = data ? image_find_offset(&headers, little_u32(data)) : UINT64_MAX;
    const unsigned char *fixed =
        offset == UINT64_MAX ? NULL : image_take(&headers, offset + FIXED_BEGIN, FIXED_SIZE);
    if (!fixed || little_u32(fixed) != FIXED_SIGNATURE)
        return false;
    uint32_t major = little_u32(fixed + FIXED_MAJOR), build = little_u32(fixed + FIXED_BUILD);
    *version = version_pack(major >> 16, major & 0xFFFF, build >> 16, build & 0xFFFF);
    return true;
}
