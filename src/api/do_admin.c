/* A supervisor's hand, from afar. What the service's own login may not, no token may. */
#include "config.h"

#include <string.h>

#include "src/api/api_parts.h"
#include "src/api/body.h"
#include "src/api/handlers.h"
#include "src/api/reply.h"
#include "src/base/member.h"

enum { SEATS_MOST = 5000, HOLDS_MOST = 100 };

static bool read_reason(struct exchange *x)
{
    return body_need_text(x, "reason", REASON_TEXT, &x->cmd.meta.reason) &&
           body_text(x, "notes", NOTE_TEXT, &x->cmd.meta.note);
}

static bool read_seats(struct exchange *x)
{
    return body_need_text(x, "showId", SLUG_TEXT, &x->cmd.u.seats.show) &&
           body_texts(x, "showSeatIds", SEATS_MOST, &x->cmd.u.seats.labels, &x->cmd.u.seats.count);
}

/* Done, or with the code of what was in the way. */
static void write_done(struct json_out *doc, const char *id, enum verdict verdict)
{
    member_object(doc, NULL);
    member_text(doc, "id", id);
    member_bool(doc, "done", !verdict);
    member_text_or_null(doc, "code", verdict ? verdict_code(verdict) : NULL);
    json_object_end(doc);
}

/* Seat by seat: of those that are released, sold ones and those being paid for stay as they are;
 * others are changed together or not at all. */
static void answer_seats(struct exchange *x)
{
    const struct outcome *out = &x->evt.outcome;
    struct json_out *doc = reply_doc(x);
    member_array(doc, "seats");
    for (int i = 0; i < x->cmd.u.seats.count; i++)
        write_done(doc, x->cmd.u.seats.labels[i],
                   i < out->each_count ? out->each[i].verdict : VERDICT_OK);
    json_array_end(doc);
    member_bool(doc, "changed", out->changed);
    member_bool(doc, "replay", out->replay);
    reply_doc_end(x, 200);
}

/* ---- release ----------------------------------------------------------------------------------
 */

static enum verdict let_go(struct exchange *x, const char *text)
{
    struct uuid id;
    if (!uuid_parse(text, &id))
        return VERDICT_HOLD_NOT_FOUND;
    exchange_key_part(x, text);
    x->cmd.id = 1;
    x->cmd.kind = CMD_RELEASE;
    x->cmd.u.one_hold.hold = id;
    x->cmd.u.one_hold.labels = NULL;
    x->cmd.u.one_hold.count = 0;
    x->cmd.u.one_hold.override = true;
    x->engine->serve(x->engine->ctx, &x->cmd, &x->evt);
    return x->evt.outcome.verdict;
}

static void answer_holds(struct exchange *x, const char *const *holds, const enum verdict *verdicts,
                         int count)
{
    struct json_out *doc = reply_doc(x);
    member_array(doc, "holds");
    for (int i = 0; i < count; i++)
        write_done(doc, holds[i], verdicts[i]);
    json_array_end(doc);
    reply_doc_end(x, 200);
}

/* Each hold is an act of its own, under a key of its own. When the house is away nobody is kept
 * waiting for the rest of them: under the same key all of it is asked again. */
static void release_holds(struct exchange *x, const char *const *holds, int count)
{
    enum verdict verdicts[HOLDS_MOST];
    for (int i = 0; i < count; i++) {
        verdicts[i] = let_go(x, holds[i]);
        if (verdicts[i] == VERDICT_UNAVAILABLE) {
            reply_unavailable(x);
            return;
        }
    }
    answer_holds(x, holds, verdicts, count);
}

void do_admin_release(struct exchange *x)
{
    const char *const *holds;
    int count;
    if (!exchange_key(x) || !body_read(x) || !read_reason(x) ||
        !body_texts(x, "holdIds", HOLDS_MOST, &holds, &count))
        return;
    if (count) {
        release_holds(x, holds, count);
        return;
    }
    if (read_seats(x) && exchange_ask(x, CMD_FREE_SEATS))
        answer_seats(x);
}

/* ---- block ------------------------------------------------------------------------------------
 */

void do_admin_block(struct exchange *x)
{
    if (exchange_key(x) && body_read(x) && read_reason(x) && read_seats(x) &&
        exchange_ask(x, CMD_BLOCK))
        answer_seats(x);
}

void do_admin_unblock(struct exchange *x)
{
    if (exchange_key(x) && body_read(x) && read_reason(x) && read_seats(x) &&
        exchange_ask(x, CMD_UNBLOCK))
        answer_seats(x);
}

/* ---- what the command line says, too ------------------------------------------------------------
 */

static int status_of(const char *document)
{
    static const char refused[] = "{\"error\":{\"code\":\"";
    if (strncmp(document, refused, sizeof refused - 1) != 0)
        return 200;
    const char *code = document + sizeof refused - 1;
    for (int verdict = VERDICT_OK + 1; verdict < VERDICT_NOT_FOUND; verdict++) {
        const char *known = verdict_code((enum verdict)verdict);
        if (strncmp(code, known, strlen(known)) == 0 && code[strlen(known)] == '"')
            return reply_status((enum verdict)verdict);
    }
    return 500;
}

static void answer_line(struct exchange *x, const char *line)
{
    x->cmd.u.text = line;
    if (exchange_ask(x, CMD_LINE))
        reply_text(x, status_of(x->evt.u.text), "application/json", x->evt.u.text);
}

void do_admin_status(struct exchange *x)
{
    answer_line(x, "status --json");
}

void do_admin_reconcile(struct exchange *x)
{
    answer_line(x, "reconcile --json");
}
