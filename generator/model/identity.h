/*
 * Identities of kernels: what tells one kernel from another of the same version. A program finds them in the image of
 * the kernel that it runs on.
 */
#ifndef MODEL_IDENTITY_H
#define MODEL_IDENTITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arch;
struct arena;
struct ast_decl;
struct buffer;
struct module;

enum { IDENTITY_GUID_SIZE = 16, IDENTITY_BUILD_LEAST = 8, IDENTITY_BUILD_MOST = 32 };

/* Numbers that name one kernel. */
struct identity_numbers {
    bool has_pdb, has_image;
    /* GUID of the program database, in the byte order of the image's debug directory */
    unsigned char guid[IDENTITY_GUID_SIZE];
    uint32_t age;                                /* age of the program database */
    unsigned char build_id[IDENTITY_BUILD_MOST]; /* build ID of an ELF file */
    uint8_t build_size;                          /* bytes of build_id that are used; 0: no build ID is known */
    uint32_t timestamp, image_size;         /* TimeDateStamp and SizeOfImage of the image */
};

/* The identity of an attested kernel, or of a build of another module. */
struct identity {
    const struct arch *arch;
    const struct module *module; /* NULL: no spec has the identity */
    uint64_t version;
    struct identity_numbers numbers;
    const struct ast_decl *decl; /* the spec's line; NULL: no spec has the identity */
};

/* Parses "1C9875F76C8F0FBF3EB9A9D7C1C274DF-1", the GUID and the age of a program database; the GUID is not all zero.
 * Returns false if it is something else. */
bool identity_parse_pdb(const char *text, struct identity_numbers *numbers);

/* Parses a build ID: the hexadecimal digits of 8 to 32 bytes. Returns false if it is something else. */
bool identity_parse_build(const char *text, struct identity_numbers *numbers);

/* Parses the name of a kernel: GUID and age of its program database, or a build ID. */
bool identity_parse(const char *text, struct identity_numbers *numbers);

/* True if GUID and age or the build ID are known. */
bool identity_has_name(const struct identity_numbers *numbers);

/* Return a text: GUID and age; the build ID; and the one of both that is known. */
const char *identity_pdb_text(struct arena *arena, const struct identity_numbers *numbers);
const char *identity_build_text(struct arena *arena, const struct identity_numbers *numbers);
const char *identity_text(struct arena *arena, const struct identity_numbers *numbers);

/* Writes ` pdb "GUID-age" build "ID" image 0xTIME 0xSIZE`, without the parts that are unknown. */
void identity_write(const struct identity_numbers *numbers, struct buffer *out);

/* Returns the numbers of a kernel with GUID and age as they are. For an ELF file, returns the first 20 bytes of the
 * build ID as GUID and age: generated tables have no other room for them. */
struct identity_numbers identity_as_pdb(const struct identity_numbers *numbers);

/* Compare the GUIDs and ages, the build IDs, both, or the images. Numbers that lack them come first. */
int identity_compare_pdbs(const struct identity_numbers *a, const struct identity_numbers *b);
int identity_compare_builds(const struct identity_numbers *a, const struct identity_numbers *b);
int identity_compare_names(const struct identity_numbers *a, const struct identity_numbers *b);
int identity_compare_images(const struct identity_numbers *a, const struct identity_numbers *b);

/* True if both have a GUID and age that are equal, or both have a build ID and these are equal. */
bool identity_share_name(const struct identity_numbers *a, const struct identity_numbers *b);

/* Compares by arch, version, GUID, age, build ID and image. */
int identity_compare(const struct identity *a, const struct identity *b);

#endif
