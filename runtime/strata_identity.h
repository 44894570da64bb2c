/* SPDX-License-Identifier: 0BSD
 *
 * strata_identity.h: kernels by the identity of their image.
 *
 * Only headers with identities, X_identity.h, include it. See strata.h.
 */
#ifndef STRATA_IDENTITY_INCLUDED
#define STRATA_IDENTITY_INCLUDED /* the guard of a header generated from identity.strata ends in _H instead */

#include "strata.h"

/* ---- Identities of kernels --------------------------------------------------------------------------------------- */

/*
 * A version does not tell two kernels of the same version apart. The image of a kernel does. X_identity.h, which strata
 * generates beside X.h, has the identities that the specs know; a program that does not include it has no such table.
 */

/** The identity of an attested kernel. */
typedef struct strata_identity {
    unsigned char guid[16]; /**< GUID of the program database, in the order of its bytes in memory; all 0: unknown.
                                 Of an ELF file: the first 16 bytes of its build ID */
    uint32_t age;           /**< age of the program database; of an ELF file: the next 4 bytes, little-endian */
    uint32_t timestamp;     /**< TimeDateStamp of the image */
    uint32_t image_size;    /**< SizeOfImage of the image; 0: unknown */
    strata_target target;   /**< target for which the layouts of this kernel are attested */
} strata_identity;

/** Returns 1 if two GUIDs are equal and not all 0, else 0. */
STRATA_INLINE int strata_is_guid(const unsigned char *a, const unsigned char *b)
{
    unsigned char any = 0, differences = 0;
    int i;

    for (i = 0; i < 16; i++) {
        any = (unsigned char)(any | a[i]);
        differences = (unsigned char)(differences | (a[i] ^ b[i]));
    }
    return any != 0 && differences == 0;
}

/** Sets the 20 bytes of `name` to the first ones of a build ID of `size` bytes, or to 0 behind its end. */
STRATA_INLINE void strata_take_build_id(unsigned char *name, const unsigned char *id, size_t size)
{
    size_t i;

    for (i = 0; i < 20; i++)
        name[i] = (unsigned char)(i < size ? id[i] : 0);
}

/**
 * Finds the target of a kernel by GUID and age of its program database: the 16 bytes and the number of the RSDS record
 * in the debug directory of its image.
 *
 * `list` and `count` are a table of a generated X_identity.h and its number of entries. Returns OK; BAD_VERSION: no
 * kernel is known by them, *target is 0, with which all calls fail.
 */
static inline strata_status strata_find_by_identity(const strata_identity *list, size_t count,
                                                    const unsigned char *guid, uint32_t age, strata_target *target)
{
    size_t i;

    *target = 0;
    for (i = 0; i < count; i++) {
        if (strata_is_guid(list[i].guid, guid) && list[i].age == age) {
            *target = list[i].target;
            return STRATA_OK;
        }
    }
    return STRATA_BAD_VERSION;
}

/** As strata_find_by_identity, by the build ID of an ELF file: `size` bytes of the GNU note of type 3, as in .notes or
 * /sys/kernel/notes. The first 20 bytes count. */
static inline strata_status strata_find_by_build_id(const strata_identity *list, size_t count,
                                                    const unsigned char *id, size_t size, strata_target *target)
{
    unsigned char name[20];

    strata_take_build_id(name, id, size);
    return strata_find_by_identity(list, count, name, strata_load_u32(name + 16), target);
}

/** As strata_find_by_identity, by TimeDateStamp and SizeOfImage of the headers of the kernel's image. */
static inline strata_status strata_find_by_image(const strata_identity *list, size_t count, uint32_t timestamp,
                                                 uint32_t image_size, strata_target *target)
{
    size_t i;

    *target = 0;
    for (i = 0; i < count && image_size != 0; i++) {
        if (list[i].timestamp == timestamp && list[i].image_size == image_size) {
            *target = list[i].target;
            return STRATA_OK;
        }
    }
    return STRATA_BAD_VERSION;
}

#endif
