#include "config.h"

#include <stdio.h>
#include <sys/stat.h>

#include "src/adapter/pg_store.h"
#include "src/cmd/commands.h"
#include "src/cmd/house_open.h"
#include "src/cmd/intl.h"
#include "src/cmd/layers.h"
#include "src/cmd/strain.h"
#include "src/cmd/till_alone.h"
#include "src/cmd/view.h"
#include "src/cmd/went_back.h"
#include "src/cmd/worker_rows.h"

struct standing {
    int shows, open, holds;
    struct show_count sum;
    int64_t bytes, last_event;
    struct shift shift;
    bool shift_open;
    struct layers layers;
    struct strain strain;
    struct went_back_list went_back; /* and not settled */
    struct worker_rows workers;
};

static void add_show(struct standing *standing, const struct show *show,
                     const struct show_count *count)
{
    standing->shows++;
    standing->open += show->status == SHOW_OPEN;
    standing->sum.available += count->available;
    standing->sum.held += count->held;
    standing->sum.sold += count->sold;
    standing->sum.blocked += count->blocked;
}

/* Redis is compared with PostgreSQL, where both are reached. */
static bool has_layers(const struct call *call)
{
    return call->line.front && !call->desk.alone;
}

static enum rc read_standing(struct call *call, struct standing *standing, struct err *err)
{
    struct store *store = call->desk.store;
    struct show *shows;
    struct show_count *counts;
    struct hold *holds;
    struct event *events;
    int count, event_count = 0;
    struct stat about;
    bool may_read_log = rights_may(call->meta.actor.role, RIGHT_AUDIT);
    const struct hold_filter open = {.open_only = true, .now = call->now};
    const struct event_filter last = {.seat = -1, .newest_first = true, .limit = 1};
    enum rc rc = store->ops->show_list(store, call->now, call->arena, &shows, &counts, &count, err);
    for (int i = 0; rc == RC_OK && i < count; i++)
        add_show(standing, &shows[i], &counts[i]);
    if (rc == RC_OK)
        rc = store->ops->hold_list(store, &open, call->arena, &holds, &standing->holds, err);
    if (rc == RC_OK && (may_read_log || !call->line.pg))
        rc = store->ops->event_list(store, &last, call->arena, &events, &event_count, err);
    if (rc == RC_OK && event_count)
        standing->last_event = events[0].id;
    if (rc == RC_OK)
        rc = store->ops->shift_read(store, NULL, call->meta.actor.till, &standing->shift,
                                    &standing->shift_open, err);
    if (rc == RC_OK && has_layers(call))
        rc = layers_read(call, &standing->layers, err);
    if (rc == RC_OK && strain_is_told(call, call->meta.actor.role))
        rc = strain_read(call, call->meta.actor.role, &standing->strain, err);
    if (rc == RC_OK)
        rc = went_back_read(call, &standing->went_back, err);
    if (rc == RC_OK)
        rc = worker_rows_read(call, &standing->workers, err);
    if (!call->line.pg && stat(call->file, &about) == 0)
        standing->bytes = about.st_size;
    return rc;
}

/* ---- the links of a house of several tills -------------------------------------------------- */

static const char *health_name(enum health word)
{
    static const char *const names[] = {
        [HEALTH_LOCAL] = "LOCAL",         [HEALTH_ONLINE] = "ONLINE",
        [HEALTH_DEGRADED] = "DEGRADED",   [HEALTH_OFFLINE] = "OFFLINE",
        [HEALTH_RETURNING] = "RETURNING", [HEALTH_READ_ONLY] = "READ ONLY",
        [HEALTH_UNKNOWN] = "UNKNOWN"};
    return names[word];
}

static void links_json(struct call *call)
{
    struct health_report health = {0};
    house_health(call, &health);
    member_text(call->doc, "health", health_name(health.word));
    if (health.journalled)
        member_int(call->doc, "journal", health.journal);
    member_array(call->doc, "links");
    for (int i = 0; i < health.layer_count; i++) {
        member_object(call->doc, NULL);
        member_text(call->doc, "name", health.layer[i].name);
        member_bool(call->doc, "well", health.layer[i].well);
        member_text(call->doc, "state", health.layer[i].state);
        member_text(call->doc, "detail", health.layer[i].detail);
        json_object_end(call->doc);
    }
    json_array_end(call->doc);
}

static void links_print(struct call *call)
{
    struct health_report health = {0};
    house_health(call, &health);
    call_print(call, _("House   %s, %s, schema %d\n"), call->house.name, health_name(health.word),
               call->house.schema);
    for (int i = 0; i < health.layer_count; i++)
        call_print(call, "        %s: %s; %s\n", health.layer[i].name, health.layer[i].state,
                   health.layer[i].detail);
}

/* ---- the answer ---------------------------------------------------------------------------- */

static void status_json(struct call *call, const struct standing *standing)
{
    struct json_out *doc = call_doc(call);
    member_object(doc, "status");
    member_text(doc, "mode", call->line.pg ? "house" : "embedded");
    member_text(doc, "store", call->desk.store->ops->name);
    member_text(doc, "house", call->house.name);
    member_text(doc, "currency", call->house.currency);
    member_int(doc, "schema", call->house.schema);
    if (call->line.pg) {
        links_json(call);
        if (strain_is_told(call, call->meta.actor.role))
            strain_json(doc, &standing->strain);
        went_back_json(doc, &standing->went_back);
    } else {
        member_text(doc, "file", call->file);
        member_int(doc, "bytes", standing->bytes);
    }
    member_int(doc, "shows", standing->shows);
    member_int(doc, "open_shows", standing->open);
    member_int(doc, "available", standing->sum.available);
    member_int(doc, "held", standing->sum.held);
    member_int(doc, "sold", standing->sum.sold);
    member_int(doc, "blocked", standing->sum.blocked);
    member_int(doc, "open_holds", standing->holds);
    member_int(doc, "last_event", standing->last_event);
    member_text(doc, "till", call->meta.actor.till);
    member_uuid(doc, "shift", &standing->shift.id);
    if (has_layers(call))
        layers_json(call, &standing->layers);
    if (call->line.pg)
        worker_rows_json(call, &standing->workers);
    json_object_end(doc);
    call_doc_end(call);
}

static void print_file(struct call *call, const struct standing *standing)
{
    call_print(call, _("House   %s (embedded, %s)\n"), call->house.name,
               call->desk.store->ops->name);
    call_print(call, _("File    %s, %lld kB, schema %d\n"), call->file,
               (long long)(standing->bytes / 1024), call->house.schema);
}

int run_status(struct call *call)
{
    struct standing standing = {0};
    struct err err;
    till_alone_look(call);
    if (read_standing(call, &standing, &err))
        return call_err(call, &err);
    if (call->json)
        status_json(call, &standing);
    if (call->line.pg)
        links_print(call);
    else
        print_file(call, &standing);
    call_print(call, _("Shows   %d, %d of them open\n"), standing.shows, standing.open);
    call_print(call,
               n_("Seats   %d free, %d held in %d hold, %d sold, %d blocked\n",
                  "Seats   %d free, %d held in %d holds, %d sold, %d blocked\n", standing.holds),
               standing.sum.available, standing.sum.held, standing.holds, standing.sum.sold,
               standing.sum.blocked);
    call_print(call, _("Till    %s, %s\n"), call->meta.actor.till,
               standing.shift_open ? _("shift open") : _("no shift open"));
    if (has_layers(call) && !call->json)
        layers_print(call, &standing.layers);
    if (!call->json) {
        went_back_print(call, &standing.went_back);
        strain_print(call, &standing.strain);
        worker_rows_print(call, &standing.workers);
    }
    return EXIT_DONE;
}
