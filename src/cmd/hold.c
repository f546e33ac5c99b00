#include "config.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "src/cmd/best_words.h"
#include "src/cmd/commands.h"
#include "src/cmd/hold_sell.h"
#include "src/cmd/intl.h"
#include "src/cmd/view.h"
#include "src/cmd/words.h"

enum { TTL_SECONDS_MAX = 7 * 24 * 3600 };
static const int64_t seconds_range[] = {1, TTL_SECONDS_MAX};

/* The hold a word names: its id, or the last characters of it. */
static bool find_hold(struct call *call, struct outcome *found)
{
    desk_hold_find(&call->desk, call->arena, args_word(&call->args, 0), found);
    if (found->verdict)
        call_refused(call, found);
    return !found->verdict;
}

/* ---- new ---------------------------------------------------------------------------------- */

static bool override_reason(struct call *call, bool *override)
{
    *override = args_has(&call->args, "override");
    if (!option_name(call, "override", call->reason, sizeof call->reason))
        return false;
    call->meta.reason = call->reason;
    if (!*override || call->reason[0])
        return true;
    call_fail(call, VERDICT_INVALID, _("--override needs a reason."));
    return false;
}

static bool read_source(struct call *call, struct desk_hold *wish)
{
    const char *text = args_value(&call->args, "source");
    wish->source = SOURCE_COUNTER;
    wish->channel = CHANNEL_COUNTER;
    if (text && (!source_parse(text, &wish->source) || wish->source > SOURCE_SCANNER)) {
        call_fail(call, VERDICT_INVALID, _("--source is counter, web or scanner, not \"%.40s\"."),
                  text);
        return false;
    }
    if (wish->source == SOURCE_WEB)
        wish->channel = CHANNEL_WEB;
    return true;
}

static int run_new(struct call *call)
{
    char email[EMAIL_TEXT];
    int64_t seconds;
    struct outcome out;
    struct desk_hold wish = {.show = args_word(&call->args, 0)};
    wish.labels = word_labels(call, 1, &wish.count);
    if (!option_name(call, "for", email, sizeof email) ||
        !option_int(call, "ttl", seconds_range, 0, &seconds) ||
        !override_reason(call, &wish.override_gap) || !read_source(call, &wish))
        return call->exit;
    wish.ttl_ms = seconds * 1000;
    wish.email = email[0] ? email : NULL;
    desk_hold_new(&call->desk, &call->meta, &wish, &out);
    return out.verdict ? call_refused(call, &out)
                       : answer_hold(call, &out, _("The seats are held."));
}

/* ---- best --------------------------------------------------------------------------------- */

static int run_hold_best(struct call *call)
{
    struct best_request request;
    struct outcome out;
    char email[EMAIL_TEXT];
    if (!best_words(call, args_word(&call->args, 1), &request) ||
        !option_name(call, "for", email, sizeof email) ||
        !best_places(call, args_word(&call->args, 0), &request))
        return call->exit;
    desk_hold_best(&call->desk, &call->meta, args_word(&call->args, 0), &request,
                   email[0] ? email : NULL, &out);
    return out.verdict ? call_refused(call, &out)
                       : answer_hold(call, &out, _("The best seats are held."));
}

/* ---- show and list ------------------------------------------------------------------------ */

static int run_show(struct call *call)
{
    struct outcome out;
    if (!find_hold(call, &out))
        return call->exit;
    if (call->json) {
        call_doc(call);
        json_hold(call, "hold", out.hold);
        call_doc_end(call);
    } else {
        print_hold(call, out.hold);
    }
    return EXIT_DONE;
}

static void list_json(struct call *call, const void *list, int count)
{
    const struct hold *holds = list;
    for (int i = 0; i < count; i++)
        json_hold(call, NULL, &holds[i]);
}

static void list_print(struct call *call, const void *list, int count)
{
    const struct hold *holds = list;
    struct grid grid;
    char id[UUID_TEXT], left[LOCAL_TEXT];
    grid_start(&grid, call->arena, _("HOLD|SHOW|STATUS|HOLDER|TILL|>LEFT|FOR|SEATS"));
    for (int i = 0; i < count; i++) {
        const struct hold *hold = &holds[i];
        grid_cell(&grid, "%s", uuid_text(&hold->id, id));
        grid_cell(&grid, "%s", view_show_id(call, hold->show));
        grid_cell(&grid, "%s", C_("hold", hold_status_name(hold->status)));
        grid_cell(&grid, "%s", hold->holder);
        grid_cell(&grid, "%s", hold->till);
        grid_cell(&grid, "%s", view_left(hold->expires_at - call->now, left));
        grid_cell(&grid, "%s", hold->email);
        grid_cell(&grid, "%s", view_hold_seats(call, hold));
    }
    grid_print(&grid, call->out);
}

static int run_list(struct call *call)
{
    struct hold_filter filter = {.open_only = !args_has(&call->args, "all"), .now = call->now};
    struct hold *holds;
    struct err err;
    int count;
    static const int64_t limits[] = {1, 100000};
    int64_t limit;
    struct store *store = call->desk.store;
    if (!option_int(call, "limit", limits, 1000, &limit) ||
        !option_show(call, "show", &filter.show))
        return call->exit;
    filter.limit = (int)limit;
    filter.email = args_value(&call->args, "for");
    filter.holder = args_value(&call->args, "holder");
    if (store->ops->hold_list(store, &filter, call->arena, &holds, &count, &err))
        return call_err(call, &err);
    return answer_list(call, &(struct listed){"holds", holds, count, list_json, list_print,
                                              _("There are no holds.")});
}

/* ---- extend, release, transfer ------------------------------------------------------------ */

static int run_extend(struct call *call)
{
    int64_t seconds;
    struct outcome found, out;
    if (!option_int(call, "by", seconds_range, 0, &seconds) || !find_hold(call, &found))
        return call->exit;
    desk_hold_extend(&call->desk, &call->meta, &found.hold->id, seconds * 1000, &out);
    return out.verdict ? call_refused(call, &out)
                       : answer_hold(call, &out, _("The hold lasts longer."));
}

static bool mine(const struct call *call, const struct hold *hold)
{
    return hold_is_of(hold, &call->meta.actor);
}

static int run_release(struct call *call)
{
    struct outcome found, out;
    int count;
    const char *const *labels = word_labels(call, 1, &count);
    if (!call_reason(call, false) || !find_hold(call, &found))
        return call->exit;
    enum hold_end end = args_has(&call->args, "payment-failed") ? END_PAYMENT_FAILED
                        : mine(call, found.hold)                ? END_USER_CANCELLED
                                                                : END_ADMIN_OVERRIDE;
    desk_hold_release(&call->desk, &call->meta, &found.hold->id, labels, count, end, &out);
    return out.verdict ? call_refused(call, &out)
                       : answer_hold(call, &out, _("The seats are free."));
}

static int run_transfer(struct call *call)
{
    char to[PERSON_TEXT], till[TILL_TEXT];
    struct outcome found, out;
    if (!call_reason(call, false) ||
        !word_name(call, "NAME", args_word(&call->args, 1), to, sizeof to) ||
        !option_name(call, "to-till", till, sizeof till) || !find_hold(call, &found))
        return call->exit;
    desk_hold_transfer(&call->desk, &call->meta, &found.hold->id, to,
                       till[0] ? till : found.hold->till, &out);
    return out.verdict ? call_refused(call, &out)
                       : answer_hold(call, &out, _("The hold has a new holder."));
}

/* ---- table -------------------------------------------------------------------------------- */

static const struct cmd_option new_options[] = {
    {"for", "EMAIL", N_("whom the seats are for (else a walk-up)"), false},
    {"ttl", "SECONDS", N_("how long (else as the show says)"), false},
    {"override", "REASON", N_("leave a single seat over, signed for and with a reason"), false},
    {"source", "SOURCE", N_("where the wish comes from: counter, web or scanner"), false},
    {0},
};
static const struct cmd_option hold_best_options[] = {
    {"for", "EMAIL", N_("whom the seats are for (else a walk-up)"), false},
    {"class", "CLASS", N_("only seats of this price class"), false},
    {"section", "SECTION", N_("only in this section"), false},
    {"accessible", "K", N_("so many wheelchair places among them"), false},
    {"aisle", NULL, N_("at least one at an aisle"), false},
    {"together", NULL, N_("only side by side, never split"), false},
    {"strict", NULL, N_("give up nothing of what was asked"), false},
    {"skip", "K", N_("pass over the K best offers"), false},
    {0},
};
static const struct cmd_option list_options[] = {
    {"show", "SHOW", N_("only of this show"), false},
    {"for", "EMAIL", N_("only for this person"), false},
    {"holder", "NAME", N_("only held by this member of staff"), false},
    {"all", NULL, N_("also those that are over"), false},
    {"limit", "N", N_("at most so many (else 1000)"), false},
    {0},
};
static const struct cmd_option extend_options[] = {
    {"by", "SECONDS", N_("by how long (else as the show says)"), false},
    {0},
};
static const struct cmd_option release_options[] = {
    {"reason", "REASON", N_("why; needed for somebody else's hold"), false},
    {"note", "TEXT", N_("more about it, for the log"), false},
    {"payment-failed", NULL, N_("because the payment did not go through"), false},
    {0},
};
static const struct cmd_option transfer_options[] = {
    {"to-till", "TILL", N_("the till it moves to (else it stays)"), false},
    {"reason", "REASON", N_("why; needed for somebody else's hold"), false},
    {"note", "TEXT", N_("more about it, for the log"), false},
    {0},
};

const struct command hold_verbs[] = {
    {.name = "new",
     .words = "SHOW SEAT...",
     .summary = N_("Holds seats until they are sold, released, or the time is over."),
     .detail = N_("Holding a seat you hold already succeeds. Seats are named by their labels, like "
                  "Stalls-A-1."),
     .options = new_options,
     .run = run_new},
    {.name = "best",
     .words = "SHOW N",
     .summary = N_("Finds the best N seats and holds them in one go."),
     .options = hold_best_options,
     .run = run_hold_best},
    {.name = "show", .words = "HOLD", .summary = N_("Shows a hold."), .run = run_show},
    {.name = "list",
     .summary = N_("Lists the open holds."),
     .options = list_options,
     .run = run_list},
    {.name = "extend",
     .words = "HOLD",
     .summary = N_("Makes a hold last longer, up to its ceiling."),
     .options = extend_options,
     .run = run_extend},
    {.name = "release",
     .words = "HOLD [SEAT...]",
     .summary = N_("Lets go of some seats of a hold, or of all."),
     .options = release_options,
     .run = run_release},
    {.name = "sell",
     .words = "HOLD",
     .summary = N_("Sells the seats of a hold."),
     .detail =
         N_("Without --pay the whole sum is paid in cash. --pay may be repeated to split it."),
     .options = sell_options,
     .run = run_hold_sell},
    {.name = "transfer",
     .words = "HOLD NAME",
     .summary = N_("Gives a hold to another member of staff."),
     .options = transfer_options,
     .run = run_transfer},
    {0},
};
