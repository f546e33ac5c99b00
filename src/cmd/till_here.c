#include "config.h"

#include "src/cmd/till_here.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/base/text.h"
#include "src/cmd/intl.h"
#include "src/cmd/till_heard.h"
#include "src/cmd/till_held.h"
#include "src/cmd/till_room.h"
#include "src/cmd/till_words.h"
#include "src/domain/act_bytes.h"
#include "src/engine/run_unheard.h"
#include "sync/lite_till_kept.h"

/* ---- opening --------------------------------------------------------------------------------- */

bool till_here_is_joined(const struct call *call, const char *till)
{
    char path[PATH_TEXT];
    struct err err;
    return !till_file_path(call, till, path, &err) && access(path, F_OK) == 0;
}

struct till_here *till_here_new(struct call *call, const char *till)
{
    struct till_here *here = x_alloc(sizeof *here);
    here->call = call;
    text_copy(here->name, sizeof here->name, till);
    here->clock = clock_system();
    here->store = call->desk.store;
    here->people = call->desk.people;
    here->house_clock = call->desk.clock;
    return here;
}

static enum rc read_key(struct till_here *here, struct err *err)
{
    bool found;
    enum rc rc = till_key_read(here->call, here->name, &here->key, &found, err);
    if (!rc && (!found || uuid_is_zero(&here->key.house)))
        rc = err_set(err, RC_CONFIG, "",
                     "This till has no key for its journal; a supervisor runs `loge join` again.");
    if (rc)
        return rc;
    here->crypt = (struct till_crypt){here->call->desk.crypt, here->key.device, here->key.key};
    here->chain = till_crypt_chain(&here->crypt);
    return RC_OK;
}

static enum rc taken(const struct till_here *here, struct err *err)
{
    return err_set(err, RC_TRANSIENT, "BUSY",
                   "Another program works with this till's file (%s); only one can at a time.",
                   here->path);
}

static enum rc open_file(struct till_here *here, struct err *err)
{
    enum rc rc = till_file_path(here->call, here->name, here->path, err);
    if (!rc)
        till_room_yield(here->path);
    if (!rc)
        rc = lite_till_open(here->path, here->call->desk.crypt, &here->clock, &here->file, err);
    if (rc == RC_TRANSIENT)
        return taken(here, err);
    if (!rc)
        rc = lite_till_pages(here->file, err);
    if (!rc)
        here->clock = lite_till_clock(here->file);
    return rc ? rc : lite_till_replica(here->file, &here->replica, err);
}

static void start_core(struct till_here *here, const struct till_meta *meta)
{
    const struct rng rng = rng_system();
    uint64_t chance;
    rng.fill(rng.ctx, &chance, sizeof chance);
    here->disk = lite_till_disk(here->file);
    here->core = (struct till_sync){
        .disk = &here->disk,
        .chain = {&here->chain, here->key.house, here->key.device},
        .limits = till_line_limits,
        .revision = SYNC_REVISION,
        .meta = *meta,
        .clock = {uuid_of_boot(), clock_mono(&here->clock), clock_wall(&here->clock)},
    };
    till_start(&here->core, chance >> 1);
}

static enum rc check_journal(struct till_here *here, struct err *err)
{
    if (till_verify(&here->core))
        return RC_OK;
    return err_set(err, RC_CORRUPT, "JOURNAL",
                   "The journal of this till (%s) is damaged; nothing is added to it or sent. Keep "
                   "the file and call for help; `loge journal verify` says where it begins.",
                   here->path);
}

static enum rc read_journal(struct till_here *here, struct err *err)
{
    struct till_meta meta;
    bool found;
    enum rc rc = lite_till_meta(here->file, &meta, &found, err);
    if (rc)
        return rc;
    if (!found || !uuid_equal(&meta.device, &here->key.device))
        return err_set(err, RC_CONFIG, "",
                       "The file %s is not this till's: it belongs to another key. Put it away and "
                       "run `loge join` again.",
                       here->path);
    start_core(here, &meta);
    return check_journal(here, err);
}

/* The replica's rows, as this till and the house's other half know them. */
static enum rc want(void *ctx, struct arena *arena, struct replica_ask *ask, struct err *err)
{
    struct till_here *here = ctx;
    return lite_till_ask(here->file, arena, ask, err);
}

/* What has come with the rows need not come once more, event by event. */
static void skip_events(struct till_here *here)
{
    uint64_t event = (uint64_t)here->replica.mark.event;
    if (here->replica.ready && here->core.phase == TILL_QUIET && event > here->core.meta.cursor)
        here->core.meta.cursor = event;
}

static enum rc take(void *ctx, const struct replica_rows *rows, struct err *err)
{
    struct till_here *here = ctx;
    enum rc rc = lite_till_take(here->file, rows, err);
    if (!rc)
        rc = lite_till_replica(here->file, &here->replica, err);
    if (!rc)
        skip_events(here);
    return rc;
}

/* Commands that do not open the file go by this. */
static void note_past(const struct till_here *here, const char *past)
{
    char before[UPSTREAM_PAST];
    till_past_read(here->call, here->name, before, sizeof before);
    if (strcmp(before, past) != 0)
        till_past_write(here->call, here->name, past);
}

static enum rc kept(void *ctx, const char *past, struct arena *arena, struct act_keys *keys,
                    bool *ask, struct err *err)
{
    struct till_here *here = ctx;
    enum rc rc = lite_till_kept(here->file, past, arena, keys, ask, err);
    if (!rc && !*ask)
        note_past(here, past);
    return rc;
}

/* What comes back into the journal waits there, should this program end before it is sent. */
static enum rc replay(void *ctx, const char *past, const struct act_keys *lost, struct err *err)
{
    struct till_here *here = ctx;
    if (lost->count)
        till_waits_mark(here->call, here->name);
    enum rc rc = lite_till_replay(here->file, &here->core, past, lost, err);
    if (!rc)
        note_past(here, past);
    return rc;
}

static void start_line(struct till_here *here)
{
    const struct till_line_spec spec = {.core = &here->core,
                                        .clock = here->clock,
                                        .pace = till_line_pace,
                                        .want = want,
                                        .take = take,
                                        .kept = kept,
                                        .replay = replay,
                                        .ctx = here};
    here->line = till_line_new(&spec);
}

enum rc till_here_open(struct till_here *here, struct err *err)
{
    enum rc rc = read_key(here, err);
    if (!rc)
        rc = open_file(here, err);
    if (!rc)
        rc = read_journal(here, err);
    if (rc) {
        here->why = *err;
        here->clock = clock_system();
        lite_till_close(&here->file);
        return rc;
    }
    here->call->desk.allotment = here->core.meta.till;
    till_room_keep(here->path);
    start_line(here);
    if (!till_heard_take(here))
        till_line_follow(here->line);
    if (till_held_is(here->path))
        till_line_hold(here->line, true);
    return RC_OK;
}

bool till_file_is_kept(const char *path)
{
    const struct clock clock = clock_system();
    for (int looks = 0; looks < 25; looks++) {
        if (!lite_till_is_taken(path))
            return false;
        clock.pause_ms(clock.ctx, 20);
    }
    return true;
}

void till_here_look(struct till_here *here)
{
    struct err err;
    if (till_file_path(here->call, here->name, here->path, &err) == RC_OK &&
        till_file_is_kept(here->path))
        (void)!taken(here, &here->why);
    else
        (void)!till_here_open(here, &err);
}

enum rc till_here_connect(struct till_here *here, struct err *err)
{
    here->uplink = uplink_start(&here->clock, err);
    return here->uplink ? RC_OK : err->rc;
}

/* ---- alone and back -------------------------------------------------------------------------- */

enum rc till_here_go_alone(struct till_here *here, struct err *err)
{
    struct desk *desk = &here->call->desk;
    if (!here->file) {
        *err = here->why;
        return err->rc;
    }
    if (!here->replica.ready)
        return err_set(err, RC_TRANSIENT, "",
                       "This till has not got all of the house yet, so it cannot go on without it; "
                       "`loge join` or the console go on with that when the house is reached.");
    (void)till_heard_take(here); /* nothing is pulled before the house is back */
    till_waits_mark(here->call, here->name);
    lite_till_journal(here->file, &here->core);
    desk->store = lite_till_store(here->file);
    desk->people = NULL;
    desk->clock = here->clock;
    desk->alone = true;
    here->where = TILL_ALONE;
    return RC_OK;
}

void till_here_forget_waits(struct till_here *here)
{
    struct till_standing standing;
    if (!here->line || !till_waits(here->call, here->name))
        return;
    till_line_standing(here->line, &standing);
    if (!standing.pending)
        till_waits_clear(here->call, here->name);
}

void till_here_go_home(struct till_here *here)
{
    struct desk *desk = &here->call->desk;
    if (here->file)
        lite_till_journal(here->file, NULL);
    desk->store = here->store;
    desk->people = here->people;
    desk->clock = here->house_clock;
    desk->alone = false;
    till_here_forget_waits(here);
}

void till_here_free(struct till_here **here)
{
    struct till_here *gone = *here;
    if (!gone)
        return;
    unheard_forget(&gone->call->desk);
    gone->call->desk.watch = NULL;
    till_here_go_home(gone);
    uplink_stop(&gone->uplink);
    till_line_free(&gone->line);
    lite_till_close(&gone->file);
    till_key_forget(gone->call, &gone->key);
    gone->call->desk.crypt->forget(&gone->crypt.key, sizeof gone->crypt.key);
    gone->call->desk.crypt->forget(&gone->person, sizeof gone->person);
    free(gone);
    *here = NULL;
}

void till_here_mind(struct till_here *here)
{
    bool given_up = here->core.meta.shut_out.why == QUARANTINE_REVOKED;
    if (!here->file || !given_up || !here->replica.ready || lite_till_wipe(here->file, &here->why))
        return;
    (void)!lite_till_replica(here->file, &here->replica, &here->why);
}

/* ---- what keeps an act from the house ---------------------------------------------------------
 */

const char *till_here_unsent(struct till_here *here)
{
    struct till_standing standing;
    struct arena *arena = arena_new();
    till_line_standing(here->line, &standing);
    const char *trouble = till_trouble_text(arena, &standing);
    if (!*trouble)
        trouble = till_shut_out_text(arena, &standing);
    snprintf(here->stop, sizeof here->stop,
             _("This till changed that while it was alone, and the house does not know it yet. "
               "Nothing was done. %s"),
             *trouble ? trouble : _("`loge sync` sends the journal."));
    arena_free(&arena);
    return here->stop;
}

const char *till_here_unread(struct till_here *here)
{
    snprintf(here->stop, sizeof here->stop,
             _("This till worked alone, and its journal cannot be sent now. Nothing was done. %s"),
             here->why.rc ? here->why.text : _("`loge sync` sends the journal."));
    return here->stop;
}

/* ---- for good, or not ------------------------------------------------------------------------ */

bool till_here_provisional(struct till_here *here, int32_t show, int32_t seat)
{
    struct replica_seat known;
    struct entry_frame frame;
    struct entry entry;
    bool final = true;
    if (!here->file || !here->disk.seat(here->disk.ctx, show, seat, &known) || !known.tip)
        return false;
    struct arena *arena = arena_new();
    if (here->disk.frame(here->disk.ctx, known.tip, &frame))
        final = entry_read(arena, frame.body, frame.size, &entry) == ENTRY_GOOD && entry.final;
    arena_free(&arena);
    return !final;
}

struct paying_look {
    const struct sale *sale;
    struct arena *arena;
    bool beyond;
};

/* An entry that the house has not judged: did it pay this order by more of a voucher than the till
 * is lent? */
static bool see_payment(void *to, const struct entry_frame *frame)
{
    struct paying_look *look = to;
    struct entry entry;
    arena_reset(look->arena);
    struct changeset *cs = changeset_new(look->arena);
    if (entry_read(look->arena, frame->body, frame->size, &entry) != ENTRY_GOOD || entry.final ||
        !act_read(entry.payload, entry.payload_size, cs))
        return true;
    for (int i = 0; i < cs->payments.count; i++)
        look->beyond = look->beyond || (cs->payments.at[i].tender == TENDER_VOUCHER &&
                                        uuid_equal(&cs->payments.at[i].sale, &look->sale->id));
    return !look->beyond;
}

static bool is_paid_beyond(struct till_here *here, const struct sale *sale)
{
    struct paying_look look = {.sale = sale};
    bool by_voucher = false;
    for (int i = 0; i < sale->payment_count; i++)
        by_voucher = by_voucher || sale->payments[i].tender == TENDER_VOUCHER;
    if (!here->file || !by_voucher || till_uploaded(&here->core))
        return false;
    look.arena = arena_new();
    (void)!here->disk.walk(here->disk.ctx, here->core.meta.first_open, see_payment, &look);
    arena_free(&look.arena);
    return look.beyond;
}

bool till_here_sale_provisional(struct till_here *here, const struct sale *sale)
{
    if (is_paid_beyond(here, sale))
        return true;
    for (int i = 0; i < sale->ticket_count; i++)
        if (sale->tickets[i].status == TICKET_VALID &&
            till_here_provisional(here, sale->tickets[i].show, sale->tickets[i].seat))
            return true;
    return false;
}

/* A paper without it is a paper all the same. */
void till_here_mark(struct till_here *here, const struct sale *sale, struct entry_mark *out)
{
    struct err err;
    *out = (struct entry_mark){0};
    if (here->file && !lite_till_entry_of(here->file, &sale->id, out, &err))
        out->till = here->core.meta.till;
}
