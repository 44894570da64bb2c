/*
 * Finds the member that a column is about: in the table below, in a file of mappings, or in the heading.
 */
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/intern.h"
#include "sparse/sparse.h"

/* The members of the fields of kphdyn.xml. Fields of lxcore.sys have none, because nobody has published its
 * structures. */
static const struct {
    const char *field, *record, *path;
    bool is_bit;
} kphdyn[] = {
    {"EgeGuid", "ETW_GUID_ENTRY", "Guid", false},
    {"EpObjectTable", "EPROCESS", "ObjectTable", false},
    {"EpSectionObject", "EPROCESS", "SectionObject", false},
    {"EreGuidEntry", "ETW_REG_ENTRY", "GuidEntry", false},
    {"HtHandleContentionEvent", "HANDLE_TABLE", "HandleContentionEvent", false},
    {"OtName", "OBJECT_TYPE", "Name", false},
    {"OtIndex", "OBJECT_TYPE", "Index", false},
    {"ObDecodeShift", "HANDLE_TABLE_ENTRY", "ObjectPointerBits", true},
    {"ObAttributesShift", "HANDLE_TABLE_ENTRY", "Attributes", true},
    {"AlpcCommunicationInfo", "ALPC_PORT", "CommunicationInfo", false},
    {"AlpcOwnerProcess", "ALPC_PORT", "OwnerProcess", false},
    {"AlpcConnectionPort", "ALPC_COMMUNICATION_INFO", "ConnectionPort", false},
    {"AlpcServerCommunicationPort", "ALPC_COMMUNICATION_INFO", "ServerCommunicationPort", false},
    {"AlpcClientCommunicationPort", "ALPC_COMMUNICATION_INFO", "ClientCommunicationPort", false},
    {"AlpcHandleTable", "ALPC_COMMUNICATION_INFO", "HandleTable", false},
    {"AlpcHandleTableLock", "ALPC_HANDLE_TABLE", "Lock", false},
    {"AlpcAttributes", "ALPC_PORT", "PortAttributes", false},
    {"AlpcAttributesFlags", "ALPC_PORT_ATTRIBUTES", "Flags", false},
    {"AlpcPortContext", "ALPC_PORT", "PortContext", false},
    {"AlpcPortObjectLock", "ALPC_PORT", "PortObjectLock", false},
    {"AlpcSequenceNo", "ALPC_PORT", "SequenceNo", false},
    {"AlpcState", "ALPC_PORT", "u1.State", false},
    {"KtInitialStack", "KTHREAD", "InitialStack", false},
    {"KtStackLimit", "KTHREAD", "StackLimit", false},
    {"KtStackBase", "KTHREAD", "StackBase", false},
    {"KtKernelStack", "KTHREAD", "KernelStack", false},
    {"KtReadOperationCount", "KTHREAD", "ReadOperationCount", false},
    {"KtWriteOperationCount", "KTHREAD", "WriteOperationCount", false},
    {"KtOtherOperationCount", "KTHREAD", "OtherOperationCount", false},
    {"KtReadTransferCount", "KTHREAD", "ReadTransferCount", false},
    {"KtWriteTransferCount", "KTHREAD", "WriteTransferCount", false},
    {"KtOtherTransferCount", "KTHREAD", "OtherTransferCount", false},
    {"MmSectionControlArea", "SECTION", "u1.ControlArea", false},
    {"MmControlAreaListHead", "CONTROL_AREA", "ListHead", false},
    {"MmControlAreaLock", "CONTROL_AREA", "ControlAreaLock", false},
    {"LxPicoProc", NULL, NULL, false},
    {"LxPicoProcInfo", NULL, NULL, false},
    {"LxPicoProcInfoPID", NULL, NULL, false},
    {"LxPicoThrdInfo", NULL, NULL, false},
    {"LxPicoThrdInfoTID", NULL, NULL, false},
};

/* Marks a column that a mapping leaves out on purpose. */
static const char nothing[] = "";

static bool map_by_table(struct sparse_field *field)
{
    for (size_t i = 0; i < sizeof kphdyn / sizeof *kphdyn; i++) {
        if (strcmp(kphdyn[i].field, field->name) != 0)
            continue;
        field->record = kphdyn[i].record;
        field->path = kphdyn[i].record ? kphdyn[i].path : nothing;
        field->is_bit = kphdyn[i].is_bit;
        return true;
    }
    return false;
}

void sparse_map_kphdyn(struct sparse_sheet *sheet)
{
    for (size_t i = 0; i < sheet->field_count; i++)
        map_by_table(&sheet->fields[i]);
    sheet->source = "System Informer";
}

/* Splits a heading such as `_EPROCESS.Token`, `EPROCESS->Token` or `nt!EPROCESS::Token` into structure and member.
 * Returns false if it has another form. */
static bool split_member(struct arena *arena, const char *text, struct sparse_field *field)
{
    const char *module = strchr(text, '!');
    const char *name = module ? arena_copy(arena, text, (size_t)(module - text)) : NULL;
    text = module ? module + 1 : text;
    text += strspn(text, "_");
    size_t length = 0;
    while (ascii_is_name(text[length]))
        length++;
    bool is_sign = !strncmp(text + length, "::", 2) || !strncmp(text + length, "->", 2);
    size_t gap = text[length] == '.' ? 1 : is_sign ? 2 : 0;
    const char *path = text + length + gap;
    bool is_path = length && gap && ascii_is_name(*path);
    for (const char *c = path; is_path && *c; c++)
        is_path = ascii_is_name(*c) || (*c == '.' && ascii_is_name(c[1]));
    if (!is_path)
        return false;
    field->module = name;
    field->record = arena_copy(arena, text, length);
    field->path = arena_copy(arena, path, strlen(path));
    return true;
}

/* A line of a mapping: "COLUMN STRUCT.MEMBER [bit]", "COLUMN global NAME" or "COLUMN -". */
struct line {
    const char *column, *member, *word; /* words of the line; "" for a missing word */
    struct span span;
    bool is_used;
};

static const char *take_word(struct arena *arena, const char **at, const char *end)
{
    while (*at < end && (**at == ' ' || **at == '\t' || **at == '\r'))
        ++*at;
    const char *begin = *at;
    while (*at < end && **at != ' ' && **at != '\t' && **at != '\r')
        ++*at;
    return arena_copy(arena, begin, (size_t)(*at - begin));
}

/* Reads the lines of a mapping. */
static struct line *read_lines(struct arena *arena, const struct source *mapping, struct diags *diags, size_t *count)
{
    struct buffer list = {0};
    const char *at = mapping->text, *end = at + mapping->size;
    int line_end = memchr(at, '\n', mapping->size) ? '\n' : '\r';
    at += strncmp(at, "\xEF\xBB\xBF", 3) ? 0 : 3;
    while (at < end) {
        const char *newline = memchr(at, line_end, (size_t)(end - at)), *begin = at;
        const char *stop = newline ? newline : end, *hash = memchr(at, '#', (size_t)(stop - at));
        const char *last = hash ? hash : stop;
        struct line line = {
            take_word(arena, &at, last),
            take_word(arena, &at, last),
            take_word(arena, &at, last),
            {mapping->base + (uint32_t)(begin - mapping->text), mapping->base + (uint32_t)(stop - mapping->text)},
            false};
        bool is_global = !strcmp(line.member, "global");
        bool is_whole = *line.member && (is_global ? *line.word : !*line.word || !strcmp(line.word, "bit")) &&
                        !*take_word(arena, &at, last);
        const struct line *above = (const void *)list.data, *other = NULL;
        for (size_t i = 0; i < list.size / sizeof line && !other; i++)
            other = strcmp(above[i].column, line.column) ? NULL : &above[i];
        if (*line.column && is_whole && other)
            diag_note(diag_report(diags, DIAG_DUPLICATE, line.span, "two lines map column '%s'", line.column),
                      other->span, "the first one");
        else if (*line.column && is_whole)
            buffer_add(&list, &line, sizeof line);
        else if (*line.column)
            diag_report(diags, DIAG_SYNTAX, line.span,
                        "a line of a mapping is COLUMN STRUCT.MEMBER [bit], COLUMN global NAME, or COLUMN -");
        at = newline ? newline + 1 : end;
    }
    *count = list.size / sizeof(struct line);
    struct line *lines = arena_copy_array(arena, list.data, *count, sizeof *lines);
    buffer_free(&list);
    return lines;
}

/* Maps a field by the line of the mapping that is about it. Returns false if there is none. */
static bool map_by_line(struct arena *arena, struct diags *diags, struct line *lines, size_t count,
                        struct sparse_field *field)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(lines[i].column, field->name) != 0)
            continue;
        lines[i].is_used = true;
        field->record = NULL;
        field->path = nothing;
        field->is_bit = !strcmp(lines[i].word, "bit");
        field->global = strcmp(lines[i].member, "global") ? NULL : lines[i].word;
        if (field->global)
            field->is_bit = false;
        else if (strcmp(lines[i].member, "-") && !split_member(arena, lines[i].member, field))
            diag_report(diags, DIAG_UNKNOWN_NAME, lines[i].span, "'%s' is not STRUCT.MEMBER", lines[i].member);
        return true;
    }
    return false;
}

void sparse_map(struct arena *arena, const struct source *mapping, struct diags *diags, struct sparse_sheet *sheet)
{
    size_t count = 0;
    struct line *lines = mapping ? read_lines(arena, mapping, diags, &count) : NULL;
    for (size_t i = 0; i < sheet->field_count; i++) {
        struct sparse_field *field = &sheet->fields[i];
        if (map_by_line(arena, diags, lines, count, field) || field->path || split_member(arena, field->name, field))
            continue;
        struct diag *diag =
            diag_report(diags, DIAG_UNKNOWN_NAME, field->span, "column '%s' names no member", field->name);
        diag_help(diag, "a line '%s STRUCT.MEMBER' in a file for --map does, or '%s -'", field->name, field->name);
    }
    for (size_t i = 0; i < count; i++)
        if (!lines[i].is_used)
            diag_report(diags, DIAG_UNKNOWN_NAME, lines[i].span, "no table has a column '%s'", lines[i].column);
}
