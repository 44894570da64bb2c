/*
 * Reads images of kernels as they lie in memory. They have no table of their parts. BTF is found by its header. The
 * build ID is in a note that the kernel's linker script puts directly before BTF.
 */
#include <string.h>

#include "debug/debug_parts.h"
#include "debug/elf.h"
#include "pdb/little.h"

/* Offsets in the header of an image, as the kernel's Documentation/arch/arm64/booting.rst describes it. */
enum { FLAGS = 24, MAGIC = 56, HEADER_END = 64 };

/* Size of the header of BTF; number of bytes before BTF that contain the notes of the kernel. */
enum { BTF_HEADER = 24, NOTES_MOST = 4096, NOTE_HEADER = 16 };

bool debug_find_image(const void *bytes, size_t size, struct debug_image *image)
{
    static const struct {
        const char magic[5];
        uint16_t machine;
    } images[] = {
        {"ARM\x64", ELF_AARCH64}, {"RSC\x05", ELF_RISCV}, {"\xCD\x23\x82\x81", ELF_LOONGARCH}};
    const unsigned char *begin = bytes;
    for (size_t i = 0; size >= HEADER_END && i < sizeof images / sizeof *images; i++) {
        if (memcmp(begin + MAGIC, images[i].magic, 4) != 0)
            continue;
        *image = (struct debug_image){images[i].machine, images[i].machine != ELF_LOONGARCH && begin[FLAGS] & 1};
        return true;
    }
    return false;
}

/* Returns the size of the BTF that may begin at a position; 0 if none does. It needs a header like that of the kernel,
 * types and names that fill the rest, and an empty first name. */
static uint64_t measure_btf(const struct debug_image *image, const unsigned char *at, size_t rest)
{
    uint32_t types = ordered_u32(image->is_big, at + 12), names = ordered_u32(image->is_big, at + 20);
    uint64_t size = (uint64_t)BTF_HEADER + types + names;
    bool is_header = debug_is_btf(at, rest) && !at[3] && ordered_u32(image->is_big, at + 4) == BTF_HEADER &&
                     !ordered_u32(image->is_big, at + 8) && ordered_u32(image->is_big, at + 16) == types;
    return is_header && names && size <= rest && !at[BTF_HEADER + types] && !at[size - 1] ? size : 0;
}

bool debug_find_image_btf(const struct debug_image *image, const void *bytes, size_t size, struct debug_bytes *btf)
{
    const unsigned char *begin = bytes;
    for (size_t at = 0; at + BTF_HEADER <= size; at += 4) {
        uint64_t found = measure_btf(image, begin + at, size - at);
        if (!found)
            continue;
        *btf = (struct debug_bytes){begin + at, (size_t)found};
        return true;
    }
    return false;
}

const unsigned char *debug_find_image_id(const struct debug_image *image, const void *bytes,
                                         const struct debug_bytes *btf, size_t *id_size)
{
    const unsigned char *begin = bytes, *end = btf->data;
    size_t before = (size_t)(end - begin);
    for (size_t back = NOTE_HEADER; back <= before && back <= NOTES_MOST; back += 4) {
        const unsigned char *id = elf_find_note(end - back, back, image->is_big, id_size);
        if (id)
            return id;
    }
    return NULL;
}
