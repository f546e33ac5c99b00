#include "config.h"

#include "src/domain/till_sync.h"

#include <string.h>

#include "src/domain/bytes.h"
#include "src/domain/till_sync_parts.h"

struct turn {
    struct till_sync *till;
    struct arena *arena;
    struct till_actions *out;
};

/* Written as one value, so that a member that is added later begins at nothing as well. */
void till_start(struct till_sync *till, uint64_t chance)
{
    *till = (struct till_sync){.disk = till->disk,
                               .chain = till->chain,
                               .limits = till->limits,
                               .revision = till->revision,
                               .meta = till->meta,
                               .clock = till->clock,
                               .phase = TILL_IDLE,
                               .nonce = chance};
}

/* ---- sending -------------------------------------------------------------------------------- */

static struct sync_message *say(struct turn *t, enum sync_kind kind)
{
    struct sync_message *message = LIST_ADD(t->arena, &t->out->send);
    *message = (struct sync_message){.kind = kind};
    t->till->deadline = t->till->clock.mono + t->till->limits.patience_ms;
    return message;
}

static void say_hello(struct turn *t, uint64_t session)
{
    struct till_sync *till = t->till;
    struct sync_hello *hello = &say(t, SYNC_HELLO)->hello;
    *hello = (struct sync_hello){.revision = till->revision,
                                 .device = till->meta.device,
                                 .nonce = ++till->nonce,
                                 .session = session,
                                 .epoch = till->meta.epoch,
                                 .start_seq = till->meta.start_seq,
                                 .head_seq = till->meta.head_seq,
                                 .boot = till->clock.boot,
                                 .mono = till->clock.mono,
                                 .wall = till->clock.wall};
    memcpy(hello->start_hash, till->meta.start_hash, ENTRY_HASH);
    memcpy(hello->head_hash, till->meta.head_hash, ENTRY_HASH);
    till->phase = TILL_ASKING;
    till->asked_at = till->clock.mono;
}

static void fill_batch(struct till_sync *till, struct byte_writer *to)
{
    struct entry_frame frame;
    for (int i = 0; i < till->limits.entries && till->next <= till->meta.head_seq; i++) {
        if (!till->disk->frame(till->disk->ctx, till->next, &frame)) {
            till_latch(till);
            return;
        }
        if (!batch_add(to, &frame))
            return;
        till->next++;
    }
}

static void send_batch(struct turn *t)
{
    struct till_sync *till = t->till;
    struct sync_batch batch = {.device = till->meta.device, .session = till->session};
    uint8_t *bytes = arena_alloc(t->arena, till->limits.bytes);
    struct byte_writer to = {.at = bytes, .end = bytes + till->limits.bytes};
    if (!till_hash_of(till, till->next - 1, batch.before)) {
        till_latch(till);
        return;
    }
    uint64_t first = till->next;
    fill_batch(till, &to);
    batch.bytes = bytes;
    batch.size = (size_t)(to.at - bytes);
    if (batch.size && till_mark_sent(till, first, till->next - 1, true))
        say(t, SYNC_BATCH)->batch = batch;
}

/* Whatever is on its way counts for nothing: it is sent again. */
static bool begin_again(struct till_sync *till)
{
    uint64_t sent = till->next;
    till->next = till_first_to_send(till);
    return till_mark_sent(till, till->next, sent ? sent - 1 : 0, false);
}

/* As many batches as may be on their way; the house's answers make room for more. */
static void push(struct turn *t)
{
    struct till_sync *till = t->till;
    uint64_t window = (uint64_t)till->limits.entries * (uint64_t)till->limits.batches, sent;
    till->phase = TILL_PUSHING;
    do {
        sent = till->next;
        if (till->next <= till->meta.head_seq && till->next - till_first_to_send(till) < window)
            send_batch(t);
    } while (till->next > sent && !till->latched);
}

static void pull(struct turn *t)
{
    struct sync_pull *ask = &say(t, SYNC_PULL)->pull;
    ask->device = t->till->meta.device;
    ask->session = t->till->session;
    ask->cursor = t->till->meta.cursor;
    ask->limit = t->till->limits.page;
    t->till->phase = TILL_PULLING;
}

static void give_back(struct turn *t)
{
    struct sync_give_back *ask = &say(t, SYNC_GIVE_BACK)->give_back;
    ask->device = t->till->meta.device;
    ask->session = t->till->session;
    ask->through = t->till->meta.give_back_through;
}

/* Push before pull: what happened here is told before anything is learnt. */
static void go_on(struct turn *t)
{
    struct till_sync *till = t->till;
    if (!till_uploaded(till)) {
        push(t);
        return;
    }
    if (till->meta.giving_back)
        give_back(t);
    pull(t);
}

/* Its journal is taken: it may not be let in all the same (SYNC_BEHIND). */
static bool is_taken(enum sync_status status)
{
    return status == SYNC_OK || status == SYNC_BEHIND;
}

/* False: it could not be written down. */
static bool note_shut_out(struct till_sync *till, enum sync_status status)
{
    struct till_shut_out *known = &till->meta.shut_out;
    if (known->status == status && known->why == till->quarantine)
        return true;
    *known = (struct till_shut_out){status, till->quarantine, till->clock.wall};
    return till_save(till);
}

static bool note_taken(struct turn *t, enum sync_status status)
{
    struct till_sync *till = t->till;
    if (status != SYNC_OK) {
        t->out->announce |= mode_step(&till->mode, MODE_SHUT_OUT);
        return note_shut_out(till, status);
    }
    if (till->meta.shut_out.status == SYNC_OK)
        return true;
    till->meta.shut_out = (struct till_shut_out){.status = SYNC_OK};
    return till_save(till);
}

static void stop(struct turn *t, enum sync_status why)
{
    struct till_sync *till = t->till;
    if (!begin_again(till) || !note_shut_out(till, why))
        return;
    t->out->announce |= mode_step(&till->mode, MODE_SHUT_OUT);
    till->phase = TILL_STOPPED;
    till->trouble = why;
    till->deadline = till->clock.mono + till->limits.renew_ms;
}

/* ---- lent seats ----------------------------------------------------------------------------- */

/* A welcome that is still on its way must not bring the lease back. */
static void begin_to_give_back(struct till_sync *till)
{
    if (till->meta.giving_back)
        return;
    till->meta.giving_back = true;
    till->meta.give_back_through = till->meta.head_seq;
    till->meta.lease_ends = till->offered_ends = 0;
    if (till->phase == TILL_ASKING)
        till->phase = TILL_IDLE;
    (void)!till_save(till);
}

static bool gave_back(struct till_sync *till)
{
    till->meta.giving_back = false;
    till->meta.lease_ends = 0;
    return till_save(till);
}

/* Whoever is not let in any more may have lost its lent seats as well. */
static bool end_lease(struct till_sync *till)
{
    till->offered_ends = 0;
    if (!till->meta.lease_ends)
        return true;
    till->meta.lease_ends = 0;
    return till_save(till);
}

/* False: it could not be written down. */
static bool note_lease(struct till_sync *till, const struct sync_welcome *welcome)
{
    till->meta.till = welcome->till;
    till->offered_ends = 0;
    if (!welcome->lent)
        return gave_back(till);
    if (welcome->recall)
        begin_to_give_back(till);
    else if (!till->meta.giving_back) {
        till->offered_ends = till->asked_at + welcome->lease_ms;
        till->offered_event = welcome->event;
    }
    return !till->latched;
}

/* ---- answers -------------------------------------------------------------------------------- */

/* A house that went back writes other events under the numbers of those it has lost. */
static void look_at_event(struct till_sync *till, const struct sync_welcome *welcome)
{
    if (till->meta.cursor > welcome->event)
        till->meta.cursor = welcome->event;
}

/*
 * It has also lost entries it had judged (a standby that was behind has taken over), and judges
 * them once more. What it said of them first stays in the journal: that is what people were told.
 */
static void look_at_entries(struct till_sync *till, uint64_t house_has)
{
    till->lacking = house_has + 1 < till->meta.first_open ? house_has + 1 : 0;
}

static void begin_session(struct turn *t, const struct sync_welcome *welcome)
{
    struct till_sync *till = t->till;
    look_at_event(till, welcome);
    look_at_entries(till, welcome->last_seq);
    till->phase = TILL_PUSHING;
    till->trouble = welcome->status;
    till->quarantine = QUARANTINE_NONE;
    if (begin_again(till) && note_taken(t, welcome->status) && note_lease(till, welcome))
        go_on(t);
}

static void take_welcome(struct turn *t, const struct sync_welcome *welcome)
{
    struct till_sync *till = t->till;
    if (till->phase != TILL_ASKING || welcome->nonce != till->nonce)
        return;
    till->session = welcome->session;
    till->quarantine = welcome->quarantine;
    if (welcome->quarantine && !end_lease(till))
        return;
    if (is_taken(welcome->status))
        begin_session(t, welcome);
    else if (welcome->status == SYNC_AGAIN)
        say_hello(t, welcome->session);
    else if (welcome->status == SYNC_NEW_EPOCH && welcome->epoch > till->meta.epoch) {
        if (till_renew(till, t->arena, welcome->epoch))
            say_hello(t, 0);
    } else if (welcome->status != SYNC_BUSY)
        stop(t, welcome->status);
}

/* Bytes that changed on the way are sent again; if they changed here, nothing is sent any more. */
static void look_at_damage(struct till_sync *till)
{
    if (till_verify(till))
        (void)!begin_again(till);
}

static void after_verdicts(struct turn *t, const struct sync_verdicts *verdicts)
{
    struct till_sync *till = t->till;
    if (till->next < till_first_to_send(till))
        till->next = till_first_to_send(till);
    if (verdicts->status == SYNC_GAP)
        (void)!begin_again(till);
    else if (verdicts->status == SYNC_DAMAGED)
        look_at_damage(till);
    if (!till->latched)
        go_on(t);
}

static bool ends_upload(enum sync_status status)
{
    return status == SYNC_QUARANTINED || status == SYNC_UNKNOWN || status == SYNC_TOO_NEW ||
           status == SYNC_STRANGER;
}

static void take_verdicts(struct turn *t, const struct sync_verdicts *verdicts)
{
    struct till_sync *till = t->till;
    if (verdicts->session != till->session || till->phase != TILL_PUSHING)
        return;
    till->quarantine = verdicts->quarantine;
    if (!till_fold_verdicts(till, verdicts) || (verdicts->quarantine && !end_lease(till)))
        return;
    if (till->lacking && verdicts->next > till->lacking)
        look_at_entries(till, verdicts->next - 1);
    if (verdicts->status == SYNC_OTHER_SESSION)
        till->phase = TILL_IDLE;
    else if (ends_upload(verdicts->status))
        stop(t, verdicts->status);
    else if (verdicts->status != SYNC_BUSY)
        after_verdicts(t, verdicts);
}

static void take_page(struct turn *t, const struct sync_page *page)
{
    struct till_sync *till = t->till;
    if (till->phase != TILL_PULLING || page->session != till->session ||
        page->from != till->meta.cursor)
        return;
    if (!till_fold_page(till, page))
        return;
    if (page->more || !till_uploaded(till)) {
        go_on(t);
        return;
    }
    till->phase = TILL_QUIET;
    till->deadline = till->clock.mono + till->limits.patience_ms;
    if (!till->trouble)
        t->out->announce |= mode_step(&till->mode, MODE_UPLOADED);
}

static void take_given_back(struct turn *t, const struct sync_given_back *answer)
{
    struct till_sync *till = t->till;
    if (till->meta.giving_back && answer->session == till->session && answer->status == SYNC_OK)
        (void)!gave_back(till);
}

static void take_message(struct turn *t, const struct sync_message *message)
{
    if (t->till->mode.now == MODE_OFFLINE || !message)
        return;
    if (message->kind == SYNC_WELCOME)
        take_welcome(t, &message->welcome);
    else if (message->kind == SYNC_VERDICTS)
        take_verdicts(t, &message->verdicts);
    else if (message->kind == SYNC_PAGE)
        take_page(t, &message->page);
    else if (message->kind == SYNC_GIVEN_BACK)
        take_given_back(t, &message->given_back);
}

/* ---- steps ---------------------------------------------------------------------------------- */

static void tick(struct turn *t)
{
    struct till_sync *till = t->till;
    bool due = till->clock.mono >= till->deadline;
    bool old = till->clock.mono - till->asked_at >= till->limits.renew_ms;
    if (till->mode.now == MODE_OFFLINE)
        return;
    if (till->phase == TILL_QUIET && !old && (due || !till_uploaded(till)))
        go_on(t);
    else if (till->phase == TILL_IDLE || due)
        say_hello(t, 0);
    else if (till->phase == TILL_PUSHING)
        push(t);
}

static void change_mode(struct turn *t, enum mode_event event)
{
    t->out->announce |= mode_step(&t->till->mode, event);
    if (t->till->mode.now != MODE_OFFLINE)
        return;
    t->till->phase = TILL_IDLE;
    (void)!begin_again(t->till);
}

void till_step(struct till_sync *till, struct arena *arena, const struct till_event *event,
               struct till_actions *out)
{
    struct turn t = {till, arena, out};
    *out = (struct till_actions){0};
    if (till->latched)
        return;
    switch (event->kind) {
    case TILL_TICK:
        tick(&t);
        break;
    case TILL_PROBE:
        change_mode(&t, event->good ? MODE_PROBE_GOOD : MODE_LOST);
        break;
    case TILL_MESSAGE:
        take_message(&t, event->message);
        break;
    case TILL_HOLD:
    case TILL_LET_GO:
        change_mode(&t, event->kind == TILL_HOLD ? MODE_HOLD : MODE_LET_GO);
        break;
    case TILL_GIVE_BACK:
        begin_to_give_back(till);
        break;
    case TILL_RETRY:
        if (till->phase == TILL_STOPPED)
            till->phase = TILL_IDLE;
        break;
    }
}
