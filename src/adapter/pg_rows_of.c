/* Each kind of row in the order of its type in data/schema/pg/0002_walls.sql. */
#include "config.h"

#include "src/adapter/pg_rows.h"

#include <stdlib.h>
#include <string.h>

/* ---- seats ---------------------------------------------------------------------------------- */

struct step {
    int32_t show, seat;
    int n;                            /* which change, from 1; 0: a guard */
    const struct seat_change *change; /* NULL: a guard */
    uint32_t seen;
};

/* A guard comes before a change of the same seat: it tells what was so at first. */
static int compare_steps(const void *x, const void *y)
{
    const struct step *a = x, *b = y;
    if (a->show != b->show)
        return a->show < b->show ? -1 : 1;
    if (a->seat != b->seat)
        return a->seat < b->seat ? -1 : 1;
    return (a->n > b->n) - (a->n < b->n);
}

static struct step *sorted_steps(const struct changeset *cs, int *count)
{
    struct step *steps =
        arena_array(cs->arena, (size_t)(cs->seats.count + cs->guards.count) + 1, sizeof *steps);
    *count = 0;
    for (int i = 0; i < cs->seats.count; i++) {
        const struct seat_change *change = &cs->seats.at[i];
        steps[(*count)++] = (struct step){change->show, change->seat, i + 1, change, change->seen};
    }
    for (int i = 0; i < cs->guards.count; i++) {
        const struct seat_guard *guard = &cs->guards.at[i];
        steps[(*count)++] = (struct step){guard->show, guard->seat, 0, NULL, guard->seen};
    }
    qsort(steps, (size_t)*count, sizeof *steps, compare_steps);
    return steps;
}

static void write_change(struct rows *rows, const struct seat_change *change)
{
    bool taken = change->to == SEAT_HELD || change->to == SEAT_SOLD;
    row_int(rows, change->act);
    row_int(rows, change->from);
    row_int(rows, change->to);
    if (taken)
        row_uuid(rows, &change->holder);
    else
        row_null(rows);
    row_uuid(rows, &change->was);
    row_int(rows, change->to == SEAT_HELD ? change->held_until : 0);
    row_int(rows, change->to == SEAT_BLOCKED ? change->open_to : 0);
}

const char *rows_of_steps(const struct changeset *cs)
{
    enum { CHANGE_FIELDS = 7 };
    int count;
    const struct step *steps = sorted_steps(cs, &count);
    struct rows rows = rows_start(cs->arena);
    for (int i = 0; i < count; i++) {
        row_open(&rows);
        row_int(&rows, steps[i].n);
        row_int(&rows, steps[i].show);
        row_int(&rows, steps[i].seat);
        row_int(&rows, steps[i].seen);
        if (steps[i].change)
            write_change(&rows, steps[i].change);
        for (int k = 0; !steps[i].change && k < CHANGE_FIELDS; k++)
            row_null(&rows);
        row_close(&rows);
    }
    return rows_end(&rows);
}

const char *rows_of_notes(const struct changeset *cs)
{
    struct rows rows = rows_start(cs->arena);
    for (int i = 0; i < cs->notes.count; i++) {
        const struct change_note *note = &cs->notes.at[i];
        row_open(&rows);
        row_int(&rows, note->act);
        row_int(&rows, note->show);
        row_uuid(&rows, &note->subject);
        row_text(&rows, note->note);
        row_close(&rows);
    }
    return rows_end(&rows);
}

/* ---- holds and sales ------------------------------------------------------------------------ */

static void write_hold(struct rows *rows, const struct hold *hold)
{
    row_uuid(rows, &hold->id);
    row_int(rows, hold->version);
    row_int(rows, hold->show);
    row_int(rows, hold->status);
    row_int(rows, hold->end);
    row_int(rows, hold->source);
    row_text(rows, hold->holder);
    row_text(rows, hold->till);
    row_text(rows, hold->email);
    row_int(rows, hold->created_at);
    row_int(rows, hold->expires_at);
    row_int(rows, hold->ceiling_at);
    row_int(rows, hold->ended_at);
    row_int(rows, hold->paying_until);
    row_uuid(rows, &hold->sale);
}

/* Rows are locked in the order they are sent, so everybody sends holds in the order of ids. */
static int compare_holds(const void *x, const void *y)
{
    const struct hold *const *a = x, *const *b = y;
    return uuid_compare(&(*a)->id, &(*b)->id);
}

const char *rows_of_holds(const struct changeset *cs, bool fresh)
{
    const struct hold **holds = arena_array(cs->arena, (size_t)cs->holds.count + 1, sizeof *holds);
    struct rows rows = rows_start(cs->arena);
    int count = 0;
    for (int i = 0; i < cs->holds.count; i++)
        if ((cs->holds.at[i].version == 0) == fresh)
            holds[count++] = &cs->holds.at[i];
    qsort(holds, (size_t)count, sizeof(const struct hold *), compare_holds);
    for (int i = 0; i < count; i++) {
        row_open(&rows);
        write_hold(&rows, holds[i]);
        row_close(&rows);
    }
    return rows_end(&rows);
}

static void write_sale(struct rows *rows, const struct sale *sale)
{
    row_uuid(rows, &sale->id);
    row_int(rows, sale->version);
    row_text(rows, sale->code);
    row_int(rows, sale->show);
    row_int(rows, sale->status);
    row_uuid(rows, &sale->hold);
    row_uuid(rows, &sale->customer);
    row_uuid(rows, &sale->shift);
    row_text(rows, sale->name);
    row_text(rows, sale->email);
    row_text(rows, sale->currency);
    row_int(rows, sale->total);
    row_int(rows, sale->paid);
    row_text(rows, sale->sold_by);
    row_text(rows, sale->till);
    row_int(rows, sale->sold_at);
    row_int(rows, sale->collected_at);
}

static void write_ticket(struct rows *rows, const struct ticket *ticket)
{
    row_uuid(rows, &ticket->sale);
    row_uuid(rows, &ticket->id);
    row_int(rows, ticket->version);
    row_text(rows, ticket->code);
    row_int(rows, ticket->show);
    row_int(rows, ticket->seat);
    row_int(rows, ticket->status);
    row_int(rows, ticket->type);
    row_int(rows, ticket->class_no);
    row_int(rows, ticket->generation);
    row_int(rows, ticket->price);
    row_int(rows, ticket->discount);
    row_int(rows, ticket->fee);
    row_int(rows, ticket->tax);
    row_int(rows, ticket->total);
    row_int(rows, ticket->sold_at);
    row_text(rows, ticket->sold_by);
    row_text(rows, ticket->till);
    row_int(rows, ticket->ended_at);
    row_text(rows, ticket->ended_by);
    row_text(rows, ticket->ended_till);
    row_int(rows, ticket->kept);
    row_int(rows, ticket->late);
}

static void write_payment(struct rows *rows, const struct payment *payment)
{
    row_uuid(rows, &payment->sale);
    row_uuid(rows, &payment->id);
    row_uuid(rows, &payment->shift);
    row_int(rows, payment->tender);
    row_int(rows, payment->amount);
    row_int(rows, payment->given);
    row_text(rows, payment->auth);
    row_text(rows, payment->voucher);
    row_text(rows, payment->reason);
    row_int(rows, payment->at);
}

/* ---- money periods and people --------------------------------------------------------------- */

static void write_shift(struct rows *rows, const struct shift *shift)
{
    row_uuid(rows, &shift->id);
    row_int(rows, shift->version);
    row_text(rows, shift->till);
    row_text(rows, shift->staff);
    row_int(rows, shift->opened_at);
    row_int(rows, shift->closed_at);
    row_int(rows, shift->float_amount);
    row_text(rows, shift->currency);
    for (int tender = 0; tender < TENDER_COUNT; tender++)
        row_int(rows, shift->expected[tender]);
    for (int tender = 0; tender < TENDER_COUNT; tender++)
        row_int(rows, shift->counted[tender]);
    row_text(rows, shift->reason);
}

static void write_move(struct rows *rows, const struct shift_move *move)
{
    row_uuid(rows, &move->shift);
    row_uuid(rows, &move->id);
    row_int(rows, move->kind);
    row_int(rows, move->amount);
    row_text(rows, move->reason);
    row_int(rows, move->at);
}

static void write_customer(struct rows *rows, const struct customer *customer)
{
    row_uuid(rows, &customer->id);
    row_int(rows, customer->version);
    row_text(rows, customer->name);
    row_text(rows, customer->email);
    row_text(rows, customer->phone);
    row_int(rows, customer->created_at);
}

static void write_waiter(struct rows *rows, const struct waiter *waiter)
{
    row_uuid(rows, &waiter->id);
    row_int(rows, waiter->version);
    row_int(rows, waiter->show);
    row_int(rows, waiter->status);
    row_text(rows, waiter->name);
    row_text(rows, waiter->email);
    row_text(rows, waiter->phone);
    row_int(rows, waiter->party);
    row_int(rows, waiter->class_no);
    row_text(rows, waiter->section);
    row_int(rows, waiter->accessible);
    row_bool(rows, waiter->aisle);
    row_bool(rows, waiter->together);
    row_int(rows, waiter->joined_at);
    row_uuid(rows, &waiter->hold);
    row_text(rows, waiter->code);
    row_text(rows, waiter->till);
}

static void write_show(struct rows *rows, int32_t show)
{
    if (show)
        row_int(rows, show);
    else
        row_null(rows);
}

static void write_voucher(struct rows *rows, const struct voucher *voucher)
{
    row_text(rows, voucher->code);
    row_int(rows, voucher->version);
    row_int(rows, voucher->kind);
    row_int(rows, voucher->value);
    row_int(rows, voucher->budget);
    row_int(rows, voucher->used);
    row_int(rows, voucher->max_uses);
    row_int(rows, voucher->uses);
    row_int(rows, voucher->max_tickets);
    row_int(rows, voucher->valid_from);
    row_int(rows, voucher->valid_until);
    write_show(rows, voucher->show);
    row_bool(rows, voucher->disabled);
}

static void write_staff(struct rows *rows, const struct staff *staff)
{
    row_text(rows, staff->name);
    row_int(rows, staff->version);
    row_int(rows, staff->role);
    row_bool(rows, staff->disabled);
    row_int(rows, staff->failures);
    row_int(rows, staff->locked_until);
    row_text(rows, staff->pin_hash);
    row_text(rows, staff->badge);
}

static void write_key(struct rows *rows, const struct ticket_key *key)
{
    row_int(rows, key->id);
    row_int(rows, key->version);
    row_int(rows, key->kind);
    row_int(rows, key->house);
    row_bytes(rows, key->public, sizeof key->public);
    row_text(rows, key->till);
    write_show(rows, key->show);
    row_int(rows, key->subevent);
    row_text(rows, key->products);
    row_int(rows, key->made_at);
    row_int(rows, key->ended_at);
}

static void write_admission(struct rows *rows, const struct admission *admission)
{
    row_uuid(rows, &admission->ticket);
    row_int(rows, admission->version);
    row_int(rows, admission->show);
    row_bool(rows, admission->inside);
    row_int(rows, admission->entries);
    row_int(rows, admission->first_at);
    row_int(rows, admission->last_at);
    row_int(rows, admission->gate);
    row_text(rows, admission->till);
    row_bool(rows, admission->blocked);
}

static void write_scan(struct rows *rows, const struct scan *scan)
{
    row_uuid(rows, &scan->id);
    row_int(rows, scan->at);
    row_int(rows, scan->show);
    row_int(rows, scan->gate);
    row_int(rows, scan->code);
    row_int(rows, scan->overridden);
    row_bool(rows, scan->leaving);
    row_uuid(rows, &scan->ticket);
    row_text(rows, scan->label);
    row_text(rows, scan->till);
    row_text(rows, scan->actor);
    row_text(rows, scan->approver);
    row_text(rows, scan->reason);
    row_uuid(rows, &scan->act);
}

static void write_checkin(struct rows *rows, const struct checkin *checkin)
{
    row_uuid(rows, &checkin->ticket);
    row_int(rows, checkin->version);
    row_int(rows, checkin->entry);
    row_int(rows, checkin->show);
    row_int(rows, checkin->status);
    row_int(rows, checkin->weight_g);
    row_int(rows, checkin->fee);
    row_int(rows, checkin->at);
    row_text(rows, checkin->till);
    row_int(rows, checkin->tender);
    row_int(rows, checkin->paid);
    row_int(rows, checkin->given);
    row_text(rows, checkin->auth);
    row_text(rows, checkin->voucher);
    row_uuid(rows, &checkin->shift);
}

#define ROWS_OF(list, write)                               \
    const char *rows_of_##list(const struct changeset *cs) \
    {                                                      \
        struct rows rows = rows_start(cs->arena);          \
        for (int i = 0; i < cs->list.count; i++) {         \
            row_open(&rows);                               \
            write(&rows, &cs->list.at[i]);                 \
            row_close(&rows);                              \
        }                                                  \
        return rows_end(&rows);                            \
    }

ROWS_OF(sales, write_sale)
ROWS_OF(tickets, write_ticket)
ROWS_OF(payments, write_payment)
ROWS_OF(shifts, write_shift)
ROWS_OF(moves, write_move)
ROWS_OF(customers, write_customer)
ROWS_OF(waiters, write_waiter)
ROWS_OF(vouchers, write_voucher)
ROWS_OF(staff, write_staff)
ROWS_OF(keys, write_key)
ROWS_OF(admissions, write_admission)
ROWS_OF(scans, write_scan)
ROWS_OF(checkins, write_checkin)
