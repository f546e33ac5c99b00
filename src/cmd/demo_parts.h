/*
 * The demo house in parts. Everything is done through the desk, as people would do it, so that the
 * demo's log, money and seats agree like those of a real house.
 */
#ifndef LOGE_CMD_DEMO_PARTS_H
#define LOGE_CMD_DEMO_PARTS_H

#include "src/cmd/call.h"

enum { DEMO_SEED = 1599, DEMO_ARENA_SEATS = 2400, DEMO_ARENA_MAX = 100000 };

struct demo_person {
    const char *name, *pin;
    enum role role;
};
extern const struct demo_person demo_people[];
extern const int demo_people_count;

struct demo {
    struct call *call;
    struct arena *scratch; /* emptied after each act */
    uint64_t seed;
    int arena_seats;
    bool people_are_there;
    int64_t done, total; /* seats to sell, hold and block, for the progress */
    struct progress progress;
};

/* A new house in the call's place, opened; `seats`: of its arena. False: call->exit says it. */
bool demo_make(struct call *call, int seats) MUST_USE;
/* "clerk anna PIN 1111, ...": whom to sign in as. */
const char *demo_people_text(const struct call *call);

/* People, halls, shows, vouchers. False: call->exit says it. */
bool demo_make_house(struct demo *demo) MUST_USE;
/* Sells, holds and blocks in every show. */
bool demo_fill_house(struct demo *demo) MUST_USE;

/* An act of this person, its outcome in the scratch arena. */
struct act_meta demo_meta(struct demo *demo, int person);
/* Ends an act: false, with the refusal, when it did not go well. */
bool demo_done(struct demo *demo, const struct outcome *out) MUST_USE;
/* 0 ... below-1 */
int demo_roll(struct demo *demo, int below);

/* How full a show is to be, in percent. */
struct demo_show {
    const char *id, *title, *hall;
    int day, hour, minute;
    const char *price; /* of the best class; each further class is a tenth cheaper */
    int sold, held, blocked;
    enum show_status status;
};
extern const struct demo_show demo_shows[];
extern const int demo_show_count;

#endif
