/*
 * A chore on a thread of its own, with a desk of its own, until it is stopped.
 *
 * Signals stay with whoever starts it. Stopping waits for the step that is under way and no longer.
 */
#ifndef LOGE_ENGINE_CHORE_THREAD_H
#define LOGE_ENGINE_CHORE_THREAD_H

#include "src/engine/chore.h"

struct chore_thread;

/* The desk is the thread's until it was stopped. NULL and why: the system has no thread left. */
struct chore_thread *chore_thread_start(const struct chore *chore, struct desk *desk,
                                        const struct actor *actor, struct err *err) MUST_USE;
/* From any thread: something has happened that it should look at now. */
void chore_thread_wake(struct chore_thread *thread);
/* How long it has been at the step it is at; 0: it rests. From any thread. */
int64_t chore_thread_busy_ms(const struct chore_thread *thread);
/* Asks it to end, and does not wait. */
void chore_thread_stop(struct chore_thread *thread);
/* Stops it and waits for its end. NULL inside is fine. */
void chore_thread_join(struct chore_thread **thread);

#endif
