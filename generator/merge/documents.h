/*
 * Documents beside kernels: specs of published pages in a directory that an import of kernels made. They stand below a
 * directory of their own and begin with `default;`, so that a structure of kernels replaces one of the same name. The
 * folding of kernels does not see them.
 */
#ifndef MERGE_DOCUMENTS_H
#define MERGE_DOCUMENTS_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct buffer;
struct kernel;
struct program;

/* The name of the directory of documents, with a slash behind it. */
extern const char merge_documents_directory[];

/* True if an import of kernels made the specs of a directory. */
bool merge_takes_documents(struct arena *arena, const char *directory);

/* Lets a program leave out the documents of a directory of specs. */
void merge_leave_out_documents(struct program *program, const char *directory);

/* Compares the documents of a directory with its kernels (merge/against.h). `texts` is a buffer of struct program_text:
 * files that change. Only the given kernels count; NULL: all that the directory attests, and no two files may declare
 * the same. Returns false, and reports that, if the specs have errors. */
bool merge_compare_documents(const struct program *user, const char *directory, const struct buffer *texts,
                       const struct kernel *const *kernels, size_t kernel_count);

#endif
