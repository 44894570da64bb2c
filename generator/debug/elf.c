#include "debug/elf.h"

#include <string.h>

#include "pdb/little.h"

/* Sizes of headers, for 32 and 64 bits. */
enum { HEADER = 52, HEADER_WIDE = 64, SECTION = 40, SECTION_WIDE = 64 };

/* A type and a flag of sections, and the index of names that stands elsewhere. */
enum { NO_BITS = 8, IS_COMPRESSED = 0x800, NAMES_ELSEWHERE = 0xFFFF };

static const char magic[] = "\x7F"
                            "ELF";

bool elf_is(const void *piece, size_t size)
{
    return size >= sizeof magic - 1 && !memcmp(piece, magic, sizeof magic - 1);
}

/* Returns an address or size. */
static uint64_t word(const struct elf_file *elf, const unsigned char *at)
{
    return elf->is_wide ? little_u64(at) : little_u32(at);
}

/* Returns the header of a section; NULL if the file does not have it. */
static const unsigned char *find_header(const struct elf_file *elf, uint32_t index)
{
    uint64_t size = elf->is_wide ? SECTION_WIDE : SECTION, at = elf->sections + index * size;
    return at <= elf->size && elf->size - at >= size && at >= elf->sections ? elf->bytes + at : NULL;
}

bool elf_open(struct elf_file *elf, const void *bytes, size_t size, const char **error)
{
    enum { LITTLE = 1, BIG = 2 };
    const unsigned char *header = bytes;
    *elf = (struct elf_file){.bytes = bytes, .size = size};
    *error = "its ELF header is cut off";
    if (size < HEADER || (header[4] == 2 && size < HEADER_WIDE))
        return false;
    *error = "it is a big-endian ELF file, which is not read yet";
    if (header[5] == BIG)
        return false;
    *error = "its ELF header makes no sense";
    if (header[5] != LITTLE || (header[4] != 1 && header[4] != 2))
        return false;
    elf->is_wide = header[4] == 2;
    elf->machine = little_u16(header + 18);
    elf->sections = word(elf, header + (elf->is_wide ? 40 : 32));
    header += elf->is_wide ? 58 : 46;
    *error = "its section headers have an unknown size";
    elf->section_count = little_u16(header + 2);
    elf->names = little_u16(header + 4);
    if (elf->section_count && little_u16(header) != (elf->is_wide ? SECTION_WIDE : SECTION))
        return false;
    /* The first section holds a number for which 16 bits do not suffice. */
    const unsigned char *first = elf->sections ? find_header(elf, 0) : NULL;
    if (first && !elf->section_count)
        elf->section_count = (uint32_t)word(elf, first + (elf->is_wide ? 32 : 20));
    if (first && elf->names == NAMES_ELSEWHERE)
        elf->names = little_u32(first + (elf->is_wide ? 40 : 24));
    return true;
}

/* Finds the bytes of a section by its header. */
static void find_bytes(const struct elf_file *elf, const unsigned char *header, struct elf_section *section)
{
    uint64_t offset = word(elf, header + (elf->is_wide ? 24 : 16)), size = word(elf, header + (elf->is_wide ? 32 : 20));
    bool is_inside = little_u32(header + 4) != NO_BITS && offset <= elf->size && size <= elf->size - offset;
    section->data = is_inside ? elf->bytes + offset : NULL;
    section->size = is_inside ? (size_t)size : 0;
    section->expanded = 0;
    if (is_inside && word(elf, header + 8) & IS_COMPRESSED && size >= 24)
        section->expanded = elf->is_wide ? little_u64(section->data + 8) : little_u32(section->data + 4);
}

bool elf_get_section(const struct elf_file *elf, uint32_t index, struct elf_section *section)
{
    struct elf_section names = {0};
    const unsigned char *header = index < elf->section_count ? find_header(elf, index) : NULL;
    const unsigned char *of_names = elf->names < elf->section_count ? find_header(elf, elf->names) : NULL;
    if (!header)
        return false;
    find_bytes(elf, header, section);
    if (of_names)
        find_bytes(elf, of_names, &names);
    uint32_t at = little_u32(header);
    bool has_name = at < names.size && memchr(names.data + at, '\0', names.size - at);
    section->name = has_name ? (const char *)names.data + at : "";
    return true;
}

bool elf_find_section(const struct elf_file *elf, const char *name, struct elf_section *section)
{
    for (uint32_t i = 0; elf_get_section(elf, i, section); i++)
        if (section->data && !strcmp(section->name, name))
            return true;
    return false;
}
