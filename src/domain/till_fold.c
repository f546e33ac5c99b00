/* What the house says, folded into journal and replica: verdicts with their seats, and pages. */
#include "config.h"

#include <string.h>

#include "src/domain/till_sync_parts.h"

/* What arrives late is told by its version. A seat that an open entry changed shows that entry. */
static bool fold_seat(struct till_sync *till, const struct seat_news *news, uint64_t settled)
{
    struct replica_seat seat = {0};
    if (!till->disk->seat(till->disk->ctx, news->show, news->seat, &seat))
        seat = (struct replica_seat){0};
    if (news->state.version > seat.house.version)
        seat.house = news->state;
    if (news->terms > seat.terms)
        seat.terms = news->terms;
    if (settled && seat.tip == settled)
        seat.tip = 0;
    return till->disk->put_seat(till->disk->ctx, news->show, news->seat, &seat);
}

/* Verdicts come in the order of the journal; others are late, or come again when they are asked. */
static bool is_next(struct till_sync *till, const struct sync_verdict *verdict)
{
    struct entry_frame frame;
    return verdict->seq == till->meta.first_open && verdict->seq <= till->meta.head_seq &&
           entry_state_final(verdict->state) && entry_state_may(ENTRY_SENT, verdict->state) &&
           till->disk->frame(till->disk->ctx, verdict->seq, &frame) &&
           memcmp(frame.hash, verdict->hash, ENTRY_HASH) == 0;
}

static bool fold_verdict(struct till_sync *till, const struct sync_verdict *verdict)
{
    for (int i = 0; i < verdict->seat_count; i++)
        if (!fold_seat(till, &verdict->seats[i], verdict->seq))
            return false;
    till->meta.first_open = verdict->seq + 1;
    return till->disk->settle(till->disk->ctx, verdict);
}

bool till_fold_verdicts(struct till_sync *till, const struct sync_verdicts *verdicts)
{
    bool any = false;
    for (int i = 0; i < verdicts->of.count; i++) {
        if (!is_next(till, &verdicts->of.at[i]))
            continue;
        any = true;
        if (!fold_verdict(till, &verdicts->of.at[i]))
            return till_latch(till);
    }
    return !any || till_save(till);
}

/* A lease counts from when the replica knows all that was lent when it was offered. */
static void begin_lease(struct till_sync *till)
{
    if (!till->offered_ends || till->meta.cursor < till->offered_event)
        return;
    till->meta.lease_boot = till->clock.boot;
    till->meta.lease_ends = till->offered_ends;
    till->offered_ends = 0;
}

bool till_fold_page(struct till_sync *till, const struct sync_page *page)
{
    for (int i = 0; i < page->seats.count; i++)
        if (!fold_seat(till, &page->seats.at[i], 0))
            return till_latch(till);
    till->meta.cursor = page->to;
    begin_lease(till);
    return till_save(till);
}
