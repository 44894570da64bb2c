/*
 * Findings as JSON, one object a line.
 */
#include "base/buffer.h"
#include "base/diag_parts.h"
#include "base/json.h"

static void write_place(const struct diags *diags, struct span span, struct json *json)
{
    struct place begin, end;
    if (!source_locate(diags->sources, span.begin, &begin))
        return;
    json_member_text(json, "file", begin.source->path);
    json_member_number(json, "line", begin.line);
    json_member_number(json, "column", begin.column);
    if (source_locate(diags->sources, span.end, &end) && end.source == begin.source) {
        json_member_number(json, "end_line", end.line);
        json_member_number(json, "end_column", end.column);
    }
}

static void write_finding(const struct diags *diags, const struct diag *diag, struct buffer *out)
{
    struct json json = {out, false};
    json_open(&json, '{');
    json_member_text(&json, "severity", diag_severity_name(diag->severity));
    json_member_text(&json, "code", diag_code_name(diag->code));
    json_member_text(&json, "message", diag->text);
    write_place(diags, diag->span, &json);
    if (diag->label)
        json_member_text(&json, "label", diag->label);
    json_member_open(&json, "notes", '[');
    for (const struct diag_note *note = diag->notes; note; note = note->next) {
        json_open(&json, '{');
        json_member_text(&json, "message", note->text);
        write_place(diags, note->span, &json);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_member_open(&json, "help", '[');
    for (const struct diag_note *help = diag->helps; help; help = help->next)
        json_text(&json, help->text);
    json_close(&json, ']');
    json_member_open(&json, "fix", '[');
    for (const struct diag_edit *edit = diag->edits; edit; edit = edit->next) {
        json_open(&json, '{');
        write_place(diags, edit->span, &json);
        json_member_text(&json, "replacement", edit->replacement);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_close(&json, '}');
    buffer_add_char(out, '\n');
}

void diags_write_json(const struct diags *diags, struct buffer *out)
{
    for (size_t i = 0; i < diags->kept_count; i++)
        write_finding(diags, diags->kept[i], out);
}
