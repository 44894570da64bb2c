/*
 * Libraries in WebAssembly: there are none to load. See posix.h.
 */
#ifndef WASM_DLFCN_H
#define WASM_DLFCN_H

enum { RTLD_NOW, RTLD_LOCAL };

void *dlopen(const char *path, int mode);
void *dlsym(void *library, const char *name);

#endif
