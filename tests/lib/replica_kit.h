/*
 * A contract house in PostgreSQL with a desk on it where anything at all happens, and replicas of
 * it in files of their own.
 */
#ifndef LOGE_TESTS_LIB_REPLICA_KIT_H
#define LOGE_TESTS_LIB_REPLICA_KIT_H

#include "src/engine/desk.h"
#include "sync/lite_replica.h"
#include "tests/contract/contract.h"

struct replica_file {
    char path[CONTRACT_PATH + 16];
    struct lite_till *till;
};

struct replica_kit {
    struct contract *c;
    struct desk desk;    /* on the house */
    struct store *login; /* whoever pulls */
    int most;            /* rows of a piece; 0: as many as are good */
    struct act_meta meta;
    struct outcome out;
    uint64_t chance;
    bool late, ten; /* the show, the voucher are there */
    int acts;       /* that took place */
};

void replica_kit_open(struct replica_kit *kit, struct contract *c, uint64_t seed);

/* Something happens in the house; some of it is refused. */
void replica_kit_act(struct replica_kit *kit);
int replica_kit_below(struct replica_kit *kit, int most); /* a number from 0 on */

/* A new empty file, open as a till's. */
void replica_file_make(struct replica_kit *kit, struct replica_file *file, const char *name);
void replica_file_open(struct replica_kit *kit, struct replica_file *file);
void replica_file_close(struct replica_file *file);

/* Asks the house for a piece, which lives in the arena. */
struct replica_rows *replica_file_ask(struct replica_kit *kit, struct replica_file *file);
void replica_file_take(struct replica_file *file, const struct replica_rows *rows);
/* Until there is no more; returns how many pieces it took. */
int replica_file_pull(struct replica_kit *kit, struct replica_file *file);

#endif
