#include "render/context_parts.h"

struct value context_print(const struct render *render, size_t file_index)
{
    return value_object(context_file(render, file_index, "_print"));
}
