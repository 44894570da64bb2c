#include "lsp/failure.h"

#include "base/json.h"
#include "lsp/session.h"

static bool has_failure(const struct session *session, enum document_failure failure)
{
    const struct document *document = session->documents;
    while (document && document->failure != failure)
        document = document->next;
    return document != NULL;
}

/* Marks all texts as checked. */
static void end_check(struct session *session)
{
    for (struct document *document = session->documents; document; document = document->next)
        document->is_changed = false;
    session->is_everything_old = false;
}

/* Returns the text that caused the failure of a check, if only one is possible: the text that was checked alone, or the
 * only text that has changed. Otherwise returns NULL. */
static struct document *find_cause(const struct session *session, const char *path)
{
    struct document *cause = NULL;
    if (!path)
        return NULL;
    if (session->is_careful)
        return document_find(session->documents, path);
    for (struct document *document = session->documents; document; document = document->next) {
        if (document->is_changed && cause)
            return NULL;
        if (document->is_changed)
            cause = document;
    }
    return cause;
}

const struct document *failure_note(struct session *session, const char *path, bool *is_again)
{
    struct document *cause = find_cause(session, path);
    *is_again = cause && cause->failure == DOCUMENT_MENDED;
    if (cause)
        cause->failure = DOCUMENT_FAILED;
    session->is_everything_old = true;
    if (session->is_careful && !cause) /* checking all texts together would fail again */
        end_check(session);
    session->is_careful = true;
    return cause;
}

void failure_forget(struct session *session)
{
    for (struct document *document = session->documents; document; document = document->next)
        document->failure = DOCUMENT_FINE;
    session_change(session);
    session->is_careful = false;
    session->is_workspace_old = true;
    session->is_everything_old = true;
}

/* Ends a check. If no text fails alone, all texts are checked together once more, because the failure may have had
 * another cause. */
void failure_end_check(struct session *session)
{
    bool is_mended = has_failure(session, DOCUMENT_MENDED), is_failed = has_failure(session, DOCUMENT_FAILED);
    end_check(session);
    if (!session->is_careful) {
        session->is_retried = false;
    } else if (is_mended || (!is_failed && !session->is_retried)) {
        session->is_retried = !is_mended;
        failure_forget(session);
    }
}

void failure_change_disk(struct session *session)
{
    if (session->is_careful && !has_failure(session, DOCUMENT_FAILED)) {
        session->is_retried = false;
        failure_forget(session);
    }
}

void failure_write_finding(struct json *json)
{
    json_raw(json, "{\"range\":{\"start\":{\"line\":0,\"character\":0},\"end\":{\"line\":0,\"character\":0}},"
                   "\"severity\":1,\"source\":\"strata\",\"message\":\"strata failed to check this text, and checks "
                   "it again when it is edited\"}");
}
