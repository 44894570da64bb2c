#include "front/lacks.h"

#include <stddef.h>
#include <string.h>

static const struct {
    const char *kind;     /* or the beginning of several */
    const char *producer; /* the program that writes such symbol files; NULL: any other */
    unsigned lacks;       /* a set of enum source_lack */
} kinds[] = {
    {SOURCE_SYMBOL_FILE, NULL, SOURCE_LACKS_DETAILS},
    /* The tables of Volatility 2, converted to symbol files. */
    {SOURCE_VOLATILITY, "vt2isf",
     SOURCE_LACKS_DETAILS | SOURCE_LACKS_TYPES | SOURCE_LACKS_ENUMS | SOURCE_LACKS_ABSENCE},
    {SOURCE_TEXT, NULL, SOURCE_LACKS_REST},
    {SOURCE_PAHOLE, NULL, SOURCE_LACKS_REST},
};

const char *source_made_by(const char *producer)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].producer && !strcmp(kinds[i].producer, producer))
            return kinds[i].kind;
    return NULL;
}

bool source_lacks(const char *kind, enum source_lack lack)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!strncmp(kind, kinds[i].kind, strlen(kinds[i].kind)))
            return kinds[i].lacks & lack;
    return false;
}
