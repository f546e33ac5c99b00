/*
 * A growing array in an arena, typed: LIST(struct seat_change) seats;
 * LIST_ADD returns a pointer to a new zeroed element, valid until the next LIST_ADD.
 */
#ifndef LOGE_BASE_LIST_H
#define LOGE_BASE_LIST_H

#include "src/base/arena.h"

#define LIST(type)       \
    struct {             \
        type *at;        \
        int count, room; \
    }

#define LIST_RESERVE(arena, list, want)                                               \
    ((list)->room >= (want)                                                           \
         ? (void)0                                                                    \
         : (void)((list)->at = arena_grow((arena), (list)->at, (size_t)(list)->count, \
                                          (size_t)(want), sizeof *(list)->at),        \
                  (list)->room = (want)))

#define LIST_ADD(arena, list)                                                  \
    (((list)->count == (list)->room                                            \
          ? LIST_RESERVE((arena), (list), (list)->room ? (list)->room * 2 : 4) \
          : (void)0),                                                          \
     &(list)->at[(list)->count++])

#endif
