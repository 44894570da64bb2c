/*
 * The time that yajl takes to parse a file, which is the least that an importer of JSON by yajl takes: yajl FILE.
 *
 * Its callbacks count the values. Prints nothing; the exit status is 1 if the file is not JSON.
 */
#include <stdio.h>
#include <stdlib.h>
#include <yajl/yajl_parse.h>

static int count(void *context)
{
    ++*(size_t *)context;
    return 1;
}

static int count_boolean(void *context, int value)
{
    (void)value;
    return count(context);
}

static int count_text(void *context, const char *text, size_t size)
{
    (void)text;
    (void)size;
    return count(context);
}

static int count_string(void *context, const unsigned char *text, size_t size)
{
    (void)text;
    (void)size;
    return count(context);
}

static const yajl_callbacks callbacks = {
    .yajl_null = count,
    .yajl_boolean = count_boolean,
    .yajl_number = count_text,
    .yajl_string = count_string,
    .yajl_start_map = count,
    .yajl_map_key = count_string,
    .yajl_end_map = count,
    .yajl_start_array = count,
    .yajl_end_array = count,
};

int main(int argc, char **argv)
{
    static unsigned char piece[1 << 16];
    size_t values = 0, size;
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    yajl_handle parser = yajl_alloc(&callbacks, NULL, &values);
    yajl_status status = yajl_status_ok;

    if (!file || !parser)
        return 2;
    while (status == yajl_status_ok && (size = fread(piece, 1, sizeof piece, file)) > 0)
        status = yajl_parse(parser, piece, size);
    if (status == yajl_status_ok)
        status = yajl_complete_parse(parser);
    yajl_free(parser);
    fclose(file);
    return status == yajl_status_ok && values > 0 ? 0 : 1;
}
