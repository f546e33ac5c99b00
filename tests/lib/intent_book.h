/* Intents in memory, by the contract of port/intent.h; sales are those of the given store. */
#ifndef LOGE_TESTS_LIB_INTENT_BOOK_H
#define LOGE_TESTS_LIB_INTENT_BOOK_H

#include "src/port/intent.h"
#include "src/port/store.h"

struct intent_book;

struct intent_book *intent_book_new(struct store *sales);
void intent_book_free(struct intent_book **);
/* Whom to ask, as store_ops.intents does it. */
struct store *intent_book_store(struct intent_book *, const struct intent_ops **);

#endif
