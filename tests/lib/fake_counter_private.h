/* What the files of the fake counter share. */
#ifndef LOGE_TESTS_FAKE_COUNTER_PRIVATE_H
#define LOGE_TESTS_FAKE_COUNTER_PRIVATE_H

#include "tests/lib/fake_counter.h"

enum { SHOWS = 3, HOLDS_MAX = 64, ANSWERS_MAX = 512, HOLD_MS = 15 * 60000 };

struct fake_counter {
    struct counter_port port;
    struct clock clock;
    int64_t began_at;
    struct arena *arena;
    struct plan *plan;
    struct seat_state *state;
    struct show shows[SHOWS];
    struct hold holds[HOLDS_MAX];
    int hold_count;
    struct evt answers[ANSWERS_MAX];
    int answer_count;
    bool slow, full;
    const char *last_show;
    uint64_t last_id;
    int let_go; /* answers that may be received */
    int counts[CMD_KINDS];
    int fd;
    char person[PERSON_TEXT];
    fake_serve_fn *serve;
    void *serve_ctx;
};

struct uuid fake_uuid(int n);
/* Into the queue of what is told. */
void fake_tell(struct fake_counter *fake, const struct evt *evt);
void fake_tell_seats(struct fake_counter *fake, const int *seats, int count);
void fake_free_seat(struct fake_counter *fake, int seat); /* and tells it */

#endif
