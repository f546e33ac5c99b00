/* `loge abuse`: who asked the house's service too fast, and who is shut out for it. */
#include "config.h"

#include "src/api/asker.h"
#include "src/cmd/commands.h"
#include "src/cmd/intl.h"
#include "src/cmd/view.h"
#include "src/port/abuse.h"

enum { LISTED = 200 };

static struct store *abuse_store(struct call *call, const struct abuse_ops **ops)
{
    struct store *store = call->desk.store;
    if (!call_at_house(call))
        return NULL;
    if (store->ops->abuse)
        return store->ops->abuse(store, ops);
    call_fail(call, VERDICT_INVALID,
              _("Only a house of several tills has a service that strangers ask; `loge init` makes "
                "one."));
    return NULL;
}

static bool is_live(const struct call *call, const struct abuse *abuse)
{
    return abuse->until > call->now && !abuse->unblocked_at;
}

/* ---- list ----------------------------------------------------------------------------------- */

static void list_json(struct call *call, const void *list, int count)
{
    const struct abuse *rows = list;
    for (int i = 0; i < count; i++)
        asker_doc(call->doc, &rows[i], call->now);
}

static const char *rule_sentence(enum pace_verdict rule)
{
    static const char *const sentences[PACE_VERDICTS] = {N_("nothing"),
                                                         N_("too many requests in a minute"),
                                                         N_("too many holds in a minute"),
                                                         N_("too many seat maps at once"),
                                                         N_("too many requests at once"),
                                                         N_("too many wrong guesses at orders")};
    return _(sentences[rule]);
}

static const char *fate(struct call *call, const struct abuse *abuse, char out[LOCAL_TEXT])
{
    if (!abuse->until)
        return _("told to wait");
    if (abuse->unblocked_at)
        return _("let in again");
    return is_live(call, abuse) ? view_time(call, abuse->until, out) : _("over");
}

/* What it was about; what is not known is left out. */
static const char *details(struct call *call, const struct abuse *abuse)
{
    int window_s = (int)(pace_window(abuse->rule) / 1000);
    const char *text =
        arena_printf(call->arena, _("%d in %d s (limit %d)"), abuse->count, window_s, abuse->most);
    if (*abuse->route)
        text = arena_printf(call->arena, "%s, %s", text, abuse->route);
    if (*abuse->show)
        text = arena_printf(call->arena, _("%s, show %s"), text, abuse->show);
    if (*abuse->client)
        text = arena_printf(call->arena, _("%s, client %s"), text, abuse->client);
    return text;
}

static void list_print(struct call *call, const void *list, int count)
{
    const struct abuse *rows = list;
    struct grid grid;
    char when[LOCAL_TEXT];
    grid_start(&grid, call->arena, _("WHO|WHEN|WHY|SHUT OUT UNTIL|DETAILS"));
    for (int i = 0; i < count; i++) {
        grid_cell(&grid, "%s", rows[i].asker);
        grid_cell(&grid, "%s", view_time(call, rows[i].at, when));
        grid_cell(&grid, "%s", rule_sentence(rows[i].rule));
        grid_cell(&grid, "%s", fate(call, &rows[i], when));
        grid_cell(&grid, "%s", details(call, &rows[i]));
    }
    grid_print(&grid, call->out);
}

static int run_list(struct call *call)
{
    const struct abuse_ops *ops;
    struct abuse *rows;
    struct err err;
    int count;
    struct store *store = abuse_store(call, &ops);
    if (!store)
        return call->exit;
    if (ops->list(store, args_has(&call->args, "blocked"), LISTED, call->arena, &rows, &count,
                  &err))
        return call_err(call, &err);
    return answer_list(call, &(struct listed){"abuse", rows, count, list_json, list_print,
                                              _("Nobody has asked too fast.")});
}

/* ---- unblock -------------------------------------------------------------------------------- */

static int run_unblock(struct call *call)
{
    const struct abuse_ops *ops;
    const char *word = args_word(&call->args, 0);
    char asker[PACE_NAME];
    enum verdict verdict;
    struct err err;
    struct store *store = abuse_store(call, &ops);
    if (!store)
        return call->exit;
    if (!asker_parse(word, asker))
        return call_fail(call, VERDICT_INVALID,
                         _("\"%.60s\" is no address and no token; write 192.0.2.1, 2001:db8::1 or "
                           "t:NAME."),
                         word);
    if (ops->unblock(store, asker, &verdict, &err))
        return call_err(call, &err);
    if (verdict == VERDICT_NOT_FOUND)
        return call_fail(call, verdict, _("\"%.60s\" is not shut out."), asker);
    if (verdict)
        return call_fail(call, verdict, "%s", verdict_sentence(verdict));
    const struct outcome out = {.changed = true};
    return answer_done(call, &out, _("Whoever it is may ask again, within seconds."));
}

static const struct cmd_option list_options[] = {
    {"blocked", NULL, N_("only those who are shut out now"), false},
    {0},
};

const struct command abuse_verbs[] = {
    {.name = "list",
     .summary = N_("Lists who asked too fast, the newest first."),
     .options = list_options,
     .run = run_list},
    {.name = "unblock",
     .words = "WHO",
     .summary = N_("Lets an address or a token (t:NAME) ask again."),
     .run = run_unblock},
    {0},
};
