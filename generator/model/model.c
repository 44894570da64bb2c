#include "model/model.h"

#include <string.h>

#include "base/arena.h"
#include "base/intern.h"

const struct arch *model_find_arch(const struct model *model, const char *name)
{
    for (size_t i = 0; i < model->arch_count; i++)
        if (!strcmp(model->arches[i]->name, name))
            return model->arches[i];
    return NULL;
}

const struct record *model_find_record(const struct model *model, const char *name)
{
    for (size_t i = 0; i < model->record_count; i++)
        if (!strcmp(model->records[i]->type->name, name))
            return model->records[i];
    return NULL;
}

bool model_parse_target(const struct model *model, const char *text, uint64_t *version, const struct arch **arch,
                        const char **error)
{
    const char *slash = strchr(text, '/');
    if (!slash || slash == text || !slash[1]) {
        *error = arena_format(model->arena, "'%s' is not VERSION/ARCH, as in 6.1/x64", text);
        return false;
    }
    *arch = model_find_arch(model, slash + 1);
    if (!*arch) {
        *error = arena_format(model->arena, "no arch is called '%s'", slash + 1);
        return false;
    }
    const char *name = intern_name(model->program->intern, text, (size_t)(slash - text));
    struct version_range range;
    if (!axis_find(&model->axis, name, &range)) {
        *error = arena_format(model->arena, "version '%s' is not on the axis", name);
        return false;
    }
    uint64_t build;
    unsigned parts;
    *version = range.to - 1; /* also where it has no end */
    if (!version_parse(name, &build, &parts) || parts < 3)
        return true;
    if (parts == 4)
        *version = build;
    if (parts == 4 || map_get(model->axis.attested_builds, name))
        return true;
    for (size_t i = 0; i < model->axis.attested_count; i++)
        if (model->axis.attested[i] >= build && model->axis.attested[i] < range.to)
            *version = model->axis.attested[i];
    return true;
}
