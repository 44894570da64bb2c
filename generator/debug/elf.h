/*
 * The header and the sections of an ELF file, as far as nobody else needs to be asked for them.
 */
#ifndef DEBUG_ELF_H
#define DEBUG_ELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Machines. */
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
    bool is_wide; /* of 64 bits */
    bool is_big;  /* big-endian */
    uint16_t machine;
    uint64_t sections; /* the place of their headers */
    uint32_t section_count, names;
};

struct elf_section {
    const char *name;          /* "" if it has none */
    const unsigned char *data; /* NULL: it has no bytes in this file */
    size_t size;
    bool is_note;      /* it is one of notes */
    uint64_t expanded; /* bytes when it is expanded; 0: it is not compressed */
};

/* True if a file may begin so. */
bool elf_is(const void *piece, size_t size);

/* Reads the header of a file; false, with the reason, if it makes no sense. */
bool elf_open(struct elf_file *elf, const void *bytes, size_t size, const char **error);

/* Finds the section of an index; false if there is none. What lies outside of the file has no bytes. */
bool elf_get_section(const struct elf_file *elf, uint32_t index, struct elf_section *section);

/* Finds the first section of a name that has bytes. */
bool elf_find_section(const struct elf_file *elf, const char *name, struct elf_section *section);

/* Finds the build ID in notes, of either order of bytes; returns NULL if there is none of 8 to 32 bytes. */
const unsigned char *elf_find_note(const void *notes, size_t size, bool is_big, size_t *id_size);

/* Finds the build ID of a file: in its sections of notes. */
const unsigned char *elf_find_build_id(const struct elf_file *elf, size_t *id_size);

#endif
