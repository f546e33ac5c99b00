/*
 * The counter on a thread of its own. Commands come in and answers go out by bounded queues; while
 * nothing is asked it sleeps until the store's watch descriptor says that somebody else may have
 * changed the open show (or looks twice a second where there is none), and sweeps expired holds.
 */
#ifndef LOGE_ENGINE_COUNTER_THREAD_H
#define LOGE_ENGINE_COUNTER_THREAD_H

#include "src/engine/counter.h"

struct counter_thread;

/* The thread uses the counter (and its desk and store) alone until counter_thread_stop. */
struct counter_thread *counter_thread_start(struct counter *counter, struct err *err) MUST_USE;

/* After EVT_CLOSED: why the counter could not begin. */
const struct err *counter_thread_fault(const struct counter_thread *thread);

/* The screen's end; valid until the thread is stopped. */
struct counter_port counter_thread_port(struct counter_thread *thread);

/* Finishes what was begun, drops answers nobody took, joins. NULL inside is fine. */
void counter_thread_stop(struct counter_thread **thread);

#endif
