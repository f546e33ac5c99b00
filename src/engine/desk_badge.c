/*
 * Badges: a number that a scanner reads signs its owner in.
 *
 * A badge is kept as an argon2id hash, because its numbers are few enough to be tried all. That
 * hash cannot be looked up, so two hex digits of a plain hash stand before it: they say of nearly
 * everybody at once that it is not theirs, and tell a thief next to nothing.
 */
#include "config.h"

#include "src/engine/desk.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "src/base/tongue.h"
#include "src/engine/run.h"

enum { BADGE_SHORTEST = 6, BADGE_LONGEST = 64, TAG_TEXT = 3 };

struct badge_wish {
    const char *name, *badge;
};

static bool well_formed(const char *badge)
{
    size_t length = strlen(badge);
    for (size_t i = 0; i < length; i++)
        if (!isalnum((unsigned char)badge[i]) && !strchr("-_.", badge[i]))
            return false;
    return length >= BADGE_SHORTEST && length <= BADGE_LONGEST;
}

static void make_tag(const struct crypt_port *crypt, const char *badge, char out[TAG_TEXT])
{
    static const char salt[] = "loge badge";
    struct hash_state state;
    uint8_t hash[HASH_SIZE];
    crypt->hash_start(&state);
    crypt->hash_add(&state, salt, sizeof salt);
    crypt->hash_add(&state, badge, strlen(badge));
    crypt->hash_end(&state, hash);
    text_hex(out, hash, (TAG_TEXT - 1) / 2);
}

static bool is_badge_of(const struct crypt_port *crypt, const struct staff *staff, const char *tag,
                        const char *badge)
{
    return strncmp(staff->badge, tag, TAG_TEXT - 1) == 0 &&
           crypt->pin_verify(badge, staff->badge + TAG_TEXT - 1);
}

/* Whose it is; NULL: nobody's. */
static enum verdict find_owner(struct run *run, const char *badge, const struct staff **owner)
{
    struct store *store = run->desk->store;
    struct staff *staff;
    char tag[TAG_TEXT];
    int count;
    *owner = NULL;
    if (store->ops->staff_list(store, run->arena, &staff, &count, &run->out->err))
        return VERDICT_UNAVAILABLE;
    make_tag(run->desk->crypt, badge, tag);
    for (int i = 0; i < count && !*owner; i++)
        if (is_badge_of(run->desk->crypt, &staff[i], tag, badge))
            *owner = &staff[i];
    return VERDICT_OK;
}

/* ---- given -------------------------------------------------------------------------------- */

static enum verdict check_badge(struct run *run, const struct badge_wish *wish)
{
    const struct staff *owner;
    if (!well_formed(wish->badge))
        return refuse(&run->why, VERDICT_INVALID,
                      "A badge number is %d to %d letters, digits, '-', '_' or '.'; scan it again.",
                      BADGE_SHORTEST, BADGE_LONGEST);
    enum verdict verdict = find_owner(run, wish->badge, &owner);
    if (!verdict && owner && strcmp(owner->name, wish->name) != 0)
        return refuse(&run->why, VERDICT_ALREADY_EXISTS,
                      "This badge is %.31s's; take it from them first, or use another.",
                      owner->name);
    return verdict;
}

static enum verdict put_badge(struct run *run, const char *badge, struct staff *staff)
{
    make_tag(run->desk->crypt, badge, staff->badge);
    if (run->desk->crypt->pin_hash(badge, staff->badge + TAG_TEXT - 1))
        return VERDICT_OK;
    err_set(&run->out->err, RC_TRANSIENT, "",
            "There is not enough memory to store a badge safely.");
    return VERDICT_UNAVAILABLE;
}

static enum verdict step_badge(struct run *run, const void *request)
{
    const struct badge_wish *wish = request;
    struct store *store = run->desk->store;
    struct staff staff;
    bool found = false, given = *wish->badge;
    enum verdict verdict = run_allowed(run, RIGHT_STAFF);
    if (!verdict)
        verdict = run_at_house(run);
    if (!verdict && run->desk->people)
        verdict = refuse(&run->why, VERDICT_INVALID,
                         "In this house nobody signs in by badge; use name and PIN.");
    if (!verdict && given)
        verdict = check_badge(run, wish);
    if (verdict)
        return verdict;
    if (store->ops->staff_read(store, wish->name, &staff, &found, &run->out->err))
        return VERDICT_UNAVAILABLE;
    if (!found)
        return refuse(&run->why, VERDICT_NOT_FOUND, "Nobody called \"%.31s\" works here.",
                      wish->name);
    staff.badge[0] = '\0';
    if (given)
        verdict = put_badge(run, wish->badge, &staff);
    char note[NOTE_TEXT];
    snprintf(note, sizeof note, given ? "%s has a new badge" : "%s has no badge any more",
             wish->name);
    *LIST_ADD(run->arena, &run->cs->staff) = staff;
    run_add_note(run, ACT_STAFF, NULL, note);
    return verdict;
}

/* As with PINs, the number is no part of the fingerprint. */
void desk_staff_badge(struct desk *desk, const struct act_meta *meta, const char *name,
                      const char *badge, struct outcome *out)
{
    struct fingerprint print;
    const struct badge_wish wish = {name, badge ? badge : ""};
    run_fingerprint(&print, desk, meta, ACT_STAFF);
    fingerprint_text(&print, name);
    fingerprint_text(&print, *wish.badge ? "badge" : "no badge");
    run_act(desk, meta, out, &print, step_badge, &wish);
}

/* ---- used --------------------------------------------------------------------------------- */

/* A log of years is not read for each badge; a till of one machine does not write so much while a
 * lock lasts. */
enum { GUESSES_MAX = 5, LOCK_MS = 5 * 60 * 1000, LOG_TAIL = 10000 };

/* Who scanned it, as the log says: an unknown badge is nobody's, so it counts against its till. */
static const char stranger[] = "unknown badge";

struct badge_sign_in {
    const char *badge;
    struct actor *actor; /* both are the step's answers */
    bool *known;
};

/* The newest guesses at this till, newest first. */
static enum verdict read_guesses(struct run *run, struct event **guesses, int *count)
{
    struct store *store = run->desk->store;
    struct event_filter filter = {.seat = -1, .newest_first = true, .limit = 1};
    if (store->ops->event_list(store, &filter, run->arena, guesses, count, &run->out->err))
        return VERDICT_UNAVAILABLE;
    filter.after = *count ? (*guesses)[0].id - LOG_TAIL : 0;
    filter.actor = stranger;
    filter.till = run->meta->actor.till;
    filter.limit = GUESSES_MAX;
    if (store->ops->event_list(store, &filter, run->arena, guesses, count, &run->out->err))
        return VERDICT_UNAVAILABLE;
    return VERDICT_OK;
}

/*
 * The log counts: five unknown badges within five minutes lock the till's scanner for five more.
 * What is scanned meanwhile is not counted, or guessing on would lock it for ever.
 */
static enum verdict check_guesses(struct run *run)
{
    struct event *guesses;
    int count;
    if (run->desk->alone) /* a till's own copy of the house has no badges */
        return VERDICT_OK;
    enum verdict verdict = read_guesses(run, &guesses, &count);
    if (verdict || count < GUESSES_MAX || guesses[0].at - guesses[count - 1].at > LOCK_MS ||
        guesses[0].at + LOCK_MS <= run->now)
        return verdict;
    return refuse(
        &run->why, VERDICT_NOT_ALLOWED,
        "Too many unknown badges: this till takes none for %lld more seconds. Sign in with "
        "name and PIN.",
        (long long)((guesses[0].at + LOCK_MS - run->now + 999) / 1000));
}

/* An act of its own, so that the log keeps it although nobody signs in. */
static void count_guess(struct run *run)
{
    if (!run->desk->alone)
        run_add_note(run, ACT_STAFF, NULL, "unknown badge");
}

static enum verdict step_sign_in(struct run *run, const void *request)
{
    const struct badge_sign_in *wish = request;
    const struct staff *owner = NULL;
    bool is_badge = well_formed(wish->badge);
    enum verdict verdict = check_guesses(run);
    if (!verdict && is_badge)
        verdict = find_owner(run, wish->badge, &owner);
    if (verdict)
        return verdict;
    *wish->known = owner && !owner->disabled;
    if (!*wish->known && is_badge)
        count_guess(run);
    if (!*wish->known)
        return VERDICT_OK;
    if (owner->locked_until > run->now)
        return refuse(&run->why, VERDICT_NOT_ALLOWED,
                      "Too many wrong PINs: %.31s is locked for %lld more seconds.", owner->name,
                      (long long)((owner->locked_until - run->now + 999) / 1000));
    text_copy(wish->actor->name, sizeof wish->actor->name, owner->name);
    wish->actor->role = owner->role;
    return VERDICT_OK;
}

void desk_sign_in_badge(struct desk *desk, struct arena *arena, const char *badge, const char *till,
                        struct actor *actor, struct outcome *out)
{
    struct act_meta meta = {.arena = arena};
    struct fingerprint print;
    bool known = false;
    const struct badge_sign_in wish = {badge, actor, &known};
    *actor = (struct actor){0};
    if (desk->people) {
        *out = (struct outcome){.verdict = VERDICT_NOT_ALLOWED};
        snprintf(out->message, sizeof out->message, "%s",
                 tongue(N_("In this house nobody signs in by badge; use name and PIN.")));
        return;
    }
    text_copy(actor->till, sizeof actor->till, till);
    meta.actor = *actor;
    text_copy(meta.actor.name, sizeof meta.actor.name, stranger);
    run_fingerprint(&print, desk, &meta, ACT_STAFF);
    run_act(desk, &meta, out, &print, step_sign_in, &wish);
    if (!out->verdict && !known) {
        out->verdict = VERDICT_NOT_ALLOWED;
        snprintf(out->message, sizeof out->message, "%s",
                 tongue(N_("Nobody here has this badge; sign in with name and PIN.")));
    }
    if (out->verdict)
        *actor = (struct actor){0};
}
