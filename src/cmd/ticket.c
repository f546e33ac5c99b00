/* `loge ticket`: signed tickets and the keys that sign them. */
#include "config.h"

#include <langinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "src/adapter/qr_code.h"
#include "src/adapter/ticket_pdf.h"
#include "src/cmd/commands.h"
#include "src/cmd/intl.h"
#include "src/cmd/signing.h"
#include "src/cmd/till_alone.h"
#include "src/cmd/view.h"
#include "src/cmd/words.h"
#include "src/domain/amount.h"
#include "src/domain/pretix_code.h"
#include "src/domain/when.h"

/* ---- show --------------------------------------------------------------------------------- */

struct shown {
    struct signing signing;
    struct show show;
    struct plan *plan;
};

static enum rc find_show(struct call *call, int32_t no, struct shown *shown, struct err *err)
{
    struct store *store = call->desk.store;
    const char *document;
    bool found;
    if (shown->show.no == no)
        return RC_OK;
    enum rc rc = store->ops->show_by_no(store, no, call->arena, &shown->show, &found, err);
    if (!rc && found)
        rc = store->ops->hall_plan(store, shown->show.hall_no, call->arena, &shown->plan, &document,
                                   err);
    return rc;
}

/* Letters are mostly lighter than what they stand on; paper and files are not. */
static bool draw_code(struct call *call, const char *code)
{
    const struct qr_style style = {.quiet = 2,
                                   .ascii = strcmp(nl_langinfo(CODESET), "UTF-8") != 0,
                                   .light = !args_has(&call->args, "paper") &&
                                            isatty(fileno(call->out))};
    struct qr *qr = arena_alloc(call->arena, sizeof *qr);
    struct err err;
    int count;
    if (qr_code(code, false, qr, &err)) {
        call_err(call, &err);
        return false;
    }
    const char *const *lines = qr_lines(qr, &style, call->arena, &count);
    for (int i = 0; i < count; i++)
        call_print(call, "%s\n", lines[i]);
    return true;
}

/* Why it may not be good, as people have to see beside its code; "" when it is. */
static const char *warning_of(struct call *call, const struct sale *sale,
                              const struct ticket *ticket)
{
    if (call->training)
        return _("TRAINING - no ticket");
    if (till_alone_provisional(call, ticket))
        return _("PROVISIONAL");
    return sale->status == SALE_DUE ? _("NOT PAID") : "";
}

/* "" when it was not made by a till that is alone. */
static const char *mark_of(struct call *call, const struct sale *sale)
{
    const struct entry_mark mark = till_alone_mark(call, sale);
    char text[ENTRY_MARK_TEXT];
    return arena_strdup(call->arena, entry_mark_text(&mark, text));
}

static bool answer_ticket(struct call *call, const struct sale *sale, const struct ticket *ticket,
                          const char *code)
{
    const char *warning = warning_of(call, sale, ticket);
    if (call->json) {
        member_object(call->doc, NULL);
        member_uuid(call->doc, "id", &ticket->id);
        member_text(call->doc, "code", ticket->code);
        member_text(call->doc, "seat", ticket->label);
        member_int(call->doc, "generation", ticket->generation);
        member_text(call->doc, "qr", code);
        member_bool(call->doc, "provisional", till_alone_provisional(call, ticket));
        member_text_or_null(call->doc, "journal", mark_of(call, sale));
        json_object_end(call->doc);
        return true;
    }
    call_print(call, "%s  %s%s%s\n", ticket->label, ticket->code, *warning ? "  " : "", warning);
    return draw_code(call, code);
}

static bool is_named(const struct call *call, const struct ticket *ticket)
{
    int count;
    const char *const *labels = word_labels(call, 1, &count);
    for (int i = 0; i < count; i++)
        if (strcmp(labels[i], ticket->label) == 0)
            return true;
    return count == 0;
}

static bool show_ticket(struct call *call, struct shown *shown, const struct sale *sale,
                        const struct ticket *ticket)
{
    char code[TICKET_CODE_TEXT];
    struct err err;
    if (find_show(call, ticket->show, shown, &err)) {
        call_err(call, &err);
        return false;
    }
    if (!signing_code(call, &shown->signing, &shown->show, shown->plan, ticket, code)) {
        call_fail(call, VERDICT_INVALID, _("The ticket for %s cannot be signed."), ticket->label);
        return false;
    }
    return answer_ticket(call, sale, ticket, code);
}

static bool begin_signing(struct call *call, struct signing *signing)
{
    struct err err;
    if (signing_read(call, signing, &err)) {
        call_err(call, &err);
        return false;
    }
    if (!signing->ready)
        call_fail(call, VERDICT_INVALID,
                  _("This till has no key to sign tickets with; a supervisor makes one with `loge "
                    "ticket new-key`."));
    return signing->ready;
}

static int show_tickets(struct call *call, const struct sale *sale, struct shown *shown)
{
    int count = 0;
    for (int i = 0; i < sale->ticket_count; i++) {
        if (sale->tickets[i].status != TICKET_VALID || !is_named(call, &sale->tickets[i]))
            continue;
        if (!show_ticket(call, shown, sale, &sale->tickets[i]))
            return call->exit;
        count++;
    }
    if (!count)
        return call_fail(call, VERDICT_SEAT_NOT_FOUND, _("Sale %s has no such valid ticket."),
                         sale->code);
    return EXIT_DONE;
}

static int run_show(struct call *call)
{
    struct shown shown = {0};
    struct outcome out;
    desk_sale_find(&call->desk, call->arena, args_word(&call->args, 0), &out);
    if (out.verdict)
        return call_refused(call, &out);
    if (!begin_signing(call, &shown.signing))
        return call->exit;
    if (call->json)
        member_array(call_doc(call), "tickets");
    int code = show_tickets(call, out.sale, &shown);
    signing_forget(call, &shown.signing);
    if (call->json && code == EXIT_DONE) {
        json_array_end(call->doc);
        call_doc_end(call);
    }
    return code;
}

/* ---- print -------------------------------------------------------------------------------- */

/* Minutes east of UTC here at that moment. */
static int offset_at(int64_t at)
{
    time_t seconds = (time_t)(at / 1000);
    struct tm here;
    return localtime_r(&seconds, &here) ? (int)(here.tm_gmtoff / 60) : 0;
}

static const char *translate(const char *text)
{
    return _(text);
}

static void fill_page(struct call *call, const struct shown *shown, const struct sale *sale,
                      const struct ticket *ticket, struct pdf_ticket *page)
{
    struct arena *arena = call->arena;
    const char *mark = mark_of(call, sale);
    char when[WHEN_TEXT];
    *page = (struct pdf_ticket){
        .house = call->house.name,
        .title = arena_strdup(arena, shown->show.title),
        .when = arena_strdup(arena, when_text(shown->show.starts_at,
                                              offset_at(shown->show.starts_at), translate, when)),
        .place = ticket->label,
        .warning = warning_of(call, sale, ticket),
        .lines = {arena_printf(arena, "%s  %s", C_("type", price_type_name(ticket->type)),
                               amount_text(ticket->total, sale->currency).text),
                  sale->name, arena_printf(arena, "%s  %s", _("Order"), sale->code),
                  arena_printf(arena, "%s  %s", _("Ticket"), ticket->code),
                  *mark ? arena_printf(arena, "%s  %s", _("Journal"), mark) : ""}};
}

static bool add_page(struct call *call, struct shown *shown, const struct sale *sale,
                     const struct ticket *ticket, struct pdf_ticket *page)
{
    char code[TICKET_CODE_TEXT];
    struct qr *qr = arena_alloc(call->arena, sizeof *qr);
    struct err err;
    enum rc rc = find_show(call, ticket->show, shown, &err);
    if (!rc && !signing_code(call, &shown->signing, &shown->show, shown->plan, ticket, code))
        rc = err_set(&err, RC_CONFIG, "", "The ticket for %s cannot be signed.", ticket->label);
    if (!rc)
        rc = qr_code(code, true, qr, &err);
    if (rc) {
        call_err(call, &err);
        return false;
    }
    fill_page(call, shown, sale, ticket, page);
    page->qr = qr;
    return true;
}

static int print_pages(struct call *call, const char *file, const struct sale *sale,
                       struct shown *shown)
{
    struct pdf_ticket *pages =
        arena_array(call->arena, (size_t)sale->ticket_count + 1, sizeof *pages);
    struct err err;
    int count = 0;
    for (int i = 0; i < sale->ticket_count; i++) {
        if (sale->tickets[i].status != TICKET_VALID || !is_named(call, &sale->tickets[i]))
            continue;
        if (!add_page(call, shown, sale, &sale->tickets[i], &pages[count++]))
            return call->exit;
    }
    if (!count)
        return call_fail(call, VERDICT_SEAT_NOT_FOUND, _("Sale %s has no such valid ticket."),
                         sale->code);
    if (ticket_pdf_write(file, pages, count, &err))
        return call_fail(call, VERDICT_INVALID, "%s", err.text);
    if (call->json) {
        member_text(call_doc(call), "file", file);
        member_int(call->doc, "pages", count);
        call_doc_end(call);
    }
    call_say(call, n_("%d ticket is in %s.\n", "%d tickets are in %s.\n", count), count, file);
    return EXIT_DONE;
}

static int run_print(struct call *call)
{
    struct shown shown = {0};
    struct outcome out;
    const char *file = args_value(&call->args, "pdf");
    if (!file)
        return call_fail(call, VERDICT_INVALID,
                         _("Say where to: --pdf FILE. On paper, `loge sale show SALE --ticket`."));
    desk_sale_find(&call->desk, call->arena, args_word(&call->args, 0), &out);
    if (out.verdict)
        return call_refused(call, &out);
    if (!begin_signing(call, &shown.signing))
        return call->exit;
    int code = print_pages(call, file, out.sale, &shown);
    signing_forget(call, &shown.signing);
    return code;
}

/* ---- keys --------------------------------------------------------------------------------- */

static void write_key(struct call *call, const struct ticket_key *key)
{
    char hex[2 * sizeof key->public + 1];
    struct json_out *doc = call->doc;
    for (size_t i = 0; i < sizeof key->public; i++)
        snprintf(hex + 2 * i, 3, "%02x", key->public[i]);
    member_object(doc, NULL);
    member_int(doc, "id", key->id);
    member_text(doc, "kind", key->kind == KEY_PRETIX ? "pretix" : "house");
    member_text(doc, "public", hex);
    member_text_or_null(doc, "till", key->till);
    member_text_or_null(doc, "show", key->show ? view_show_id(call, key->show) : NULL);
    member_int(doc, "subevent", key->subevent);
    member_time(doc, "made_at", key->made_at);
    member_time(doc, "ended_at", key->ended_at);
    json_object_end(doc);
}

static void print_keys(struct call *call, const struct ticket_key *keys, int count)
{
    struct grid grid;
    char made[LOCAL_TEXT], ended[LOCAL_TEXT];
    grid_start(&grid, call->arena, _(">KEY|KIND|TILL|SHOW|MADE|ENDED"));
    for (int i = 0; i < count; i++) {
        grid_cell(&grid, "%d", keys[i].id);
        grid_cell(&grid, "%s", keys[i].kind == KEY_PRETIX ? "pretix" : _("house"));
        grid_cell(&grid, "%s", keys[i].till[0] ? keys[i].till : "-");
        grid_cell(&grid, "%s", keys[i].show ? view_show_id(call, keys[i].show) : "-");
        grid_cell(&grid, "%s", view_time(call, keys[i].made_at, made));
        grid_cell(&grid, "%s", view_time(call, keys[i].ended_at, ended));
    }
    grid_print(&grid, call->out);
}

static int run_keys(struct call *call)
{
    struct store *store = call->desk.store;
    struct ticket_key *keys;
    struct err err;
    int count;
    if (store->ops->key_list(store, call->arena, &keys, &count, &err))
        return call_err(call, &err);
    if (call->json) {
        member_array(call_doc(call), "keys");
        for (int i = 0; i < count; i++)
            write_key(call, &keys[i]);
        json_array_end(call->doc);
        call_doc_end(call);
    } else {
        print_keys(call, keys, count);
    }
    return EXIT_DONE;
}

static int run_new_key(struct call *call)
{
    int32_t id;
    if (!signing_make(call, &id))
        return call->exit;
    if (call->json) {
        member_int(call_doc(call), "key", id);
        call_doc_end(call);
    }
    call_say(call, _("This till signs its tickets with key %d.\n"), id);
    return EXIT_DONE;
}

static int run_end_key(struct call *call)
{
    struct outcome out;
    int64_t id;
    if (!word_int(call, "KEY", args_word(&call->args, 0), 1, 65535, &id) ||
        !call_reason(call, true))
        return call->exit;
    desk_key_end(&call->desk, &call->meta, (int32_t)id, &out);
    return answer_done(call, &out, _("No ticket of this key is let in any more."));
}

/* A file with the text of the key, or the text itself. */
static bool read_key_text(struct call *call, const char *word, uint8_t key[PRETIX_KEY])
{
    char text[4096] = "";
    FILE *file = fopen(word, "re");
    if (file) {
        size_t size = fread(text, 1, sizeof text - 1, file);
        text[size] = '\0';
        fclose(file);
    }
    if (pretix_key_read(file ? text : word, key))
        return true;
    call_fail(call, VERDICT_INVALID,
              _("\"%.60s\" is no public key of pretix, and no file that has one."), word);
    return false;
}

static int run_pretix(struct call *call)
{
    static const int64_t any[] = {0, INT64_MAX};
    struct ticket_key key = {.kind = KEY_PRETIX};
    struct outcome out;
    if (!read_key_text(call, args_word(&call->args, 0), key.public) ||
        !option_int(call, "subevent", any, 0, &key.subevent))
        return call->exit;
    struct store *store = call->desk.store;
    struct show show;
    struct err err;
    bool found;
    const char *id = args_word(&call->args, 1);
    if (store->ops->show_find(store, id, call->arena, &show, &found, &err))
        return call_err(call, &err);
    if (!found)
        return call_fail(call, VERDICT_NOT_FOUND,
                         _("There is no show \"%.47s\"; `loge show list` shows what there is."),
                         id);
    key.show = show.no;
    desk_key_add(&call->desk, &call->meta, &key, &out);
    return answer_done(call, &out, _("Tickets of pretix signed with it are let in."));
}

/* ---- blocking ----------------------------------------------------------------------------- */

static int run_block(struct call *call)
{
    struct outcome out;
    if (!call_reason(call, true))
        return call->exit;
    desk_ticket_block(&call->desk, &call->meta, args_word(&call->args, 0), true, &out);
    return answer_done(call, &out, _("The door lets this ticket in no more."));
}

static int run_unblock(struct call *call)
{
    struct outcome out;
    desk_ticket_block(&call->desk, &call->meta, args_word(&call->args, 0), false, &out);
    return answer_done(call, &out, _("The door lets this ticket in again."));
}

static const struct cmd_option show_options[] = {
    {"paper", NULL, N_("draw dark squares, as on white paper"), false},
    {0},
};
static const struct cmd_option print_options[] = {
    {"pdf", "FILE", N_("where to; a file that is there is replaced"), false},
    {0},
};
static const struct cmd_option reason_options[] = {
    {"reason", "REASON", N_("why; it stands in the log"), false},
    {"note", "TEXT", N_("more about it, for the log"), false},
    {0},
};
static const struct cmd_option pretix_options[] = {
    {"subevent", "N", N_("pretix's number of the date; else any"), false},
    {0},
};

const struct command ticket_verbs[] = {
    {.name = "show",
     .words = "SALE [SEAT...]",
     .summary = N_("Draws the signed codes of a sale's tickets."),
     .options = show_options,
     .run = run_show},
    {.name = "print",
     .words = "SALE [SEAT...]",
     .summary = N_("Writes a sale's tickets as PDF, a page each."),
     .options = print_options,
     .run = run_print},
    {.name = "block",
     .words = "CODE",
     .summary = N_("Has a ticket refused at every door."),
     .options = reason_options,
     .run = run_block},
    {.name = "unblock",
     .words = "CODE",
     .summary = N_("Has a blocked ticket let in again."),
     .run = run_unblock},
    {.name = "keys",
     .summary = N_("Lists the keys that tickets are signed with."),
     .run = run_keys},
    {.name = "new-key",
     .summary = N_("Makes this till a key to sign tickets with."),
     .detail = N_("The secret part stays in the file ticket.key of this till; the house keeps the "
                  "public part."),
     .run = run_new_key},
    {.name = "end-key",
     .words = "KEY",
     .summary = N_("Has every ticket of a key refused: its till was lost."),
     .options = reason_options,
     .run = run_end_key},
    {.name = "pretix",
     .words = "KEY SHOW",
     .summary = N_("Lets in tickets that pretix signed, for one show."),
     .detail = N_("KEY is the public key of the event as pretix gives it, or a file that has it."),
     .options = pretix_options,
     .run = run_pretix},
    {0},
};
