/*
 * Writes facts as a new spec, with partial structures that have the members of the tables.
 */
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "front/load.h"
#include "front/words.h"
#include "model/model.h"
#include "sparse/facts.h"
#include "spec/format.h"
#include "spec/globals.h"

struct writing {
    const struct sparse_request *request;
    struct facts facts;
    struct buffer text;
    const struct arch *arches[64]; /* arches that have builds */
    size_t arch_count;
};

/* Writes a column of `in`, which begins with the first build that has a member of the structure. */
static void write_in(struct writing *writing, const char *record, const struct arch *arch)
{
    size_t count;
    const struct fact_build *builds = facts_find(&writing->facts, arch, &count);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < writing->facts.member_count; k++)
            if (!strcmp(writing->facts.members[k].record_name, record) && builds[i].values[k].kind != SPARSE_NOTHING) {
                buffer_format(&writing->text, " %s..",
                              axis_version_text(writing->request->program->arena, &writing->request->model->axis,
                                                builds[i].version));
                return;
            }
    buffer_add_text(&writing->text, " -");
}

/* Returns the newest known place of a member, on the first architecture that has one. */
static uint32_t place_of(const struct writing *writing, size_t member)
{
    for (size_t a = 0; a < writing->arch_count; a++) {
        size_t count;
        const struct fact_build *builds = facts_find(&writing->facts, writing->arches[a], &count);
        while (count-- > 0)
            if (builds[count].values[member].kind == SPARSE_NUMBER)
                return builds[count].values[member].number;
    }
    return UINT32_MAX;
}

/* Returns the member of a structure that follows another one in the order of places; SIZE_MAX at the end. With SIZE_MAX
 * for `last`, returns the first member. */
static size_t next_member(const struct writing *writing, const char *record, size_t last)
{
    size_t next = SIZE_MAX;
    for (size_t i = 0; i < writing->facts.member_count; i++) {
        uint32_t place = place_of(writing, i), least = last == SIZE_MAX ? 0 : place_of(writing, last);
        bool is_behind = last == SIZE_MAX || place > least || (place == least && i > last);
        if (!strcmp(writing->facts.members[i].record_name, record) && is_behind &&
            (next == SIZE_MAX || place < place_of(writing, next)))
            next = i;
    }
    return next;
}

static void write_record(struct writing *writing, const char *record)
{
    const struct sparse_request *request = writing->request;
    struct buffer *text = &writing->text;
    buffer_format(text, "\nstruct %s in", word_quote(request->program->arena, PLACE_ELSEWHERE, record));
    for (size_t a = 0; a < writing->arch_count; a++) {
        buffer_add_text(text, a ? " |" : "");
        write_in(writing, record, writing->arches[a]);
    }
    buffer_add_text(text, " {\npartial;\n");
    for (size_t i = SIZE_MAX; (i = next_member(writing, record, i)) != SIZE_MAX;)
        facts_write_member(request, &writing->facts, i, text);
    buffer_add_char(text, '\n');
    for (size_t i = SIZE_MAX; (i = next_member(writing, record, i)) != SIZE_MAX;) {
        const struct fact_member *member = &writing->facts.members[i];
        buffer_format(text, "bytes ? %s at", word_quote(request->program->arena, PLACE_ELSEWHERE, member->path));
        for (size_t a = 0; a < writing->arch_count; a++) {
            buffer_add_text(text, a ? " |" : "");
            /* Write the place of a member on an arch: the newest known one. */
            const struct arch *arch = writing->arches[a];
            size_t count;
            const struct fact_build *builds = facts_find(&writing->facts, arch, &count);
            while (count && builds[count - 1].values[i].kind != SPARSE_NUMBER)
                count--;
            if (count)
                buffer_format(&writing->text, " 0x%02X", (unsigned)builds[count - 1].values[i].number);
            else
                buffer_add_text(&writing->text, " ?");
        }
        buffer_add_text(text, ";\n");
    }
    buffer_add_text(text, "}\n");
}

/* True if an earlier member belongs to the same structure. */
static bool is_written(const struct facts *facts, size_t member)
{
    for (size_t i = 0; i < member; i++)
        if (!strcmp(facts->members[i].record_name, facts->members[member].record_name))
            return true;
    return false;
}

/* True if a spec without the structures' declarations can have all members. Reports members of members, and bit-fields,
 * which it cannot. */
static bool fits_alone(const struct sparse_request *request, const struct facts *facts)
{
    bool is_sound = true;
    for (size_t i = 0; i < facts->member_count; i++) {
        const struct fact_member *member = &facts->members[i];
        if (!*member->record_name)
            continue;
        if (!strchr(member->path, '.') && !member->field->is_bit)
            continue;
        diag_report(request->program->diags, DIAG_UNREAD, member->field->span,
                    "column '%s' needs a spec that declares '%s'", member->field->name, member->record_name);
        is_sound = false;
    }
    return is_sound;
}

/* Writes the spec. The globals need no lists of builds, because each names the builds in which it was seen. */
static void write_all(struct writing *writing, const char *used)
{
    const struct facts *facts = &writing->facts;
    const char *module = facts_module(writing->request, facts);
    bool has_members = facts->identity_count != 0;
    for (size_t i = 0; i < facts->member_count; i++)
        has_members |= *facts->members[i].record_name != '\0';
    const struct model *model = writing->request->model;
    for (size_t a = 0; a < model->arch_count; a++) {
        size_t count;
        facts_find(&writing->facts, model->arches[a], &count);
        if (count)
            writing->arches[writing->arch_count++] = model->arches[a];
    }
    buffer_format(&writing->text, "// From %s, by strata import sparse.\n\n", writing->request->origin);
    if (module)
        buffer_format(&writing->text, "module %s;\n\n", module);
    buffer_format(&writing->text, "use %s;\n", used);
    if (has_members)
        facts_write_lists(writing->request, facts, &writing->text);
    for (size_t a = 0; a < writing->arch_count; a++)
        buffer_format(&writing->text, "%s%s", a ? " | " : "\ncolumns ", writing->arches[a]->name);
    buffer_add_text(&writing->text, ";\n");
    for (size_t i = 0; i < facts->member_count; i++)
        if (*facts->members[i].record_name && !is_written(facts, i))
            write_record(writing, facts->members[i].record_name);
    /* Write the globals of the tables. */
    struct program *program = writing->request->program;
    struct buffer list = {0};
    facts_list_globals(&writing->facts, &list);
    size_t count = list.size / sizeof(struct seen_address);
    globals_join(program, (void *)list.data, &count);
    buffer_add_text(&writing->text, count ? "\n" : "");
    const struct globals_request globals = {.program = program, .model = writing->request->model};
    globals_write(&globals, (const void *)list.data, count, writing->arches, writing->arch_count, &writing->text);
    buffer_free(&list);
}

bool sparse_write(const struct sparse_request *request, const char *used, struct buffer *out,
                  struct sparse_counts *counts)
{
    struct writing writing = {.request = request};
    bool is_sound = facts_collect(request, true, &writing.facts) && fits_alone(request, &writing.facts);
    if (is_sound && !writing.facts.build_count) {
        diag_report(request->program->diags, DIAG_UNKNOWN_NAME, (struct span){0, 0},
                    "no row of the tables says where a member lies");
        is_sound = false;
    }
    *counts = writing.facts.counts;
    if (is_sound)
        write_all(&writing, used);
    if (is_sound)
        format_spec(request->program->arena, writing.text.data, writing.text.size, out);
    buffer_free(&writing.text);
    return is_sound;
}
