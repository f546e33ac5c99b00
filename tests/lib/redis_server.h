/*
 * Real Redis servers for a test: started in a folder of their own, on a unix socket (or, as a
 * cluster, on loopback ports), stopped by their id, and gone with the test program however it ends.
 */
#ifndef LOGE_TESTS_LIB_REDIS_SERVER_H
#define LOGE_TESTS_LIB_REDIS_SERVER_H

#include <stdbool.h>
#include <sys/types.h>

struct redis_server {
    char dir[128], address[160]; /* address: unix:/... or 127.0.0.1:port */
    pid_t pid;
    int output;
    int port; /* 0: unix socket */
};

/* Is redis-server installed? Otherwise prints TAP's "skip all" and the program should return 0. */
bool redis_server_here(void);

/* All fail the running test when they cannot. */
void redis_server_start(struct redis_server *server);
void redis_server_stop(struct redis_server *server);    /* and removes its folder */
void redis_server_kill(struct redis_server *server);    /* at once; the folder stays */
void redis_server_restart(struct redis_server *server); /* after a kill, with what was saved */
void redis_server_freeze(struct redis_server *server);  /* SIGSTOP */
void redis_server_thaw(struct redis_server *server);
/* Runs one command given as words (ends with NULL); the reply as text, owned by the caller. */
char *redis_server_say(const struct redis_server *server, const char *first, ...)
    __attribute__((sentinel));
int redis_server_keys(const struct redis_server *server); /* how many there are */

enum { REDIS_CLUSTER = 3 };
void redis_cluster_start(struct redis_server nodes[REDIS_CLUSTER]);
void redis_cluster_wait(const struct redis_server nodes[REDIS_CLUSTER]); /* until it is whole */
void redis_cluster_stop(struct redis_server nodes[REDIS_CLUSTER]);

#endif
