/* The network that does what networks do, and machines that lose their power. */
#include "config.h"

#include <string.h>

#include "tests/model/sync_parts.h"

/* ---- tills ---------------------------------------------------------------------------------- */

void sim_set_clock(struct sim *sim, int till)
{
    struct till_clock *clock = &sim->tills[till].clock;
    clock->mono = sim->world.now - sim->booted_at[till];
    clock->wall = sim->world.now + sim->wall_offset[till];
}

/* The program starts anew with what is on the disk; a reboot also starts another clock. */
void sim_start_till(struct sim *sim, int till, bool reboot)
{
    struct till_sync *t = &sim->tills[till];
    disk_crash(&sim->world.disks[till]);
    till_forget_all(t);
    t->meta = sim->world.disks[till].now.meta;
    if (reboot) {
        t->clock.boot = sim_id(sim, 0xB0);
        sim->booted_at[till] = sim->world.now;
    }
    till_start(t, dice_next(&sim->world.dice));
    if (!till_verify(t))
        world_fault(&sim->world, "the journal of till %d is broken", till + 1);
}

/* ---- what is on its way ----------------------------------------------------------------------
 */

const struct packet *sim_packet(const struct sim *sim, int at)
{
    return &sim->packets[sim->way[at]];
}

struct packet *sim_take_packet(struct sim *sim, int at)
{
    const uint8_t taken = sim->way[at];
    memmove(&sim->way[at], &sim->way[at + 1], (size_t)(--sim->packet_count - at));
    sim->way[sim->packet_count] = taken;
    return &sim->packets[taken];
}

static void put_packet(struct sim *sim, bool to_house, int till, const struct sync_message *message)
{
    if (sim->packet_count == PACKETS)
        return;
    struct packet *packet = &sim->packets[sim->way[sim->packet_count++]];
    packet->to_house = to_house;
    packet->till = till;
    packet->sent_at = sim->world.now;
    packet->message = *message;
}

static void send(struct sim *sim, bool to_house, int till, const struct sync_message *message)
{
    struct dice *dice = &sim->world.dice;
    if (sim->link_down[till] || dice_chance(dice, sim->weather.drop)) {
        sim_fire(sim, FIRED_DROPPED);
        return;
    }
    put_packet(sim, to_house, till, message);
    if (!dice_chance(dice, sim->weather.twice))
        return;
    sim_fire(sim, FIRED_DOUBLED);
    put_packet(sim, to_house, till, message);
}

/* A latched till is started anew by its operator; a power cut at a write looks the same. */
static void look_at_disk(struct sim *sim, int till)
{
    if (!sim->tills[till].latched)
        return;
    sim_say(sim, "till %d lost its power at a write", till + 1);
    sim_fire(sim, FIRED_TILL_WRITE);
    sim_start_till(sim, till, dice_chance(&sim->world.dice, 300));
}

static void count_epochs(struct sim *sim, uint32_t before, int till)
{
    if (sim->tills[till].meta.epoch > before)
        sim_fire(sim, FIRED_NEW_EPOCH);
}

/* A till that has nothing of its own to bring shows orders and drawers as the house has them. */
static void learn_books(struct sim *sim, int till)
{
    const struct till_sync *t = &sim->tills[till];
    struct sim_disk *disk = &sim->world.disks[till];
    if (t->latched || !till_uploaded(t) || t->meta.cursor != sim->world.store.committed.event)
        return;
    disk->now.books = disk->committed.books = sim->world.store.committed.books;
}

void sim_tell_till(struct sim *sim, int till, const struct till_event *event)
{
    struct till_sync *t = &sim->tills[till];
    struct till_actions actions;
    uint32_t epoch = t->meta.epoch;
    sim_set_clock(sim, till);
    if (dice_chance(&sim->world.dice, sim->weather.strike))
        sim->world.disks[till].strike = 1 + dice_roll(&sim->world.dice, 8);
    till_step(t, sim->world.arena, event, &actions);
    world_check_till(&sim->world, t);
    if (event->kind == TILL_MESSAGE && event->message->kind == SYNC_PAGE)
        learn_books(sim, till);
    for (int i = 0; i < actions.send.count; i++)
        send(sim, true, till, &actions.send.at[i]);
    count_epochs(sim, epoch, till);
    look_at_disk(sim, till);
    sim->world.disks[till].strike = 0;
}

/* ---- damage --------------------------------------------------------------------------------- */

static void cut(struct sim *sim, struct sync_batch *batch)
{
    batch->size = (size_t)dice_roll(&sim->world.dice, (int)batch->size);
    sim_fire(sim, FIRED_CUT);
}

static void flip(struct sim *sim, struct sync_batch *batch)
{
    uint8_t *bytes = arena_alloc(sim->world.arena, batch->size);
    memcpy(bytes, batch->bytes, batch->size);
    bytes[dice_roll(&sim->world.dice, (int)batch->size)] ^=
        (uint8_t)(1 + dice_roll(&sim->world.dice, 255));
    batch->bytes = bytes;
    sim->world.blurred = true;
    sim_fire(sim, FIRED_DAMAGED);
}

static void spoil(struct sim *sim, struct packet *packet)
{
    if (packet->message.kind != SYNC_BATCH || !packet->message.batch.size)
        return;
    if (dice_chance(&sim->world.dice, sim->weather.cut))
        cut(sim, &packet->message.batch);
    else if (dice_chance(&sim->world.dice, sim->weather.damage))
        flip(sim, &packet->message.batch);
}

/* ---- the house ------------------------------------------------------------------------------ */

static void say_verdicts(struct sim *sim, const struct packet *packet,
                         const struct sync_verdicts *verdicts)
{
    for (int i = 0; i < verdicts->of.count; i++)
        sim_say(sim, "entry %d of till %d: %s", (int)verdicts->of.at[i].seq, packet->till + 1,
                entry_state_name(verdicts->of.at[i].state));
}

static void after_step(struct sim *sim, const struct packet *packet,
                       const struct sync_message *answer)
{
    if (sim->loud && answer->kind == SYNC_VERDICTS)
        say_verdicts(sim, packet, &answer->verdicts);
    if (answer->kind == SYNC_VERDICTS && answer->verdicts.status == SYNC_BUSY)
        sim_fire(sim, FIRED_BUSY);
    if (answer->kind == SYNC_WELCOME && answer->welcome.status == SYNC_QUARANTINED)
        sim_fire(sim, FIRED_QUARANTINE);
    if (answer->kind == SYNC_GIVEN_BACK && answer->given_back.status == SYNC_OK)
        sim_fire(sim, FIRED_GIVEN_BACK);
    if (dice_chance(&sim->world.dice, sim->weather.crash)) {
        sim_say(sim, "the house crashes before it answers");
        sim_fire(sim, FIRED_ANSWER_LOST);
        return;
    }
    send(sim, false, packet->till, answer);
}

static void ask_house(struct sim *sim, struct packet *packet)
{
    struct world *world = &sim->world;
    struct sync_message answer;
    if (dice_chance(&world->dice, sim->weather.strike))
        world->store.strike = 1 + dice_roll(&world->dice, 8);
    world->house.now = world->now;
    house_step(&world->house, world->arena, &packet->message, &answer);
    if (world->store.dead) {
        sim_say(sim, "the house crashes at a write");
        sim_fire(sim, FIRED_HOUSE_WRITE);
        house_crash(&world->store);
        return;
    }
    world->store.strike = 0;
    if (packet->message.kind == SYNC_HELLO &&
        world->store.now.devices[packet->till].heard_at == world->now)
        world->lag[packet->till] = world->now - packet->sent_at;
    if (world->lag_most[packet->till] < world->lag[packet->till])
        world->lag_most[packet->till] = world->lag[packet->till];
    if (sim->offers && answer.kind == SYNC_VERDICTS && answer.verdicts.status == SYNC_OK)
        sim_offer_seats(sim, packet->till);
    after_step(sim, packet, &answer);
}

void sim_deliver(struct sim *sim, int at)
{
    struct packet packet = *sim_take_packet(sim, at);
    if (at)
        sim_fire(sim, FIRED_REORDERED);
    if (sim->link_down[packet.till]) {
        sim_fire(sim, FIRED_DROPPED);
        return;
    }
    sim_say(sim, "message %d %s till %d arrives", packet.message.kind,
            packet.to_house ? "from" : "for", packet.till + 1);
    if (packet.to_house) {
        spoil(sim, &packet);
        ask_house(sim, &packet);
    } else {
        struct till_event event = {.kind = TILL_MESSAGE, .message = &packet.message};
        sim_tell_till(sim, packet.till, &event);
    }
}
