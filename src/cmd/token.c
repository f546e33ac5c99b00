/* `loge token`: what web shops and devices show the house's service. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "src/cmd/commands.h"
#include "src/cmd/intl.h"
#include "src/cmd/view.h"
#include "src/port/token.h"

static const struct {
    const char *word;
    unsigned bit;
} scopes[] = {{"read", SCOPE_READ},
              {"sell", SCOPE_SELL},
              {"door", SCOPE_DOOR},
              {"admin", SCOPE_ADMIN},
              {"unlimited", SCOPE_UNLIMITED}};

/* ---- words ---------------------------------------------------------------------------------- */

static unsigned scope_named(const char *text, size_t length)
{
    for (int i = 0; i < COUNT_OF(scopes); i++)
        if (strlen(scopes[i].word) == length && memcmp(scopes[i].word, text, length) == 0)
            return scopes[i].bit;
    return 0;
}

/* "read,sell" */
static bool read_scopes(struct call *call, unsigned *out)
{
    const char *text = args_value(&call->args, "scope");
    *out = 0;
    for (const char *at = text ? text : "read"; *at;) {
        size_t length = strcspn(at, ",");
        unsigned bit = scope_named(at, length);
        if (!bit) {
            call_fail(call, VERDICT_INVALID,
                      _("--scope is one or more of read, sell, door, admin and unlimited, with "
                        "commas."));
            return false;
        }
        *out |= bit;
        at += length + (at[length] == ',');
    }
    return true;
}

static bool name_is_fine(const char *name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    size_t length = strlen(name);
    return length > 0 && length < TILL_TEXT && strchr(letters, name[0]) &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-_.") == length;
}

static bool read_name(struct call *call, const char **name)
{
    *name = args_word(&call->args, 0);
    if (name_is_fine(*name))
        return true;
    call_fail(call, VERDICT_INVALID,
              _("A token's name has 1 to %d small letters, digits, '-', '_' and '.', and begins "
                "with a letter or digit."),
              TILL_TEXT - 1);
    return false;
}

/* A house in a file has no service. */
static struct store *token_store(struct call *call, const struct token_ops **ops)
{
    struct store *store = call->desk.store;
    if (!call_at_house(call))
        return NULL;
    if (store->ops->tokens)
        return store->ops->tokens(store, ops);
    call_fail(call, VERDICT_INVALID,
              _("Only a house of several tills has a service and tokens for it; `loge init` makes "
                "one."));
    return NULL;
}

/* ---- new ------------------------------------------------------------------------------------ */

static void make_secret(struct call *call, char out[TOKEN_TEXT], uint8_t hash[TOKEN_HASH])
{
    uint8_t secret[TOKEN_SECRET];
    struct rng rng = rng_system();
    rng.fill(rng.ctx, secret, sizeof secret);
    int used = snprintf(out, TOKEN_TEXT, "loge_");
    text_hex(out + used, secret, sizeof secret);
    crypt_hash(call->desk.crypt, out, strlen(out), hash);
    call->desk.crypt->forget(secret, sizeof secret);
}

static void json_scopes(struct json_out *doc, unsigned bits)
{
    member_array(doc, "scopes");
    for (int i = 0; i < COUNT_OF(scopes); i++)
        if (bits & scopes[i].bit)
            json_string(doc, scopes[i].word);
    json_array_end(doc);
}

static int answer_new(struct call *call, const struct token *token, const char *text)
{
    if (call->json) {
        struct json_out *doc = call_doc(call);
        member_object(doc, "token");
        member_text(doc, "name", token->name);
        json_scopes(doc, token->scopes);
        member_text(doc, "secret", text);
        json_object_end(doc);
        call_doc_end(call);
        return EXIT_DONE;
    }
    call_remark(call, "%s\n",
                _("This is the token. It is not kept anywhere and cannot be shown again:"));
    call_print(call, "%s\n", text);
    return EXIT_DONE;
}

static int run_new(struct call *call)
{
    const struct token_ops *ops;
    struct token token = {.scopes = 0};
    const char *name;
    char text[TOKEN_TEXT];
    enum verdict verdict;
    struct err err;
    struct store *store = token_store(call, &ops);
    if (!store || !read_name(call, &name) || !read_scopes(call, &token.scopes))
        return call->exit;
    text_copy(token.name, sizeof token.name, name);
    make_secret(call, text, token.hash);
    if (ops->make(store, call->meta.actor.till, &token, &verdict, &err))
        return call_err(call, &err);
    if (verdict == VERDICT_INVALID)
        return call_fail(call, VERDICT_ALREADY_EXISTS,
                         _("There is a token called \"%s\" already; revoke it first, or choose "
                           "another name."),
                         name);
    if (verdict)
        return call_fail(call, verdict, "%s", verdict_sentence(verdict));
    return answer_new(call, &token, text);
}

/* ---- list ----------------------------------------------------------------------------------- */

static void list_json(struct call *call, const void *list, int count)
{
    const struct token *tokens = list;
    struct json_out *doc = call->doc;
    for (int i = 0; i < count; i++) {
        member_object(doc, NULL);
        member_text(doc, "name", tokens[i].name);
        json_scopes(doc, tokens[i].scopes);
        member_text(doc, "made_by", tokens[i].made_by);
        member_time(doc, "made_at", tokens[i].made_at);
        member_text_or_null(doc, "revoked_by", tokens[i].revoked_by);
        member_time(doc, "revoked_at", tokens[i].revoked_at);
        json_object_end(doc);
    }
}

static void cell_scopes(struct grid *grid, unsigned bits)
{
    char text[64] = "";
    size_t used = 0;
    for (int i = 0; i < COUNT_OF(scopes); i++)
        if (bits & scopes[i].bit)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", used ? "," : "",
                                     scopes[i].word);
    grid_cell(grid, "%s", text);
}

static void list_print(struct call *call, const void *list, int count)
{
    const struct token *tokens = list;
    struct grid grid;
    char when[LOCAL_TEXT];
    grid_start(&grid, call->arena, _("TOKEN|SCOPES|MADE BY|MADE|REVOKED"));
    for (int i = 0; i < count; i++) {
        grid_cell(&grid, "%s", tokens[i].name);
        cell_scopes(&grid, tokens[i].scopes);
        grid_cell(&grid, "%s", tokens[i].made_by);
        grid_cell(&grid, "%s", view_time(call, tokens[i].made_at, when));
        grid_cell(&grid, "%s", view_time(call, tokens[i].revoked_at, when));
    }
    grid_print(&grid, call->out);
}

static int run_list(struct call *call)
{
    const struct token_ops *ops;
    struct token *tokens;
    struct err err;
    int count;
    struct store *store = token_store(call, &ops);
    if (!store)
        return call->exit;
    if (ops->list(store, call->arena, &tokens, &count, &err))
        return call_err(call, &err);
    return answer_list(call, &(struct listed){"tokens", tokens, count, list_json, list_print,
                                              _("There are no tokens.")});
}

/* ---- revoke --------------------------------------------------------------------------------- */

static int run_revoke(struct call *call)
{
    const struct token_ops *ops;
    const char *name = args_word(&call->args, 0);
    enum verdict verdict;
    struct err err;
    struct store *store = token_store(call, &ops);
    if (!store)
        return call->exit;
    if (ops->revoke(store, call->meta.actor.till, name, &verdict, &err))
        return call_err(call, &err);
    if (verdict == VERDICT_NOT_FOUND)
        return call_fail(call, verdict, _("There is no token called \"%.40s\" that is good."),
                         name);
    if (verdict)
        return call_fail(call, verdict, "%s", verdict_sentence(verdict));
    const struct outcome out = {.changed = true};
    return answer_done(call, &out, _("The token is no good any more, within seconds."));
}

static const struct cmd_option new_options[] = {
    {"scope", "SCOPES",
     N_("what it may: read, sell, door, admin, unlimited, with commas (else read)"), false},
    {0},
};

const struct command token_verbs[] = {
    {.name = "new",
     .words = "NAME",
     .summary = N_("Makes a token and shows it, once."),
     .detail = N_("Whatever is done with it is done at a till of that name. Only its hash is "
                  "kept. One that is unlimited may ask as fast as it likes: give it to the "
                  "house's own web shop, whose visitors all come by it."),
     .options = new_options,
     .run = run_new},
    {.name = "list", .summary = N_("Lists the tokens there are and were."), .run = run_list},
    {.name = "revoke",
     .words = "NAME",
     .summary = N_("Makes a token no good any more."),
     .run = run_revoke},
    {0},
};
