/*
 * A house in the field: real servers, several tills at work as processes of their own, and somebody
 * who breaks things. However it went, field_close() ends in one verdict:
 *
 *   - the histories of all tills and the house's log fit together (history_check.h),
 *   - the house verifies: seats = holds = sales = audit (audit_verify, qa.invariants()),
 *   - each till's own map is the house's in the end,
 *   - nothing is stuck: a day later one sweep leaves nothing held, no lock in Redis lacks an end,
 *     and the registry is what the house says,
 *   - nobody waited for one another in a circle,
 *   - something was really fired, and something was really sold.
 *
 * All fail the running test when they cannot.
 */
#ifndef LOGE_TESTS_FAULT_FIELD_H
#define LOGE_TESTS_FAULT_FIELD_H

#include "tests/fault/clerk.h"
#include "tests/fault/history_check.h"
#include "tests/lib/pg_house.h"
#include "tests/lib/redis_server.h"

struct field_wish {
    const char *name;
    const char *redis; /* an address other than the field's own server's */
    const char *host;  /* NULL: the socket; else where PostgreSQL is reached: "host=... port=..." */
    bool narrow;       /* everybody wants the same few seats */
    int64_t skew_ms;   /* each till's clock is so much more wrong than the one before */
    bool spoilt;  /* garbage in Redis: a lock that was made one stays until its seat is wanted */
    bool crashes; /* the server loses its statistics: deadlocks cannot be counted */
    bool others;  /* somebody sells who writes no history */
};

struct field {
    struct field_wish wish;
    char dir[128], database[PG_NAME];
    int clerks, said, go[2];
    pid_t pids[CLERKS_MAX];
    struct clerk_job jobs[CLERKS_MAX];
    struct board *board;
    uint64_t dice;
    int fired, done, refused, away, unknown, lost;
};

/* Setup and teardown of a program's tests: the servers. */
int field_servers_start(void **state);
int field_servers_stop(void **state);
extern struct redis_server field_redis;
/* Setup and teardown of one test. After a failure the tills are sent home. */
int field_prepare(void **state);
int field_clear(void **state);
#define FIELD_TEST(name) cmocka_unit_test_setup_teardown(name, field_prepare, field_clear)

/* How often a fault is fired: so many times, times ROUNDS. */
int field_rounds(int few);
/* Logins of the clerks and of the one who checks, for whoever keeps a list of them. */
const char *field_login(int clerk, char login[PG_LOGIN_TEXT]);

void field_open(struct field *field, const struct field_wish *wish);
/* A number from low up to (not including) high, from SEED. */
int field_roll(struct field *field, int low, int high);
/* Until the tills have been answered so many more times. */
void field_wait(struct field *field, int answers);
/* The same, up to a moment nobody chose. */
void field_work(struct field *field);
/* Until a counter has reached this. */
void field_wait_for(struct field *field, const _Atomic int *counter, int value);
/* Until tills have been told so many more times that the house is away, or that nobody knows. */
void field_wait_trouble(struct field *field, int times);
/* Until a moment of at most so many milliseconds is over, whatever the tills do. */
void field_pass(struct field *field, int most_ms);
/* The tills begin nothing new, until they may again. */
void field_rest(struct field *field, bool rest);
/* SQL as the superuser; the first column of the first row as a number. */
long long field_sql(struct field *field, const char *sql);
/* Sends a till this signal when it comes to a moment, and waits until that has happened. */
void field_strike(struct field *field, int clerk, enum tap_moment moment, int signal);
/* A till that was killed is there again; it asks for what it does not know. */
void field_again(struct field *field, int clerk);
void field_close(struct field *field);
/* The end without the verdict: all tills have gone home. */
void field_stop(struct field *field);
/* What the verdict would find in histories, log and sums; nothing is failed or printed. */
int field_findings(struct field *field);

#endif
