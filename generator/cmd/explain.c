/*
 * strata explain: explains a diagnostic, and what to do about it.
 */
#include <string.h>

#include "base/diag.h"
#include "model/nearest.h"
#include "run/options.h"

enum { TEXT_WIDTH = 90, NAME_WIDTH = 17 };

/* Appends a paragraph, wrapped to TEXT_WIDTH columns. */
static void add_paragraph(struct buffer *out, const char *text)
{
    size_t column = 0;
    while (*text) {
        size_t length = strcspn(text, " ");
        if (column && column + 1 + length > TEXT_WIDTH) {
            buffer_add_char(out, '\n');
            column = 0;
        } else if (column) {
            buffer_add_char(out, ' ');
            column++;
        }
        buffer_add(out, text, length);
        column += length;
        text += length + (text[length] == ' ');
    }
    buffer_add_char(out, '\n');
}

static void add_example(struct buffer *out, const char *title, const char *text)
{
    if (!text)
        return;
    buffer_format(out, "\n%s:\n\n", title);
    while (*text) {
        size_t length = strcspn(text, "\n") + 1;
        buffer_add_text(out, "    ");
        buffer_add(out, text, length);
        text += length;
    }
}

static void list_codes(struct buffer *out, const char *title, bool checks)
{
    buffer_format(out, "%s\n\n", title);
    for (size_t i = 0; i < DIAG_CODE_COUNT; i++) {
        enum diag_code code = (enum diag_code)i;
        if (diag_code_is_check(code) == checks)
            buffer_format(out, "  %-*s  %-7s  %s\n", NAME_WIDTH, diag_code_name(code),
                          diag_severity_name(diag_code_severity(code)), diag_code_summary(code));
    }
}

static enum status run_explain(struct command_run *run)
{
    struct operands codes;
    if (!options_parse(run, NULL, &codes))
        return run->status;
    if (!codes.count) {
        list_codes(&run->out, "Checks; -W, --error and --no- of strata check change their severities:", true);
        list_codes(&run->out, "\nErrors, whose severity is fixed:", false);
        return STATUS_CLEAN;
    }
    for (size_t i = 0; i < codes.count; i++) {
        enum diag_code code;
        if (!diag_code_find(codes.items[i], &code)) {
            struct nearest nearest = {.wanted = codes.items[i]};
            for (size_t k = 0; k < DIAG_CODE_COUNT; k++)
                nearest_consider(&nearest, diag_code_name((enum diag_code)k));
            return options_fail_near(run, nearest.best, "no diagnostic has the code '%s'; strata explain lists them",
                                     codes.items[i]);
        }
        buffer_add_text(&run->out, i ? "\n\n" : "");
        struct buffer *out = &run->out;
        const struct diag_explanation *explanation = diag_code_explanation(code);
        buffer_format(out, "%s (%s%s): %s\n\n", diag_code_name(code), diag_severity_name(diag_code_severity(code)),
                      diag_code_is_check(code) ? ", by default" : "", diag_code_summary(code));
        add_paragraph(out, explanation->text);
        add_example(out, "Wrong", explanation->wrong);
        add_example(out, "Right", explanation->right);
    }
    return STATUS_CLEAN;
}

const struct command command_explain = {
    .name = "explain",
    .summary = "explain what a diagnostic means and what to do about it",
    .help = "usage: strata explain [CODE...]\n"
            "\n"
            "Every diagnostic ends in its code, such as [overlap]. Prints what the code means, what to do\n"
            "about it and when to `allow` it, with an example of the mistake and of its correction. Without\n"
            "a CODE lists all codes with their default severities.\n"
            "\n"
            "Exit status: 0, or 2 if there is no such code.\n"
            "\n"
            "  strata explain overlap\n",
    .run = run_explain,
    .words = diag_code_names,
    .operands = TAKES_WORD,
};
