#include "config.h"

#include "tests/lib/provider.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "src/base/arena.h"

enum { REQUEST = 8192, CONTROL = 65536, SILENCES = 64 };

struct provider {
    struct purse *purse;
    int listener;
    char url[64];
    pthread_t thread;
    pthread_mutex_t lock;
    enum provider_mood mood;
    int silent[SILENCES]; /* lines it keeps open without a word */
    int silences;
    struct {
        int fd;
        char body[1024];
    } slow[SILENCES]; /* answers to come */
    int slows;
    provider_control control; /* NULL: nobody's */
    void *control_ctx;
};

/* ---- writing ------------------------------------------------------------------------------ */

static const char *status_of(enum intent_there there)
{
    switch (there) {
    case THERE_UNKNOWN:
    case THERE_WAITING:
    case THERE_FAILED:
        break;
    case THERE_AUTHORISED:
        return "requires_capture";
    case THERE_CANCELLED:
        return "canceled";
    case THERE_CAPTURED:
    case THERE_REFUNDED:
        return "succeeded";
    }
    return "requires_payment_method";
}

char *provider_write(const struct account *account, int64_t amount, char out[1024])
{
    char id[UUID_TEXT];
    snprintf(
        out, 1024,
        "{\"id\":\"%s\",\"object\":\"payment_intent\",\"status\":\"%s\",\"amount\":%lld,"
        "\"currency\":\"eur\",\"client_secret\":\"%s_secret\",\"metadata\":{\"intent\":\"%s\"},"
        "\"latest_charge\":{\"amount_refunded\":%lld},\"last_payment_error\":%s}",
        account->ref, status_of(account->there), (long long)amount, account->ref,
        uuid_text(&account->id, id), (long long)account->refunded,
        account->there == THERE_FAILED ? "{\"code\":\"card_declined\"}" : "null");
    return out;
}

static void say(int fd, const char *status, const char *body)
{
    char head[512];
    int size = snprintf(head, sizeof head, "HTTP/1.1 %s\r\nContent-Length: %zu\r\n\r\n", status,
                        strlen(body));
    (void)!send(fd, head, (size_t)size, MSG_NOSIGNAL | MSG_MORE);
    (void)!send(fd, body, strlen(body), MSG_NOSIGNAL);
    shutdown(fd, SHUT_WR);
}

static void say_now(struct provider *provider)
{
    for (int i = 0; i < provider->slows; i++) {
        say(provider->slow[i].fd, "200 OK", provider->slow[i].body);
        close(provider->slow[i].fd);
    }
    provider->slows = 0;
}

/* ---- doing what it is asked ------------------------------------------------------------------
 */

static int64_t number_after(const char *text, const char *name)
{
    const char *at = strstr(text, name);
    return at ? strtoll(at + strlen(name), NULL, 10) : 0;
}

static bool find_id(struct provider *provider, const char *request, struct uuid *id)
{
    char text[UUID_TEXT] = "", ref[INTENT_REF] = "";
    const char *named = strstr(request, "metadata[intent]=");
    const char *path = strstr(request, "/payment_intents/pi_");
    const char *form = strstr(request, "payment_intent=pi_");
    if (named)
        snprintf(text, sizeof text, "%.36s", named + strlen("metadata[intent]="));
    if (uuid_parse(text, id))
        return true;
    const char *at = path ? path + strlen("/payment_intents/") : form ? strchr(form, '=') + 1 : "";
    snprintf(ref, sizeof ref, "%.*s", (int)strspn(at, "pi_0123456789"), at);
    return purse_find(provider->purse, ref, id);
}

static enum purse_call call_of(const char *request)
{
    if (strncmp(request, "GET", 3) == 0)
        return PURSE_ASK;
    if (strstr(request, "/capture "))
        return PURSE_CAPTURE;
    if (strstr(request, "/cancel "))
        return PURSE_CANCEL;
    return strstr(request, "/refunds ") ? PURSE_REFUND : PURSE_CREATE;
}

/* A change without a key, or from anybody else, is not done. */
static bool is_proper(const char *request)
{
    bool changes = strncmp(request, "GET", 3) != 0;
    return strstr(request, "Authorization: Bearer " PROVIDER_SECRET "\r\n") &&
           (!changes || strstr(request, "Idempotency-Key: "));
}

/* True: it was a test that asked. */
static bool obey(struct provider *provider, int fd, const char *request)
{
    static char body[CONTROL];
    const char *path = strchr(request, ' ');
    if (!provider->control || !path || strncmp(path, " /test/", strlen(" /test/")) != 0)
        return false;
    body[0] = '\0';
    const char *status = provider->control(provider->control_ctx, request, body, sizeof body);
    say(fd, status ? status : "404 No", body);
    return true;
}

/* Later, unless it feels better by now. */
static void say_later(struct provider *provider, int fd, const char *body)
{
    pthread_mutex_lock(&provider->lock);
    bool later = provider->mood == PROVIDER_SLOW && provider->slows < SILENCES;
    if (later) {
        provider->slow[provider->slows].fd = dup(fd);
        snprintf(provider->slow[provider->slows].body, sizeof provider->slow[0].body, "%s", body);
        provider->slows++;
    }
    pthread_mutex_unlock(&provider->lock);
    if (!later)
        say(fd, "200 OK", body);
}

static void answer(struct provider *provider, int fd, const char *request)
{
    struct account now;
    struct uuid id;
    char body[1024];
    pthread_mutex_lock(&provider->lock);
    enum provider_mood mood = provider->mood;
    pthread_mutex_unlock(&provider->lock);
    enum purse_call call = call_of(request);
    int64_t amount = call == PURSE_REFUND ? number_after(request, "-refund-")
                                          : number_after(request, "\namount=");
    if (!is_proper(request))
        say(fd, "401 Who", "{}");
    else if (mood == PROVIDER_BUSY)
        say(fd, "503 Busy", "{}");
    else if (!find_id(provider, request, &id) ||
             !purse_do(provider->purse, call, &id, amount, &now))
        say(fd, "400 No", "{\"error\":{}}");
    else if (mood == PROVIDER_NONSENSE)
        say(fd, "200 OK", "{\"id\":[[[\x80");
    else if (mood == PROVIDER_SLOW)
        say_later(provider, fd, provider_write(&now, now.amount, body));
    else if (mood != PROVIDER_SILENT)
        say(fd, "200 OK", provider_write(&now, now.amount + (mood == PROVIDER_WRONG), body));
    else if (provider->silences < SILENCES)
        provider->silent[provider->silences++] = dup(fd);
}

/* ---- listening ---------------------------------------------------------------------------- */

static bool is_whole(const char *request)
{
    const char *end = strstr(request, "\r\n\r\n");
    return end && strlen(end + 4) >= (size_t)number_after(request, "Content-Length: ");
}

static void serve_one(struct provider *provider, int fd)
{
    char request[REQUEST];
    size_t size = 0;
    request[0] = '\0';
    while (!is_whole(request) && size < sizeof request - 1) {
        ssize_t got = recv(fd, request + size, sizeof request - 1 - size, 0);
        if (got <= 0)
            return;
        size += (size_t)got;
        request[size] = '\0';
    }
    if (!obey(provider, fd, request))
        answer(provider, fd, request);
}

static void *run(void *ctx)
{
    struct provider *provider = ctx;
    for (int fd; (fd = accept(provider->listener, NULL, NULL)) >= 0;) {
        serve_one(provider, fd);
        close(fd);
    }
    return NULL;
}

struct provider *provider_start(struct purse *purse)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof at;
    struct provider *provider = x_alloc(sizeof *provider);
    provider->purse = purse;
    provider->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    pthread_mutex_init(&provider->lock, NULL);
    assert_int_equal(bind(provider->listener, (const struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(listen(provider->listener, 16), 0);
    assert_int_equal(getsockname(provider->listener, (struct sockaddr *)&at, &size), 0);
    snprintf(provider->url, sizeof provider->url, "http://127.0.0.1:%d", ntohs(at.sin_port));
    assert_int_equal(pthread_create(&provider->thread, NULL, run, provider), 0);
    return provider;
}

void provider_stop(struct provider **out)
{
    struct provider *provider = *out;
    shutdown(provider->listener, SHUT_RDWR);
    pthread_join(provider->thread, NULL);
    close(provider->listener);
    say_now(provider);
    for (int i = 0; i < provider->silences; i++)
        close(provider->silent[i]);
    pthread_mutex_destroy(&provider->lock);
    free(provider);
    *out = NULL;
}

const char *provider_url(const struct provider *provider)
{
    return provider->url;
}

void provider_feel(struct provider *provider, enum provider_mood mood)
{
    pthread_mutex_lock(&provider->lock);
    provider->mood = mood;
    if (mood != PROVIDER_SLOW)
        say_now(provider);
    pthread_mutex_unlock(&provider->lock);
}

void provider_controlled(struct provider *provider, provider_control control, void *ctx)
{
    provider->control = control;
    provider->control_ctx = ctx;
}
