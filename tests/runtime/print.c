/*
 * Prints what standard input asks for, by the generated printers of records.h. A line is
 *
 *     RECORD TARGET FORM BYTES
 *
 * with the target and the bytes in hexadecimal, and the name of one of the forms below. The answer is what was printed, the status on a line of its own, and a
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

/* The first two are what the calls without options print. */
static const struct {
    const char *name;
    strata_print_options options;
} forms[] = {
    {"text", STRATA_PRINT_OPTIONS},
    {"json", {STRATA_PRINT_FORM_JSON, STRATA_PRINT_DEPTH_MOST, STRATA_PRINT_ARRAY_MOST, 0, 0, 0}},
    {"indented", {STRATA_PRINT_FORM_JSON_INDENTED, 0xFFFFFFFF, 0, 0, 0, 0}},
    {"wide", {77, 0xFFFFFFFF, 0xFFFFFFFF, 1, 1, 0}},
    {"flat", {STRATA_PRINT_FORM_TEXT, 0, 16, 1, 1, 0}},
    {"json-flat", {STRATA_PRINT_FORM_JSON, 1, 0, 255, 255, 0}},
};

static int is_text(size_t form)
{
    return forms[form].options.form != STRATA_PRINT_FORM_JSON &&
           forms[form].options.form != STRATA_PRINT_FORM_JSON_INDENTED;
}

#define PRINTER(S)                                                                                                    \
    static strata_status print_##S(const unsigned char *bytes, size_t size, strata_target target, size_t form)        \
    {                                                                                                                 \
        strata_##S v;                                                                                                 \
        strata_status status = strata_##S##_open(&v, bytes, size, target);                                            \
        if (form == 0)                                                                                                \
            return status == STRATA_OK ? strata_##S##_print(&v, write_out, stdout)                                    \
                                       : strata_##S##_print_bytes(bytes, size, target, write_out, stdout);            \
        if (form == 1)                                                                                                \
            return status == STRATA_OK ? strata_##S##_print_json(&v, write_out, stdout)                               \
                                       : strata_##S##_print_bytes_json(bytes, size, target, write_out, stdout);       \
        return status == STRATA_OK                                                                                    \
                   ? strata_##S##_print_with(&v, &forms[form].options, write_out, stdout)                             \
                   : strata_##S##_print_bytes_with(bytes, size, target, &forms[form].options, write_out, stdout);     \
    }
RECORDS(PRINTER)

#define ENTRY(S) {&strata_##S##_print_record, print_##S},
static const struct {
    const strata_print_record *record;
    strata_status (*print)(const unsigned char *bytes, size_t size, strata_target target, size_t form);
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

static void answer(const char *name, strata_target target, size_t form, const char *text)
{
    size_t size = 0;
    size_t i;
    unsigned char *bytes = read_bytes(text, &size);

    for (i = 0; i < sizeof printers / sizeof *printers; i++) {
        if (strcmp(printers[i].record->name, name) == 0) {
            strata_status status = printers[i].print(bytes, size, target, form);
            printf("%s%s\nend\n", is_text(form) ? "" : "\n", strata_status_name(status));
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
    char name[256], word[16];
    size_t form;
    unsigned long long target;
    int end = 0;

    while (fgets(line, sizeof line, stdin) != STRATA_NULLPTR) {
        line[strcspn(line, "\n")] = '\0';
        if (sscanf(line, "%255s %llx %15s %n", name, &target, word, &end) != 3)
            return 2;
        for (form = 0; strcmp(forms[form].name, word) != 0;)
            if (++form == sizeof forms / sizeof *forms)
                return 2;
        answer(name, (strata_target)target, form, line + end);
    }
    return 0;
}
