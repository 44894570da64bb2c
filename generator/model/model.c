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

const struct identity *model_find_pdb(const struct model *model, const struct identity_numbers *numbers)
{
    for (size_t i = 0; i < model->identity_count; i++)
        if (!identity_compare_pdbs(&model->identities[i]->numbers, numbers))
            return model->identities[i];
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
    if (!axis_find_version(&model->axis, name, version)) {
        *error = arena_format(model->arena, "version '%s' is not on the axis", name);
        return false;
    }
    return true;
}
