/* What the house has not got of journals, on PostgreSQL (port/office.h). */
#include "config.h"

#include "src/adapter/pg_office_rules.h"

#include <stdlib.h>

#include "src/base/text.h"
#include "src/domain/act_bytes.h"

static void get_known(struct query *q, struct tail *tail)
{
    struct tail_known known = {.epoch = (uint32_t)pg_get_int(q)};
    known.start_seq = (uint64_t)pg_get_int(q);
    known.last_seq = (uint64_t)pg_get_int(q);
    known.had = (uint64_t)pg_get_int(q);
    tail->missing = tail_missing(&tail->mark, &known);
}

/* What arrived under this number says itself what it is: of a journal that was copied it may be
 * another act than the one on the paper. */
static void read_act(const uint8_t *body, uint32_t size, struct tail *tail)
{
    struct arena *arena = arena_new();
    struct changeset *act = changeset_new(arena);
    struct entry entry;
    if (entry_read(arena, body, size, &entry) == ENTRY_GOOD && entry.payload_size &&
        act_read(entry.payload, entry.payload_size, act)) {
        text_copy(tail->actor, sizeof tail->actor, act->actor.name);
        if (act->sales.count)
            text_copy(tail->code, sizeof tail->code, act->sales.at[0].code);
    }
    arena_free(&arena);
}

static void get_act(struct query *q, struct tail *tail)
{
    tail->made_at = pg_get_int(q);
    int64_t size = pg_get_int(q);
    bool readable = size > 0 && size <= ENTRY_BYTES_MOST;
    uint8_t *body = readable ? x_alloc((size_t)size) : NULL;
    pg_get_bytes(q, body, readable ? (size_t)size : 0);
    if (readable)
        read_act(body, (uint32_t)size, tail);
    free(body);
}

static void get_tail(struct query *q, struct tail *tail)
{
    pg_get_text(q, tail->till, sizeof tail->till);
    tail->mark.till = (uint16_t)pg_get_int(q);
    tail->mark.epoch = (uint32_t)pg_get_int(q);
    tail->mark.seq = (uint64_t)pg_get_int(q);
    pg_get_text(q, tail->told_by, sizeof tail->told_by);
    tail->told_at = pg_get_int(q);
    get_known(q, tail);
    tail->state = (enum entry_state)pg_get_int(q);
    tail->reason = (enum verdict)pg_get_int(q);
    tail->arrived_at = pg_get_int(q);
    tail->quarantine = (enum quarantine)pg_get_int(q);
    tail->heard_at = pg_get_int(q);
    pg_get_text(q, tail->struck_by, sizeof tail->struck_by);
    tail->struck_at = pg_get_int(q);
    pg_get_text(q, tail->struck_for, sizeof tail->struck_for);
    get_act(q, tail);
}

static void put_mark(struct query *q, const struct entry_mark *mark)
{
    pg_put_int(q, mark->till);
    pg_put_int(q, mark->epoch);
    pg_put_int(q, (int64_t)mark->seq);
}

static enum rc note(struct pg *pg, const struct entry_mark *mark, struct err *err)
{
    struct query q = pg_query_start(pg, pg_sql_note_tail);
    put_mark(&q, mark);
    (void)pg_query_row(&q);
    return pg_query_end(&q, err);
}

enum rc pg_tail(struct store *store, const struct entry_mark *mark, struct tail *out, bool *found,
                struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_list_tails);
    *out = (struct tail){0};
    put_mark(&q, mark);
    *found = pg_query_row(&q);
    if (*found)
        get_tail(&q, out);
    enum rc rc = pg_query_end(&q, err);
    return rc == RC_OK && out->missing ? note(pg_of(store), mark, err) : rc;
}

enum rc pg_tails(struct store *store, struct arena *arena, struct tail **out, int *count,
                 struct err *err)
{
    LIST(struct tail) list = {0};
    struct query q = pg_query_start(pg_of(store), pg_sql_list_tails);
    for (int i = 0; i < 3; i++)
        pg_put_null(&q);
    while (pg_query_row(&q)) {
        struct tail tail = {0};
        get_tail(&q, &tail);
        if (tail.missing)
            *LIST_ADD(arena, &list) = tail;
    }
    *out = list.at;
    *count = list.count;
    return pg_query_end(&q, err);
}

enum rc pg_strike_tail(struct store *store, const struct entry_mark *mark, const char *reason,
                       enum verdict *verdict, struct err *err)
{
    struct pg *pg = pg_of(store);
    struct query q = pg_query_start(pg, pg_sql_strike_tail);
    put_mark(&q, mark);
    pg_put_text(&q, reason);
    int64_t answer = pg_query_row(&q) ? pg_get_int(&q) : 0;
    enum rc rc = pg_query_end(&q, err);
    *verdict = answer == -1 ? VERDICT_NOT_FOUND : VERDICT_OK;
    return rc == RC_OK && answer < -1 ? pg_verdict(pg, answer, verdict, err) : rc;
}

/* ---- a house that went back ----------------------------------------------------------------- */

static void get_went_back(struct query *q, struct went_back *went)
{
    went->no = (int32_t)pg_get_int(q);
    pg_get_text(q, went->past, sizeof went->past);
    pg_get_text(q, went->before, sizeof went->before);
    went->noticed_at = pg_get_int(q);
    went->since = pg_get_int(q);
    pg_get_text(q, went->settled_by, sizeof went->settled_by);
    went->settled_at = pg_get_int(q);
    pg_get_text(q, went->settled_for, sizeof went->settled_for);
    pg_get_text(q, went->till, sizeof went->till);
    went->lost = pg_get_int(q);
    went->back = pg_get_int(q);
    went->refused = pg_get_int(q);
    went->payments = pg_get_int(q);
    went->open = pg_get_int(q);
    pg_get_text(q, went->open_refs, sizeof went->open_refs);
}

enum rc pg_went_back(struct store *store, struct arena *arena, struct went_back **out, int *count,
                     struct err *err)
{
    LIST(struct went_back) list = {0};
    struct query q = pg_query_start(pg_of(store), pg_sql_list_went_back);
    while (pg_query_row(&q))
        get_went_back(&q, LIST_ADD(arena, &list));
    *out = list.at;
    *count = list.count;
    return pg_query_end(&q, err);
}

enum rc pg_settle_went_back(struct store *store, int32_t no, const char *reason,
                            enum verdict *verdict, struct err *err)
{
    struct pg *pg = pg_of(store);
    struct query q = pg_query_start(pg, pg_sql_settle_went_back);
    pg_put_int(&q, no);
    pg_put_text(&q, reason);
    int64_t answer = pg_query_row(&q) ? pg_get_int(&q) : 0;
    enum rc rc = pg_query_end(&q, err);
    *verdict = answer == -1 ? VERDICT_NOT_FOUND : VERDICT_OK;
    return rc == RC_OK && answer < -1 ? pg_verdict(pg, answer, verdict, err) : rc;
}
