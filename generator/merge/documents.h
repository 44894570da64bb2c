/*
 * Documents are specs of published pages, inside a directory of specs that an import of kernels made. They lie in a
 * subdirectory and begin with `default;`, so a structure from kernels replaces a structure of a document with the same
 * name. The folding of kernels ignores documents.
 */
#ifndef MERGE_DOCUMENTS_H
#define MERGE_DOCUMENTS_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct buffer;
struct kernel;
struct program;

/* The name of the subdirectory for documents, with a trailing slash. */
extern const char merge_documents_directory[];

/* True if the specs of a directory were made by an import of kernels. */
bool merge_takes_documents(struct arena *arena, const char *directory);

/* Makes a program ignore the documents of a directory of specs. */
void merge_leave_out_documents(struct program *program, const char *directory);

/* Compares the documents of a directory with its kernels (merge/against.h). `texts` is a buffer of struct program_text
 * with the new texts of changed files. Compares with the given kernels only. If `kernels` is NULL, compares with all
 * that the directory attests; then also no two files may declare the same name. Returns false, and reports the errors,
 * if the specs have errors. */
bool merge_compare_documents(const struct program *user, const char *directory, const struct buffer *texts,
                       const struct kernel *const *kernels, size_t kernel_count);

#endif
