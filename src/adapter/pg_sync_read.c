/* What judging asks: read once a batch, then answered from memory, which put_entry keeps up. */
#include "config.h"

#include <string.h>

#include "src/adapter/pg_rows.h"
#include "src/adapter/pg_sync.h"
#include "src/domain/checkin.h"
#include "src/domain/door.h"

/* ---- by seat -------------------------------------------------------------------------------- */

static uint32_t hash_of(struct seat_key key)
{
    uint64_t mixed =
        (key.seq * 0x9e3779b97f4a7c15u) ^ ((uint64_t)(uint32_t)key.show << 32) ^ (uint32_t)key.seat;
    mixed *= 0xff51afd7ed558ccdu;
    return (uint32_t)(mixed >> 32);
}

static bool same_key(const struct seat_key *a, const struct seat_key *b)
{
    return a->seq == b->seq && a->show == b->show && a->seat == b->seat;
}

static struct seat_slot *find_slot(const struct seat_table *table, struct seat_key key)
{
    int at = (int)(hash_of(key) & (uint32_t)(table->room - 1));
    while (table->slots[at].used && !same_key(&table->slots[at].key, &key))
        at = (at + 1) & (table->room - 1);
    return &table->slots[at];
}

static void grow(struct arena *arena, struct seat_table *table)
{
    struct seat_table larger = {.room = table->room ? 2 * table->room : 256, .count = table->count};
    larger.slots = arena_array(arena, (size_t)larger.room, sizeof *larger.slots);
    for (int i = 0; i < table->room; i++)
        if (table->slots[i].used)
            *find_slot(&larger, table->slots[i].key) = table->slots[i];
    *table = larger;
}

struct seat_slot *seat_slot_of(struct arena *arena, struct seat_table *table, struct seat_key key,
                               bool make)
{
    if (make && 4 * table->count >= 3 * table->room)
        grow(arena, table);
    if (!table->room)
        return NULL;
    struct seat_slot *slot = find_slot(table, key);
    if (slot->used || !make)
        return slot->used ? slot : NULL;
    slot->used = true;
    slot->key = key;
    table->count++;
    return slot;
}

/* ---- what sync_read gives ------------------------------------------------------------------- */

enum { ROW_SEAT = 1, ROW_VERDICT, ROW_LEFT, ROW_LEFT_BY, ROW_PASSAGE, ROW_REVOKED, ROW_SIGNED_IN };

struct read_row {
    int kind;
    uint64_t seq;
    uint32_t epoch, version;
    int32_t show, seat;
    int64_t a, b, c, d;
    struct uuid id_a, id_b;
    uint8_t x[ENTRY_HASH], y[FINGERPRINT_SIZE];
};

static void get_row(struct query *q, struct read_row *row)
{
    row->kind = (int)pg_get_int(q);
    row->seq = (uint64_t)pg_get_int(q);
    row->epoch = (uint32_t)pg_get_int(q);
    row->show = (int32_t)pg_get_int(q);
    row->seat = (int32_t)pg_get_int(q);
    row->version = (uint32_t)pg_get_int(q);
    row->a = pg_get_int(q);
    row->b = pg_get_int(q);
    row->c = pg_get_int(q);
    row->d = pg_get_int(q);
    row->id_a = pg_get_uuid(q);
    row->id_b = pg_get_uuid(q);
    pg_get_bytes(q, row->x, sizeof row->x);
    pg_get_bytes(q, row->y, sizeof row->y);
}

static void take_seat(struct pg_sync *sync, const struct read_row *row)
{
    enum { PAYING = 1 << 24, OFFERED = 1 << 25 };
    struct seat_key key = {.show = row->show, .seat = row->seat};
    seat_slot_of(sync->arena, &sync->seats, key, true)->seat =
        (struct merge_seat){.show = row->show,
                            .seat = row->seat,
                            .state = {.holder = row->id_a,
                                      .held_until = row->b,
                                      .version = row->version,
                                      .status = (uint8_t)row->a,
                                      .open_to = (uint8_t)(row->c & 0xff),
                                      .allotment = (uint16_t)(row->c >> 8 & 0xffff)},
                            .terms = (uint32_t)row->d,
                            .paying = (row->c & PAYING) != 0,
                            .offered = (row->c & OFFERED) != 0};
}

static void take_verdict(struct pg_sync *sync, const struct read_row *row)
{
    struct house_receipt *receipt = LIST_ADD(sync->arena, &sync->receipts);
    *receipt = (struct house_receipt){.device = row->id_a,
                                      .uid = row->id_b,
                                      .epoch = row->epoch,
                                      .seq = row->seq,
                                      .state = (enum entry_state)row->a,
                                      .reason = (enum verdict)row->b,
                                      .heading = (enum merge_class)row->c};
    memcpy(receipt->hash, row->x, sizeof receipt->hash);
    memcpy(receipt->fingerprint, row->y, sizeof receipt->fingerprint);
}

static struct passage passage_of(const struct read_row *row)
{
    return (struct passage){
        .act = row->id_b, .at = row->a, .out = row->b != 0, .knowing = row->c == DOOR_ALREADY_IN};
}

static void take_row(struct pg_sync *sync, const struct read_row *row)
{
    struct seat_key key = {row->seq, row->show, row->seat};
    if (row->kind == ROW_SEAT)
        take_seat(sync, row);
    else if (row->kind == ROW_VERDICT)
        take_verdict(sync, row);
    else if (row->kind == ROW_LEFT)
        seat_slot_of(sync->arena, &sync->left, key, true)->left = row->version;
    else if (row->kind == ROW_LEFT_BY)
        *LIST_ADD(sync->arena, &sync->left_by) =
            (struct left_by){row->id_b, row->show, row->seat, row->version};
    else if (row->kind == ROW_PASSAGE)
        *LIST_ADD(sync->arena, &sync->passages) =
            (struct known_passage){row->id_a, passage_of(row)};
    else if (row->kind == ROW_SIGNED_IN)
        *LIST_ADD(sync->arena, &sync->signed_in) = (int)row->a;
    else
        *LIST_ADD(sync->arena, &sync->revoked) = row->id_a;
}

/* ---- what is asked of it -------------------------------------------------------------------- */

/* Names of rows, each once. */
struct row_names {
    struct rows list;
    LIST(struct uuid) known;
    int count;
};

struct wanted {
    struct rows shows, seats, keys, afters, tickets, bags;
    struct row_names sales, shifts, customers;
    LIST(const char *) vouchers;
    bool any_bag;
    uint64_t first, last;
    uint32_t epoch;
};

static void open_array(struct rows *rows, struct arena *arena)
{
    *rows = rows_start(arena);
    rows_array(rows);
}

static void start_wanted(struct wanted *wanted, struct arena *arena)
{
    *wanted = (struct wanted){.first = 1};
    open_array(&wanted->shows, arena);
    open_array(&wanted->seats, arena);
    open_array(&wanted->keys, arena);
    open_array(&wanted->afters, arena);
    open_array(&wanted->tickets, arena);
    open_array(&wanted->bags, arena);
    open_array(&wanted->sales.list, arena);
    open_array(&wanted->shifts.list, arena);
    open_array(&wanted->customers.list, arena);
}

/* Each seat once. */
static void want_seat(struct pg_sync *sync, struct seat_table *asked, struct wanted *wanted,
                      struct seat_key key)
{
    key.seq = 0;
    if (seat_slot_of(sync->arena, asked, key, false))
        return;
    seat_slot_of(sync->arena, asked, key, true);
    row_int(&wanted->shows, key.show);
    row_int(&wanted->seats, key.seat);
}

/* An earlier entry that is not judged in this batch, where it may stand once more; each once. */
static void want_after(struct pg_sync *sync, struct seat_table *asked, struct wanted *wanted,
                       uint64_t seq)
{
    struct seat_key key = {.seq = seq, .show = -1};
    bool judged_here = seq >= wanted->first && seq <= wanted->last && seq > sync->device.last_seq;
    if (!seq || judged_here || seat_slot_of(sync->arena, asked, key, false))
        return;
    seat_slot_of(sync->arena, asked, key, true);
    row_int(&wanted->afters, (int64_t)seq);
}

static void want_tickets(struct wanted *wanted, const struct changeset *act)
{
    for (int i = 0; i < act->tickets.count; i++)
        if (pg_sync_takes_back(&act->tickets.at[i]))
            row_uuid(&wanted->tickets, &act->tickets.at[i].id);
    for (int i = 0; i < act->checkins.count; i++) {
        row_uuid(&wanted->bags, &act->checkins.at[i].ticket);
        wanted->any_bag = true;
    }
}

static void want_row(struct pg_sync *sync, struct row_names *names, const struct uuid *id)
{
    for (int i = 0; i < names->known.count; i++)
        if (uuid_equal(&names->known.at[i], id))
            return;
    *LIST_ADD(sync->arena, &names->known) = *id;
    row_uuid(&names->list, id);
    names->count++;
}

/* Those that were there before the act. A row that another entry of the batch makes is not found.
 */
static void want_rows(struct pg_sync *sync, struct wanted *wanted, const struct changeset *act)
{
    for (int i = 0; i < act->sales.count; i++)
        if (act->sales.at[i].version)
            want_row(sync, &wanted->sales, &act->sales.at[i].id);
    for (int i = 0; i < act->tickets.count; i++)
        if (act->tickets.at[i].version)
            want_row(sync, &wanted->sales, &act->tickets.at[i].sale);
    for (int i = 0; i < act->shifts.count; i++)
        if (act->shifts.at[i].version)
            want_row(sync, &wanted->shifts, &act->shifts.at[i].id);
    for (int i = 0; i < act->customers.count; i++)
        if (act->customers.at[i].version)
            want_row(sync, &wanted->customers, &act->customers.at[i].id);
    for (int i = 0; i < act->vouchers.count; i++)
        *LIST_ADD(sync->arena, &wanted->vouchers) = act->vouchers.at[i].code;
}

/* Counted from 1; 0: nobody of that name acts in the batch. */
static int number_of_person(const struct pg_sync *sync, const char *name)
{
    for (int i = 0; i < sync->people.count; i++)
        if (strcmp(sync->people.at[i], name) == 0)
            return i + 1;
    return 0;
}

static void want_entry(struct pg_sync *sync, struct seat_table *asked, struct wanted *wanted,
                       const struct house_entry *item)
{
    const struct entry *entry = &item->entry;
    if (item->act && !number_of_person(sync, item->act->actor.name))
        *LIST_ADD(sync->arena, &sync->people) = item->act->actor.name;
    if (item->act && entry->kind == ENTRY_SEATS) {
        want_tickets(wanted, item->act);
        want_rows(sync, wanted, item->act);
    }
    if (!uuid_is_zero(&entry->uid))
        row_uuid(&wanted->keys, &entry->uid);
    if (entry->kind == ENTRY_SCAN && !uuid_is_zero(&entry->scan.ticket))
        row_uuid(&wanted->tickets, &entry->scan.ticket);
    for (int i = 0; i < entry->seat_count; i++) {
        const struct entry_seat *seat = &entry->seats[i];
        want_seat(sync, asked, wanted, (struct seat_key){0, seat->change.show, seat->change.seat});
        want_after(sync, asked, wanted, seat->after);
    }
}

static bool ask(struct pg_sync *sync, struct wanted *wanted)
{
    struct read_row row;
    struct err err;
    struct query q = pg_query_start(sync->pg, pg_sql_sync_read);
    pg_put_uuid(&q, &sync->device.id);
    pg_put_bytes(&q, sync->proof, sizeof sync->proof);
    pg_put_int(&q, wanted->epoch);
    pg_put_text(&q, rows_end(&wanted->shows));
    pg_put_text(&q, rows_end(&wanted->seats));
    pg_put_int(&q, (int64_t)wanted->first);
    pg_put_int(&q, (int64_t)wanted->last);
    pg_put_text(&q, rows_end(&wanted->keys));
    pg_put_text(&q, rows_end(&wanted->afters));
    pg_put_text(&q, rows_end(&wanted->tickets));
    pg_put_text(&q, rows_of_texts(sync->arena, sync->people.at, sync->people.count));
    while (pg_query_row(&q)) {
        get_row(&q, &row);
        take_row(sync, &row);
    }
    enum rc rc = pg_query_end(&q, &err);
    return rc == RC_OK || pg_sync_fail(sync, rc, &err);
}

static bool ask_bags(struct pg_sync *sync, struct wanted *wanted)
{
    struct err err;
    struct query q = pg_query_start(sync->pg, pg_sql_sync_checkins);
    pg_put_text(&q, rows_end(&wanted->bags));
    while (pg_query_row(&q))
        pg_get_row(&q, &shape_checkin, LIST_ADD(sync->arena, &sync->rows.now->checkins));
    enum rc rc = pg_query_end(&q, &err);
    return rc == RC_OK || pg_sync_fail(sync, rc, &err);
}

/* ---- rows that acts change, locked ----------------------------------------------------------- */

static struct query ask_rows(struct pg_sync *sync, const char *sql, const char *names)
{
    struct query q = pg_query_start(sync->pg, sql);
    pg_put_uuid(&q, &sync->device.id);
    pg_put_bytes(&q, sync->proof, sizeof sync->proof);
    pg_put_text(&q, names);
    return q;
}

#define TAKE_ROWS(name, list, row, sql)                                                 \
    static bool name(struct pg_sync *sync, const char *names)                           \
    {                                                                                   \
        struct err err;                                                                 \
        struct query q = ask_rows(sync, sql, names);                                    \
        while (pg_query_row(&q))                                                        \
            pg_get_row(&q, &shape_##row, LIST_ADD(sync->arena, &sync->rows.now->list)); \
        enum rc rc = pg_query_end(&q, &err);                                            \
        return rc == RC_OK || pg_sync_fail(sync, rc, &err);                             \
    }

TAKE_ROWS(take_sales, sales, sale, pg_sql_sync_sales)
TAKE_ROWS(take_tickets, tickets, ticket, pg_sql_sync_tickets)
TAKE_ROWS(take_shifts, shifts, shift, pg_sql_sync_shifts)
TAKE_ROWS(take_customers, customers, customer, pg_sql_sync_customers)
TAKE_ROWS(take_vouchers, vouchers, voucher, pg_sql_sync_vouchers)
TAKE_ROWS(take_loans, loans, voucher_loan, pg_sql_sync_loans)

/* Most are lent to nobody. */
static bool ask_vouchers(struct pg_sync *sync, const char *codes)
{
    bool lent = false;
    if (!take_vouchers(sync, codes))
        return false;
    for (int i = 0; i < sync->rows.now->vouchers.count; i++) {
        const struct voucher *voucher = &sync->rows.now->vouchers.at[i];
        lent = lent || voucher->lent || voucher->lent_uses;
    }
    return !lent || take_loans(sync, codes);
}

/* Most batches sell, and change no row that was there. */
static bool ask_all_rows(struct pg_sync *sync, struct wanted *wanted)
{
    const char *orders = rows_end(&wanted->sales.list);
    if (wanted->sales.count && (!take_sales(sync, orders) || !take_tickets(sync, orders)))
        return false;
    if (wanted->shifts.count && !take_shifts(sync, rows_end(&wanted->shifts.list)))
        return false;
    if (wanted->customers.count && !take_customers(sync, rows_end(&wanted->customers.list)))
        return false;
    return !wanted->vouchers.count ||
           ask_vouchers(sync,
                        rows_of_texts(sync->arena, wanted->vouchers.at, wanted->vouchers.count));
}

/* What a damaged batch says of itself is asked for all the same; nobody heeds the answer. */
bool pg_sync_prepare(void *ctx, const struct house_entry *entries, int count)
{
    struct pg_sync *sync = ctx;
    struct seat_table asked = {0};
    struct wanted wanted;
    sync->batch = entries;
    sync->batch_count = count;
    if (!count)
        return true;
    start_wanted(&wanted, sync->arena);
    wanted.first = entries[0].frame.seq;
    wanted.last = entries[count - 1].frame.seq;
    wanted.epoch = entries[0].frame.epoch;
    for (int i = 0; i < count; i++)
        if (entries[i].fault == ENTRY_GOOD)
            want_entry(sync, &asked, &wanted, &entries[i]);
    if (wanted.first > INT64_MAX || wanted.last > INT64_MAX)
        return true;
    return pg_sync_is_open(sync) && ask(sync, &wanted) && ask_all_rows(sync, &wanted) &&
           (!wanted.any_bag || ask_bags(sync, &wanted));
}

bool pg_sync_load_seats(struct pg_sync *sync, const struct seat_key *seats, int count)
{
    struct seat_table asked = {0};
    struct wanted wanted;
    start_wanted(&wanted, sync->arena);
    for (int i = 0; i < count; i++)
        want_seat(sync, &asked, &wanted, seats[i]);
    return pg_sync_is_open(sync) && ask(sync, &wanted);
}

/* ---- answers -------------------------------------------------------------------------------- */

bool pg_sync_seat(void *ctx, int32_t show, int32_t seat, struct merge_seat *out)
{
    struct pg_sync *sync = ctx;
    const struct seat_slot *slot =
        seat_slot_of(sync->arena, &sync->seats, (struct seat_key){0, show, seat}, false);
    if (!slot)
        return false;
    *out = slot->seat;
    return true;
}

bool pg_sync_left(void *ctx, const struct uuid *device, uint64_t seq, int32_t show, int32_t seat,
                  uint32_t *version)
{
    struct pg_sync *sync = ctx;
    const struct seat_slot *slot =
        seat_slot_of(sync->arena, &sync->left, (struct seat_key){seq, show, seat}, false);
    if (!slot)
        return false;
    *version = slot->left;
    return true;
}

bool pg_sync_receipt(void *ctx, const struct uuid *device, uint32_t epoch, uint64_t seq,
                     struct house_receipt *out)
{
    const struct pg_sync *sync = ctx;
    for (int i = 0; i < sync->receipts.count; i++) {
        const struct house_receipt *receipt = &sync->receipts.at[i];
        if (receipt->seq == seq && receipt->epoch == epoch &&
            uuid_equal(&receipt->device, device)) {
            *out = *receipt;
            return true;
        }
    }
    return false;
}

bool pg_sync_receipt_of(void *ctx, const struct uuid *uid, struct house_receipt *out)
{
    const struct pg_sync *sync = ctx;
    for (int i = 0; i < sync->receipts.count; i++)
        if (uuid_equal(&sync->receipts.at[i].uid, uid)) {
            *out = sync->receipts.at[i];
            return true;
        }
    return false;
}

/* ---- the door ------------------------------------------------------------------------------- */

static bool is_revoked(const struct pg_sync *sync, const struct uuid *ticket)
{
    for (int i = 0; i < sync->revoked.count; i++)
        if (uuid_equal(&sync->revoked.at[i], ticket))
            return true;
    return false;
}

static bool was_let_in(const struct pg_sync *sync, const struct uuid *ticket)
{
    for (int i = 0; i < sync->passages.count; i++)
        if (uuid_equal(&sync->passages.at[i].ticket, ticket) && !sync->passages.at[i].passage.out)
            return true;
    return false;
}

bool pg_sync_used(void *ctx, const struct entry *act, struct uuid *ticket)
{
    const struct pg_sync *sync = ctx;
    for (int i = 0; sync->act && i < sync->act->tickets.count; i++)
        if (pg_sync_takes_back(&sync->act->tickets.at[i]) &&
            was_let_in(sync, &sync->act->tickets.at[i].id)) {
            *ticket = sync->act->tickets.at[i].id;
            return true;
        }
    return false;
}

const struct changeset *pg_sync_house_rows(void *ctx)
{
    const struct pg_sync *sync = ctx;
    return sync->rows.now;
}

bool pg_sync_bag_moved(void *ctx, const struct entry *act)
{
    const struct pg_sync *sync = ctx;
    (void)act;
    if (!sync->act || !sync->act->checkins.count)
        return false;
    const struct checkin *step = &sync->act->checkins.at[0];
    return !checkin_follows(house_rows_checkin(&sync->rows, step), step);
}

/* The entry's own act is the one that was looked at last (pg_sync_fits). */
void pg_sync_ticket(void *ctx, const struct entry *scan, struct merge_ticket *out)
{
    struct pg_sync *sync = ctx;
    LIST(struct passage) of = {0};
    for (int i = 0; i < sync->passages.count; i++)
        if (uuid_equal(&sync->passages.at[i].ticket, &scan->scan.ticket))
            *LIST_ADD(sync->arena, &of) = sync->passages.at[i].passage;
    *out = (struct merge_ticket){.passages = of.at,
                                 .count = of.count,
                                 .revoked = is_revoked(sync, &scan->scan.ticket),
                                 .knowing = sync->act->scans.at[0].overridden == DOOR_ALREADY_IN};
}

bool pg_sync_signed_in(void *ctx, const char *person)
{
    const struct pg_sync *sync = ctx;
    const int number = number_of_person(sync, person);
    for (int i = 0; i < sync->signed_in.count; i++)
        if (sync->signed_in.at[i] == number)
            return true;
    return false;
}

/* ---- what changed since ----------------------------------------------------------------------
 */

static void get_event(struct query *q, int64_t id, struct house_event *out)
{
    struct seat_state *state = &out->news.state;
    out->id = (uint64_t)id;
    out->news.show = (int32_t)pg_get_int(q);
    out->news.seat = (int32_t)pg_get_int(q);
    state->version = (uint32_t)pg_get_int(q);
    state->status = (uint8_t)pg_get_int(q);
    state->holder = pg_get_uuid(q);
    state->held_until = pg_get_int(q);
    state->open_to = (uint8_t)pg_get_int(q);
    state->allotment = (uint16_t)pg_get_int(q);
    out->news.terms = (uint32_t)pg_get_int(q);
}

int pg_sync_events(void *ctx, uint64_t after, struct house_event *out, int room, uint64_t *horizon)
{
    struct pg_sync *sync = ctx;
    struct err err;
    int count = 0;
    struct query q = pg_query_start(sync->pg, pg_sql_sync_events);
    pg_put_int(&q, (int64_t)(after > INT64_MAX ? INT64_MAX : after));
    pg_put_int(&q, room);
    while (count < room && pg_query_row(&q)) {
        *horizon = (uint64_t)pg_get_int(&q);
        int64_t id = pg_get_int(&q);
        if (id)
            get_event(&q, id, &out[count++]);
    }
    enum rc rc = pg_query_end(&q, &err);
    if (rc != RC_OK)
        (void)pg_sync_fail(sync, rc, &err);
    return count;
}
