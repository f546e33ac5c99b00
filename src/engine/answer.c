#include "config.h"

#include "src/engine/answer.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/engine/bag_rows.h"

/*
 * One line a field, `name=value`; a hold's seats follow as `seat=` lines. Labels hold no line
 * breaks (plans refuse control characters), so the form needs no quoting.
 */

static const char *with_uuid(struct arena *arena, const char *before, const char *name,
                             const struct uuid *id)
{
    char text[UUID_TEXT];
    return arena_printf(arena, "%s%s=%s\n", before, name, uuid_text(id, text));
}

static const char *with_number(struct arena *arena, const char *before, const char *name,
                               int64_t number)
{
    if (!number)
        return before;
    return arena_printf(arena, "%s%s=%lld\n", before, name, (long long)number);
}

static const char *with_hold(struct arena *arena, const char *before, const struct hold *hold)
{
    before = with_uuid(arena, before, "hold", &hold->id);
    before = arena_printf(arena, "%sstatus=%s\n", before, hold_status_name(hold->status));
    before = with_number(arena, before, "expires", hold->expires_at);
    for (int i = 0; i < hold->seat_count; i++)
        if (hold->seats[i].live)
            before = arena_printf(arena, "%sseat=%s\n", before, hold->seats[i].label);
    return before;
}

static const char *with_given_up(struct arena *arena, const char *before, const struct outcome *out)
{
    for (int i = 0; i < out->given_up_count; i++) {
        const struct hold *hold = &out->given_up[i];
        before = with_uuid(arena, before, "given_up", &hold->id);
        for (int k = 0; k < hold->seat_count; k++)
            if (hold->seats[k].live)
                before = arena_printf(arena, "%sgiven_up_seat=%s\n", before, hold->seats[k].label);
    }
    return before;
}

static const char *with_show(struct arena *arena, const char *before, const struct show *show)
{
    before = arena_printf(arena, "%sshow=%s\n", before, show->id);
    before = arena_printf(arena, "%sshow_status=%s\n", before, show_status_name(show->status));
    return with_number(arena, before, "show_version", show->version);
}

static const char *with_waiter(struct arena *arena, const char *before, const struct waiter *waiter)
{
    before = with_uuid(arena, before, "waiter", &waiter->id);
    before = arena_printf(arena, "%swaiter_status=%s\n", before, wait_status_name(waiter->status));
    return with_number(arena, before, "waiter_version", waiter->version);
}

static const char *with_customer(struct arena *arena, const char *before,
                                 const struct customer *customer)
{
    before = with_uuid(arena, before, "customer", &customer->id);
    before = with_number(arena, before, "customer_since", customer->created_at);
    return with_number(arena, before, "customer_version", customer->version);
}

static const char *with_voucher(struct arena *arena, const char *before,
                                const struct voucher *voucher)
{
    before = arena_printf(arena, "%svoucher=%s\n", before, voucher->code);
    return with_number(arena, before, "voucher_version", voucher->version);
}

static const char *with_hall(struct arena *arena, const char *before, const struct outcome *out)
{
    before = arena_printf(arena, "%shall=%s\n", before, out->hall->id);
    before = with_number(arena, before, "hall_seats", out->hall->seats);
    before = with_number(arena, before, "plan_version", out->hall->plan_version);
    before = with_number(arena, before, "kept", out->diff.kept);
    before = with_number(arena, before, "added", out->diff.added);
    return with_number(arena, before, "dropped", out->diff.dropped);
}

static const char *with_scanned(struct arena *arena, const char *before,
                                const struct scanned *scanned)
{
    before = with_uuid(arena, before, "scanned", &scanned->ticket.id);
    before = arena_printf(arena, "%sdoor=%s\ndoor_was=%s\n", before, door_code_name(scanned->code),
                          door_code_name(scanned->was));
    return with_number(arena, before, "door_at", scanned->at);
}

static const char *with_checkin(struct arena *arena, const char *before,
                                const struct checkin *checkin)
{
    before = with_uuid(arena, before, "checkin", &checkin->ticket);
    before =
        arena_printf(arena, "%scheckin_status=%s\n", before, checkin_status_name(checkin->status));
    before = with_number(arena, before, "checkin_weight", checkin->weight_g);
    return with_number(arena, before, "checkin_fee", checkin->fee);
}

/* A letter a seat: done, free already, or the verdict from 'A' on. */
static const char *with_each(struct arena *arena, const char *before, const struct outcome *out)
{
    char *letters = arena_alloc(arena, (size_t)out->each_count + 1);
    for (int i = 0; i < out->each_count; i++) {
        const struct seat_outcome *seat = &out->each[i];
        assert(seat->verdict <= 'Z' - 'A');
        letters[i] = seat->was_free ? 'f' : seat->verdict ? (char)('A' + seat->verdict) : 'd';
    }
    letters[out->each_count] = '\0';
    return arena_printf(arena, "%seach=%s\n", before, letters);
}

/* The trace is for people: which request a transaction comes from. Nothing is read back from it. */
const char *answer_encode(const struct outcome *out, const char *trace, struct arena *arena)
{
    const char *text = trace ? arena_printf(arena, "trace=%s\n", trace) : "";
    if (out->hold)
        text = with_hold(arena, text, out->hold);
    text = with_given_up(arena, text, out);
    if (out->sale)
        text = with_uuid(arena, text, "sale", &out->sale->id);
    if (out->shift)
        text = with_uuid(arena, text, "shift", &out->shift->id);
    if (out->waiter)
        text = with_waiter(arena, text, out->waiter);
    if (out->customer)
        text = with_customer(arena, text, out->customer);
    if (out->show)
        text = with_show(arena, text, out->show);
    if (out->voucher)
        text = with_voucher(arena, text, out->voucher);
    if (out->scanned)
        text = with_scanned(arena, text, out->scanned);
    if (out->checked)
        text = with_checkin(arena, text, &out->checked->checkin);
    if (out->hall)
        text = with_hall(arena, text, out);
    if (out->each_count)
        text = with_each(arena, text, out);
    text = with_number(arena, text, "change", out->change);
    return with_number(arena, text, "given_back", out->given_back);
}

/* ---- reading it back ---------------------------------------------------------------------- */

static enum rc load_hold(struct desk *desk, const struct uuid *id, struct arena *arena,
                         struct outcome *out, struct err *err)
{
    bool found;
    out->hold = arena_alloc(arena, sizeof *out->hold);
    enum rc rc = desk->store->ops->hold_read(desk->store, id, arena, out->hold, &found, err);
    for (int i = 0; !rc && i < out->hold->seat_count; i++)
        out->hold->seats[i].live = false; /* the answer's own `seat` lines follow */
    return rc;
}

static void mark_seat(struct hold *hold, const char *label)
{
    for (int i = 0; hold && i < hold->seat_count; i++)
        if (!strcmp(hold->seats[i].label, label))
            hold->seats[i].live = true;
}

static enum rc load_given_up(struct desk *desk, const struct uuid *id, struct arena *arena,
                             struct outcome *out, struct err *err)
{
    bool found;
    size_t count = (size_t)out->given_up_count;
    out->given_up = arena_grow(arena, out->given_up, count, count + 1, sizeof *out->given_up);
    struct hold *hold = &out->given_up[out->given_up_count++];
    enum rc rc = desk->store->ops->hold_read(desk->store, id, arena, hold, &found, err);
    for (int i = 0; !rc && i < hold->seat_count; i++)
        hold->seats[i].live = false;
    return rc;
}

static enum rc load_sale(struct desk *desk, const struct uuid *id, struct arena *arena,
                         struct outcome *out, struct err *err)
{
    bool found;
    out->sale = arena_alloc(arena, sizeof *out->sale);
    return desk->store->ops->sale_read(desk->store, id, NULL, arena, out->sale, &found, err);
}

static enum rc load_shift(struct desk *desk, const struct uuid *id, struct arena *arena,
                          struct outcome *out, struct err *err)
{
    bool found;
    out->shift = arena_alloc(arena, sizeof *out->shift);
    return desk->store->ops->shift_read(desk->store, id, NULL, out->shift, &found, err);
}

static enum rc load_waiter(struct desk *desk, const struct uuid *id, struct arena *arena,
                           struct outcome *out, struct err *err)
{
    bool found;
    out->waiter = arena_alloc(arena, sizeof *out->waiter);
    return desk->store->ops->waiter_read(desk->store, id, out->waiter, &found, err);
}

/* A customer's row is what the request said; only the id was made by the act. */
static enum rc load_customer(struct desk *desk, const struct uuid *id, struct arena *arena,
                             struct outcome *out, struct err *err)
{
    (void)desk, (void)err;
    out->customer = arena_alloc(arena, sizeof *out->customer);
    out->customer->id = *id;
    return RC_OK;
}

static enum rc load_scanned(struct desk *desk, const struct uuid *id, struct arena *arena,
                            struct outcome *out, struct err *err)
{
    struct door_row row = {0};
    bool found;
    out->scanned = arena_alloc(arena, sizeof *out->scanned);
    enum rc rc = uuid_is_zero(id)
                     ? RC_OK
                     : desk->store->ops->door_read(desk->store, id, NULL, &row, &found, err);
    *out->scanned = (struct scanned){
        .sold = row.sold, .ticket = row.ticket, .visited = row.visited, .admission = row.admission};
    memcpy(out->scanned->sale, row.sale_code, sizeof row.sale_code);
    out->scanned->ticket.id = *id;
    return rc;
}

static enum rc load_checked(struct desk *desk, const struct uuid *id, struct arena *arena,
                            struct outcome *out, struct err *err)
{
    struct bag_rows rows;
    enum rc rc = bag_rows_read(desk->store, id, NULL, &rows, err);
    out->checked = bag_rows_show(&rows, arena);
    out->checked->checkin.ticket = *id;
    return rc;
}

static enum rc load_show(struct desk *desk, const char *id, struct arena *arena,
                         struct outcome *out, struct err *err)
{
    bool found;
    out->show = arena_alloc(arena, sizeof *out->show);
    return desk->store->ops->show_find(desk->store, id, arena, out->show, &found, err);
}

static enum rc load_voucher(struct desk *desk, const char *code, struct arena *arena,
                            struct outcome *out, struct err *err)
{
    bool found;
    out->voucher = arena_alloc(arena, sizeof *out->voucher);
    return desk->store->ops->voucher_read(desk->store, code, out->voucher, &found, err);
}

static enum rc load_hall(struct desk *desk, const char *id, struct arena *arena,
                         struct outcome *out, struct err *err)
{
    bool found;
    out->hall = arena_alloc(arena, sizeof *out->hall);
    return desk->store->ops->hall_find(desk->store, id, out->hall, &found, err);
}

typedef enum rc (*load_by_id)(struct desk *, const struct uuid *, struct arena *, struct outcome *,
                              struct err *);

static load_by_id loader_of(const char *name)
{
    static const struct {
        const char *name;
        load_by_id load;
    } loaders[] = {
        {"hold", load_hold},         {"sale", load_sale},       {"shift", load_shift},
        {"given_up", load_given_up}, {"waiter", load_waiter},   {"customer", load_customer},
        {"scanned", load_scanned},   {"checkin", load_checked},
    };
    for (int i = 0; i < COUNT_OF(loaders); i++)
        if (!strcmp(loaders[i].name, name))
            return loaders[i].load;
    return NULL;
}

typedef enum rc (*load_by_name)(struct desk *, const char *, struct arena *, struct outcome *,
                                struct err *);

static load_by_name named_loader_of(const char *name)
{
    static const struct {
        const char *name;
        load_by_name load;
    } loaders[] = {{"show", load_show}, {"voucher", load_voucher}, {"hall", load_hall}};
    for (int i = 0; i < COUNT_OF(loaders); i++)
        if (!strcmp(loaders[i].name, name))
            return loaders[i].load;
    return NULL;
}

/* Rows are read as they stand now; what has changed since then is put back to the first answer. */
static void take_state(const char *name, const char *value, struct outcome *out)
{
    if (!strcmp(name, "status") && out->hold)
        (void)!hold_status_parse(value, &out->hold->status);
    else if (!strcmp(name, "show_status") && out->show)
        (void)!show_status_parse(value, &out->show->status);
    else if (!strcmp(name, "waiter_status") && out->waiter)
        (void)!wait_status_parse(value, &out->waiter->status);
    else if (!strcmp(name, "door") && out->scanned)
        (void)!door_code_parse(value, &out->scanned->code);
    else if (!strcmp(name, "door_was") && out->scanned)
        (void)!door_code_parse(value, &out->scanned->was);
    else if (!strcmp(name, "checkin_status") && out->checked)
        (void)!checkin_status_parse(value, &out->checked->checkin.status);
    else if (!strcmp(name, "seat"))
        mark_seat(out->hold, value);
    else if (!strcmp(name, "given_up_seat") && out->given_up_count)
        mark_seat(&out->given_up[out->given_up_count - 1], value);
}

static void take_version(const char *name, uint32_t version, struct outcome *out)
{
    if (!strcmp(name, "show_version") && out->show)
        out->show->version = version;
    else if (!strcmp(name, "waiter_version") && out->waiter)
        out->waiter->version = version;
    else if (!strcmp(name, "customer_version") && out->customer)
        out->customer->version = version;
    else if (!strcmp(name, "voucher_version") && out->voucher)
        out->voucher->version = version;
}

static void take_plan(const char *name, int32_t number, struct outcome *out)
{
    if (!strcmp(name, "hall_seats") && out->hall)
        out->hall->seats = number;
    else if (!strcmp(name, "plan_version") && out->hall)
        out->hall->plan_version = number;
    else if (!strcmp(name, "kept"))
        out->diff.kept = number;
    else if (!strcmp(name, "added"))
        out->diff.added = number;
    else if (!strcmp(name, "dropped"))
        out->diff.dropped = number;
}

/* A figure that is nothing is not kept. */
static void take_bag(const char *name, int64_t number, struct outcome *out)
{
    if (!strcmp(name, "checkin_status") && out->checked)
        out->checked->checkin.weight_g = 0, out->checked->checkin.fee = 0;
    else if (!strcmp(name, "checkin_weight") && out->checked)
        out->checked->checkin.weight_g = (int32_t)number;
    else if (!strcmp(name, "checkin_fee") && out->checked)
        out->checked->checkin.fee = number;
}

static void take_figure(const char *name, const char *value, struct outcome *out)
{
    int64_t number = strtoll(value, NULL, 10);
    take_state(name, value, out);
    take_version(name, (uint32_t)number, out);
    take_plan(name, (int32_t)number, out);
    take_bag(name, number, out);
    if (!strcmp(name, "expires") && out->hold)
        out->hold->expires_at = number;
    else if (!strcmp(name, "door_at") && out->scanned)
        out->scanned->at = number;
    else if (!strcmp(name, "customer_since") && out->customer)
        out->customer->created_at = number;
    else if (!strcmp(name, "change"))
        out->change = number;
    else if (!strcmp(name, "given_back"))
        out->given_back = number;
}

static void take_each(const char *letters, struct arena *arena, struct outcome *out)
{
    size_t count = strlen(letters);
    out->each = arena_array(arena, count + 1, sizeof *out->each);
    out->each_count = (int)count;
    for (size_t i = 0; i < count; i++) {
        bool refused = letters[i] > 'A' && letters[i] < 'A' + VERDICT_COUNT && letters[i] <= 'Z';
        out->each[i] = (struct seat_outcome){.verdict = refused ? (enum verdict)(letters[i] - 'A')
                                                                : VERDICT_OK,
                                             .was_free = letters[i] == 'f'};
    }
}

static enum rc take_field(struct desk *desk, char *field, struct arena *arena, struct outcome *out,
                          struct err *err)
{
    char *value = strchr(field, '=');
    if (!value)
        return RC_OK;
    *value++ = '\0';
    struct uuid id;
    load_by_id load = loader_of(field);
    if (load && uuid_parse(value, &id))
        return load(desk, &id, arena, out, err);
    load_by_name load_named = named_loader_of(field);
    if (load_named)
        return load_named(desk, value, arena, out, err);
    if (!strcmp(field, "each"))
        take_each(value, arena, out);
    else
        take_figure(field, value, out);
    return RC_OK;
}

enum rc answer_load(struct desk *desk, const char *answer, struct arena *arena, struct outcome *out,
                    struct err *err)
{
    char *text = arena_strdup(arena, answer), *rest = NULL;
    for (char *field = strtok_r(text, "\n", &rest); field; field = strtok_r(NULL, "\n", &rest)) {
        enum rc rc = take_field(desk, field, arena, out, err);
        if (rc)
            return rc;
    }
    return RC_OK;
}
