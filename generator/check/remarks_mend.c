#include "base/arena.h"
#include "check/remarks_parts.h"
#include "spec/cell.h"

/* Returns the alternative `corrected OFFSET was ...`, which keeps the documented value and its versions. */
static struct spec_alternative *make_corrected(struct check_run *run, const struct ast_alternative *alternative,
                                               uint32_t offset)
{
    struct spec_alternative *value =
        spec_alternative_stated(run->arena, run->model->program->sources, alternative);
    value->kind = SPEC_NUMBER;
    value->number = offset;
    if (alternative->value == AST_VALUE_NUMBER && alternative->number == offset)
        return value;
    struct spec_alternative *was = ARENA_NEW(run->arena, struct spec_alternative);
    was->kind = alternative->value == AST_VALUE_NUMBER ? SPEC_NUMBER : SPEC_ABSENT;
    was->number = alternative->number;
    was->is_bare = true;
    value->was = was;
    value->provenance = AST_CORRECTED;
    return value;
}

/* Returns the corrected text of a cell's columns; NULL if two arches of one column need different values. */
static const char *columns_text(struct check_run *run, const struct verdict *verdict)
{
    const struct record *record = run->record;
    struct spec_cell cell = spec_cell_new(run->arena, record->column_count);
    for (unsigned column = 0; column < record->column_count; column++) {
        uint32_t offset = LAYOUT_UNKNOWN;
        for (size_t i = 0; i < record->arch_count; i++) {
            if (!record->on[i].exists || record->on[i].column != column || verdict->offsets[i] == LAYOUT_UNKNOWN)
                continue;
            if (offset != LAYOUT_UNKNOWN && offset != verdict->offsets[i])
                return NULL;
            offset = verdict->offsets[i];
        }
        if (offset != LAYOUT_UNKNOWN)
            cell.columns[column] = make_corrected(run, verdict->key, offset);
    }
    return cell.column_count ? spec_cell_text(run->arena, &run->model->axis, &cell) : NULL;
}

/* Returns the offset that is right on all arches; LAYOUT_UNKNOWN if there is none. */
static uint32_t common_offset(struct check_run *run, const struct verdict *verdict)
{
    uint32_t offset = LAYOUT_UNKNOWN;
    for (size_t i = 0; i < run->model->arch_count; i++) {
        if (verdict->offsets[i] == LAYOUT_UNKNOWN)
            continue;
        if (offset != LAYOUT_UNKNOWN && offset != verdict->offsets[i])
            return LAYOUT_UNKNOWN;
        offset = verdict->offsets[i];
    }
    return offset;
}

/* Returns the versions in which a row exists on some arch. */
static struct version_set row_versions(struct check_run *run, const struct row *row)
{
    struct version_set versions = {0};
    for (size_t i = 0; i < run->model->arch_count; i++)
        if (run->record->on[i].exists)
            versions = version_set_union(run->arena, versions, row_present(run->arena, row, run->model->arches[i]));
    return versions;
}

void remarks_mend(struct check_run *run, const struct verdict *verdict)
{
    const struct ast_clause *clause = verdict->claim->clause;
    struct finding *finding = verdict->finding;
    if (verdict->claim->kind == CLAIM_LAST) {
        const struct claim *claim = verdict->claim;
        struct version_set said = claim->is_stated ? claim->versions : row_versions(run, verdict->row);
        struct version_set right = version_set_subtract(run->arena, said, verdict->wrong);
        struct buffer text = {0};
        axis_write_set(&run->model->axis, right, &text);
        const char *word = right.count ? arena_format(run->arena, "last (%s)", buffer_text(&text)) : NULL;
        finding_set_edit(run, finding, clause->span, word);
        finding_set_help(finding, word ? word : "it is last in none of these versions");
        buffer_free(&text);
        return;
    }
    if (verdict->key == clause || verdict->is_split)
        return;
    const struct ast_alternative *alternative = verdict->key;
    const char *word = verdict->claim->kind == CLAIM_PREVIOUSLY ? "previously" : "next";
    uint32_t offset = common_offset(run, verdict);
    if (offset != LAYOUT_UNKNOWN) {
        bool is_documented = alternative->provenance == AST_DOCUMENTED;
        const struct spec_cell right = spec_cell_number(run->arena, offset, false);
        if (is_documented)
            right.columns[0] = make_corrected(run, alternative, offset);
        finding_add_help(finding, arena_format(run->arena, "%s 0x%02X", word, offset));
        finding_add_edit(run, finding, is_documented ? alternative->span : ast_value_span(alternative),
                         spec_cell_text(run->arena, &run->model->axis, &right));
    } else if (verdict->claim->is_bare && alternative->provenance == AST_DOCUMENTED) {
        const char *columns = columns_text(run, verdict);
        if (columns)
            finding_add_edit(run, finding, clause->cell->span, columns);
        finding_set_help(finding, columns ? arena_format(run->arena, "%s %s", word, columns) : NULL);
    }
}
