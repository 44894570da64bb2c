/*
 * sessions IMAGE BASE HEAD MAJOR.MINOR.BUILD x86|x64: the user-mode event tracing sessions of a process. IMAGE is a
 * file of the process's memory from the address BASE on, HEAD is the address of the list of its sessions.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "logger.h"

#define SESSIONS_MOST 64

struct image {
    FILE *file;
    uint64_t base;
};

/* Reads memory for strata_reader.h. */
static size_t read_image(void *context, uint64_t address, void *buffer, size_t size)
{
    const struct image *image = (const struct image *)context;
    if (address < image->base || fseek(image->file, (long)(address - image->base), SEEK_SET) != 0)
        return 0;
    return fread(buffer, 1, size, image->file);
}

static void write_text(void *context, const char *text, size_t size)
{
    fwrite(text, 1, size, (FILE *)context);
}

static void show_name(const strata_ETW_UM_LOGGER_CONTEXT *session, const strata_reader *reader)
{
    strata_UNICODE_STRING name;
    char text[3 * 128];
    size_t length = 0;
    strata_status status = STRATA_VIEW(ETW_UM_LOGGER_CONTEXT, session, LoggerName, &name);
    if (status == STRATA_OK)
        status = strata_UNICODE_STRING_utf8(&name, reader, text, sizeof text, &length);
    printf("\"%.*s\"", (int)length, text);
    if (status != STRATA_OK)
        printf(" (%s)", strata_status_name(status));
    printf("\n");
}

static strata_status show_sessions(const strata_reader *reader, uint64_t head, strata_target target)
{
    strata_print_options options = STRATA_PRINT_OPTIONS;
    strata_walk walk;
    uint64_t address;

    options.depth = 0;
    STRATA_WALK(ETW_UM_LOGGER_CONTEXT, GlobalList, &walk, reader, head, target, SESSIONS_MOST, STRATA_WALK_CHECKED);
    while (strata_walk_next(&walk, &address)) {
        unsigned char bytes[0x400];
        strata_ETW_UM_LOGGER_CONTEXT session;
        strata_status status =
            STRATA_FETCH(ETW_UM_LOGGER_CONTEXT, &session, reader, address, bytes, sizeof bytes, target);
        if (status != STRATA_OK)
            return status;
        show_name(&session, reader);
        strata_ETW_UM_LOGGER_CONTEXT_print_with(&session, &options, write_text, stdout);
    }
    return walk.status;
}

int main(int count, char **arguments)
{
    struct image image;
    strata_reader reader;
    unsigned major, minor, build;
    strata_status status;

    if (count != 6 || sscanf(arguments[4], "%u.%u.%u", &major, &minor, &build) != 3) {
        fprintf(stderr, "usage: sessions IMAGE BASE HEAD MAJOR.MINOR.BUILD x86|x64\n");
        return 2;
    }
    image.file = fopen(arguments[1], "rb");
    if (!image.file) {
        perror(arguments[1]);
        return 2;
    }
    image.base = strtoull(arguments[2], NULL, 0);
    reader.read = read_image;
    reader.context = &image;
    status = show_sessions(&reader, strtoull(arguments[3], NULL, 0),
                           strata_target_of(strcmp(arguments[5], "x86") == 0 ? STRATA_ARCH_X86 : STRATA_ARCH_X64, major,
                                            minor, build, STRATA_REVISION_ANY));
    fclose(image.file);
    if (status != STRATA_OK)
        fprintf(stderr, "sessions: %s\n", strata_status_name(status));
    return status != STRATA_OK;
}
