/*
 * Reads the header and the sections of an ELF file, without a library.
 */
#ifndef DEBUG_ELF_H
#define DEBUG_ELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Numbers of machines. */
enum {
    ELF_SPARC = 2,
    ELF_386 = 3,
    ELF_M68K = 4,
    ELF_MIPS = 8,
    ELF_PPC = 20,
    ELF_PPC64 = 21,
    ELF_S390 = 22,
    ELF_ARM = 40,
    ELF_SPARC64 = 43,
    ELF_X86_64 = 62,
    ELF_AARCH64 = 183,
    ELF_RISCV = 243,
    ELF_BPF = 247,
    ELF_LOONGARCH = 258
};

struct elf_file {
    const unsigned char *bytes;
    size_t size;
    bool is_wide; /* 64-bit file */
    bool is_big;  /* big-endian */
    uint16_t machine;
    uint64_t sections; /* offset of the headers of the sections in the file */
    uint32_t section_count, names;
};

struct elf_section {
    const char *name;          /* name of the section; "" if it has none */
    const unsigned char *data; /* bytes of the section; NULL if the file has none */
    size_t size;
    bool is_note;      /* the section contains notes */
    uint64_t expanded; /* size in bytes after expansion; 0 if the section is not compressed */
};

/* True if a file may begin as an ELF file. */
bool elf_is(const void *piece, size_t size);

/* Reads the header of a file. If it makes no sense, sets the reason and returns false. */
bool elf_open(struct elf_file *elf, const void *bytes, size_t size, const char **error);

/* Finds the section with an index. Returns false if there is none. A section that lies outside of the file has no
 * bytes. */
bool elf_get_section(const struct elf_file *elf, uint32_t index, struct elf_section *section);

/* Finds the first section with a name that has bytes. Returns false if there is none. */
bool elf_find_section(const struct elf_file *elf, const char *name, struct elf_section *section);

/* Finds the build ID in notes of either byte order. Returns NULL if there is none of 8 to 32 bytes. */
const unsigned char *elf_find_note(const void *notes, size_t size, bool is_big, size_t *id_size);

/* Finds the build ID in the notes of a file. Returns NULL if there is none. */
const unsigned char *elf_find_build_id(const struct elf_file *elf, size_t *id_size);

#endif
