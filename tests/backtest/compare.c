/*
 * Compares what a pack says of kernels with what packs of these kernels alone say.
 *
 *     compare PACK ARCH <QUESTIONS
 *
 * A question is a line "COLUMN ASKED VERSION TRUTH": the version to ask PACK for and the version of the kernel, both in
 * hexadecimal, and the pack of the kernel alone. Prints for each column and grade, after the words of the column:
 *
 *     GRADE members MEMBERS DIFFER structures STRUCTURES DIFFER
 *
 * A member counts for its own grade, and a structure for that of its weakest member. A member differs if its offset, its
 * bits, its size or its count differ, or if only one of both has it: then the grade is that of its absence. A member of
 * another version that both lack counts, too. A structure differs if its size or a member does. Structures that a member
 * declares have other names in other packs, so they are found through their member; their grade is not better than that
 * of the member. UNSERVED counts structures that PACK does not have in that version.
 * Exit status: 0; 1 if something attested or bracketed differs; 2 if a file cannot be read.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "strata_pack.h"

enum { UNSERVED = STRATA_DISPUTED + 1, GRADES, MAX_COLUMNS = 16, SHOWN = 20 };

struct count {
    unsigned long members, wrong_members, structures, wrong_structures;
};

struct column {
    char name[32];
    struct count grades[GRADES];
};

struct file {
    strata_pack pack;
    unsigned char *bytes;
    uint32_t arch;
};

struct run {
    struct file pack;
    const char *arch;
    struct column columns[MAX_COLUMNS];
    size_t column_count;
    unsigned refuted; /* wrong members that are attested or bracketed */
};

/* One structure of one kernel, on both sides. */
struct pair {
    strata_pack_type served_type, true_type;
    strata_pack_layout served, truth;
    strata_basis basis; /* of the member that holds the structure; else ATTESTED */
};

/* A kernel, and the version that the pack is asked for. */
struct question {
    strata_target asked, own;
    const struct file *truth;
    struct column *column;
};

static int open_file(const char *path, const char *arch, struct file *file)
{
    FILE *stream = fopen(path, "rb");
    long size = stream && !fseek(stream, 0, SEEK_END) ? ftell(stream) : -1;
    size_t got = 0;
    file->bytes = size > 0 ? malloc((size_t)size) : NULL;
    if (file->bytes) {
        rewind(stream);
        got = fread(file->bytes, 1, (size_t)size, stream);
    }
    if (stream)
        fclose(stream);
    return file->bytes && strata_pack_open(&file->pack, file->bytes, got) == STRATA_OK &&
           strata_pack_find_arch(&file->pack, arch, &file->arch) == STRATA_OK;
}

static struct column *find_column(struct run *run, const char *name)
{
    size_t i = 0;
    while (i < run->column_count && strcmp(run->columns[i].name, name) != 0)
        i++;
    if (i == MAX_COLUMNS)
        return NULL;
    if (i == run->column_count)
        strcpy(run->columns[run->column_count++].name, name);
    return &run->columns[i];
}

/* Finds the place of a member by its name: 0 if this version does not have it. */
static int find_place(const strata_pack_type *type, const strata_pack_layout *layout, const char *name,
                      strata_pack_place *place)
{
    strata_pack_member member;
    strata_pack_no_place(place);
    return strata_pack_find_member(type, name, &member) == STRATA_OK &&
           strata_pack_find_place(layout, &member, place) == STRATA_OK;
}

/* Types have other numbers in another pack, so the tag of a record is not compared. */
static int same_place(const strata_pack_place *a, const strata_pack_place *b)
{
    const strata_slot low = 0x00FFFFFFFFFFFFFFu;
    return a->offset == b->offset && a->size == b->size && a->count == b->count && a->words[2] == b->words[2] &&
           (a->words[0] & low) == (b->words[0] & low);
}

static void compare_pair(struct run *run, const struct question *question, struct pair *pair);

static int is_inner(const strata_pack_type *type)
{
    return strchr(type->name, '.') != NULL;
}

/* Compares structures that a member of both sides declares. */
static void compare_inner(struct run *run, const struct question *question, const struct pair *outer,
                          const strata_pack_place *served, const strata_pack_place *truth)
{
    struct pair pair;
    if (strata_pack_type_at(&run->pack.pack, served->type_index, &pair.served_type) != STRATA_OK ||
        strata_pack_type_at(&question->truth->pack, truth->type_index, &pair.true_type) != STRATA_OK ||
        pair.served_type.kind > STRATA_PACK_UNION || pair.true_type.kind > STRATA_PACK_UNION ||
        !is_inner(&pair.served_type) || !is_inner(&pair.true_type))
        return;
    pair.basis = outer->basis;
    compare_pair(run, question, &pair);
}

static void count_member(struct run *run, const struct question *question, const struct pair *pair,
                         strata_basis basis, const char *name, int is_wrong)
{
    struct count *count;
    if (basis < pair->basis)
        basis = pair->basis;
    count = &question->column->grades[pair->served.pack ? (int)basis : UNSERVED];
    count->members++;
    count->wrong_members += is_wrong != 0;
    if (pair->served.pack && is_wrong && basis <= STRATA_BRACKETED && run->refuted++ < SHOWN)
        printf("wrong: %s %s %016llx %s.%s\n", strata_basis_name(basis), question->column->name,
               (unsigned long long)question->asked, pair->served_type.name, name);
}

/* Compares the members that PACK knows. Returns how many differ; *others becomes the best grade of them. */
static size_t compare_members(struct run *run, const struct question *question, struct pair *pair,
                              strata_basis *others)
{
    strata_pack_member member;
    strata_pack_place served, truth;
    size_t wrong = 0;
    for (size_t i = 0; strata_pack_member_at(&pair->served_type, i, &member) == STRATA_OK; i++) {
        strata_status status = strata_pack_find_place(&pair->served, &member, &served);
        int is_true, is_wrong;
        if (!*member.name || (status != STRATA_OK && status != STRATA_ABSENT))
            continue;
        is_true = find_place(&pair->true_type, &pair->truth, member.name, &truth);
        is_wrong = status == STRATA_OK ? !is_true || !same_place(&served, &truth) : is_true;
        count_member(run, question, pair, served.basis, member.name, is_wrong);
        wrong += is_wrong != 0;
        if (served.basis < *others)
            *others = served.basis;
        if (status == STRATA_OK && !is_wrong) {
            struct pair inner = {.basis = served.basis < pair->basis ? pair->basis : served.basis};
            compare_inner(run, question, &inner, &served, &truth);
        }
    }
    return wrong;
}

/* Compares a structure that PACK or the kernel has in that version. Its types are known. */
static void compare_pair(struct run *run, const struct question *question, struct pair *pair)
{
    strata_pack_member member, known;
    strata_pack_place truth;
    strata_basis others, weakest;
    size_t wrong = 0;
    struct count *count;
    (void)strata_pack_find_layout(&pair->served_type, question->asked, &pair->served);
    (void)strata_pack_find_layout(&pair->true_type, question->own, &pair->truth);
    if (!pair->served.pack && !pair->truth.pack)
        return;
    others = weakest = pair->served.basis;
    if (pair->served.pack)
        wrong = compare_members(run, question, pair, &others);
    for (size_t i = 0; strata_pack_member_at(&pair->true_type, i, &member) == STRATA_OK; i++) {
        int is_known = strata_pack_find_member(&pair->served_type, member.name, &known) == STRATA_OK;
        if (!*member.name || strata_pack_find_place(&pair->truth, &member, &truth) != STRATA_OK ||
            (is_known && pair->served.pack))
            continue;
        count_member(run, question, pair, others, member.name, 1); /* no version that PACK knows has it */
        wrong++;
    }
    if (weakest < pair->basis)
        weakest = pair->basis;
    count = &question->column->grades[pair->served.pack ? (int)weakest : UNSERVED];
    count->structures++;
    count->wrong_structures += wrong != 0 || pair->served.size != pair->truth.size;
}

/* Compares all structures that PACK or the kernel has. */
static void answer(struct run *run, const struct question *question)
{
    struct pair pair;
    for (size_t i = 0; strata_pack_type_at(&run->pack.pack, i, &pair.served_type) == STRATA_OK; i++) {
        if (pair.served_type.kind > STRATA_PACK_UNION || is_inner(&pair.served_type))
            continue;
        (void)strata_pack_find_type(&question->truth->pack, pair.served_type.name, &pair.true_type);
        pair.basis = STRATA_ATTESTED;
        compare_pair(run, question, &pair);
    }
    for (size_t i = 0; strata_pack_type_at(&question->truth->pack, i, &pair.true_type) == STRATA_OK; i++) {
        if (pair.true_type.kind > STRATA_PACK_UNION || is_inner(&pair.true_type) ||
            strata_pack_find_type(&run->pack.pack, pair.true_type.name, &pair.served_type) == STRATA_OK)
            continue;
        pair.basis = STRATA_ATTESTED;
        compare_pair(run, question, &pair);
    }
}

static void print(const struct run *run)
{
    for (size_t i = 0; i < run->column_count; i++) {
        for (int grade = 0; grade < GRADES; grade++) {
            const struct count *count = &run->columns[i].grades[grade];
            if (count->structures || count->members)
                printf("%s %s members %lu %lu structures %lu %lu\n", run->columns[i].name,
                       grade == UNSERVED ? "UNSERVED" : strata_basis_name((strata_basis)grade), count->members,
                       count->wrong_members, count->structures, count->wrong_structures);
        }
    }
}

int main(int argc, char **argv)
{
    static struct run run;
    char line[4096], name[32], path[4000];
    unsigned long long asked, version;
    if (argc != 3 || !open_file(argv[1], run.arch = argv[2], &run.pack))
        return 2;
    while (fgets(line, sizeof line, stdin)) {
        struct file truth;
        struct question question = {.truth = &truth};
        if (sscanf(line, "%31s %llx %llx %3999[^\n]", name, &asked, &version, path) != 4 ||
            !(question.column = find_column(&run, name)) || !open_file(path, run.arch, &truth)) {
            fprintf(stderr, "compare: cannot read %s", line);
            return 2;
        }
        question.asked = STRATA_TARGET((uint64_t)asked, run.pack.arch);
        question.own = STRATA_TARGET((uint64_t)version, truth.arch);
        answer(&run, &question);
        free(truth.bytes);
    }
    print(&run);
    return run.refuted ? 1 : 0;
}
