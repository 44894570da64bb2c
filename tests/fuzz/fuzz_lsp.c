/*
 * A language server must take any messages, and answer requests about any text at any position, without harm. An input
 * that begins with `{` is messages, one a line. Any other one is a spec that is opened, edited and asked about.
 */
#define _GNU_SOURCE /* for memmem */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/json.h"
#include "base/source.h"
#include "lsp/server.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The messages about a spec. */
struct script {
    struct buffer out;
    struct json json;
    uint64_t id;
};

static void begin(struct script *script, const char *method, int is_request)
{
    json_open(&script->json, '{');
    if (is_request)
        json_member_number(&script->json, "id", script->id++);
    json_member_text(&script->json, "method", method);
    json_member_open(&script->json, "params", '{');
}

static void end(struct script *script)
{
    json_close(&script->json, '}');
    json_close(&script->json, '}');
    buffer_add_char(&script->out, '\n');
    script->json.comma = false;
}

static void add_text(struct script *script)
{
    json_member_open(&script->json, "textDocument", '{');
    json_member_text(&script->json, "uri", "untitled:x");
    json_close(&script->json, '}');
}

static void add_position(struct script *script, const char *key, unsigned line, unsigned character)
{
    json_member_open(&script->json, key, '{');
    json_member_number(&script->json, "line", line);
    json_member_number(&script->json, "character", character);
    json_close(&script->json, '}');
}

static void ask(struct script *script, const char *method, unsigned line, unsigned character)
{
    begin(script, method, 1);
    add_text(script);
    add_position(script, "position", line, character);
    json_member_text(&script->json, "newName", "size");
    json_member_open(&script->json, "range", '{');
    add_position(script, "start", 0, 0);
    add_position(script, "end", line, character);
    json_close(&script->json, '}');
    end(script);
}

static void edit(struct script *script, unsigned line, unsigned character, const char *text)
{
    begin(script, "textDocument/didChange", 0);
    add_text(script);
    json_member_open(&script->json, "contentChanges", '[');
    json_open(&script->json, '{');
    json_member_text(&script->json, "text", text);
    json_member_open(&script->json, "range", '{');
    add_position(script, "start", line, character);
    add_position(script, "end", line, character + 2);
    json_close(&script->json, '}');
    json_close(&script->json, '}');
    json_close(&script->json, ']');
    end(script);
}

static void open(struct script *script, const uint8_t *data, size_t size)
{
    begin(script, "textDocument/didOpen", 0);
    json_member_open(&script->json, "textDocument", '{');
    json_member_text(&script->json, "uri", "untitled:x");
    json_key(&script->json, "text");
    json_string(&script->json, (const char *)data, size);
    json_close(&script->json, '}');
    end(script);
}

/* Asks everything at places that the bytes of the spec choose. */
static void ask_everything(struct script *script, const uint8_t *data, size_t size)
{
    static const char *const methods[] = {
        "textDocument/hover",        "textDocument/completion",        "textDocument/definition",
        "textDocument/references",   "textDocument/documentHighlight", "textDocument/prepareRename",
        "textDocument/rename",       "textDocument/codeAction",        "textDocument/formatting",
        "textDocument/documentSymbol", "workspace/symbol"};
    static const char *const texts[] = {"", "in ", "{", ";", "0x10", "\xF0\x9F\x98\x80"};
    unsigned line = 0, character = 0, step = 0;
    for (size_t i = 0; i < size && step < 3; i++) {
        character++;
        if (data[i] == '\n') {
            line++;
            character = 0;
        }
        if (i % (size / 3 + 1) != data[0] % (size / 3 + 1))
            continue;
        for (size_t k = 0; k < sizeof methods / sizeof *methods; k++)
            ask(script, methods[k], line, character);
        edit(script, line, character, texts[(data[i] + step++) % (sizeof texts / sizeof *texts)]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* Neither the files of this machine nor its devices are inputs. */
    static const char *const kept_out[] = {"file:", "/dev", "/proc", "\\u", "\"/", "\"..", "</", "<.."};
    for (size_t i = 0; i < sizeof kept_out / sizeof *kept_out; i++)
        if (size && memmem(data, size, kept_out[i], strlen(kept_out[i])))
            return 0;
    struct arena *arena = arena_new();
    struct server_options options = {.diags = diags_new(arena, sources_new(arena)), .version = "0"};
    if (size && *data == '{') {
        server_feed(&options, arena, (const char *)data, size);
    } else {
        struct script script = {.id = 1};
        script.json.out = &script.out;
        begin(&script, "initialize", 1);
        end(&script);
        open(&script, data, size);
        ask_everything(&script, data, size);
        server_feed(&options, arena, script.out.data, script.out.size);
        buffer_free(&script.out);
    }
    arena_free(arena);
    return 0;
}
