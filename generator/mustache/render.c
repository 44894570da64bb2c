#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/intern.h"
#include "mustache/template.h"

/* The arguments of a parent that is being rendered. */
struct frame {
    const struct frame *outer; /* frame of the parent around it; NULL if there is none */
    const struct template *template;
    const struct node *parent;
};

struct rendering {
    struct mustache *mustache;
    struct buffer *out;
    const struct frame *frames;
    const struct value **values; /* values of the open sections, outermost first */
    size_t value_count;
    struct buffer indentations; /* stack of indentations; the current one begins at `indentation` */
    size_t indentation;
    size_t depth;
    size_t series_depth; /* number of open sections over series */
    size_t held;         /* bytes of the values in these sections */
    size_t size_most;    /* limit for the bytes of `out`, `indentations` and `held` together */
    bool failed;
    bool stopped; /* rendering has failed and is being ended */
};

static void render_nodes(struct rendering *rendering, const struct template *template, uint32_t from, uint32_t to);

static const struct value *list_end(const struct list *list)
{
    return list->count ? list->items + list->count : list->items;
}

static void report_node(struct rendering *rendering, struct node *node, enum diag_code code, const char *what,
                        const char *name)
{
    rendering->failed = true;
    if (node->reported)
        return;
    node->reported = true;
    diag_report(rendering->mustache->diags, code, node->span, "unknown %s '%s'", what, name);
}

static const struct value null_value;

/* Returns the value of a key in the innermost object that has it. */
static const struct value *find_key(const struct rendering *rendering, uint32_t key)
{
    for (size_t i = rendering->value_count; i-- > 0;) {
        const struct value *value = rendering->values[i];
        rendering->mustache->work++;
        if (value->kind != VALUE_OBJECT)
            continue;
        const struct value *found = object_find(value->object, key);
        if (found)
            return found;
    }
    return NULL;
}

/* Returns the value for the name of a tag. If there is none, reports that and returns null. */
static const struct value *find_outer_value(struct rendering *rendering, struct node *node)
{
    const struct value *value = find_key(rendering, node->keys[0]);
    uint32_t i = 1;
    while (value && i < node->key_count) {
        if (value->kind == VALUE_NULL)
            return value;
        value = value->kind == VALUE_OBJECT ? object_find(value->object, node->keys[i]) : NULL;
        i++;
    }
    if (value)
        return value;
    if (!rendering->mustache->options.lenient)
        report_node(rendering, node, DIAG_TEMPLATE_KEY, "key", keys_name(rendering->mustache->keys, node->keys[i - 1]));
    return &null_value;
}

/* Returns the value for the name of a tag, as find_outer_value does. Is fast for a name that is a key of the innermost
 * value, as most are. */
static inline const struct value *find_value(struct rendering *rendering, struct node *node)
{
    const struct value *innermost = rendering->values[rendering->value_count - 1];
    if (!node->key_count)
        return innermost;
    const struct value *found = node->key_count == 1 && innermost->kind == VALUE_OBJECT
                                    ? object_find(innermost->object, node->keys[0])
                                    : NULL;
    return found ? found : find_outer_value(rendering, node);
}

static inline bool is_none(const struct value *value)
{
    return value->kind == VALUE_NULL || (value->kind == VALUE_BOOLEAN && !value->boolean) ||
           (value->kind == VALUE_LIST && !value->list->count) || (value->kind == VALUE_SERIES && !value->series->count);
}

static void add_indentation(struct rendering *rendering)
{
    size_t size = rendering->indentations.size - rendering->indentation;
    if (size)
        buffer_add(rendering->out, rendering->indentations.data + rendering->indentation, size);
}

/* Adds text. Each line that begins in it and is not empty gets the indentation. */
static void add_indented(struct rendering *rendering, const struct node *node)
{
    bool line_begins = node->line_begins;
    if (!node->size) {
        if (line_begins)
            add_indentation(rendering);
        return;
    }
    const char *text = node->text, *end = text + node->size;
    while (text < end && rendering->out->size <= rendering->size_most) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        const char *next = newline ? newline + 1 : end;
        if (line_begins && *text != '\n' && *text != '\r')
            add_indentation(rendering);
        buffer_add(rendering->out, text, (size_t)(next - text));
        line_begins = true;
        text = next;
    }
}

static void add_integer(struct buffer *out, int64_t integer)
{
    if (integer < 0)
        buffer_add_char(out, '-');
    buffer_add_decimal(out, integer < 0 ? 0 - (uint64_t)integer : (uint64_t)integer);
}

static void render_variable(struct rendering *rendering, struct node *node)
{
    const struct value *value = find_value(rendering, node);
    switch (value->kind) {
    case VALUE_NULL:
        break;
    case VALUE_BOOLEAN:
        buffer_add_text(rendering->out, value->boolean ? "true" : "false");
        break;
    case VALUE_INTEGER:
        add_integer(rendering->out, value->integer);
        break;
    case VALUE_STRING:
        if (node->kind == NODE_RAW)
            buffer_add(rendering->out, value->string, value->size);
        else
            mustache_escape(rendering->out, rendering->mustache->options.escape, value->string, value->size);
        break;
    case VALUE_LIST:
    case VALUE_SERIES:
    case VALUE_OBJECT:
        if (rendering->mustache->options.lenient)
            break;
        rendering->failed = true;
        if (!node->reported)
            diag_report(rendering->mustache->diags, DIAG_TEMPLATE, node->span, "%s is not text",
                        value->kind == VALUE_OBJECT ? "an object" : "a list");
        node->reported = true;
        break;
    }
}

/* Counts a step at a node. If a limit is exceeded, reports that, stops the rendering and returns false. */
static bool take_step(struct rendering *rendering, const struct node *node)
{
    struct mustache *mustache = rendering->mustache;
    const char *limit = NULL;
    if (rendering->stopped)
        return false;
    if (rendering->depth > MUSTACHE_DEPTH_MOST)
        limit = "templates are nested too deeply: does one contain itself?";
    else if (mustache->work++ >= mustache->options.work_most)
        limit = arena_format(mustache->arena, "the templates take more than %zu steps", mustache->options.work_most);
    else if (rendering->out->size + rendering->indentations.size + rendering->held > rendering->size_most)
        limit = arena_format(mustache->arena, "the templates write more than %zu bytes", mustache->options.size_most);
    if (!limit)
        return true;
    diag_report(mustache->diags, DIAG_LIMIT, node->span, "%s", limit);
    rendering->failed = rendering->stopped = true;
    return false;
}

/* Enters a section, partial or block. Returns false if the rendering has stopped. */
static bool enter_node(struct rendering *rendering, const struct node *node)
{
    rendering->depth++;
    return take_step(rendering, node);
}

/* Renders the contents of a section once, with `value` as the innermost value. A plain `true` is not added, because it
 * has no keys. */
static void render_with(struct rendering *rendering, const struct template *template, const struct node *node,
                        const struct value *value)
{
    uint32_t index = (uint32_t)(node - template->nodes);
    if (!enter_node(rendering, node))
        return;
    size_t value_count = rendering->value_count;
    if (value && value->kind != VALUE_BOOLEAN)
        rendering->values[rendering->value_count++] = value;
    render_nodes(rendering, template, index + 1, node->next);
    rendering->value_count = value_count;
    rendering->depth--;
}

/* Renders a section over a series. Such sections may be nested, so each depth has memory of its own. */
static void render_series(struct rendering *rendering, const struct template *template, const struct node *node,
                          const struct series *series)
{
    struct mustache *mustache = rendering->mustache;
    struct arena **scratch = &mustache->scratches[rendering->series_depth++];
    const size_t held = rendering->held;
    if (!*scratch)
        *scratch = arena_within(mustache->arena);
    for (size_t i = 0; i < series->count && !rendering->stopped; i++) {
        size_t made = 0;
        arena_clear(*scratch);
        const struct value item = series->make(series, i, *scratch, &made);
        mustache->work += made;
        rendering->held = held + made * sizeof item;
        render_with(rendering, template, node, &item);
    }
    rendering->held = held;
    rendering->series_depth--;
}

static void render_section(struct rendering *rendering, const struct template *template, struct node *node)
{
    const struct value *value = find_value(rendering, node);
    if (is_none(value))
        return;
    if (value->kind == VALUE_SERIES) {
        render_series(rendering, template, node, value->series);
        return;
    }
    if (value->kind != VALUE_LIST) {
        render_with(rendering, template, node, value);
        return;
    }
    const struct value *end = list_end(value->list);
    for (const struct value *item = value->list->items; item < end && !rendering->stopped; item++)
        render_with(rendering, template, node, item);
}

/* The result of looking up a template. `template` is NULL during the lookup, and if there is no such template. */
struct template_entry {
    struct template *template;
    const char *error; /* reason why the template must not be used; NULL if it may */
    bool broken;       /* the template has errors, which were reported */
};

static void template_load(struct mustache *mustache, const char *name, struct template_entry *entry)
{
    struct mustache_text text;
    if (!mustache->loader.find(mustache->loader.user, name, &text, &entry->error))
        return;
    struct template *template = ARENA_NEW(mustache->arena, struct template);
    template->name = name;
    template->source = source_add(mustache->sources, text.path, text.text, text.size);
    if (!template->source)
        diag_report(mustache->diags, DIAG_LIMIT, (struct span){0, 0}, "%s: templates and specs exceed 4 GiB",
                    text.path);
    if (template->source && template_compile(mustache, template))
        entry->template = template;
    else
        entry->broken = true;
}

/* Returns the compiled template of an interned name. */
static const struct template_entry *template_find(struct mustache *mustache, const char *name)
{
    struct template_entry *entry = map_get(mustache->templates, name);
    if (!entry) {
        entry = ARENA_NEW(mustache->arena, struct template_entry);
        template_load(mustache, name, entry);
        map_set(mustache->templates, name, entry);
    }
    return entry;
}

/* Reports that the template that a tag names does not exist, or must not be used. */
static void report_missing(struct rendering *rendering, struct node *node, const char *name, const char *error)
{
    if (!error) {
        report_node(rendering, node, DIAG_TEMPLATE_PARTIAL, "template", name);
        return;
    }
    rendering->failed = true;
    if (!node->reported)
        diag_report(rendering->mustache->diags, DIAG_TEMPLATE_PARTIAL, node->span, "%s", error);
    node->reported = true;
}

/* Returns the template of a partial or parent; NULL if it cannot be used. */
static struct template *find_template(struct rendering *rendering, struct node *node)
{
    struct mustache *mustache = rendering->mustache;
    if (node->template)
        return node->template;
    const char *name = node->name;
    if (node->dynamic) {
        const struct value *value = find_value(rendering, node);
        if (value->kind != VALUE_STRING) {
            if (!mustache->options.lenient)
                report_node(rendering, node, DIAG_TEMPLATE_PARTIAL, "template", "");
            return NULL;
        }
        name = intern_name(mustache->intern, value->string, value->size);
    }
    const struct template_entry *entry = template_find(mustache, name);
    if (entry->broken)
        rendering->failed = true;
    else if (!entry->template && !mustache->options.lenient)
        report_missing(rendering, node, name, entry->error);
    if (!node->dynamic)
        node->template = entry->template;
    return entry->template;
}

/* Adds the indentation of a tag with whole lines. A tag in the middle of a line has none. */
static void indent_lines(struct rendering *rendering, const struct node *node)
{
    if (node->whole_lines)
        buffer_add(&rendering->indentations, node->text, node->size);
    else
        rendering->indentation = rendering->indentations.size;
}

static void render_partial(struct rendering *rendering, const struct template *template, struct node *node)
{
    const struct template *partial = find_template(rendering, node);
    if (!partial || !enter_node(rendering, node))
        return;
    size_t indentation = rendering->indentation, size = rendering->indentations.size;
    struct frame frame = {rendering->frames, template, node};
    if (node->kind == NODE_PARENT)
        rendering->frames = &frame;
    indent_lines(rendering, node);
    render_nodes(rendering, partial, 0, partial->count);
    rendering->frames = frame.outer;
    rendering->indentation = indentation;
    rendering->indentations.size = size;
    rendering->depth--;
}

/* Returns the argument with an interned name in a frame; NULL if there is none. */
static const struct node *frame_find(const struct frame *frame, const char *name, size_t *work)
{
    const struct node *nodes = frame->template->nodes, *end = nodes + frame->parent->next;
    for (const struct node *node = frame->parent + 1; node < end; node = nodes + node->next) {
        ++*work;
        if (node->name == name)
            return node;
    }
    return NULL;
}

/* Renders an argument in place of a block. Visible are the arguments at the position where the argument stands. */
static void render_argument(struct rendering *rendering, const struct node *block, const struct node *argument,
                            const struct frame *frame)
{
    const struct frame *frames = rendering->frames;
    size_t indentation = rendering->indentation, size = rendering->indentations.size;
    uint32_t index = (uint32_t)(argument - frame->template->nodes);
    if (argument->next == index + 1)
        return;
    indent_lines(rendering, block);
    if (block->whole_lines && !argument->line_begins)
        add_indentation(rendering);
    rendering->frames = frame->outer;
    render_nodes(rendering, frame->template, index + 1, argument->next);
    rendering->frames = frames;
    if (block->whole_lines && !argument->line_ends)
        buffer_add(rendering->out, block->line_end_size == 2 ? "\r\n" : "\n", block->line_end_size);
    rendering->indentation = indentation;
    rendering->indentations.size = size;
}

static void render_block(struct rendering *rendering, const struct template *template, const struct node *block)
{
    const struct frame *outermost = NULL;
    const struct node *argument = NULL;
    for (const struct frame *frame = rendering->frames; frame; frame = frame->outer) {
        const struct node *found = frame_find(frame, block->name, &rendering->mustache->work);
        if (found) {
            outermost = frame;
            argument = found;
        }
    }
    if (!enter_node(rendering, block))
        return;
    if (argument)
        render_argument(rendering, block, argument, outermost);
    else
        render_nodes(rendering, template, (uint32_t)(block - template->nodes) + 1, block->next);
    rendering->depth--;
}

static void render_nodes(struct rendering *rendering, const struct template *template, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to;) {
        struct node *node = &template->nodes[i];
        switch ((enum node_kind)node->kind) {
        case NODE_TEXT:
            if (rendering->indentation == rendering->indentations.size)
                buffer_add(rendering->out, node->text, node->size);
            else
                add_indented(rendering, node);
            break;
        case NODE_ESCAPED:
        case NODE_RAW:
            render_variable(rendering, node);
            break;
        case NODE_SECTION:
            render_section(rendering, template, node);
            break;
        case NODE_INVERTED:
            if (is_none(find_value(rendering, node)))
                render_with(rendering, template, node, NULL);
            break;
        case NODE_PARTIAL:
        case NODE_PARENT:
            render_partial(rendering, template, node);
            break;
        case NODE_BLOCK:
            render_block(rendering, template, node);
            break;
        case NODE_ARGUMENT:
            break; /* an argument is rendered in place of the block that it replaces */
        }
        if (!take_step(rendering, node))
            return;
        i = node->next;
    }
}

struct mustache *mustache_new(struct arena *arena, struct sources *sources, struct diags *diags, struct intern *intern,
                              struct keys *keys, struct mustache_loader loader, struct mustache_options options)
{
    struct mustache *mustache = ARENA_NEW(arena, struct mustache);
    *mustache = (struct mustache){.arena = arena,
                                  .sources = sources,
                                  .diags = diags,
                                  .intern = intern,
                                  .keys = keys,
                                  .loader = loader,
                                  .options = options,
                                  .templates = map_new(arena),
                                  .scratches = ARENA_ARRAY(arena, struct arena *, MUSTACHE_DEPTH_MOST + 1)};
    if (!options.work_most)
        mustache->options.work_most = SIZE_MAX;
    if (!options.size_most)
        mustache->options.size_most = SIZE_MAX / 2;
    return mustache;
}

bool mustache_render(struct mustache *mustache, const char *name, struct value context, struct buffer *out)
{
    const struct value *values[MUSTACHE_DEPTH_MOST + 1]; /* not initialised, because it is large */
    struct rendering rendering = {.mustache = mustache, .out = out, .values = values, .value_count = 1};
    const struct template_entry *entry = template_find(mustache, intern_text(mustache->intern, name));
    if (!entry->template) {
        if (!entry->broken)
            diag_report(mustache->diags, DIAG_TEMPLATE_PARTIAL, (struct span){0, 0}, "unknown template '%s'", name);
        return false;
    }
    const size_t size = out->size;
    rendering.size_most = mustache->options.size_most - mustache->size + size;
    values[0] = &context;
    render_nodes(&rendering, entry->template, 0, entry->template->count);
    mustache->size += out->size - size;
    buffer_free(&rendering.indentations);
    return !rendering.failed;
}
