/*
 * What journals bring home besides seats, at the simulated house: the rows of a batch as the
 * program judges and folds them (src/domain/house_rows.h), and conflicts, written with its commit.
 */
#include "config.h"

#include <string.h>

#include "src/domain/checkin.h"
#include "src/domain/conflict.h"
#include "src/base/text.h"
#include "src/domain/entry_act.h"
#include "tests/model/sync_trade.h"

/* ---- as they are read ------------------------------------------------------------------------ */

static void want_sale(struct sim_house *store, const struct uuid *id)
{
    struct changeset *now = store->home.rows.now;
    const struct books *books = store->now.books;
    const struct sale *sale = books_sale(books, id);
    if (!sale || changeset_sale(now, id))
        return;
    *LIST_ADD(now->arena, &now->sales) = *sale;
    for (int i = 0; i < books->of[BOOK_TICKETS].count; i++) {
        const struct ticket *ticket = BOOK_ROW(books, BOOK_TICKETS, ticket, i);
        if (uuid_equal(&ticket->sale, id))
            *LIST_ADD(now->arena, &now->tickets) = *ticket;
    }
}

static void want_shift(struct sim_house *store, const struct uuid *id)
{
    struct changeset *now = store->home.rows.now;
    const struct shift *shift = books_shift(store->now.books, id);
    if (shift && !changeset_shift(now, id))
        *LIST_ADD(now->arena, &now->shifts) = *shift;
}

static void want_voucher(struct sim_house *store, const char *code)
{
    struct changeset *now = store->home.rows.now;
    const struct voucher *voucher = books_voucher(store->now.books, code);
    const struct voucher_loan *loan =
        books_loan(store->now.books, code, trade_names[store->borrower]);
    if (!voucher || changeset_voucher(now, code))
        return;
    *LIST_ADD(now->arena, &now->vouchers) = *voucher;
    if (loan)
        *LIST_ADD(now->arena, &now->loans) = *loan;
}

static void want_checkin(struct sim_house *store, const struct checkin *step)
{
    const struct checkin *row = books_checkin(store->now.books, step);
    if (row && !house_rows_checkin(&store->home.rows, step))
        *LIST_ADD(store->world->arena, &store->home.rows.now->checkins) = *row;
}

/* As pg_sync_read.c asks for them: what an entry of the batch makes is not there yet. */
static void want_rows(struct sim_house *store, const struct changeset *act)
{
    for (int i = 0; i < act->sales.count; i++)
        if (act->sales.at[i].version)
            want_sale(store, &act->sales.at[i].id);
    for (int i = 0; i < act->tickets.count; i++)
        if (act->tickets.at[i].version)
            want_sale(store, &act->tickets.at[i].sale);
    for (int i = 0; i < act->shifts.count; i++)
        if (act->shifts.at[i].version)
            want_shift(store, &act->shifts.at[i].id);
    for (int i = 0; i < act->vouchers.count; i++)
        want_voucher(store, act->vouchers.at[i].code);
    for (int i = 0; i < act->checkins.count; i++)
        want_checkin(store, &act->checkins.at[i]);
}

void home_prepare(struct sim_house *store, const struct house_entry *entries, int count)
{
    struct home *home = &store->home;
    home->live = false;
    for (int i = 0; i < count; i++) {
        if (!entries[i].act)
            continue;
        if (!home->live)
            house_rows_start(&home->rows, store->world->arena);
        home->live = true;
        home->told.at = NULL;
        home->told.count = home->told.room = 0;
        want_rows(store, entries[i].act);
    }
}

/* ---- as they are judged ---------------------------------------------------------------------- */

bool home_fits(void *ctx, const struct house_device *device, const struct house_entry *item)
{
    (void)ctx;
    if (item->entry.payload_size <= 1) /* of holds, and of the doors' tickets (sync_doors.c) */
        return true;
    return item->act && entry_act_is_whole(&item->entry, item->act, trade_names[device->till - 1]);
}

bool home_bag_moved(void *ctx, const struct entry *act)
{
    const struct sim_house *store = ctx;
    for (int i = 0; i < store->batch_count; i++) {
        const struct changeset *rows = store->batch[i].act;
        if (&store->batch[i].entry == act && rows && rows->checkins.count)
            return !checkin_follows(house_rows_checkin(&store->home.rows, &rows->checkins.at[0]),
                                    &rows->checkins.at[0]);
    }
    return false;
}

const struct changeset *home_rows(void *ctx)
{
    const struct sim_house *store = ctx;
    return store->home.live ? store->home.rows.now : NULL;
}

/* What the database cannot write is judged once more as one that does not fit (pg_upstream.c):
 * money for an order that is not there. */
static bool can_be_written(const struct sim_house *store, const struct changeset *act)
{
    for (int i = 0; i < act->payments.count; i++) {
        const struct uuid *sale = &act->payments.at[i].sale;
        if (!changeset_sale(store->home.rows.now, sale) && !changeset_sale(act, sale))
            return false;
    }
    for (int i = 0; i < act->sales.count; i++)
        if (act->sales.at[i].version && !changeset_sale(store->home.rows.now, &act->sales.at[i].id))
            return false;
    return true;
}

static void tell_of(struct sim_house *store, const struct house_receipt *receipt,
                    const struct house_entry *item, const struct merge_result *effect, bool fits)
{
    struct arena *arena = store->world->arena;
    struct conflict *row = arena_alloc(arena, sizeof *row);
    *LIST_ADD(arena, &store->home.told) = row;
    *row = (struct conflict){.id = receipt->uid,
                             .version = 1,
                             .heading = (uint8_t)receipt->heading,
                             .reason = (uint8_t)receipt->reason,
                             .seq = (int64_t)receipt->seq,
                             .show = SHOW,
                             .deadline = store->world->now + OFFER_MS,
                             .amount = effect->amount,
                             .outcome = receipt->heading == MERGE_FIRST_WRITER ? CONFLICT_FIRST
                                                                               : CONFLICT_OPEN};
    text_copy(row->till, sizeof row->till, trade_names[receipt->device.b[0] - 1]);
    memcpy(row->about, effect->about, sizeof row->about);
    if (fits)
        row->sale = merge_order_of(receipt->heading, item->act);
    row->seats = arena_array(arena, (size_t)effect->seats.count + 1, sizeof *row->seats);
    for (int i = 0; i < effect->seats.count; i++)
        row->seats[row->seat_count++].seat = effect->seats.at[i].seat;
}

void home_take(struct sim_house *store, const struct house_receipt *receipt,
               const struct house_entry *item, const struct merge_result *effect)
{
    struct house_rows *rows = &store->home.rows;
    const struct house_device *device = &store->now.devices[receipt->device.b[0] - 1];
    const struct house_act judged = {.act = item->act,
                                     .entry = &item->entry,
                                     .made_at =
                                         house_made_at(device, &item->entry, store->world->now),
                                     .effect = effect,
                                     .till = trade_names[device->till - 1]};
    const bool fits = home_fits(NULL, device, item) && can_be_written(store, item->act);
    if (entry_state_done(receipt->state) && item->act->checkins.count)
        bags_check_judged(store->world, house_rows_checkin(rows, &item->act->checkins.at[0]),
                          &item->act->checkins.at[0], receipt->heading == MERGE_BAG_TWICE);
    if (entry_state_done(receipt->state))
        house_rows_done(rows, &judged);
    else if (fits)
        house_rows_lost(rows, &judged);
    else
        house_rows_refused(rows, &judged);
    if (merge_is_told(receipt->state, receipt->heading, item->frame.kept))
        tell_of(store, receipt, item, effect, fits);
}

/* ---- as they are written --------------------------------------------------------------------- */

static void write_bags(struct sim_house *store, struct books *books)
{
    const struct house_rows *rows = &store->home.rows;
    for (int i = 0; i < rows->bags.count; i++) {
        bags_check_step(store->world, books_checkin(books, &rows->bags.at[i].row),
                        &rows->bags.at[i].row);
        if (!books_put_checkin(books, store->world->arena, &rows->bags.at[i].row,
                               rows->bags.at[i].seen))
            world_fault(store->world, "a check-in is not as it was read");
    }
}

/* The first stays, and nothing is to be decided but what was paid (loge.sync_bags). */
static void settle_bags(struct books *books, struct arena *arena, const struct home *home)
{
    for (int i = 0; i < home->told.count; i++) {
        const struct conflict *told = home->told.at[i];
        const int at = books->of[BOOK_CONFLICTS].count - home->told.count + i;
        struct conflict row = *BOOK_ROW(books, BOOK_CONFLICTS, conflict, at);
        if (told->heading != MERGE_BAG_TWICE || !uuid_is_zero(&row.sale))
            continue;
        row.outcome = CONFLICT_FIRST;
        books_decide(books, arena, &row);
    }
}

void home_write(struct sim_house *store)
{
    struct home *home = &store->home;
    struct arena *arena = store->world->arena;
    if (!home->live)
        return;
    home->live = false;
    struct books *books = books_begin(store->now.books, arena);
    if (!books_write(books, arena, home->rows.write, true))
        world_fault(store->world, "the rows of a batch are not as they were read");
    for (int i = 0; i < home->told.count; i++)
        books_add(books, arena, BOOK_CONFLICTS, home->told.at[i]);
    for (int i = 0; i < home->rows.now->loans.count; i++)
        books_lend(books, arena, &home->rows.now->loans.at[i]);
    write_bags(store, books);
    books_salvage(books, arena, home->rows.money);
    settle_bags(books, arena, home);
    store->now.books = books;
    money_check_written(store->world, books, home->rows.write);
}

void house_end_loans(struct sim_house *store, int till)
{
    struct arena *arena = store->world->arena;
    const struct books *was = store->now.books;
    struct books *books = books_begin(was, arena);
    for (int i = 0; i < was->of[BOOK_LOANS].count; i++) {
        struct voucher_loan loan = *BOOK_ROW(was, BOOK_LOANS, voucher_loan, i);
        if (strcmp(loan.till, trade_names[till]) != 0)
            continue;
        loan.money = 0;
        store->world->loans_ended[till] = true;
        books_lend(books, arena, &loan);
    }
    store->now.books = books;
}

/* ---- what is done at the house itself ----------------------------------------------------------
 */

bool house_act(struct sim_house *store, const struct changeset *cs)
{
    struct arena *arena = store->world->arena;
    struct books *books = books_begin(store->now.books, arena);
    for (int i = 0; i < cs->seats.count; i++)
        if (store->locked[cs->seats.at[i].seat])
            return false;
    for (int i = 0; i < cs->seats.count; i++)
        if (!house_step_seat(store, &cs->seats.at[i])) {
            world_fault(store->world, "the office saw seat %d otherwise", cs->seats.at[i].seat);
            return false;
        }
    if (!books_write(books, arena, cs, false))
        world_fault(store->world, "the office saw other rows");
    for (int i = 0; i < cs->checkins.count; i++)
        bags_check_step(store->world, books_checkin(store->now.books, &cs->checkins.at[i]),
                        &cs->checkins.at[i]);
    for (int i = 0; i < cs->conflicts.count; i++)
        books_decide(books, arena, &cs->conflicts.at[i]);
    offers_write(store, books, cs);
    for (int i = 0; i < cs->loans.count; i++)
        store->now.devices[cs->loans.at[i].device.b[0] - 1].lent = true;
    store->now.books = books;
    *LIST_ADD(arena, &store->world->office) = cs;
    money_check_written(store->world, books, cs);
    return sim_house_store.commit(store);
}
