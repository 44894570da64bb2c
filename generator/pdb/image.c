#include "pdb/image.h"

#include <string.h>

#include "base/arena.h"
#include "model/identity.h"
#include "pdb/image_parts.h"
#include "pdb/little.h"
#include "strata.h"

/* Offsets and sizes of the structures of an image, in bytes. */
enum {
    DOS_SIZE = 0x40,
    DOS_NEW_HEADER = 0x3C, /* contains the offset of the signature */
    FILE_MACHINE = 4,      /* this and the offsets below are counted from the signature */
    FILE_SECTIONS = 6,
    FILE_TIMESTAMP = 8,
    FILE_OPTIONAL_SIZE = 20,
    FILE_END = 24, /* beginning of the optional header */
    OPTIONAL_IMAGE_SIZE = 56,
    OPTIONAL_LEAST = 60,
    DIRECTORY_SIZE = 8,
    DIRECTORY_DEBUG = 6, /* number of the debug directory */
    SECTION_SIZE = 40,
    SECTION_ADDRESS = 12,
    SECTION_RAW_SIZE = 16,
    SECTION_RAW = 20,
    DEBUG_SIZE = 28,
    DEBUG_TYPE = 12,
    DEBUG_TYPE_CODEVIEW = 2,
    DEBUG_DATA_SIZE = 16,
    DEBUG_DATA = 24,
    RSDS_GUID = 4,
    RSDS_AGE = 20,
    RSDS_LEAST = 24,
    ENTRIES_MOST = 64 /* entries of a debug directory that are read; linkers write fewer than ten */
};

const unsigned char *image_take(const struct image_headers *headers, uint64_t offset, uint64_t count)
{
    return offset <= headers->size && count <= headers->size - offset ? headers->bytes + offset : NULL;
}

bool image_find_headers(const void *bytes, size_t size, struct image_headers *headers)
{
    *headers = (struct image_headers){.bytes = bytes, .size = size};
    const unsigned char *dos = image_is(bytes, size) ? image_take(headers, 0, DOS_SIZE) : NULL;
    uint64_t begin = dos ? strata_load_u32(dos + DOS_NEW_HEADER) : 0;
    headers->file = dos ? image_take(headers, begin, FILE_END) : NULL;
    if (!headers->file || memcmp(headers->file, "PE\0\0", 4) != 0)
        return false;
    headers->optional_size = little_u16(headers->file + FILE_OPTIONAL_SIZE);
    headers->section_count = little_u16(headers->file + FILE_SECTIONS);
    headers->optional = image_take(headers, begin + FILE_END, headers->optional_size);
    headers->sections = image_take(headers, begin + FILE_END + headers->optional_size,
                                   (uint64_t)headers->section_count * SECTION_SIZE);
    return headers->optional && headers->optional_size >= OPTIONAL_LEAST;
}

/* Returns the offset of the directories in the optional header, which depends on its magic number; 0 if that is
 * unknown. */
static uint32_t find_directories(const struct image_headers *headers)
{
    uint32_t magic = little_u16(headers->optional);
    return magic == 0x10B ? 96 : magic == 0x20B ? 112 : 0;
}

uint64_t image_find_offset(const struct image_headers *headers, uint32_t address)
{
    for (uint32_t i = 0; headers->sections && i < headers->section_count; i++) {
        const unsigned char *section = headers->sections + (size_t)i * SECTION_SIZE;
        uint32_t begin = strata_load_u32(section + SECTION_ADDRESS);
        if (address >= begin && address - begin < strata_load_u32(section + SECTION_RAW_SIZE))
            return (uint64_t)strata_load_u32(section + SECTION_RAW) + (address - begin);
    }
    return UINT64_MAX;
}

bool image_find_directory(const struct image_headers *headers, uint32_t number, uint64_t *offset, uint32_t *size)
{
    uint32_t directories = find_directories(headers), at = directories + number * DIRECTORY_SIZE;
    if (!directories || at + DIRECTORY_SIZE > headers->optional_size ||
        strata_load_u32(headers->optional + directories - 4) <= number)
        return false;
    *offset = image_find_offset(headers, strata_load_u32(headers->optional + at));
    *size = strata_load_u32(headers->optional + at + 4);
    return *offset != UINT64_MAX;
}

/* Returns the data of an entry of the debug directory if it names a program database; NULL for other entries. */
static const unsigned char *find_data(const struct image_headers *headers, const unsigned char *entry, size_t *size)
{
    static const unsigned char zero[IDENTITY_GUID_SIZE];
    *size = strata_load_u32(entry + DEBUG_DATA_SIZE);
    const unsigned char *data = image_take(headers, strata_load_u32(entry + DEBUG_DATA), *size);
    bool is_named = strata_load_u32(entry + DEBUG_TYPE) == DEBUG_TYPE_CODEVIEW && data && *size >= RSDS_LEAST &&
                    !memcmp(data, "RSDS", 4) && memcmp(data + RSDS_GUID, zero, sizeof zero) != 0;
    return is_named ? data : NULL;
}

/* Returns the data in the debug directory about the program database; NULL if there is none. */
static const unsigned char *find_debug(const struct image_headers *headers, size_t *size)
{
    uint64_t offset;
    uint32_t bytes;
    if (!image_find_directory(headers, DIRECTORY_DEBUG, &offset, &bytes))
        return NULL;
    for (uint32_t i = 0; i < bytes / DEBUG_SIZE && i < ENTRIES_MOST; i++) {
        const unsigned char *entry = image_take(headers, offset + (uint64_t)i * DEBUG_SIZE, DEBUG_SIZE);
        const unsigned char *data = entry ? find_data(headers, entry, size) : NULL;
        if (data || !entry)
            return data;
    }
    return NULL;
}

bool image_is(const void *bytes, size_t size)
{
    return size >= 2 && !memcmp(bytes, "MZ", 2);
}

const char *image_read(const void *bytes, size_t size, uint32_t *machine, struct identity_numbers *numbers)
{
    struct image_headers headers;
    size_t length;
    *numbers = (struct identity_numbers){0};
    *machine = 0;
    if (!image_find_headers(bytes, size, &headers))
        return "it is no executable image, or a part of it is missing";
    *machine = little_u16(headers.file + FILE_MACHINE);
    numbers->timestamp = strata_load_u32(headers.file + FILE_TIMESTAMP);
    numbers->image_size = strata_load_u32(headers.optional + OPTIONAL_IMAGE_SIZE);
    numbers->has_image = numbers->image_size != 0;
    const unsigned char *data = find_debug(&headers, &length);
    numbers->has_pdb = data != NULL;
    if (data) {
        memcpy(numbers->guid, data + RSDS_GUID, sizeof numbers->guid);
        numbers->age = strata_load_u32(data + RSDS_AGE);
    }
    return NULL;
}

const char *image_find_database(struct arena *arena, const void *bytes, size_t size)
{
    struct image_headers headers;
    size_t length;
    const unsigned char *data = image_find_headers(bytes, size, &headers) ? find_debug(&headers, &length) : NULL;
    if (!data)
        return NULL;
    const char *path = arena_copy(arena, data + RSDS_LEAST, length - RSDS_LEAST), *name = path;
    for (const char *c = path; *c; c++) {
        if ((unsigned char)*c < ' ' || (unsigned char)*c >= 0x7F)
            return NULL;
        name = *c == '\\' || *c == '/' ? c + 1 : name;
    }
    return *name ? name : NULL;
}
