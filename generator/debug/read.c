#include "debug/debug.h"

#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/intern.h"
#include "bytes/unpack.h"
#include "debug/debug_parts.h"
#include "debug/elf.h"
#include "kernel/source.h"
#include "kernel/version.h"
#include "model/axis.h"
#include "model/identity.h"
#include "model/type.h"

static bool is_meant(const void *piece, size_t size)
{
    struct debug_image image;
    return elf_is(piece, size) || debug_is_btf(piece, size) || debug_is_boot_image(piece, size) ||
           debug_find_image(piece, size, &image);
}

/* Reads the rest of a file after a piece of it, and expands a kernel in it. The caller frees `bytes`. */
static bool read_bytes(struct debug *debug, struct unpack *unpack, const void *piece, size_t size, struct buffer *bytes)
{
    const char *error;
    while (size) {
        buffer_add(bytes, piece, size);
        if (bytes->size > (size_t)DEBUG_SIZE_MOST_MIB << 20)
            return debug_fail(debug, "it has more than 1 GiB");
        if (!unpack_read(unpack, &piece, &size, &error))
            return debug_fail(debug, "%s", error);
    }
    return !debug_is_boot_image(bytes->data, bytes->size) || debug_expand_boot_image(debug, bytes);
}

/* ---- What an ELF file says besides its types */

/* Architectures by the machine number of ELF files, and names that specs may have for them. Several of one machine
 * differ in the size of pointers or in the byte order. */
static const struct {
    uint16_t machine;
    const char *name;
} machines[] = {
    {ELF_X86_64, "x64"},    {ELF_X86_64, "x86_64"},
    {ELF_X86_64, "amd64"},  {ELF_386, "x86"},
    {ELF_386, "i386"},      {ELF_386, "i686"},
    {ELF_AARCH64, "arm64"}, {ELF_AARCH64, "aarch64"},
    {ELF_ARM, "arm"},       {ELF_ARM, "arm32"},
    {ELF_RISCV, "riscv"},   {ELF_RISCV, "riscv64"},
    {ELF_RISCV, "riscv32"}, {ELF_LOONGARCH, "loongarch64"},
    {ELF_S390, "s390x"},    {ELF_S390, "s390"},
    {ELF_PPC64, "ppc64"},   {ELF_PPC64, "ppc64le"},
    {ELF_PPC, "ppc"},       {ELF_PPC, "powerpc"},
    {ELF_MIPS, "mips"},     {ELF_MIPS, "mipsel"},
    {ELF_MIPS, "mips64"},   {ELF_MIPS, "mips64el"},
    {ELF_SPARC, "sparc"},   {ELF_SPARC64, "sparc64"},
    {ELF_M68K, "m68k"},
};

/* Finds the architecture: that of --arch, or the first one that the spec declares and that fits the machine. If there
 * is none, the size of pointers or the name of the file decides later. */
static void find_arch(struct debug *debug, uint16_t machine, bool is_wide, bool is_big)
{
    struct isf_file *file = debug->file;
    const struct isf_import *import = file->import;
    debug->pointer = is_wide ? 8 : 4;
    file->order = is_big ? ISF_BIG : ISF_LITTLE;
    for (size_t i = 0; i < sizeof machines / sizeof *machines && !file->given; i++)
        for (size_t k = 0; k < import->arch_count && !file->arch; k++)
            if (machines[i].machine == machine && import->arches[k]->pointer_size == debug->pointer &&
                import->arches[k]->is_big == is_big && !strcmp(import->arches[k]->name, machines[i].name))
                file->arch = import->arches[k];
}

/* Stores a build ID as the identity; does nothing for NULL. */
static void keep_build_id(const struct debug *debug, const unsigned char *id, size_t size)
{
    struct identity_numbers numbers = {.has_pdb = false};
    if (!id)
        return;
    numbers.build_size = (uint8_t)size;
    memcpy(numbers.build_id, id, size);
    debug->file->build_id = identity_build_text(debug->file->arena, &numbers);
}

/* Returns the version after a word in the bytes of a file; 0 if there is none. A kernel has "Linux version
 * 6.1.0-18-amd64", a module "vermagic=6.1.0-18-amd64". */
static uint64_t find_version(const struct debug *debug, const char *word, const void *bytes, size_t bytes_size)
{
    const char *text = bytes, *end = text + bytes_size;
    size_t size = strlen(word);
    for (; (text = memchr(text, *word, (size_t)(end - text))); text++) {
        const char *number = text + size, *stop = number;
        if ((size_t)(end - text) <= size || memcmp(text, word, size) != 0)
            continue;
        while (stop < end && (ascii_is_digit(*stop) || (*stop == '.' && stop + 1 < end && ascii_is_digit(stop[1]))))
            stop++;
        uint64_t version;
        unsigned parts;
        if (version_parse(arena_copy(debug->file->arena, number, (size_t)(stop - number)), &version, &parts))
            return version;
    }
    return 0;
}

static const char kernel_word[] = "Linux version ";

static uint64_t find_elf_version(const struct debug *debug, const struct elf_file *elf)
{
    static const struct {
        const char *section, *word;
    } places[] = {{".modinfo", "vermagic="}, {".rodata", kernel_word}};
    uint64_t version = 0;
    for (size_t i = 0; i < sizeof places / sizeof *places && !version; i++) {
        struct elf_section section;
        if (elf_find_section(elf, places[i].section, &section))
            version = find_version(debug, places[i].word, section.data, section.size);
    }
    return version;
}

/* True if no section of a file, when expanded, exceeds the limit for a file. */
static bool is_moderate(struct debug *debug, const struct elf_file *elf)
{
    struct elf_section section;
    uint64_t rest = (uint64_t)DEBUG_SIZE_MOST_MIB << 20;
    for (uint32_t i = 0; elf_get_section(elf, i, &section); i++) {
        if (section.expanded > rest)
            return debug_fail(debug, "its compressed sections have more than 1 GiB");
        rest -= section.expanded;
    }
    return true;
}

/* True if a file has several sections of units, as object files of -fdebug-types-section have: libdw reads only one of
 * them. */
static bool has_scattered_units(const struct elf_file *elf)
{
    struct elf_section section;
    size_t infos = 0, types = 0;
    for (uint32_t i = 0; elf_get_section(elf, i, &section); i++) {
        infos += section.data && !strcmp(section.name, ".debug_info");
        types += section.data && !strcmp(section.name, ".debug_types");
    }
    return infos > 1 || types > 1;
}

/* ---- BTF and DWARF */

/* Finds the BTF of a file: the whole file, a section, or a part of an image. Returns false if there is none. */
static bool find_btf(const struct buffer *bytes, const char *section_name, struct debug_bytes *btf)
{
    struct elf_file elf;
    struct elf_section section;
    struct debug_image image;
    const char *error;
    *btf = (struct debug_bytes){bytes->data, bytes->size};
    if (debug_find_image(bytes->data, bytes->size, &image))
        return debug_find_image_btf(&image, bytes->data, bytes->size, btf);
    if (!elf_is(bytes->data, bytes->size))
        return debug_is_btf(bytes->data, bytes->size);
    if (!elf_open(&elf, bytes->data, bytes->size, &error) || !elf_find_section(&elf, section_name, &section))
        return false;
    *btf = (struct debug_bytes){section.data, section.size};
    return true;
}

/* Reads the file of --base. The caller frees `bytes`. */
static bool read_base(struct debug *debug, const char *path, struct buffer *bytes, struct debug_bytes *btf)
{
    const char *error;
    const void *piece;
    size_t size;
    struct unpack *unpack = unpack_open(debug->file->arena, path, &error);
    if (!unpack)
        return debug_fail(debug, "its --base '%s' cannot be read: %s", path, error);
    bool done = unpack_read(unpack, &piece, &size, &error) || debug_fail(debug, "%s", error);
    done = done && read_bytes(debug, unpack, piece, size, bytes);
    unpack_close(unpack);
    return done && (find_btf(bytes, ".BTF", btf) || debug_fail(debug, "its --base '%s' has no BTF", path));
}

/* Reads BTF. The BTF of a module is read together with that of --base, or with the part of its kernel's BTF that it
 * contains. */
static bool read_btf(struct debug *debug, const struct buffer *bytes, struct debug_bytes btf)
{
    const char *path = debug->file->import->base;
    struct buffer base_bytes = {0};
    struct debug_bytes base;
    debug->file->source = KERNEL_BY_BTF;
    bool has_own = !path && find_btf(bytes, ".BTF.base", &base) && base.data != btf.data;
    bool done = !path || read_base(debug, path, &base_bytes, &base);
    done = done && debug_read_btf(debug, btf, path || has_own ? &base : NULL);
    buffer_free(&base_bytes);
    return done;
}

static bool read_elf(struct debug *debug, struct buffer *bytes)
{
    struct elf_file elf;
    struct elf_section section;
    struct debug_bytes btf;
    const char *error;
    if (!elf_open(&elf, bytes->data, bytes->size, &error))
        return debug_fail(debug, "%s", error);
    if (!is_moderate(debug, &elf))
        return false;
    size_t id_size;
    const unsigned char *id = elf_find_build_id(&elf, &id_size);
    find_arch(debug, elf.machine, elf.is_wide, elf.is_big);
    keep_build_id(debug, id, id_size);
    debug->file->version = find_elf_version(debug, &elf);
    bool has_dwarf =
        elf_find_section(&elf, ".debug_info", &section) || elf_find_section(&elf, ".zdebug_info", &section);
    bool has_btf = find_btf(bytes, ".BTF", &btf);
    if (!has_dwarf && !has_btf)
        return debug_fail(debug, "it has no debugging information: neither BTF nor DWARF");
    /* The BTF of a module is of no use without that of its kernel, but its DWARF is. */
    if (has_btf && (!has_dwarf || debug_is_whole(btf) || debug->file->import->base))
        return read_btf(debug, bytes, btf);
    if (elf_find_section(&elf, ".gnu_debugaltlink", &section))
        return debug_fail(debug, "a part of its DWARF is in another file, which dwz made and which cannot be read");
    if (has_scattered_units(&elf))
        return debug_fail(debug, "its types are in many sections, as -fdebug-types-section writes them; link it first");
    debug->file->source = KERNEL_BY_DWARF;
    return debug_read_dwarf(debug, bytes->data, bytes->size);
}

static bool read_image(struct debug *debug, const struct debug_image *image, const struct buffer *bytes)
{
    struct debug_bytes btf;
    size_t id_size;
    if (!debug_find_image_btf(image, bytes->data, bytes->size, &btf))
        return debug_fail(debug, "it is the image of a kernel without BTF, as kernels are that were built without "
                                 "CONFIG_DEBUG_INFO_BTF");
    const unsigned char *id = debug_find_image_id(image, bytes->data, &btf, &id_size);
    keep_build_id(debug, id, id_size);
    debug->file->version = find_version(debug, kernel_word, bytes->data, bytes->size);
    if (!read_btf(debug, bytes, btf))
        return false;
    find_arch(debug, image->machine, debug->pointer != 4, image->is_big);
    return true;
}

static bool read_file(struct isf_file *file, struct unpack *unpack, const void *piece, size_t size)
{
    static const struct debug_type none = {.kind = DEBUG_VOID};
    struct debug debug = {.file = file, .contents = intern_new(file->arena)};
    struct buffer bytes = {0};
    struct map **const maps[] = {&debug.records,    &debug.enums, &debug.bases,
                                 &debug.by_content, &debug.named, &debug.named_integers};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        *maps[i] = map_new(file->arena);
    file->is_of_c = true;
    buffer_add(&debug.types, &none, sizeof none);
    bool done = read_bytes(&debug, unpack, piece, size, &bytes);
    struct debug_image image;
    if (done && elf_is(bytes.data, bytes.size))
        done = read_elf(&debug, &bytes);
    else if (done && debug_find_image(bytes.data, bytes.size, &image))
        done = read_image(&debug, &image, &bytes);
    else if (done)
        done = read_btf(&debug, &bytes, (struct debug_bytes){bytes.data, bytes.size});
    const struct arch *given = file->given;
    if (done && given && debug.pointer && given->pointer_size != debug.pointer)
        done = debug_fail(&debug, "its pointers have %lu bytes, and those of '%s' have %lu",
                          (unsigned long)debug.pointer, given->name, (unsigned long)given->pointer_size);
    if (done && given && (file->order == ISF_BIG) != given->is_big)
        done = debug_fail(&debug, "it is %s-endian, and '%s' is not", given->is_big ? "little" : "big", given->name);
    if (done)
        debug_name_types(&debug);
    done = done && debug_make(&debug);
    struct buffer *const buffers[] = {&bytes, &debug.types, &debug.members, &debug.values, &debug.parameters};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        buffer_free(buffers[i]);
    return done;
}

const struct isf_format debug_format = {is_meant, KERNEL_BY_BTF, read_file};
