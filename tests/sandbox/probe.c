/*
 * A library to preload. When the process opens a spec to read it, tries what a process inside the fence must not do,
 * and writes the results to descriptor 9: first the version of Landlock, then a line for each row of `probes`.
 * "allowed" may be an error that comes after the check of rights: calls that would change the system get arguments that
 * make no sense. PROBE_OTHER is the number of a process outside.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

static int (*real_open)(const char *path, int flags, ...);

static int try_open(const char *path, int flags)
{
    int file = real_open(path, flags, 0666);
    return file < 0 ? -1 : close(file);
}

static int read_file(const char *path) { return try_open(path, O_RDONLY); }
static int change(const char *path) { return try_open(path, O_WRONLY); }
static int make(const char *path) { return try_open(path, O_WRONLY | O_CREAT | O_EXCL); }
static int make_directory(const char *path) { return mkdir(path, 0777); }
static int cut(const char *path) { return truncate(path, 1); }
static int make_symbolic_link(const char *path) { return symlink("nowhere", path); }
static int make_fifo(const char *path) { return mkfifo(path, 0666); }
static int set_owner(const char *path) { return chown(path, getuid(), getgid()); }
static int enter_root(const char *path) { return chroot(path); }

static int rename_here(const char *path)
{
    char name[256];
    snprintf(name, sizeof name, "%s-renamed", path);
    return rename(path, name);
}

static int link_to_output(const char *path) { return link(path, "out/linked"); }

static int list(const char *path)
{
    DIR *directory = opendir(path);
    return directory ? closedir(directory) : -1;
}

/* Starts a program. A child of its own tries it, since success is the end of the process. */
static int run(const char *path)
{
    int status;
    pid_t child = fork();
    if (!child) {
        char *arguments[] = {(char *)path, NULL};
        execv(path, arguments);
        _exit(errno);
    }
    waitpid(child, &status, 0);
    errno = WEXITSTATUS(status);
    return errno ? -1 : 0;
}

static int start_process(const char *path)
{
    int status;
    pid_t child = fork();
    (void)path;
    if (!child)
        _exit(0);
    return child < 0 || waitpid(child, &status, 0) != child ? -1 : 0;
}

static void *be_thread(void *user) { return user; }

static int start_thread(const char *path)
{
    pthread_t thread;
    (void)path;
    errno = pthread_create(&thread, NULL, be_thread, NULL);
    return errno ? -1 : pthread_join(thread, NULL);
}

static int open_socket(const char *path) { (void)path; return socket(AF_INET, SOCK_STREAM, 0); }
static int open_local_socket(const char *path) { (void)path; return socket(AF_UNIX, SOCK_STREAM, 0); }
static int connect_socket(const char *path) { (void)path; return connect(-1, NULL, 0); }
/* Connects to a port of this computer on which nobody listens. */
static int connect_to_port(const char *path)
{
    const struct sockaddr_in address = {.sin_family = AF_INET,
                                        .sin_port = htons((unsigned short)atoi(path)),
                                        .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const int file = socket(AF_INET, SOCK_STREAM, 0);
    const int done = file < 0 ? -1 : connect(file, (const struct sockaddr *)&address, sizeof address), error = errno;
    if (file >= 0)
        close(file);
    errno = error;
    return done;
}

static int serve(const char *path) { (void)path; return listen(-1, 1); }
static int signal_other(const char *path) { (void)path; return kill(atoi(getenv("PROBE_OTHER")), 0); }
static int signal_itself(const char *path) { (void)path; return raise(SIGCONT); }

/* Tried by a child, which a tracer would stop at each signal. */
static int be_traced(const char *path)
{
    int status;
    pid_t child = fork();
    (void)path;
    if (!child)
        _exit(ptrace(PTRACE_TRACEME, 0, NULL, NULL) ? errno : 0);
    waitpid(child, &status, 0);
    errno = WEXITSTATUS(status);
    return errno ? -1 : 0;
}

static int mount_nothing(const char *path) { return mount(NULL, path, NULL, MS_MOVE, NULL); }
static int change_user(const char *path) { (void)path; return setuid(getuid()); }
static int leave_namespaces(const char *path) { (void)path; return unshare(0); }
static int change_personality(const char *path) { (void)path; return personality(0xffffffff); }
static int type_for_terminal(const char *path) { (void)path; return ioctl(9, TIOCSTI, "x"); }

static int read_memory(const char *path)
{
    (void)path;
    return (int)process_vm_readv(atoi(getenv("PROBE_OTHER")), NULL, 0, NULL, 0, 0);
}

static int call(long number) { return (int)syscall(number, -1L, NULL, 0L, 0L, 0L, 0L); }
static int load_program(const char *path) { (void)path; return call(SYS_bpf); }
static int make_ring(const char *path) { (void)path; return call(SYS_io_uring_setup); }
static int count_events(const char *path) { (void)path; return call(SYS_perf_event_open); }
static int ask_keys(const char *path) { (void)path; return call(SYS_keyctl); }
static int handle_faults(const char *path) { (void)path; return call(SYS_userfaultfd); }
static int load_module(const char *path) { (void)path; return call(SYS_finit_module); }
static int open_by_handle(const char *path) { (void)path; return call(SYS_open_by_handle_at); }
static int make_namespace(const char *path)
{
    (void)path;
    return (int)syscall(SYS_clone, (long)(CLONE_NEWUSER | CLONE_FS), 0L, 0L, 0L, 0L);
}


static const struct {
    const char *name;
    int (*try)(const char *path);
    const char *path;
} probes[] = {
    {"read a file of the system", read_file, "/etc/passwd"},
    {"read a file elsewhere", read_file, "other/secret.txt"},
    {"list a directory elsewhere", list, "other"},
    {"read a library", read_file, "/proc/self/exe"},
    {"read a spec", read_file, "specs/a.strata"},
    {"read beside a spec", read_file, "specs/sub/note.txt"},
    {"change a file elsewhere", change, "other/secret.txt"},
    {"cut a file elsewhere", cut, "other/secret.txt"},
    {"make a file elsewhere", make, "other/made"},
    {"make a file here", make, "made"},
    {"make a directory elsewhere", make_directory, "other/directory"},
    {"remove a directory elsewhere", rmdir, "other/empty"},
    {"rename a file elsewhere", rename_here, "other/moved.txt"},
    {"remove a file elsewhere", unlink, "other/removed.txt"},
    {"link to a file elsewhere", link_to_output, "other/linked.txt"},
    {"change a spec", change, "specs/a.strata"},
    {"make a file beside a spec", make, "specs/made"},
    {"remove a file beside a spec", unlink, "specs/sub/removed.txt"},
    {"make a file in the output", make, "out/made"},
    {"make a directory in the output", make_directory, "out/directory"},
    {"cut a file in the output", cut, "out/file.txt"},
    {"remove a file in the output", unlink, "out/removed.txt"},
    {"make a symbolic link in the output", make_symbolic_link, "out/link"},
    {"make a pipe in the output", make_fifo, "out/pipe"},
    {"give a file away", set_owner, "out/file.txt"},
    {"write to /dev/null", change, "/dev/null"},
    {"run a program", run, "/bin/true"},
    {"start a process", start_process, NULL},
    {"start a thread", start_thread, NULL},
    {"open a socket", open_socket, NULL},
    {"open a local socket", open_local_socket, NULL},
    {"connect", connect_socket, NULL},
    {"connect to the port of a server that is named", connect_to_port, "9"},
    {"connect to another port", connect_to_port, "7"},
    {"be a server", serve, NULL},
    {"signal another process", signal_other, NULL},
    {"signal itself", signal_itself, NULL},
    {"be traced", be_traced, NULL},
    {"read another process", read_memory, NULL},
    {"mount", mount_nothing, "/"},
    {"change the root", enter_root, "/nowhere"},
    {"change the user", change_user, NULL},
    {"leave namespaces", leave_namespaces, NULL},
    {"make a namespace", make_namespace, NULL},
    {"change the personality", change_personality, NULL},
    {"type for a terminal", type_for_terminal, NULL},
    {"load a program into the kernel", load_program, NULL},
    {"load a module", load_module, NULL},
    {"ask without calls", make_ring, NULL},
    {"count events", count_events, NULL},
    {"ask for keys", ask_keys, NULL},
    {"handle faults", handle_faults, NULL},
    {"open by handle", open_by_handle, NULL},
};

static void try_all(void)
{
    dprintf(9, "%ld\n", syscall(444, NULL, 0L, 1L));
    for (size_t i = 0; i < sizeof probes / sizeof *probes; i++) {
        errno = 0;
        const int done = probes[i].try(probes[i].path), error = errno;
        const char *result = done >= 0           ? "allowed"
                             : error == EPERM    ? "not permitted"
                             : error == EACCES   ? "denied"
                             : error == EXDEV    ? "denied"
                                                 : "allowed";
        dprintf(9, "%s: %s\n", probes[i].name, result);
    }
}

int open(const char *path, int flags, ...)
{
    static int is_done;
    va_list rest;
    va_start(rest, flags);
    int mode = flags & O_CREAT ? va_arg(rest, int) : 0;
    va_end(rest);
    if (!real_open)
        *(void **)&real_open = dlsym(RTLD_NEXT, "open");
    const size_t size = strlen(path);
    if (!is_done && !(flags & O_PATH) && size > 7 && !strcmp(path + size - 7, ".strata")) {
        is_done = 1;
        try_all();
    }
    return real_open(path, flags, mode);
}
