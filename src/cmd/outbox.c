/* Letters to customers and to other programs: where they go, what waits, and sending by hand. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "src/cmd/commands.h"
#include "src/cmd/intl.h"
#include "src/cmd/letter.h"
#include "src/cmd/post.h"
#include "src/cmd/view.h"
#include "src/cmd/words.h"

/* ---- the outbox of this house --------------------------------------------------------------- */

static struct store *outbox_of(struct call *call, const struct outbox_ops **ops)
{
    struct store *store = call->desk.store;
    if (!call_at_house(call))
        return NULL;
    if (store->ops->outbox)
        return store->ops->outbox(store, ops);
    call_fail(call, VERDICT_INVALID,
              _("Only a house of several tills sends letters; this one is in a file."));
    return NULL;
}

/* ---- ways ----------------------------------------------------------------------------------- */

static bool read_way(struct call *call, struct post_way *way)
{
    const char *word = args_word(&call->args, 0);
    if (strcmp(word, "mail") == 0) {
        way->channel = POST_MAIL;
        return true;
    }
    way->channel = POST_WEB;
    if (!word_name(call, "WHERE", word, way->address, sizeof way->address))
        return false;
    if (strncmp(word, "http://", 7) == 0 || strncmp(word, "https://", 8) == 0)
        return true;
    call_fail(call, VERDICT_INVALID,
              _("Letters go by \"mail\" or to an address like https://HOST/PATH, not \"%.60s\"."),
              word);
    return false;
}

static void answer_secret(struct call *call, const char *secret)
{
    call_remark(call, "%s\n", _("This secret signs every letter. It cannot be shown again:"));
    call_print(call, "%s\n", secret);
}

static int answer_way(struct call *call, const struct post_way *way, bool made)
{
    char secret[2 * WAY_SECRET + 1] = "";
    if (made && way->channel == POST_WEB)
        text_hex(secret, way->secret, sizeof way->secret);
    if (call->json) {
        struct json_out *doc = call_doc(call);
        member_int(doc, "way", way->no);
        member_bool(doc, "changed", made);
        member_text_or_null(doc, "secret", secret);
        call_doc_end(call);
        return EXIT_DONE;
    }
    if (made)
        call_remark(call, _("From now on letters go there; it is way %d.\n"), way->no);
    else
        call_remark(call, _("Letters go there already; it is way %d.\n"), way->no);
    if (*secret)
        answer_secret(call, secret);
    return EXIT_DONE;
}

static int run_add(struct call *call)
{
    struct post_way way = {0};
    const struct outbox_ops *ops;
    struct err err;
    bool made;
    if (!call_may(call, RIGHT_SHOWS) || !read_way(call, &way))
        return call->exit;
    struct store *store = outbox_of(call, &ops);
    if (!store)
        return call->exit;
    call->desk.ids.rng.fill(call->desk.ids.rng.ctx, way.secret, sizeof way.secret);
    if (ops->way_add(store, &way, &made, &err))
        return call_err(call, &err);
    return answer_way(call, &way, made);
}

static int run_end(struct call *call)
{
    const struct outbox_ops *ops;
    struct outcome out = {.changed = true};
    struct err err;
    int64_t no;
    bool found;
    if (!call_may(call, RIGHT_SHOWS) ||
        !word_int(call, "WAY", args_word(&call->args, 0), 1, INT32_MAX, &no))
        return call->exit;
    struct store *store = outbox_of(call, &ops);
    if (!store)
        return call->exit;
    if (ops->way_end(store, (int32_t)no, &found, &err))
        return call_err(call, &err);
    if (!found)
        return call_fail(call, VERDICT_NOT_FOUND,
                         _("Letters go no such way; `loge outbox ways` lists them."));
    return answer_done(call, &out, _("Nothing more goes there."));
}

static void ways_json(struct call *call, const void *list, int count)
{
    const struct post_way *ways = list;
    struct json_out *doc = call->doc;
    for (int i = 0; i < count; i++) {
        member_object(doc, NULL);
        member_int(doc, "way", ways[i].no);
        member_text(doc, "channel", ways[i].channel == POST_MAIL ? "mail" : "web");
        member_text_or_null(doc, "address", ways[i].address);
        member_text(doc, "made_by", ways[i].made_by);
        member_time(doc, "made_at", ways[i].made_at);
        member_int(doc, "waiting", ways[i].waiting);
        member_int(doc, "dead", ways[i].dead);
        member_int(doc, "sent", ways[i].sent);
        json_object_end(doc);
    }
}

static void ways_print(struct call *call, const void *list, int count)
{
    const struct post_way *ways = list;
    struct grid grid;
    grid_start(&grid, call->arena, _(">WAY|WHERE|>WAITING|>DEAD|>SENT"));
    for (int i = 0; i < count; i++) {
        grid_cell(&grid, "%d", ways[i].no);
        grid_cell(&grid, "%s", ways[i].channel == POST_MAIL ? "mail" : ways[i].address);
        grid_cell(&grid, "%lld", (long long)ways[i].waiting);
        grid_cell(&grid, "%lld", (long long)ways[i].dead);
        grid_cell(&grid, "%lld", (long long)ways[i].sent);
    }
    grid_print(&grid, call->out);
}

static int run_ways(struct call *call)
{
    const struct outbox_ops *ops;
    struct post_way *ways;
    struct err err;
    int count;
    struct store *store = call_may(call, RIGHT_REPORT) ? outbox_of(call, &ops) : NULL;
    if (!store)
        return call->exit;
    if (ops->ways(store, call->arena, &ways, &count, &err))
        return call_err(call, &err);
    return answer_list(
        call, &(struct listed){"ways", ways, count, ways_json, ways_print,
                               _("No letters are sent; `loge outbox add` says where to.")});
}

/* ---- letters -------------------------------------------------------------------------------- */

static void list_json(struct call *call, const void *list, int count)
{
    const struct letter *letters = list;
    struct json_out *doc = call->doc;
    for (int i = 0; i < count; i++) {
        member_object(doc, NULL);
        member_uuid(doc, "id", &letters[i].id);
        member_text(doc, "kind", letter_kind_name(letters[i].kind));
        member_uuid(doc, "subject", &letters[i].subject);
        member_text(doc, "to",
                    letters[i].channel == POST_MAIL ? letters[i].to : letters[i].address);
        member_time(doc, "made_at", letters[i].made_at);
        member_int(doc, "tries", letters[i].tries);
        member_text_or_null(doc, "fault", letters[i].fault);
        json_object_end(doc);
    }
}

static void list_print(struct call *call, const void *list, int count)
{
    const struct letter *letters = list;
    struct grid grid;
    char id[UUID_TEXT], when[LOCAL_TEXT];
    grid_start(&grid, call->arena, _("LETTER|KIND|TO|SINCE|>TRIES|WHY NOT"));
    for (int i = 0; i < count; i++) {
        grid_cell(&grid, "%s", uuid_text(&letters[i].id, id));
        grid_cell(&grid, "%s", letter_kind_name(letters[i].kind));
        grid_cell(&grid, "%s",
                  letters[i].channel == POST_MAIL ? letters[i].to : letters[i].address);
        grid_cell(&grid, "%s", view_time(call, letters[i].made_at, when));
        grid_cell(&grid, "%d", letters[i].tries);
        grid_cell(&grid, "%s", letters[i].fault);
    }
    grid_print(&grid, call->out);
}

static int run_list(struct call *call)
{
    enum { MOST = 1000 };
    const struct outbox_ops *ops;
    struct letter *letters;
    struct err err;
    int count;
    enum letter_status status = args_has(&call->args, "dead")   ? LETTER_DEAD
                                : args_has(&call->args, "sent") ? LETTER_SENT
                                                                : LETTER_WAITING;
    struct store *store = call_may(call, RIGHT_REPORT) ? outbox_of(call, &ops) : NULL;
    if (!store)
        return call->exit;
    if (ops->list(store, status, MOST, call->arena, &letters, &count, &err))
        return call_err(call, &err);
    return answer_list(call, &(struct listed){"letters", letters, count, list_json, list_print,
                                              _("There are none.")});
}

static int answer_count(struct call *call, const char *key, int count, const char *sentence)
{
    if (call->json) {
        member_int(call_doc(call), key, count);
        call_doc_end(call);
    }
    call_say(call, "%s\n", sentence);
    return EXIT_DONE;
}

static int run_requeue(struct call *call)
{
    const struct outbox_ops *ops;
    struct uuid id;
    struct err err;
    int count;
    const char *word = args_word(&call->args, 0);
    if (!call_may(call, RIGHT_REPORT) || (word && !word_uuid(call, "LETTER", word, &id)))
        return call->exit;
    struct store *store = outbox_of(call, &ops);
    if (!store)
        return call->exit;
    if (ops->requeue(store, word ? &id : NULL, &count, &err))
        return call_err(call, &err);
    if (word && !count)
        return call_fail(call, VERDICT_NOT_FOUND,
                         _("There is no such dead letter; `loge outbox list --dead` names them."));
    return answer_count(
        call, "requeued", count,
        arena_printf(call->arena,
                     n_("%d letter will be tried again.", "%d letters will be tried again.", count),
                     count));
}

/* ---- sending by hand ------------------------------------------------------------------------ */

/* Until nothing is due. */
static enum rc send_all(struct call *call, const struct chore *chore, int64_t *sent,
                        struct err *err)
{
    struct arena *arena = arena_new();
    struct chore_step step = {.desk = &call->desk, .instance = "hand", .next_ms = 1};
    enum rc rc = RC_OK;
    do {
        step.meta = (struct act_meta){.arena = arena, .actor = call->meta.actor};
        step.done = 0;
        rc = chore->step(chore->ctx, &step, err);
        *sent += step.done;
        arena_reset(arena);
    } while (!rc && step.next_ms == 0 && !call_interrupted());
    arena_free(&arena);
    return rc;
}

static int run_send(struct call *call)
{
    char password[SECRET_TEXT] = "";
    const struct outbox_ops *ops;
    struct err err;
    int64_t sent = 0;
    if (!call_may(call, RIGHT_SHOWS) || !outbox_of(call, &ops))
        return call->exit;
    struct post_port *port = post_open(call, password, &err);
    if (!port)
        return call_err(call, &err);
    struct post_office office = {.port = port, .write = letter_write, .ctx = call};
    const struct chore mail = chore_mail(&office), webhooks = chore_webhooks(&office);
    enum rc rc = send_all(call, &mail, &sent, &err);
    if (!rc)
        rc = send_all(call, &webhooks, &sent, &err);
    curl_post_close(&port);
    if (rc)
        return call_err(call, &err);
    return answer_count(call, "sent", (int)sent,
                        arena_printf(call->arena,
                                     n_("%d letter was sent.", "%d letters were sent.", (int)sent),
                                     (int)sent));
}

struct post_port *post_open(const struct call *call, char password[SECRET_TEXT], struct err *err)
{
    const struct settings *settings = call->settings;
    if (settings_secret(settings, SETTING_MAIL_PASSWORD_FILE, password, err))
        return NULL;
    const struct curl_post_config config = {
        .server = settings_text(settings, SETTING_MAIL_SERVER),
        .from = settings_text(settings, SETTING_MAIL_FROM),
        .from_name = call->house.name,
        .user = settings_text(settings, SETTING_MAIL_USER),
        .password = password,
    };
    return curl_post_open(&config, err);
}

static const struct cmd_option list_options[] = {
    {"dead", NULL, N_("those that were given up"), false},
    {"sent", NULL, N_("those that were sent in the last month"), false},
    {0},
};

const struct command outbox_verbs[] = {
    {.name = "ways", .summary = N_("Lists where letters go."), .run = run_ways},
    {.name = "add",
     .words = "WHERE",
     .summary = N_("Sends letters by \"mail\" to customers, or to a web address, signed."),
     .run = run_add},
    {.name = "end",
     .words = "WAY",
     .summary = N_("Sends no more letters this way."),
     .run = run_end},
    {.name = "list",
     .summary = N_("Lists the letters that wait to be sent."),
     .options = list_options,
     .run = run_list},
    {.name = "requeue",
     .words = "[LETTER]",
     .summary = N_("Tries a dead letter again, or all of them."),
     .run = run_requeue},
    {.name = "send", .summary = N_("Sends what is due now, once."), .run = run_send},
    {0},
};
