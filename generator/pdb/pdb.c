#include "pdb/pdb.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "pdb/little.h"
#include "pdb/msf.h"

/* Indices of streams. */
enum { STREAM_IDENTITY = 1, STREAM_TYPES = 2, STREAM_DEBUG = 3 };

/* Offsets in the stream of the identity: version, signature, age; from IDENTITY_WITH_GUID on also a GUID. */
enum { IDENTITY_AGE = 8, IDENTITY_GUID = 12, IDENTITY_SIZE = 28, IDENTITY_WITH_GUID = 20000404 };

/* Offsets in the stream of the debugging information. Older PDBs do not begin it with this signature. */
enum { DEBUG_AGE = 8, DEBUG_MACHINE = 58, DEBUG_SIZE = 64 };
#define DEBUG_SIGNATURE UINT32_MAX

/* Offsets in the stream of the types: version, size of this header, first type, end of the types, size of the
 * leaves. */
enum { TYPES_HEADER = 4, TYPES_FIRST = 8, TYPES_END = 12, TYPES_SIZE = 16, TYPES_LEAST = 20 };

/* Leaves that list the parameters of a function, with type numbers of 16 and of 32 bits. */
enum { PARAMETERS_16 = 0x0201, PARAMETERS_32 = 0x1201 };

/* Files that people take for PDBs, by their first bytes, and advice for them. The first one is a PDB of today. */
static const struct {
    const char *begin;
    size_t size;
    const char *error; /* message for the user; NULL: the file can be read */
} containers[] = {
    {MSF_MAGIC, MSF_MAGIC_SIZE, NULL},
    {"Microsoft C/C++ program database 2.00", 37,
     "it is a PDB of Visual C++ 6 or older (version 2.00); link the program again with a newer linker, or give the "
     "PDB of a newer build"},
    {"Microsoft MSFZ Container", 24,
     "it is a compressed PDB (MSFZ); expand it, or get the plain one from the symbol server"},
    {"MSCF", 4, "it is a cabinet; expand it with cabextract, or with expand.exe of Windows, and give the PDB in it"},
    {"SZDD", 4, "it is compressed by compress.exe; expand it with expand.exe of Windows"},
    {"MZ", 2, "it is a program; give its PDB, which the symbol server has"},
    {"Microsoft C/C++ ", 16, "it is a PDB of an unknown version"},
};

enum { CONTAINER_COUNT = sizeof containers / sizeof *containers };

/* Returns the index in `containers` of the row that a file's first bytes match; CONTAINER_COUNT if there is none. */
static size_t find_container(const void *bytes, size_t size)
{
    size_t i = 0;
    while (i < CONTAINER_COUNT && (size < containers[i].size || memcmp(bytes, containers[i].begin, containers[i].size)))
        i++;
    return i;
}

bool pdb_is_meant(const void *bytes, size_t size)
{
    return find_container(bytes, size) < CONTAINER_COUNT;
}

static bool set_error(const char **error, const char *why)
{
    *error = why;
    return false;
}

/* ---- Identity */

static bool read_identity(struct pdb *pdb, const struct msf *msf, const char **error)
{
    size_t size;
    const uint8_t *identity = msf_stream(msf, STREAM_IDENTITY, &size);
    if (!identity || size < IDENTITY_SIZE || little_u32(identity) < IDENTITY_WITH_GUID)
        return set_error(error, "it has no GUID");
    const uint8_t *guid = identity + IDENTITY_GUID;
    pdb->age = little_u32(identity + IDENTITY_AGE);
    snprintf(pdb->guid, sizeof pdb->guid, "%08lX%04X%04X%02X%02X%02X%02X%02X%02X%02X%02X",
             (unsigned long)little_u32(guid), little_u16(guid + 4), little_u16(guid + 6), guid[8], guid[9], guid[10],
             guid[11], guid[12], guid[13], guid[14], guid[15]);
    const uint8_t *debug = msf_stream(msf, STREAM_DEBUG, &size);
    if (!debug)
        return set_error(error, "its debugging information is damaged");
    if (size < DEBUG_SIZE || little_u32(debug) != DEBUG_SIGNATURE)
        return true;
    pdb->age = little_u32(debug + DEBUG_AGE);
    pdb->machine = little_u16(debug + DEBUG_MACHINE);
    return true;
}

/* ---- Types */

/* Finds the leaf of each type. A leaf follows its length. */
static bool find_leaves(struct arena *arena, struct pdb *pdb, size_t at, size_t end, const char **error)
{
    uint32_t *leaves = ARENA_ARRAY(arena, uint32_t, pdb->type_count);
    for (uint32_t i = 0; i < pdb->type_count; i++) {
        size_t length = end - at >= 2 ? little_u16(pdb->types + at) : 0;
        if (length < 2 || length > end - at - 2)
            return set_error(error, "its types are damaged");
        leaves[i] = (uint32_t)at + 2;
        at += 2 + length;
    }
    pdb->leaves = leaves;
    return true;
}

static bool read_types(struct arena *arena, struct pdb *pdb, const struct msf *msf, const char **error)
{
    static const char no_types[] = "it has no types: it is a stripped one with public symbols alone, as symbol servers "
                                   "have it for many modules; others, such as ntdll and the kernels, have types";
    pdb->types = msf_stream(msf, STREAM_TYPES, &pdb->types_size);
    if (!pdb->types)
        return set_error(error, "its types are damaged");
    if (!pdb->types_size)
        return set_error(error, no_types);
    if (pdb->types_size < TYPES_LEAST || pdb->types_size > UINT32_MAX)
        return set_error(error, "its types are damaged");
    uint32_t header = little_u32(pdb->types + TYPES_HEADER), first = little_u32(pdb->types + TYPES_FIRST);
    uint32_t end = little_u32(pdb->types + TYPES_END), size = little_u32(pdb->types + TYPES_SIZE);
    if (header < TYPES_LEAST || header > pdb->types_size || size > pdb->types_size - header || end < first ||
        (end > first && first != LEAF_FIRST_TYPE) || (end - first) > size / 4)
        return set_error(error, "its types are damaged");
    pdb->type_count = end - first;
    return pdb->type_count ? find_leaves(arena, pdb, header, header + size, error) : set_error(error, no_types);
}

/* Opens the container of a PDB, and reads the identity. */
static const struct msf *open_container(struct arena *arena, struct pdb *pdb, const void *bytes, size_t size,
                                        const char **error)
{
    size_t container = find_container(bytes, size);
    *error = container < CONTAINER_COUNT ? containers[container].error : "it is no PDB";
    const struct msf *msf = *error ? NULL : msf_open(arena, bytes, size, error);
    return msf && read_identity(pdb, msf, error) ? msf : NULL;
}

bool pdb_identify(struct arena *arena, const void *bytes, size_t size, char guid[PDB_GUID_SIZE + 1], uint32_t *age,
                  const char **error)
{
    struct pdb pdb = {.age = 0};
    if (!open_container(arena, &pdb, bytes, size, error))
        return false;
    memcpy(guid, pdb.guid, sizeof pdb.guid);
    *age = pdb.age;
    return true;
}

const struct pdb *pdb_open(struct arena *arena, const void *bytes, size_t size, const char **error)
{
    struct pdb *pdb = ARENA_NEW(arena, struct pdb);
    const struct msf *msf = open_container(arena, pdb, bytes, size, error);
    if (!msf || !read_types(arena, pdb, msf, error))
        return NULL;
    pdb->sources = source_read(arena, msf, pdb->type_count);
    return pdb;
}

/* Returns the bytes of a type's leaf; NULL if the type does not exist. */
static const uint8_t *find_leaf(const struct pdb *pdb, uint32_t type, size_t *size)
{
    uint32_t index = type - LEAF_FIRST_TYPE;
    if (type < LEAF_FIRST_TYPE || index >= pdb->type_count)
        return NULL;
    const uint8_t *leaf = pdb->types + pdb->leaves[index];
    *size = little_u16(leaf - 2);
    return leaf;
}

bool pdb_read_type(const struct pdb *pdb, uint32_t type, struct leaf *leaf)
{
    size_t size;
    const uint8_t *bytes = find_leaf(pdb, type, &size);
    return bytes && leaf_read(bytes, size, leaf);
}

bool pdb_read_parameters(const struct pdb *pdb, uint32_t list, uint32_t *types, size_t most, size_t *count)
{
    size_t size;
    const uint8_t *bytes = find_leaf(pdb, list, &size);
    uint32_t number = bytes ? little_u16(bytes) : 0;
    size_t width = number == PARAMETERS_16 ? 2 : 4;
    *count = 0;
    if ((number != PARAMETERS_16 && number != PARAMETERS_32) || size < 2 + width)
        return false;
    *count = width == 2 ? little_u16(bytes + 2) : little_u32(bytes + 2);
    if (*count > most || *count > (size - 2 - width) / width)
        return false;
    for (size_t i = 0; i < *count; i++) {
        const uint8_t *at = bytes + 2 + width * (i + 1);
        types[i] = width == 2 ? little_u16(at) : little_u32(at);
    }
    return true;
}

/* ---- Lists of fields */

static void begin_list(struct pdb_walk *walk, uint32_t fields)
{
    struct leaf leaf;
    size_t size;
    const uint8_t *bytes = find_leaf(walk->pdb, fields, &size);
    walk->next = walk->end = NULL;
    walk->is_damaged = !bytes || !leaf_read(bytes, size, &leaf) || leaf.kind != LEAF_FIELDS;
    if (walk->is_damaged)
        return;
    walk->next = bytes + 2;
    walk->end = bytes + size;
}

/* Continues a walk with another list, unless the lists form a circle. */
static void continue_list(struct pdb_walk *walk, uint32_t fields)
{
    if (fields == walk->mark) {
        walk->is_damaged = true;
        walk->next = walk->end;
        return;
    }
    if (++walk->steps > walk->steps_end) {
        walk->mark = fields;
        walk->steps_end = 2 * walk->steps_end + 1;
        walk->steps = 0;
    }
    begin_list(walk, fields);
}

struct pdb_walk pdb_walk_fields(const struct pdb *pdb, uint32_t fields, uint64_t *budget)
{
    struct pdb_walk walk = {.pdb = pdb, .budget = budget, .mark = fields};
    if (fields)
        begin_list(&walk, fields);
    return walk;
}

bool pdb_next_field(struct pdb_walk *walk, struct leaf *field)
{
    while (walk->next < walk->end) {
        if (!*walk->budget || !leaf_read_field(&walk->next, walk->end, field)) {
            walk->is_damaged = true;
            walk->next = walk->end;
            return false;
        }
        --*walk->budget;
        if (field->kind != LEAF_CONTINUED)
            return true;
        continue_list(walk, field->type);
    }
    return false;
}
