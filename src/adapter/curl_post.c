#include "config.h"

#include "src/adapter/curl_post.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/adapter/curl_call.h"
#include "src/adapter/curl_line.h"
#include "src/adapter/hook_sign.h"
#include "src/adapter/mail_text.h"

struct curl_post {
    struct post_port port;
    struct curl_post_config config;
    struct curl_line *line;
    struct arena *arena; /* of one letter */
};

/* ---- mail ----------------------------------------------------------------------------------- */

struct reading {
    const char *at;
    size_t left;
};

static size_t read_on(char *out, size_t size, size_t count, void *ctx)
{
    struct reading *text = ctx;
    size_t part = size * count < text->left ? size * count : text->left;
    memcpy(out, text->at, part);
    text->at += part;
    text->left -= part;
    return part;
}

static void set_server(struct curl_post *post)
{
    const struct curl_post_config *config = &post->config;
    const struct curl_library *curl = post->line->curl;
    const struct curl_limits limits = {config->connect_ms, config->total_ms, config->ca_file};
    CURL *handle = post->line->handle;
    curl_line_start(post->line, "smtp,smtps", config->server, &limits);
    if (config->user && *config->user) {
        curl->setopt(handle, CURLOPT_USERNAME, config->user);
        curl->setopt(handle, CURLOPT_PASSWORD, config->password);
        curl->setopt(handle, CURLOPT_USE_SSL, (long)CURLUSESSL_ALL);
    } else {
        curl->setopt(handle, CURLOPT_USE_SSL, (long)CURLUSESSL_TRY);
    }
}

/*
 * 550 to 554 refuse this letter for good, 450 to 452 for now (greylisted, a full mailbox). Anything
 * else, silence too, is about the server or about us.
 */
static enum post_result what_the_server_said(struct curl_post *post)
{
    long said = 0;
    post->line->curl->getinfo(post->line->handle, CURLINFO_RESPONSE_CODE, &said);
    if (said >= 550 && said <= 554)
        return POST_NEVER;
    return said >= 450 && said <= 452 ? POST_LATER : POST_DEAF;
}

static enum post_result hand_over(struct curl_post *post, const char *text, const char *to,
                                  struct err *err)
{
    const struct curl_library *curl = post->line->curl;
    CURL *handle = post->line->handle;
    struct reading reading = {text, strlen(text)};
    struct curl_slist *rcpt = curl->slist_append(NULL, to);
    if (!rcpt) {
        (void)err_set(err, RC_TRANSIENT, "CURL", "There is no memory to write to another server");
        return POST_DEAF;
    }
    set_server(post);
    curl->setopt(handle, CURLOPT_MAIL_FROM, post->config.from);
    curl->setopt(handle, CURLOPT_MAIL_RCPT, rcpt);
    curl->setopt(handle, CURLOPT_READFUNCTION, read_on);
    curl->setopt(handle, CURLOPT_READDATA, &reading);
    curl->setopt(handle, CURLOPT_UPLOAD, 1L);
    enum rc rc = curl_line_perform(post->line, err);
    curl->slist_free_all(rcpt);
    return rc ? what_the_server_said(post) : POST_SENT;
}

static enum post_result mail(void *ctx, const struct post_mail *letter, struct err *err)
{
    struct curl_post *post = ctx;
    const struct mail_from from = {post->config.from_name, post->config.from};
    if (!mail_address_is_good(letter->to)) {
        (void)err_set(err, RC_CONFIG, "ADDRESS", "No mail can be sent to an address like this one");
        return POST_NEVER;
    }
    enum post_result result =
        hand_over(post, mail_text(&from, letter, post->arena), letter->to, err);
    arena_reset(post->arena);
    return result;
}

/* ---- web servers ---------------------------------------------------------------------------- */

static bool may_be_better_later(int status)
{
    return status < 400 || status >= 500 || status == 408 || status == 409 || status == 425 ||
           status == 429;
}

static enum post_result judge(int status, struct err *err)
{
    char native[24];
    if (status >= 200 && status <= 299)
        return POST_SENT;
    snprintf(native, sizeof native, "HTTP_%d", status);
    (void)err_set(err, RC_TRANSIENT, native, "The web server answered %d", status);
    return may_be_better_later(status) ? POST_LATER : POST_NEVER;
}

static enum rc do_call(struct curl_post *post, const struct post_call *letter,
                       struct curl_answer *answer, struct err *err)
{
    char id[UUID_TEXT], signature[HOOK_SIGNATURE];
    size_t size = strlen(letter->body);
    const struct hook_text text = {letter->secret, letter->secret_size, letter->at, letter->body,
                                   size};
    const char *const headers[] = {
        "Content-Type: application/json",
        arena_printf(post->arena, "Loge-Delivery: %s", uuid_text(&letter->id, id)),
        arena_printf(post->arena, "Loge-Signature: %s", hook_sign(&text, signature)),
    };
    const struct curl_wish wish = {.method = "POST",
                                   .url = letter->url,
                                   .headers = headers,
                                   .header_count = COUNT_OF(headers),
                                   .body = letter->body,
                                   .body_size = size,
                                   .connect_ms = post->config.connect_ms,
                                   .total_ms = post->config.total_ms,
                                   .ca_file = post->config.ca_file};
    return curl_call(post->line, &wish, post->arena, answer, err);
}

static enum post_result call(void *ctx, const struct post_call *letter, struct err *err)
{
    struct curl_post *post = ctx;
    struct curl_answer answer;
    enum rc rc = do_call(post, letter, &answer, err);
    arena_reset(post->arena);
    return rc ? POST_DEAF : judge(answer.status, err);
}

/* ---- life ----------------------------------------------------------------------------------- */

static bool is_one(const char *server, const char *scheme)
{
    return strncmp(server, scheme, strlen(scheme)) == 0 && curl_line_is_one_line(server);
}

static enum rc check(const struct curl_post_config *config, struct err *err)
{
    if (!config->server || !*config->server)
        return RC_OK;
    if (!is_one(config->server, "smtp://") && !is_one(config->server, "smtps://"))
        return err_set(err, RC_CONFIG, "MAIL_SERVER",
                       "A mail server is written smtp://HOST:PORT or smtps://HOST:PORT; correct "
                       "mail.server");
    if (!config->from || !mail_address_is_good(config->from))
        return err_set(err, RC_CONFIG, "MAIL_FROM",
                       "Mails need an address they come from; set mail.from");
    return RC_OK;
}

struct post_port *curl_post_open(const struct curl_post_config *config, struct err *err)
{
    struct curl_line *line = check(config, err) ? NULL : curl_line_open(err);
    if (!line)
        return NULL;
    struct curl_post *post = x_alloc(sizeof *post);
    post->config = *config;
    post->line = line;
    post->arena = arena_new();
    post->port = (struct post_port){
        .ctx = post, .mails = config->server && *config->server, .mail = mail, .call = call};
    return &post->port;
}

void curl_post_close(struct post_port **port)
{
    if (!*port)
        return;
    struct curl_post *post = (*port)->ctx;
    curl_line_close(&post->line);
    arena_free(&post->arena);
    free(post);
    *port = NULL;
}
