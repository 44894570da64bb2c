#include "clang/library.h"

#include <stddef.h>
#include <string.h>

#include "base/arena.h"
#include "base/file.h"

bool clang_load(struct clang *clang)
{
    /* File names of the library, the newest version first, because a header may need constructs that older versions do
     * not know. */
    static const char *const names[] = {
        "libclang-22.so.1", "libclang-21.so.1", "libclang-20.so.1", "libclang-19.so.1", "libclang-18.so.1",
        "libclang-17.so.1", "libclang-16.so.1", "libclang-15.so.1", "libclang-14.so.1", "libclang-13.so.1",
        "libclang-12.so.1", "libclang-11.so.1", "libclang.so.13",   "libclang.so.1",    "libclang.so",
        "libclang.dylib",   "libclang.dll",     NULL};
    const struct file_wanted wanted[] = {
        {"clang_getClangVersion", &clang->get_version},
        {"clang_createIndex", &clang->create_index},
        {"clang_disposeIndex", &clang->dispose_index},
        {"clang_parseTranslationUnit2", &clang->parse},
        {"clang_disposeTranslationUnit", &clang->dispose_unit},
        {"clang_getNumDiagnostics", &clang->count_messages},
        {"clang_getDiagnostic", &clang->get_message},
        {"clang_getDiagnosticSeverity", &clang->get_severity},
        {"clang_getDiagnosticLocation", &clang->get_location},
        {"clang_getDiagnosticSpelling", &clang->get_message_text},
        {"clang_disposeDiagnostic", &clang->dispose_message},
        {"clang_getFileLocation", &clang->get_position},
        {"clang_getCursorExtent", &clang->get_extent},
        {"clang_getRangeStart", &clang->get_begin},
        {"clang_getRangeEnd", &clang->get_end},
        {"clang_getFileName", &clang->get_file_name},
        {"clang_getCString", &clang->get_text},
        {"clang_disposeString", &clang->dispose_string},
        {"clang_getTranslationUnitTargetInfo", &clang->get_target},
        {"clang_TargetInfo_getPointerWidth", &clang->get_pointer_width},
        {"clang_TargetInfo_dispose", &clang->dispose_target},
        {"clang_getTranslationUnitCursor", &clang->get_root},
        {"clang_visitChildren", &clang->visit},
        {"clang_Type_visitFields", &clang->visit_fields},
        {"clang_isCursorDefinition", &clang->is_definition},
        {"clang_isInvalidDeclaration", &clang->is_invalid},
        {"clang_getCursorDefinition", &clang->get_definition},
        {"clang_getCursorSpelling", &clang->get_name},
        {"clang_getCursorType", &clang->get_type},
        {"clang_getTypedefDeclUnderlyingType", &clang->get_underlying},
        {"clang_getEnumDeclIntegerType", &clang->get_value_type},
        {"clang_getEnumConstantDeclValue", &clang->get_value},
        {"clang_getFieldDeclBitWidth", &clang->get_width},
        {"clang_Cursor_getOffsetOfField", &clang->get_offset},
        {"clang_getCanonicalType", &clang->get_canonical},
        {"clang_isConstQualifiedType", &clang->is_const},
        {"clang_isVolatileQualifiedType", &clang->is_volatile},
        {"clang_getResultType", &clang->get_result},
        {"clang_getNumArgTypes", &clang->count_parameters},
        {"clang_getArgType", &clang->get_parameter},
        {"clang_isFunctionTypeVariadic", &clang->is_variadic},
        {"clang_Type_getNamedType", &clang->get_named},
        {"clang_getPointeeType", &clang->get_pointee},
        {"clang_getArrayElementType", &clang->get_element},
        {"clang_Type_getValueType", &clang->get_atomic},
        {"clang_getArraySize", &clang->get_count},
        {"clang_Type_getSizeOf", &clang->get_size},
        {"clang_getTypeDeclaration", &clang->get_declaration},
    };
    return file_find_functions(names, wanted, sizeof wanted / sizeof *wanted);
}

/* Returns the directory of the compiler's headers below another one. Its name is the whole version, or since version 16
 * the first number of it. Returns NULL if there is none. */
static const char *find_below(struct arena *arena, const char *directory, const char *version)
{
    const size_t lengths[] = {strspn(version, "0123456789."), strspn(version, "0123456789")};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        const char *path = arena_format(arena, "%s/%.*s", directory, (int)lengths[i], version);
        if (file_kind(arena_format(arena, "%s/include/stddef.h", path)) == FILE_REGULAR)
            return path;
    }
    return NULL;
}

const char *clang_find_resources(const struct clang *clang, struct arena *arena)
{
    static const char word[] = "version ";
    struct clang_string string = clang->get_version();
    const char *text = clang->get_text(string), *version = text ? strstr(text, word) : NULL;
    version = version ? arena_copy(arena, version + sizeof word - 1, strlen(version) - sizeof word + 1) : "";
    clang->dispose_string(string);
    const char *const directories[] = {
        arena_format(arena, "/usr/lib/llvm-%.*s/lib/clang", (int)strspn(version, "0123456789"), version),
        "/usr/lib/clang", "/usr/lib64/clang", "/usr/local/lib/clang"};
    const char *found = NULL;
    for (size_t i = 0; i < sizeof directories / sizeof *directories && *version && !found; i++)
        found = find_below(arena, directories[i], version);
    return found;
}
