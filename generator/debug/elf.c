#include "debug/elf.h"

#include <string.h>

#include "model/identity.h"
#include "pdb/little.h"

/* Sizes of the headers of a file and of a section, for 32 and 64 bits. */
enum { HEADER = 52, HEADER_WIDE = 64, SECTION = 40, SECTION_WIDE = 64 };

/* Types of sections and a flag; the index which says that the index of the names is in the first section. */
enum { NOTES = 7, NO_BITS = 8, IS_COMPRESSED = 0x800, NAMES_ELSEWHERE = 0xFFFF };

/* Size of the header of a note, and the type of build IDs. */
enum { NOTE_HEADER = 12, BUILD_ID = 3 };

static const char magic[] = "\x7F"
                            "ELF";

bool elf_is(const void *piece, size_t size)
{
    return size >= sizeof magic - 1 && !memcmp(piece, magic, sizeof magic - 1);
}

/* Returns an address or a size, which has 4 or 8 bytes. */
static uint64_t read_word(const struct elf_file *elf, const unsigned char *at)
{
    return elf->is_wide ? ordered_u64(elf->is_big, at) : ordered_u32(elf->is_big, at);
}

/* Returns the header of the section with an index; NULL if the file does not have it. */
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
    *error = "its ELF header makes no sense";
    if ((header[5] != LITTLE && header[5] != BIG) || (header[4] != 1 && header[4] != 2))
        return false;
    elf->is_wide = header[4] == 2;
    elf->is_big = header[5] == BIG;
    elf->machine = ordered_u16(elf->is_big, header + 18);
    elf->sections = read_word(elf, header + (elf->is_wide ? 40 : 32));
    header += elf->is_wide ? 58 : 46;
    *error = "its section headers have an unknown size";
    elf->section_count = ordered_u16(elf->is_big, header + 2);
    elf->names = ordered_u16(elf->is_big, header + 4);
    if (elf->section_count && ordered_u16(elf->is_big, header) != (elf->is_wide ? SECTION_WIDE : SECTION))
        return false;
    /* If a number does not fit 16 bits, the first section has it. */
    const unsigned char *first = elf->sections ? find_header(elf, 0) : NULL;
    if (first && !elf->section_count)
        elf->section_count = (uint32_t)read_word(elf, first + (elf->is_wide ? 32 : 20));
    if (first && elf->names == NAMES_ELSEWHERE)
        elf->names = ordered_u32(elf->is_big, first + (elf->is_wide ? 40 : 24));
    return true;
}

/* Finds the bytes of a section from its header. */
static void find_bytes(const struct elf_file *elf, const unsigned char *header, struct elf_section *section)
{
    uint64_t offset = read_word(elf, header + (elf->is_wide ? 24 : 16)),
             size = read_word(elf, header + (elf->is_wide ? 32 : 20));
    uint32_t type = ordered_u32(elf->is_big, header + 4);
    bool is_inside = type != NO_BITS && offset <= elf->size && size <= elf->size - offset;
    section->is_note = type == NOTES;
    section->data = is_inside ? elf->bytes + offset : NULL;
    section->size = is_inside ? (size_t)size : 0;
    section->expanded = 0;
    if (is_inside && read_word(elf, header + 8) & IS_COMPRESSED && size >= 24)
        section->expanded = read_word(elf, section->data + (elf->is_wide ? 8 : 4));
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
    uint32_t at = ordered_u32(elf->is_big, header);
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

const unsigned char *elf_find_note(const void *notes, size_t size, bool is_big, size_t *id_size)
{
    const unsigned char *begin = notes;
    uint64_t length, next;
    for (uint64_t at = 0; at + NOTE_HEADER <= size; at = next) {
        uint64_t name = at + NOTE_HEADER, text = name + ((uint64_t)ordered_u32(is_big, begin + at) + 3) / 4 * 4;
        length = ordered_u32(is_big, begin + at + 4);
        next = text + (length + 3) / 4 * 4;
        if (text + length > size)
            break;
        if (ordered_u32(is_big, begin + at + 8) != BUILD_ID || text - name != 4 ||
            memcmp(begin + name, "GNU", 4) != 0 || length < IDENTITY_BUILD_LEAST || length > IDENTITY_BUILD_MOST)
            continue;
        *id_size = (size_t)length;
        return begin + text;
    }
    return NULL;
}

const unsigned char *elf_find_build_id(const struct elf_file *elf, size_t *id_size)
{
    struct elf_section section;
    const unsigned char *id = NULL;
    for (uint32_t i = 0; !id && elf_get_section(elf, i, &section); i++)
        if (section.is_note && section.data)
            id = elf_find_note(section.data, section.size, elf->is_big, id_size);
    return id;
}
