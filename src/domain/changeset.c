#include "config.h"

#include "src/domain/changeset.h"

#include <string.h>

#include "src/domain/checkin.h"
#include "src/domain/door.h"
#include "src/domain/row/sent.h"
#include "src/domain/row_index.h"

struct changeset *changeset_new(struct arena *arena)
{
    struct changeset *cs = arena_alloc(arena, sizeof *cs);
    cs->arena = arena;
    cs->answer = "";
    return cs;
}

/* ---- the kinds by number --------------------------------------------------------------------- */

static const struct row_field change_note_fields[] = {
    SENT_CHOICE(change_note, act, ACT_COUNT - 1),
    SENT_INT(change_note, show),
    SENT_ID(change_note, subject),
    SENT_TEXT(change_note, note),
};
static const struct row_shape shape_change_note =
    SENT_SHAPE("note", sizeof(struct change_note), change_note_fields);

/* Not described. */
static const struct row_shape shape_hall_change = {"hall", sizeof(struct hall_change), NULL, 0},
                              shape_bag_rule = {"bag rule", sizeof(struct bag_rule), NULL, 0};

static const struct {
    size_t offset;
    const struct row_shape *shape;
    enum journal_list journal_list;
} row_kinds[] = {
#define ROWS(NAME, list, row, journal, written) \
    [ROWS_##NAME] = {offsetof(struct changeset, list), &shape_##row, journal},
#include "src/domain/changeset.def"
#undef ROWS
};

/* Any list: it is a pointer and two numbers, whatever it points at. */
struct any_list {
    void *at;
    int count, room;
};

_Static_assert(COUNT_OF(row_kinds) == ROW_KINDS &&
                   sizeof(struct any_list) == sizeof((struct changeset *)0)->holds,
               "a list of each kind, and all are laid out alike");

static struct any_list list_read(const struct changeset *cs, enum row_kind kind)
{
    struct any_list any;
    memcpy(&any, (const char *)cs + row_kinds[kind].offset, sizeof any);
    return any;
}

struct row_range changeset_rows(const struct changeset *cs, enum row_kind kind)
{
    const struct any_list any = list_read(cs, kind);
    return (struct row_range){any.at, any.count, row_kinds[kind].shape};
}

void changeset_set_rows(struct changeset *cs, enum row_kind kind, void *at, int count)
{
    const struct any_list any = {at, count, count};
    memcpy((char *)cs + row_kinds[kind].offset, &any, sizeof any);
}

enum journal_list changeset_journal_list(enum row_kind kind)
{
    return row_kinds[kind].journal_list;
}

int changeset_count_rows(const struct changeset *cs)
{
    int count = 0;
    for (enum row_kind kind = 0; kind < ROW_KINDS; kind++)
        count += list_read(cs, kind).count;
    return count;
}

/* ---- a row by its name -------------------------------------------------------------------------
 */

struct changeset_index {
    struct row_index hold, sale, ticket, shift, customer, waiter, ticket_of_sale;
};

#define INDEX_OF(row)                                          \
    (struct row_index)                                         \
    {                                                          \
        .arena = cs->arena, .offset = offsetof(struct row, id) \
    }

void changeset_use_index(struct changeset *cs)
{
    cs->index = arena_alloc(cs->arena, sizeof *cs->index);
    *cs->index = (struct changeset_index){.hold = INDEX_OF(hold),
                                          .sale = INDEX_OF(sale),
                                          .ticket = INDEX_OF(ticket),
                                          .shift = INDEX_OF(shift),
                                          .customer = INDEX_OF(customer),
                                          .waiter = INDEX_OF(waiter)};
    cs->index->ticket_of_sale =
        (struct row_index){.arena = cs->arena, .offset = offsetof(struct ticket, sale)};
}

/* Of few rows the index is slower than looking. */
enum { FEW_ROWS = 12 };

#define ROWS_OF(list)                                    \
    (struct indexed_rows)                                \
    {                                                    \
        cs->list.at, cs->list.count, sizeof *cs->list.at \
    }

#define FIND(row, list)                                                            \
    struct row *changeset_##row(const struct changeset *cs, const struct uuid *id) \
    {                                                                              \
        if (cs->index && cs->list.count > FEW_ROWS) {                              \
            const struct indexed_rows rows = ROWS_OF(list);                        \
            const int at = row_index_first(&cs->index->row, &rows, id);            \
            return at < 0 ? NULL : &cs->list.at[at];                               \
        }                                                                          \
        for (int i = 0; i < cs->list.count; i++)                                   \
            if (uuid_equal(&cs->list.at[i].id, id))                                \
                return &cs->list.at[i];                                            \
        return NULL;                                                               \
    }

FIND(hold, holds)
FIND(sale, sales)
FIND(ticket, tickets)
FIND(shift, shifts)
FIND(customer, customers)
FIND(waiter, waiters)

struct voucher *changeset_voucher(const struct changeset *cs, const char *code)
{
    for (int i = 0; i < cs->vouchers.count; i++)
        if (strcmp(cs->vouchers.at[i].code, code) == 0)
            return &cs->vouchers.at[i];
    return NULL;
}

struct voucher_loan *changeset_loan(const struct changeset *cs, const char *code)
{
    for (int i = 0; i < cs->loans.count; i++)
        if (strcmp(cs->loans.at[i].code, code) == 0)
            return &cs->loans.at[i];
    return NULL;
}

/* ---- an order by its rows ----------------------------------------------------------------------
 */

int64_t changeset_paid(const struct changeset *cs, const struct uuid *sale)
{
    int64_t paid = 0;
    for (int i = 0; i < cs->payments.count; i++)
        if (uuid_equal(&cs->payments.at[i].sale, sale))
            paid += cs->payments.at[i].amount;
    return paid;
}

static void add_ticket(struct valid_tickets *valid, const struct ticket *ticket)
{
    if (ticket->status == TICKET_VALID) {
        valid->count++;
        valid->total += ticket->total;
    }
    valid->kept += ticket->status == TICKET_REFUNDED ? ticket->kept : 0;
}

static struct valid_tickets valid_by_index(const struct changeset *cs, const struct uuid *sale)
{
    struct row_index *index = &cs->index->ticket_of_sale;
    const struct indexed_rows rows = ROWS_OF(tickets);
    struct valid_tickets valid = {0};
    for (int at = row_index_first(index, &rows, sale); at >= 0;
         at = row_index_next(index, &rows, at, sale))
        add_ticket(&valid, &cs->tickets.at[at]);
    return valid;
}

struct valid_tickets changeset_valid(const struct changeset *cs, const struct uuid *sale)
{
    struct valid_tickets valid = {0};
    if (cs->index && cs->tickets.count > FEW_ROWS)
        return valid_by_index(cs, sale);
    for (int i = 0; i < cs->tickets.count; i++)
        if (uuid_equal(&cs->tickets.at[i].sale, sale))
            add_ticket(&valid, &cs->tickets.at[i]);
    return valid;
}
