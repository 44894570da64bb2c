#include <string.h>

#include "base/intern.h"
#include "merge/merge_parts.h"

const struct kernel_record *into_find_record(const struct into *into, const char *name)
{
    const struct fold_tag *tag = map_get(into->tags, name);
    return tag && !tag->is_enum ? tag->runs.items[0].what : NULL;
}

const struct kernel_enum *into_find_enum(const struct into *into, const char *name)
{
    const struct fold_tag *tag = map_get(into->tags, name);
    return tag && tag->is_enum ? tag->runs.items[0].what : NULL;
}

bool into_is_called(struct into *into, const char *name, const char *known)
{
    return name && !strcmp(name, fold_mend(&into->fold, known));
}
