#include "config.h"

#include "src/domain/waitlist.h"

#include <ctype.h>
#include <string.h>

#include "src/base/text.h"
#include "src/base/tongue.h"
#include "src/domain/hold.h"

bool wait_code_parse(const char *text, char out[CODE_TEXT])
{
    size_t length = strlen(text);
    if (length < 3 || length >= CODE_TEXT || toupper((unsigned char)text[0]) != 'W' ||
        text[1] != '-')
        return false;
    for (size_t i = 0; i <= length; i++)
        out[i] = (char)toupper((unsigned char)text[i]);
    return true;
}

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

/* Somebody who pays for what he was offered, and leaves the list meanwhile, gets what he pays for.
 */
static enum verdict let_go(const struct hold *offer, struct changeset *cs, struct refusal *why)
{
    if (!offer || offer->status != HOLD_ACTIVE)
        return VERDICT_OK;
    return hold_decide_unpaid(offer, END_USER_CANCELLED, cs, why);
}

enum verdict wait_decide_leave(const struct waiter *waiter, const struct hold *offer,
                               struct changeset *cs, struct refusal *why)
{
    if (waiter->status == WAIT_LEFT)
        return VERDICT_OK;
    if (waiter->status == WAIT_SERVED)
        return refuse(why, VERDICT_STATE_CONFLICT,
                      "They have been served already and no longer wait; refund or exchange their "
                      "sale instead.");
    enum verdict verdict = let_go(offer, cs, why);
    if (verdict)
        return verdict;
    change_status(waiter, WAIT_LEFT, &waiter->hold, cs);
    add_note(waiter, ACT_WAIT_LEAVE, cs);
    return VERDICT_OK;
}

/* ---- what becomes of an offer ---------------------------------------------------------------- */

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
