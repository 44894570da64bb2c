#include "run/against.h"

#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/file.h"
#include "front/load.h"
#include "front/roots.h"
#include "merge/against.h"
#include "model/model.h"
#include "run/command.h"

static void write_table(const struct program *program, const struct against_tally *tallies, struct buffer *out)
{
    struct against_tally total = {0};
    buffer_add_text(out, "| spec | structures | cells compared | contradicted | not in builds |\n"
                         "|---|---|---|---|---|\n");
    for (size_t i = 0; i < program->file_count; i++) {
        const struct against_tally *tally = &tallies[i];
        total.structures += tally->structures;
        total.compared += tally->compared;
        total.contradicted += tally->contradicted;
        total.absent += tally->absent;
        if (tally->structures)
            buffer_format(out, "| %s | %zu | %zu | %zu | %zu |\n", program->files[i].name, tally->structures,
                          tally->compared, tally->contradicted, tally->absent);
    }
    buffer_format(out, "| all | %zu | %zu | %zu | %zu |\n", total.structures, total.compared, total.contradicted,
                  total.absent);
}

/* Reads the specs of the builds into a program of their own, because both programs may declare the same names. */
static const struct model *read_evidence(struct command_run *run, const char *path)
{
    struct program *program = program_beside(run->program, NULL, 0);
    if (file_kind(path) == FILE_DIRECTORY)
        program_add_root(program, path);
    else
        program_add_operand(program, path);
    bool is_read = program_add_path(program, path);
    const struct model *model = is_read && !diags_error_count(program->diags) ? model_resolve(program) : NULL;
    diags_add(run->program->diags, program->diags);
    if (!model)
        run->status = is_read ? STATUS_FINDINGS : STATUS_TROUBLE;
    return model;
}

bool against_report(struct command_run *run, const struct model *model, const char *evidence, struct buffer *out)
{
    size_t count = run->program->file_count;
    struct against_request request = {.diags = run->program->diags, .model = model};
    if (!(request.evidence = read_evidence(run, evidence)))
        return false;
    request.tallies = ARENA_ARRAY(run->arena, struct against_tally, count + 1);
    memset(request.tallies, 0, (count + 1) * sizeof *request.tallies);
    against_compare(&request);
    if (out)
        write_table(run->program, request.tallies, out);
    return true;
}
