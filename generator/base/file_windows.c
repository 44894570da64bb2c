/*
 * Files, directories and consoles on Windows. Uses the wide functions, because the others do not take UTF-8, and the
 * error texts of POSIX, so that diagnostics are the same on all systems.
 */
#define WIN32_LEAN_AND_MEAN
#define _WIN32_WINNT 0x0602

#include <windows.h>

#include <shellapi.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/file_parts.h"
#include "base/lookup.h"
#include "base/path.h"

enum { LOCK_WAIT_MOST = 10 * 1000, LOCK_END_MOST = 200 /* milliseconds */ };
enum { WIDE_MOST = 32768, SHORT_MOST = 240, CONSOLE_MOST = 4096, SHARED = 7 /* others may read, write and delete */ };

const struct path_rules *const file_path_rules = &path_windows;
const char file_reader_gone[] = "its reader has closed it";
const char file_exists[] = "it already exists";

const char *file_explain(struct arena *arena, int number)
{
    static const struct {
        DWORD number;
        const char *text;
    } texts[] = {
        {ERROR_FILE_NOT_FOUND, "No such file or directory"},
        {ERROR_PATH_NOT_FOUND, "No such file or directory"},
        {ERROR_INVALID_NAME, "No such file or directory"},
        {ERROR_INVALID_DRIVE, "No such file or directory"},
        {ERROR_BAD_NETPATH, "No such file or directory"},
        {ERROR_BAD_NET_NAME, "No such file or directory"},
        {ERROR_BAD_PATHNAME, "No such file or directory"},
        {ERROR_NO_UNICODE_TRANSLATION, "No such file or directory"},
        {ERROR_ACCESS_DENIED, "Permission denied"},
        {ERROR_SHARING_VIOLATION, "Another program has it open"},
        {ERROR_LOCK_VIOLATION, "Another program has it open"},
        {ERROR_WRITE_PROTECT, "Read-only file system"},
        {ERROR_FILE_EXISTS, "File exists"},
        {ERROR_ALREADY_EXISTS, "File exists"},
        {ERROR_DIRECTORY, "Not a directory"},
        {ERROR_DISK_FULL, "No space left on device"},
        {ERROR_HANDLE_DISK_FULL, "No space left on device"},
        {ERROR_FILENAME_EXCED_RANGE, "File name too long"},
        {ERROR_INSUFFICIENT_BUFFER, "File name too long"},
        {ERROR_INVALID_HANDLE, "Bad file descriptor"},
    };
    if (number == ERROR_NOT_ENOUGH_MEMORY || number == ERROR_OUTOFMEMORY)
        memory_out();
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].number == (DWORD)number)
            return texts[i].text;
    return arena_format(arena, "Windows error %d", number);
}

static bool set_system_error(struct arena *arena, const char **error, DWORD number)
{
    *error = file_explain(arena, (int)number);
    return false;
}

/* ---- Paths ---- */

/* A path for Windows: UTF-16, with backslashes; if it is long, absolute with the prefix for long paths. */
struct wide {
    wchar_t text[WIDE_MOST];
};

static bool starts_with(const wchar_t *text, const wchar_t *beginning)
{
    return !wcsncmp(text, beginning, wcslen(beginning));
}

/* Makes a path absolute and adds the prefix that allows more than 260 characters. */
static bool lengthen_path(struct wide *path)
{
    struct wide whole;
    DWORD length = GetFullPathNameW(path->text, WIDE_MOST, whole.text, NULL);
    bool is_share = starts_with(whole.text, L"\\\\");
    const wchar_t *mark = is_share ? L"\\\\?\\UNC" : L"\\\\?\\";
    if (!length || length + wcslen(mark) >= WIDE_MOST) {
        SetLastError(ERROR_FILENAME_EXCED_RANGE);
        return false;
    }
    wcscpy(path->text, mark);
    wcscat(path->text, whole.text + is_share);
    return true;
}

/* Converts a path for Windows. If it is invalid, returns false and sets the last error. */
static bool widen_path(const char *path, struct wide *wide)
{
    int length = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, wide->text, WIDE_MOST);
    for (wchar_t *c = wide->text; length && *c; c++)
        if (*c == L'/')
            *c = L'\\';
    return length && (length < SHORT_MOST || starts_with(wide->text, L"\\\\?\\") || lengthen_path(wide));
}

static char *narrow_path(struct arena *arena, const wchar_t *text)
{
    int size = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
    char *out = arena_alloc(arena, (size_t)size + 1);
    WideCharToMultiByte(CP_UTF8, 0, text, -1, out, size, NULL, NULL);
    return out;
}

/* Opens an existing file or directory, links followed. */
static HANDLE open_wide(const char *path, DWORD access)
{
    struct wide wide;
    if (!widen_path(path, &wide))
        return INVALID_HANDLE_VALUE;
    return CreateFileW(wide.text, access, SHARED, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
}

/* True for NUL, CON and the other names that are devices in every directory. */
static bool is_device(const char *path)
{
    struct wide wide, whole;
    return widen_path(path, &wide) && GetFullPathNameW(wide.text, WIDE_MOST, whole.text, NULL) &&
           starts_with(whole.text, L"\\\\.\\");
}

static enum file_kind kind_of(HANDLE file, BY_HANDLE_FILE_INFORMATION *found)
{
    DWORD type = GetFileType(file);
    if (type == FILE_TYPE_CHAR || type == FILE_TYPE_PIPE)
        return FILE_STREAM;
    if (type != FILE_TYPE_DISK || !GetFileInformationByHandle(file, found))
        return FILE_OTHER;
    return found->dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY ? FILE_DIRECTORY : FILE_REGULAR;
}

/* Returns the kind of a path; sets `found` for files and directories. */
static enum file_kind find_kind(const char *path, BY_HANDLE_FILE_INFORMATION *found)
{
    bool is_on_disk = !is_device(path);
    HANDLE file = open_wide(path, 0);
    if (file == INVALID_HANDLE_VALUE)
        return is_on_disk ? FILE_ABSENT : FILE_OTHER;
    enum file_kind kind = kind_of(file, found);
    CloseHandle(file);
    return is_on_disk || kind == FILE_STREAM ? kind : FILE_OTHER;
}

enum file_kind file_kind(const char *path)
{
    BY_HANDLE_FILE_INFORMATION found;
    return find_kind(path, &found);
}

bool file_is_same(const char *left, const char *right)
{
    BY_HANDLE_FILE_INFORMATION one, other;
    enum file_kind kind = find_kind(left, &one);
    return (kind == FILE_REGULAR || kind == FILE_DIRECTORY) && find_kind(right, &other) == kind &&
           one.dwVolumeSerialNumber == other.dwVolumeSerialNumber && one.nFileIndexHigh == other.nFileIndexHigh &&
           one.nFileIndexLow == other.nFileIndexLow;
}

const char *file_identity(struct arena *arena, const char *path)
{
    BY_HANDLE_FILE_INFORMATION found;
    enum file_kind kind = find_kind(path, &found);
    if ((kind != FILE_REGULAR && kind != FILE_DIRECTORY) || !(found.nFileIndexHigh | found.nFileIndexLow))
        return NULL;
    return arena_format(arena, "%lu:%lu:%lu", found.dwVolumeSerialNumber, found.nFileIndexHigh, found.nFileIndexLow);
}

const char *file_directory(struct arena *arena)
{
    struct wide here;
    DWORD length = GetCurrentDirectoryW(WIDE_MOST, here.text);
    return length && length < WIDE_MOST ? path_with_slashes(arena, &path_windows, narrow_path(arena, here.text)) : "/";
}

bool system_is_link(const char *path)
{
    struct wide wide;
    DWORD attributes = widen_path(path, &wide) ? GetFileAttributesW(wide.text) : INVALID_FILE_ATTRIBUTES;
    return attributes != INVALID_FILE_ATTRIBUTES && attributes & FILE_ATTRIBUTE_REPARSE_POINT;
}

bool system_is_writable(struct arena *arena, const char *path, const char **error)
{
    BY_HANDLE_FILE_INFORMATION found;
    HANDLE file = open_wide(path, GENERIC_WRITE);
    if (file == INVALID_HANDLE_VALUE)
        return set_system_error(arena, error, GetLastError());
    bool is_open = kind_of(file, &found) == FILE_REGULAR && !(found.dwFileAttributes & FILE_ATTRIBUTE_READONLY);
    CloseHandle(file);
    return is_open || set_system_error(arena, error, ERROR_ACCESS_DENIED);
}

const char *system_real(struct arena *arena, const char *path)
{
    struct wide found;
    HANDLE file = open_wide(path, 0);
    if (file == INVALID_HANDLE_VALUE)
        return NULL;
    DWORD length = GetFinalPathNameByHandleW(file, found.text, WIDE_MOST, FILE_NAME_NORMALIZED);
    CloseHandle(file);
    return length && length < WIDE_MOST ? path_with_slashes(arena, &path_windows, narrow_path(arena, found.text))
                                        : NULL;
}

/* Returns NULL: Windows cannot follow a link that leads to nothing. */
const char *system_read_link(struct arena *arena, const char *path)
{
    (void)arena;
    (void)path;
    return NULL;
}

/* ---- Open files ---- */

system_file system_standard(int descriptor)
{
    static const DWORD names[] = {STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, STD_ERROR_HANDLE};
    return (system_file)GetStdHandle(names[descriptor]);
}

bool system_open(struct arena *arena, const char *path, system_file *file, const char **error)
{
    *file = (system_file)open_wide(path, GENERIC_READ);
    return (HANDLE)*file != INVALID_HANDLE_VALUE || set_system_error(arena, error, GetLastError());
}

bool system_open_regular(struct arena *arena, const char *path, system_file *file, const char **error)
{
    BY_HANDLE_FILE_INFORMATION found;
    enum file_kind kind = find_kind(path, &found);
    if (kind == FILE_REGULAR || kind == FILE_ABSENT)
        return system_open(arena, path, file, error);
    *error = kind == FILE_DIRECTORY ? "Is a directory" : "it is a device or a pipe, not a regular file";
    return false;
}

bool system_open_stream(struct arena *arena, const char *path, system_file *file, const char **error)
{
    *file = (system_file)open_wide(path, GENERIC_WRITE);
    return (HANDLE)*file != INVALID_HANDLE_VALUE || set_system_error(arena, error, GetLastError());
}

/* Creates a file. It gets the permissions of its directory; `like` has no effect. */
bool system_create(struct arena *arena, const char *path, const char *like, system_file *file, const char **error)
{
    struct wide wide;
    HANDLE made = INVALID_HANDLE_VALUE;
    (void)like;
    if (widen_path(path, &wide))
        made = CreateFileW(wide.text, GENERIC_WRITE, SHARED, NULL, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, NULL);
    if (made == INVALID_HANDLE_VALUE) {
        DWORD number = GetLastError();
        set_system_error(arena, error, number);
        if (number == ERROR_FILE_EXISTS)
            *error = file_exists;
        return false;
    }
    *file = (system_file)made;
    return true;
}

bool system_status(struct arena *arena, system_file file, struct system_status *status, const char **error)
{
    BY_HANDLE_FILE_INFORMATION found = {0};
    if ((HANDLE)file == INVALID_HANDLE_VALUE || !file)
        return set_system_error(arena, error, ERROR_INVALID_HANDLE);
    *status = (struct system_status){.kind = kind_of((HANDLE)file, &found)};
    status->size = (uint64_t)found.nFileSizeHigh << 32 | found.nFileSizeLow;
    return true;
}

bool system_read(struct arena *arena, system_file file, void *bytes, size_t size, size_t *got, const char **error)
{
    DWORD count = 0, most = size < MAXLONG ? (DWORD)size : MAXLONG;
    if (!ReadFile((HANDLE)file, bytes, most, &count, NULL)) {
        DWORD number = GetLastError();
        if (number != ERROR_BROKEN_PIPE && number != ERROR_HANDLE_EOF)
            return set_system_error(arena, error, number);
    }
    *got = count;
    return true;
}

bool system_read_at(struct arena *arena, system_file file, uint64_t offset, void *bytes, size_t size, size_t *got,
                    const char **error)
{
    OVERLAPPED place = {.Offset = (DWORD)offset, .OffsetHigh = (DWORD)(offset >> 32)};
    DWORD count = 0, most = size < MAXLONG ? (DWORD)size : MAXLONG;
    if (!ReadFile((HANDLE)file, bytes, most, &count, &place)) {
        DWORD number = GetLastError();
        if (number != ERROR_HANDLE_EOF)
            return set_system_error(arena, error, number);
    }
    *got = count;
    return true;
}

bool system_is_waiting(system_file file)
{
    DWORD waiting = 0;
    if (PeekNamedPipe((HANDLE)file, NULL, 0, NULL, &waiting, NULL))
        return waiting > 0;
    return GetLastError() == ERROR_BROKEN_PIPE;
}

/* Writes UTF-16 to a console, with colour sequences enabled for this call only. */
static BOOL write_console(HANDLE file, DWORD mode, const char *bytes, size_t size, DWORD *put)
{
    wchar_t wide[CONSOLE_MOST];
    DWORD most = size < CONSOLE_MOST ? (DWORD)size : CONSOLE_MOST, written;
    while (most < size && most > CONSOLE_MOST - 4 && ((unsigned char)bytes[most] & 0xC0) == 0x80)
        most--;
    int length = MultiByteToWideChar(CP_UTF8, 0, bytes, (int)most, wide, CONSOLE_MOST);
    SetConsoleMode(file, mode | ENABLE_PROCESSED_OUTPUT | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    BOOL done = WriteConsoleW(file, wide, (DWORD)length, &written, NULL);
    SetConsoleMode(file, mode);
    *put = most;
    return done;
}

bool system_write(struct arena *arena, system_file file, const void *bytes, size_t size, size_t *put,
                  const char **error)
{
    DWORD mode, count = 0, most = size < MAXLONG ? (DWORD)size : MAXLONG;
    BOOL done = GetConsoleMode((HANDLE)file, &mode) ? write_console((HANDLE)file, mode, bytes, size, &count)
                                                    : WriteFile((HANDLE)file, bytes, most, &count, NULL);
    DWORD number = done ? ERROR_DISK_FULL : GetLastError();
    *put = count;
    if (done && count)
        return true;
    set_system_error(arena, error, number);
    if (number == ERROR_NO_DATA || number == ERROR_BROKEN_PIPE || number == ERROR_PIPE_NOT_CONNECTED)
        *error = file_reader_gone;
    return false;
}

bool system_close(struct arena *arena, system_file file, const char **error)
{
    return CloseHandle((HANDLE)file) || set_system_error(arena, error, GetLastError());
}

/* ---- Directories ---- */

bool file_list(struct arena *arena, const char *directory, struct buffer *entries, const char **error)
{
    const DWORD not_regular = FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_REPARSE_POINT | FILE_ATTRIBUTE_DEVICE;
    struct wide wide;
    WIN32_FIND_DATAW found;
    if (!widen_path(path_join(arena, &path_windows, directory, "*"), &wide))
        return set_system_error(arena, error, GetLastError());
    HANDLE search = FindFirstFileW(wide.text, &found);
    if (search == INVALID_HANDLE_VALUE)
        return GetLastError() == ERROR_FILE_NOT_FOUND || set_system_error(arena, error, GetLastError());
    do {
        bool is_regular = !(found.dwFileAttributes & not_regular);
        struct file_entry entry = {narrow_path(arena, found.cFileName), is_regular};
        buffer_add(entries, &entry, sizeof entry);
    } while (FindNextFileW(search, &found));
    DWORD number = GetLastError();
    FindClose(search);
    return number == ERROR_NO_MORE_FILES || set_system_error(arena, error, number);
}

bool file_make_directory(struct arena *arena, const char *path, const char **error)
{
    struct wide wide;
    if (is_device(path))
        return set_system_error(arena, error, ERROR_ALREADY_EXISTS);
    return (widen_path(path, &wide) && CreateDirectoryW(wide.text, NULL)) ||
           set_system_error(arena, error, GetLastError());
}

void file_remove_directory(const char *path)
{
    struct wide wide;
    if (widen_path(path, &wide))
        RemoveDirectoryW(wide.text);
}

void file_remove(const char *path)
{
    struct wide wide;
    if (widen_path(path, &wide))
        DeleteFileW(wide.text);
}

int file_rename(const char *path, const char *name)
{
    struct wide from, to;
    bool done = widen_path(path, &from) && widen_path(name, &to) &&
                MoveFileExW(from.text, to.text, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH);
    return done ? 0 : (int)GetLastError();
}

bool file_make_private_directory(struct arena *arena, const char *path, const char **error)
{
    return file_make_directory(arena, path, error);
}

const char *file_state_directory(struct arena *arena)
{
    const char *state = file_environment(arena, "LOCALAPPDATA");
    return state ? path_join(arena, &path_windows, path_with_slashes(arena, &path_windows, state), "strata") : NULL;
}

const char *file_cache_directory(struct arena *arena)
{
    (void)arena;
    return NULL;
}

bool file_is_private(const char *path, enum file_kind kind)
{
    return !system_is_link(path) && file_kind(path) == kind;
}

/* Locks a directory by a file beside it that contains the process number. The system removes the file when its handle
 * is closed. */
bool file_lock(struct arena *arena, const char *directory, intptr_t *lock, const char **error)
{
    const char *real = system_real(arena, directory);
    const uint64_t begun = file_ticks();
    struct wide wide;
    *lock = FILE_NO_LOCK;
    if (!real || !widen_path(arena_format(arena, "%s.strata-lock", real), &wide))
        return true;
    for (;;) {
        HANDLE made = CreateFileW(wide.text, GENERIC_WRITE | DELETE, FILE_SHARE_READ, NULL, CREATE_ALWAYS,
                                  FILE_ATTRIBUTE_HIDDEN | FILE_FLAG_DELETE_ON_CLOSE, NULL);
        DWORD number = GetLastError(), process = GetCurrentProcessId(), size;
        uint64_t waited = file_ticks() - begun;
        if (made != INVALID_HANDLE_VALUE) {
            WriteFile(made, &process, sizeof process, &size, NULL);
            *lock = (intptr_t)made;
            return true;
        }
        /* true if the other process is just closing its handle */
        bool is_ending = number == ERROR_ACCESS_DENIED && waited < LOCK_END_MOST;
        if (number != ERROR_SHARING_VIOLATION && !is_ending)
            return true;
        if (waited < LOCK_WAIT_MOST) {
            Sleep(5);
            continue;
        }
        HANDLE held = CreateFileW(wide.text, GENERIC_READ, SHARED, NULL, OPEN_EXISTING, 0, NULL);
        bool is_known = held != INVALID_HANDLE_VALUE && ReadFile(held, &process, sizeof process, &size, NULL) &&
                        size == sizeof process;
        CloseHandle(held);
        *error = "another run is writing to it";
        if (is_known)
            *error = arena_format(arena, "process %lu is writing to it", process);
        return false;
    }
}

void file_unlock(intptr_t lock)
{
    if (lock != FILE_NO_LOCK)
        CloseHandle((HANDLE)lock);
}

int file_link(const char *path, const char *name)
{
    struct wide from, to;
    bool done = widen_path(path, &from) && widen_path(name, &to) && CreateHardLinkW(to.text, from.text, NULL);
    return done ? 0 : (int)GetLastError();
}

/* Does nothing, because renames are written through to disk. */
int file_sync_directory(const char *path)
{
    (void)path;
    return 0;
}

/* Syncs files. Skips read-only files, which Windows cannot open for syncing. */
bool file_sync(struct arena *arena, const char *const *paths, size_t count, const char **path, const char **error)
{
    for (size_t i = 0; i < count; i++) {
        HANDLE file = open_wide(paths[i], GENERIC_WRITE);
        if (file == INVALID_HANDLE_VALUE)
            continue;
        DWORD number = FlushFileBuffers(file) ? 0 : GetLastError();
        CloseHandle(file);
        if (number) {
            *path = paths[i];
            return set_system_error(arena, error, number);
        }
    }
    return true;
}

/* ---- The process ---- */

char **file_arguments(struct arena *arena, int *count, char **arguments)
{
    wchar_t **wide = CommandLineToArgvW(GetCommandLineW(), count);
    if (!wide)
        return arguments;
    arguments = ARENA_ARRAY(arena, char *, (size_t)*count + 1);
    for (int i = 0; i < *count; i++)
        arguments[i] = narrow_path(arena, wide[i]);
    LocalFree(wide);
    return arguments;
}

/* Held while files are put in place, because another thread handles console events. base/cleanup.h lists this
 * variable. */
static SRWLOCK ending = SRWLOCK_INIT;
static void (*before_ending)(void);

static BOOL WINAPI on_ending(DWORD event)
{
    (void)event;
    AcquireSRWLockExclusive(&ending); /* the lock is not released, so that no file is made from here on */
    before_ending();
    return FALSE;
}

void file_hold_signals(bool hold)
{
    if (hold)
        AcquireSRWLockExclusive(&ending);
    else
        ReleaseSRWLockExclusive(&ending);
}

void file_handle_signals(void (*before)(void))
{
    before_ending = before;
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOOPENFILEERRORBOX);
    SetConsoleCtrlHandler(on_ending, TRUE);
}

const char *file_environment(struct arena *arena, const char *name)
{
    wchar_t wide[256];
    struct wide value;
    if (!MultiByteToWideChar(CP_UTF8, 0, name, -1, wide, sizeof wide / sizeof *wide))
        return NULL;
    DWORD length = GetEnvironmentVariableW(wide, value.text, WIDE_MOST);
    return length && length < WIDE_MOST ? narrow_path(arena, value.text) : NULL;
}

const char *file_program(struct arena *arena, const char *argument)
{
    static const char mark[] = "//?/";
    struct wide wide;
    DWORD length = GetModuleFileNameW(NULL, wide.text, WIDE_MOST);
    (void)argument;
    if (!length || length >= WIDE_MOST)
        return NULL;
    const char *path = path_with_slashes(arena, &path_windows, file_follow(arena, narrow_path(arena, wide.text)));
    bool is_drive = !strncmp(path, mark, strlen(mark)) && path[strlen(mark) + 1] == ':';
    return path + (is_drive ? strlen(mark) : 0);
}

uint32_t file_host(void)
{
    wchar_t name[MAX_COMPUTERNAME_LENGTH + 1];
    DWORD length = MAX_COMPUTERNAME_LENGTH + 1;
    if (!GetComputerNameW(name, &length))
        length = 0;
    return hash_add(HASH_NOTHING, (const char *)name, length * sizeof *name);
}

unsigned long file_process(void)
{
    return GetCurrentProcessId();
}

bool file_is_running(unsigned long process)
{
    HANDLE found = OpenProcess(SYNCHRONIZE, FALSE, process);
    if (!found)
        return GetLastError() != ERROR_INVALID_PARAMETER;
    bool is_running = WaitForSingleObject(found, 0) != WAIT_OBJECT_0;
    CloseHandle(found);
    return is_running;
}

bool file_is_terminal(int descriptor)
{
    HANDLE file = (HANDLE)system_standard(descriptor);
    DWORD mode;
    return GetConsoleMode(file, &mode) && SetConsoleMode(file, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING) &&
           SetConsoleMode(file, mode);
}

size_t file_terminal_width(int descriptor)
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    if (!GetConsoleScreenBufferInfo((HANDLE)system_standard(descriptor), &info))
        return 80;
    int width = info.srWindow.Right - info.srWindow.Left + 1;
    return width > 0 ? (size_t)width : 80;
}

/* Returns false: a program can set every time of a file that Windows shows, so a state would prove nothing. */
bool file_find_state(const char *path, struct file_state *state)
{
    (void)path;
    *state = (struct file_state){0};
    return false;
}

uint64_t file_time(void)
{
    return 0;
}

void file_observe(void (*observer)(void *user, const char *path), void *user)
{
    (void)observer;
    (void)user;
}

uint64_t file_ticks(void)
{
    return GetTickCount64();
}

/* Finds a function of a library. Searches the program's directory and the system's, but not the current directory. */
file_function file_find_function(const char *const *libraries, const char *name)
{
    HMODULE library = NULL;
    while (!library && *libraries)
        library = LoadLibraryExA(*libraries++, NULL, LOAD_LIBRARY_SEARCH_DEFAULT_DIRS);
    return library ? (file_function)(void (*)(void))GetProcAddress(library, name) : NULL;
}
