/* Messages of the payment provider that fit no checkout: listed, heard once more, dropped. */
#include "config.h"

#include <string.h>

#include "src/adapter/pay_json.h"
#include "src/cmd/commands.h"
#include "src/cmd/intl.h"
#include "src/cmd/view.h"
#include "src/engine/checkout.h"

enum { LETTERS_MOST = 1000 };

static struct store *intents_of(struct call *call, const struct intent_ops **ops)
{
    struct store *store = call->desk.store;
    if (!call_may(call, RIGHT_SHOWS) || !call_at_house(call))
        return NULL;
    if (store->ops->intents)
        return store->ops->intents(store, ops);
    call_fail(call, VERDICT_INVALID,
              _("Only a house of several tills takes payments by a provider; this one is in a "
                "file."));
    return NULL;
}

/* ---- list ----------------------------------------------------------------------------------- */

static void list_json(struct call *call, const void *list, int count)
{
    const struct pay_letter *letters = list;
    struct json_out *doc = call->doc;
    for (int i = 0; i < count; i++) {
        member_object(doc, NULL);
        member_text(doc, "id", letters[i].event);
        member_text_or_null(doc, "payment", letters[i].ref);
        member_time(doc, "at", letters[i].at);
        member_text(doc, "body", letters[i].body);
        json_object_end(doc);
    }
}

static void list_print(struct call *call, const void *list, int count)
{
    const struct pay_letter *letters = list;
    struct grid grid;
    char when[LOCAL_TEXT];
    grid_start(&grid, call->arena, _("MESSAGE|PAYMENT|SINCE"));
    for (int i = 0; i < count; i++) {
        grid_cell(&grid, "%s", letters[i].event);
        grid_cell(&grid, "%s", letters[i].ref);
        grid_cell(&grid, "%s", view_time(call, letters[i].at, when));
    }
    grid_print(&grid, call->out);
}

static bool read_letters(struct call *call, struct store *store, const struct intent_ops *ops,
                         struct pay_letter **letters, int *count)
{
    struct err err;
    if (!ops->letters(store, LETTERS_MOST, call->arena, letters, count, &err))
        return true;
    call_err(call, &err);
    return false;
}

static int run_list(struct call *call)
{
    const struct intent_ops *ops;
    struct pay_letter *letters;
    int count;
    struct store *store = intents_of(call, &ops);
    if (!store || !read_letters(call, store, ops, &letters, &count))
        return call->exit;
    return answer_list(call, &(struct listed){"messages", letters, count, list_json, list_print,
                                              _("There are none.")});
}

/* ---- one of them ---------------------------------------------------------------------------- */

static int no_such_message(struct call *call)
{
    return call_fail(call, VERDICT_NOT_FOUND,
                     _("There is no such message; `loge payments list` names them."));
}

static const struct pay_letter *find_letter(struct call *call, struct store *store,
                                            const struct intent_ops *ops)
{
    struct pay_letter *letters;
    int count;
    if (!read_letters(call, store, ops, &letters, &count))
        return NULL;
    for (int i = 0; i < count; i++)
        if (strcmp(letters[i].event, args_word(&call->args, 0)) == 0)
            return &letters[i];
    no_such_message(call);
    return NULL;
}

static int drop(struct call *call, struct store *store, const struct intent_ops *ops,
                const char *done)
{
    const struct outcome out = {.changed = true};
    struct err err;
    bool found;
    if (ops->drop_letter(store, args_word(&call->args, 0), &found, &err))
        return call_err(call, &err);
    return found ? answer_done(call, &out, done) : no_such_message(call);
}

static int run_drop(struct call *call)
{
    const struct intent_ops *ops;
    struct store *store = intents_of(call, &ops);
    return store ? drop(call, store, ops, _("The message is gone.")) : call->exit;
}

/* The body may have been cut when it was kept: then it makes no sense any more. */
static bool hear(struct call *call, const struct pay_letter *letter, enum message_heard *heard)
{
    struct checkout checkout;
    struct pay_message message;
    struct err err;
    *heard = MESSAGE_FITS_NOTHING;
    if (pay_read_event(letter->body, strlen(letter->body), &message) != PAY_EVENT_INTENT ||
        !checkout_init(&checkout, &call->desk, NULL))
        return true;
    message.body = letter->body;
    if (!checkout_hear(&checkout, &call->meta, &message, heard, &err))
        return true;
    call_err(call, &err);
    return false;
}

static int run_hear(struct call *call)
{
    const struct intent_ops *ops;
    enum message_heard heard;
    struct store *store = intents_of(call, &ops);
    const struct pay_letter *letter = store ? find_letter(call, store, ops) : NULL;
    if (!letter || !hear(call, letter, &heard))
        return call->exit;
    if (heard == MESSAGE_FITS_NOTHING)
        return call_fail(call, VERDICT_NOT_POSSIBLE, _("It still fits no payment of this house."));
    return drop(call, store, ops, _("It fits a payment now, which goes on with it."));
}

const struct command payments_verbs[] = {
    {.name = "list",
     .summary = N_("Lists the provider's messages that fit no payment of this house."),
     .run = run_list},
    {.name = "hear",
     .words = "MESSAGE",
     .summary = N_("Hears such a message once more; one that fits by now is dropped."),
     .run = run_hear},
    {.name = "drop", .words = "MESSAGE", .summary = N_("Drops such a message."), .run = run_drop},
    {0},
};
