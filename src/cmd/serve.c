/* `loge serve`: the part of the house that is always awake. */
#include "config.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "src/adapter/house_metrics.h"
#include "src/adapter/house_store.h"
#include "src/adapter/sodium_crypt.h"
#include "src/api/api.h"
#include "src/base/member.h"
#include "src/cmd/commands.h"
#include "src/cmd/intl.h"
#include "src/cmd/house_open.h"
#include "src/cmd/notify.h"
#include "src/cmd/serve_engine.h"
#include "src/cmd/serve_keeper.h"
#include "src/cmd/serve_reload.h"
#include "src/cmd/serve_rules.h"
#include "src/cmd/signing.h"
#include "src/cmd/till_here.h"
#include "src/cmd/till_count.h"
#include "src/cmd/workers.h"
#include "src/engine/chore_metrics.h"
#include "ui/language.h"

enum { PEM_MAX = 256 * 1024, ENGINES_MAX = 64, STUCK_MS = 60000 };

struct service {
    struct call *call;
    char *cert, *key;
    int count; /* of engines that act; one more looks */
    struct serve_engine *engines;
    struct pay_setup payments;
    struct pay_desk *desks; /* one an engine that acts */
    struct serve_metrics metrics;
    struct till_board tills;
    struct workers *workers;
    struct guard *guard;
    struct api *api;
    struct serve_keeper *keeper;
};

/* ---- the certificate ------------------------------------------------------------------------ */

static bool read_pem(struct call *call, enum setting setting, char **out)
{
    const char *path = settings_text(call->settings, setting);
    if (!*path)
        return true;
    FILE *file = fopen(path, "re");
    if (!file) {
        call_file(call, path);
        return false;
    }
    *out = x_alloc(PEM_MAX + 1);
    size_t got = fread(*out, 1, PEM_MAX, file);
    bool failed = ferror(file) || got == 0 || got == PEM_MAX;
    fclose(file);
    if (failed)
        call_fail(call, VERDICT_INVALID, _("%.400s is no certificate or key in PEM form."), path);
    return !failed;
}

static bool read_tls(struct service *service)
{
    struct call *call = service->call;
    if (!read_pem(call, SETTING_SERVE_CERT, &service->cert) ||
        !read_pem(call, SETTING_SERVE_KEY, &service->key))
        return false;
    if (!service->cert == !service->key)
        return true;
    call_fail(call, VERDICT_INVALID, _("serve.cert and serve.key go together."));
    return false;
}

/* ---- starting ------------------------------------------------------------------------------- */

static bool may_serve(struct call *call)
{
    if (!call->line.pg) {
        call_fail(call, VERDICT_INVALID,
                  _("Only a house of several tills can be served; `loge init` makes one."));
        return false;
    }
    return call_may(call, RIGHT_SELL);
}

static bool open_engines(struct service *service)
{
    service->count = (int)settings_int(service->call->settings, SETTING_SERVE_ENGINES);
    service->engines = x_alloc(((size_t)service->count + 1) * sizeof *service->engines);
    service->metrics =
        (struct serve_metrics){.desk = metrics_new(desk_metric_rules, DESK_METRICS),
                               .house = metrics_new(house_metric_rules, HOUSE_METRICS),
                               .chores = metrics_new(chore_metric_rules, CHORE_METRICS),
                               .tills = &service->tills};
    till_board_begin(&service->tills);
    for (int i = 0; i <= service->count; i++)
        if (!serve_engine_open(&service->engines[i], service->call, &service->metrics))
            return false;
    return true;
}

/* Only who may complete a payment begins one. */
static bool open_desks(struct service *service)
{
    struct call *call = service->call;
    enum role role = call->meta.actor.role;
    service->desks = x_alloc((size_t)service->count * sizeof *service->desks);
    if (!pay_setup_read(&service->payments, call, service->count))
        return false;
    service->payments.on = service->payments.on && (role == ROLE_MANAGER || role == ROLE_SERVICE);
    for (int i = 0; i < service->count; i++)
        if (!pay_desk_open(&service->desks[i], &service->payments, &service->engines[i].call))
            return false;
    return true;
}

static void complete(void *ctx)
{
    struct service *service = ctx;
    workers_complete(service->workers);
}

static bool start_api(struct service *service)
{
    struct call *call = service->call;
    struct service_engine ports[ENGINES_MAX];
    struct err err;
    const char *listen = args_value(&call->args, "listen");
    const struct call *watcher = &service->engines[service->count].call;
    for (int i = 0; i < service->count; i++) {
        ports[i] = serve_engine_port(&service->engines[i]);
        ports[i].checkouts = service->payments.on ? &service->desks[i].port : NULL;
    }
    struct metrics *const metrics[] = {service->metrics.desk, service->metrics.house,
                                       service->metrics.chores};
    struct gate_rules rules;
    if (serve_rules(call->settings, &rules, &err)) {
        call_fail(call, VERDICT_INVALID, "%s", err.text);
        return false;
    }
    const struct api_spec spec = {
        .listen = listen ? listen : settings_text(call->settings, SETTING_SERVE_LISTEN),
        .cert = service->cert,
        .key = service->key,
        .crypt = sodium_crypt(),
        .clock = clock_system(),
        .log = call->desk.log,
        .metrics = metrics,
        .metrics_count = COUNT_OF(metrics),
        .more_metrics = till_board_print,
        .more_ctx = &service->tills,
        .engines = ports,
        .engine_count = service->count,
        .watcher = watcher->line.pg,
        .registry = watcher->line.front ? house_store_registry(watcher->line.front) : NULL,
        .actor = call->meta.actor,
        .guard = service->guard,
        .rules = rules};
    service->api = api_start(&spec, &err);
    if (!service->api)
        call_err(call, &err);
    return service->api != NULL;
}

static bool open_guard(struct service *service)
{
    service->guard = house_guard(service->call);
    return service->guard != NULL;
}

static bool start_workers(struct service *service)
{
    service->workers = workers_start(service->call, &service->metrics, &service->payments);
    service->payments.nudge_ctx = service;
    service->payments.nudge = complete;
    return service->workers != NULL;
}

/* ---- until it is told to end ------------------------------------------------------------------
 */

static void wait_signals(sigset_t *signals)
{
    sigemptyset(signals);
    sigaddset(signals, SIGINT);
    sigaddset(signals, SIGTERM);
    sigaddset(signals, SIGHUP);
}

/*
 * Systemd hears that it lives, if it wants to: that nobody who acts has been at one thing for
 * longer than any thing takes. Who does not hear it starts it anew.
 */
static void tell_alive(struct service *service)
{
    int64_t at_it = api_longest_ms(service->api);
    if (at_it < STUCK_MS && !workers_stuck(service->workers)) {
        notify_tell("WATCHDOG=1");
        return;
    }
    log_event(service->call->desk.log, LEVEL_ERROR, "serve", NULL, "somebody who acts is stuck",
              LOG_FIELDS(LOG_INT("ms", at_it)));
}

static void reload(struct service *service)
{
    notify_reloading();
    serve_reload(service->call, service->api);
    notify_tell("READY=1");
}

static void wait_for_end(struct service *service, const sigset_t *signals)
{
    int64_t every = notify_every_ms();
    const struct timespec patience = {.tv_sec = (time_t)(every / 1000),
                                      .tv_nsec = every % 1000 * 1000000};
    for (;;) {
        int signal = every ? sigtimedwait(signals, NULL, &patience) : sigwaitinfo(signals, NULL);
        if (signal == SIGHUP)
            reload(service);
        else if (signal > 0)
            return;
        else if (errno == EAGAIN)
            tell_alive(service);
    }
}

static void say_ready(const struct service *service, const char *sentence)
{
    struct call *call = service->call;
    int port = api_port(service->api);
    if (call->json) {
        member_int(call_doc(call), "port", port);
        call_doc_end(call);
    }
    call_say(call, sentence, call->house.name, port);
    fflush(call->out);
    notify_tell("READY=1");
}

static void end_service(struct service *service)
{
    notify_tell("STOPPING=1");
    api_stop(&service->api);
    guard_close(&service->guard);
    workers_stop(&service->workers);
    serve_keeper_stop(&service->keeper);
    for (int i = 0; service->engines && i <= service->count; i++)
        serve_engine_close(&service->engines[i]);
    for (int i = 0; service->desks && i < service->count; i++)
        pay_desk_close(&service->desks[i]);
    pay_setup_forget(&service->payments);
    free(service->desks);
    metrics_free(&service->metrics.desk);
    metrics_free(&service->metrics.house);
    metrics_free(&service->metrics.chores);
    if (service->metrics.tills)
        till_board_end(service->metrics.tills);
    free(service->engines);
    free(service->cert);
    free(service->key);
}

/* It sells all the same; its customers have codes and no signed tickets until somebody acts. */
static void tell_missing_key(struct call *call)
{
    struct signing signing;
    struct err err;
    if (!signing_read(call, &signing, &err) && !signing.ready)
        call_remark(call, "%s\n", signing_missing());
    signing_forget(call, &signing);
}

/* Whoever signals waits for the drain; threads are born deaf (api.h). */
int run_serve(struct call *call)
{
    struct service service = {.call = call};
    sigset_t signals, before;
    if (!may_serve(call))
        return call->exit;
    till_here_free(&call->till); /* the keeper has its file from now on: nobody else its clock */
    wait_signals(&signals);
    pthread_sigmask(SIG_BLOCK, &signals, &before);
    const char *ready = _("%s is served at port %d.\n");
    bool opened = read_tls(&service) && open_engines(&service) && open_desks(&service);
    if (opened) {
        tell_missing_key(call);
        language_off(); /* programs that read are spoken to in English */
    }
    bool served = opened && open_guard(&service) && start_workers(&service) && start_api(&service);
    if (served) {
        service.keeper = serve_keeper_start(call, &service.metrics);
        say_ready(&service, ready);
        wait_for_end(&service, &signals);
    }
    end_service(&service);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return served ? EXIT_DONE : call->exit;
}

const struct cmd_option serve_options[] = {
    {"listen", "ADDRESS", N_("where to listen, like 127.0.0.1:8480 (else serve.listen)"), false},
    {0},
};
