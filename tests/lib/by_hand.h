/* Entries of a journal made by hand, and signed, in SQL: tests/lib/by_hand.sql. */
#ifndef LOGE_TESTS_LIB_BY_HAND_H
#define LOGE_TESTS_LIB_BY_HAND_H

#include <libpq-fe.h>

/* Makes the schema hand; conn is the superuser's. Fails the running test when it cannot. */
void by_hand_make(PGconn *conn);

#endif
