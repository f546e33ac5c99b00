/*
 * The real `loge serve` for a field, as a process of its own at a port that stays. All fail the
 * running test when they cannot. It is gone with the test program, whatever becomes of that.
 */
#ifndef LOGE_TESTS_FAULT_SERVICE_H
#define LOGE_TESTS_FAULT_SERVICE_H

#include "tests/fault/field.h"

struct service {
    const struct field *field;
    pid_t pid;
};

/* A till of the house, at the port of the field's wish; then it is started. */
void service_open(struct service *service, const struct field *field);
/* Until it listens; the house has to be there. */
void service_start(struct service *service);
/* At once and without a word; or told to end, which it does when whoever asked is answered. */
void service_kill(struct service *service);
void service_drain(struct service *service);
/* A service that is not there is fine. */
void service_close(struct service *service);

#endif
