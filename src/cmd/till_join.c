#include "config.h"

#include "src/cmd/till_join.h"

#include <string.h>
#include <unistd.h>

#include "src/adapter/pg_upstream.h"
#include "src/base/text.h"
#include "src/cmd/intl.h"
#include "src/cmd/till_files.h"
#include "src/cmd/till_here.h"
#include "src/cmd/till_upload.h"
#include "sync/lite_replica.h"

struct first {
    struct call *call;
    const struct joining *joining;
    struct till_key key;
    struct enrolled known;
    struct upstream *upstream;
    struct lite_till *file;
    char path[PATH_TEXT];
    bool told; /* why it did not work */
};

enum { MISFITS_MOST = 3 }; /* rows in a row that the file could not take */

/* ---- the key and the file -------------------------------------------------------------------- */

static struct upstream *line_of(struct first *first)
{
    const struct clock system = clock_system();
    return pg_upstream_new(first->joining->url, first->call->desk.crypt, &system, &first->key.key);
}

/* Two folders under one name would share its shift and holds, and each lock the other out. */
static enum rc refuse_name(struct first *first, struct err *err)
{
    const char *till = first->joining->till;
    first->told = true;
    call_fail(
        first->call, VERDICT_ALREADY_EXISTS,
        _("The house has a till \"%.47s\" in another folder, or from before this one lost its key. "
          "Name this one otherwise with --till, or give that one up with `loge till dead "
          "%.47s`."),
        till, till);
    return err->rc;
}

/* What this till did alone is for that house only; its key under another one would forsake it. */
static enum rc check_house(struct first *first, struct err *err)
{
    if (uuid_is_zero(&first->key.house) || uuid_equal(&first->key.house, &first->known.house))
        return RC_OK;
    first->told = true;
    call_fail(
        first->call, VERDICT_STATE_CONFLICT,
        _("Till \"%.47s\" in this folder is part of another house. Use another folder, or name "
          "this one otherwise with --till."),
        first->joining->till);
    return err_set(err, RC_CANCELLED, "", "%s", "");
}

/* By a person of the house, or by whoever set it up. */
static enum rc make_known(struct first *first, const struct enrolment *who, struct err *err)
{
    const struct joining *joining = first->joining;
    struct pg_proof proof;
    if (*joining->member.name) {
        first->upstream = line_of(first);
        return first->upstream->ops->enrol(first->upstream, who, &first->known, err);
    }
    pg_proof_of(first->call->desk.crypt, &first->key.key, &proof);
    enum rc rc =
        pg_till_enrol(joining->url, joining->member.house, who, &proof, &first->known, err);
    first->call->desk.crypt->forget(&proof, sizeof proof);
    return rc;
}

static enum rc enrol(struct first *first, struct err *err)
{
    const char *till = first->joining->till;
    struct enrolment who = {.device = first->key.device};
    memcpy(who.public, first->key.key.public, sizeof who.public);
    text_copy(who.till, sizeof who.till, till);
    enum rc rc = make_known(first, &who, err);
    if (rc == RC_CONFLICT)
        return refuse_name(first, err);
    if (!rc)
        rc = check_house(first, err);
    return rc ? rc : till_key_known(first->call, till, &first->key, &first->known.house, err);
}

static enum rc make_file(struct first *first, struct err *err)
{
    const struct pg_member *member = &first->joining->member;
    const struct clock system = clock_system();
    struct house house = {.created_at = clock_wall(&system)};
    struct store *store = NULL;
    if (access(first->path, F_OK) == 0)
        return RC_OK;
    text_copy(house.name, sizeof house.name, member->house);
    text_copy(house.currency, sizeof house.currency, member->currency);
    text_copy(house.timezone, sizeof house.timezone, member->timezone);
    enum rc rc = paths_create(first->call->paths.data, err);
    if (!rc)
        rc = lite_store_create(first->path, &house, first->call->desk.crypt, &system, &store, err);
    store_close(&store);
    return rc;
}

static enum rc begin_journal(struct first *first, const struct till_disk *disk, struct err *err)
{
    const struct till_meta meta = {
        .device = first->key.device, .till = first->known.till, .epoch = 1, .first_open = 1};
    if (disk->put_meta(disk->ctx, &meta) && disk->commit(disk->ctx))
        return RC_OK;
    *err = *lite_till_why(first->file);
    return err->rc;
}

static enum rc open_file(struct first *first, struct err *err)
{
    const struct clock system = clock_system();
    struct till_meta meta;
    bool found;
    enum rc rc = lite_till_open(first->path, first->call->desk.crypt, &system, &first->file, err);
    if (!rc)
        rc = lite_till_meta(first->file, &meta, &found, err);
    if (rc)
        return rc;
    const struct till_disk disk = lite_till_disk(first->file);
    if (!found)
        return begin_journal(first, &disk, err);
    if (uuid_equal(&meta.device, &first->key.device))
        return RC_OK;
    return err_set(err, RC_CONFIG, "",
                   "The file %s is not this till's: it belongs to another key. Put it away and "
                   "run `loge join` again.",
                   first->path);
}

/* ---- the journal ----------------------------------------------------------------------------- */

static enum rc has_unsent(struct first *first, bool *unsent, struct err *err)
{
    struct till_meta meta;
    bool found;
    enum rc rc = lite_till_meta(first->file, &meta, &found, err);
    *unsent = rc == RC_OK && found && meta.first_open <= meta.head_seq;
    return rc;
}

static enum rc send_open(struct first *first, struct err *err)
{
    struct call *call = first->call;
    enum rc rc = till_here_open(call->till, err);
    if (!rc)
        rc = till_here_connect(call->till, err);
    if (rc)
        return rc;
    first->told = !till_upload_by(call, line_of(first));
    return first->told ? err_set(err, RC_CANCELLED, "", "%s", "") : RC_OK;
}

/* The house's rows cannot replace what this till has done and the house has not judged, so the
 * journal of a till that was let in again goes there first. */
static enum rc send_journal(struct first *first, struct err *err)
{
    struct call *call = first->call;
    bool unsent;
    enum rc rc = has_unsent(first, &unsent, err);
    if (rc || !unsent)
        return rc;
    lite_till_close(&first->file);
    call->till = till_here_new(call, first->joining->till);
    rc = send_open(first, err);
    till_here_free(&call->till);
    return rc ? rc : open_file(first, err);
}

/* ---- the house ------------------------------------------------------------------------------- */

/* Something may have been written meanwhile; rows that never fit would be asked for for ever. */
static enum rc misfit(int *misfits, bool *more, struct err *err)
{
    *more = ++*misfits < MISFITS_MOST;
    if (*more)
        return RC_OK;
    return err_set(err, RC_CONFIG, "REPLICA",
                   "The house's data does not fit what is in this till's file. Send its journal "
                   "with `loge sync`, then run `loge join` again.");
}

static enum rc pull_one(struct first *first, int *misfits, bool *more, struct err *err)
{
    struct arena *arena = arena_new();
    struct replica_ask ask;
    struct replica_rows *rows = NULL;
    enum rc rc = lite_till_ask(first->file, arena, &ask, err);
    if (!rc)
        rc = first->upstream->ops->pull(first->upstream, arena, &ask, &rows, err);
    if (!rc)
        rc = lite_till_take(first->file, rows, err);
    *more = rc == RC_OK && rows && rows->more;
    arena_free(&arena);
    if (rc == RC_CONFLICT)
        return misfit(misfits, more, err);
    *misfits = 0;
    return rc;
}

static enum rc pull_all(struct first *first, struct err *err)
{
    const struct progress progress = call_progress(first->call, _("Copying the house"));
    struct till_replica replica = {.ready = false};
    bool more = true;
    int misfits = 0;
    enum rc rc = RC_OK;
    while (!rc && more) {
        rc = pull_one(first, &misfits, &more, err);
        if (!rc)
            rc = lite_till_replica(first->file, &replica, err);
        int done = replica.ready ? REPLICA_TABLE_COUNT : replica.step;
        if (!rc && !progress.tick(progress.ctx, done, REPLICA_TABLE_COUNT))
            rc = err_set(err, RC_CANCELLED, "",
                         "Stopped while the house was copied; `loge join` once more goes on from "
                         "there. Until then this till works with the house only.");
    }
    return rc;
}

/* ---- all of it ------------------------------------------------------------------------------- */

static enum rc be_known(struct first *first, struct err *err)
{
    enum rc rc = till_key_make(first->call, first->joining->till, &first->key, err);
    return rc ? rc : enrol(first, err);
}

static enum rc copy_house(struct first *first, struct err *err)
{
    enum rc rc = be_known(first, err);
    if (!rc)
        rc = till_file_path(first->call, first->joining->till, first->path, err);
    if (!rc)
        rc = make_file(first, err);
    if (!rc)
        rc = open_file(first, err);
    if (!rc)
        rc = send_journal(first, err);
    return rc ? rc : pull_all(first, err);
}

static bool join_step(struct call *call, const struct joining *joining,
                      enum rc (*step)(struct first *first, struct err *err))
{
    struct first first = {.call = call, .joining = joining};
    struct err err;
    enum rc rc = step(&first, &err);
    lite_till_close(&first.file);
    upstream_close(&first.upstream);
    till_key_forget(call, &first.key);
    if (rc && !first.told)
        call_err(call, &err);
    return !rc;
}

/* loge.ini names one till: a journal of another name would lie here and be sent by nobody. */
bool till_join_name(struct call *call, const struct joining *joining)
{
    const char *now = settings_text(call->settings, SETTING_TILL_NAME);
    if (!*now || strcmp(now, joining->till) == 0 || !till_waits(call, now))
        return join_step(call, joining, be_known);
    call_fail(call, VERDICT_STATE_CONFLICT,
              _("Till \"%.47s\" in this folder has acts that the house has not got. Send them with "
                "`loge sync` first, or use another folder."),
              now);
    return false;
}

bool till_join(struct call *call, const struct joining *joining)
{
    return join_step(call, joining, copy_house);
}
