#include "fetch/request.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/utf8.h"
#include "model/identity.h"
#include "pdb/image.h"

/* The maximum length of a name, in bytes. The name of a compressed PDB or of a temporary file is as long. */
enum { NAME_MOST = 128, GUID_PARTS = 5, AGE_DIGITS = 8 };

static const char hexadecimal[] = "0123456789abcdefABCDEF";

/* ---- Names */

/* True if Windows takes the name for a device, such as "COM1.txt" or " nul". A dot with any text may follow, and blanks
 * may come first. The number of a port may be a raised digit: U+00B9, U+00B2 or U+00B3. */
static bool is_device(const char *name)
{
    static const char *const devices[] = {"con", "prn", "aux", "nul", "conin$", "conout$"};
    size_t size = strcspn(name, ".");
    while (size && name[size - 1] == ' ')
        size--;
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++)
        if (strlen(devices[i]) == size && ascii_begin_alike(name, devices[i], size))
            return true;
    if (size < 4 || (!ascii_begin_alike(name, "com", 3) && !ascii_begin_alike(name, "lpt", 3)))
        return false;
    return size == 4 ? ascii_is_digit(name[3]) : size == 5 && name[3] == '\xC2' && strchr("\xB9\xB2\xB3", name[4]);
}

const char *request_check_name(const char *name)
{
    const size_t size = strlen(name);
    if (!size)
        return "it is empty";
    if (size > NAME_MOST)
        return "it is longer than 128 bytes";
    if (strpbrk(name, "/\\"))
        return "it has a slash, and would lead to another directory";
    if (strpbrk(name, ":*?\"<>|"))
        return "it has one of the characters : * ? \" < > |";
    for (const unsigned char *c = (const unsigned char *)name; *c; c++)
        if (*c < ' ' || *c == 0x7F || (*c == 0xC2 && c[1] < 0xA0)) // U+0080 to U+009F, too
            return "it has a control character";
    if (utf8_valid_prefix(name, size) != size)
        return "it is not UTF-8";
    if (*name == ' ' || strchr(" .", name[size - 1]))
        return "it begins with a blank, or ends in a blank or a dot";
    return is_device(name) ? "it is a device of Windows" : NULL;
}

/* ---- GUID and age */

/* Reads a GUID, with or without hyphens between its parts, and moves `*text` past it. */
static bool read_guid(const char **text, char guid[PDB_GUID_SIZE + 1])
{
    static const size_t parts[GUID_PARTS] = {8, 4, 4, 4, 12};
    const char *at = *text;
    const bool has_hyphens = strspn(at, hexadecimal) == parts[0];
    size_t size = 0;
    for (size_t i = 0; i < GUID_PARTS; i++) {
        if (i && has_hyphens && *at++ != '-')
            return false;
        if (strspn(at, hexadecimal) < parts[i])
            return false;
        for (size_t k = 0; k < parts[i]; k++)
            guid[size++] = ascii_upper(*at++);
    }
    guid[size] = '\0';
    *text = at;
    return strspn(guid, "0") < PDB_GUID_SIZE;
}

/* Reads an age. The text may contain nothing else. */
static bool read_age(const char *text, bool is_hexadecimal, uint32_t *age)
{
    is_hexadecimal = is_hexadecimal || (text[0] == '0' && (text[1] == 'x' || text[1] == 'X'));
    text += is_hexadecimal && text[0] && (text[1] == 'x' || text[1] == 'X') ? 2 : 0;
    const size_t size = strspn(text, is_hexadecimal ? hexadecimal : "0123456789");
    if (!size || text[size] || size > (is_hexadecimal ? AGE_DIGITS : 10))
        return false;
    const unsigned long long number = strtoull(text, NULL, is_hexadecimal ? 16 : 10);
    *age = (uint32_t)number;
    return number <= UINT32_MAX;
}

/* Reads a GUID, and the age if one follows it. Returns false if the text is something else. */
static bool read_identity(const char *text, struct request *request, bool *has_age)
{
    const bool is_braced = *text == '{';
    text += is_braced;
    if (!read_guid(&text, request->guid) || (is_braced && *text++ != '}'))
        return false;
    *has_age = *text != '\0';
    return !*has_age || read_age(text + (*text == '-'), *text != '-', &request->age);
}

/* ---- Forms */

/* Completes a request whose GUID and age are known. */
static bool finish_request(struct arena *arena, const char *name, struct request *request, const char **error)
{
    const char *wrong = request_check_name(name);
    request->name = name;
    request->path = arena_format(arena, "%s/%s%lX/%s", name, request->guid, (unsigned long)request->age, name);
    *error = wrong ? arena_format(arena, "no PDB can have the name '%.200s': %s", name, wrong) : NULL;
    return !wrong;
}

/* Reads a path on a symbol server. Other directories may come before it. */
static bool read_path(struct arena *arena, const char *text, struct request *request)
{
    const char *parts[3] = {0}, *error;
    size_t sizes[3] = {0};
    size_t end = strlen(text);
    bool has_age = false;
    for (size_t i = 3; i-- > 0;) {
        size_t begin = end;
        while (begin && !strchr("/\\", text[begin - 1]))
            begin--;
        parts[i] = text + begin;
        sizes[i] = end - begin;
        if (!begin && i)
            return false;
        end = begin ? begin - 1 : 0;
    }
    return sizes[0] == sizes[2] && ascii_begin_alike(parts[0], parts[2], sizes[0]) &&
           read_identity(arena_copy(arena, parts[1], sizes[1]), request, &has_age) && has_age &&
           finish_request(arena, arena_copy(arena, parts[0], sizes[0]), request, &error);
}

size_t request_read(struct arena *arena, const char *const *words, size_t count, struct request *request,
                    const char **error)
{
    struct request other;
    bool has_age;
    *error = NULL;
    *request = (struct request){.age = 0};
    if (count < 2 || !read_identity(words[1], request, &has_age)) {
        const size_t size = strlen(words[0]);
        if (read_path(arena, words[0], request))
            return 1;
        if (read_identity(words[0], &other, &has_age))
            *error = arena_format(arena, "the name of the PDB is missing before '%s'", words[0]);
        else if (size > 4 && ascii_begin_alike(words[0] + size - 4, ".pdb", 4))
            *error = arena_format(arena, "a GUID and an age must follow '%.200s'", words[0]);
        return 0;
    }
    if (!has_age && (count < 3 || !read_age(words[2], false, &request->age))) {
        *error = arena_format(arena, "an age must follow '%s'", words[1]);
        return 0;
    }
    return finish_request(arena, words[0], request, error) ? has_age ? 2 : 3 : 0;
}

const char *request_read_image(struct arena *arena, const void *bytes, size_t size, struct request *request)
{
    struct identity_numbers numbers;
    uint32_t machine;
    const char *error = image_read(bytes, size, &machine, &numbers);
    const char *name = error || !numbers.has_pdb ? NULL : image_find_database(arena, bytes, size);
    if (!name)
        return error             ? error
               : numbers.has_pdb ? "its debug directory gives its PDB no name that a file can have"
                                 : "its debug directory names no PDB";
    memcpy(request->guid, identity_pdb_text(arena, &numbers), PDB_GUID_SIZE);
    request->guid[PDB_GUID_SIZE] = '\0';
    request->age = numbers.age;
    return finish_request(arena, name, request, &error) ? NULL : error;
}
