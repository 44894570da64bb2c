#include "lsp/document.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/lookup.h"

static char *copy_text(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(memory_alloc(size), text, size);
}

/* Puts two NULs after the text. */
static void end_text(struct document *document)
{
    memset(buffer_reserve(&document->text, 2), 0, 2);
    document->is_changed = true;
    if (document->failure == DOCUMENT_FAILED)
        document->failure = DOCUMENT_MENDED;
}

struct document *document_open(struct document **list, const char *uri, const char *path, const char *text)
{
    struct document *document = document_find(*list, path);
    if (!document) {
        document = memory_alloc(sizeof *document);
        *document = (struct document){.next = *list, .path = copy_text(path)};
        *list = document;
    }
    free(document->uri);
    document->uri = copy_text(uri);
    document_replace(document, text);
    document->uses = document_hash_uses(document);
    return document;
}

struct document *document_find(struct document *list, const char *path)
{
    while (list && strcmp(list->path, path) != 0)
        list = list->next;
    return list;
}

void document_close(struct document **list, struct document *document)
{
    while (*list != document)
        list = &(*list)->next;
    *list = document->next;
    document_forget(document);
    buffer_free(&document->text);
    free(document->uri);
    free(document->path);
    free(document);
}

void document_replace(struct document *document, const char *text)
{
    buffer_clear(&document->text);
    buffer_add_text(&document->text, text);
    end_text(document);
}

void document_edit(struct document *document, enum position_encoding encoding, struct position begin,
                   struct position end, const char *text)
{
    size_t from = position_seek(document->text.data, document->text.size, encoding, begin);
    size_t to = position_seek(document->text.data, document->text.size, encoding, end), size = strlen(text);
    if (to < from)
        to = from;
    size_t rest = document->text.size - to;
    buffer_reserve(&document->text, size + 2);
    memmove(document->text.data + from + size, document->text.data + to, rest);
    memcpy(document->text.data + from, text, size);
    document->text.size = from + size + rest;
    end_text(document);
}

uint32_t document_hash_uses(const struct document *document)
{
    static const char word[] = "use";
    const char *at = document->text.data, *end = at + document->text.size;
    uint32_t hash = HASH_NOTHING;
    while (at < end) {
        const char *feed = memchr(at, '\n', (size_t)(end - at)), *line_end = feed ? feed : end;
        while (at < line_end && (*at == ' ' || *at == '\t'))
            at++;
        if ((size_t)(line_end - at) > strlen(word) && !memcmp(at, word, strlen(word)))
            hash = hash_add(hash, at, (size_t)(line_end - at));
        at = line_end + 1;
    }
    return hash;
}

void document_forget(struct document *document)
{
    arena_free(document->checked);
    document->checked = NULL;
    document->findings = NULL;
    document->finding_count = 0;
    document->files = NULL;
    document->file_count = 0;
}
