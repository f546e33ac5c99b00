/* A server at Redis' address that is not to be trusted: a process that answers as it is told. */
#ifndef LOGE_TESTS_LIB_REDIS_LIAR_H
#define LOGE_TESTS_LIB_REDIS_LIAR_H

#include <sys/types.h>

enum lie {
    LIE_OK,       /* +OK to everything */
    LIE_NONSENSE, /* bytes that are no reply */
    LIE_GRANTED,  /* every lock is granted, everything is recorded */
    LIE_HELD,     /* every seat is held, newer than anybody saw, for ever */
    LIE_BUSY,     /* every seat is being worked on, for ever */
};

struct redis_liar {
    char dir[128], address[160];
    pid_t pid;
};

void redis_liar_start(struct redis_liar *liar, enum lie lie);
void redis_liar_stop(struct redis_liar *liar);

#endif
