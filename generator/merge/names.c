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

uint32_t merge_pack(const struct merge_site *site)
{
    const struct fold_tag *tag = site->is_imported ? map_get(site->merge->tags, site->outer->type->name) : NULL;
    uint32_t pack = site->outer->pack;
    return tag && tag->pack && (!pack || tag->pack < pack) ? tag->pack : pack;
}
