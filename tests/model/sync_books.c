#include "config.h"

#include "tests/model/sync_books.h"

#include <string.h>

#include "src/domain/loan.h"

/* ---- reading -------------------------------------------------------------------------------- */

#define FIND_ROW(row, kind)                                                 \
    static int find_##row(const struct books *books, const struct uuid *id) \
    {                                                                       \
        for (int i = books->of[kind].count; i-- > 0;)                       \
            if (uuid_equal(&BOOK_ROW(books, kind, row, i)->id, id))         \
                return i;                                                   \
        return -1;                                                          \
    }

#define READ_ROW(name, row, kind)                                            \
    FIND_ROW(row, kind)                                                      \
    const struct row *name(const struct books *books, const struct uuid *id) \
    {                                                                        \
        int at = find_##row(books, id);                                      \
        return at < 0 ? NULL : BOOK_ROW(books, kind, row, at);               \
    }

READ_ROW(books_sale, sale, BOOK_SALES)
READ_ROW(books_ticket, ticket, BOOK_TICKETS)
READ_ROW(books_payment, payment, BOOK_PAYMENTS)
READ_ROW(books_shift, shift, BOOK_SHIFTS)
READ_ROW(books_move, shift_move, BOOK_MOVES)
FIND_ROW(conflict, BOOK_CONFLICTS)
READ_ROW(books_offer, hold, BOOK_OFFERS)

static int find_checkin(const struct books *books, const struct checkin *like)
{
    for (int i = books->of[BOOK_CHECKINS].count; i-- > 0;) {
        const struct checkin *row = BOOK_ROW(books, BOOK_CHECKINS, checkin, i);
        if (row->entry == like->entry && uuid_equal(&row->ticket, &like->ticket))
            return i;
    }
    return -1;
}

const struct checkin *books_last_checkin(const struct books *books, const struct uuid *ticket)
{
    const struct checkin *last = NULL;
    for (int i = 0; i < books->of[BOOK_CHECKINS].count; i++) {
        const struct checkin *row = BOOK_ROW(books, BOOK_CHECKINS, checkin, i);
        if (uuid_equal(&row->ticket, ticket) && (!last || row->entry > last->entry))
            last = row;
    }
    return last;
}

const struct checkin *books_checkin(const struct books *books, const struct checkin *like)
{
    const int at = find_checkin(books, like);
    return at < 0 ? NULL : BOOK_ROW(books, BOOK_CHECKINS, checkin, at);
}

static int find_voucher(const struct books *books, const char *code)
{
    for (int i = 0; i < books->of[BOOK_VOUCHERS].count; i++)
        if (strcmp(BOOK_ROW(books, BOOK_VOUCHERS, voucher, i)->code, code) == 0)
            return i;
    return -1;
}

const struct voucher *books_voucher(const struct books *books, const char *code)
{
    int at = find_voucher(books, code);
    return at < 0 ? NULL : BOOK_ROW(books, BOOK_VOUCHERS, voucher, at);
}

static int find_loan(const struct books *books, const char *code, const char *till)
{
    for (int i = 0; i < books->of[BOOK_LOANS].count; i++) {
        const struct voucher_loan *loan = BOOK_ROW(books, BOOK_LOANS, voucher_loan, i);
        if (strcmp(loan->code, code) == 0 && strcmp(loan->till, till) == 0)
            return i;
    }
    return -1;
}

const struct voucher_loan *books_loan(const struct books *books, const char *code, const char *till)
{
    int at = find_loan(books, code, till);
    return at < 0 ? NULL : BOOK_ROW(books, BOOK_LOANS, voucher_loan, at);
}

struct voucher books_spend(const struct books *books, struct arena *arena, const char *code,
                           const char *till)
{
    struct voucher voucher = *books_voucher(books, code);
    const struct book *book = &books->of[BOOK_LOANS];
    struct voucher_loan *loans = arena_array(arena, (size_t)book->count + 1, sizeof *loans);
    int count = 0;
    for (int i = 0; i < book->count; i++)
        if (strcmp(BOOK_ROW(books, BOOK_LOANS, voucher_loan, i)->code, code) == 0)
            loans[count++] = *BOOK_ROW(books, BOOK_LOANS, voucher_loan, i);
    loan_tell(&voucher, loans, count, till, "EUR");
    return voucher;
}

const struct shift *books_open_shift(const struct books *books, const char *till)
{
    for (int i = books->of[BOOK_SHIFTS].count; i-- > 0;) {
        const struct shift *shift = BOOK_ROW(books, BOOK_SHIFTS, shift, i);
        if (!shift->closed_at && strcmp(shift->till, till) == 0)
            return shift;
    }
    return NULL;
}

struct sale *books_read_sale(const struct books *books, struct arena *arena, const struct uuid *id)
{
    const struct sale *row = books_sale(books, id);
    const struct book *tickets = &books->of[BOOK_TICKETS], *payments = &books->of[BOOK_PAYMENTS];
    LIST(struct ticket) own = {0};
    LIST(struct payment) paid = {0};
    if (!row)
        return NULL;
    for (int i = 0; i < tickets->count; i++)
        if (uuid_equal(&BOOK_ROW(books, BOOK_TICKETS, ticket, i)->sale, id))
            *LIST_ADD(arena, &own) = *BOOK_ROW(books, BOOK_TICKETS, ticket, i);
    for (int i = 0; i < payments->count; i++)
        if (uuid_equal(&BOOK_ROW(books, BOOK_PAYMENTS, payment, i)->sale, id))
            *LIST_ADD(arena, &paid) = *BOOK_ROW(books, BOOK_PAYMENTS, payment, i);
    struct sale *sale = arena_alloc(arena, sizeof *sale);
    *sale = *row;
    sale->tickets = own.at;
    sale->ticket_count = own.count;
    sale->payments = paid.at;
    sale->payment_count = paid.count;
    return sale;
}

struct shift *books_read_shift(const struct books *books, struct arena *arena,
                               const struct uuid *id)
{
    struct shift *shift = arena_alloc(arena, sizeof *shift);
    *shift = *books_shift(books, id);
    memset(shift->taken, 0, sizeof shift->taken);
    memset(shift->moved, 0, sizeof shift->moved);
    for (int i = 0; i < books->of[BOOK_PAYMENTS].count; i++) {
        const struct payment *payment = BOOK_ROW(books, BOOK_PAYMENTS, payment, i);
        if (uuid_equal(&payment->shift, id))
            shift->taken[payment->tender] += payment->amount;
    }
    for (int i = 0; i < books->of[BOOK_CHECKINS].count; i++) {
        const struct checkin *bag = BOOK_ROW(books, BOOK_CHECKINS, checkin, i);
        if (bag->paid && uuid_equal(&bag->shift, id))
            shift->taken[bag->tender] += bag->paid;
    }
    for (int i = 0; i < books->of[BOOK_MOVES].count; i++) {
        const struct shift_move *move = BOOK_ROW(books, BOOK_MOVES, shift_move, i);
        if (uuid_equal(&move->shift, id))
            shift->moved[move->kind] += move->amount;
    }
    return shift;
}

struct order_sums books_sums(const struct books *books, const struct uuid *sale)
{
    struct order_sums sums = {0};
    for (int i = 0; i < books->of[BOOK_TICKETS].count; i++) {
        const struct ticket *ticket = BOOK_ROW(books, BOOK_TICKETS, ticket, i);
        if (!uuid_equal(&ticket->sale, sale))
            continue;
        sums.valid += ticket->status == TICKET_VALID;
        sums.total += ticket->status == TICKET_VALID ? ticket->total : 0;
        sums.kept += ticket->status == TICKET_REFUNDED ? ticket->kept : 0;
    }
    for (int i = 0; i < books->of[BOOK_PAYMENTS].count; i++) {
        const struct payment *payment = BOOK_ROW(books, BOOK_PAYMENTS, payment, i);
        sums.paid += uuid_equal(&payment->sale, sale) ? payment->amount : 0;
    }
    return sums;
}

/* ---- writing -------------------------------------------------------------------------------- */

/* Without room every book is copied when it is first written. */
struct books *books_begin(const struct books *from, struct arena *arena)
{
    struct books *books = arena_alloc(arena, sizeof *books);
    if (from)
        *books = *from;
    for (int kind = 0; kind < BOOKS; kind++)
        books->of[kind].room = 0;
    return books;
}

static const void **place_for(struct books *books, struct arena *arena, enum book_kind kind, int at)
{
    struct book *book = &books->of[kind];
    if (!book->room || at == book->room) {
        book->room = 2 * book->count + 8;
        book->at =
            arena_grow(arena, book->at, (size_t)book->count, (size_t)book->room, sizeof *book->at);
    }
    return &book->at[at];
}

void books_add(struct books *books, struct arena *arena, enum book_kind kind, const void *row)
{
    *place_for(books, arena, kind, books->of[kind].count) = row;
    books->of[kind].count++;
}

#define WRITE_ROW(row, kind)                                                                    \
    static bool write_##row(struct books *books, struct arena *arena, const struct row *wanted) \
    {                                                                                           \
        int at = find_##row(books, &wanted->id);                                                \
        if (at < 0 ? wanted->version != 0                                                       \
                   : wanted->version != BOOK_ROW(books, kind, row, at)->version)                \
            return false;                                                                       \
        struct row *made = arena_alloc(arena, sizeof *made);                                    \
        *made = *wanted;                                                                        \
        made->version++;                                                                        \
        if (at < 0)                                                                             \
            books_add(books, arena, kind, made);                                                \
        else                                                                                    \
            *place_for(books, arena, kind, at) = made;                                          \
        return true;                                                                            \
    }

WRITE_ROW(sale, BOOK_SALES)
WRITE_ROW(ticket, BOOK_TICKETS)
WRITE_ROW(shift, BOOK_SHIFTS)

#define ADD_ROW(row, kind)                                                                    \
    static bool add_##row(struct books *books, struct arena *arena, const struct row *wanted) \
    {                                                                                         \
        if (find_##row(books, &wanted->id) >= 0)                                              \
            return false;                                                                     \
        struct row *made = arena_alloc(arena, sizeof *made);                                  \
        *made = *wanted;                                                                      \
        books_add(books, arena, kind, made);                                                  \
        return true;                                                                          \
    }

ADD_ROW(payment, BOOK_PAYMENTS)
ADD_ROW(shift_move, BOOK_MOVES)

static bool write_voucher(struct books *books, struct arena *arena, const struct voucher *wanted,
                          bool grown)
{
    int at = find_voucher(books, wanted->code);
    struct voucher *made = arena_alloc(arena, sizeof *made);
    if (at < 0)
        return false;
    const struct voucher *now = BOOK_ROW(books, BOOK_VOUCHERS, voucher, at);
    *made = grown ? *now : *wanted;
    if (grown) {
        made->used = now->used + wanted->used < 0 ? 0 : now->used + wanted->used;
        made->uses += wanted->uses;
    }
    made->gave = 0;
    made->version = now->version + 1;
    *place_for(books, arena, BOOK_VOUCHERS, at) = made;
    return grown || wanted->version == now->version;
}

static void count_lent(struct books *books, struct arena *arena, const char *code)
{
    const int at = find_voucher(books, code);
    struct voucher *made = arena_alloc(arena, sizeof *made);
    *made = *BOOK_ROW(books, BOOK_VOUCHERS, voucher, at);
    made->lent = 0;
    for (int i = 0; i < books->of[BOOK_LOANS].count; i++)
        if (strcmp(BOOK_ROW(books, BOOK_LOANS, voucher_loan, i)->code, code) == 0)
            made->lent += BOOK_ROW(books, BOOK_LOANS, voucher_loan, i)->money;
    *place_for(books, arena, BOOK_VOUCHERS, at) = made;
}

void books_lend(struct books *books, struct arena *arena, const struct voucher_loan *loan)
{
    const int at = find_loan(books, loan->code, loan->till);
    struct voucher_loan *made = arena_alloc(arena, sizeof *made);
    *made = *loan;
    made->version = at < 0 ? 1 : BOOK_ROW(books, BOOK_LOANS, voucher_loan, at)->version + 1;
    if (at < 0)
        books_add(books, arena, BOOK_LOANS, made);
    else
        *place_for(books, arena, BOOK_LOANS, at) = made;
    count_lent(books, arena, loan->code);
}

/* What somebody spends who is lent something: he spends that first. */
static void use_loan(struct books *books, struct arena *arena, const struct changeset *act,
                     const struct voucher *spent)
{
    const struct voucher_loan *own = books_loan(books, spent->code, act->actor.till);
    struct voucher voucher = *spent;
    if (!own || spent->gave <= 0)
        return;
    struct voucher_loan left = *own;
    loan_use(&voucher, &left, spent->gave);
    books_lend(books, arena, &left);
}

bool books_put_checkin(struct books *books, struct arena *arena, const struct checkin *row,
                       uint32_t seen)
{
    const int at = find_checkin(books, row);
    struct checkin *made = arena_alloc(arena, sizeof *made);
    if (seen != (at < 0 ? 0 : BOOK_ROW(books, BOOK_CHECKINS, checkin, at)->version))
        return false;
    *made = *row;
    if (at < 0)
        books_add(books, arena, BOOK_CHECKINS, made);
    else
        *place_for(books, arena, BOOK_CHECKINS, at) = made;
    return true;
}

static bool write_checkin(struct books *books, struct arena *arena, const struct checkin *step)
{
    struct checkin made = *step;
    made.version++;
    return books_put_checkin(books, arena, &made, step->version);
}

bool books_put_offer(struct books *books, struct arena *arena, const struct hold *row)
{
    const int at = find_hold(books, &row->id);
    struct hold *made = arena_alloc(arena, sizeof *made);
    if (row->version != (at < 0 ? 0 : BOOK_ROW(books, BOOK_OFFERS, hold, at)->version))
        return false;
    *made = *row;
    made->version++;
    if (at < 0) {
        books_add(books, arena, BOOK_OFFERS, made);
        return true;
    }
    made->seats = BOOK_ROW(books, BOOK_OFFERS, hold, at)->seats;
    made->seat_count = BOOK_ROW(books, BOOK_OFFERS, hold, at)->seat_count;
    *place_for(books, arena, BOOK_OFFERS, at) = made;
    return true;
}

bool books_write(struct books *books, struct arena *arena, const struct changeset *rows, bool grown)
{
    bool good = true;
    for (int i = 0; i < rows->sales.count; i++)
        good = write_sale(books, arena, &rows->sales.at[i]) && good;
    for (int i = 0; i < rows->tickets.count; i++)
        good = write_ticket(books, arena, &rows->tickets.at[i]) && good;
    for (int i = 0; i < rows->payments.count; i++)
        good = add_payment(books, arena, &rows->payments.at[i]) && good;
    for (int i = 0; i < rows->shifts.count; i++)
        good = write_shift(books, arena, &rows->shifts.at[i]) && good;
    for (int i = 0; i < rows->moves.count; i++)
        good = add_shift_move(books, arena, &rows->moves.at[i]) && good;
    for (int i = 0; i < rows->checkins.count; i++)
        good = write_checkin(books, arena, &rows->checkins.at[i]) && good;
    for (int i = 0; i < rows->vouchers.count; i++)
        good = write_voucher(books, arena, &rows->vouchers.at[i], grown) && good;
    for (int i = 0; i < rows->vouchers.count && !grown; i++)
        use_loan(books, arena, rows, &rows->vouchers.at[i]);
    for (int i = 0; i < rows->loans.count; i++)
        books_lend(books, arena, &rows->loans.at[i]);
    return good;
}

void books_decide(struct books *books, struct arena *arena, const struct conflict *conflict)
{
    struct conflict *made = arena_alloc(arena, sizeof *made);
    *made = *conflict;
    *place_for(books, arena, BOOK_CONFLICTS, find_conflict(books, &conflict->id)) = made;
}

/* ---- money of what was refused ----------------------------------------------------------------
 */

static void salvage_order(struct books *books, struct arena *arena, const struct payment *first)
{
    const struct shift *shift = books_shift(books, &first->shift);
    const int at = find_conflict(books, &first->sale);
    struct sale *sale = arena_alloc(arena, sizeof *sale);
    if (at < 0 || find_sale(books, &first->sale) >= 0)
        return;
    *sale = (struct sale){.id = first->sale, .status = SALE_PAID, .version = 1};
    memcpy(sale->code, "R-", 3);
    memcpy(sale->currency, "EUR", 4);
    if (shift)
        memcpy(sale->till, shift->till, sizeof sale->till);
    books_add(books, arena, BOOK_SALES, sale);
    struct conflict conflict = *BOOK_ROW(books, BOOK_CONFLICTS, conflict, at);
    conflict.sale = first->sale;
    books_decide(books, arena, &conflict);
}

void books_salvage(struct books *books, struct arena *arena, const struct changeset *money)
{
    for (int i = 0; i < money->payments.count; i++) {
        const struct payment *payment = &money->payments.at[i];
        salvage_order(books, arena, payment);
        (void)!add_payment(books, arena, payment);
    }
    for (int i = 0; i < money->payments.count; i++) {
        const int at = find_sale(books, &money->payments.at[i].sale);
        struct sale *sale = arena_alloc(arena, sizeof *sale);
        if (at < 0)
            continue;
        *sale = *BOOK_ROW(books, BOOK_SALES, sale, at);
        sale->paid = books_sums(books, &sale->id).paid;
        *place_for(books, arena, BOOK_SALES, at) = sale;
    }
    for (int i = 0; i < money->moves.count; i++)
        (void)!add_shift_move(books, arena, &money->moves.at[i]);
}
