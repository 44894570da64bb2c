#include "base/diag_parts.h"

void diags_write(struct diags *diags, struct buffer *out, enum diag_format format, bool colour)
{
    diags_sort(diags);
    switch (format) {
    case DIAG_FORMAT_TEXT:
        diags_write_text(diags, out, colour);
        break;
    case DIAG_FORMAT_JSON:
        diags_write_json(diags, out);
        break;
    case DIAG_FORMAT_SARIF:
        diags_write_sarif(diags, out);
        break;
    }
}
