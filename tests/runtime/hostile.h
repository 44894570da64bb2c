/* Macros of <windows.h>, of Qt and their like. They may touch no generated identifier, and no member's name in a macro's
 * call. */
#define interface struct
#define small char
#define IN
#define OUT
#define OPTIONAL
#define far
#define near
#define pascal __stdcall
#define cdecl __cdecl
#define hyper __int64
#define CONST const
#define VOID void
#define ERROR 0
#define DELETE 0x00010000L
#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#define STATUS_WAIT_0 0
#define slots
#define signals public
#define emit
#define foreach for
#define unix 1
#define linux 1
