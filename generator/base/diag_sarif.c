/*
 * Findings for CI platforms and editors, as one SARIF 2.1.0 document. A finding with a position in a spec is a result.
 * A finding about the whole run is a notification of the only invocation.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag_parts.h"
#include "base/file.h"
#include "base/json.h"
#include "base/path.h"

#define SCHEMA "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

struct sarif {
    const struct diags *diags;
    struct json json;
    size_t rules[DIAG_CODE_COUNT];         /* index of a code among the document's rules */
    size_t notifications[DIAG_CODE_COUNT]; /* index of a code among its notifications */
};

/* Opens and closes a member that is an object. */
static void open_object(struct sarif *sarif, const char *key)
{
    json_member_open(&sarif->json, key, '{');
}

static void close_object(struct sarif *sarif)
{
    json_close(&sarif->json, '}');
}

/* Writes the member `text` of a message. Braces are doubled, because single ones are placeholders. */
static void write_message(struct sarif *sarif, const char *key, const char *text)
{
    struct buffer twice = {0};
    for (; *text; text++) {
        buffer_add_char(&twice, *text);
        if (*text == '{' || *text == '}')
            buffer_add_char(&twice, *text);
    }
    open_object(sarif, key);
    json_member_text(&sarif->json, "text", buffer_text(&twice));
    close_object(sarif);
    buffer_free(&twice);
}

/* Writes a path as a URI reference, relative to the current directory unless the path is absolute. */
static void write_artifact(struct sarif *sarif, const char *path)
{
    static const char unreserved[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    struct buffer uri = {0};
    size_t root = path_root_length(file_path_rules, path);
    bool has_drive = root > 1 && path[1] == ':', has_server = root > 1 && !has_drive;
    buffer_add_text(&uri, has_drive ? "file:///" : has_server ? "file:" : root ? "file://" : "");
    if (has_drive) {
        buffer_add(&uri, path, 2);
        path += 2;
    }
    for (; *path; path++) {
        if (strchr(unreserved, *path))
            buffer_add_char(&uri, *path);
        else
            buffer_format(&uri, "%%%02X", (unsigned char)*path);
    }
    open_object(sarif, "artifactLocation");
    json_member_text(&sarif->json, "uri", buffer_text(&uri));
    close_object(sarif);
    buffer_free(&uri);
}

static void write_region(struct sarif *sarif, const char *key, const struct place *begin, struct span span)
{
    struct place end;
    if (!source_locate(sarif->diags->sources, span.end, &end) || end.source != begin->source || span.end < span.begin)
        end = *begin;
    open_object(sarif, key);
    json_member_number(&sarif->json, "startLine", begin->line);
    json_member_number(&sarif->json, "startColumn", begin->column);
    json_member_number(&sarif->json, "endLine", end.line);
    json_member_number(&sarif->json, "endColumn", end.column);
    close_object(sarif);
}

/* Writes the members of a location at `span`, which must be in a source. */
static void write_location(struct sarif *sarif, struct span span)
{
    struct place begin;
    if (!source_locate(sarif->diags->sources, span.begin, &begin))
        return;
    open_object(sarif, "physicalLocation");
    write_artifact(sarif, begin.source->path);
    write_region(sarif, "region", &begin, span);
    close_object(sarif);
}

static bool has_place(const struct diags *diags, struct span span)
{
    return source_find(diags->sources, span.begin) != NULL;
}

/* Writes the text of a finding: its message, the notes without a position, and the advice. */
static void write_text(struct sarif *sarif, const struct diag *diag)
{
    struct buffer text = {0};
    buffer_add_text(&text, diag->text);
    for (const struct diag_note *note = diag->notes; note; note = note->next)
        if (!has_place(sarif->diags, note->span))
            buffer_format(&text, "\n%s", note->text);
    for (const struct diag_note *help = diag->helps; help; help = help->next)
        buffer_format(&text, "\nhelp: %s", help->text);
    write_message(sarif, "message", buffer_text(&text));
    buffer_free(&text);
}

static int compare_edits(const void *left, const void *right)
{
    const struct diag_edit *a = *(const struct diag_edit *const *)left, *b = *(const struct diag_edit *const *)right;
    return a->span.begin != b->span.begin ? (a->span.begin < b->span.begin ? -1 : 1)
           : a->span.end != b->span.end   ? (a->span.end < b->span.end ? -1 : 1)
                                          : 0;
}

/* Writes the fix of a finding: one change for each file, with one replacement for each edit, by position. */
static void write_fix(struct sarif *sarif, const struct diag *diag)
{
    struct place begin, before = {0};
    size_t count = 0;
    for (const struct diag_edit *edit = diag->edits; edit; edit = edit->next)
        count++;
    const struct diag_edit **edits = ARENA_ARRAY(sarif->diags->arena, const struct diag_edit *, count);
    count = 0;
    for (const struct diag_edit *edit = diag->edits; edit; edit = edit->next)
        edits[count++] = edit;
    qsort(edits, count, sizeof *edits, compare_edits);
    json_member_open(&sarif->json, "fixes", '[');
    json_open(&sarif->json, '{');
    json_member_open(&sarif->json, "artifactChanges", '[');
    for (size_t i = 0; i < count; i++) {
        if (!source_locate(sarif->diags->sources, edits[i]->span.begin, &begin))
            continue;
        if (begin.source != before.source) {
            if (before.source) {
                json_close(&sarif->json, ']');
                close_object(sarif);
            }
            json_open(&sarif->json, '{');
            write_artifact(sarif, begin.source->path);
            json_member_open(&sarif->json, "replacements", '[');
        }
        const struct diag_edit *edit = edits[i];
        json_open(&sarif->json, '{');
        write_region(sarif, "deletedRegion", &begin, edit->span);
        if (*edit->replacement) {
            open_object(sarif, "insertedContent");
            json_member_text(&sarif->json, "text", edit->replacement);
            close_object(sarif);
        }
        close_object(sarif);
        before = begin;
    }
    json_close(&sarif->json, ']');
    close_object(sarif);
    json_close(&sarif->json, ']');
    close_object(sarif);
    json_close(&sarif->json, ']');
}

static void write_result(struct sarif *sarif, const struct diag *diag)
{
    struct json *json = &sarif->json;
    json_open(json, '{');
    json_member_text(json, "ruleId", diag_code_name(diag->code));
    json_member_number(json, "ruleIndex", sarif->rules[diag->code]);
    json_member_text(json, "level", diag_severity_name(diag->severity));
    write_text(sarif, diag);
    json_member_open(json, "locations", '[');
    json_open(json, '{');
    write_location(sarif, diag->span);
    if (diag->label)
        write_message(sarif, "message", diag->label);
    json_close(json, '}');
    json_close(json, ']');
    uint64_t id = 0;
    json_member_open(&sarif->json, "relatedLocations", '[');
    for (const struct diag_note *note = diag->notes; note; note = note->next) {
        if (!has_place(sarif->diags, note->span))
            continue;
        json_open(&sarif->json, '{');
        json_member_number(&sarif->json, "id", ++id);
        write_location(sarif, note->span);
        write_message(sarif, "message", note->text);
        close_object(sarif);
    }
    json_close(&sarif->json, ']');
    if (diag->edits)
        write_fix(sarif, diag);
    json_close(json, '}');
}

static void write_descriptor(struct sarif *sarif, enum diag_code code)
{
    struct json *json = &sarif->json;
    enum diag_severity severity = diag_code_severity(code);
    json_open(json, '{');
    json_member_text(json, "id", diag_code_name(code));
    write_message(sarif, "shortDescription", diag_code_summary(code));
    write_message(sarif, "fullDescription", diag_code_explanation(code)->text);
    write_message(sarif, "help", diag_code_explanation(code)->text);
    open_object(sarif, "defaultConfiguration");
    if (severity == DIAG_SEVERITY_OFF) {
        json_member_bool(json, "enabled", false);
        severity = DIAG_SEVERITY_WARNING;
    }
    json_member_text(json, "level", diag_severity_name(severity));
    close_object(sarif);
    json_close(json, '}');
}

/* Writes the descriptors of the codes that are reported with a position (`placed`) or without one, in the registry's
 * order. Stores the index of each in `indices`. */
static void write_descriptors(struct sarif *sarif, const char *key, bool placed, size_t *indices)
{
    bool wanted[DIAG_CODE_COUNT] = {false};
    size_t count = 0;
    for (size_t i = 0; i < sarif->diags->kept_count; i++)
        if (has_place(sarif->diags, sarif->diags->kept[i]->span) == placed)
            wanted[sarif->diags->kept[i]->code] = true;
    json_member_open(&sarif->json, key, '[');
    for (size_t code = 0; code < DIAG_CODE_COUNT; code++) {
        if (!wanted[code])
            continue;
        indices[code] = count++;
        write_descriptor(sarif, (enum diag_code)code);
    }
    json_close(&sarif->json, ']');
}

static void write_invocation(struct sarif *sarif)
{
    const struct diags *diags = sarif->diags;
    bool successful = true;
    json_member_open(&sarif->json, "invocations", '[');
    json_open(&sarif->json, '{');
    json_member_open(&sarif->json, "toolExecutionNotifications", '[');
    for (size_t i = 0; i < diags->kept_count; i++) {
        if (has_place(diags, diags->kept[i]->span))
            continue;
        const struct diag *diag = diags->kept[i];
        struct json *json = &sarif->json;
        json_open(json, '{');
        open_object(sarif, "descriptor");
        json_member_text(json, "id", diag_code_name(diag->code));
        json_member_number(json, "index", sarif->notifications[diag->code]);
        close_object(sarif);
        json_member_text(json, "level", diag_severity_name(diag->severity));
        write_text(sarif, diag);
        json_close(json, '}');
        successful = successful && diags->kept[i]->severity != DIAG_SEVERITY_ERROR;
    }
    json_close(&sarif->json, ']');
    json_member_bool(&sarif->json, "executionSuccessful", successful);
    close_object(sarif);
    json_close(&sarif->json, ']');
}

void diags_write_sarif(const struct diags *diags, struct buffer *out)
{
    struct sarif sarif = {.diags = diags, .json = {out, false}};
    struct json *json = &sarif.json;
    json_open(json, '{');
    json_member_text(json, "$schema", SCHEMA);
    json_member_text(json, "version", "2.1.0");
    json_member_open(json, "runs", '[');
    json_open(json, '{');
    open_object(&sarif, "tool");
    open_object(&sarif, "driver");
    json_member_text(&sarif.json, "name", "strata");
    json_member_text(&sarif.json, "version", STRATA_VERSION_TEXT);
    write_descriptors(&sarif, "rules", true, sarif.rules);
    write_descriptors(&sarif, "notifications", false, sarif.notifications);
    close_object(&sarif);
    close_object(&sarif);
    write_invocation(&sarif);
    json_member_text(json, "columnKind", "unicodeCodePoints");
    json_member_open(&sarif.json, "results", '[');
    for (size_t i = 0; i < sarif.diags->kept_count; i++)
        if (has_place(sarif.diags, sarif.diags->kept[i]->span))
            write_result(&sarif, sarif.diags->kept[i]);
    json_close(&sarif.json, ']');
    json_close(json, '}');
    json_close(json, ']');
    json_close(json, '}');
    buffer_add_char(out, '\n');
}
