/* A supervisor's hand, from afar. What the service's own login may not, no token may. */
#include "config.h"

#include <string.h>

#include "src/api/api_parts.h"
#include "src/api/body.h"
#include "src/api/handlers.h"
#include "src/api/hold_answer.h"
#include "src/api/reply.h"
#include "src/base/member.h"

enum { SEATS_MOST = 5000, HOLDS_MOST = 100 };

static bool read_reason(struct exchange *x)
{
    const char *reason;
    return body_need_text(x, "reason", REASON_TEXT, &reason) && body_why(x);
}

static bool read_seats(struct exchange *x)
{
    return body_need_text(x, "showId", SLUG_TEXT, &x->cmd.u.seats.show) &&
           body_texts(x, "showSeatIds", SEATS_MOST, &x->cmd.u.seats.labels, &x->cmd.u.seats.count);
}

/* Done, or with the code of what was in the way; the object is left open. */
static void begin_done(struct json_out *doc, const char *id, enum verdict verdict)
{
    member_object(doc, NULL);
    member_text(doc, "id", id);
    member_bool(doc, "done", !verdict);
    member_text_or_null(doc, "code", verdict ? verdict_code(verdict) : NULL);
}

static void write_done(struct json_out *doc, const char *id, enum verdict verdict)
{
    begin_done(doc, id, verdict);
    json_object_end(doc);
}

/* They are changed together or not at all. */
static void answer_seats(struct exchange *x)
{
    const struct outcome *out = &x->evt.outcome;
    struct json_out *doc = reply_doc(x);
    member_array(doc, "seats");
    for (int i = 0; i < x->cmd.u.seats.count; i++)
        write_done(doc, x->cmd.u.seats.labels[i], VERDICT_OK);
    json_array_end(doc);
    member_bool(doc, "changed", out->changed);
    member_bool(doc, "replay", out->replay);
    reply_doc_end(x, 200);
}

/* ---- release ----------------------------------------------------------------------------------
 */

struct tally {
    const char *what; /* "seats" or "holds" */
    int all, released, were_free, refused;
};

static void put_tally(struct exchange *x, const struct tally *tally)
{
    struct json_out *doc = x->doc;
    member_text(doc, "status",
                !tally->refused               ? "released"
                : tally->refused < tally->all ? "partly_released"
                                              : "not_released");
    member_object(doc, "counts");
    member_int(doc, tally->what, tally->all);
    member_int(doc, "released", tally->released);
    member_int(doc, "already_free", tally->were_free);
    member_int(doc, "refused", tally->refused);
    json_object_end(doc);
    why_put(x);
    member_text(doc, "message",
                arena_printf(x->arena, "Released %d of %d %s; %d free already, %d refused.",
                             tally->released, tally->all, tally->what, tally->were_free,
                             tally->refused));
}

/* Each on its own merits: sold seats and those being paid for stay as they are. */
static void answer_released(struct exchange *x)
{
    const struct outcome *out = &x->evt.outcome;
    struct json_out *doc = reply_doc(x);
    struct tally tally = {"seats", out->each_count, 0, 0, 0};
    member_array(doc, "seats");
    for (int i = 0; i < out->each_count; i++) {
        const struct seat_outcome *seat = &out->each[i];
        begin_done(doc, seat->label, seat->verdict);
        member_bool(doc, "already_free", seat->was_free);
        json_object_end(doc);
        tally.were_free += seat->was_free;
        tally.refused += seat->verdict != VERDICT_OK;
    }
    json_array_end(doc);
    tally.released = tally.all - tally.were_free - tally.refused;
    put_tally(x, &tally);
    member_bool(doc, "changed", out->changed);
    member_bool(doc, "replay", out->replay);
    reply_doc_end(x, 200);
}

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
    struct tally tally = {"holds", count, 0, 0, 0};
    member_array(doc, "holds");
    for (int i = 0; i < count; i++) {
        write_done(doc, holds[i], verdicts[i]);
        tally.refused += verdicts[i] != VERDICT_OK;
    }
    json_array_end(doc);
    tally.released = count - tally.refused;
    put_tally(x, &tally);
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
            reply_refused(x, &x->evt.outcome);
            return;
        }
    }
    answer_holds(x, holds, verdicts, count);
}

void do_admin_release(struct exchange *x)
{
    const char *const *holds;
    int count;
    if (!read_reason(x) || !body_texts(x, "holdIds", HOLDS_MOST, &holds, &count))
        return;
    if (count && (body_has(x, "showId") || body_has(x, "showSeatIds"))) {
        reply_invalid(x,
                      "Name holds (\"holdIds\") or seats of a show (\"showSeatIds\"), not both.");
        return;
    }
    if (count) {
        release_holds(x, holds, count);
        return;
    }
    if (read_seats(x) && exchange_ask(x, CMD_FREE_SEATS))
        answer_released(x);
}

/* ---- block ------------------------------------------------------------------------------------
 */

void do_admin_block(struct exchange *x)
{
    if (read_reason(x) && read_seats(x) && exchange_ask(x, CMD_BLOCK))
        answer_seats(x);
}

void do_admin_unblock(struct exchange *x)
{
    if (read_reason(x) && read_seats(x) && exchange_ask(x, CMD_UNBLOCK))
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
    for (int verdict = VERDICT_OK + 1; verdict < VERDICT_COUNT; verdict++) {
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

static const char *write_maps(struct exchange *x, const struct map_beside *maps, int count)
{
    struct json_out *doc = json_out_new();
    json_object_begin(doc);
    member_array(doc, "maps");
    for (int i = 0; i < count; i++) {
        member_object(doc, NULL);
        member_text(doc, "show", maps[i].show);
        member_int(doc, "seats", maps[i].held);
        member_int(doc, "last_event", maps[i].last_event);
        member_int(doc, "blocks_differ", maps[i].blocks_differ);
        json_object_end(doc);
    }
    json_array_end(doc);
    json_object_end(doc);
    const char *text = arena_strdup(x->arena, json_out_text(doc, NULL));
    json_out_free(&doc);
    return text;
}

/* The maps that this service hands out stand beside what the command line says. */
void do_admin_status(struct exchange *x)
{
    struct map_beside *maps;
    struct err err;
    int count, status;
    x->cmd.u.text = "status --json";
    if (!exchange_ask(x, CMD_LINE))
        return;
    const char *text = x->evt.u.text, *end = strrchr(text, '}');
    status = status_of(text);
    if (status == 200 && end &&
        !seat_maps_compare(x->api->maps, x->engine->store, &x->engine->clock, x->arena, &maps,
                           &count, &err))
        text = arena_printf(x->arena, "%.*s,%s\n", (int)(end - text), text,
                            write_maps(x, maps, count) + 1);
    reply_text(x, status, "application/json", text);
}

void do_admin_reconcile(struct exchange *x)
{
    answer_line(x, "reconcile --json");
}
