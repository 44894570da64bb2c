#include "run/option.h"

#include <string.h>

static const char *const colors[] = {"auto", "always", "never", NULL};

const struct option option_common[] = {
    {"include", 'I', OPTION_DIRECTORY(struct common_options, include), "DIR",
     "search DIR for `use <PATH>` first, and let `use` read specs below it; else it reads those below the directories "
     "of SPECS; may be repeated"},
    {"stdin-filename", 0, OPTION_FILE(struct common_options, input), "F",
     "`-` is F on standard input: messages call it F, its `use` counts from F, and files that use F get this text"},
    {"color", 0, OPTION_WORD(struct common_options, color, colors), "WHEN",
     "colours: auto (on a terminal, the default), always or never"},
    {"quiet", 'q', OPTION_FLAG(struct common_options, is_quiet), NULL,
     "print no notes and no summary, only output and findings"},
    {"verbose", 'v', OPTION_FLAG(struct common_options, is_verbose), NULL,
     "print which files were read and how they were found"},
    {"help", 'h', OPTION_FLAG(struct common_options, is_help), NULL, "describe the command"},
    {0},
};

enum { COMMON_COUNT = sizeof option_common / sizeof *option_common };

bool option_is_common(const struct option *option)
{
    return option >= option_common && option < option_common + COMMON_COUNT;
}

bool option_is_prefix(const struct option *option)
{
    size_t size = strlen(option->name);
    return size && option->name[size - 1] == '-';
}
