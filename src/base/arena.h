/*
 * Arena: memory that lives as long as one command.
 *
 * Rows read from a store, parsed JSON and plans are allocated here and go away together; nothing
 * is freed one by one. Running out of memory aborts, so callers never check for NULL.
 * One arena belongs to one thread.
 */
#ifndef LOGE_BASE_ARENA_H
#define LOGE_BASE_ARENA_H

#include <stddef.h>

#include "src/base/attr.h"

struct arena;

struct arena *arena_new(void) RETURNS_FRESH;
void arena_free(struct arena **arena); /* frees everything and nulls the pointer; NULL is fine */
void arena_reset(struct arena *arena); /* forgets everything, keeps some memory for reuse */

/* Zeroed, aligned for any type. count * size is checked for overflow. */
void *arena_alloc(struct arena *arena, size_t size) __attribute__((returns_nonnull));
void *arena_array(struct arena *arena, size_t count, size_t size) __attribute__((returns_nonnull));

/* A larger copy of an array (old may be NULL); the new tail is zeroed. */
void *arena_grow(struct arena *arena, const void *old, size_t old_count, size_t new_count,
                 size_t size) __attribute__((returns_nonnull));

/* Gives a large piece back early; of a small one, or one of another arena, nothing happens. `size`
 * is what was asked for. */
void arena_give_back(struct arena *arena, const void *memory, size_t size);

char *arena_strdup(struct arena *arena, const char *text) __attribute__((returns_nonnull));
char *arena_strndup(struct arena *arena, const char *text, size_t length)
    __attribute__((returns_nonnull));
char *arena_printf(struct arena *arena, const char *fmt, ...) PRINTF(2, 3)
    __attribute__((returns_nonnull));

/* Heap memory outside any arena, for things that outlive a command. All abort when out of memory.
 */
void *x_alloc(size_t size) RETURNS_FRESH;           /* zeroed */
void *x_resize(void *memory, size_t size) MUST_USE; /* of x_alloc; what is new is not zeroed */
char *x_strdup(const char *text) RETURNS_FRESH;

#endif
