/* Heat maps of held seats: who holds them, and for how long. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/list.h"
#include "src/base/text.h"
#include "src/domain/heat_parts.h"

/* A letter each; whoever comes after that is one of "others". */
static const char letters[] = "123456789ABCDEFGHJKLMNPQRSTUVWXYZ";
enum { PARTIES_MAX = sizeof letters - 1 };

static int by_id(const void *a, const void *b)
{
    const struct hold *left = *(const struct hold *const *)a;
    const struct hold *right = *(const struct hold *const *)b;
    return memcmp(&left->id, &right->id, sizeof left->id);
}

/* The holds in the order of their ids, so that a seat's is found quickly. */
static const struct hold **sorted_holds(const struct heat_making *making)
{
    const struct heat_request *request = making->request;
    const struct hold **sorted =
        arena_array(making->arena, (size_t)request->hold_count + 1, sizeof *sorted);
    for (int i = 0; i < request->hold_count; i++)
        sorted[i] = &request->holds[i];
    qsort(sorted, (size_t)request->hold_count, sizeof *sorted, by_id);
    return sorted;
}

static const struct hold *hold_of(const struct heat_making *making, const struct hold **sorted,
                                  int seat)
{
    const struct hold wanted = {.id = making->request->state[seat].holder};
    const struct hold *key = &wanted;
    const struct hold **found =
        bsearch(&key, sorted, (size_t)making->request->hold_count, sizeof *sorted, by_id);
    return found ? *found : NULL;
}

/* ---- by holder ---------------------------------------------------------------------------- */

struct party {
    const char *holder, *till;
    int seats, rank;
    int64_t since; /* the oldest of its holds */
};
struct parties {
    LIST(struct party) list;
    int *of_seat; /* by seat of the plan; -1: held by nobody who is known */
};

static bool same_party(const struct party *party, const struct hold *hold)
{
    return strcmp(party->holder, hold->holder) == 0 && strcmp(party->till, hold->till) == 0;
}

/* Neighbours are mostly of one hold, so the last answer is tried first. */
static int party_of(struct parties *parties, const struct hold *hold, int last, struct arena *arena)
{
    if (last >= 0 && same_party(&parties->list.at[last], hold))
        return last;
    for (int i = 0; i < parties->list.count; i++)
        if (same_party(&parties->list.at[i], hold))
            return i;
    struct party *party = LIST_ADD(arena, &parties->list);
    *party = (struct party){.holder = hold->holder, .till = hold->till, .since = hold->created_at};
    return parties->list.count - 1;
}

static void find_parties(struct heat_making *making, struct parties *parties)
{
    const struct heat_request *request = making->request;
    const struct hold **sorted = sorted_holds(making);
    int last = -1;
    parties->of_seat =
        arena_array(making->arena, (size_t)request->plan->seat_count + 1, sizeof *parties->of_seat);
    for (int i = 0; i < request->plan->seat_count; i++) {
        parties->of_seat[i] = -1;
        if (heat_status(request, i) != SEAT_HELD)
            continue;
        const struct hold *hold = hold_of(making, sorted, i);
        if (!hold)
            continue;
        parties->of_seat[i] = last = party_of(parties, hold, last, making->arena);
        struct party *party = &parties->list.at[last];
        party->seats++;
        if (hold->created_at < party->since)
            party->since = hold->created_at;
    }
}

static int most_seats_first(const void *a, const void *b)
{
    const struct party *left = *(struct party *const *)a, *right = *(struct party *const *)b;
    if (left->seats != right->seats)
        return right->seats - left->seats;
    int by_name = strcmp(left->holder, right->holder);
    return by_name ? by_name : strcmp(left->till, right->till);
}

static void rank_parties(struct parties *parties, struct arena *arena)
{
    struct party **order = arena_array(arena, (size_t)parties->list.count + 1, sizeof *order);
    for (int i = 0; i < parties->list.count; i++)
        order[i] = &parties->list.at[i];
    qsort(order, (size_t)parties->list.count, sizeof *order, most_seats_first);
    for (int i = 0; i < parties->list.count; i++)
        order[i]->rank = i;
}

static void name_party(struct heat_making *making, const struct party *party,
                       struct heat_kind *kind)
{
    int minutes = (int)((making->request->now - party->since) / 60000);
    if (party->till[0])
        snprintf(kind->name, sizeof kind->name, "%s, %s", party->holder, party->till);
    else
        snprintf(kind->name, sizeof kind->name, "%s", party->holder);
    kind->letter[0] = letters[party->rank];
    snprintf(kind->figures, sizeof kind->figures,
             say(making->request->language, N_("longest %d min")), minutes < 0 ? 0 : minutes);
}

void heat_by_holder(struct heat_making *making)
{
    struct parties parties = {0};
    int kind_of_rank[PARTIES_MAX], first = making->heat->kind_count, shown;
    find_parties(making, &parties);
    rank_parties(&parties, making->arena);
    shown = parties.list.count < PARTIES_MAX ? parties.list.count : PARTIES_MAX;
    for (int i = 0; i < shown; i++)
        kind_of_rank[i] = heat_add_kind(making, "", (enum heat_mark)(i % HEAT_SHAPES), HEAT_HELD);
    for (int i = 0; i < parties.list.count; i++)
        if (parties.list.at[i].rank < PARTIES_MAX)
            name_party(making, &parties.list.at[i],
                       &making->heat->kinds[first + parties.list.at[i].rank]);
    const int others = heat_add_kind(making, N_("others"), HEAT_DIAMOND, HEAT_HELD);
    heat_put_quiet(making);
    for (int i = 0; i < making->request->plan->seat_count; i++) {
        int party = parties.of_seat[i];
        bool known =
            party >= 0 && party < parties.list.count && parties.list.at[party].rank < PARTIES_MAX;
        if (heat_status(making->request, i) == SEAT_HELD)
            heat_put(making, i, known ? kind_of_rank[parties.list.at[party].rank] : others);
    }
}

/* ---- by age ------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    char letter;
    int minutes; /* below this */
} ages[] = {
    {N_("under 1 min"), '1', 1},   {N_("1 to 5 min"), '2', 5},    {N_("5 to 10 min"), '3', 10},
    {N_("10 to 15 min"), '4', 15}, {N_("15 to 30 min"), '5', 30}, {N_("over 30 min"), '6', 0},
};

static int age_of(int64_t held_ms)
{
    int age = 0;
    while (ages[age].minutes && held_ms >= ages[age].minutes * (int64_t)60000)
        age++;
    return age;
}

char heat_age_letter(int64_t held_ms)
{
    return ages[age_of(held_ms)].letter;
}

void heat_by_age(struct heat_making *making)
{
    const struct heat_request *request = making->request;
    const struct hold **sorted = sorted_holds(making);
    const int first = making->heat->kind_count;
    for (int i = 0; i < COUNT_OF(ages); i++) {
        int no = heat_add_kind(making, ages[i].name, HEAT_DISC, HEAT_SHADE);
        making->heat->kinds[no].shade = (uint8_t)(40 + 215 * i / (COUNT_OF(ages) - 1));
        making->heat->kinds[no].letter[0] = ages[i].letter;
    }
    const int unknown = heat_add_kind(making, N_("not known since when"), HEAT_DIAMOND, HEAT_HELD);
    heat_put_quiet(making);
    for (int i = 0; i < request->plan->seat_count; i++) {
        if (heat_status(request, i) != SEAT_HELD)
            continue;
        const struct hold *hold = hold_of(making, sorted, i);
        heat_put(making, i, hold ? first + age_of(request->now - hold->created_at) : unknown);
    }
}
