#include <string.h>

#include "base/intern.h"
#include "merge/merge_parts.h"

const struct kernel_record *merge_find_record(const struct merge *merge, const char *name)
{
    const struct fold_tag *tag = map_get(merge->tags, name);
    return tag && !tag->is_enum ? tag->runs.items[0].what : NULL;
}

const struct kernel_enum *merge_find_enum(const struct merge *merge, const char *name)
{
    const struct fold_tag *tag = map_get(merge->tags, name);
    return tag && tag->is_enum ? tag->runs.items[0].what : NULL;
}

bool merge_is_called(struct merge *merge, const char *name, const char *known)
{
    return name && !strcmp(name, fold_mend(&merge->fold, known));
}
