/*
 * Lent seats that go back while others are lent: the till is told that seats are lent to it before
 * its replica knows which. It is rare by chance and dear when it goes wrong (a sale for good of a
 * seat that is somebody else's by then), so some schedules begin with it.
 */
#include "config.h"

#include <string.h>

#include "tests/model/sync_parts.h"

enum { TALK_MOST = 200, ACTS_ALONE = 6 };

static void tell(struct sim *sim, int till, enum till_event_kind kind)
{
    struct till_event event = {.kind = kind};
    sim_tell_till(sim, till, &event);
}

static void lose_first(struct sim *sim)
{
    sim_fire(sim, FIRED_DROPPED);
    (void)sim_take_packet(sim, 0);
}

/* All that is on its way, but no question for news. */
static void deliver_all_but_news(struct sim *sim)
{
    for (int i = 0; sim->packet_count && i < TALK_MOST; i++)
        if (sim_packet(sim, 0)->message.kind == SYNC_PULL)
            lose_first(sim);
        else
            sim_deliver(sim, 0);
}

/* All up to one page of news; what was to come after it is lost. */
static void deliver_one_page(struct sim *sim)
{
    bool turned = false;
    for (int i = 0; sim->packet_count && i < TALK_MOST && !turned; i++) {
        turned = sim_packet(sim, 0)->message.kind == SYNC_PAGE;
        sim_deliver(sim, 0);
    }
    while (sim->packet_count)
        lose_first(sim);
}

static void lend_some(struct sim *sim, int till)
{
    for (int i = 0; i < SEATS; i++)
        if (dice_chance(&sim->world.dice, 500))
            sim_lend(sim, till, i);
}

/* It says hello, whatever it heard last. */
static void begin_to_talk(struct sim *sim, int till)
{
    sim->world.now += sim->tills[till].limits.renew_ms;
    tell(sim, till, TILL_TICK);
}

static void act_alone(struct sim *sim, int till)
{
    sim->link_down[till] = true;
    tell(sim, till, TILL_PROBE);
    for (int i = 0; i < ACTS_ALONE; i++)
        sim_act_at_till(sim, till);
    sim->link_down[till] = false;
}

void sim_lend_anew(struct sim *sim, int till)
{
    const struct weather weather = sim->weather;
    sim->weather = (struct weather){0};
    lend_some(sim, till);
    begin_to_talk(sim, till);
    for (int i = 0; sim->packet_count && i < TALK_MOST; i++)
        sim_deliver(sim, 0);
    tell(sim, till, TILL_GIVE_BACK);
    begin_to_talk(sim, till);
    deliver_all_but_news(sim);
    lend_some(sim, till);
    begin_to_talk(sim, till);
    deliver_one_page(sim);
    act_alone(sim, till);
    sim->weather = weather;
}
