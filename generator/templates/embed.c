/*
 * Build tool, run as `embed NAME FILES...`: writes the files as C arrays to standard output, and NAME as the list of
 * them. String literals would not do, because C guarantees only 4,095 characters.
 */
#include <stdio.h>
#include <string.h>

static const char suffix[] = ".mustache";

/* Writes the file's name without its directory, and without the suffix of a template. */
static void write_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    size_t size = strlen(name);
    if (size > sizeof suffix - 1 && !strcmp(name + size - (sizeof suffix - 1), suffix))
        size -= sizeof suffix - 1;
    printf("\"%.*s\"", (int)size, name);
}

static int write_bytes(size_t index, const char *path)
{
    FILE *file = fopen(path, "rb");
    int c;
    if (!file) {
        fprintf(stderr, "embed: %s cannot be read\n", path);
        return 1;
    }
    printf("\n/* %s */\nstatic const char text_%zu[] = {", strrchr(path, '/') ? strrchr(path, '/') + 1 : path, index);
    for (size_t i = 0; (c = getc(file)) != EOF; i++) {
        printf(i % 20 ? " " : "\n    ");
        if (c >= 0x20 && c < 0x7F && c != '\'' && c != '\\')
            printf("'%c',", c);
        else
            printf("'\\%03o',", (unsigned)c);
    }
    printf("\n    '\\0', '\\0'};\n");
    int failed = ferror(file);
    fclose(file);
    if (failed)
        fprintf(stderr, "embed: %s cannot be read\n", path);
    return failed;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fputs("usage: embed NAME FILES...\n", stderr);
        return 1;
    }
    const char *list = argv[1];
    size_t count = (size_t)argc - 2;
    printf("/* Written by generator/templates/embed.c. */\n#include \"mustache/templates.h\"\n");
    for (size_t i = 0; i < count; i++)
        if (write_bytes(i, argv[i + 2]))
            return 1;
    printf("\nconst struct embedded_file %s[] = {\n", list);
    for (size_t i = 0; i < count; i++) {
        printf("    {");
        write_name(argv[i + 2]);
        printf(", text_%zu, sizeof text_%zu - 2},\n", i, i);
    }
    printf("};\n\nconst size_t %s_count = %zu;\n", list, count);
    return fflush(stdout) || ferror(stdout) ? 1 : 0;
}
