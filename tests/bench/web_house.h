/*
 * A house that is served, for the bench programs: a big house (big_house.h) with a Redis, 16
 * engines, and the service before them, in this process.
 */
#ifndef LOGE_TESTS_BENCH_WEB_HOUSE_H
#define LOGE_TESTS_BENCH_WEB_HOUSE_H

#include "src/api/api.h"
#include "src/engine/counter.h"
#include "tests/bench/bench.h"
#include "tests/bench/big_house.h"
#include "tests/lib/redis_server.h"

enum { WEB_ENGINES = 16 };

struct web_house {
    struct big_house house; /* house.seats: set before */
    struct redis_server redis;
    struct clock clock;
    struct web_engine {
        struct desk desk;
        struct store *truth; /* behind the desk's store */
        struct counter counter;
    } engines[WEB_ENGINES + 1]; /* the last one looks */
    struct plan *plan;
    struct api *api;
    char token[70]; /* of a shop */
};

void web_house_open(struct web_house *web);
void web_house_close(struct web_house *web);

/* Asks an engine without the service; ends the program when it is refused. The answer's arena is
 * reset with the next question. */
void web_house_ask(struct web_engine *engine, struct cmd *cmd, enum cmd_kind kind,
                   struct arena *arena);

/* The label of a seat, of which there are as many as the house has. */
char *web_house_label(const struct web_house *web, int seat, char out[SEAT_TEXT]);

#endif
