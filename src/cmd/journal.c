/* The journal of this till: what it says, whether it hangs together, and a text of it for others.
 */
#include "config.h"

#include "src/cmd/journal.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/base/text.h"
#include "src/cmd/commands.h"
#include "src/cmd/intl.h"
#include "src/cmd/till_files.h"
#include "src/cmd/view.h"
#include "src/cmd/who.h"
#include "src/cmd/words.h"
#include "src/domain/act_bytes.h"
#include "src/domain/journal_text.h"
#include "sync/lite_till_peek.h"
#include "sync/till_crypt.h"

/* ---- the till's own file -------------------------------------------------------------------- */

struct own_journal {
    struct till_peek peek;
    struct till_key who;
    struct till_crypt crypt;
    struct chain_crypt chain_crypt;
    struct chain chain;
    struct till_meta meta;
    char till[TILL_TEXT];
};

static void close_own(struct call *call, struct own_journal *own)
{
    till_peek_close(&own->peek);
    till_key_forget(call, &own->who);
    call->desk.crypt->forget(&own->crypt, sizeof own->crypt);
}

static void set_chain(struct call *call, struct own_journal *own)
{
    own->crypt = (struct till_crypt){
        .crypt = call->desk.crypt, .device = own->who.device, .key = own->who.key};
    own->chain_crypt = till_crypt_chain(&own->crypt);
    own->chain = (struct chain){&own->chain_crypt, own->who.house, own->who.device};
}

static const char *temporary(void)
{
    const char *folder = getenv("TMPDIR");
    return folder && *folder ? folder : "/tmp";
}

static bool read_own(struct call *call, struct own_journal *own, const char *file)
{
    struct err err;
    bool known, found;
    if (till_key_read(call, own->till, &own->who, &found, &err)) {
        call_err(call, &err);
        return false;
    }
    if (!found || access(file, F_OK) != 0) {
        call_fail(call, VERDICT_NOT_FOUND,
                  _("The till \"%s\" has no journal: only a till of a house of several tills keeps "
                    "one."),
                  own->till);
        return false;
    }
    if (till_peek_open(file, temporary(), call->desk.crypt, &call->desk.clock, &own->peek, &err) ||
        lite_till_meta(own->peek.till, &own->meta, &known, &err)) {
        call_err(call, &err);
        return false;
    }
    return true;
}

static bool open_own(struct call *call, struct own_journal *own)
{
    char file[PATH_TEXT];
    struct err err;
    memset(own, 0, sizeof *own);
    if (!who_till(call, own->till))
        return false;
    if (till_file_path(call, own->till, file, &err)) {
        call_err(call, &err);
        return false;
    }
    bool read = read_own(call, own, file);
    set_chain(call, own);
    if (!read)
        close_own(call, own);
    return read;
}

/* ---- list ----------------------------------------------------------------------------------- */

struct listing {
    struct call *call;
    struct grid grid;
    bool only, any;
    enum entry_state state;
    int64_t left;
};

/* What was done, as far as these bytes can be read. */
struct told {
    struct entry entry;
    enum act act;
    bool read;
};

static struct told tell(struct call *call, const struct entry_frame *frame)
{
    struct told told = {0};
    struct changeset *cs = changeset_new(call->arena);
    told.read = entry_read(call->arena, frame->body, frame->size, &told.entry) == ENTRY_GOOD;
    if (told.read && told.entry.payload_size &&
        act_read(told.entry.payload, told.entry.payload_size, cs))
        told.act = cs->act;
    else if (told.read && told.entry.seat_count)
        told.act = told.entry.seats[0].change.act;
    else
        told.act = ACT_COUNT;
    return told;
}

static void list_json(struct call *call, const struct journal_row *row, const struct told *told)
{
    struct json_out *doc = call->doc;
    member_object(doc, NULL);
    member_int(doc, "entry", (int64_t)row->frame.seq);
    member_int(doc, "epoch", row->frame.epoch);
    member_time(doc, "at", row->at);
    member_text(doc, "act", told->act < ACT_COUNT ? act_name(told->act) : NULL);
    member_int(doc, "seats", told->entry.seat_count);
    member_bool(doc, "final", row->final);
    member_text(doc, "state", entry_state_name(row->state));
    member_text(doc, "reason", row->reason ? verdict_code(row->reason) : NULL);
    member_time(doc, "settled_at", row->settled_at);
    member_uuid(doc, "key", &told->entry.uid);
    json_object_end(doc);
}

static void list_line(struct listing *list, const struct journal_row *row, const struct told *told)
{
    char when[LOCAL_TEXT];
    grid_cell(&list->grid, "%" PRIu64, row->frame.seq);
    grid_cell(&list->grid, "%s", view_time(list->call, row->at, when));
    grid_cell(&list->grid, "%s", told->act < ACT_COUNT ? C_("act", act_word(told->act)) : "?");
    grid_cell(&list->grid, "%d", told->entry.seat_count);
    grid_cell(&list->grid, "%s", row->final ? _("for good") : "");
    grid_cell(&list->grid, "%s", C_("entry", entry_state_name(row->state)));
    grid_cell(&list->grid, "%s", row->reason ? verdict_code(row->reason) : "");
}

static bool list_row(void *to, const struct journal_row *row)
{
    struct listing *list = to;
    if (list->only && row->state != list->state)
        return true;
    const struct told told = tell(list->call, &row->frame);
    list->any = true;
    if (list->call->json)
        list_json(list->call, row, &told);
    else
        list_line(list, row, &told);
    return --list->left > 0;
}

static bool read_state(struct call *call, struct listing *list)
{
    const char *text = args_value(&call->args, "state");
    list->only = text;
    if (!text || entry_state_parse(text, &list->state))
        return true;
    call_fail(call, VERDICT_INVALID,
              _("--state is one of pending, sent, accepted, rebased, conflict, refused, expired or "
                "renewed."));
    return false;
}

static int list_all(struct call *call, struct own_journal *own, struct listing *list, uint64_t from)
{
    struct err err;
    if (call->json)
        member_array(call_doc(call), "entries");
    else
        grid_start(&list->grid, call->arena, _(">ENTRY|AT|ACT|>SEATS|SALE|STATE|REASON"));
    if (till_peek_walk(&own->peek, from, list_row, list, &err))
        return call_err(call, &err);
    if (call->json) {
        json_array_end(call->doc);
        call_doc_end(call);
    } else if (list->any) {
        grid_print(&list->grid, call->out);
    } else {
        call_print(call, "%s\n", _("Nothing was found."));
    }
    return EXIT_DONE;
}

static int run_list(struct call *call)
{
    static const int64_t limits[] = {1, 1000000}, numbers[] = {0, INT64_MAX - 1};
    struct own_journal own;
    struct listing list = {.call = call};
    int64_t after;
    if (!option_int(call, "limit", limits, 100, &list.left) ||
        !option_int(call, "after", numbers, 0, &after) || !read_state(call, &list) ||
        !open_own(call, &own))
        return call->exit;
    int code = list_all(call, &own, &list, (uint64_t)after + 1);
    close_own(call, &own);
    return code;
}

/* ---- verify --------------------------------------------------------------------------------- */

struct verifying {
    struct journal_check check;
    struct arena *arena;
};

static bool verify_frame(struct verifying *verifying, const struct entry_frame *frame)
{
    return journal_look(&verifying->check, verifying->arena, frame);
}

static bool verify_row(void *to, const struct journal_row *row)
{
    return verify_frame(to, &row->frame);
}

static void finding_of(struct own_journal *own, const struct journal_check *check,
                       struct journal_finding *finding)
{
    text_copy(finding->owner.till, sizeof finding->owner.till, own->till);
    finding->owner.house = own->who.house;
    finding->owner.device = own->who.device;
    memcpy(finding->owner.public, own->who.key.public, sizeof finding->owner.public);
    finding->check = *check;
}

static int verify_own(struct call *call)
{
    struct own_journal own;
    struct journal_finding finding = {0};
    struct err err;
    if (!open_own(call, &own))
        return call->exit;
    struct verifying verifying = {journal_check_start(&own.chain, 1), call->arena};
    if (till_peek_walk(&own.peek, 1, verify_row, &verifying, &err)) {
        close_own(call, &own);
        return call_err(call, &err);
    }
    (void)!journal_check_end(&verifying.check, own.meta.head_seq, own.meta.head_hash);
    finding_of(&own, &verifying.check, &finding);
    close_own(call, &own);
    return journal_answer(call, &finding);
}

static int run_verify(struct call *call)
{
    const char *file = args_word(&call->args, 0);
    return file ? journal_verify_text(call, file) : verify_own(call);
}

/* ---- export --------------------------------------------------------------------------------- */

struct exporting {
    FILE *out;
    bool wrote;
    char line[JOURNAL_LINE];
};

static bool put_line(struct exporting *exporting, int length)
{
    exporting->wrote = fwrite(exporting->line, 1, (size_t)length, exporting->out) == (size_t)length;
    return exporting->wrote;
}

static bool export_row(void *to, const struct journal_row *row)
{
    struct exporting *exporting = to;
    return row->frame.size <= ENTRY_BYTES_MOST &&
           put_line(exporting, journal_text_entry(&row->frame, row->state, exporting->line));
}

/* Whole, or the last line is missing and whoever reads it says so. */
static enum rc export_all(struct own_journal *own, struct exporting *exporting, const char *name,
                          struct err *err)
{
    struct journal_finding whose = {0};
    const struct journal_check nothing = {0};
    finding_of(own, &nothing, &whose);
    enum rc rc = RC_OK;
    if (put_line(exporting, journal_text_owner(&whose.owner, exporting->line)))
        rc = till_peek_walk(&own->peek, 1, export_row, exporting, err);
    if (rc == RC_OK && exporting->wrote)
        put_line(exporting,
                 journal_text_head(own->meta.head_seq, own->meta.head_hash, exporting->line));
    if (rc == RC_OK && (!exporting->wrote || fflush(exporting->out) != 0))
        rc = err_set_errno(err, RC_CONFIG, "%s cannot be written", name);
    return rc;
}

static int export_to(struct call *call, struct own_journal *own, const char *name)
{
    bool file = strcmp(name, "-") != 0;
    struct exporting *exporting = arena_alloc(call->arena, sizeof *exporting);
    struct err err;
    exporting->out = file ? fopen(name, "wxe") : call->out;
    if (!exporting->out)
        return call_file(call, name);
    enum rc rc = export_all(own, exporting, name, &err);
    if (file && fclose(exporting->out) != 0 && rc == RC_OK)
        rc = err_set_errno(&err, RC_CONFIG, "%s cannot be written", name);
    if (file && rc != RC_OK)
        (void)unlink(name);
    return rc == RC_OK ? EXIT_DONE : call_err(call, &err);
}

static int run_export(struct call *call)
{
    struct own_journal own;
    const char *name = args_word(&call->args, 0);
    if (!open_own(call, &own))
        return call->exit;
    int code = export_to(call, &own, name);
    if (code == EXIT_DONE && strcmp(name, "-") != 0) {
        if (call->json) {
            struct json_out *doc = call_doc(call);
            member_object(doc, "journal");
            member_text(doc, "file", name);
            member_int(doc, "entries", (int64_t)own.meta.head_seq);
            json_object_end(doc);
            call_doc_end(call);
        }
        call_say(call,
                 n_("%lld entry was written to %s.\n", "%lld entries were written to %s.\n",
                    (unsigned long)own.meta.head_seq),
                 (long long)own.meta.head_seq, name);
    }
    close_own(call, &own);
    return code;
}

static const struct cmd_option list_options[] = {
    {"state", "STATE", N_("only entries the house has made this of (pending: nothing yet)"), false},
    {"after", "ENTRY", N_("from after this entry on"), false},
    {"limit", "N", N_("at most so many (else 100)"), false},
    {0},
};

static const struct cmd_option verify_options[] = {
    {"public", "KEY", N_("with FILE: the public key the till must have signed with, in hex"),
     false},
    {0},
};

const struct command journal_verbs[] = {
    {.name = "list",
     .summary = N_("Lists what this till did without the house, oldest first."),
     .options = list_options,
     .opens_itself = true,
     .run = run_list},
    {.name = "verify",
     .words = "[FILE]",
     .summary = N_("Proves that nothing in a journal was changed, left out or put in."),
     .detail =
         N_("The journal of this till, even while it is selling; or a file that export wrote, "
            "which names the key it is signed with: compare it with the one the house knows, "
            "or name it with --public."),
     .options = verify_options,
     .opens_itself = true,
     .run = run_verify},
    {.name = "export",
     .words = "FILE",
     .summary = N_("Writes the journal to a new file that can be verified anywhere."),
     .detail = N_("A line an entry, with its hash and signature; - is the standard output. Nothing "
                  "is taken from the till. Entries hold what customers told, so keep it safe."),
     .opens_itself = true,
     .run = run_export},
    {.name = "find",
     .words = "MARK",
     .summary = N_("Says whether what a paper tells of has reached the house."),
     .detail = N_("MARK stands on tickets and receipts that a till made alone, as J7-1-42-TR; a "
                  "scanner reads it from the receipt. What is missing is listed until it comes."),
     .run = run_journal_find},
    {.name = "missing",
     .summary = N_("Lists what tills have done that never reached the house."),
     .detail = N_("By papers that were shown, and by what a till said of itself when it was last "
                  "heard. While the till works it will still come. With a till that is lost or "
                  "broken these acts are lost: their money is to be looked for, and their "
                  "customers; strike takes off the list what is settled."),
     .run = run_journal_missing},
    {.name = "strike",
     .words = "MARK",
     .summary = N_("Takes from that list what is false, or was settled by hand."),
     .detail = N_("A supervisor does, and the log keeps who and why. Should the entry arrive all "
                  "the same, it is done like any other."),
     .options = journal_strike_options,
     .run = run_journal_strike},
    {0},
};
