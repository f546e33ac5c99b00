/*
 * A house in the field: real servers, several tills at work as processes of their own, and somebody
 * who breaks things. However it went, field_close() ends in one verdict, by judges who only look
 * (what can be mended the tills have mended by themselves, or it is found):
 *
 *   - each till's own map is the house's in the end,
 *   - the histories of all tills and the house's log fit together (history_check.h),
 *   - seats = holds = sales = log, in counts and in money,
 *   - the house verifies (audit_verify, qa.invariants()),
 *   - the registry knows what the house knows, seat by seat,
 *   - no lock in Redis lacks an end,
 *   - nobody waited for one another in a circle,
 *   - nothing is stuck: a day later one sweep leaves nothing held, and the house verifies,
 *   - something was really fired, tills were really hit by it, and something was really sold.
 *
 * test_house_control.c shows that each of them finds what it is there for. All fail the running
 * test when they cannot.
 */
#ifndef LOGE_TESTS_FAULT_FIELD_H
#define LOGE_TESTS_FAULT_FIELD_H

#include "tests/fault/clerk.h"
#include "tests/fault/history_check.h"
#include "tests/lib/pg_house.h"
#include "tests/lib/redis_server.h"

/* Who was hit by what was fired; counted as field.hit. */
enum hurt {
    HURT_COUNTED, /* the test counts itself */
    HURT_HOUSE,   /* acts that the house did not answer */
    HURT_REDIS,   /* calls to Redis that had no answer */
    HURT_ANOTHER, /* acts that met another's: at a lock in Redis, or at the house */
};

enum judge {
    JUDGE_MAPS,
    JUDGE_HISTORIES,
    JUDGE_SUMS,
    JUDGE_AUDIT,
    JUDGE_REGISTRY,
    JUDGE_LOCKS,
    JUDGE_CIRCLES,
    JUDGE_STUCK,
    JUDGES,
};

struct field_wish {
    const char *name;
    enum hurt hurt;
    const char *redis;                  /* an address other than the field's own server's ... */
    const struct redis_server *servers; /* ... and what is behind it; NULL: the field's own */
    int server_count;
    const char *host; /* NULL: the socket; else where PostgreSQL is reached: "host=... port=..." */
    bool narrow;      /* everybody wants the same few seats */
    int shops, doors; /* beside the tills; a shop sells at the service ... */
    int port;         /* ... at this port of this machine */
    int64_t skew_ms;  /* each till's clock is so much more wrong than the one before */
    bool crashes;     /* the server loses its statistics: deadlocks cannot be counted */
    bool keep;        /* each till has joined, and keeps what the house acknowledges */
    bool others;      /* somebody sells who writes no history */
    bool timeless;    /* in the end no till mends anything; for controls */
};

struct field {
    struct field_wish wish;
    char dir[128], database[PG_NAME];
    int tills, clerks; /* the first are at tills */
    int said, go[2];
    pid_t pids[CLERKS_MAX];
    struct clerk_job jobs[CLERKS_MAX];
    struct board *board;
    uint64_t dice;
    int fired, hit, done, refused, away, unknown, lost;
    int wrong_maps;              /* tills whose map was not the house's in the end, and ... */
    char wrong[LAST_WORDS + 80]; /* ... what the last of them said */
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
/* How often tills were hit so far. Where chance decides, a fault is fired until they were. */
int field_hits(const struct field *field);
/* The tills begin nothing new, until they may again. */
void field_rest(struct field *field, bool rest);
/* SQL as the superuser; the first column of the first row as a number. */
long long field_sql(struct field *field, const char *sql);
/* Any SQL, with nobody minding what it breaks. */
void field_tamper(struct field *field, const char *sql);
/* Sends a till this signal when it comes to a moment, and waits until that has happened. */
void field_strike(struct field *field, int clerk, enum tap_moment moment, int signal);
/* kill -9, at whatever it is. */
void field_kill(struct field *field, int clerk);
/* A till that was killed is there again; it asks for what it does not know. */
void field_again(struct field *field, int clerk);
void field_close(struct field *field);
/* Nobody does anything any more; what is looked at in the end has not been yet. */
void field_quiet(struct field *field);
/* The end without the verdict: all tills have gone home. */
void field_stop(struct field *field);

#endif
