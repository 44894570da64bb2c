#include "export/isf_left.h"

#include <stdlib.h>
#include <string.h>

#include "answer/standing.h"
#include "base/arena.h"
#include "base/intern.h"
#include "base/json.h"
#include "front/load.h"
#include "model/clauses.h"
#include "model/model.h"
#include "spec/name_escape.h"

/* The remarks of a declaration. */
struct isf_left {
    struct isf_texts *texts;
    struct decl_remarks remarks;
    struct map *names; /* set of the fields in remarks, and of the members of anonymous ones */
};

struct isf_texts {
    const struct model *model;
    const struct arch *arch;
    uint64_t version;
    const char *mark;    /* beginning of the remarks */
    struct map *found;   /* declaration -> its remarks */
    struct map *records; /* tag -> record; NULL: not made yet */
    bool keeps_tags;
    isf_tag_finder *find_tag;
    struct isf_left none; /* remarks of a declaration without any */
};

struct isf_texts *isf_texts_new(const struct model *model, const struct arch *arch, uint64_t version, bool keeps_tags,
                                isf_tag_finder *find_tag)
{
    struct isf_texts *texts = ARENA_NEW(model->arena, struct isf_texts);
    *texts = (struct isf_texts){.model = model,
                                .arch = arch,
                                .version = version,
                                .mark = decl_symbol_mark_of(model, model->arena, arch, version),
                                .found = map_new(model->arena),
                                .keeps_tags = keeps_tags,
                                .find_tag = find_tag};
    return texts;
}

static const char *intern_bytes(const struct isf_texts *texts, const char *text, size_t size)
{
    return intern_name(texts->model->program->intern, text, size);
}

/* Returns the structure or union with a tag, or NULL. */
static const struct record *find_record(struct isf_texts *texts, const char *tag)
{
    const struct model *model = texts->model;
    if (texts->records)
        return map_get(texts->records, tag);
    texts->records = map_new(model->arena);
    for (size_t i = 0; i < model->record_count; i++) {
        const struct record *record = model->records[i];
        if (record->parent_row)
            continue;
        const char *name = texts->find_tag(model, texts->keeps_tags, record->type->local);
        map_set(texts->records, intern_bytes(texts, name, strlen(name)), (void *)(uintptr_t)record);
    }
    return map_get(texts->records, tag);
}

/* Adds the members of an anonymous field's type to the names that are not written. */
static void add_members(const struct isf_left *left, const char *field)
{
    static const char begin[] = "\"name\":\"";
    const char *name = strstr(field, begin);
    if (!name)
        return;
    name += sizeof begin - 1;
    const struct record *record = find_record(left->texts, intern_bytes(left->texts, name, strcspn(name, "\"")));
    const struct layout *layout = record ? record_stand(record, left->texts->arch, left->texts->version).layout : NULL;
    for (size_t i = 0; layout && i < layout->member_count; i++) {
        const char *row = layout->members[i].row->name;
        const char *member = row ? name_unescape(left->texts->model->arena, row) : NULL;
        if (member)
            map_set(left->names, intern_bytes(left->texts, member, strlen(member)), left->names);
    }
}

/* Returns the text behind the name of a field in a remark, `NAME {...}`; NULL if the remark has no field. */
static const char *find_field(const char *text)
{
    const char *field = *text == '"' ? NULL : strstr(text, " {");
    return field ? field + 1 : NULL;
}

const struct isf_left *isf_left_find(struct isf_texts *texts, const struct ast_decl *decl)
{
    struct isf_left *left = map_get(texts->found, decl);
    struct decl_remarks remarks = decl_remarks_of(decl, texts->mark);
    const char *text = left ? NULL : decl_remarks_next(&remarks);
    if (left || !text)
        return left ? left : &texts->none;
    left = ARENA_NEW(texts->model->arena, struct isf_left);
    *left = (struct isf_left){texts, decl_remarks_of(decl, texts->mark), map_new(texts->model->arena)};
    map_set(texts->found, decl, left);
    for (; text; text = decl_remarks_next(&remarks)) {
        const char *field = find_field(text);
        if (!field)
            continue;
        const char *name = arena_copy(texts->model->arena, text, (size_t)(field - text) - 1);
        map_set(left->names, intern_bytes(texts, name, strlen(name)), left);
        if (strstr(field, "\"anonymous\":true"))
            add_members(left, field);
    }
    return left;
}

bool isf_left_exists(struct isf_texts *texts, const struct ast_decl *decl)
{
    return isf_left_find(texts, decl) != &texts->none;
}

bool isf_left_has(const struct isf_left *left, const char *name)
{
    return left->names && map_get(left->names, intern_bytes(left->texts, name, strlen(name)));
}

void isf_left_write_fields(const struct isf_left *left, struct json *json)
{
    struct decl_remarks remarks = left->remarks;
    for (const char *text; (text = decl_remarks_next(&remarks));) {
        const char *field = find_field(text);
        if (!field)
            continue;
        json_key(json, arena_copy(left->texts->model->arena, text, (size_t)(field - text) - 1));
        json_raw(json, field);
    }
}

void isf_left_write_values(const struct isf_left *left, struct json *json)
{
    struct decl_remarks remarks = left->remarks;
    for (const char *text; (text = decl_remarks_next(&remarks));) {
        const char *value = *text == '"' ? strstr(text, "\":") : NULL;
        if (!value)
            continue;
        json_key(json, arena_copy(left->texts->model->arena, text + 1, (size_t)(value - text) - 1));
        json_raw(json, value + 2);
    }
}

const char *isf_left_base(const struct isf_left *left, uint32_t *size)
{
    struct decl_remarks remarks = left->remarks;
    size_t begin = strlen(decl_symbol_base);
    for (const char *text; (text = decl_remarks_next(&remarks));) {
        const char *comma = NULL;
        if (*text != '"' && !strncmp(text, decl_symbol_base, begin) && text[begin] == ' ')
            comma = strrchr(text, ',');
        if (!comma)
            continue;
        *size = (uint32_t)strtoul(comma + 1, NULL, 10);
        return arena_copy(left->texts->model->arena, text + begin + 1, (size_t)(comma - text) - begin - 1);
    }
    return NULL;
}

const char *isf_left_symbol(const struct isf_left *left)
{
    struct decl_remarks remarks = left->remarks;
    const char *text = decl_remarks_next(&remarks);
    size_t size = text ? strlen(text) : 0;
    bool is_object = size >= 2 && *text == '{' && text[size - 1] == '}';
    return is_object ? arena_copy(left->texts->model->arena, text + 1, size - 2) : NULL;
}
