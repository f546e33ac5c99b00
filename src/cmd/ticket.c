/* `loge ticket`: signed tickets and the keys that sign them. */
#include "config.h"

#include <langinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/adapter/qr_code.h"
#include "src/base/text.h"
#include "src/cmd/commands.h"
#include "src/cmd/intl.h"
#include "src/cmd/ticket_page.h"
#include "src/cmd/till_alone.h"
#include "src/cmd/view.h"
#include "src/cmd/words.h"
#include "src/domain/pretix_code.h"

/* ---- show --------------------------------------------------------------------------------- */

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

static bool answer_ticket(struct call *call, const struct sale *sale, const struct ticket *ticket,
                          const char *code)
{
    const char *warning = ticket_warning(call, sale, ticket);
    if (call->json) {
        member_object(call->doc, NULL);
        member_uuid(call->doc, "id", &ticket->id);
        member_text(call->doc, "code", ticket->code);
        member_text(call->doc, "seat", ticket->label);
        member_int(call->doc, "generation", ticket->generation);
        member_text(call->doc, "qr", code);
        member_bool(call->doc, "provisional", till_alone_provisional(call, ticket));
        member_text_or_null(call->doc, "journal", ticket_mark_text(call, sale));
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

static bool show_ticket(struct call *call, struct ticket_pages *pages, const struct sale *sale,
                        const struct ticket *ticket)
{
    char code[TICKET_CODE_TEXT];
    struct err err;
    if (!ticket_page_code(pages, ticket, code, &err))
        return answer_ticket(call, sale, ticket, code);
    call_err(call, &err);
    return false;
}

static bool begin_pages(struct call *call, struct ticket_pages *pages)
{
    struct err err;
    if (ticket_pages_begin(pages, call, &err)) {
        call_err(call, &err);
        return false;
    }
    if (!pages->signing.ready)
        call_fail(call, VERDICT_INVALID, "%s", signing_missing());
    return pages->signing.ready;
}

static int show_tickets(struct call *call, const struct sale *sale, struct ticket_pages *tickets)
{
    int count = 0;
    for (int i = 0; i < sale->ticket_count; i++) {
        if (sale->tickets[i].status != TICKET_VALID || !is_named(call, &sale->tickets[i]))
            continue;
        if (!show_ticket(call, tickets, sale, &sale->tickets[i]))
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
    struct ticket_pages tickets;
    struct outcome out;
    if (!call_may(call, RIGHT_LOOK_UP))
        return call->exit;
    desk_sale_find(&call->desk, call->arena, args_word(&call->args, 0), &out);
    if (out.verdict)
        return call_refused(call, &out);
    if (!begin_pages(call, &tickets))
        return call->exit;
    if (call->json)
        member_array(call_doc(call), "tickets");
    int code = show_tickets(call, out.sale, &tickets);
    ticket_pages_end(&tickets);
    if (call->json && code == EXIT_DONE) {
        json_array_end(call->doc);
        call_doc_end(call);
    }
    return code;
}

/* ---- print -------------------------------------------------------------------------------- */

static int print_pages(struct call *call, const char *file, const struct sale *sale,
                       struct ticket_pages *tickets)
{
    struct pdf_ticket *pages =
        arena_array(call->arena, (size_t)sale->ticket_count + 1, sizeof *pages);
    struct err err;
    int count = 0;
    for (int i = 0; i < sale->ticket_count; i++) {
        if (sale->tickets[i].status != TICKET_VALID || !is_named(call, &sale->tickets[i]))
            continue;
        if (ticket_page(tickets, sale, &sale->tickets[i], &pages[count++], &err))
            return call_err(call, &err);
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
    struct ticket_pages tickets;
    struct outcome out;
    const char *file = args_value(&call->args, "pdf");
    if (!file)
        return call_fail(call, VERDICT_INVALID,
                         _("Say where to: --pdf FILE. On paper, `loge sale show SALE --ticket`."));
    if (!call_may(call, RIGHT_LOOK_UP))
        return call->exit;
    desk_sale_find(&call->desk, call->arena, args_word(&call->args, 0), &out);
    if (out.verdict)
        return call_refused(call, &out);
    if (!begin_pages(call, &tickets))
        return call->exit;
    int code = print_pages(call, file, out.sale, &tickets);
    ticket_pages_end(&tickets);
    return code;
}

/* ---- keys --------------------------------------------------------------------------------- */

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
        for (int i = 0; i < count; i++) {
            const struct doc_at at = view_at(call, keys[i].show);
            doc_ticket_key(call->doc, NULL, &keys[i], &at);
        }
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

/* Without a list parking of the same event opens the door. */
static bool products_of(struct call *call, char out[PRODUCTS_TEXT])
{
    const char *products = args_value(&call->args, "products");
    if (!products) {
        call_remark(call, "%s\n",
                    _("Every product of the event opens the door, parking too. Name those that "
                      "should with --products."));
        return true;
    }
    if (*products && pretix_products_good(products) && strlen(products) < PRODUCTS_TEXT) {
        text_copy(out, PRODUCTS_TEXT, products);
        return true;
    }
    call_fail(call, VERDICT_INVALID,
              _("\"%.40s\" is not a list of product numbers; write it like 12,14."), products);
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
    if (!products_of(call, key.products))
        return call->exit;
    desk_key_add(&call->desk, &call->meta, &key, &out);
    return answer_done(call, &out, _("Tickets of pretix signed with it are let in."));
}

/* ---- blocking ----------------------------------------------------------------------------- */

struct block_count {
    int done, strange;
};

/* Each secret is an act of its own. What belongs to another event is in no list of ours. */
static bool block_one(struct call *call, const char *secret, bool blocked,
                      struct block_count *count)
{
    struct outcome out;
    call->meta.key = uuid_make(&call->desk.ids, clock_wall(&call->desk.clock));
    desk_ticket_block(&call->desk, &call->meta, secret, blocked, &out);
    if (out.verdict == VERDICT_NOT_FOUND)
        count->strange++;
    else if (out.verdict)
        return call_refused(call, &out) == EXIT_DONE;
    else
        count->done++;
    return true;
}

static char *read_list(struct call *call, const char *name)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = fopen(name, "re");
    if (!file || getdelim(&text, &size, '\0', file) < 0) {
        struct err err;
        free(text);
        text = NULL;
        err_set_errno(&err, RC_CONFIG, "%s cannot be read", name);
        call_err(call, &err);
    }
    if (file)
        fclose(file);
    return text;
}

static int block_list(struct call *call, const char *name)
{
    struct block_count count = {0};
    char secret[PRETIX_SECRET];
    bool blocked, well = true;
    char *text = read_list(call, name);
    if (!text)
        return call->exit;
    for (const char *at = text; well && pretix_secret_next(&at, secret, &blocked);)
        well = block_one(call, secret, blocked, &count);
    free(text);
    if (!well)
        return call->exit;
    if (call->json) {
        member_int(call_doc(call), "tickets", count.done);
        member_int(call->doc, "unknown", count.strange);
        call_doc_end(call);
    }
    call_say(call,
             n_("%d ticket of the list is known to every door.\n",
                "%d tickets of the list are known to every door.\n", count.done),
             count.done);
    if (count.strange)
        call_remark(call,
                    n_("%d line of the list is not a ticket signed with a key of this house.\n",
                       "%d lines of the list are not tickets signed with a key of this house.\n",
                       count.strange),
                    count.strange);
    return EXIT_DONE;
}

static int run_block(struct call *call)
{
    struct outcome out;
    const char *list = args_value(&call->args, "list"), *code = args_word(&call->args, 0);
    if (!list == !code)
        return call_fail(call, VERDICT_INVALID, _("Name one ticket by its code, or --list FILE."));
    if (!call_reason(call, true))
        return call->exit;
    if (list)
        return block_list(call, list);
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
static const struct cmd_option block_options[] = {
    {"list", "FILE", N_("pretix's list of revoked or blocked secrets"), false},
    {"reason", "REASON", N_("why; it stands in the log"), false},
    {"note", "TEXT", N_("more about it, for the log"), false},
    {0},
};
static const struct cmd_option pretix_options[] = {
    {"subevent", "N", N_("pretix's number of the date; else any"), false},
    {"products", "N,N", N_("pretix's numbers of the products that admit; else all"), false},
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
     .words = "[CODE]",
     .summary = N_("Has a ticket refused at every door."),
     .detail = N_("CODE is what a scanner reads, or the short code of a ticket of this house. With "
                  "--list, every ticket of a list of revoked or blocked secrets as pretix exports "
                  "it (JSON, or a line each)."),
     .options = block_options,
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
