#include <string.h>

#include "base/ascii.h"
#include "base/source.h"
#include "fold/fold_parts.h"
#include "front/ast.h"

/* True if a text is a comment such as `// ntexapi.h, line 1688`, which has the place of a declaration in a header. */
static bool is_source_line(const char *text, size_t size)
{
    static const char mark[] = ", line ";
    size_t digits = 0;
    while (digits < size && ascii_is_digit(text[size - digits - 1]))
        digits++;
    size_t end = size - digits, mark_size = sizeof mark - 1;
    return digits && end > mark_size + 3 && !memcmp(text, "// ", 3) && !memcmp(text + end - mark_size, mark, mark_size);
}

const char *fold_read_source_line(const struct program *program, const struct ast_decl *decl)
{
    const struct source *source = source_find(program->sources, decl->span.begin);
    size_t end = decl->span.begin - source->base;
    while (end && source->text[end - 1] && strchr(" \r\n", source->text[end - 1]))
        end--;
    size_t begin = end;
    while (begin && source->text[begin - 1] != '\n')
        begin--;
    return is_source_line(source->text + begin, end - begin)
               ? intern_name(program->intern, source->text + begin + 3, end - begin - 3)
               : NULL;
}
