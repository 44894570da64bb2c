#include "model/bounds.h"

uint64_t import_bound(const struct axis *axis, uint64_t older, uint64_t version)
{
    uint64_t build = version >> 16, from = build << 16;
    if (older >> 16 == build)
        return version;
    for (size_t i = 0; i < axis->point_count; i++) {
        const struct axis_point *point = &axis->points[i];
        if (point->version >> 16 == build)
            return point->range.from < from && point->range.from > older ? point->range.from : from;
    }
    return from;
}
