/* The house for measuring as a till's that is alone: its file is journal and replica. */
#ifndef LOGE_TESTS_BENCH_TILL_H
#define LOGE_TESTS_BENCH_TILL_H

#include <sqlite3.h>

#include "sync/lite_till.h"
#include "sync/till_crypt.h"
#include "tests/bench/house.h"

struct bench_till {
    struct bench_house house; /* its desk is the till's */
    struct till_crypt crypt;
    struct chain_crypt chain;
    struct lite_till *file;
    struct till_disk disk;
    struct till_sync core;
};

/* Makes the house, of a multiple of 100 seats, and starts the till on it. */
void bench_till_open(struct bench_till *till, int seats);
void bench_till_close(struct bench_till *till);

/* As a program that starts: opens the file and reads what the till is; desk and journal are not
 * connected. */
void bench_till_start(struct bench_till *till);
void bench_till_stop(struct bench_till *till);

/* The till's own connection: nobody else may have one. */
sqlite3 *bench_till_db(struct bench_till *till);

#endif
