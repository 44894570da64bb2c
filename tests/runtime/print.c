/*
 * Prints what standard input asks for, by the generated printers of records.h. A line is
 *
 *     RECORD TARGET text|json BYTES
 *
 * with the target and the bytes in hexadecimal. The answer is what was printed, the status on a line of its own, and a
 * line "end". What opens is printed through its view, anything else by its bytes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "records.h"

/* The sink: its context is where the text goes. */
static void write_out(void *context, const char *text, size_t size)
{
    if (size == 0 || fwrite(text, 1, size, (FILE *)context) != size)
        exit(2);
}

#define PRINTER(S)                                                                                                    \
    static strata_status print_##S(const unsigned char *bytes, size_t size, strata_target target, int is_json)        \
    {                                                                                                                 \
        strata_##S v;                                                                                                 \
        if (strata_##S##_open(&v, bytes, size, target) != STRATA_OK)                                                  \
            return is_json ? strata_##S##_print_bytes_json(bytes, size, target, write_out, stdout)                    \
                           : strata_##S##_print_bytes(bytes, size, target, write_out, stdout);                        \
        return is_json ? strata_##S##_print_json(&v, write_out, stdout)                                               \
                       : strata_##S##_print(&v, write_out, stdout);                                                   \
    }
RECORDS(PRINTER)

#define ENTRY(S) {&strata_##S##_print_record, print_##S},
static const struct {
    const strata_print_record *record;
    strata_status (*print)(const unsigned char *bytes, size_t size, strata_target target, int is_json);
} printers[] = {RECORDS(ENTRY)};

static unsigned char *read_bytes(const char *text, size_t *size)
{
    size_t length = strlen(text) / 2;
    size_t i;
    unsigned byte;
    unsigned char *bytes = (unsigned char *)malloc(length != 0 ? length : 1); /* not a byte more, for ASan */

    if (bytes == STRATA_NULLPTR)
        exit(2);
    for (i = 0; i < length; i++) {
        if (sscanf(text + 2 * i, "%2x", &byte) != 1)
            exit(2);
        bytes[i] = (unsigned char)byte;
    }
    *size = length;
    return bytes;
}

static void answer(const char *name, strata_target target, int is_json, const char *text)
{
    size_t size = 0;
    size_t i;
    unsigned char *bytes = read_bytes(text, &size);

    for (i = 0; i < sizeof printers / sizeof *printers; i++) {
        if (strcmp(printers[i].record->name, name) == 0) {
            strata_status status = printers[i].print(bytes, size, target, is_json);
            printf("%s%s\nend\n", is_json ? "\n" : "", strata_status_name(status));
            free(bytes);
            return;
        }
    }
    fprintf(stderr, "no record %s\n", name);
    exit(2);
}

int main(void)
{
    static char line[1 << 20];
    char name[256], form[8];
    unsigned long long target;
    int end = 0;

    while (fgets(line, sizeof line, stdin) != STRATA_NULLPTR) {
        line[strcspn(line, "\n")] = '\0';
        if (sscanf(line, "%255s %llx %7s %n", name, &target, form, &end) != 3)
            return 2;
        answer(name, (strata_target)target, strcmp(form, "json") == 0, line + end);
    }
    return 0;
}
