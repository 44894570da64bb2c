/*
 * The fence on Linux. On other POSIX systems there is none.
 */
#define _GNU_SOURCE /* for O_PATH and syscall */

#include "guard/sandbox.h"

#include <stddef.h>
#include <stdint.h>

#if defined(__linux__) && defined(__has_include)
#if __has_include(<linux/landlock.h>)
#define HAS_LANDLOCK
#endif
#if __has_include(<linux/seccomp.h>) && (defined(__x86_64__) || defined(__aarch64__))
#define HAS_SECCOMP
#endif
#endif

#if defined(HAS_LANDLOCK) || defined(HAS_SECCOMP)
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

/* ---- Files */

#ifdef HAS_LANDLOCK
#include <linux/landlock.h>

/* Rights and parts of structures that Linux has added to Landlock since 5.13, with the version of Landlock that has
 * them. The headers of the system may be older than its kernel, so they are defined here. */
enum {
    READ_RIGHTS = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR,
    FIRST_RIGHTS = (1 << 13) - 1,
    REFER_RIGHT = 1 << 13,    /* Landlock 2: rename and link files into other directories */
    TRUNCATE_RIGHT = 1 << 14, /* Landlock 3: truncate files */
    DEVICE_RIGHT = 1 << 15,   /* Landlock 5: ioctl on devices */
    WRITE_RIGHTS = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_DIR |
                   LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR | TRUNCATE_RIGHT,
    FILE_RIGHTS = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | TRUNCATE_RIGHT
};

static const struct {
    int version;
    uint64_t files, net, scoped;
    size_t size; /* size of the structure that this version expects */
} versions[] = {
    {1, FIRST_RIGHTS, 0, 0, 8},
    {2, REFER_RIGHT, 0, 0, 8},
    {3, TRUNCATE_RIGHT, 0, 0, 8},
    {4, 0, 3, 0, 16}, /* version 4 adds bind and connect */
    {5, DEVICE_RIGHT, 0, 0, 16},
    {6, 0, 0, 3, 24}, /* version 6 adds abstract sockets and signals */
};

struct ruleset {
    uint64_t files, net, scoped;
};

/* Paths that libraries need when they are loaded, and while they work. */
static const struct sandbox_path libraries[] = {
    {"/lib", SANDBOX_READ},
    {"/lib32", SANDBOX_READ},
    {"/lib64", SANDBOX_READ},
    {"/usr/lib", SANDBOX_READ},
    {"/usr/lib32", SANDBOX_READ},
    {"/usr/lib64", SANDBOX_READ},
    {"/usr/local/lib", SANDBOX_READ},
    {"/nix/store", SANDBOX_READ},
    {"/gnu/store", SANDBOX_READ},
    {"/etc/ld.so.cache", SANDBOX_READ},
    {"/proc/locks", SANDBOX_READ},
    {"/proc/self", SANDBOX_READ},
    {"/proc/self/exe", SANDBOX_READ},
    {"/sys/devices/system/cpu", SANDBOX_READ},
    {"/dev/random", SANDBOX_READ},
    {"/dev/urandom", SANDBOX_READ},
    {"/dev/null", SANDBOX_READ | SANDBOX_WRITE},
};

/* Paths that a process needs to connect to servers: the names of hosts, and the certificates of authorities. */
static const struct sandbox_path network[] = {
    {"/etc/resolv.conf", SANDBOX_READ},
    {"/etc/hosts", SANDBOX_READ},
    {"/etc/host.conf", SANDBOX_READ},
    {"/etc/nsswitch.conf", SANDBOX_READ},
    {"/etc/gai.conf", SANDBOX_READ},
    {"/etc/services", SANDBOX_READ},
    {"/etc/ssl/certs", SANDBOX_READ},
    {"/etc/ssl/cert.pem", SANDBOX_READ},
    {"/etc/ssl/ca-bundle.pem", SANDBOX_READ},
    {"/etc/ssl/openssl.cnf", SANDBOX_READ},
    {"/etc/ca-certificates", SANDBOX_READ},
    {"/etc/crypto-policies", SANDBOX_READ},
    {"/etc/gnutls", SANDBOX_READ},
    {"/etc/pki/ca-trust", SANDBOX_READ},
    {"/etc/pki/tls/certs", SANDBOX_READ},
    {"/etc/pki/tls/openssl.cnf", SANDBOX_READ},
    {"/usr/share/ca-certificates", SANDBOX_READ},
    {"/usr/local/share/ca-certificates", SANDBOX_READ},
    {"/run/systemd/resolve", SANDBOX_READ},
};

/* The right to connect and the kind of rule for ports, which Landlock 4 has added. */
enum { CONNECT_RIGHT = 2, RULE_OF_PORT = 2 };

struct port_rule {
    uint64_t allowed_access;
    uint64_t port;
};

/* Adds a path to the ruleset. A path that is not in a file system, such as a pipe, needs no rule. */
static void allow_path(int rules, uint64_t handled, const char *path, unsigned rights)
{
    struct landlock_path_beneath_attr rule = {.parent_fd = open(path, O_PATH | O_CLOEXEC)};
    struct stat status;
    if (rule.parent_fd < 0)
        return;
    rule.allowed_access = handled & ((rights & SANDBOX_READ ? (uint64_t)READ_RIGHTS : 0) |
                                     (rights & SANDBOX_WRITE ? (uint64_t)WRITE_RIGHTS : 0) |
                                     (rights & SANDBOX_REMOVE_DIRECTORY ? LANDLOCK_ACCESS_FS_REMOVE_DIR : 0));
    if (!fstat(rule.parent_fd, &status) && !S_ISDIR(status.st_mode))
        rule.allowed_access &= FILE_RIGHTS;
    if (rule.allowed_access)
        (void)syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    close(rule.parent_fd);
}

/* Allows reading the files and directories that a variable of the environment lists. */
static void allow_searched(int rules, uint64_t handled, const char *variable)
{
    const char *list = getenv(variable);
    while (list && *list) {
        char path[4096];
        size_t length = strcspn(list, ":;");
        if (length && length < sizeof path) {
            memcpy(path, list, length);
            path[length] = '\0';
            allow_path(rules, handled, path, SANDBOX_READ);
        }
        list += length + (list[length] != '\0');
    }
}

static bool enclose_files(const struct sandbox *sandbox)
{
    const long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    struct ruleset ruleset = {0, 0, 0};
    size_t size = 0;
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        if (version < versions[i].version)
            break;
        ruleset.files |= versions[i].files;
        ruleset.net |= versions[i].net;
        ruleset.scoped |= versions[i].scoped;
        size = versions[i].size;
    }
    if (sandbox->reads_anywhere)
        ruleset.files &= ~(uint64_t)READ_RIGHTS;
    const int rules = size ? (int)syscall(SYS_landlock_create_ruleset, &ruleset, size, 0) : -1;
    if (rules < 0)
        return false;
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
        allow_path(rules, ruleset.files, libraries[i].path, libraries[i].rights);
    allow_searched(rules, ruleset.files, "LD_LIBRARY_PATH");
    if (sandbox->port_count) {
        /* Allow connections to the ports. */
        for (size_t i = 0; i < sizeof network / sizeof *network; i++)
            allow_path(rules, ruleset.files, network[i].path, network[i].rights);
        allow_searched(rules, ruleset.files, "SSL_CERT_FILE");
        allow_searched(rules, ruleset.files, "SSL_CERT_DIR");
        for (size_t i = 0; i < sandbox->port_count && ruleset.net; i++) {
            const struct port_rule rule = {CONNECT_RIGHT, sandbox->ports[i]};
            (void)syscall(SYS_landlock_add_rule, rules, RULE_OF_PORT, &rule, 0);
        }
    }
    for (size_t i = 0; i < sandbox->count; i++)
        allow_path(rules, ruleset.files, sandbox->paths[i].path, sandbox->paths[i].rights);
    const bool done = !syscall(SYS_landlock_restrict_self, rules, 0);
    close(rules);
    return done;
}
#else
static bool enclose_files(const struct sandbox *sandbox)
{
    (void)sandbox;
    return false;
}
#endif

/* ---- Calls */

#ifdef HAS_SECCOMP
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#ifdef __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

/* Numbers that are the same on all architectures, for headers that are older than the kernel. */
enum {
    CALL_PIDFD_SEND_SIGNAL = 424, CALL_IO_URING_SETUP = 425, CALL_IO_URING_ENTER = 426, CALL_IO_URING_REGISTER = 427,
    CALL_OPEN_TREE = 428, CALL_MOVE_MOUNT = 429, CALL_FSOPEN = 430, CALL_FSCONFIG = 431, CALL_FSMOUNT = 432,
    CALL_FSPICK = 433, CALL_CLONE3 = 435, CALL_PIDFD_GETFD = 438, CALL_PROCESS_MADVISE = 440,
    CALL_MOUNT_SETATTR = 442, CALL_PROCESS_MRELEASE = 448, CALL_OPEN_TREE_ATTR = 467
};

/* A sanitizer attaches to its own process with ptrace to search for leaks, so ptrace is allowed then. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define NEEDS_PTRACE
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define NEEDS_PTRACE
#endif

/* Calls that are refused. */
static const unsigned refused[] = {
    /* starting programs */
    SYS_execve, SYS_execveat,
    /* being a server */
    SYS_bind, SYS_listen, SYS_accept, SYS_accept4,
    /* access to other processes */
#ifndef NEEDS_PTRACE
    SYS_ptrace,
#endif
    SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp, SYS_setpriority, CALL_PIDFD_SEND_SIGNAL, CALL_PIDFD_GETFD,
    CALL_PROCESS_MADVISE, CALL_PROCESS_MRELEASE,
    /* interfaces of the kernel that filters cannot inspect, or that had many security errors */
    SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, SYS_add_key, SYS_request_key, SYS_keyctl, CALL_IO_URING_SETUP,
    CALL_IO_URING_ENTER, CALL_IO_URING_REGISTER,
    /* mounts and namespaces */
    SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_setns, SYS_unshare, CALL_OPEN_TREE, CALL_MOVE_MOUNT,
    CALL_FSOPEN, CALL_FSCONFIG, CALL_FSMOUNT, CALL_FSPICK, CALL_MOUNT_SETATTR, CALL_OPEN_TREE_ATTR,
    /* files by handle, devices, links, owners, attributes */
    SYS_name_to_handle_at, SYS_open_by_handle_at, SYS_fanotify_init, SYS_mknodat, SYS_symlinkat, SYS_fchownat,
    SYS_fchown, SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr, SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr,
    /* users and rights */
    SYS_setuid, SYS_setgid, SYS_setreuid, SYS_setregid, SYS_setresuid, SYS_setresgid, SYS_setfsuid, SYS_setfsgid,
    SYS_setgroups, SYS_capset,
    /* the system */
    SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_kexec_load, SYS_reboot, SYS_swapon, SYS_swapoff,
    SYS_sethostname, SYS_setdomainname, SYS_settimeofday, SYS_clock_settime, SYS_adjtimex, SYS_clock_adjtime, SYS_acct,
    SYS_quotactl, SYS_syslog, SYS_vhangup, SYS_personality, SYS_lookup_dcookie, SYS_nfsservctl,
#ifdef SYS_kexec_file_load
    SYS_kexec_file_load,
#endif
#ifdef __x86_64__
    SYS_mknod, SYS_symlink, SYS_chown, SYS_lchown, SYS_ioperm, SYS_iopl, SYS_modify_ldt, SYS_uselib, SYS_ustat,
    SYS__sysctl, SYS_create_module,
#endif
};

/* Calls that are also refused if the process has no ports. */
static const unsigned refused_network[] = {SYS_socket, SYS_socketpair, SYS_connect};

/* Calls that are refused for some values of one argument. `argument` is its index. All bits of `bits` must be set, or
 * one of them is enough. */
static const struct {
    unsigned call, argument, value;
    bool is_mask;
} refused_values[] = {
    {SYS_clone, 0, 0x7e020080, true}, /* creates new namespaces */
    {SYS_ioctl, 1, TIOCSTI, false},   /* simulates input of a terminal */
    {SYS_ioctl, 1, 0x541c, false},    /* TIOCLINUX, which pastes text into a terminal */
};

enum { REFUSED_COUNT = sizeof refused / sizeof *refused,
       NETWORK_COUNT = sizeof refused_network / sizeof *refused_network,
       VALUE_COUNT = sizeof refused_values / sizeof *refused_values };

/* A filter program, which the kernel runs at each system call. */
struct filter {
    struct sock_filter code[24 + 2 * (REFUSED_COUNT + NETWORK_COUNT) + 5 * VALUE_COUNT];
    unsigned short size;
};

static void add_instruction(struct filter *filter, unsigned code, unsigned value, unsigned skipped)
{
    filter->code[filter->size++] =
        (struct sock_filter){(unsigned short)code, 0, (unsigned char)skipped, value};
}

static void add_load(struct filter *filter, size_t offset)
{
    add_instruction(filter, BPF_LD | BPF_W | BPF_ABS, (unsigned)offset, 0);
}

/* Adds an instruction that refuses the call with an error. */
static void add_refusal(struct filter *filter, int error)
{
    add_instruction(filter, BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned)error, 0);
}

/* Adds a test: if the loaded call or argument differs from `value`, the next `skipped` instructions are skipped. */
static void add_test(struct filter *filter, unsigned value, unsigned skipped)
{
    add_instruction(filter, BPF_JMP | BPF_JEQ | BPF_K, value, skipped);
}

static void refuse_calls(struct filter *filter, const unsigned *calls, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        add_test(filter, calls[i], 1);
        add_refusal(filter, EPERM);
    }
}

static void make_filter(struct filter *filter, bool connects)
{
    add_load(filter, offsetof(struct seccomp_data, arch));
    filter->code[filter->size++] = (struct sock_filter){BPF_JMP | BPF_JEQ | BPF_K, 1, 0, ARCHITECTURE};
    add_refusal(filter, EPERM);
    add_load(filter, offsetof(struct seccomp_data, nr));
#ifdef __x86_64__
    add_instruction(filter, BPF_JMP | BPF_JGE | BPF_K, 0x40000000,
                    1); /* numbers from here on are calls of the x32 interface */
    add_refusal(filter, EPERM);
#endif
    /* its flags are in memory, where a filter cannot read them; after ENOSYS the C library uses clone */
    add_test(filter, CALL_CLONE3, 1);
    add_refusal(filter, ENOSYS);
    refuse_calls(filter, refused, REFUSED_COUNT);
    if (connects) {
        /* Refuse sockets except those of the internet: others lead to programs on this computer or to the kernel. */
        add_test(filter, SYS_socket, 5);
        add_load(filter, offsetof(struct seccomp_data, args));
        filter->code[filter->size++] = (struct sock_filter){BPF_JMP | BPF_JEQ | BPF_K, 2, 0, AF_INET};
        filter->code[filter->size++] = (struct sock_filter){BPF_JMP | BPF_JEQ | BPF_K, 1, 0, AF_INET6};
        add_refusal(filter, EPERM);
        add_load(filter, offsetof(struct seccomp_data, nr));
    } else
        refuse_calls(filter, refused_network, NETWORK_COUNT);
    for (size_t i = 0; i < VALUE_COUNT; i++) {
        add_test(filter, refused_values[i].call, 4);
        add_load(filter, offsetof(struct seccomp_data, args) + 8 * refused_values[i].argument);
        add_instruction(filter, BPF_JMP | (refused_values[i].is_mask ? BPF_JSET : BPF_JEQ) | BPF_K,
                        refused_values[i].value, 1);
        add_refusal(filter, EPERM);
        add_load(filter, offsetof(struct seccomp_data, nr));
    }
    add_instruction(filter, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0);
}

static bool enclose_calls(bool connects)
{
    struct filter filter = {.size = 0};
    make_filter(&filter, connects);
    struct sock_fprog program = {filter.size, filter.code};
    return !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}
#else
static bool enclose_calls(bool connects)
{
    (void)connects;
    return false;
}
#endif

unsigned sandbox_enter(const struct sandbox *sandbox)
{
#if defined(HAS_LANDLOCK) || defined(HAS_SECCOMP)
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
        return 0;
#endif
    const unsigned files = enclose_files(sandbox) ? SANDBOX_HAS_FILES : 0u;
    return files | (enclose_calls(sandbox->port_count > 0) ? SANDBOX_HAS_CALLS : 0u);
}
