/* What happens to the fake house without this console: other tills, the clock, the link. */
#include "config.h"

#include <stdio.h>

#include "tests/lib/fake_counter_private.h"

void fake_counter_seat(struct fake_counter *fake, int seat, enum seat_status status)
{
    struct seat_state *state = &fake->state[seat];
    *state = (struct seat_state){.status = (uint8_t)status, .version = state->version + 1};
    if (status == SEAT_HELD) {
        state->holder = fake_uuid(902);
        state->held_until = clock_wall(&fake->clock) + HOLD_MS;
    }
    fake_tell_seats(fake, &seat, 1);
}

void fake_counter_expire(struct fake_counter *fake)
{
    struct hold *hold = &fake->holds[fake->hold_count - 1];
    int *seats = arena_array(fake->arena, (size_t)hold->seat_count + 1, sizeof *seats);
    hold->status = HOLD_EXPIRED;
    for (int i = 0; i < hold->seat_count; i++) {
        seats[i] = hold->seats[i].seat - 1;
        fake->state[seats[i]] = (struct seat_state){.status = SEAT_AVAILABLE,
                                                    .version = fake->state[seats[i]].version + 1};
    }
    fake_tell_seats(fake, seats, hold->seat_count);
}

void fake_counter_home(struct fake_counter *fake)
{
    struct hold *hold = &fake->holds[fake->hold_count - 1];
    int seat = hold->seats[--hold->seat_count].seat - 1;
    fake->state[seat].version = 0;
    fake->state[seat].holder = fake_uuid(902);
    fake_tell_seats(fake, &seat, 1);
    fake->answers[fake->answer_count - 1].u.seats.anew = true;
}

void fake_counter_written(struct fake_counter *fake)
{
    struct evt evt = {.kind = EVT_SEATS, .arena = arena_new()};
    fake_tell(fake, &evt);
}

void fake_counter_take_away(struct fake_counter *fake, int seat, const char *sentence)
{
    struct evt evt = {.kind = EVT_LOST, .arena = arena_new()};
    fake_free_seat(fake, seat);
    evt.u.text = arena_strdup(evt.arena, sentence);
    fake_tell(fake, &evt);
}

void fake_counter_health(struct fake_counter *fake, enum health word, const char *sentence)
{
    struct evt evt = {.kind = EVT_HEALTH, .arena = arena_new()};
    evt.u.health = (struct health_report){.word = word, .at = clock_wall(&fake->clock)};
    snprintf(evt.u.health.sentence, sizeof evt.u.health.sentence, "%s", sentence);
    fake_tell(fake, &evt);
}

void fake_counter_report(struct fake_counter *fake, const struct health_report *health)
{
    struct evt evt = {.kind = EVT_HEALTH, .arena = arena_new(), .u.health = *health};
    fake_tell(fake, &evt);
}

void fake_counter_lend(struct fake_counter *fake, int seat, uint16_t till)
{
    fake->state[seat].allotment = till;
    fake->state[seat].version++;
    fake_tell_seats(fake, &seat, 1);
}

void fake_counter_print(struct fake_counter *fake, const struct print_sums *sums)
{
    struct evt evt = {.kind = EVT_PRINT, .arena = arena_new()};
    evt.u.print.sums = *sums;
    fake_tell(fake, &evt);
}

void fake_counter_weigh(struct fake_counter *fake, const struct weighed *weighed)
{
    struct evt evt = {.kind = EVT_SCALE, .arena = arena_new()};
    evt.u.scale = *weighed;
    fake_tell(fake, &evt);
}

const struct seat_state *fake_counter_state(const struct fake_counter *fake, int seat)
{
    return &fake->state[seat];
}
