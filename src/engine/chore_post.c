#include "config.h"

#include "src/engine/chore_post.h"

#include <string.h>

enum { LOOK_MS = 2000, FIRST_MS = 30000, LONGEST_MS = 3600000 };
#define DEAD_AFTER_MS ((int64_t)3 * 24 * 3600 * 1000)

const char *letter_kind_name(enum letter_kind kind)
{
    static const char *const names[] = {"sold",    "refunded", "moved",
                                        "offered", "released", "expired"};
    return kind < LETTER_KINDS ? names[kind] : "";
}

int64_t letter_pause(int32_t tries)
{
    int64_t ms = FIRST_MS;
    for (int32_t i = 1; i < tries && ms < LONGEST_MS; i++)
        ms *= 2;
    return ms < LONGEST_MS ? ms : LONGEST_MS;
}

struct round {
    struct post_office *office;
    struct chore_step *step;
    struct store *store;
    const struct outbox_ops *ops;
    /* Addresses that did not answer in this round; "": the mail server. */
    const char *deaf[LETTERS_AT_ONCE];
    int deaf_count;
};

/* ---- what became of one --------------------------------------------------------------------- */

/* Up to a quarter more, so that what failed together does not come back together. */
static int64_t some_more(struct round *round, int64_t ms)
{
    uint16_t chance;
    struct rng *rng = &round->step->desk->ids.rng;
    rng->fill(rng->ctx, &chance, sizeof chance);
    return ms + ms * chance / (4 * 65536);
}

static bool too_old(const struct round *round, const struct letter *letter)
{
    return clock_wall(&round->step->desk->clock) - letter->made_at > DEAD_AFTER_MS;
}

static enum rc settle(struct round *round, const struct letter *letter, enum post_result result,
                      const char *fault, struct err *err)
{
    bool counted;
    bool dead = result == POST_NEVER || (result != POST_SENT && too_old(round, letter));
    const struct letter_end end = {
        .id = letter->id,
        .round = letter->round,
        .status = result == POST_SENT ? LETTER_SENT
                  : dead              ? LETTER_DEAD
                                      : LETTER_WAITING,
        .tried = result != POST_SENT,
        .again_ms = result == POST_SENT ? 0 : some_more(round, letter_pause(letter->tries + 1)),
        .fault = result == POST_SENT ? "" : fault,
    };
    return round->ops->settle(round->store, &end, &counted, err);
}

/* Nobody tried, so it comes back as soon as any: the next round may begin with this one. */
static enum rc put_off(struct round *round, const struct letter *letter, struct err *err)
{
    bool counted;
    const struct letter_end end = {
        .id = letter->id,
        .round = letter->round,
        .status = too_old(round, letter) ? LETTER_DEAD : LETTER_WAITING,
        .again_ms = some_more(round, FIRST_MS),
        .fault = "The server did not answer another letter",
    };
    return round->ops->settle(round->store, &end, &counted, err);
}

/* ---- one letter ----------------------------------------------------------------------------- */

static enum post_result send_mail(struct round *round, const struct letter *letter,
                                  const struct letter_text *text, struct err *why)
{
    const struct post_port *port = round->office->port;
    const struct post_mail mail = {.id = letter->id,
                                   .at = letter->made_at,
                                   .to = letter->to,
                                   .subject = text->subject,
                                   .text = text->text,
                                   .html = text->html,
                                   .parts = text->parts,
                                   .part_count = text->part_count};
    return port->mail(port->ctx, &mail, why);
}

static enum post_result send_call(struct round *round, const struct letter *letter,
                                  const struct letter_text *text, struct err *why)
{
    const struct post_port *port = round->office->port;
    const struct post_call call = {.id = letter->id,
                                   .at = clock_wall(&round->step->desk->clock),
                                   .url = letter->address,
                                   .secret = letter->secret,
                                   .secret_size = sizeof letter->secret,
                                   .body = text->body};
    return port->call(port->ctx, &call, why);
}

static bool is_deaf(const struct round *round, const struct letter *letter)
{
    for (int i = 0; i < round->deaf_count; i++)
        if (strcmp(round->deaf[i], letter->address) == 0)
            return true;
    return false;
}

/* A web server's letters all go to one reader; a mail server's have one each. */
static bool is_about_server(const struct letter *letter, enum post_result result)
{
    return result == POST_DEAF || (result == POST_LATER && letter->channel == POST_WEB);
}

/* Only the house itself failing is a failure of the chore. */
static enum rc send_one(struct round *round, const struct letter *letter, struct err *err)
{
    struct err why = {0};
    struct letter_text text = {0};
    if (is_deaf(round, letter))
        return put_off(round, letter, err);
    enum rc rc = round->office->write(round->office->ctx, round->step, letter, &text, err);
    if (rc)
        return rc;
    enum post_result result = POST_SENT;
    if (!text.nothing)
        result = letter->channel == POST_MAIL ? send_mail(round, letter, &text, &why)
                                              : send_call(round, letter, &text, &why);
    if (is_about_server(letter, result))
        round->deaf[round->deaf_count++] = letter->address;
    round->step->done += result == POST_SENT;
    return settle(round, letter, result, why.text, err);
}

/* ---- a round -------------------------------------------------------------------------------- */

static enum rc send_round(struct post_office *office, struct chore_step *step, bool mails,
                          struct err *err)
{
    struct round round = {.office = office, .step = step};
    struct letter *letters;
    int count = 0;
    struct store *store = step->desk->store;
    step->next_ms = LOOK_MS;
    if (!store->ops->outbox)
        return err_set(err, RC_CONFIG, "OUTBOX", "This house sends no letters");
    round.store = store->ops->outbox(store, &round.ops);
    enum rc rc = round.ops->take(round.store, LETTERS_AT_ONCE, LETTER_LEASE_MS, mails,
                                 step->meta.arena, &letters, &count, err);
    for (int i = 0; i < count && !rc; i++)
        rc = send_one(&round, &letters[i], err);
    if (count == LETTERS_AT_ONCE)
        step->next_ms = 0;
    return rc;
}

static enum rc mails(void *ctx, struct chore_step *step, struct err *err)
{
    struct post_office *office = ctx;
    step->next_ms = LOOK_MS;
    return office->port->mails ? send_round(office, step, true, err) : RC_OK;
}

static enum rc calls(void *ctx, struct chore_step *step, struct err *err)
{
    return send_round(ctx, step, false, err);
}

struct chore chore_mail(struct post_office *office)
{
    return (struct chore){.name = "mail", .step = mails, .ctx = office};
}

struct chore chore_webhooks(struct post_office *office)
{
    return (struct chore){.name = "webhooks", .step = calls, .ctx = office};
}
