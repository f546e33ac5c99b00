/* The story of an order, when a seed is told step by step. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>

#include "src/domain/conflict.h"
#include "tests/model/sync_trade.h"

static void tell_ticket(const struct ticket *ticket)
{
    printf("  seat %d %s (%d, v%u) %" PRId64 " kept %" PRId64, ticket->seat,
           ticket_status_name(ticket->status), ticket->generation, ticket->version, ticket->total,
           ticket->kept);
}

static void tell_act(const char *who, const struct changeset *act, const char *verdict)
{
    printf("#   %s: %s %s", who, act_name(act->act), verdict);
    for (int i = 0; i < act->payments.count; i++)
        printf("  %" PRId64 " by %s", act->payments.at[i].amount,
               tender_name(act->payments.at[i].tender));
    for (int i = 0; i < act->tickets.count; i++)
        tell_ticket(&act->tickets.at[i]);
    for (int i = 0; i < act->conflicts.count; i++)
        printf("  decided: %s", conflict_outcome_name(act->conflicts.at[i].outcome));
    putchar('\n');
}

static void tell_house(const struct books *books, const struct uuid *order)
{
    const struct sale *sale = books_sale(books, order);
    if (!sale)
        return;
    printf("#   the house: %s paid %" PRId64 " of %" PRId64, sale_status_name(sale->status),
           sale->paid, sale->total);
    for (int i = 0; i < books->of[BOOK_TICKETS].count; i++)
        if (uuid_equal(&BOOK_ROW(books, BOOK_TICKETS, ticket, i)->sale, order))
            tell_ticket(BOOK_ROW(books, BOOK_TICKETS, ticket, i));
    putchar('\n');
    for (int i = 0; i < books->of[BOOK_CONFLICTS].count; i++) {
        const struct conflict *row = BOOK_ROW(books, BOOK_CONFLICTS, conflict, i);
        if (uuid_equal(&row->sale, order))
            printf("#   conflict: %s %" PRId64 " %s, %s\n", conflict_word(row->heading),
                   row->amount, row->about, conflict_outcome_name(row->outcome));
    }
}

void money_tell(const struct world *world)
{
    const struct uuid *order = &world->suspect;
    if (uuid_is_zero(order))
        return;
    printf("# the order that was looked at:\n");
    for (int i = 0; i < world->deed_count; i++) {
        const struct deed *deed = &world->deeds[i];
        if (deed->act && uuid_equal(&deed->order, order))
            tell_act(trade_names[deed->till], deed->act,
                     deed->judged ? entry_state_name(deed->verdict) : "(not home)");
    }
    for (int i = 0; i < world->office.count; i++)
        if (money_about(world->office.at[i], order))
            tell_act("the office", world->office.at[i], "");
    tell_house(world->store.now.books, order);
}
