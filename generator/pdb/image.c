#include "pdb/image.h"

#include <string.h>

#include "model/identity.h"
#include "strata.h"

/* Offsets and sizes of the structures of an image, in bytes. */
enum {
    DOS_SIZE = 0x40,
    DOS_NEW_HEADER = 0x3C, /* the offset of the signature */
    FILE_MACHINE = 4,      /* from the signature on */
    FILE_SECTIONS = 6,
    FILE_TIMESTAMP = 8,
    FILE_OPTIONAL_SIZE = 20,
    FILE_END = 24, /* the optional header begins */
    OPTIONAL_IMAGE_SIZE = 56,
    OPTIONAL_LEAST = 60,
    DIRECTORY_SIZE = 8,
    DIRECTORY_DEBUG = 6, /* its number */
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
    ENTRIES_MOST = 64 /* of a debug directory; linkers write fewer than ten */
};

struct bytes {
    const unsigned char *at;
    size_t size;
};

/* Returns `count` bytes at an offset, or NULL if they are not all there. */
static const unsigned char *take(const struct bytes *file, uint64_t offset, uint64_t count)
{
    return offset <= file->size && count <= file->size - offset ? file->at + offset : NULL;
}

static uint32_t load_u16(const unsigned char *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8;
}

/* The headers of an image. */
struct headers {
    const unsigned char *file, *optional, *sections;
    uint32_t optional_size, section_count;
};

static bool find_headers(const struct bytes *bytes, struct headers *headers)
{
    const unsigned char *dos = take(bytes, 0, DOS_SIZE);
    uint64_t begin = dos ? strata_load_u32(dos + DOS_NEW_HEADER) : 0;
    headers->file = dos ? take(bytes, begin, FILE_END) : NULL;
    if (!headers->file || memcmp(headers->file, "PE\0\0", 4) != 0)
        return false;
    headers->optional_size = load_u16(headers->file + FILE_OPTIONAL_SIZE);
    headers->section_count = load_u16(headers->file + FILE_SECTIONS);
    headers->optional = take(bytes, begin + FILE_END, headers->optional_size);
    headers->sections = take(bytes, begin + FILE_END + headers->optional_size,
                             (uint64_t)headers->section_count * SECTION_SIZE);
    return headers->optional && headers->optional_size >= OPTIONAL_LEAST;
}

/* Returns the offset of the directories in the optional header, by its magic number; 0 for no known one. */
static uint32_t find_directories(const struct headers *headers)
{
    uint32_t magic = load_u16(headers->optional);
    return magic == 0x10B ? 96 : magic == 0x20B ? 112 : 0;
}

/* Returns the offset in the file of an address of the image; UINT64_MAX if no section has it. */
static uint64_t find_offset(const struct headers *headers, uint32_t address)
{
    for (uint32_t i = 0; headers->sections && i < headers->section_count; i++) {
        const unsigned char *section = headers->sections + (size_t)i * SECTION_SIZE;
        uint32_t begin = strata_load_u32(section + SECTION_ADDRESS);
        if (address >= begin && address - begin < strata_load_u32(section + SECTION_RAW_SIZE))
            return (uint64_t)strata_load_u32(section + SECTION_RAW) + (address - begin);
    }
    return UINT64_MAX;
}

/* Reads GUID and age of a program database from an entry of the debug directory. */
static bool read_entry(const struct bytes *bytes, const unsigned char *entry, struct identity_numbers *numbers)
{
    static const unsigned char zero[IDENTITY_GUID_SIZE];
    const unsigned char *data =
        take(bytes, strata_load_u32(entry + DEBUG_DATA), strata_load_u32(entry + DEBUG_DATA_SIZE));
    if (strata_load_u32(entry + DEBUG_TYPE) != DEBUG_TYPE_CODEVIEW || !data ||
        strata_load_u32(entry + DEBUG_DATA_SIZE) < RSDS_LEAST || memcmp(data, "RSDS", 4) != 0 ||
        !memcmp(data + RSDS_GUID, zero, sizeof zero))
        return false;
    memcpy(numbers->guid, data + RSDS_GUID, sizeof numbers->guid);
    numbers->age = strata_load_u32(data + RSDS_AGE);
    return true;
}

static bool read_debug(const struct bytes *bytes, const struct headers *headers, struct identity_numbers *numbers)
{
    uint32_t directories = find_directories(headers), at = directories + DIRECTORY_DEBUG * DIRECTORY_SIZE;
    if (!directories || at + DIRECTORY_SIZE > headers->optional_size ||
        strata_load_u32(headers->optional + directories - 4) <= DIRECTORY_DEBUG)
        return false;
    uint64_t offset = find_offset(headers, strata_load_u32(headers->optional + at));
    uint32_t count = strata_load_u32(headers->optional + at + 4) / DEBUG_SIZE;
    for (uint32_t i = 0; i < count && i < ENTRIES_MOST; i++) {
        const unsigned char *entry = take(bytes, offset + (uint64_t)i * DEBUG_SIZE, DEBUG_SIZE);
        if (!entry)
            return false;
        if (read_entry(bytes, entry, numbers))
            return true;
    }
    return false;
}

bool image_is(const void *bytes, size_t size)
{
    return size >= 2 && !memcmp(bytes, "MZ", 2);
}

const char *image_read(const void *bytes, size_t size, uint32_t *machine, struct identity_numbers *numbers)
{
    const struct bytes file = {bytes, size};
    struct headers headers;
    *numbers = (struct identity_numbers){0};
    *machine = 0;
    if (!image_is(bytes, size) || !find_headers(&file, &headers))
        return "it is no executable image, or a part of it is missing";
    *machine = load_u16(headers.file + FILE_MACHINE);
    numbers->timestamp = strata_load_u32(headers.file + FILE_TIMESTAMP);
    numbers->image_size = strata_load_u32(headers.optional + OPTIONAL_IMAGE_SIZE);
    numbers->has_image = numbers->image_size != 0;
    numbers->has_pdb = read_debug(&file, &headers, numbers);
    return NULL;
}
