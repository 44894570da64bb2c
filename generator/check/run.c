#include "base/intern.h"
#include "check/check_parts.h"

static void visit_rows(struct check_run *run, const struct row *rows, const struct arch *arch,
                       void (*visit)(struct check_run *run, const struct row *row, const struct arch *arch))
{
    for (const struct row *row = rows; row; row = row->next) {
        visit(run, row, arch);
        visit_rows(run, row->children, arch, visit);
    }
}

void check_each_row(struct check_run *run,
                    void (*visit)(struct check_run *run, const struct row *row, const struct arch *arch))
{
    for (size_t i = 0; i < run->model->arch_count; i++) {
        const struct record_on *on = &run->record->on[i];
        if (on->exists && !on->alias)
            visit_rows(run, run->record->rows, run->model->arches[i], visit);
    }
}

uint64_t run_codes_of(const struct map *map, const struct ast_decl *decl)
{
    const uint64_t *codes = map_get(map, decl);
    return codes ? *codes : 0;
}
