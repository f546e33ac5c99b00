/*
 * Tickets at the doors of the simulated house: what it keeps of their passages, and what has to be
 * so of each that comes home. Who is one too many is found here in another way than the program
 * finds it: by looking at the passage just before.
 */
#include "config.h"

#include <string.h>

#include "tests/model/sync_world.h"

static int ticket_at(const struct entry *scan)
{
    return scan->scan.ticket.b[0] % TICKETS;
}

/* Every eighth who comes in has shown somebody that he is in already. */
static bool is_knowing(const struct entry *scan)
{
    return scan->mono % 8 == 0;
}

void doors_read(void *ctx, const struct entry *scan, struct merge_ticket *out)
{
    struct sim_house *store = ctx;
    int ticket = ticket_at(scan), count = 0;
    for (int i = 0; i < store->now.passages; i++)
        if (store->passages[i].ticket == ticket)
            store->asked[count++] = store->passages[i].passage;
    *out = (struct merge_ticket){.passages = store->asked,
                                 .count = count,
                                 .revoked = store->now.tickets[ticket].revoked,
                                 .knowing = is_knowing(scan)};
}

static bool was_let_in(const struct sim_house *store, int ticket)
{
    for (int i = 0; i < store->now.passages; i++)
        if (store->passages[i].ticket == ticket && !store->passages[i].passage.out)
            return true;
    return false;
}

bool doors_used(void *ctx, const struct entry *act, struct uuid *ticket)
{
    const struct sim_house *store = ctx;
    *ticket = (struct uuid){0};
    if (act->payload_size != 1)
        return false;
    ticket->b[0] = act->payload[0];
    return was_let_in(store, act->payload[0]);
}

bool house_revoke(struct sim_house *store, int ticket)
{
    if (store->now.tickets[ticket].revoked)
        return false;
    store->now.tickets[ticket].revoked = true;
    return sim_house_store.commit(store);
}

/* ---- the other way ----------------------------------------------------------------------------
 */

static bool is_before(const struct passage *a, const struct passage *b)
{
    return a->at < b->at || (a->at == b->at && memcmp(a->act.b, b->act.b, sizeof a->act.b) < 0);
}

/* The passage just before this one among the first `count` that are kept; NULL: none. */
static const struct passage *before(const struct sim_house *store, int count,
                                    const struct sim_passage *of)
{
    const struct passage *best = NULL;
    for (int i = 0; i < count; i++) {
        const struct sim_passage *other = &store->passages[i];
        if (other->ticket == of->ticket && is_before(&other->passage, &of->passage) &&
            (!best || is_before(best, &other->passage)))
            best = &other->passage;
    }
    return best;
}

static bool is_one_too_many(const struct sim_house *store, int count, const struct sim_passage *of)
{
    const struct passage *last = before(store, count, of);
    return !of->passage.out && !of->passage.knowing && last && !last->out;
}

static const struct passage *find(const struct passages *all, const struct uuid *act)
{
    for (int i = 0; i < all->count; i++)
        if (uuid_equal(&all->at[i].act, act))
            return &all->at[i];
    return NULL;
}

static void check_flag(struct sim_house *store, const struct merge_result *effect,
                       const struct sim_passage *of)
{
    int count = store->now.passages;
    const struct passage *said = find(&effect->passages, &of->passage.act);
    bool flagged = is_one_too_many(store, count, of);
    bool was = of != &store->passages[count - 1] && is_one_too_many(store, count - 1, of);
    if (!said || said->twice != flagged)
        world_fault(store->world, "whoever was let in twice by ticket %d is not who is flagged",
                    of->ticket);
    if (uuid_equal(&effect->flagged, &of->passage.act) != (flagged && !was))
        world_fault(store->world, "a second admission of ticket %d is not told when it is found",
                    of->ticket);
}

static void check_who_is_in(struct sim_house *store, const struct passages *said, int ticket)
{
    const struct passage *first = NULL, *last = NULL;
    int entries = 0;
    for (int i = 0; i < store->now.passages; i++) {
        const struct passage *at = &store->passages[i].passage;
        if (store->passages[i].ticket != ticket)
            continue;
        entries += !at->out;
        first = !at->out && (!first || is_before(at, first)) ? at : first;
        last = !last || is_before(last, at) ? at : last;
    }
    if (!last || said->inside == last->out || said->entries != entries ||
        said->last_at != last->at || said->first_at != (first ? first->at : 0))
        world_fault(store->world, "who is in with ticket %d, and since when, is wrong", ticket);
}

/* ---- a scan -----------------------------------------------------------------------------------
 */

/* Whichever of the two comes home first: money that went back for a ticket somebody was let in by
 * is told of. */
static void check_told(struct sim_house *store, int ticket)
{
    const struct ticket_row *row = &store->now.tickets[ticket];
    if (row->by_till && was_let_in(store, ticket) && !row->told)
        world_fault(store->world, "ticket %d was taken back and let in, and nobody is told",
                    ticket);
}

void doors_take(struct sim_house *store, const struct entry *scan,
                const struct merge_result *effect)
{
    int ticket = ticket_at(scan), at = store->now.passages++;
    const struct passage *own = find(&effect->passages, &scan->uid);
    bool revoked = store->now.tickets[ticket].revoked && !scan->scan.out;
    if (!own) {
        world_fault(store->world, "a scan is not among the passages of its ticket");
        return;
    }
    store->passages[at] = (struct sim_passage){ticket, *own};
    if (own->out != scan->scan.out || own->knowing != is_knowing(scan))
        world_fault(store->world, "a scan became another one");
    for (int i = 0; i <= at; i++)
        if (store->passages[i].ticket == ticket)
            check_flag(store, effect, &store->passages[i]);
    check_who_is_in(store, &effect->passages, ticket);
    if ((effect->heading == MERGE_REVOKED_IN) != revoked)
        world_fault(store->world, "ticket %d, which %s, was let in and %s", ticket,
                    revoked ? "did not count" : "counted", revoked ? "nobody is told" : "told of");
    store->now.tickets[ticket].told = store->now.tickets[ticket].told || revoked;
    check_told(store, ticket);
    store->now.twice_in += !uuid_is_zero(&effect->flagged);
    store->now.revoked_in += revoked;
}

void doors_take_back(struct sim_house *store, const struct entry *act,
                     const struct merge_result *effect)
{
    int ticket = act->payload[0];
    struct ticket_row *row = &store->now.tickets[ticket];
    row->revoked = row->by_till = true;
    row->told = row->told || effect->heading == MERGE_REVOKED_IN;
    store->now.used_back += effect->heading == MERGE_REVOKED_IN;
    if (effect->heading == MERGE_REVOKED_IN && !was_let_in(store, ticket))
        world_fault(store->world, "nobody was let in by ticket %d, and somebody is told", ticket);
    check_told(store, ticket);
}

const struct passage *doors_find(const struct sim_house *store, const struct uuid *act)
{
    for (int i = 0; i < store->now.passages; i++)
        if (uuid_equal(&store->passages[i].passage.act, act))
            return &store->passages[i].passage;
    return NULL;
}
