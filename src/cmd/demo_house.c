#include "config.h"

#include <string.h>
#include <time.h>

#include "src/adapter/plan_json.h"
#include "src/base/text.h"
#include "src/cmd/demo_parts.h"
#include "src/cmd/intl.h"
#include "src/domain/hall_maker.h"
#include "src/domain/price.h"

const struct demo_person demo_people[] = {
    {"anna", "1111", ROLE_CLERK},
    {"mark", "2222", ROLE_SUPERVISOR},
    {"ruth", "3333", ROLE_MANAGER},
};
const int demo_people_count = COUNT_OF(demo_people);

const struct demo_show demo_shows[] = {
    {"hamlet-1", "Hamlet", "playhouse", 1, 19, 30, "48.00", 78, 12, 4, SHOW_OPEN},
    {"hamlet-2", "Hamlet", "playhouse", 2, 19, 30, "48.00", 35, 2, 1, SHOW_OPEN},
    {"hamlet-matinee", "Hamlet, matinee", "playhouse", 3, 14, 0, "36.00", 12, 1, 1, SHOW_OPEN},
    {"orchard-1", "The Cherry Orchard", "studio", 1, 20, 0, "24.00", 86, 40, 20, SHOW_OPEN},
    {"orchard-2", "The Cherry Orchard", "studio", 4, 20, 0, "24.00", 40, 14, 6, SHOW_OPEN},
    {"cabaret", "Late Cabaret", "studio", 5, 22, 15, "18.00", 0, 0, 0, SHOW_DRAFT},
    {"symphony", "City Symphony", "arena", 6, 20, 0, "75.00", 45, 1, 1, SHOW_OPEN},
    {"cup-final", "Cup Final", "arena", 9, 18, 0, "95.00", 0, 0, 0, SHOW_CLOSED},
};
const int demo_show_count = COUNT_OF(demo_shows);

struct act_meta demo_meta(struct demo *demo, int person)
{
    struct act_meta meta = {.arena = demo->scratch, .reason = "demo"};
    const struct demo_person *who = &demo_people[person];
    text_copy(meta.actor.name, sizeof meta.actor.name, who->name);
    text_copy(meta.actor.till, sizeof meta.actor.till, person ? "box-2" : "box-1");
    meta.actor.role = who->role;
    return meta;
}

bool demo_done(struct demo *demo, const struct outcome *out)
{
    bool ok = out->verdict == VERDICT_OK;
    if (!ok)
        call_refused(demo->call, out);
    else if (call_interrupted())
        call_fail(demo->call, VERDICT_UNAVAILABLE, _("Stopped; the unfinished demo is removed."));
    arena_reset(demo->scratch);
    return ok && !call_interrupted();
}

/* xorshift64: the same house every time. */
int demo_roll(struct demo *demo, int below)
{
    demo->seed ^= demo->seed << 13;
    demo->seed ^= demo->seed >> 7;
    demo->seed ^= demo->seed << 17;
    return (int)(demo->seed % (uint64_t)below);
}

/* ---- people ------------------------------------------------------------------------------- */

/* The first person is made by the owner; there is nobody else yet. */
static bool make_people(struct demo *demo)
{
    for (int i = 0; i < demo_people_count; i++) {
        struct outcome out;
        struct act_meta meta = {.arena = demo->scratch, .actor = demo->call->meta.actor};
        const struct demo_person *who = &demo_people[i];
        desk_staff_put(&demo->call->desk, &meta, who->name, who->role, false, who->pin, &out);
        if (!demo_done(demo, &out))
            return false;
    }
    return true;
}

/* ---- halls -------------------------------------------------------------------------------- */

static bool make_hall(struct demo *demo, const char *id, const char *name, struct plan *plan)
{
    struct hall hall = {0};
    struct outcome out;
    struct act_meta meta = demo_meta(demo, 2);
    text_copy(hall.id, sizeof hall.id, id);
    text_copy(hall.name, sizeof hall.name, name);
    const char *document = plan_document_write(plan, demo->call->arena);
    desk_plan_import(&demo->call->desk, &meta, &hall, plan, document, &out);
    return demo_done(demo, &out);
}

static bool make_halls(struct demo *demo)
{
    struct arena *arena = demo->call->arena;
    return make_hall(demo, "studio", "The Studio", hall_make_studio(arena)) &&
           make_hall(demo, "playhouse", "The Playhouse", hall_make_playhouse(arena)) &&
           make_hall(demo, "arena", "The Arena", hall_make_arena(demo->arena_seats, arena));
}

/* ---- shows -------------------------------------------------------------------------------- */

/* So many days from today, at this hour on the clock on the wall. */
static int64_t local_start(int64_t now, const struct demo_show *show)
{
    time_t seconds = (time_t)(now / 1000);
    struct tm day;
    localtime_r(&seconds, &day);
    day.tm_mday += show->day;
    day.tm_hour = show->hour;
    day.tm_min = show->minute;
    day.tm_sec = 0;
    day.tm_isdst = -1;
    return (int64_t)mktime(&day) * 1000;
}

static int price_classes(struct demo *demo, const char *hall_id)
{
    struct hall hall;
    struct plan *plan;
    const char *document;
    bool found;
    struct store *store = demo->call->desk.store;
    if (store->ops->hall_find(store, hall_id, &hall, &found, NULL) || !found ||
        store->ops->hall_plan(store, hall.no, demo->scratch, &plan, &document, NULL))
        return 0;
    return plan->class_count;
}

static struct price *make_prices(struct demo *demo, const struct demo_show *wish, int count)
{
    struct price *prices = arena_array(demo->scratch, (size_t)count, sizeof *prices);
    int64_t best = 0;
    bool ok = money_parse(wish->price, demo->call->house.currency, &best);
    for (int i = 0; ok && i < count; i++) {
        prices[i].class_no = i;
        prices[i].amount[TYPE_ADULT] = best * (i < 8 ? 10 - i : 2) / 10;
        price_default_concessions(&prices[i]);
    }
    return prices;
}

static bool make_show(struct demo *demo, const struct demo_show *wish)
{
    static const int64_t minute = 60000;
    struct show show = {.status = wish->status == SHOW_CLOSED ? SHOW_OPEN : wish->status,
                        .hold_ttl_ms = 15 * minute,
                        .extend_ms = 5 * minute,
                        .ceiling_ms = 120 * minute,
                        .gap_rule = true,
                        .tax_bp = 900,
                        .starts_at = local_start(demo->call->now, wish)};
    struct outcome out;
    struct act_meta meta = demo_meta(demo, 2);
    text_copy(show.id, sizeof show.id, wish->id);
    text_copy(show.title, sizeof show.title, wish->title);
    text_copy(show.hall, sizeof show.hall, wish->hall);
    memcpy(show.currency, demo->call->house.currency, sizeof show.currency);
    if (!money_parse("1.50", show.currency, &show.fee))
        show.fee = 0;
    show.price_count = price_classes(demo, wish->hall);
    show.prices = make_prices(demo, wish, show.price_count);
    desk_show_add(&demo->call->desk, &meta, &show, &out);
    return demo_done(demo, &out);
}

/* ---- vouchers ----------------------------------------------------------------------------- */

static bool make_voucher(struct demo *demo, const struct voucher *voucher)
{
    struct outcome out;
    struct act_meta meta = demo_meta(demo, 2);
    desk_voucher_put(&demo->call->desk, &meta, voucher, NULL, &out);
    return demo_done(demo, &out);
}

static bool make_vouchers(struct demo *demo)
{
    const struct voucher tenth = {
        .code = "WELCOME10", .kind = VOUCHER_PERCENT, .value = 1000, .budget = 50000};
    const struct voucher gift = {
        .code = "GIFT50", .kind = VOUCHER_GIFT, .value = 5000, .budget = 5000};
    return make_voucher(demo, &tenth) && make_voucher(demo, &gift);
}

bool demo_make_house(struct demo *demo)
{
    if ((!demo->people_are_there && !make_people(demo)) || !make_halls(demo) ||
        !make_vouchers(demo))
        return false;
    for (int i = 0; i < demo_show_count; i++)
        if (!make_show(demo, &demo_shows[i]))
            return false;
    return true;
}
