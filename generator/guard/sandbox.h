/*
 * A fence around this process, which the process cannot leave: it reads and writes only what it names before, and asks
 * the kernel for nothing else. Processes that it starts later are inside, too. Linux has it, by Landlock (files) and
 * seccomp (calls). Where the kernel, a container or the system has none, the call does nothing.
 *
 * It refuses files that were not named, programs, sockets, other processes (tracing, memory, signals), mounts, devices,
 * symbolic links, owners, modules, namespaces and all else that changes the system. A refused call fails with EACCES or
 * EPERM. Files that are open already stay open.
 *
 * A process with ports may also connect to the internet, and reads what that needs: the names of hosts and the
 * certificates that the system trusts. Sockets that lead to other programs of this computer stay refused.
 */
#ifndef GUARD_SANDBOX_H
#define GUARD_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Rights for a file, or for everything below a directory; a bit set. */
enum {
    SANDBOX_READ = 1,
    SANDBOX_WRITE = 2,           /* write files; also make, replace and remove files and directories */
    SANDBOX_REMOVE_DIRECTORY = 4 /* remove empty directories */
};

struct sandbox_path {
    const char *path; /* the file or directory; ignored if it does not exist */
    unsigned rights;
};

struct sandbox {
    const struct sandbox_path *paths;
    size_t count;
    bool reads_anywhere;   /* the process may read all files */
    const uint16_t *ports; /* TCP ports that it may connect to, if Landlock supports ports */
    size_t port_count;     /* number of ports; 0: the network is refused */
};

/* Parts of the fence that are in force. */
enum { SANDBOX_HAS_FILES = 1, SANDBOX_HAS_CALLS = 2 };

/* Encloses the process, which must have one thread. Besides `paths`, the process may read the system's libraries, which
 * are loaded when they are needed. Returns the parts of the fence that are in force. A second call can only narrow the
 * fence. */
unsigned sandbox_enter(const struct sandbox *sandbox);

#endif
