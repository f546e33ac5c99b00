#include "config.h"

#include "src/cmd/till_upload.h"

#include <poll.h>
#include <string.h>

#include "src/adapter/pg_store.h"
#include "src/base/text.h"
#include "src/cmd/intl.h"
#include "src/cmd/till_heard.h"
#include "src/cmd/till_held.h"
#include "src/cmd/till_here.h"
#include "src/cmd/till_room.h"
#include "src/cmd/till_words.h"

/* ---- sending --------------------------------------------------------------------------------- */

struct upload {
    struct till_here *here;
    struct till_standing now;
    struct progress progress;
    int64_t total;
};

static void start(struct call *call)
{
    struct till_here *here = call->till;
    text_copy(here->person.name, sizeof here->person.name, call->meta.actor.name);
    text_copy(here->person.pin, sizeof here->person.pin, call->line.pin);
    till_turn_use(here);
    till_line_found(here->line);
}

static void prepare(struct call *call, struct upload *upload)
{
    *upload = (struct upload){.here = call->till, .progress = call_progress(call, _("Sending"))};
    till_line_standing(call->till->line, &upload->now);
    upload->total = (int64_t)upload->now.pending;
}

static void begin(struct call *call, struct upload *upload)
{
    prepare(call, upload);
    start(call);
}

static void wait_a_little(const struct till_here *here)
{
    int64_t left = till_line_due(here->line) - clock_mono(&here->clock);
    struct pollfd fd = {.fd = uplink_fd(here->uplink), .events = POLLIN};
    (void)!poll(&fd, 1, left < 0 ? 0 : left > 1000 ? 1000 : (int)left);
}

/* The house does not take the journal now. */
static bool is_stuck(const struct upload *upload)
{
    const struct till_standing *now = &upload->now;
    return now->why.rc || now->latched ||
           (*till_trouble_text(upload->here->call->arena, now) && now->trouble != SYNC_BEHIND);
}

/* Everything is sent, and fetched; an older program fetches nothing. */
static bool is_home(const struct till_standing *now)
{
    return !now->pending && now->compared && (now->followed || now->trouble == SYNC_BEHIND);
}

/* One step on the way. False: a person has stopped it. */
static bool go_on(struct upload *upload)
{
    struct till_here *here = upload->here;
    till_room_yield(here->path);
    till_line_turn(here->line, here->uplink);
    till_here_mind(here);
    till_line_standing(here->line, &upload->now);
    int64_t sent = upload->total - (int64_t)upload->now.pending;
    return upload->progress.tick(upload->progress.ctx, sent, upload->total);
}

static bool stopped(struct call *call)
{
    call_fail(call, VERDICT_UNAVAILABLE,
              _("Stopped; what was sent is at the house, and the rest is kept."));
    return false;
}

/* ---- by hand --------------------------------------------------------------------------------- */

static bool tell_trouble(struct call *call, const struct till_standing *now)
{
    if (now->why.rc)
        call_err(call, &now->why);
    else if (now->latched)
        call_fail(call, VERDICT_UNAVAILABLE,
                  _("A write into this till's file failed; nothing more is kept or sent. Start "
                    "again when the disk is well."));
    else
        call_fail(call, VERDICT_NOT_ALLOWED, "%s", till_trouble_text(call->arena, now));
    return false;
}

static bool send_all(struct call *call, struct upload *upload)
{
    for (;;) {
        if (!go_on(upload))
            return stopped(call);
        if (is_stuck(upload))
            return tell_trouble(call, &upload->now);
        if (is_home(&upload->now))
            return true;
        wait_a_little(upload->here);
    }
}

bool till_upload(struct call *call)
{
    struct upload upload;
    begin(call, &upload);
    return send_all(call, &upload);
}

bool till_upload_by(struct call *call, struct upstream *house)
{
    struct upload upload;
    prepare(call, &upload);
    till_line_use(call->till->line, house);
    till_line_found(call->till->line);
    return send_all(call, &upload);
}

/* ---- before a command ------------------------------------------------------------------------ */

/* The house has what was done alone, and all that it had acknowledged. */
static bool is_sent(const struct till_standing *now)
{
    return !now->pending && now->compared;
}

/* False: a person stopped it. */
static bool send_what_waits(struct call *call, struct till_standing *now)
{
    struct upload upload;
    bool go = true;
    begin(call, &upload);
    while (go && !is_sent(&upload.now) && !is_stuck(&upload)) {
        go = go_on(&upload);
        if (go && !is_sent(&upload.now))
            wait_a_little(upload.here);
    }
    *now = upload.now;
    return go || stopped(call);
}

/*
 * The journal is still here. Where its line is lost the command works alone like any other that
 * does not reach the house, although its own line might carry it. Where the house refuses the
 * journal, the command works there and leaves alone what the journal contains (withheld()).
 */
static void stay_apart(struct call *call, const struct till_standing *now)
{
    struct till_here *here = call->till;
    struct err err;
    uplink_stop(&here->uplink);
    till_turn_prepare(here);
    if (now->why.rc)
        (void)!till_here_go_alone(here, &err);
}

static bool bring_home(struct call *call)
{
    struct till_standing now = {.pending = 1};
    struct err err;
    call->till = till_here_new(call, call->meta.actor.till);
    if (!till_file_path(call, call->meta.actor.till, call->till->path, &err))
        (void)till_file_is_kept(call->till->path); /* another command may be sending it */
    if (till_here_open(call->till, &err)) {
        till_turn_prepare(call->till);
        return true;
    }
    if (till_here_connect(call->till, &err))
        now.why = err;
    else if (!send_what_waits(call, &now))
        return false;
    if (now.pending)
        stay_apart(call, &now);
    else
        till_here_free(&call->till);
    return true;
}

/* Without that, seats that are lent to this till are another's to it. */
static void know_what_is_lent(struct call *call)
{
    struct till_key key;
    struct err err;
    bool found;
    if (!till_key_read(call, call->meta.actor.till, &key, &found, &err) && found)
        (void)!pg_store_till_number(call->line.pg, &key.device, &call->desk.allotment, &err);
    till_key_forget(call, &key);
}

/* What waits at a till that its operator keeps offline waits for him. */
static bool is_held(const struct call *call, const char *till)
{
    char path[PATH_TEXT];
    struct err err;
    return !till_file_path(call, till, path, &err) && till_held_is(path);
}

/* The house goes on from another past than the one that was asked what it knows of this till: a
 * standby has taken over, or another server was given a backup. */
static bool is_another_house(const struct call *call, const char *till)
{
    char past[UPSTREAM_PAST], asked[UPSTREAM_PAST];
    pg_store_past(call->line.pg, past);
    till_past_read(call, till, asked, sizeof asked);
    return *past && strcmp(past, asked) != 0;
}

bool till_upload_first(struct call *call)
{
    const char *till = call->meta.actor.till;
    if (!call->line.pg || call->desk.alone || call->till || !till_here_is_joined(call, till))
        return true;
    bool waits = till_waits(call, till) || is_another_house(call, till);
    if (waits && !is_held(call, till) && !bring_home(call))
        return false;
    know_what_is_lent(call);
    till_heard_take_many(call);
    till_heard_watch(call);
    return true;
}
