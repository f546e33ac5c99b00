/* The commands, in the order people meet them. */
#include "config.h"

#include <stdio.h>

#include "src/cmd/call.h"
#include "src/cmd/commands.h"
#include "src/cmd/intl.h"

const struct cmd_option everywhere_options[] = {
    {"json", NULL, N_("print one JSON document, errors included"), false},
    {"dir", "DIR", N_("the folder that holds everything (else LOGE_DIR, else the XDG folders)"),
     false},
    {"as", "NAME", N_("act as this person; the PIN comes from LOGE_PIN"), false},
    {"sign", "NAME", N_("a supervisor signs for the act; the PIN comes from LOGE_SIGN_PIN"), false},
    {"till", "NAME", N_("the till the act is done at (else LOGE_TILL, till.name, the host's name)"),
     false},
    {"key", "UUID", N_("the act's key: the same key again gives the first answer again"), false},
    {"language", "LANG",
     N_("the language of texts: de, fr, ... (else LOGE_LANGUAGE, till.language)"), false},
    {"quiet", NULL, N_("say nothing about what went well"), false},
    {"help", NULL, N_("this text"), false},
    {"version", NULL, N_("the version of the program"), false},
    {0},
};

int run_version(struct call *call)
{
    if (!call->json) {
        fprintf(call->out, "%s\n", PACKAGE_STRING);
        return EXIT_DONE;
    }
    struct json_out *doc = call_doc(call);
    json_key(doc, "version");
    json_string(doc, PACKAGE_VERSION);
    call_doc_end(call);
    return EXIT_DONE;
}

static const struct command top[] = {
    {.name = "demo",
     .summary = N_("Opens a house to play with: halls, shows and people."),
     .detail = N_("Everything lies in one folder and can be thrown away. Run it again to find the "
                  "house as you left it."),
     .options = demo_options,
     .opens_itself = true,
     .run = run_demo},
    {.name = "init",
     .summary = N_("Creates a house of several tills in PostgreSQL, or upgrades one."),
     .detail = N_("The login needs CREATEROLE and has to own the database, or CREATEDB to make it. "
                  "This machine's till becomes part of the house. Passwords come from the URL, "
                  "PGPASSWORD or ~/.pgpass. Safe to repeat."),
     .options = init_options,
     .opens_itself = true,
     .run = run_init},
    {.name = "join",
     .summary = N_("Makes this till part of a house of several tills."),
     .detail = N_("A supervisor or manager joins it: a login in the URL, or --as NAME; the PIN "
                  "comes from LOGE_PIN, the URL or ~/.pgpass. loge.ini then says where the house "
                  "is. Any address that is not this machine needs a certificate that names the "
                  "host (sslmode=verify-full; ?sslrootcert=FILE in the URL says whose to trust)."),
     .options = join_options,
     .opens_itself = true,
     .run = run_join},
    {.name = "sign-in",
     .words = "NAME",
     .summary = N_("Makes NAME the person whose acts the next commands are."),
     .detail = N_("The PIN comes from LOGE_PIN or is asked on the terminal. The session is a "
                  "private file beside the house; it is as safe as the house's own file, whose "
                  "owner is trusted."),
     .opens_itself = true,
     .run = run_sign_in},
    {.name = "sign-out",
     .summary = N_("Ends the session that sign-in began."),
     .opens_itself = true,
     .run = run_sign_out},
    {.name = "whoami",
     .summary = N_("Says who acts, in which role, at which till."),
     .run = run_whoami},
    {.name = "house", .summary = N_("The house itself."), .verbs = house_verbs},
    {.name = "plan",
     .summary = N_("Plans of halls: check, draw, import, export."),
     .verbs = plan_verbs},
    {.name = "hall", .summary = N_("The halls of the house."), .verbs = hall_verbs},
    {.name = "show", .summary = N_("Shows: add, list, open, close."), .verbs = show_verbs},
    {.name = "map",
     .words = "SHOW",
     .summary = N_("Shows every seat of a show and how it stands."),
     .options = map_options,
     .run = run_map},
    {.name = "best",
     .words = "SHOW N",
     .summary = N_("Finds the best N seats side by side; changes nothing."),
     .options = best_options,
     .run = run_best},
    {.name = "hold",
     .summary = N_("Holds: keep seats, sell them, let them go."),
     .verbs = hold_verbs},
    {.name = "seat", .summary = N_("Seats: block, unblock, release."), .verbs = seat_verbs},
    {.name = "sale", .summary = N_("Sales: find, refund, exchange, reprint."), .verbs = sale_verbs},
    {.name = "ticket",
     .summary = N_("Signed tickets, and the keys that sign them."),
     .verbs = ticket_verbs},
    {.name = "scan",
     .words = "[SHOW]",
     .summary = N_("The door: reads codes and says who is let in."),
     .detail = N_("A line a code, from a scanner that types or from a pipe; with --json a document "
                  "a line. Without SHOW, for the show that begins nearest to now. Every scan is "
                  "recorded, refused ones too."),
     .options = scan_options,
     .run = run_scan},
    {.name = "bag",
     .summary = N_("Bags at the door: weigh them, take the fee of a heavy one."),
     .detail =
         N_("A check-in begins when a ticket is let in. A light bag completes it; a heavy one "
            "waits for its fee, and goes back to the scale when it is not paid. `loge house "
            "policy` says what is heavy and what it costs."),
     .verbs = bag_verbs},
    {.name = "expire",
     .summary = N_("Frees the seats of every hold that is over."),
     .run = run_expire},
    {.name = "wait", .summary = N_("The waiting list."), .verbs = wait_verbs},
    {.name = "shift",
     .summary = N_("A clerk's money period and the cash-up."),
     .verbs = shift_verbs},
    {.name = "customer", .summary = N_("Customers."), .verbs = customer_verbs},
    {.name = "voucher", .summary = N_("Vouchers and gift vouchers."), .verbs = voucher_verbs},
    {.name = "till", .summary = N_("Tills that can work alone."), .verbs = till_verbs},
    {.name = "allot", .summary = N_("Seats lent to a till."), .verbs = allot_verbs},
    {.name = "conflict",
     .summary = N_("What tills did alone and does not fit."),
     .verbs = conflict_verbs},
    {.name = "outbox",
     .summary = N_("Letters to customers and to other programs."),
     .detail = N_("Who buys, is offered seats, or gets money back is told by mail; other programs "
                  "are told by signed calls of a web address. Letters are written together with "
                  "what they are about and sent by `loge serve`; what could not be sent in three "
                  "days, or was refused, is dead until somebody tries it again."),
     .verbs = outbox_verbs},
    {.name = "payments",
     .summary = N_("What the payment provider said that fits no payment of this house."),
     .verbs = payments_verbs},
    {.name = "staff", .summary = N_("The people who work here."), .verbs = staff_verbs},
    {.name = "token",
     .summary = N_("What web shops and devices show the house's service."),
     .verbs = token_verbs},
    {.name = "abuse",
     .summary = N_("Who asked the house's service too fast."),
     .detail = N_("Whoever makes more requests or holds in a minute than serve.limit_requests and "
                  "serve.limit_holds say is told to wait. Whoever looks at many seat maps at once, "
                  "makes very many requests at once, or often guesses wrong at an order, is shut "
                  "out for serve.block."),
     .verbs = abuse_verbs},
    {.name = "serve",
     .summary = N_("The house's service: HTTP for web shops and devices."),
     .detail = N_("Runs until it is told to stop (SIGTERM), and answers what was begun before it "
                  "ends. Acts are those of whoever is signed in, usually somebody with the role "
                  "service. It listens on this machine only unless told otherwise; put a proxy "
                  "in front, or give it a certificate (serve.cert, serve.key)."),
     .options = serve_options,
     .run = run_serve},
    {.name = "status", .summary = N_("How the house stands."), .run = run_status},
    {.name = "sync",
     .summary = N_("Sends what this till did without its house, and says how that stands."),
     .detail =
         N_("A till that has joined a house sells on when the house is not reached, and keeps "
            "a journal of it. A console sends it by itself; this does it by hand, once. It "
            "needs somebody who is signed in at the house."),
     .options = sync_options,
     .apart_with = "status",
     .sends = true,
     .run = run_sync},
    {.name = "reconcile",
     .summary = N_("Writes what Redis knows of open shows anew, from PostgreSQL."),
     .detail = N_("The house goes on selling meanwhile. Needed only when something outside of Loge "
                  "has written to Redis; small drift is mended by every till, once a minute."),
     .run = run_reconcile},
    {.name = "doctor",
     .summary = N_("Checks what could go wrong and says what to do about it."),
     .opens_itself = true,
     .run = run_doctor},
    {.name = "audit",
     .summary = N_("The log of every change, newest first."),
     .options = audit_options,
     .verbs = audit_verbs,
     .run = run_audit},
    {.name = "journal",
     .summary = N_("What this till did while the house was out of reach."),
     .verbs = journal_verbs},
    {.name = "report", .summary = N_("Figures of sales and occupancy."), .verbs = report_verbs},
    {.name = "help",
     .words = "[COMMAND...]",
     .summary = N_("Explains a command."),
     .apart = true,
     .run = run_help},
    {.name = "version",
     .summary = N_("Prints the version of the program."),
     .apart = true,
     .run = run_version},
    {.name = "completion",
     .words = "SHELL",
     .summary = N_("Prints the completion script for bash, zsh or fish."),
     .apart = true,
     .hidden = true,
     .run = run_completion},
    {.name = "manual",
     .summary = N_("Prints the man page as roff."),
     .apart = true,
     .hidden = true,
     .run = run_manual},
    {0},
};

const struct command command_root = {
    .name = "loge",
    .summary = N_("A box office that lives in a terminal."),
    .detail = N_("Alone it opens the console. Begin with `loge demo`. `loge help COMMAND` explains "
                 "a command, `man loge` everything."),
    .verbs = top,
    .options = console_options,
    .apart = true,
    .run = run_console,
};
