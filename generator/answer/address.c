#include "answer/address.h"

#include "answer/standing.h"
#include "base/buffer.h"
#include "base/lookup.h"
#include "model/model.h"

/* Returns the index of the first place at or after a version. */
static size_t find_index(const struct global_places *places, uint64_t version)
{
    size_t low;
    SEARCH_FIRST(low, places->count, i, places->items[i].version < version);
    return low;
}

static const struct global_place *find_place(const struct global_places *places, uint64_t version)
{
    size_t index = find_index(places, version);
    return index < places->count && places->items[index].version == version ? &places->items[index] : NULL;
}

/* True if somebody saw the address in some revision of a build. */
static bool has_build(const struct global_places *places, uint64_t version)
{
    size_t index = find_index(places, version & ~(uint64_t)0xFFFF);
    return index < places->count && places->items[index].version >> 16 == version >> 16;
}

/* Returns another arch that has a build of the same version with another address; NULL if there is none. */
static const struct arch *find_twin(const struct model *model, const struct global *global, const struct arch *arch,
                                    const struct global_place *place, uint64_t version)
{
    const struct arch *root = arch->is_twin ? arch->fallback : arch;
    for (size_t i = 0; i < model->arch_count; i++) {
        const struct arch *other = model->arches[i];
        bool is_kin = other == root || (other->is_twin && other->fallback == root);
        const struct global_place *own = find_place(&global->on[i], version);
        if (is_kin && other != arch && own && (!place || own->address != place->address))
            return other;
    }
    return NULL;
}

struct address address_find(const struct model *model, const struct global *global, const struct arch *arch,
                            uint64_t version, bool is_identified)
{
    const struct global_places *places = &global->on[arch->index];
    struct address address = {.global = global, .arch = arch, .version = version};
    if (!has_build(places, version))
        address.version = axis_find_kernel(&model->axis, version);
    const struct global_place *place = find_place(places, address.version);
    if (!is_identified && !arch->is_twin)
        address.twin = find_twin(model, global, arch, place, address.version);
    if ((is_identified || !version_is_build(address.version)) && !address.twin)
        address.place = place;
    if (address.place)
        return address;
    size_t index = find_index(places, address.version);
    address.before = index ? &places->items[index - 1] : NULL;
    address.after = index < places->count ? &places->items[index] : NULL;
    return address;
}

void address_write_version(uint64_t version, struct buffer *out)
{
    if (version_is_build(version))
        buffer_format(out, "%u.%u.%u", version_part(version, 0), version_part(version, 1), version_part(version, 2));
    else
        version_write(version, out);
}

/* Writes a build with its address: "10.0.19041.1526 (0xCFB420)". */
static void write_place(const struct global_place *place, struct buffer *out)
{
    buffer_add_text(out, version_is_build(place->version) ? "a revision of " : "");
    address_write_version(place->version, out);
    if (place->is_absent)
        buffer_add_text(out, " (which has none)");
    else
        buffer_format(out, " (0x%lX)", (unsigned long)place->address);
}

void address_write(const struct address *address, struct buffer *out)
{
    const struct global_place *place = address->place, *before = address->before, *after = address->after;
    if (place && place->is_absent)
        buffer_add_text(out, "absent, attested");
    else if (place)
        buffer_format(out, "0x%lX, attested", (unsigned long)place->address);
    if (place)
        return;
    buffer_add_text(out, "unknown: ");
    if (address->twin)
        buffer_format(out, "another build of this version differs (%s); ask by GUID and age", address->twin->name);
    else if (!before && !after)
        buffer_format(out, "no build was seen on %s", address->arch->name);
    else if (version_is_build(address->version))
        buffer_add_text(out, "an address is of one revision; nearest: ");
    else
        buffer_add_text(out, "nobody saw this build; nearest: ");
    if (address->twin)
        return;
    if (before)
        write_place(before, out);
    if (before && after)
        buffer_add_text(out, ", ");
    if (after)
        write_place(after, out);
}
