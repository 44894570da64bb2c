#include "export/isf_metadata.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/json.h"
#include "front/load.h"
#include "kernel/isf.h"
#include "kernel/source.h"
#include "model/clauses.h"
#include "model/model.h"

/* Returns the GUID and age of the build of a module in a version on an arch; NULL if no build or several builds have
 * this version. */
static const struct identity_numbers *find_pdb(const struct isf_about *about)
{
    const struct model *model = about->model;
    const struct identity_numbers *found = NULL;
    for (size_t i = 0; i < model->identity_count; i++) {
        const struct identity *identity = model->identities[i];
        if (identity->module != about->module || identity->arch != about->arch ||
            identity->version != about->version || !identity->numbers.has_pdb)
            continue;
        if (found)
            return NULL;
        found = &identity->numbers;
    }
    return found;
}

/* Writes the program database. If it is unknown, the GUID is 0. */
static void write_windows(struct json *json, const struct isf_about *about)
{
    enum { GUID_DIGITS = 2 * IDENTITY_GUID_SIZE };
    static const struct identity_numbers none;
    const struct identity_numbers *pdb = find_pdb(about);
    const struct arch *arch = about->arch;
    struct arena *arena = about->model->arena;
    const char *database, *text = identity_pdb_text(arena, pdb ? pdb : &none);
    uint32_t machine;
    if (!isf_find_machine(arch->is_twin ? arch->fallback->name : arch->name, &machine, &database))
        return;
    json_member_open(json, "windows", '{');
    json_member_open(json, "pdb", '{');
    json_member_text(json, "GUID", arena_copy(arena, text, GUID_DIGITS));
    json_member_number(json, "age", pdb ? pdb->age : 0);
    json_member_text(json, "database",
                     about->module == about->model->modules ? database
                                                            : arena_format(arena, "%s.pdb", about->module->name));
    json_member_number(json, "machine_type", machine);
    json_close(json, '}');
    json_close(json, '}');
}

/* Writes the system of kernels that are not of Windows. Other programs have none. */
static void write_system(struct json *json, const struct model *model)
{
    const char *system = source_find_system(model);
    if (!system)
        return;
    json_member_open(json, system, '{');
    json_member_open(json, "symbols", '[');
    json_close(json, ']');
    json_member_open(json, "types", '[');
    json_close(json, ']');
    json_close(json, '}');
}

/* Returns the metadata of the symbol file that a version is from, if people keep it by hand: its format and producer.
 * NULL if the spec does not know them. */
static const char *find_metadata(const struct isf_about *about)
{
    const struct model *model = about->model;
    const char *found = NULL;
    for (size_t i = 0; i < model->program->file_count && about->keeps_names && !found; i++) {
        size_t count;
        struct attest *attests = model_list_attests(model, model->program->files[i].ast, NULL, &count);
        for (size_t k = 0; k < count; k++)
            if (attests[k].arch == about->arch && attests[k].range.from <= about->version &&
                about->version < attests[k].range.to && decl_symbol_metadata(attests[k].decl))
                found = decl_symbol_metadata(attests[k].decl);
        free(attests);
    }
    return found;
}

/* Writes the members of an object in JSON. */
static void write_members(struct json *json, const char *object)
{
    buffer_format(json->out, "%s%.*s", json->comma ? "," : "", (int)strlen(object) - 2, object + 1);
    json->comma = true;
}

void isf_write_metadata(struct json *json, const struct isf_about *about)
{
    json_member_open(json, "metadata", '{');
    const char *metadata = find_metadata(about);
    if (metadata) {
        write_members(json, metadata);
    } else {
        json_member_text(json, "format", "6.2.0");
        json_member_open(json, "producer", '{');
        json_member_text(json, "name", "strata");
        json_member_text(json, "version", STRATA_VERSION_TEXT);
        json_close(json, '}');
    }
    if (about->keeps_tags)
        write_system(json, about->model);
    else if (find_pdb(about) || (!metadata && (!about->keeps_names || source_is_windows(about->model))))
        write_windows(json, about);
    json_close(json, '}');
}
