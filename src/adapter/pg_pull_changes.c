/* What changed: the rows that events name, each as it is now. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "src/adapter/pg_pull_parts.h"

enum { EVENTS_MOST = 2000 };

/* ---- lists of what there is to fetch --------------------------------------------------------- */

/* SQL's list of values, as it grows: 'a', 'b' ... */
struct values {
    char *text;
    size_t used, room;
    int count;
};

static void add_text(struct arena *work, struct values *v, const char *value)
{
    size_t size = strlen(value);
    if (v->used + size + 3 > v->room) {
        size_t room = (v->room + size + 64) * 2;
        v->text = arena_grow(work, v->text, v->used, room, 1);
        v->room = room;
    }
    if (v->count++)
        v->text[v->used++] = ',';
    memcpy(v->text + v->used, value, size + 1);
    v->used += size;
}

static void add_id(struct arena *work, struct values *v, const struct uuid *id)
{
    char text[UUID_TEXT], quoted[UUID_TEXT + 2];
    snprintf(quoted, sizeof quoted, "'%s'", uuid_text(id, text));
    add_text(work, v, quoted);
}

static void add_number(struct arena *work, struct values *v, int64_t number)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRId64, number);
    add_text(work, v, text);
}

/* Codes and names are people's text. */
static void add_code(struct pull *p, struct values *v, const char *code)
{
    char *quoted = PQescapeLiteral(p->pg->conn, code, strlen(code));
    if (quoted)
        add_text(p->work, v, quoted);
    PQfreemem(quoted);
}

/* Every kind of thing that can have changed, and the tables it stands in. */
enum kind {
    HALLS,
    SHOWS,
    STATES, /* every seat of a show */
    SEATS,  /* show and seat */
    HOLDS,
    SALES,
    SHIFTS,
    CUSTOMERS,
    WAITERS,
    ADMISSIONS,
    SCANS,
    VOUCHERS,
    STAFF,
    KEYS,
    HOUSES,
    KINDS
};

static const char *const kind_words[KINDS] = {
    "hall",   "show",      "states", "state",   "hold",  "sale", "shift", "customer",
    "waiter", "admission", "scan",   "voucher", "staff", "key",  "house",
};

struct wanted {
    struct values of[KINDS];
};

/* ---- fetching ------------------------------------------------------------------------------- */

struct origin {
    enum kind kind;
    enum replica_table table;
    const char *column;
};

/* In the order in which they are written. */
static const struct origin origins[] = {
    {HOUSES, REPLICA_HOUSE, NULL},
    {STAFF, REPLICA_STAFF, "name"},
    {CUSTOMERS, REPLICA_CUSTOMER, "id"},
    {HALLS, REPLICA_HALL, "no"},
    {HALLS, REPLICA_DOCUMENT, "hall_no"},
    {HALLS, REPLICA_CLASS, "hall_no"},
    {HALLS, REPLICA_SECTION, "hall_no"},
    {HALLS, REPLICA_ROW, "hall_no"},
    {HALLS, REPLICA_AREA, "hall_no"},
    {HALLS, REPLICA_SEAT, "hall_no"},
    {SHOWS, REPLICA_SHOW, "no"},
    {SHOWS, REPLICA_PRICE, "show_no"},
    {SHOWS, REPLICA_TERMS, "show_no"},
    {SHIFTS, REPLICA_SHIFT, "id"},
    {SHIFTS, REPLICA_MOVE, "shift"},
    {STATES, REPLICA_STATE, "show_no"},
    {SEATS, REPLICA_STATE, "(show_no, seat_no)"},
    {HOLDS, REPLICA_HOLD, "id"},
    {HOLDS, REPLICA_CLAIM, "hold_id"},
    {SALES, REPLICA_SALE, "id"},
    {SALES, REPLICA_TICKET, "sale"},
    {SALES, REPLICA_PAYMENT, "sale"},
    {VOUCHERS, REPLICA_VOUCHER, "code"},
    {VOUCHERS, REPLICA_VOUCHER_LOAN, "code"},
    {WAITERS, REPLICA_WAITER, "id"},
    {KEYS, REPLICA_KEY, "id"},
    {ADMISSIONS, REPLICA_ADMISSION, "ticket"},
    {ADMISSIONS, REPLICA_CHECKIN, "ticket"},
    {SCANS, REPLICA_SCAN, "id"},
};

static enum rc fetch(struct pull *p, const struct origin *from, const struct values *values)
{
    struct pull_page page = {.table = from->table, .where = ""};
    if (!values->count)
        return RC_OK;
    if (from->column)
        page.where = arena_printf(p->work, "%s IN (%s)", from->column, values->text);
    return pull_rows(p, &page);
}

static enum rc fetch_all(struct pull *p, const struct wanted *wanted)
{
    enum rc rc = RC_OK;
    for (int i = 0; i < COUNT_OF(origins) && rc == RC_OK; i++)
        rc = fetch(p, &origins[i], &wanted->of[origins[i].kind]);
    return rc;
}

/* ---- what the log names --------------------------------------------------------------------- */

struct change {
    const char *what;
    struct uuid id;
    int64_t no;
    int seat;
    const char *code;
    bool more;
};

static enum kind kind_of(const char *what)
{
    for (int i = 0; i < KINDS; i++)
        if (strcmp(kind_words[i], what) == 0)
            return (enum kind)i;
    return KINDS;
}

static void want(struct pull *p, struct wanted *wanted, const struct change *change)
{
    enum kind kind = kind_of(change->what);
    if (kind == KINDS)
        return;
    struct values *values = &wanted->of[kind];
    if (kind == SEATS)
        add_text(p->work, values, arena_printf(p->work, "(%d,%d)", (int)change->no, change->seat));
    else if (kind == VOUCHERS || kind == STAFF)
        add_code(p, values, change->code);
    else if (!uuid_is_zero(&change->id))
        add_id(p->work, values, &change->id);
    else
        add_number(p->work, values, change->no);
}

static void note_change(struct pull *p, struct wanted *wanted, const struct change *change,
                        bool *lost)
{
    if (strcmp(change->what, "lost") == 0)
        *lost = true;
    else if (strcmp(change->what, "mark") != 0)
        want(p, wanted, change);
    else {
        p->out->mark.event = change->no;
        p->out->more = change->more;
    }
}

static struct change get_change(struct query *q)
{
    struct change change = {.what = pg_get_text_here(q)};
    change.id = pg_get_uuid(q);
    change.no = pg_get_int(q);
    change.seat = (int)pg_get_int(q);
    change.code = pg_get_text_here(q);
    change.more = pg_get_bool(q);
    return change;
}

enum rc pull_changes(struct pull *p, bool *lost)
{
    struct wanted wanted = {0};
    struct query q = pg_query_start(p->pg, pg_sql_pull_changes);
    *lost = false;
    pg_put_int(&q, p->out->mark.event);
    pg_put_int(&q, EVENTS_MOST);
    while (pg_query_row(&q)) {
        const struct change change = get_change(&q);
        note_change(p, &wanted, &change, lost);
    }
    enum rc rc = pg_query_end(&q, p->err);
    return rc == RC_OK && !*lost ? fetch_all(p, &wanted) : rc;
}

/* ---- rows asked for by name ----------------------------------------------------------------- */

/* A name stands for the first table its kind of thing is in. */
static enum kind kind_of_table(enum replica_table table)
{
    for (int i = 0; i < COUNT_OF(origins); i++)
        if (origins[i].table == table)
            return origins[i].kind;
    return KINDS;
}

enum rc pull_again(struct pull *p, const struct replica_ask *ask)
{
    struct wanted wanted = {0};
    for (int i = 0; i < ask->again_count; i++) {
        const struct replica_name *name = &ask->again[i];
        enum kind kind = kind_of_table(name->table);
        if (kind == VOUCHERS)
            add_code(p, &wanted.of[kind], name->code);
        else if (kind != KINDS)
            add_id(p->work, &wanted.of[kind], &name->id);
    }
    p->out->again = ask->again;
    p->out->again_count = ask->again_count;
    return fetch_all(p, &wanted);
}
