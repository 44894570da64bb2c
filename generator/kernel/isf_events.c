/*
 * Turns the events of yajl's parser into the lists of an isf_file. Tables describe the allowed keys and values of each
 * kind of object; the position of an object determines its kind. Unknown keys are skipped. Keys may come in any order,
 * so names are looked up only at the end of the file.
 */
#include <string.h>

#include "base/arena.h"
#include "base/intern.h"
#include "base/utf8.h"
#include "kernel/isf_parts.h"
#include "kernel/source.h"

enum { DEPTH_MOST = 100, ITEMS_MOST = 1000000, BASES_MOST = 1000, KEYS_MOST = 8 };

enum value_kind { VALUE_NONE, VALUE_OBJECT, VALUE_TEXT, VALUE_NUMBER, VALUE_TRUTH };

static const char *const value_words[] = {"nothing", "an object", "a text", "a number", "true or false"};

/* The kinds of objects. */
enum place_name {
    IN_FILE, IN_BASES, IN_BASE, IN_ENUMS, IN_ENUM, IN_VALUES, IN_METADATA, IN_PRODUCER, IN_WINDOWS, IN_UNIX, IN_PDB,
    IN_PROGRAM, IN_RECORDS, IN_RECORD, IN_FIELDS, IN_FIELD, IN_TYPE, IN_SYMBOLS, IN_SYMBOL
};

/* A word of a fixed set, with its length. */
struct word {
    const char *text;
    size_t size;
};

/* A known key and the kind of its value. The value is an object of some kind, or a word from a list that {NULL, 0}
 * ends. If a number with `of_field` is out of bounds, only the field is left out, and reading continues. */
struct key {
    struct word name;
    enum value_kind kind;
    enum place_name place;
    const struct word *words;
    bool of_field;
};

#define WORD(text)                                                                                                     \
    {                                                                                                                  \
        text, sizeof(text) - 1                                                                                         \
    }

/* The keys of each kind of object. Same order as in the tables below. */
enum { BASE_SIZE, BASE_KIND, BASE_SIGNED, BASE_ENDIAN };
enum { ENUM_BASE, ENUM_SIZE, ENUM_VALUES };
enum { METADATA_WINDOWS, METADATA_LINUX, METADATA_MACOS, METADATA_PRODUCER, METADATA_FORMAT };
enum { PDB_GUID, PDB_AGE, PDB_DATABASE, PDB_MACHINE };
enum { PROGRAM_MAJOR, PROGRAM_MINOR, PROGRAM_BUILD, PROGRAM_REVISION };
enum { RECORD_KIND, RECORD_SIZE, RECORD_FIELDS };
enum { FIELD_TYPE, FIELD_OFFSET, FIELD_ANONYMOUS };
enum { SYMBOL_ADDRESS, SYMBOL_TYPE, SYMBOL_DATA, SYMBOL_LINKAGE };
enum { PRODUCER_NAME, PRODUCER_VERSION, PRODUCER_TIME, PRODUCER_COMMENT };
enum { TYPE_KIND, TYPE_NAME, TYPE_SUBTYPE, TYPE_COUNT, TYPE_TYPE, TYPE_POSITION, TYPE_LENGTH, TYPE_BASE };

/* An open object. */
struct frame {
    const struct place *place;
    const struct key *key;           /* the last key that was read; NULL: an unknown key */
    const char *name;                /* the last key that was read in a list, as a name */
    unsigned seen;                   /* keys that occurred; a bit for each */
    size_t first_field, first_value; /* number of fields and values in the file before this object */
    int64_t far_offset;              /* offset of a field that is out of bounds */
    struct isf_value far_number;     /* address of a symbol */
    union slot {
        const char *text;
        unsigned word;
        uint32_t number;
        bool truth;
        struct isf_type *type;
    } slots[KEYS_MOST]; /* one value for each key */
};

/* A kind of object: its keys; or, for a list, the kind of its values. */
struct place {
    struct key keys[KEYS_MOST];
    struct key entry;
    unsigned needed; /* required keys; a bit for each */
    bool (*finish)(struct isf_reader *reader, const struct frame *frame);
};

struct isf_reader {
    struct isf_file *file;
    const char *error;
    bool heard;
    struct isf_types types;
    bool is_passed; /* an object of the top level is being skipped; for the parser it is still open */
    size_t skipped; /* number of open objects and arrays inside an unknown key */
    size_t depth;   /* number of open frames */
    struct frame frames[DEPTH_MOST];
};

static bool report_event(struct isf_reader *reader, const char *format, ...) LIKE_PRINTF(2, 3);

static bool report_event(struct isf_reader *reader, const char *format, ...)
{
    struct buffer text = {0};
    va_list arguments;
    va_start(arguments, format);
    buffer_format_list(&text, format, arguments);
    va_end(arguments);
    reader->error = arena_copy(reader->file->arena, text.data, text.size);
    buffer_free(&text);
    return false;
}

/* ---- Ends of objects. The frame below the top belongs to the object around the one that ends ---- */

/* Appends to a list of the file. */
static bool append_item(struct isf_reader *reader, struct buffer *list, const void *item, size_t size)
{
    if (list->size / size >= ITEMS_MOST)
        return report_event(reader, "the file has more than %d of these", ITEMS_MOST);
    buffer_add(list, item, size);
    return true;
}

static bool has_key(const struct frame *frame, unsigned key)
{
    return frame->seen >> key & 1;
}

static const struct word endian_words[] = {WORD("little"), WORD("big"), {NULL, 0}};
static const struct word base_words[] = {WORD("int"),  WORD("float"), WORD("void"),
                                         WORD("char"), WORD("bool"),  {NULL, 0}};
static const enum isf_base_kind base_kinds[] = {ISF_INTEGER, ISF_FLOAT, ISF_VOID, ISF_INTEGER, ISF_INTEGER};

static bool finish_base(struct isf_reader *reader, const struct frame *frame)
{
    struct isf_base base = {
        .name = frame[-1].name,
        .kind = base_kinds[frame->slots[BASE_KIND].word],
        .word = base_words[frame->slots[BASE_KIND].word].text,
        .size = frame->slots[BASE_SIZE].number,
        .is_signed = has_key(frame, BASE_SIGNED) && frame->slots[BASE_SIGNED].truth,
        .is_big = has_key(frame, BASE_ENDIAN) && frame->slots[BASE_ENDIAN].word,
    };
    if (reader->file->bases.size / sizeof base >= BASES_MOST)
        return report_event(reader, "the file has more than %d base types", BASES_MOST);
    return append_item(reader, &reader->file->bases, &base, sizeof base);
}

static bool finish_enum(struct isf_reader *reader, const struct frame *frame)
{
    struct isf_file *file = reader->file;
    struct isf_enum enumeration = {
        .name = frame[-1].name,
        .base = frame->slots[ENUM_BASE].text,
        .size = frame->slots[ENUM_SIZE].number,
        .first_value = frame->first_value,
        .value_count = file->values.size / sizeof(struct isf_value) - frame->first_value,
    };
    return append_item(reader, &file->enums, &enumeration, sizeof enumeration);
}

/* Takes the system that the file is of, if that is not Windows. */
static bool finish_metadata(struct isf_reader *reader, const struct frame *frame)
{
    struct isf_file *file = reader->file;
    file->source = has_key(frame, METADATA_LINUX)   ? KERNEL_BY_LINUX
                   : has_key(frame, METADATA_MACOS) ? KERNEL_BY_MACOS
                                                    : file->source;
    file->format = has_key(frame, METADATA_FORMAT) ? frame->slots[METADATA_FORMAT].text : NULL;
    return true;
}

static bool finish_pdb(struct isf_reader *reader, const struct frame *frame)
{
    struct isf_file *file = reader->file;
    file->guid = frame->slots[PDB_GUID].text;
    file->age = frame->slots[PDB_AGE].number;
    file->database = frame->slots[PDB_DATABASE].text;
    file->machine = frame->slots[PDB_MACHINE].number;
    return true;
}

/* The program that made a file tells what the file knows of types. */
static bool finish_producer(struct isf_reader *reader, const struct frame *frame)
{
    const char *kind = has_key(frame, PRODUCER_NAME) ? source_made_by(frame->slots[PRODUCER_NAME].text) : NULL;
    if (kind)
        reader->file->source = kind;
    for (unsigned i = 0; i <= PRODUCER_COMMENT; i++)
        reader->file->producer[i] = has_key(frame, i) ? frame->slots[i].text : NULL;
    return true;
}

/* Takes the version of the program that the types belong to, if its numbers fit a version. */
static bool finish_program(struct isf_reader *reader, const struct frame *frame)
{
    const union slot *slots = frame->slots;
    uint32_t major = slots[PROGRAM_MAJOR].number, minor = slots[PROGRAM_MINOR].number;
    uint32_t build = slots[PROGRAM_BUILD].number, revision = slots[PROGRAM_REVISION].number;
    if (build && major <= UINT8_MAX && minor <= UINT8_MAX && build <= UINT16_MAX && revision <= UINT16_MAX)
        reader->file->version =
            /* The encoding of versions in model/axis.h. */
            (uint64_t)major << 48 | (uint64_t)minor << 32 | (uint64_t)build << 16 | revision;
    return true;
}

static const struct word record_words[] = {WORD("struct"), WORD("class"), WORD("union"), {NULL, 0}};
static const bool record_unions[] = {false, false, true};

static bool finish_record(struct isf_reader *reader, const struct frame *frame)
{
    struct isf_file *file = reader->file;
    struct isf_record record = {
        .name = frame[-1].name,
        .is_union = record_unions[frame->slots[RECORD_KIND].word],
        .size = frame->slots[RECORD_SIZE].number,
        .first_field = frame->first_field,
        .field_count = file->fields.size / sizeof(struct isf_field) - frame->first_field,
    };
    return append_item(reader, &file->records, &record, sizeof record);
}

/* Takes a symbol. In a file that names no program database, anything may be said of it: isf_kernel.c decides. */
static bool finish_symbol(struct isf_reader *reader, const struct frame *frame)
{
    const union slot *slots = frame->slots;
    struct isf_symbol symbol = {.name = frame[-1].name,
                                .has_address = has_key(frame, SYMBOL_ADDRESS),
                                .address = frame->far_number,
                                .type = has_key(frame, SYMBOL_TYPE) ? slots[SYMBOL_TYPE].type : NULL,
                                .data = has_key(frame, SYMBOL_DATA) ? slots[SYMBOL_DATA].text : NULL,
                                .linkage = has_key(frame, SYMBOL_LINKAGE) ? slots[SYMBOL_LINKAGE].text : NULL};
    return append_item(reader, &reader->file->symbols, &symbol, sizeof symbol);
}

static bool finish_field(struct isf_reader *reader, const struct frame *frame)
{
    struct isf_field field = {
        .name = frame[-1].name,
        .type = frame->slots[FIELD_TYPE].type,
        .offset = frame->slots[FIELD_OFFSET].number,
        .far_offset = frame->far_offset,
        .is_anonymous = has_key(frame, FIELD_ANONYMOUS) && frame->slots[FIELD_ANONYMOUS].truth,
    };
    return append_item(reader, &reader->file->fields, &field, sizeof field);
}

/* The keys that each kind of type requires. */
static const struct word type_words[] = {WORD("base"),  WORD("struct"), WORD("pointer"),  WORD("bitfield"),
                                         WORD("array"), WORD("union"),  WORD("function"), WORD("enum"),
                                         WORD("class"), {NULL, 0}};
static const struct {
    enum isf_kind kind;
    unsigned needed;
} type_kinds[] = {
    {ISF_BASE, 1u << TYPE_NAME},
    {ISF_STRUCT, 1u << TYPE_NAME},
    {ISF_POINTER, 1u << TYPE_SUBTYPE},
    {ISF_BITFIELD, 1u << TYPE_TYPE | 1u << TYPE_POSITION | 1u << TYPE_LENGTH},
    {ISF_ARRAY, 1u << TYPE_SUBTYPE | 1u << TYPE_COUNT},
    {ISF_UNION, 1u << TYPE_NAME},
    {ISF_FUNCTION, 0},
    {ISF_ENUM, 1u << TYPE_NAME},
    {ISF_STRUCT, 1u << TYPE_NAME},
};

static bool has_all(struct isf_reader *reader, const struct frame *frame, unsigned needed)
{
    unsigned missing = needed & ~frame->seen, key = 0;
    if (!missing)
        return true;
    while (!(missing >> key & 1))
        key++;
    return report_event(reader, "'%s' is missing in the object that ends here", frame->place->keys[key].name.text);
}

static bool finish_type(struct isf_reader *reader, const struct frame *frame)
{
    const union slot *slots = frame->slots;
    unsigned word = slots[TYPE_KIND].word;
    if (!has_all(reader, frame, type_kinds[word].needed))
        return false;
    struct isf_type type = {.kind = type_kinds[word].kind};
    switch (type.kind) {
    case ISF_BASE:
    case ISF_STRUCT:
    case ISF_UNION:
    case ISF_ENUM:
        type.name = slots[TYPE_NAME].text;
        break;
    case ISF_POINTER:
        type.name = has_key(frame, TYPE_BASE) ? slots[TYPE_BASE].text : NULL;
        type.of = slots[TYPE_SUBTYPE].type;
        break;
    case ISF_ARRAY:
        type.of = slots[TYPE_SUBTYPE].type;
        type.count = slots[TYPE_COUNT].number;
        break;
    case ISF_BITFIELD:
        type.of = slots[TYPE_TYPE].type;
        type.bit_position = slots[TYPE_POSITION].number;
        type.bit_length = slots[TYPE_LENGTH].number;
        break;
    case ISF_FUNCTION:
    case ISF_WRONG: /* files cannot contain an ISF_WRONG */
        break;
    }
    struct frame *outer = &reader->frames[reader->depth - 2];
    outer->slots[outer->key - outer->place->keys].type = isf_types_store(&reader->types, &type);
    return true;
}

#define OBJECT(name, place) {WORD(name), VALUE_OBJECT, place, NULL, false}
#define TEXT(name, words) {WORD(name), VALUE_TEXT, 0, words, false}
#define NUMBER(name) {WORD(name), VALUE_NUMBER, 0, NULL, false}
#define FIELD_NUMBER(name) {WORD(name), VALUE_NUMBER, 0, NULL, true}
#define TRUTH(name) {WORD(name), VALUE_TRUTH, 0, NULL, false}

static const struct place places[] = {
    [IN_FILE] = {.keys = {OBJECT("base_types", IN_BASES), OBJECT("enums", IN_ENUMS), OBJECT("metadata", IN_METADATA),
                          OBJECT("user_types", IN_RECORDS), OBJECT("symbols", IN_SYMBOLS)},
                 .needed = 0xF},
    [IN_BASES] = {.entry = OBJECT("", IN_BASE)},
    [IN_BASE] = {.keys = {[BASE_SIZE] = NUMBER("size"), [BASE_KIND] = TEXT("kind", base_words),
                          [BASE_SIGNED] = TRUTH("signed"), [BASE_ENDIAN] = TEXT("endian", endian_words)},
                 .needed = 1u << BASE_SIZE | 1u << BASE_KIND,
                 .finish = finish_base},
    [IN_ENUMS] = {.entry = OBJECT("", IN_ENUM)},
    [IN_ENUM] = {.keys = {[ENUM_BASE] = TEXT("base", NULL),
                          [ENUM_SIZE] = NUMBER("size"),
                          [ENUM_VALUES] = OBJECT("constants", IN_VALUES)},
                 .needed = 1u << ENUM_BASE | 1u << ENUM_SIZE | 1u << ENUM_VALUES,
                 .finish = finish_enum},
    [IN_VALUES] = {.entry = NUMBER("")},
    [IN_METADATA] = {.keys = {[METADATA_WINDOWS] = OBJECT("windows", IN_WINDOWS),
                              [METADATA_LINUX] = OBJECT("linux", IN_UNIX),
                              [METADATA_MACOS] = OBJECT("mac", IN_UNIX),
                              [METADATA_PRODUCER] = OBJECT("producer", IN_PRODUCER),
                              [METADATA_FORMAT] = TEXT("format", NULL)},
                     .finish = finish_metadata},
    [IN_PRODUCER] = {.keys = {[PRODUCER_NAME] = TEXT("name", NULL), [PRODUCER_VERSION] = TEXT("version", NULL),
                              [PRODUCER_TIME] = TEXT("datetime", NULL), [PRODUCER_COMMENT] = TEXT("comment", NULL)},
                     .finish = finish_producer},
    [IN_WINDOWS] = {.keys = {OBJECT("pdb", IN_PDB), OBJECT("pe", IN_PROGRAM)}},
    [IN_PROGRAM] = {.keys = {[PROGRAM_MAJOR] = NUMBER("major"), [PROGRAM_MINOR] = NUMBER("minor"),
                             [PROGRAM_BUILD] = NUMBER("build"), [PROGRAM_REVISION] = NUMBER("revision")},
                    .finish = finish_program},
    [IN_PDB] = {.keys = {[PDB_GUID] = TEXT("GUID", NULL), [PDB_AGE] = NUMBER("age"),
                         [PDB_DATABASE] = TEXT("database", NULL), [PDB_MACHINE] = NUMBER("machine_type")},
                .needed = 1u << PDB_GUID | 1u << PDB_AGE | 1u << PDB_DATABASE | 1u << PDB_MACHINE,
                .finish = finish_pdb},
    [IN_RECORDS] = {.entry = OBJECT("", IN_RECORD)},
    [IN_RECORD] = {.keys = {[RECORD_KIND] = TEXT("kind", record_words),
                            [RECORD_SIZE] = NUMBER("size"),
                            [RECORD_FIELDS] = OBJECT("fields", IN_FIELDS)},
                   .needed = 1u << RECORD_KIND | 1u << RECORD_SIZE | 1u << RECORD_FIELDS,
                   .finish = finish_record},
    [IN_SYMBOLS] = {.entry = OBJECT("", IN_SYMBOL)},
    [IN_SYMBOL] = {.keys = {[SYMBOL_ADDRESS] = FIELD_NUMBER("address"), [SYMBOL_TYPE] = OBJECT("type", IN_TYPE),
                            [SYMBOL_DATA] = TEXT("constant_data", NULL),
                            [SYMBOL_LINKAGE] = TEXT("linkage_name", NULL)},
                   .finish = finish_symbol},
    [IN_FIELDS] = {.entry = OBJECT("", IN_FIELD)},
    [IN_FIELD] = {.keys = {[FIELD_TYPE] = OBJECT("type", IN_TYPE),
                           [FIELD_OFFSET] = FIELD_NUMBER("offset"),
                           [FIELD_ANONYMOUS] = TRUTH("anonymous")},
                  .needed = 1u << FIELD_TYPE | 1u << FIELD_OFFSET,
                  .finish = finish_field},
    [IN_TYPE] = {.keys = {[TYPE_KIND] = TEXT("kind", type_words), [TYPE_NAME] = TEXT("name", NULL),
                          [TYPE_SUBTYPE] = OBJECT("subtype", IN_TYPE), [TYPE_COUNT] = FIELD_NUMBER("count"),
                          [TYPE_TYPE] = OBJECT("type", IN_TYPE), [TYPE_POSITION] = FIELD_NUMBER("bit_position"),
                          [TYPE_LENGTH] = FIELD_NUMBER("bit_length"), [TYPE_BASE] = TEXT("base", NULL)},
                 .needed = 1u << TYPE_KIND,
                 .finish = finish_type},
};

/* ---- Events ---- */

enum taken { TAKE_FAILED, TAKE_NOTHING, TAKE_VALUE };

/* Checks if a value of this kind is expected here. A known key with a value of another kind is an error. */
static enum taken take_value(struct isf_reader *reader, enum value_kind kind)
{
    const struct frame *frame = reader->depth ? &reader->frames[reader->depth - 1] : NULL;
    reader->heard = true;
    if (reader->skipped || (frame && !frame->key))
        return TAKE_NOTHING;
    enum value_kind wanted = frame ? frame->key->kind : VALUE_OBJECT;
    if (kind == wanted)
        return TAKE_VALUE;
    if (frame)
        report_event(reader, "'%s' is not %s", frame->name ? frame->name : frame->key->name.text, value_words[wanted]);
    else
        report_event(reader, "the file is not %s", value_words[wanted]);
    return TAKE_FAILED;
}

/* Returns the slot for the value of the last key; NULL in a list. */
static union slot *last_slot(struct isf_reader *reader)
{
    struct frame *frame = &reader->frames[reader->depth - 1];
    return &frame->slots[frame->key - frame->place->keys];
}

static bool is_too_deep(struct isf_reader *reader)
{
    return reader->depth + reader->skipped >= DEPTH_MOST &&
           !report_event(reader, "objects and arrays are nested more than %d deep", DEPTH_MOST);
}

static int on_null(void *user)
{
    struct isf_reader *reader = user;
    const struct frame *frame = reader->depth && !reader->skipped ? &reader->frames[reader->depth - 1] : NULL;
    if (frame && frame->key && frame->key->kind == VALUE_OBJECT && frame->key->place == IN_TYPE) {
        last_slot(reader)->type = isf_types_store(&reader->types, &isf_no_type);
        reader->heard = true;
        return true;
    }
    return take_value(user, VALUE_NONE) != TAKE_FAILED;
}

static int on_truth(void *user, int truth)
{
    enum taken taken = take_value(user, VALUE_TRUTH);
    if (taken == TAKE_VALUE)
        last_slot(user)->truth = truth;
    return taken != TAKE_FAILED;
}

/* Returns a text as an interned name. Sets an error and returns NULL if the text is not valid as a name. Surrogates
 * must be checked here, because the parser accepts them. */
static const char *take_name(struct isf_reader *reader, const unsigned char *text, size_t size)
{
    const char *name = (const char *)text;
    bool is_ascii = true;
    for (size_t i = 0; i < size; i++)
        is_ascii = is_ascii && text[i] && text[i] < 0x80;
    if (is_ascii || (!memchr(name, '\0', size) && utf8_valid_prefix(name, size) == size))
        return intern_name(reader->file->import->intern, name, size);
    report_event(reader, "a name with a NUL in it, or not in UTF-8");
    return NULL;
}

static bool is_word(const struct word *word, const unsigned char *text, size_t size)
{
    return word->size == size && *word->text == (char)*text && !memcmp(word->text, text, size);
}

static int on_text(void *user, const unsigned char *text, size_t size)
{
    struct isf_reader *reader = user;
    enum taken taken = take_value(reader, VALUE_TEXT);
    if (taken != TAKE_VALUE)
        return taken != TAKE_FAILED;
    union slot *slot = last_slot(reader);
    const struct key *key = reader->frames[reader->depth - 1].key;
    if (!key->words)
        return (slot->text = take_name(reader, text, size)) != NULL;
    for (slot->word = 0; key->words[slot->word].text; slot->word++)
        if (is_word(&key->words[slot->word], text, size))
            return true;
    return report_event(reader, "'%s' has the unknown value '%s'", key->name.text,
                        arena_copy(reader->file->arena, text, size));
}

/* Reads decimal digits. Returns false for other forms that JSON allows: signs, fractions and exponents. Sets `*fits` to
 * false if the number is too large. */
static bool read_number(const char *text, size_t size, struct isf_value *value, bool *fits)
{
    value->bits = 0;
    value->is_negative = *text == '-';
    *fits = true;
    for (size_t i = value->is_negative; i < size; i++) {
        unsigned digit = (unsigned char)text[i] - (unsigned)'0';
        if (digit > 9)
            return false;
        *fits = *fits && value->bits <= (UINT64_MAX - digit) / 10;
        value->bits = value->bits * 10 + digit;
    }
    return true;
}

static int on_number(void *user, const char *text, size_t size)
{
    struct isf_reader *reader = user;
    enum taken taken = take_value(reader, VALUE_NUMBER);
    if (taken != TAKE_VALUE)
        return taken != TAKE_FAILED;
    const struct frame *frame = &reader->frames[reader->depth - 1];
    struct isf_value value = {.name = frame->name};
    bool fits;
    if (!read_number(text, size, &value, &fits) || (!fits && !frame->key->of_field))
        return report_event(reader, "the number is too large, or not an integer");
    if (value.name)
        return append_item(reader, &reader->file->values, &value, sizeof value);
    bool fits_most = fits;
    fits = fits && !value.is_negative && value.bits <= INT32_MAX;
    if (!fits && !frame->key->of_field)
        return report_event(reader, "'%s' is less than 0 or more than 0x7FFFFFFF", frame->key->name.text);
    if (!fits && frame->key == &frame->place->keys[FIELD_OFFSET] && frame->place == &places[IN_FIELD] &&
        value.bits <= INT64_MAX)
        reader->frames[reader->depth - 1].far_offset = value.is_negative ? -(int64_t)value.bits : (int64_t)value.bits;
    if (frame->place == &places[IN_SYMBOL])
        reader->frames[reader->depth - 1].far_number = fits_most ? value : (struct isf_value){0};
    last_slot(reader)->number = fits ? (uint32_t)value.bits : ISF_NO_NUMBER;
    return true;
}

static int on_object(void *user)
{
    struct isf_reader *reader = user;
    /* After a skipped object, a new parser gets an opening brace for the top-level object, which is already open
     * here. */
    if (reader->is_passed) {
        reader->is_passed = false;
        return true;
    }
    enum taken taken = take_value(reader, VALUE_OBJECT);
    if (taken == TAKE_FAILED || is_too_deep(reader))
        return false;
    if (taken == TAKE_NOTHING) {
        reader->is_passed = reader->depth == 1 && !reader->skipped;
        reader->skipped += !reader->is_passed;
        return !reader->is_passed;
    }
    enum place_name place = reader->depth ? reader->frames[reader->depth - 1].key->place : IN_FILE;
    struct frame *frame = &reader->frames[reader->depth++];
    frame->place = &places[place];
    frame->key = NULL;
    frame->name = NULL;
    frame->seen = 0;
    frame->far_offset = 0;
    frame->first_field = reader->file->fields.size / sizeof(struct isf_field);
    frame->first_value = reader->file->values.size / sizeof(struct isf_value);
    return true;
}

static int on_key(void *user, const unsigned char *text, size_t size)
{
    struct isf_reader *reader = user;
    reader->heard = true;
    if (reader->skipped)
        return true;
    struct frame *frame = &reader->frames[reader->depth - 1];
    const struct place *place = frame->place;
    if (place->entry.kind) {
        frame->key = &place->entry;
        return (frame->name = take_name(reader, text, size)) != NULL;
    }
    frame->key = NULL;
    for (unsigned i = 0; i < KEYS_MOST && place->keys[i].kind; i++) {
        const struct word *name = &place->keys[i].name;
        if (!is_word(name, text, size))
            continue;
        if (has_key(frame, i))
            return report_event(reader, "'%s' is repeated in an object", name->text);
        frame->seen |= 1u << i;
        bool is_left = place->keys[i].place == IN_SYMBOLS && !reader->file->import->takes_symbols;
        reader->file->has_symbols |= place->keys[i].place == IN_SYMBOLS;
        frame->key = is_left ? NULL : &place->keys[i];
        break;
    }
    return true;
}

static int on_object_end(void *user)
{
    struct isf_reader *reader = user;
    reader->heard = true;
    if (reader->skipped) {
        reader->skipped--;
        return true;
    }
    const struct frame *frame = &reader->frames[reader->depth - 1];
    if (!has_all(reader, frame, frame->place->needed) || (frame->place->finish && !frame->place->finish(reader, frame)))
        return false;
    reader->depth--;
    return true;
}

static int on_array(void *user)
{
    struct isf_reader *reader = user;
    if (take_value(reader, VALUE_NONE) == TAKE_FAILED || is_too_deep(reader))
        return false;
    reader->skipped++;
    return true;
}

static int on_array_end(void *user)
{
    struct isf_reader *reader = user;
    reader->skipped--;
    return true;
}

const yajl_callbacks isf_callbacks = {
    .yajl_null = on_null,
    .yajl_boolean = on_truth,
    .yajl_number = on_number,
    .yajl_string = on_text,
    .yajl_start_map = on_object,
    .yajl_map_key = on_key,
    .yajl_end_map = on_object_end,
    .yajl_start_array = on_array,
    .yajl_end_array = on_array_end,
};

struct isf_reader *isf_reader_new(struct isf_file *file)
{
    struct isf_reader *reader = ARENA_NEW(file->arena, struct isf_reader);
    reader->file = file;
    reader->types.arena = file->arena;
    return reader;
}

const char *isf_reader_error(const struct isf_reader *reader)
{
    return reader->error;
}

bool isf_reader_passes(const struct isf_reader *reader)
{
    return reader->is_passed;
}

bool isf_reader_heard(struct isf_reader *reader)
{
    bool heard = reader->heard;
    reader->heard = false;
    return heard;
}
