#include "config.h"

#include "tests/lib/fake_counter.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "src/domain/hall_maker.h"
#include "tests/lib/fake_counter_private.h"

enum { EXTEND_MS = 5 * 60000 };

/* ---- the house ---------------------------------------------------------------------------- */

static const struct {
    const char *name, *pin;
    enum role role;
} people[] = {{"anna", "1111", ROLE_CLERK},
              {"mark", "2222", ROLE_SUPERVISOR},
              {"ruth", "3333", ROLE_MANAGER},
              {"sid", "3333", ROLE_SCANNER}};

struct uuid fake_uuid(int n)
{
    struct uuid id = {{0}};
    id.b[0] = 0xfa;
    id.b[14] = (uint8_t)(n >> 8);
    id.b[15] = (uint8_t)n;
    return id;
}

static void copy_plan(struct fake_counter *fake, const struct plan *plan)
{
    size_t size = (size_t)plan->seat_count * sizeof *plan->seats;
    fake->plan = arena_alloc(fake->arena, sizeof *fake->plan);
    *fake->plan = *plan;
    fake->plan->seats = arena_alloc(fake->arena, size);
    memcpy(fake->plan->seats, plan->seats, size);
    for (int i = 0; i < plan->seat_count; i++)
        fake->plan->seats[i].no = i + 1;
}

/* A pattern a person can check: every 7th sold, every 19th held, every 31st blocked. */
static void fill_states(struct fake_counter *fake)
{
    int64_t now = clock_wall(&fake->clock);
    fake->state = arena_array(fake->arena, (size_t)fake->plan->seat_count, sizeof *fake->state);
    for (int i = 0; i < fake->plan->seat_count; i++) {
        struct seat_state *state = &fake->state[i];
        state->version = 1;
        if (i % 7 == 3)
            *state =
                (struct seat_state){.status = SEAT_SOLD, .version = 2, .holder = fake_uuid(900)};
        else if (i % 19 == 5)
            *state = (struct seat_state){.status = SEAT_HELD,
                                         .version = 2,
                                         .holder = fake_uuid(901),
                                         .held_until = now + HOLD_MS};
        else if (i % 31 == 8)
            *state = (struct seat_state){
                .status = SEAT_BLOCKED, .version = 2, .open_to = i % 2 ? CHANNEL_WEB : 0};
    }
}

static struct show a_show_of(struct fake_counter *fake, int no, const char *id, const char *title)
{
    struct price *prices =
        arena_array(fake->arena, (size_t)fake->plan->class_count, sizeof *prices);
    for (int i = 0; i < fake->plan->class_count; i++) {
        int64_t full = 6000 - 1000 * i;
        prices[i] = (struct price){.class_no = i, .amount = {full, full / 2, full, full, 0}};
    }
    struct show show = {.no = no,
                        .hall_no = 1,
                        .currency = "EUR",
                        .status = SHOW_OPEN,
                        .starts_at = clock_wall(&fake->clock) + no * (int64_t)86400000,
                        .hold_ttl_ms = HOLD_MS,
                        .extend_ms = EXTEND_MS,
                        .ceiling_ms = 120 * 60000,
                        .fee = 200,
                        .version = 1,
                        .prices = prices,
                        .price_count = fake->plan->class_count};
    snprintf(show.id, sizeof show.id, "%s", id);
    snprintf(show.title, sizeof show.title, "%s", title);
    snprintf(show.hall, sizeof show.hall, "playhouse");
    return show;
}

static const struct show *find_show(const struct fake_counter *fake, const char *id)
{
    for (int i = 0; i < SHOWS; i++)
        if (id && strcmp(fake->shows[i].id, id) == 0)
            return &fake->shows[i];
    return NULL;
}

/* ---- telling ------------------------------------------------------------------------------ */

static void wake(struct fake_counter *fake)
{
    uint64_t one = 1;
    ssize_t written = write(fake->fd, &one, sizeof one);
    assert(written == sizeof one);
}

void fake_tell(struct fake_counter *fake, const struct evt *evt)
{
    assert(fake->answer_count < ANSWERS_MAX);
    fake->answers[fake->answer_count++] = *evt;
    if (!fake->slow) {
        fake->let_go = fake->answer_count;
        wake(fake);
    }
}

void fake_tell_seats(struct fake_counter *fake, const int *seats, int count)
{
    struct evt evt = {.kind = EVT_SEATS, .arena = arena_new()};
    evt.u.seats.at = arena_array(evt.arena, (size_t)count, sizeof *evt.u.seats.at);
    evt.u.seats.count = count;
    for (int i = 0; i < count; i++)
        evt.u.seats.at[i] = (struct map_seat){.seat = seats[i], .state = fake->state[seats[i]]};
    fake_tell(fake, &evt);
}

static void refused(struct evt *evt, enum verdict verdict, const char *message)
{
    evt->outcome.verdict = verdict;
    snprintf(evt->outcome.message, sizeof evt->outcome.message, "%s", message);
}

/* ---- looking ------------------------------------------------------------------------------ */

static void sign_in(struct fake_counter *fake, const struct cmd *cmd, struct evt *evt)
{
    for (int i = 0; i < COUNT_OF(people); i++)
        if (strcmp(people[i].name, cmd->u.person.name) == 0 &&
            strcmp(people[i].pin, cmd->u.person.pin) == 0) {
            evt->u.actor = (struct actor){.till = "T3", .role = people[i].role};
            snprintf(evt->u.actor.name, PERSON_TEXT, "%s", people[i].name);
            snprintf(fake->person, sizeof fake->person, "%s", people[i].name);
            return;
        }
    refused(evt, VERDICT_NOT_ALLOWED, "Name or PIN is wrong.");
}

static void list_shows(struct fake_counter *fake, struct evt *evt)
{
    struct show_count counts[SHOWS] = {{.available = 0}, {.sold = 1100}, {.available = 1100}};
    for (int i = 0; i < fake->plan->seat_count; i++) {
        counts[0].available += fake->state[i].status == SEAT_AVAILABLE;
        counts[0].held += fake->state[i].status == SEAT_HELD;
        counts[0].sold += fake->state[i].status == SEAT_SOLD;
        counts[0].blocked += fake->state[i].status == SEAT_BLOCKED;
    }
    evt->u.shows.at = arena_array(evt->arena, SHOWS, sizeof *evt->u.shows.at);
    evt->u.shows.counts = arena_array(evt->arena, SHOWS, sizeof *evt->u.shows.counts);
    memcpy(evt->u.shows.at, fake->shows, sizeof fake->shows);
    memcpy(evt->u.shows.counts, counts, sizeof counts);
    evt->u.shows.count = SHOWS;
    evt->u.shows.last = fake->last_show;
}

static void open_show(struct fake_counter *fake, const struct cmd *cmd, struct evt *evt)
{
    const struct show *show = find_show(fake, cmd->u.show);
    size_t size = (size_t)fake->plan->seat_count * sizeof *fake->state;
    if (!show) {
        refused(evt, VERDICT_NOT_FOUND, "There is no such show.");
        return;
    }
    evt->u.map = (struct snapshot){.show = *show, .plan = fake->plan, .whole = true};
    evt->u.map.state = arena_alloc(evt->arena, size);
    if (show == &fake->shows[0])
        memcpy(evt->u.map.state, fake->state, size);
    for (int i = 0; i < fake->plan->seat_count && show != &fake->shows[0]; i++)
        evt->u.map.state[i].version = 1;
}

static void copy_hold(struct arena *arena, struct hold *to, const struct hold *from)
{
    *to = *from;
    to->seats = arena_array(arena, (size_t)from->seat_count, sizeof *to->seats);
    memcpy(to->seats, from->seats, (size_t)from->seat_count * sizeof *to->seats);
}

static void list_holds(struct fake_counter *fake, struct evt *evt)
{
    evt->u.holds.at = arena_array(evt->arena, HOLDS_MAX + 2, sizeof *evt->u.holds.at);
    for (int i = 0; i < fake->hold_count; i++)
        if (fake->holds[i].status == HOLD_ACTIVE &&
            strcmp(fake->holds[i].holder, fake->person) == 0)
            copy_hold(evt->arena, &evt->u.holds.at[evt->u.holds.count++], &fake->holds[i]);
}

/* Those of `id`, by one person at one till. */
static void add_others(struct fake_counter *fake, struct uuid id, int number, struct evt *evt)
{
    struct hold *hold = &evt->u.holds.at[evt->u.holds.count];
    *hold = (struct hold){.id = id,
                          .show = fake->shows[0].no,
                          .status = HOLD_ACTIVE,
                          .created_at = fake->began_at - 3 * 60000,
                          .expires_at = fake->began_at + HOLD_MS};
    hold->seats = arena_array(evt->arena, (size_t)fake->plan->seat_count, sizeof *hold->seats);
    snprintf(hold->till, sizeof hold->till, "till-%d", number);
    snprintf(hold->holder, sizeof hold->holder, "%s", number == 2 ? "joe" : "eve");
    for (int i = 0; i < fake->plan->seat_count; i++) {
        if (fake->state[i].status != SEAT_HELD || !uuid_equal(&fake->state[i].holder, &id))
            continue;
        struct hold_seat *seat = &hold->seats[hold->seat_count++];
        *seat = (struct hold_seat){.seat = i + 1, .live = true};
        plan_seat_label(fake->plan, i, seat->label);
    }
    evt->u.holds.count += hold->seat_count > 0;
}

static void list_all_holds(struct fake_counter *fake, struct evt *evt)
{
    list_holds(fake, evt);
    add_others(fake, fake_uuid(901), 2, evt);
    add_others(fake, fake_uuid(902), 4, evt);
}

static void health(struct fake_counter *fake, struct evt *evt)
{
    evt->u.health = (struct health_report){.word = HEALTH_LOCAL, .at = clock_wall(&fake->clock)};
}

/* ---- acting ------------------------------------------------------------------------------- */

static struct hold *find_hold(struct fake_counter *fake, const struct uuid *id)
{
    for (int i = 0; i < fake->hold_count; i++)
        if (uuid_equal(&fake->holds[i].id, id) && fake->holds[i].status == HOLD_ACTIVE)
            return &fake->holds[i];
    return NULL;
}

static void take_seat(struct fake_counter *fake, struct hold *hold, int seat)
{
    struct seat_state *state = &fake->state[seat];
    struct hold_seat *kept = &hold->seats[hold->seat_count++];
    *state = (struct seat_state){.status = SEAT_HELD,
                                 .version = state->version + 1,
                                 .holder = hold->id,
                                 .held_until = hold->expires_at};
    *kept = (struct hold_seat){.seat = seat + 1,
                               .live = true,
                               .version = state->version,
                               .class_no = fake->plan->seats[seat].class_no};
    plan_seat_label(fake->plan, seat, kept->label);
}

static void answer_hold(struct fake_counter *fake, const struct hold *hold, struct evt *evt)
{
    evt->outcome.hold = arena_alloc(evt->arena, sizeof *evt->outcome.hold);
    copy_hold(evt->arena, evt->outcome.hold, hold);
    evt->outcome.changed = true;
}

static void hold_seats(struct fake_counter *fake, const int *seats, int count, struct evt *evt)
{
    for (int i = 0; i < count; i++)
        if (seats[i] < 0 || fake->state[seats[i]].status != SEAT_AVAILABLE) {
            refused(evt, VERDICT_SEAT_TAKEN, "Somebody else has this seat.");
            return;
        }
    struct hold *hold = &fake->holds[fake->hold_count];
    *hold = (struct hold){.id = fake_uuid(++fake->hold_count),
                          .show = fake->shows[0].no,
                          .status = HOLD_ACTIVE,
                          .created_at = clock_wall(&fake->clock),
                          .expires_at = clock_wall(&fake->clock) + HOLD_MS};
    snprintf(hold->holder, sizeof hold->holder, "%s", fake->person);
    hold->seats = arena_array(fake->arena, (size_t)count, sizeof *hold->seats);
    for (int i = 0; i < count; i++)
        take_seat(fake, hold, seats[i]);
    answer_hold(fake, hold, evt);
}

/* Only hamlet is sold here. */
static bool is_on_sale(const struct fake_counter *fake, const char *show, struct evt *evt)
{
    if (find_show(fake, show) == &fake->shows[0])
        return true;
    refused(evt, VERDICT_SHOW_NOT_OPEN, "This show is not open for sale.");
    return false;
}

static void hold_labels(struct fake_counter *fake, const struct cmd *cmd, struct evt *evt)
{
    int seats[100], count = 0;
    if (!is_on_sale(fake, cmd->u.hold.show, evt))
        return;
    for (; count < cmd->u.hold.count && count < COUNT_OF(seats); count++)
        seats[count] = plan_find_seat(fake->plan, cmd->u.hold.labels[count]);
    hold_seats(fake, seats, count, evt);
}

/* Not the best, but always the same: the first free seats side by side, after `skip` such places.
 */
static void hold_best(struct fake_counter *fake, const struct cmd *cmd, struct evt *evt)
{
    int seats[BEST_SEATS_MAX], run = 0, skip = cmd->u.best.request.skip;
    int wanted = cmd->u.best.request.count;
    if (!is_on_sale(fake, cmd->u.best.show, evt))
        return;
    for (int i = 0; i < fake->plan->seat_count; i++) {
        bool free = fake->state[i].status == SEAT_AVAILABLE;
        run = free && (run == 0 || plan_neighbours(fake->plan, i - 1, i)) ? run + 1 : free;
        if (run < wanted)
            continue;
        if (skip-- > 0) {
            run = 0;
            continue;
        }
        for (int n = 0; n < wanted; n++)
            seats[n] = i - wanted + 1 + n;
        hold_seats(fake, seats, wanted, evt);
        return;
    }
    refused(evt, VERDICT_NOT_ENOUGH_SEATS, "There are no such seats together.");
}

static bool named(const struct cmd *cmd, const char *label)
{
    for (int i = 0; i < cmd->u.one_hold.count; i++)
        if (strcmp(cmd->u.one_hold.labels[i], label) == 0)
            return true;
    return cmd->u.one_hold.count == 0;
}

void fake_free_seat(struct fake_counter *fake, int seat)
{
    fake->state[seat] =
        (struct seat_state){.status = SEAT_AVAILABLE, .version = fake->state[seat].version + 1};
    fake_tell_seats(fake, &seat, 1);
}

static void release(struct fake_counter *fake, const struct cmd *cmd, struct evt *evt)
{
    struct hold *hold = find_hold(fake, &cmd->u.one_hold.hold);
    int left = 0;
    if (!hold) {
        refused(evt, VERDICT_HOLD_NOT_FOUND, "This hold is over.");
        return;
    }
    for (int i = 0; i < hold->seat_count; i++) {
        if (hold->seats[i].live && named(cmd, hold->seats[i].label)) {
            hold->seats[i].live = false;
            fake_free_seat(fake, hold->seats[i].seat - 1);
        }
        left += hold->seats[i].live;
    }
    hold->status = left ? HOLD_ACTIVE : HOLD_CANCELLED;
    answer_hold(fake, hold, evt);
}

static void extend(struct fake_counter *fake, const struct cmd *cmd, struct evt *evt)
{
    struct hold *hold = find_hold(fake, &cmd->u.one_hold.hold);
    if (!hold) {
        refused(evt, VERDICT_HOLD_EXPIRED, "This hold is over.");
        return;
    }
    hold->expires_at += EXTEND_MS;
    answer_hold(fake, hold, evt);
}

/* A door that knows one ticket: GOOD-TICKET. */
static void door(const struct cmd *cmd, struct evt *evt)
{
    evt->u.door.show = evt->u.door.title = "hamlet";
    evt->u.door.count.tickets = 80;
    if (cmd->kind == CMD_DOOR)
        return;
    evt->outcome.scanned = arena_alloc(evt->arena, sizeof *evt->outcome.scanned);
    evt->outcome.scanned->code =
        strcmp(cmd->u.scan.text, "GOOD-TICKET") == 0 ? DOOR_ADMIT : DOOR_FORGED;
}

/* ---- the port ----------------------------------------------------------------------------- */

/* There is nothing here that they could tell of. */
static bool asks_quietly(enum cmd_kind kind)
{
    return kind == CMD_CLOSE_SHOW || kind == CMD_READ_AHEAD || kind == CMD_DUE ||
           kind == CMD_HISTORY || kind == CMD_WORKERS || kind == CMD_SCALE;
}

static void serve(struct fake_counter *fake, const struct cmd *cmd, struct evt *evt)
{
    if (cmd->kind == CMD_SIGN_IN)
        sign_in(fake, cmd, evt);
    else if (cmd->kind == CMD_SHOWS)
        list_shows(fake, evt);
    else if (cmd->kind == CMD_OPEN_SHOW)
        open_show(fake, cmd, evt);
    else if (cmd->kind == CMD_BASKET)
        list_holds(fake, evt);
    else if (cmd->kind == CMD_HOLDS)
        list_all_holds(fake, evt);
    else if (cmd->kind == CMD_HEALTH)
        health(fake, evt);
    else if (cmd->kind == CMD_HOLD)
        hold_labels(fake, cmd, evt);
    else if (cmd->kind == CMD_HOLD_BEST)
        hold_best(fake, cmd, evt);
    else if (cmd->kind == CMD_RELEASE)
        release(fake, cmd, evt);
    else if (cmd->kind == CMD_EXTEND)
        extend(fake, cmd, evt);
    else if (cmd->kind == CMD_DOOR || cmd->kind == CMD_SCAN)
        door(cmd, evt);
    else if (cmd->kind == CMD_LINE)
        evt->u.text = arena_printf(evt->arena, "did: %s", cmd->u.text);
    else if (!asks_quietly(cmd->kind))
        refused(evt, VERDICT_INVALID, "The fake counter does not know that.");
}

static bool port_send(void *ctx, const struct cmd *cmd)
{
    struct fake_counter *fake = ctx;
    struct evt evt = {
        .id = cmd->id, .kind = EVT_ANSWER, .cmd = cmd->kind, .arena = cmd->meta.arena};
    if (fake->full)
        return false;
    fake->counts[cmd->kind]++;
    fake->last_id = cmd->id;
    if (!fake->serve || !fake->serve(fake->serve_ctx, cmd, &evt))
        serve(fake, cmd, &evt);
    fake_tell(fake, &evt);
    return true;
}

static bool port_receive(void *ctx, struct evt *evt)
{
    struct fake_counter *fake = ctx;
    uint64_t count;
    if (fake->let_go == 0) {
        while (read(fake->fd, &count, sizeof count) > 0)
            continue;
        return false;
    }
    *evt = fake->answers[0];
    fake->answer_count--;
    fake->let_go--;
    memmove(fake->answers, fake->answers + 1, (size_t)fake->answer_count * sizeof fake->answers[0]);
    return true;
}

static void to_the_front(struct fake_counter *fake, const struct evt *evt)
{
    assert(fake->answer_count < ANSWERS_MAX);
    memmove(fake->answers + 1, fake->answers, (size_t)fake->answer_count * sizeof fake->answers[0]);
    fake->answers[0] = *evt;
    fake->answer_count++;
    fake->let_go++;
    wake(fake);
}

static void port_cancel(void *ctx, uint64_t id)
{
    struct fake_counter *fake = ctx;
    for (int i = fake->let_go; i < fake->answer_count; i++) {
        struct evt evt = fake->answers[i];
        if (evt.id != id)
            continue;
        fake->answer_count--;
        memmove(fake->answers + i, fake->answers + i + 1,
                (size_t)(fake->answer_count - i) * sizeof fake->answers[0]);
        evt.u.text = NULL;
        refused(&evt, VERDICT_UNAVAILABLE, "Stopped as asked; nothing was changed.");
        to_the_front(fake, &evt);
        return;
    }
}

static int port_fd(void *ctx)
{
    return ((struct fake_counter *)ctx)->fd;
}

struct fake_counter *fake_counter_new(struct clock clock, const struct plan *plan)
{
    struct fake_counter *fake = x_alloc(sizeof *fake);
    fake->port = (struct counter_port){port_send, port_receive, port_fd, fake, port_cancel};
    fake->clock = clock;
    fake->began_at = clock_wall(&clock);
    fake->arena = arena_new();
    fake->fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    assert(fake->fd >= 0);
    copy_plan(fake, plan ? plan : hall_make_playhouse(fake->arena));
    fill_states(fake);
    fake->shows[0] = a_show_of(fake, 1, "hamlet", "Hamlet");
    fake->shows[1] = a_show_of(fake, 2, "lear", "König Lear");
    fake->shows[2] = a_show_of(fake, 3, "macbeth", "マクベス");
    fake->shows[2].status = SHOW_DRAFT;
    return fake;
}

void fake_counter_free(struct fake_counter **fake)
{
    if (!*fake)
        return;
    for (int i = 0; i < (*fake)->answer_count; i++)
        arena_free(&(*fake)->answers[i].arena);
    close((*fake)->fd);
    arena_free(&(*fake)->arena);
    free(*fake);
    *fake = NULL;
}

const struct counter_port *fake_counter_port(struct fake_counter *fake)
{
    return &fake->port;
}

void fake_counter_last_show(struct fake_counter *fake, const char *show)
{
    fake->last_show = show;
}

void fake_counter_work(struct fake_counter *fake, const char *what, int64_t done, int64_t total)
{
    struct evt evt = {.id = fake->last_id, .kind = EVT_PROGRESS};
    snprintf(evt.u.work.what, sizeof evt.u.work.what, "%s", what);
    evt.u.work.done = done;
    evt.u.work.total = total;
    to_the_front(fake, &evt);
}

void fake_counter_slow(struct fake_counter *fake, bool slow)
{
    fake->slow = slow;
}

void fake_counter_let_go(struct fake_counter *fake)
{
    fake->let_go = fake->answer_count;
    wake(fake);
}

void fake_counter_full(struct fake_counter *fake, bool full)
{
    fake->full = full;
}

void fake_counter_serve(struct fake_counter *fake, fake_serve_fn *fn, void *ctx)
{
    fake->serve = fn;
    fake->serve_ctx = ctx;
}

int fake_counter_count(const struct fake_counter *fake, enum cmd_kind kind)
{
    return fake->counts[kind];
}
