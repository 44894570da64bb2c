#include "spec/write.h"

#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "front/load.h"
#include "front/words.h"
#include "model/identity.h"

static void write_name(const struct spec_writer *writer, enum word_place place, const char *name)
{
    buffer_add_text(writer->out, word_quote(writer->program->arena, place, name));
}

/* Writes a keyword and a name. */
static void write_named(const struct spec_writer *writer, const char *word, const char *name)
{
    buffer_add_text(writer->out, word);
    write_name(writer, PLACE_ELSEWHERE, name);
}

/* Writes a quoted text. Line ends and other control characters become blanks. */
static void write_text(const struct spec_writer *writer, const char *text)
{
    buffer_add_char(writer->out, '"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            buffer_add_char(writer->out, '\\');
        buffer_add_char(writer->out, (unsigned char)*text < ' ' ? ' ' : *text);
    }
    buffer_add_char(writer->out, '"');
}

/* Writes a blank and a quoted text, if there is one. */
static void write_remark(const struct spec_writer *writer, const char *remark)
{
    if (!remark || !*remark)
        return;
    buffer_add_char(writer->out, ' ');
    write_text(writer, remark);
}

/* Writes a comment; each line gets its own `//`. */
static void write_comment(const struct spec_writer *writer, const char *comment)
{
    if (!comment)
        return;
    buffer_add_text(writer->out, "// ");
    for (; *comment; comment++) {
        if (*comment == '\n')
            buffer_add_text(writer->out, "\n// ");
        else
            buffer_add_char(writer->out, (unsigned char)*comment < ' ' ? ' ' : *comment);
    }
    buffer_add_char(writer->out, '\n');
}

/* Writes the `in` clause of a declaration, unless the set contains all versions. */
static void write_versions(const struct spec_writer *writer, struct spec_versions in)
{
    bool is_all = in.count == 1 && in.sets->count == 1 && !in.sets->ranges->from && in.sets->ranges->to == VERSION_END;
    if (!in.count || is_all)
        return;
    buffer_add_text(writer->out, " in ");
    spec_versions_write(writer->axis, in, writer->out);
}

static void write_cell(const struct spec_writer *writer, const char *word, const struct spec_cell *cell)
{
    if (!cell->column_count)
        return;
    buffer_add_text(writer->out, word);
    spec_cell_write(writer->axis, cell, writer->out);
}

static void write_clauses(const struct spec_writer *writer, const struct spec_clause *clauses)
{
    static const char *const words[] = {[SPEC_ALLOW] = " allow ", [SPEC_PREVIOUSLY] = " previously ",
                                        [SPEC_NEXT] = " next ",   [SPEC_NEXT_IN] = " next in ",
                                        [SPEC_LAST] = " last",    [SPEC_REMARK] = ""};
    struct buffer *out = writer->out;
    for (const struct spec_clause *clause = clauses; clause; clause = clause->next) {
        buffer_add_text(out, words[clause->kind]);
        if (clause->kind == SPEC_ALLOW)
            buffer_add_text(out, clause->name);
        else if (clause->name)
            write_named(writer, "", clause->name);
        write_cell(writer, clause->name ? " " : "", &clause->cell);
        if (clause->versions.count) {
            buffer_add_text(out, " (");
            axis_write_set(writer->axis, clause->versions, out);
            buffer_add_char(out, ')');
        }
        write_remark(writer, clause->reason);
    }
}

/* Writes the `size` and `digest` rows. */
static void write_head(const struct spec_writer *writer, const struct spec_cell *size, const struct spec_cell *digest)
{
    bool has_digest = digest && digest->column_count;
    write_cell(writer, "size ", size);
    buffer_add_text(writer->out, size->column_count ? ";\n" : "");
    if (has_digest)
        write_cell(writer, "digest ", digest);
    buffer_add_text(writer->out, has_digest ? ";\n" : "");
    buffer_add_text(writer->out, size->column_count || has_digest ? "\n" : "");
}

/* Writes the type of a member or function, and its stars. */
static void write_type(const struct spec_writer *writer, const struct spec_row *row)
{
    if (row->qualifiers)
        buffer_format(writer->out, "%s ", row->qualifiers);
    write_name(writer, PLACE_ROW, row->type);
    buffer_add_char(writer->out, ' ');
    for (unsigned i = 0; i < row->stars; i++)
        buffer_add_char(writer->out, '*');
    buffer_add_text(writer->out, row->is_volatile_pointer ? "volatile " : "");
}

/* Writes the declaration of a row, without its clauses. */
static void write_declaration(const struct spec_writer *writer, const struct spec_row *row)
{
    struct buffer *out = writer->out;
    const char *bounds = row->bounds ? row->bounds : "";
    switch (row->kind) {
    case SPEC_MEMBER:
        buffer_add_text(out, row->is_unknown ? "unknown " : "");
        write_type(writer, row);
        write_name(writer, PLACE_TYPED, row->name);
        buffer_add_text(out, bounds);
        write_cell(writer, " : ", &row->width);
        break;
    case SPEC_FUNCTION:
        write_type(writer, row);
        buffer_add_text(out, row->stars ? " (*" : "(*");
        write_name(writer, PLACE_TYPED, row->name);
        buffer_format(out, "%s)(%s)", bounds, row->parameters);
        break;
    case SPEC_STRUCT:
    case SPEC_UNION:
        buffer_add_text(out, row->kind == SPEC_UNION ? "union" : "struct");
        if (row->name) {
            write_named(writer, " ", row->name);
            buffer_add_text(out, bounds);
        }
        break;
    case SPEC_SLOT:
        buffer_add_text(out, "slot");
        break;
    case SPEC_UNACCOUNTED:
        write_cell(writer, "unaccounted ", &row->extent);
        break;
    case SPEC_BYTES:
        write_cell(writer, "bytes ", &row->extent);
        write_named(writer, " ", row->name);
        break;
    case SPEC_COMMENT:
        break;
    }
    write_remark(writer, row->words);
}

void spec_write_row(const struct spec_writer *writer, const struct spec_row *row)
{
    write_comment(writer, row->comment);
    if (row->kind == SPEC_COMMENT)
        return;
    write_declaration(writer, row);
    write_versions(writer, row->versions);
    write_cell(writer, " at ", &row->offset);
    write_cell(writer, " bit ", &row->bit);
    write_cell(writer, " mask ", &row->mask);
    if (row->alignment)
        buffer_format(writer->out, " align %u", row->alignment);
    if (row->display)
        write_named(writer, " as ", row->display);
    write_clauses(writer, row->clauses);
    write_remark(writer, row->remark);
    if (row->kind != SPEC_SLOT && row->kind != SPEC_STRUCT && row->kind != SPEC_UNION) {
        buffer_add_text(writer->out, ";\n");
        return;
    }
    buffer_add_text(writer->out, " {\n");
    write_head(writer, &row->size, NULL);
    for (const struct spec_row *child = row->children; child; child = child->next)
        spec_write_row(writer, child);
    buffer_add_text(writer->out, "}\n");
}

/* Writes a structure, union or enumeration. */
static void write_aggregate(const struct spec_writer *writer, const struct spec_item *item)
{
    struct buffer *out = writer->out;
    write_named(writer,
                item->kind == SPEC_ENUM    ? "enum "
                : item->kind == SPEC_FLAGS ? "flags "
                : item->is_union           ? "union "
                                           : "struct ",
                item->name);
    if (item->type)
        write_named(writer, " : ", item->type);
    write_versions(writer, item->versions);
    if (item->pack)
        buffer_format(out, " pack %u", item->pack);
    write_cell(writer, " align ", &item->alignment);
    write_clauses(writer, item->clauses);
    write_remark(writer, item->remark);
    buffer_add_text(out, item->is_partial ? " {\npartial;\n" : " {\n");
    write_head(writer, &item->size, &item->digest);
    for (const struct spec_row *row = item->rows; row; row = row->next)
        spec_write_row(writer, row);
    for (const struct spec_enumerator *value = item->enumerators; value; value = value->next) {
        write_comment(writer, value->comment);
        if (!value->value.column_count)
            continue;
        if (value->name) {
            write_name(writer, PLACE_ENUMERATOR, value->name);
            buffer_add_text(out, " = ");
        }
        write_cell(writer, "", &value->value);
        write_versions(writer, value->versions);
        write_remark(writer, value->remark);
        buffer_add_text(out, ";\n");
    }
    buffer_add_text(out, "}\n");
}

void spec_write_item(const struct spec_writer *writer, const struct spec_item *item)
{
    write_comment(writer, item->comment);
    switch (item->kind) {
    case SPEC_RECORD:
    case SPEC_ENUM:
    case SPEC_FLAGS:
        write_aggregate(writer, item);
        break;
    case SPEC_TYPE:
        write_named(writer, "type ", item->name);
        buffer_format(writer->out, " %s %u%s", item->type, item->bytes, item->is_big ? " big" : "");
        write_remark(writer, item->remark);
        buffer_add_text(writer->out, ";\n");
        break;
    case SPEC_OPAQUE:
        write_named(writer, "opaque ", item->name);
        if (item->bytes)
            buffer_format(writer->out, " size %u align %u", item->bytes, item->align);
        write_remark(writer, item->remark);
        buffer_add_text(writer->out, ";\n");
        break;
    case SPEC_SHARE:
        write_named(writer, "share ", item->name);
        buffer_add_text(writer->out, ";\n");
        break;
    case SPEC_CONST:
        write_named(writer, "const ", item->name);
        buffer_add_text(writer->out, " = ?;\n");
        break;
    case SPEC_NOTE:
        break;
    }
}

/* Returns the text of a version; of a build if the revision is unknown. */
static const char *full_version(const struct spec_writer *writer, uint64_t version)
{
    if (!version_is_build(version))
        return axis_version_text(writer->program->arena, writer->axis, version);
    struct buffer text = {0};
    axis_write_build(writer->axis, version, &text);
    return buffer_take(&text, writer->program->arena);
}

static void write_full_versions(const struct spec_writer *writer, const uint64_t *versions, size_t count)
{
    for (size_t i = 0; i < count; i++)
        buffer_format(writer->out, "%s%s", i ? ", " : " ", full_version(writer, versions[i]));
}

static void write_attests(const struct spec_writer *writer, const struct spec_document *document)
{
    if (document->spoken.count) {
        buffer_add_text(writer->out, "\nattest ");
        axis_write_set(writer->axis, document->spoken, writer->out);
        buffer_add_text(writer->out, ";\n");
    }
    buffer_add_text(writer->out, document->attests ? "\n" : "");
    for (const struct spec_attest *attest = document->attests; attest; attest = attest->next) {
        write_named(writer, "attest ", attest->arch);
        write_full_versions(writer, attest->versions, attest->count);
        if (attest->source) {
            buffer_add_text(writer->out, " by ");
            write_text(writer, attest->source);
        }
        if (attest->remark) {
            buffer_add_char(writer->out, ' ');
            write_text(writer, attest->remark);
        }
        buffer_add_text(writer->out, ";\n");
    }
}

void spec_write_identity(const struct spec_writer *writer, const struct spec_identity *identity)
{
    write_named(writer, "identity ", identity->arch);
    buffer_format(writer->out, " %s", full_version(writer, identity->version));
    identity_write(identity->numbers, writer->out);
    buffer_add_text(writer->out, ";\n");
}

void spec_write_document(const struct spec_writer *writer, const struct spec_document *document)
{
    struct buffer *out = writer->out;
    write_comment(writer, document->comment);
    if (document->module) {
        buffer_add_text(out, "\n");
        write_named(writer, "module ", document->module);
        buffer_add_text(out, ";\n");
    }
    buffer_add_text(out, document->gives_way ? "\ndefault;\n" : "");
    for (size_t i = 0; i < document->use_count; i++) {
        buffer_add_text(out, i ? "use " : "\nuse ");
        if (document->uses[i].is_searched)
            buffer_format(out, "<%s>", document->uses[i].path);
        else
            write_text(writer, document->uses[i].path);
        buffer_add_text(out, ";\n");
    }
    const struct spec_twin *twins = document->twins;
    buffer_add_text(out, twins ? "\n" : "");
    for (const struct spec_twin *twin = twins; twin; twin = twin->next) {
        if (twin->is_declared)
            continue;
        write_named(writer, "arch ", twin->name);
        write_named(writer, " = ", twin->base);
        buffer_add_text(out, " in");
        write_full_versions(writer, twin->versions, twin->count);
        buffer_add_text(out, ";\n");
    }
    buffer_add_text(out, document->title || document->arch_count ? "\n" : "");
    if (document->title) {
        buffer_add_text(out, "source ");
        write_text(writer, document->title);
        buffer_add_text(out, document->is_draft ? " draft" : "");
        if (document->last && document->last != VERSION_END) {
            buffer_add_text(out, " last ");
            axis_write_to(writer->axis, document->last, out);
        }
        buffer_add_text(out, ";\n");
    }
    for (size_t i = 0; i < document->arch_count; i++)
        write_named(writer, i ? " | " : "columns ", document->arches[i]);
    buffer_add_text(out, document->arch_count ? ";\n" : "");
    write_attests(writer, document);
    for (const struct spec_identity *identity = document->identities; identity; identity = identity->next)
        spec_write_identity(writer, identity);
    for (const struct spec_item *item = document->items; item; item = item->next) {
        buffer_add_text(out, item->follows ? "" : "\n");
        spec_write_item(writer, item);
    }
}
