/*
 * Answers questions about a pack by strata_pack.h: a line of standard input each, fields between tabs. run.sh says which
 * questions there are. With --open, says of each file if it is a sound pack.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "strata_pack_names.h"

static const char *const grades[] = {"attested", "bracketed", "interpolated", "extrapolated", "disputed"};
static const char *const kinds[] = {"unsigned", "signed", "pointer", "record", "bytes", "value", "float"};

static unsigned char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    unsigned char *bytes;

    if (file == NULL || fseek(file, 0, SEEK_END) != 0)
        exit(2);
    *size = (size_t)ftell(file);
    rewind(file);
    bytes = (unsigned char *)malloc(*size + 1);
    if (bytes == NULL || fread(bytes, 1, *size, file) != *size)
        exit(2);
    fclose(file);
    return bytes;
}

/* Finds the place of S.M.x. Prints the answer and returns 0 if there is no place. */
static int find_place(const strata_pack *pack, char *path, const char *target, strata_pack_place *place)
{
    char *member = strchr(path, '.');
    strata_status status;

    *member++ = 0;
    status = strata_pack_find(pack, path, member, strtoull(target, NULL, 16), place);
    if (status == STRATA_OK)
        return 1;
    if (status == STRATA_BAD_NAME || status == STRATA_OTHER_KIND)
        puts(status == STRATA_BAD_NAME ? "no name" : "other kind");
    else
        printf("%s %s\n", status == STRATA_BAD_ARCH ? "arch" : status == STRATA_BAD_VERSION ? "version"
                          : status == STRATA_ABSENT ? "absent" : "unknown", grades[place->basis]);
    return 0;
}

static void answer_member(const strata_pack *pack, char **fields)
{
    strata_pack_place place;

    if (!find_place(pack, fields[1], fields[2], &place))
        return;
    printf("+%u %u %u %u %u %u %d %s %d %d %s %s\n", (unsigned)place.offset, (unsigned)place.size, (unsigned)place.count,
           (unsigned)place.words[2], (unsigned)strata_slot_shift(place.words[0]),
           (unsigned)(place.words[0] >> 48 & 0x7F), strata_slot_is_signed(place.words[0]), kinds[place.kind],
           place.meaning, place.provenance, place.type, grades[place.basis]);
}

static void answer_size(const strata_pack *pack, char **fields)
{
    strata_pack_type type;
    strata_pack_layout layout;
    strata_status status = strata_pack_find_type(pack, fields[1], &type);

    if (status == STRATA_OK)
        status = strata_pack_find_layout(&type, strtoull(fields[2], NULL, 16), &layout);
    if (status == STRATA_OK)
        printf("%u %u %u %s\n", (unsigned)layout.size, (unsigned)layout.least, (unsigned)layout.align,
               grades[layout.basis]);
    else if (status == STRATA_BAD_NAME)
        puts("no name");
    else
        printf("%s %s\n", status == STRATA_BAD_ARCH ? "arch" : "version", grades[layout.basis]);
}

static void answer_value(const strata_pack *pack, char **fields)
{
    uint64_t value;
    strata_status status = strata_pack_find_value(pack, fields[1], fields[2], strtoull(fields[3], NULL, 16), &value);

    if (status == STRATA_OK)
        printf("%" PRIu64 "\n", value);
    else
        puts(status == STRATA_BAD_NAME ? "no name" : "none");
}

static void answer_name(const strata_pack *pack, char **fields)
{
    strata_pack_type type;
    const char *name = "";

    if (strata_pack_find_type(pack, fields[1], &type) == STRATA_OK)
        (void)strata_pack_value_name(&type, strtoull(fields[2], NULL, 0), strtoull(fields[3], NULL, 16), &name);
    printf("'%s'\n", name);
}

/* Sets the bytes of hexadecimal digits. Returns their number. */
static size_t read_hex(const char *digits, unsigned char *bytes, size_t limit)
{
    size_t size = 0;
    unsigned byte;

    for (; size < limit && sscanf(digits, "%2x", &byte) == 1; digits += 2)
        bytes[size++] = (unsigned char)byte;
    return size;
}

static void answer_read(const strata_pack *pack, char **fields)
{
    unsigned char bytes[4096];
    size_t size = read_hex(fields[3], bytes, sizeof bytes);
    strata_pack_place place;
    uint64_t value;
    strata_status status;

    if (!find_place(pack, fields[1], fields[2], &place))
        return;
    status = strata_pack_get(&place, bytes, size, &value);
    if (status == STRATA_OK)
        printf("%" PRIu64 "\n", value);
    else
        puts(status == STRATA_TOO_SHORT ? "too short" : "other kind");
}

static void answer_kernel(const strata_pack *pack, char **fields)
{
    unsigned char guid[16];
    strata_target target = 0;

    if (strcmp(fields[0], "image") == 0)
        (void)strata_pack_find_by_image(pack, (uint32_t)strtoul(fields[1], NULL, 0),
                                        (uint32_t)strtoul(fields[2], NULL, 0), &target);
    else if (read_hex(fields[1], guid, sizeof guid) == sizeof guid)
        (void)strata_pack_find_by_identity(pack, guid, (uint32_t)strtoul(fields[2], NULL, 0), &target);
    printf("%016" PRIX64 "\n", target);
}

static void answer_version(const strata_pack *pack, char **fields)
{
    strata_version version;

    printf("%016" PRIX64 "\n", strata_pack_find_version(pack, fields[1], &version) == STRATA_OK ? version : 0);
}

static void answer_meant(const strata_pack *pack, char **fields)
{
    strata_version version;
    strata_status status = strata_pack_find_named_version(pack, fields[1], &version);

    if (status == STRATA_OK)
        printf("%016" PRIX64 "\n", version);
    else
        puts(status == STRATA_BAD_VERSION ? "several" : "none");
}

static void answer_address(const strata_pack *pack, char **fields)
{
    uint32_t offset;

    switch (strata_pack_find_address(pack, fields[1], strtoull(fields[2], NULL, 16), &offset)) {
    case STRATA_OK: printf("0x%" PRIX32 "\n", offset); break;
    case STRATA_ABSENT: puts("absent"); break;
    case STRATA_UNKNOWN: puts("unknown"); break;
    default: puts("no name");
    }
}

static const struct {
    const char *name;
    void (*answer)(const strata_pack *pack, char **fields);
} questions[] = {
    {"member", answer_member}, {"size", answer_size},     {"value", answer_value}, {"name", answer_name},
    {"read", answer_read},     {"kernel", answer_kernel}, {"image", answer_kernel}, {"version", answer_version},
    {"meant", answer_meant},   {"address", answer_address},
};

/* Divides a line into its fields. */
static void split(char *line, char **fields, size_t count)
{
    size_t i;

    line[strcspn(line, "\n")] = 0;
    for (i = 0; i < count; i++) {
        char *end = line + strcspn(line, "\t");

        fields[i] = line;
        line = *end != 0 ? end + 1 : end;
        *end = 0;
    }
}

int main(int argc, char **argv)
{
    static char line[16384];
    strata_pack pack;
    char *fields[4];
    size_t size, i;
    unsigned char *bytes;

    if (argc > 1 && strcmp(argv[1], "--open") == 0) {
        for (i = 2; i < (size_t)argc; i++) {
            bytes = read_file(argv[i], &size);
            puts(strata_pack_open(&pack, bytes, size) == STRATA_OK ? "sound" : "damaged");
            free(bytes);
        }
        return 0;
    }
    if (argc != 2)
        return 2;
    bytes = read_file(argv[1], &size);
    if (strata_pack_open(&pack, bytes, size) != STRATA_OK)
        return 1;
    while (fgets(line, sizeof line, stdin) != NULL) {
        split(line, fields, 4);
        for (i = 0; i < sizeof questions / sizeof *questions; i++)
            if (strcmp(questions[i].name, fields[0]) == 0)
                questions[i].answer(&pack, fields);
    }
    free(bytes);
    return 0;
}
