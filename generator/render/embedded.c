#include "render/embedded.h"

#include <string.h>

const struct embedded_file *embedded_find(const struct embedded_file *files, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(files[i].name, name))
            return &files[i];
    return NULL;
}
