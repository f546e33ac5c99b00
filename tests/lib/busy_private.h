/* What the two halves of tests/lib/busy.h share: what happens (busy.c), and what has to hold
 * (busy_rules.c). */
#ifndef LOGE_TESTS_BUSY_PRIVATE_H
#define LOGE_TESTS_BUSY_PRIVATE_H

#include "src/engine/counter.h"
#include "tests/lib/busy.h"
#include "tests/lib/house.h"
#include "tests/lib/till.h"

enum { BUSY_ANSWERS = 256, BUSY_HOLDS = 64, BUSY_FAULT = 16384 };

struct busy {
    struct house_fixture *house;
    struct crypt_port crypt;
    struct counter counter;
    struct counter_port port;
    struct evt answers[BUSY_ANSWERS]; /* on their way */
    int count;
    bool slow, full;
    struct till *till;
    struct keys *keys;
    struct hand hand;
    struct arena *arena; /* of one step */
    /* the key that is being heard */
    bool pressing;
    int32_t code;
    /* the holds as they were known last */
    struct {
        struct uuid id;
        int64_t expires_at;
    } holds[BUSY_HOLDS];
    int hold_count;
    int extended; /* answers that may make a hold last longer */
    enum busy_defect defect;
    char *fault; /* the first; NULL: none yet */
    struct busy_sums sums;
};

/* Before a command is served: was it confirmed? */
void busy_check_command(struct busy *busy, const struct cmd *cmd);
/* When it has been: was that sum shown? */
void busy_check_answer(struct busy *busy, const struct cmd *cmd, const struct evt *evt);
/* When all has been heard. */
void busy_check(struct busy *busy);
/* A new console knows no holds yet. */
void busy_forget_holds(struct busy *busy);

#endif
