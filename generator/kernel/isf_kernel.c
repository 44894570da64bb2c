/*
 * Makes a kernel of an ISF file: resolves names, determines the machine, and sorts records and enumerations.
 * isf_record.c makes the records, isf_enum.c the enumerations.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/diag.h"
#include "base/intern.h"
#include "kernel/isf_parts.h"
#include "kernel/kernel.h"
#include "kernel/source.h"
#include "kernel/store.h"
#include "kernel/version.h"
#include "model/type.h"

/* Returns a map from names to structures. The structures lie in a buffer, `stride` bytes apart, and begin with their
 * names. Returns NULL if two have the same name. */
static struct map *make_map(const struct isf_maker *maker, const struct buffer *named, size_t stride)
{
    struct map *map = map_new(maker->file->arena);
    for (size_t at = 0; at < named->size; at += stride) {
        const char *name;
        memcpy(&name, named->data + at, sizeof name);
        if (map_get(map, name)) {
            isf_fail(maker, "'%s' is repeated in it", name);
            return NULL;
        }
        map_set(map, name, named->data + at);
    }
    return map;
}

static int compare_records(const void *left, const void *right)
{
    const struct kernel_record *const *a = left, *const *b = right;
    return strcmp((*a)->name, (*b)->name);
}

/* Makes the named records. Unnamed records become part of the records that contain them. */
static bool make_records(struct isf_maker *maker, struct kernel *kernel)
{
    struct isf_record *sources = (void *)maker->file->records.data;
    size_t count = maker->file->records.size / sizeof *sources;
    const struct kernel_record **records = ARENA_ARRAY(maker->file->import->arena, const struct kernel_record *, count);
    bool are_sorted = true; /* Volatility writes sorted files */
    bool knows_only_names = maker->file->source && source_lacks(maker->file->source, SOURCE_LACKS_ABSENCE);
    for (size_t i = 0; i < count; i++)
        sources[i].is_unnamed = !maker->keeps_names && isf_is_unnamed(sources[i].name);
    for (size_t i = 0; i < count; i++) {
        if (sources[i].is_unnamed || (knows_only_names && !sources[i].size && !sources[i].field_count))
            continue;
        const struct kernel_record *record = isf_make_record(maker, &sources[i]);
        maker->record = NULL;
        maker->weight += sources[i].weight;
        if (!record)
            return false;
        if (maker->weight > ISF_WEIGHT_MOST)
            return isf_fail(maker, "it has more than %d members", ISF_WEIGHT_MOST);
        are_sorted =
            are_sorted && (!kernel->record_count || strcmp(records[kernel->record_count - 1]->name, record->name) < 0);
        records[kernel->record_count++] = record;
    }
    if (!are_sorted)
        qsort(records, kernel->record_count, sizeof *records, compare_records);
    kernel->records = records;
    return true;
}

/* Machine numbers of executables. */
enum { MACHINE_X86 = 0x014C, MACHINE_X64 = 0x8664, MACHINE_ARM64 = 0xAA64 };

/* The architectures of kernels. The machine number of executables decides. If two share it, the size of a page table
 * entry decides, or else the name of the program database; pdbconv.py does not always record that name. */
static const struct {
    uint32_t machine;
    uint32_t entry_size;  /* size of _MMPTE; 0: any */
    const char *database; /* name of the program database; NULL: any */
    const char *arch;
} machines[] = {
    {MACHINE_X64, 0, "ntkrla57.pdb", "x64la57"},
    {MACHINE_X64, 0, NULL, "x64"},
    {MACHINE_X86, 8, NULL, "x86pae"},
    {MACHINE_X86, 4, NULL, "x86"},
    {MACHINE_X86, 0, "ntkrpamp.pdb", "x86pae"},
    {MACHINE_X86, 0, "ntkrnlpa.pdb", "x86pae"},
    {MACHINE_X86, 0, NULL, "x86"},
    {MACHINE_ARM64, 0, NULL, "arm64"},
};

/* True if a text is this word, ignoring case; the word is in small letters. */
static bool is_word(const char *text, const char *word)
{
    while (*text && ascii_lower(*text) == *word) {
        text++;
        word++;
    }
    return !*text && !*word;
}

bool isf_find_machine(const char *arch, uint32_t *machine, const char **database)
{
    bool is_found = false;
    *database = "ntkrnlmp.pdb";
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
        if (strcmp(machines[i].arch, arch))
            continue;
        is_found = true;
        *machine = machines[i].machine;
        if (machines[i].database) {
            *database = machines[i].database;
            break;
        }
    }
    return is_found;
}

/* Returns the machine number of the file. Files of Windows XP lack it; then the size of pointers decides. */
static uint32_t find_machine(const struct isf_maker *maker)
{
    const struct isf_base *pointer = map_get(maker->bases, maker->pointer);
    if (maker->file->machine || !pointer)
        return maker->file->machine;
    return pointer->size == 4 ? MACHINE_X86 : pointer->size == 8 ? MACHINE_X64 : 0;
}

/* True if an architecture has the byte order of the file's values, or if the file's byte order is unknown. */
static bool has_order(const struct isf_file *file, const struct arch *arch)
{
    return file->order == ISF_ANY_ORDER || (file->order == ISF_BIG) == arch->is_big;
}

/* Returns the architecture of a file without a program database: the one that the user gives or the file's name
 * contains, or else the only one whose pointers have the file's size. Returns NULL if it remains unknown. */
static const struct arch *guess_arch(const struct isf_maker *maker)
{
    const struct isf_import *import = maker->file->import;
    const struct isf_base *pointer = map_get(maker->bases, maker->pointer);
    const struct arch *named = kernel_arch_of_name(maker->file->name, import->arches, import->arch_count);
    const struct arch *by_size = NULL;
    size_t fitting = 0;
    if (maker->file->given)
        return maker->file->given;
    if (named)
        return named;
    for (size_t i = 0; i < import->arch_count && pointer; i++) {
        if (import->arches[i]->pointer_size != pointer->size || import->arches[i]->fallback ||
            !has_order(maker->file, import->arches[i]))
            continue;
        by_size = by_size ? by_size : import->arches[i];
        fitting++;
    }
    return fitting == 1 ? by_size : NULL;
}

static bool find_arch(struct isf_maker *maker)
{
    const struct isf_file *file = maker->file;
    uint32_t machine = find_machine(maker);
    const struct isf_record *entry = map_get(maker->records, intern_text(file->import->intern, "_MMPTE"));
    const char *name = NULL;
    maker->arch = file->arch;
    if (file->arch)
        return true;
    if (!file->guid && !file->machine) {
        maker->arch = guess_arch(maker);
        return maker->arch || isf_fail(maker, "neither its metadata nor its name says its architecture; give --arch "
                                              "before it, as in --arch x64");
    }
    for (size_t i = 0; !name && i < sizeof machines / sizeof *machines; i++)
        if (machines[i].machine == machine &&
            (!machines[i].entry_size || (entry && entry->size == machines[i].entry_size)) &&
            (!machines[i].database || is_word(file->database, machines[i].database)))
            name = machines[i].arch;
    for (size_t i = 0; name && i < file->import->arch_count; i++)
        if (!strcmp(file->import->arches[i]->name, name))
            maker->arch = file->import->arches[i];
    if (!name)
        return isf_fail(maker, "its machine type %lu is not x86, x64 or arm64", (unsigned long)machine);
    return maker->arch || isf_fail(maker, "it is of the architecture '%s', which the spec does not declare", name);
}

/* True if the file has structures or enumerations. Otherwise reports that it has none. */
static bool has_types(const struct isf_maker *maker)
{
    const struct isf_file *file = maker->file;
    return !file->is_symbol_file || file->import->takes_symbols || file->records.size || file->enums.size ||
           isf_fail(maker, "it has no types: no structure, union or enumeration%s",
                    file->has_symbols ? "; --globals takes its symbols" : "");
}

static int compare_symbols(const void *left, const void *right)
{
    const struct kernel_symbol *a = left, *b = right;
    return strcmp(a->name, b->name);
}

/* Lists the symbols by name. Those of Linux and macOS have addresses in memory, not offsets within the image, so the
 * text has these. So has it an address of more than 32 bits, or none. A file of a PDB has only its addresses. */
static void list_symbols(const struct isf_file *file, bool keeps_names, struct kernel *kernel)
{
    const struct isf_symbol *said = (const void *)file->symbols.data;
    size_t count = file->symbols.size / sizeof *said;
    const char *source = file->source ? file->source : "";
    bool is_in_memory = !strcmp(source, KERNEL_BY_LINUX) || !strcmp(source, KERNEL_BY_MACOS);
    struct kernel_symbol *symbols = ARENA_ARRAY(file->import->arena, struct kernel_symbol, count);
    for (size_t i = 0; i < count; i++) {
        const struct isf_value *address = &said[i].address;
        bool is_offset = said[i].has_address && !address->is_negative && address->bits &&
                         address->bits <= UINT32_MAX && !is_in_memory;
        const char *text = keeps_names ? isf_symbol_text(file, &said[i], is_offset) : NULL;
        if (is_offset || text)
            symbols[kernel->symbol_count++] =
                (struct kernel_symbol){said[i].name, is_offset ? (uint32_t)address->bits : 0, text};
    }
    if (kernel->symbol_count)
        qsort(symbols, kernel->symbol_count, sizeof *symbols, compare_symbols);
    kernel->symbols = symbols;
    kernel->has_types = file->records.size || file->enums.size;
}

/* Lists the number types that the file declares. An export writes them again. */
static void list_bases(struct isf_maker *maker, struct kernel *kernel)
{
    const struct isf_base *bases = (const void *)maker->file->bases.data;
    size_t count = maker->file->bases.size / sizeof *bases;
    struct kernel_base *listed = ARENA_ARRAY(maker->file->import->arena, struct kernel_base, count);
    for (size_t i = 0; i < count; i++) {
        bool is_pointer =
            bases[i].name == maker->pointer && bases[i].size == maker->arch->pointer_size && maker->has_pointers;
        const struct kernel_type nothing = {
            .kind = KERNEL_FLOAT, .name = bases[i].name, .size = bases[i].size, .is_signed = bases[i].is_signed};
        const struct kernel_type *type = bases[i].kind == ISF_VOID
                                             ? kernel_store_type(maker->file->import->store, &nothing)
                                             : isf_make_base(maker, bases[i].name);
        if (!is_pointer)
            listed[kernel->base_count++] = (struct kernel_base){type, bases[i].word};
    }
    kernel->bases = listed;
}

bool isf_make_kernel(struct isf_file *file, struct kernel *kernel)
{
    struct isf_maker maker = {.file = file, .pointer = intern_text(file->import->intern, "pointer")};
    maker.keeps_names = file->is_symbol_file && !file->guid;
    bool done = (maker.bases = make_map(&maker, &file->bases, sizeof(struct isf_base))) &&
                (maker.records = make_map(&maker, &file->records, sizeof(struct isf_record))) &&
                (maker.enums = make_map(&maker, &file->enums, sizeof(struct isf_enum))) && has_types(&maker) &&
                find_arch(&maker) && isf_make_enums(&maker, kernel) && make_records(&maker, kernel);
    kernel->arch = maker.arch;
    kernel->keeps_names = maker.keeps_names;
    kernel->metadata = maker.keeps_names ? isf_metadata_text(file) : NULL;
    if (done && maker.keeps_names)
        list_bases(&maker, kernel);
    list_symbols(file, maker.keeps_names, kernel);
    buffer_free(&maker.members);
    buffer_free(&maker.origins);
    buffer_free(&maker.group_of);
    buffer_free(&maker.groups);
    buffer_free(&maker.omissions);
    return done;
}

void isf_free_file(struct isf_file *file)
{
    struct buffer *const buffers[] = {&file->bases, &file->fields, &file->records, &file->values, &file->enums,
                                     &file->symbols};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        buffer_free(buffers[i]);
    arena_free(file->arena);
}
