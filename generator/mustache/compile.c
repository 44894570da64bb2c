/*
 * Compiles the text of a template to nodes, in one pass. The rest of a tag's line decides whether the blanks before the
 * tag and its line end belong to the text or to the tag. For a single tag, tag_next decides that. The two tags of a
 * block or parent may share a line, so it is decided when the block is closed.
 */
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/intern.h"
#include "mustache/tag.h"
#include "mustache/template.h"

/* A section, parent, block or argument that is still open. */
struct opened {
    uint32_t node;
    struct tag tag;
    bool lines;          /* the opening tag is alone on its lines; for a parent, also the text up to the next tag */
    size_t content;      /* position in the text where its contents begin */
    size_t outer_dedent; /* for an argument: the value of `dedent` before it */
};

struct compiler {
    struct mustache *mustache;
    const struct template *template;
    struct tag_scanner scanner;
    struct buffer nodes; /* list of struct node */
    size_t position;
    bool fresh;    /* `position` is the beginning of a line */
    size_t dedent; /* number of blanks to remove from the beginning of each line of an argument */
    struct opened opened[MUSTACHE_NESTING_MOST];
    size_t depth;
};

static struct span span_of(const struct compiler *compiler, size_t begin, size_t end)
{
    uint32_t base = compiler->template->source->base;
    return (struct span){base + (uint32_t)begin, base + (uint32_t)end};
}

static struct span span_of_tag(const struct compiler *compiler, const struct tag *tag)
{
    return span_of(compiler, tag->begin, tag->end);
}

static bool report_tag(struct compiler *compiler, const struct tag *tag, const char *message)
{
    diag_report(compiler->mustache->diags, DIAG_TEMPLATE, span_of_tag(compiler, tag), "%s", message);
    return false;
}

static struct node *node_at(struct compiler *compiler, uint32_t index)
{
    return (struct node *)(void *)compiler->nodes.data + index;
}

static uint32_t node_count(const struct compiler *compiler)
{
    return (uint32_t)(compiler->nodes.size / sizeof(struct node));
}

/* Appends a node. The pointer is valid until the next node is added. */
static struct node *node_add(struct compiler *compiler, enum node_kind kind, struct span span)
{
    uint32_t index = node_count(compiler);
    struct node node = {.kind = (unsigned char)kind, .next = index + 1, .span = span};
    buffer_add(&compiler->nodes, &node, sizeof node);
    return node_at(compiler, index);
}

/* Returns the number of blanks at `begin`. */
static size_t count_blanks(const struct compiler *compiler, size_t begin, size_t end)
{
    size_t count = 0;
    while (begin + count < end && tag_is_blank(compiler->scanner.text[begin + count]))
        count++;
    return count;
}

/* Returns the indentation of the first line that is not blank, and moves `*begin` to that line. */
static size_t find_indentation(const struct compiler *compiler, size_t *begin, size_t end)
{
    const char *text = compiler->scanner.text;
    size_t line = *begin;
    for (size_t i = line; i < end && tag_is_space(text[i]); i++)
        if (text[i] == '\n')
            line = i + 1;
    *begin = line;
    return count_blanks(compiler, line, end);
}

/* Sets a node's text to a line's indentation, reduced by `dedent`. */
static void set_indentation(struct compiler *compiler, struct node *node, size_t begin, size_t end)
{
    size_t off = compiler->dedent < end - begin ? compiler->dedent : end - begin;
    node->text = compiler->scanner.text + begin + off;
    node->size = (uint32_t)(end - begin - off);
}

/* Adds text, from each of whose lines the first `dedent` blanks are removed. */
static void set_dedented(struct compiler *compiler, struct node *node, size_t begin, size_t end, bool line_begins)
{
    const char *text = compiler->scanner.text;
    char *copy = arena_alloc(compiler->mustache->arena, end - begin);
    size_t size = 0;
    while (begin < end) {
        size_t blanks = line_begins ? count_blanks(compiler, begin, end) : 0;
        begin += blanks < compiler->dedent ? blanks : compiler->dedent;
        const char *newline = memchr(text + begin, '\n', end - begin);
        size_t line_end = newline ? (size_t)(newline - text) + 1 : end;
        memcpy(copy + size, text + begin, line_end - begin);
        size += line_end - begin;
        begin = line_end;
        line_begins = true;
    }
    node->text = copy;
    node->size = (uint32_t)size;
}

static bool in_parent(struct compiler *compiler)
{
    return compiler->depth && node_at(compiler, compiler->opened[compiler->depth - 1].node)->kind == NODE_PARENT;
}

/* Adds the text from `position` to `end`. */
static void add_text(struct compiler *compiler, size_t end)
{
    size_t begin = compiler->position;
    if (begin == end || in_parent(compiler))
        return;
    struct node *node = node_add(compiler, NODE_TEXT, span_of(compiler, begin, end));
    node->line_begins = compiler->fresh;
    if (compiler->dedent) {
        set_dedented(compiler, node, begin, end, compiler->fresh);
    } else {
        node->text = compiler->scanner.text + begin;
        node->size = (uint32_t)(end - begin);
    }
}

/* Adds the blanks before a tag as a node of their own. It is emptied if the blanks turn out to belong to the tag. */
static void add_blanks(struct compiler *compiler, const struct tag *tag)
{
    struct node *node = node_add(compiler, NODE_TEXT, span_of(compiler, tag->line_begin, tag->begin));
    node->line_begins = true;
    set_indentation(compiler, node, tag->line_begin, tag->begin);
}

static void empty_text(struct node *node)
{
    node->size = 0;
    node->line_begins = false;
}

/* Continues after a tag that is part of its line. */
static void pass_inline(struct compiler *compiler, const struct tag *tag)
{
    compiler->position = tag->end;
    compiler->fresh = false;
}

/* Continues after the line of a tag that is alone on it. */
static void pass_line(struct compiler *compiler, const struct tag *tag)
{
    compiler->position = tag->next_line;
    compiler->fresh = true;
}

/* Continues after a tag, or after its line if the tag is alone on it. */
static void pass_tag(struct compiler *compiler, const struct tag *tag, bool whole_line)
{
    if (whole_line)
        pass_line(compiler, tag);
    else
        pass_inline(compiler, tag);
}

/* Adds the text before a tag that is part of its line. An empty text marks the beginning of a line. */
static void take_inline(struct compiler *compiler, const struct tag *tag)
{
    add_text(compiler, tag->begin);
    if (tag->clear_before && tag->line_begin == tag->begin && !in_parent(compiler))
        node_add(compiler, NODE_TEXT, span_of(compiler, tag->begin, tag->begin))->line_begins = true;
    pass_inline(compiler, tag);
}

/* Adds the text before a tag. If the tag is alone on its line, leaves out the blanks before it, which are removed with
 * the line, and returns true. */
static bool take_standalone(struct compiler *compiler, const struct tag *tag)
{
    if (!tag->clear_before || !tag->clear_after) {
        take_inline(compiler, tag);
        return false;
    }
    add_text(compiler, tag->line_begin);
    pass_line(compiler, tag);
    return true;
}

/* Sets the keys of a dotted name; false if it is malformed. */
static bool set_keys(struct compiler *compiler, struct node *node, size_t begin, size_t end)
{
    const char *text = compiler->scanner.text;
    uint32_t count = 1;
    if (end - begin == 1 && text[begin] == '.')
        return true;
    for (size_t i = begin; i < end; i++)
        count += text[i] == '.';
    uint32_t *keys = ARENA_ARRAY(compiler->mustache->arena, uint32_t, count);
    for (uint32_t i = 0; i < count; i++) {
        const char *dot = memchr(text + begin, '.', end - begin);
        size_t size = dot ? (size_t)(dot - text) - begin : end - begin;
        if (!size)
            return false;
        keys[i] = keys_number(compiler->mustache->keys, text + begin, size);
        begin += size + 1;
    }
    node->keys = keys;
    node->key_count = count;
    return true;
}

/* True if the tag contains exactly one word. */
static bool is_word(const struct compiler *compiler, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        if (tag_is_space(compiler->scanner.text[i]) || !compiler->scanner.text[i])
            return false;
    return begin < end;
}

static bool set_path(struct compiler *compiler, struct node *node, const struct tag *tag)
{
    if (!is_word(compiler, tag->content, tag->limit) || !set_keys(compiler, node, tag->content, tag->limit))
        return report_tag(compiler, tag, "the name of this tag must be one word, or words joined by dots");
    return true;
}

/* Sets the name of a block or template. After an asterisk, it is the key of the name in the context. */
static bool set_name(struct compiler *compiler, struct node *node, const struct tag *tag, bool may_be_dynamic)
{
    size_t begin = tag->content;
    node->dynamic = may_be_dynamic && begin < tag->limit && compiler->scanner.text[begin] == '*';
    if (node->dynamic)
        for (begin++; begin < tag->limit && tag_is_space(compiler->scanner.text[begin]);)
            begin++;
    if (!is_word(compiler, begin, tag->limit))
        return report_tag(compiler, tag, "the name of this tag must be one word");
    if (!node->dynamic)
        node->name = intern_name(compiler->mustache->intern, compiler->scanner.text + begin, tag->limit - begin);
    else if (!set_keys(compiler, node, begin, tag->limit))
        return report_tag(compiler, tag, "the name of this tag must be one word, or words joined by dots");
    return true;
}

/* Opens the node that is added next. Returns NULL after reporting that too many are open. */
static struct opened *open_node(struct compiler *compiler, const struct tag *tag)
{
    if (compiler->depth == MUSTACHE_NESTING_MOST) {
        diag_report(compiler->mustache->diags, DIAG_LIMIT, span_of_tag(compiler, tag),
                    "sections and blocks are nested more than %d deep", (int)MUSTACHE_NESTING_MOST);
        return NULL;
    }
    struct opened *opened = &compiler->opened[compiler->depth++];
    *opened = (struct opened){.node = node_count(compiler), .tag = *tag, .content = compiler->position};
    return opened;
}

static bool compile_variable(struct compiler *compiler, const struct tag *tag)
{
    take_inline(compiler, tag);
    return set_path(compiler, node_add(compiler, tag->sigil ? NODE_RAW : NODE_ESCAPED, span_of_tag(compiler, tag)),
                    tag);
}

static bool compile_comment(struct compiler *compiler, const struct tag *tag)
{
    take_standalone(compiler, tag);
    return true;
}

static bool compile_delimiters(struct compiler *compiler, const struct tag *tag)
{
    take_standalone(compiler, tag);
    const char *wrong = tag_set_delimiters(&compiler->scanner, tag);
    return wrong ? report_tag(compiler, tag, wrong) : true;
}

static bool compile_section(struct compiler *compiler, const struct tag *tag)
{
    take_standalone(compiler, tag);
    enum node_kind kind = tag->sigil == '#' ? NODE_SECTION : NODE_INVERTED;
    return open_node(compiler, tag) && set_path(compiler, node_add(compiler, kind, span_of_tag(compiler, tag)), tag);
}

static bool compile_partial(struct compiler *compiler, const struct tag *tag)
{
    bool whole_lines = take_standalone(compiler, tag);
    struct node *node = node_add(compiler, NODE_PARTIAL, span_of_tag(compiler, tag));
    node->whole_lines = whole_lines;
    if (whole_lines)
        set_indentation(compiler, node, tag->line_begin, tag->begin);
    return set_name(compiler, node, tag, true);
}

static bool compile_parent(struct compiler *compiler, const struct tag *tag)
{
    add_text(compiler, tag->line_begin);
    if (tag->clear_before)
        add_blanks(compiler, tag);
    pass_inline(compiler, tag);
    struct opened *opened = open_node(compiler, tag);
    if (!opened)
        return false;
    opened->lines = tag->clear_before;
    return set_name(compiler, node_add(compiler, NODE_PARENT, span_of_tag(compiler, tag)), tag, true);
}

static bool close_parent(struct compiler *compiler, const struct opened *opened, const struct tag *tag)
{
    struct node *node = node_at(compiler, opened->node);
    if (opened->lines && tag->clear_after) {
        node->whole_lines = true;
        set_indentation(compiler, node, opened->tag.line_begin, opened->tag.begin);
        empty_text(node - 1);
        pass_line(compiler, tag);
    } else {
        pass_inline(compiler, tag);
    }
    return true;
}

/* Compiles a block directly inside a parent: an argument that replaces a block of the parent. The text before it is
 * dropped. */
static bool compile_argument(struct compiler *compiler, const struct tag *tag)
{
    bool lines = tag->clear_after && tag->ending;
    pass_tag(compiler, tag, lines);
    struct opened *opened = open_node(compiler, tag);
    if (!opened)
        return false;
    opened->outer_dedent = compiler->dedent;
    struct node *node = node_add(compiler, NODE_ARGUMENT, span_of_tag(compiler, tag));
    node->line_begins = lines;
    if (lines) {
        size_t begin = compiler->position;
        compiler->dedent = find_indentation(compiler, &begin, compiler->scanner.size);
    }
    return set_name(compiler, node, tag, false);
}

static bool close_argument(struct compiler *compiler, const struct opened *opened, const struct tag *tag)
{
    add_text(compiler, tag->line_begin);
    node_at(compiler, opened->node)->line_ends = tag->clear_before;
    compiler->dedent = opened->outer_dedent;
    pass_inline(compiler, tag);
    return true;
}

/* Compiles a block. If it may be alone on its line, its blanks are kept twice, before it and inside it. One copy is
 * emptied when the block is closed. */
static bool compile_block(struct compiler *compiler, const struct tag *tag)
{
    bool lines = tag->clear_before && tag->clear_after;
    add_text(compiler, tag->line_begin);
    if (tag->clear_before && !lines)
        add_blanks(compiler, tag);
    pass_tag(compiler, tag, lines);
    struct opened *opened = open_node(compiler, tag);
    if (!opened)
        return false;
    opened->lines = lines;
    if (!set_name(compiler, node_add(compiler, NODE_BLOCK, span_of_tag(compiler, tag)), tag, false))
        return false;
    if (tag->clear_before && !lines) {
        add_blanks(compiler, tag);
        empty_text(node_at(compiler, node_count(compiler) - 1));
    }
    return true;
}

/* Closes {{$name}}...{{/name}} on a line of its own. An argument replaces the whole line. If the block is empty, so is
 * the line. */
static void close_block_of_one_line(struct compiler *compiler, const struct opened *opened, const struct tag *tag)
{
    bool empty = tag->begin == opened->tag.end;
    add_text(compiler, tag->begin);
    pass_inline(compiler, tag);
    if (!empty)
        add_text(compiler, tag->next_line);
    struct node *node = node_at(compiler, opened->node);
    node->whole_lines = true;
    set_indentation(compiler, node, opened->tag.line_begin, opened->tag.begin);
    node->line_end_size = tag->ending;
    empty_text(node - 1);
    if (!empty) {
        struct node *blanks = node + 1;
        blanks->line_begins = true;
        blanks->size = node->size;
    }
    pass_line(compiler, tag);
}

static bool close_block(struct compiler *compiler, const struct opened *opened, const struct tag *tag)
{
    const struct tag *open = &opened->tag;
    bool one_line = open->clear_before && !opened->lines && tag->clear_after &&
                    !memchr(compiler->scanner.text + open->begin, '\n', tag->end - open->begin);
    if (opened->lines && tag->clear_before && tag->clear_after) {
        /* Close {{$name}} ... {{/name}} with each tag on its own line. */
        size_t begin = opened->tag.line_begin, end = opened->tag.begin;
        add_text(compiler, tag->line_begin);
        if (node_count(compiler) > opened->node + 1) {
            begin = opened->content;
            size_t blanks = find_indentation(compiler, &begin, tag->begin);
            end = begin + blanks;
        }
        struct node *node = node_at(compiler, opened->node);
        node->whole_lines = true;
        set_indentation(compiler, node, begin, end);
        node->line_end_size = tag->ending ? tag->ending : opened->tag.ending;
        pass_line(compiler, tag);
    } else if (one_line)
        close_block_of_one_line(compiler, opened, tag);
    else
        take_inline(compiler, tag);
    return true;
}

static bool close_section(struct compiler *compiler, const struct opened *opened, const struct tag *tag)
{
    (void)opened;
    take_standalone(compiler, tag);
    return true;
}

static bool (*const closers[])(struct compiler *, const struct opened *, const struct tag *) = {
    [NODE_SECTION] = close_section, [NODE_INVERTED] = close_section,  [NODE_PARENT] = close_parent,
    [NODE_BLOCK] = close_block,     [NODE_ARGUMENT] = close_argument,
};

/* True if two tags have the same name. */
static bool names_equal(const struct compiler *compiler, const struct tag *a, const struct tag *b)
{
    const char *text = compiler->scanner.text;
    size_t size = a->limit - a->content;
    return b->limit - b->content == size && !memcmp(text + a->content, text + b->content, size);
}

static bool compile_close(struct compiler *compiler, const struct tag *tag)
{
    int size = (int)(tag->limit - tag->content);
    const char *name = compiler->scanner.text + tag->content;
    struct diags *diags = compiler->mustache->diags;
    if (!compiler->depth) {
        diag_report(diags, DIAG_TEMPLATE, span_of_tag(compiler, tag), "'%.*s' is closed, but not open", size, name);
        return false;
    }
    const struct opened *opened = &compiler->opened[compiler->depth - 1];
    if (!names_equal(compiler, tag, &opened->tag)) {
        struct diag *diag = diag_report(
            diags, DIAG_TEMPLATE, span_of_tag(compiler, tag), "'%.*s' is closed where '%.*s' is open", size, name,
            (int)(opened->tag.limit - opened->tag.content), compiler->scanner.text + opened->tag.content);
        diag_note(diag, span_of_tag(compiler, &opened->tag), "it was opened here");
        return false;
    }
    if (!closers[node_at(compiler, opened->node)->kind](compiler, opened, tag))
        return false;
    node_at(compiler, opened->node)->next = node_count(compiler);
    compiler->depth--;
    return true;
}

/* Places in which a kind of tags may stand. */
enum { IN_PARENT = 1, ELSEWHERE = 2, ANYWHERE = IN_PARENT | ELSEWHERE };

static const struct {
    char sigil;
    unsigned char where;
    bool (*compile)(struct compiler *, const struct tag *);
} tag_kinds[] = {
    {'\0', ELSEWHERE, compile_variable}, {'{', ELSEWHERE, compile_variable}, {'&', ELSEWHERE, compile_variable},
    {'#', ELSEWHERE, compile_section},   {'^', ELSEWHERE, compile_section},  {'/', ANYWHERE, compile_close},
    {'>', ELSEWHERE, compile_partial},   {'<', ELSEWHERE, compile_parent},   {'$', ELSEWHERE, compile_block},
    {'$', IN_PARENT, compile_argument},  {'!', ANYWHERE, compile_comment},   {'=', ANYWHERE, compile_delimiters},
};

static bool compile_tag(struct compiler *compiler, const struct tag *tag)
{
    unsigned char where = in_parent(compiler) ? IN_PARENT : ELSEWHERE;
    for (size_t i = 0; i < sizeof tag_kinds / sizeof *tag_kinds; i++)
        if (tag_kinds[i].sigil == tag->sigil && (tag_kinds[i].where & where))
            return tag_kinds[i].compile(compiler, tag);
    return report_tag(compiler, tag, "a parent can directly contain only blocks");
}

static bool compile_text(struct compiler *compiler)
{
    for (;;) {
        struct tag tag;
        const char *wrong = tag_next(&compiler->scanner, compiler->position, compiler->fresh, &tag);
        if (wrong)
            return report_tag(compiler, &tag, wrong);
        if (tag.begin == compiler->scanner.size)
            break;
        if (!compile_tag(compiler, &tag))
            return false;
    }
    add_text(compiler, compiler->scanner.size);
    if (compiler->depth)
        return report_tag(compiler, &compiler->opened[compiler->depth - 1].tag, "this is opened, but not closed");
    return true;
}

bool template_compile(struct mustache *mustache, struct template *template)
{
    struct compiler compiler = {.mustache = mustache, .template = template, .fresh = true};
    compiler.scanner = tag_scanner(template->source->text, template->source->size);
    bool done = compile_text(&compiler);
    if (done) {
        template->count = node_count(&compiler);
        template->nodes = arena_copy_array(mustache->arena, compiler.nodes.data, template->count, sizeof(struct node));
    }
    buffer_free(&compiler.nodes);
    return done;
}
