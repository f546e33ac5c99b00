#include "config.h"

#include "src/domain/waitlist.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/text.h"
#include "src/base/tongue.h"

static void add_note(const struct waiter *waiter, enum act act, struct changeset *cs)
{
    struct change_note *note = LIST_ADD(cs->arena, &cs->notes);
    *note = (struct change_note){.act = act, .show = waiter->show, .subject = waiter->id};
}

/* ---- join --------------------------------------------------------------------------------- */

static enum verdict clean(const char *what, const char *text, char *out, size_t size,
                          struct refusal *why)
{
    const char *fault = text_clean(text, out, size);
    return fault ? refuse(why, VERDICT_INVALID, "%s: this text %s; write it again.", tongue(what),
                          tongue(fault))
                 : VERDICT_OK;
}

static enum verdict check_contact(const struct waiter *wish, struct waiter *row,
                                  struct refusal *why)
{
    enum verdict verdict = clean(N_("Name"), wish->name, row->name, sizeof row->name, why);
    if (verdict == VERDICT_OK)
        verdict = clean(N_("E-mail"), wish->email, row->email, sizeof row->email, why);
    if (verdict == VERDICT_OK)
        verdict = clean(N_("Phone"), wish->phone, row->phone, sizeof row->phone, why);
    if (verdict != VERDICT_OK)
        return verdict;
    if (!*row->name)
        return refuse(why, VERDICT_INVALID, "Who is waiting? Give a name.");
    if (!*row->email && !*row->phone)
        return refuse(why, VERDICT_INVALID,
                      "How can they be told? Give an e-mail address or a phone number.");
    return VERDICT_OK;
}

static enum verdict check_party(const struct waiter *wish, struct refusal *why)
{
    if (wish->party < 1 || wish->party > PARTY_MAX)
        return refuse(why, VERDICT_INVALID,
                      "A party on the waiting list is 1 to %d people, not %d.", PARTY_MAX,
                      wish->party);
    if (wish->accessible < 0 || wish->accessible > wish->party)
        return refuse(why, VERDICT_INVALID,
                      "A party of %d cannot need %d wheelchair places; name at most as many as "
                      "there are people.",
                      wish->party, wish->accessible);
    return VERDICT_OK;
}

static enum verdict check_place(const struct plan *plan, const struct waiter *wish,
                                struct refusal *why)
{
    if (wish->class_no < -1 || wish->class_no >= plan->class_count)
        return refuse(why, VERDICT_INVALID, "This hall has no such price class.");
    if (*wish->section && plan_find_section(plan, wish->section) < 0)
        return refuse(why, VERDICT_INVALID, "This hall has no section \"%s\".", wish->section);
    return VERDICT_OK;
}

enum verdict wait_decide_join(const struct snapshot *show, const struct waiter *wish,
                              struct changeset *cs, struct refusal *why)
{
    struct waiter row = *wish;
    if (show->show.status != SHOW_OPEN)
        return refuse(why, VERDICT_SHOW_NOT_OPEN, NULL);
    enum verdict verdict = check_party(wish, why);
    if (verdict == VERDICT_OK)
        verdict = check_contact(wish, &row, why);
    if (verdict == VERDICT_OK)
        verdict = check_place(show->plan, wish, why);
    if (verdict != VERDICT_OK)
        return verdict;
    row.show = show->show.no;
    row.status = WAIT_WAITING;
    row.joined_at = cs->now;
    row.hold = (struct uuid){0};
    row.version = 0;
    *LIST_ADD(cs->arena, &cs->waiters) = row;
    add_note(&row, ACT_WAIT_JOIN, cs);
    return VERDICT_OK;
}

/* ---- leave -------------------------------------------------------------------------------- */

static void change_status(const struct waiter *waiter, enum wait_status status,
                          const struct uuid *hold, struct changeset *cs)
{
    struct waiter *row = LIST_ADD(cs->arena, &cs->waiters);
    *row = *waiter;
    row->status = status;
    row->hold = *hold;
}

enum verdict wait_decide_leave(const struct waiter *waiter, struct changeset *cs,
                               struct refusal *why)
{
    if (waiter->status == WAIT_LEFT)
        return VERDICT_OK;
    if (waiter->status == WAIT_SERVED)
        return refuse(why, VERDICT_INVALID,
                      "They have been served already and no longer wait; refund or exchange their "
                      "sale instead.");
    change_status(waiter, WAIT_LEFT, &waiter->hold, cs);
    add_note(waiter, ACT_WAIT_LEAVE, cs);
    return VERDICT_OK;
}

/* ---- serve -------------------------------------------------------------------------------- */

static bool wish_of(const struct waiter *waiter, const struct plan *plan, int64_t now,
                    struct best_request *wish)
{
    *wish = (struct best_request){
        .count = waiter->party,
        .class_no = waiter->class_no,
        .section = *waiter->section ? plan_find_section(plan, waiter->section) : -1,
        .accessible = waiter->accessible,
        .aisle = waiter->aisle,
        .together = waiter->together,
        .now = now,
        .channel = CHANNEL_WAITLIST,
    };
    return !*waiter->section || wish->section >= 0;
}

/* What they asked for stands: an aisle, a section or a class is not given up behind their back. */
static bool as_wished(const struct best_result *seats)
{
    for (int i = 0; i < seats->relaxed_count; i++)
        if (strcmp(seats->relaxed[i], "gap") != 0 && strcmp(seats->relaxed[i], "together") != 0)
            return false;
    return true;
}

static bool is_outside(const struct plan *plan, int seat, const struct best_request *wish)
{
    return (wish->class_no >= 0 && plan->seats[seat].class_no != wish->class_no) ||
           (wish->section >= 0 && plan_section_of(plan, seat) != &plan->sections[wish->section]);
}

static bool find(const struct best_index *index, const struct snapshot *snapshot,
                 const struct best_request *wish, struct best_result *seats)
{
    return best_find(index, snapshot, wish, seats, NULL) == VERDICT_OK && as_wished(seats);
}

/*
 * The search would rather leave a section or a class than split a party, and a party that does not
 * mind being split would rather not leave. So it looks again with nothing else for sale.
 */
static bool find_within(const struct best_index *index, const struct snapshot *snapshot,
                        const struct best_request *wish, struct best_result *seats)
{
    size_t count = (size_t)snapshot->plan->seat_count;
    struct snapshot narrow = *snapshot;
    narrow.state = x_alloc(count * sizeof *narrow.state);
    memcpy(narrow.state, snapshot->state, count * sizeof *narrow.state);
    for (int i = 0; i < snapshot->plan->seat_count; i++)
        if (is_outside(snapshot->plan, i, wish))
            narrow.state[i] = (struct seat_state){.status = SEAT_BLOCKED};
    bool found = find(index, &narrow, wish, seats);
    free(narrow.state);
    return found;
}

static bool can_be_seated(const struct best_index *index, const struct snapshot *snapshot,
                          const struct waiter *waiter, int64_t now, struct best_result *seats)
{
    struct best_request wish;
    if (waiter->status != WAIT_WAITING || waiter->show != snapshot->show.no ||
        !wish_of(waiter, snapshot->plan, now, &wish))
        return false;
    bool picky = wish.class_no >= 0 || wish.section >= 0;
    return find(index, snapshot, &wish, seats) ||
           (picky && !wish.together && find_within(index, snapshot, &wish, seats));
}

int wait_next(const struct best_index *index, const struct snapshot *snapshot,
              const struct waiter *waiters, int count, int64_t now, struct best_result *seats)
{
    for (int i = 0; i < count; i++)
        if (can_be_seated(index, snapshot, &waiters[i], now, seats))
            return i;
    return -1;
}

void wait_mark_offered(const struct waiter *waiter, const struct uuid *hold, struct changeset *cs)
{
    change_status(waiter, WAIT_OFFERED, hold, cs);
    add_note(waiter, ACT_WAIT_SERVE, cs);
}

void wait_mark_served(const struct waiter *waiter, struct changeset *cs)
{
    change_status(waiter, WAIT_SERVED, &waiter->hold, cs);
    add_note(waiter, ACT_WAIT_SERVE, cs);
}

void wait_mark_lapsed(const struct waiter *waiter, struct changeset *cs)
{
    change_status(waiter, WAIT_LEFT, &waiter->hold, cs);
    add_note(waiter, ACT_WAIT_LEAVE, cs);
}
