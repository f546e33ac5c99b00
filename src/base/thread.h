/* Threads that no signal reaches: signals belong to the thread that draws. */
#ifndef LOGE_BASE_THREAD_H
#define LOGE_BASE_THREAD_H

#include <pthread.h>

#include "src/base/attr.h"

/* As pthread_create: 0, or an errno. */
int thread_create_unsignalled(pthread_t *thread, void *(*run)(void *ctx), void *ctx) MUST_USE;

#endif
