/* dump FILE...: the processes in Windows kernel dumps. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "memory/address.h"
#include "memory/dump.h"
#include "memory/image.h"
#include "structures.h"

#ifdef _WIN32
#define seek _fseeki64
#define tell _ftelli64
#else
#define seek fseek
#define tell ftell
#endif

/* The dump that is open, and the last error of a read of its memory. */
struct session {
    struct kernel_dump dump;
    struct kernel_dump_error error;
    strata_target target;
    int walked; /* number of processes */
};

static bool read_file(void *user, uint64_t offset, void *bytes, size_t size)
{
    return offset <= INT64_MAX && seek(user, (int64_t)offset, SEEK_SET) == 0 && fread(bytes, 1, size, user) == size;
}

/* Reads memory for the calls of strata_reader.h. */
static size_t read_memory(void *context, uint64_t address, void *buffer, size_t size)
{
    struct session *session = context;

    return kernel_address_read(&session->dump, address, buffer, size, &session->error) ? size : 0;
}

/* Reads the process that was current in a triage dump; its first byte has address 0. */
static size_t read_current(void *context, uint64_t address, void *buffer, size_t size)
{
    struct session *session = context;
    const struct kernel_dump_place *place = &session->dump.current[KERNEL_DUMP_PROCESS];

    if (address > place->size || size > place->size - address)
        return 0;
    return kernel_dump_read_file(&session->dump, place->offset + address, buffer, size, "the process", &session->error)
               ? size
               : 0;
}

/* Finds the kernel, and the target by its identity, else by its build. */
static void find_target(struct session *session)
{
    struct kernel_image kernel;
    struct kernel_dump_error error;
    const char *by = "identity";

    if (!kernel_image_find(&session->dump, &kernel, &error))
        printf("  kernel: %s\n", error.text);
    else
        printf("  kernel: at 0x%" PRIX64 ", 0x%" PRIX32 " bytes\n", kernel.base, kernel.size);
    session->target = kernel.has_pdb ? structures_find_kernel(kernel.guid, kernel.age) : 0;
    if (session->target == 0) {
        by = "build";
        session->target = structures_find_build(session->dump.machine, session->dump.is_extended, session->dump.build);
    }
    printf("  target: by its %s\n", by);
}

static void print_process(const struct process *process)
{
    printf("process %" PRIu64 " %s, token 0x%" PRIX64 "\n", process->id, process->name, process->token);
}

/* Prints the size of a structure, the distance to the next one, beside that of the layout. Returns true if they are
 * equal. */
static bool check_size(const char *name, const struct kernel_dump_place *place, uint32_t size)
{
    printf("  %s: 0x%" PRIX64 " bytes", name, place->size);
    if (place->size != size)
        printf("; the layout for this build has 0x%" PRIX32 " and is refused", size);
    printf("\n");
    return place->size == size;
}

/* Prints the process of a triage dump that was current. */
static void print_current(struct session *session)
{
    const struct kernel_dump_place *place = &session->dump.current[KERNEL_DUMP_PROCESS];
    strata_reader reader = {read_current, session};
    struct process process;
    uint64_t tables;
    strata_status status;

    printf("  processor: 0x%" PRIX64 " bytes\n", session->dump.current[KERNEL_DUMP_PROCESSOR].size);
    (void)check_size("thread", &session->dump.current[KERNEL_DUMP_THREAD], structures_thread_size(session->target));
    bool is_same = check_size("process", place, structures_process_size(session->target));
    status = structures_read_page_tables(&tables, &reader, 0, session->target);
    if (status == STRATA_OK)
        printf("  page tables: 0x%" PRIX64 "%s\n", tables,
               tables == session->dump.page_tables ? ", as in the header" : "");
    status = structures_read_process(&process, &reader, 0, session->target);
    printf("  ");
    if (status == STRATA_OK && is_same)
        print_process(&process);
    else
        printf("members of the process: refused, %s\n", strata_status_name(status));
}

static void visit(void *user, uint64_t address, const struct process *process)
{
    struct session *session = user;

    session->walked++;
    printf("  0x%" PRIX64 ": ", address);
    print_process(process);
}

/* Prints all processes of a dump with physical memory. */
static bool print_all(struct session *session)
{
    strata_reader reader = {read_memory, session};
    strata_status status;

    status = structures_walk(&reader, session->dump.process_head, session->target, visit, session);
    printf("  %d processes\n", session->walked);
    if (status == STRATA_SHORT_READ)
        return false;
    if (status != STRATA_OK)
        (void)kernel_dump_fail(&session->error, "the list of processes: %s", strata_status_name(status));
    return status == STRATA_OK;
}

static bool print_dump(struct session *session, FILE *stream, struct kernel_dump_range **ranges)
{
    struct kernel_dump_file file = {read_file, NULL, 0};
    int64_t size;

    if (seek(stream, 0, SEEK_END) != 0 || (size = tell(stream)) < 0)
        return kernel_dump_fail(&session->error, "it cannot be read");
    file.user = stream;
    file.size = (uint64_t)size;
    if (!kernel_dump_open(&session->dump, &file, &session->error))
        return false;
    *ranges = malloc((session->dump.range_room + 1) * sizeof **ranges);
    if (*ranges == NULL)
        return kernel_dump_fail(&session->error, "there is not enough memory");
    if (!kernel_dump_map(&session->dump, *ranges, &session->error))
        return false;
    kernel_address_find_levels(&session->dump);
    printf("  %s, machine 0x%" PRIX32 ", build %" PRIu32 ", bug check 0x%" PRIX32 "\n", session->dump.type_name,
           session->dump.machine, session->dump.build, session->dump.bug_check);
    find_target(session);
    if (session->dump.type != KERNEL_DUMP_TRIAGE)
        return print_all(session);
    print_current(session);
    return true;
}

int main(int argc, char **argv)
{
    int i, status = argc > 1 ? 0 : 2;

    if (argc <= 1)
        fprintf(stderr, "usage: dump FILE...\n");
    for (i = 1; i < argc; i++) {
        static const struct session none;
        struct session session = none;
        struct kernel_dump_range *ranges = NULL;
        FILE *stream = fopen(argv[i], "rb");

        printf("%s\n", argv[i]);
        if (stream == NULL ? !kernel_dump_fail(&session.error, "it cannot be opened")
                           : !print_dump(&session, stream, &ranges)) {
            printf("  error: %s\n", session.error.text);
            status = 1;
        }
        free(ranges);
        if (stream != NULL)
            fclose(stream);
    }
    return fflush(stdout) != 0 || ferror(stdout) ? 2 : status;
}
