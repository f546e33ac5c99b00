/*
 * PgBouncer in session mode in front of the test program's PostgreSQL: on a loopback port, with the
 * given logins (all with PG_PASSWORD), gone with the program.
 */
#ifndef LOGE_TESTS_LIB_BOUNCER_H
#define LOGE_TESTS_LIB_BOUNCER_H

#include <stdbool.h>
#include <sys/types.h>

struct bouncer {
    char dir[128];
    pid_t pid;
    int output, port;
};

/* Is it installed? Otherwise prints TAP's "skip all" and returns true. */
bool bouncer_skip(void);

/* logins ends with NULL. All fail the running test when they cannot. */
void bouncer_start(struct bouncer *bouncer, const char *const *logins);
void bouncer_kill(struct bouncer *bouncer); /* at once; lines through it are cut */
void bouncer_restart(struct bouncer *bouncer);
void bouncer_stop(struct bouncer *bouncer);

#endif
