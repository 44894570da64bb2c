#include "export/c_names.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/intern.h"

struct c_scope {
    struct arena *arena;
    struct intern *intern;
    struct map *taken; /* interned identifier -> number to append if the identifier is wanted again */
    struct map *named; /* interned name -> identifier */
};

/* Words that identifiers must not be: words of C up to C23, of C++ up to C++23, of parsers of C, and macros that
 * compilers define by themselves. tests/export/words.tsv lists the words by standard. */
static const char *const words[] = {
    "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break", "case", "catch",
    "char", "char16_t", "char32_t", "char8_t", "class", "co_await", "co_return", "co_yield", "compl", "concept",
    "const", "const_cast", "consteval", "constexpr", "constinit", "continue", "decltype", "default", "delete",
    "do", "double", "dynamic_cast", "else", "enum", "explicit", "export", "extern", "false", "final", "flag",
    "float", "for", "friend", "goto", "i386", "if", "import", "inline", "int", "linux", "long", "module",
    "mutable", "namespace", "new", "noexcept", "not", "not_eq", "nullptr", "offsetof", "operator", "or",
    "or_eq", "override", "private", "protected", "public", "register", "reinterpret_cast", "requires",
    "restrict", "return", "short", "signed", "sizeof", "static", "static_assert", "static_cast", "struct",
    "switch", "template", "this", "thread_local", "throw", "true", "try", "typedef", "typeid", "typename",
    "typeof", "typeof_unqual", "union", "unix", "unsigned", "using", "virtual", "void", "volatile", "wchar_t",
    "while", "xor", "xor_eq",
    "_Alignas", "_Alignof", "_Atomic", "_BitInt", "_Bool", "_Complex", "_Decimal128", "_Decimal32",
    "_Decimal64", "_Float128", "_Float128x", "_Float16", "_Float32", "_Float32x", "_Float64", "_Float64x",
    "_Generic", "_Imaginary", "_Noreturn", "_Pragma", "_Static_assert", "_Thread_local",
};

struct c_scope *c_scope_new(struct arena *arena, struct intern *intern)
{
    struct c_scope *scope = ARENA_NEW(arena, struct c_scope);
    *scope = (struct c_scope){arena, intern, map_new(arena), map_new(arena)};
    return scope;
}

static bool is_word(const char *name)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i], name))
            return true;
    return false;
}

static const char *make_identifier(const struct c_scope *scope, const char *name)
{
    char *made = arena_format(scope->arena, "%s%s", *name && !ascii_is_digit(*name) ? "" : "_", name);
    for (char *c = made; *c; c++)
        if (!ascii_is_letter(*c) && !ascii_is_digit(*c))
            *c = '_';
    return is_word(made) ? arena_format(scope->arena, "%s_", made) : made;
}

const char *c_scope_claim(struct c_scope *scope, const char *name)
{
    const char *made = intern_text(scope->intern, make_identifier(scope, name)), *key = made;
    uintptr_t number = (uintptr_t)map_get(scope->taken, made);
    while (map_get(scope->taken, key)) {
        key = intern_text(scope->intern, arena_format(scope->arena, "%s_%lu", made, (unsigned long)number));
        number++;
    }
    if (key != made)
        map_set(scope->taken, made, (void *)number);
    map_set(scope->taken, key, (void *)(uintptr_t)2);
    return key;
}

void c_scope_assign(struct c_scope *scope, const char *name, const char *text)
{
    map_set(scope->named, intern_text(scope->intern, name), (void *)(uintptr_t)c_scope_claim(scope, text));
}

const char *c_scope_name(struct c_scope *scope, const char *name)
{
    const char *key = intern_text(scope->intern, name);
    const char *made = map_get(scope->named, key);
    if (!made) {
        made = c_scope_claim(scope, name);
        map_set(scope->named, key, (void *)(uintptr_t)made);
    }
    return made;
}
