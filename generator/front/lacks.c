#include "front/lacks.h"

#include <stddef.h>
#include <string.h>

static const struct {
    const char *kind; /* or the beginning of several */
    unsigned lacks;   /* a set of enum source_lack */
} kinds[] = {
    {SOURCE_SYMBOL_FILE, SOURCE_LACKS_DETAILS},
    {SOURCE_VOLATILITY, SOURCE_LACKS_DETAILS | SOURCE_LACKS_TYPES | SOURCE_LACKS_ENUMS | SOURCE_LACKS_ABSENCE},
};

bool source_lacks(const char *kind, enum source_lack lack)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!strncmp(kind, kinds[i].kind, strlen(kinds[i].kind)))
            return kinds[i].lacks & lack;
    return false;
}
