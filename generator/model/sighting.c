#include "model/sighting.h"

enum verdict sighting_find(const struct sightings *sightings, size_t index, const struct member *member)
{
    return (enum verdict)sightings->builds[index].verdicts[member ? member->number : sightings->member_count];
}

size_t sighting_index(const struct sightings *sightings, uint64_t version)
{
    size_t low = 0, high = sightings->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (sightings->builds[middle].version < version)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
