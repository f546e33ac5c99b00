/*
 * A hand on the keys: seeded, or led by bytes as a fuzzer gives them; most of the time it presses
 * what a person at the counter might press on the screen that is shown, and now and then anything
 * at all.
 */
#ifndef LOGE_TESTS_HAND_H
#define LOGE_TESTS_HAND_H

#include <stddef.h>
#include <stdint.h>

struct hand {
    uint64_t seed;
    const uint8_t *bytes; /* not NULL: they decide instead of the seed */
    size_t left;          /* of them; when none are left, the first of everything is picked */
    const char *person;   /* who signs in, and with which PIN */
    const char *pin;
};

enum { HAND_TEXT = 128 };

/* 0 ... below-1. */
int hand_pick(struct hand *hand, int below);

/* What it presses next on the screen of this name: key names with blanks between. Returns out. */
const char *hand_next(struct hand *hand, const char *screen, char out[HAND_TEXT]);

#endif
