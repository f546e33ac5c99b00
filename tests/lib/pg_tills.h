/*
 * A house on PostgreSQL, and tills that were cut off from it with the same hall before them: each
 * with a file of its own, a journal in it, and a line to the house over which nothing goes by
 * itself.
 */
#ifndef LOGE_TESTS_LIB_PG_TILLS_H
#define LOGE_TESTS_LIB_PG_TILLS_H

#include "src/adapter/pg_upstream.h"
#include "tests/lib/pg_house.h"
#include "tests/lib/till_file.h"

enum { PG_TILLS = 2, PG_TILL_ENTRIES = 512 };

struct pg_till {
    struct house_fixture home; /* its own file; acts are journalled */
    struct till_file file;
    struct upstream *up;
    struct arena *arena;
    enum entry_state state[PG_TILL_ENTRIES]; /* by seq, as the house said it */
    enum verdict reason[PG_TILL_ENTRIES];
    enum merge_class heading[PG_TILL_ENTRIES];
    enum sync_status trouble; /* the last answer's, when it was not SYNC_OK */
    enum quarantine quarantine;
    uint64_t hellos; /* that were not the core's */
};

struct pg_shop {
    struct house_fixture house; /* the house's own desk, online */
    char database[PG_NAME], mark[PG_LOGIN_TEXT], anna[PG_LOGIN_TEXT];
    PGconn *root;
    struct pg_till till[PG_TILLS];
};

/* cmocka setup and teardown: *state is a struct pg_shop; the tills "till-1" and "till-2" are
 * enrolled and closed off, and anna, mark and ruth have signed in at both. The teardown fails when
 * the house's books are not right. */
int pg_shop_setup(void **state);
int pg_shop_teardown(void **state);

/* A line of somebody else's login, or of somebody else's key. */
struct upstream *pg_shop_line(struct pg_shop *shop, const char *login, const struct sign_key *key);
/* A person has signed in there before it was closed off. */
void pg_till_knows(struct pg_shop *shop, const struct pg_till *till, const char *person);
void pg_shop_pass(struct pg_shop *shop, int64_t ms); /* time, at the house and at all tills */

/* Everything that can come home does: says what the till has to say until it is quiet. */
void pg_till_push(struct pg_shop *shop, struct pg_till *till);
/* Its replica becomes as the house is. */
void pg_till_pull(struct pg_till *till);
/* One message, and its answer in the till's arena; fails the test when the line does. */
struct sync_message pg_till_ask(struct pg_till *till, const struct sync_message *message);
/* A hello as the core would say it now. */
struct sync_message pg_till_hello(struct pg_till *till);
/* All entries of its journal, in a session of their own that this begins. */
struct sync_message pg_till_whole_batch(struct pg_till *till);
/* The till's program starts anew on its file. */
void pg_till_restart(struct pg_till *till);
/* The same; meanwhile the file is copied into a backup, or the backup is put back. */
void pg_till_back_up(struct pg_till *till);
void pg_till_put_back(struct pg_till *till);

/* What the house's books have wrong; "" when nothing is. Names the first. */
const char *pg_shop_faults(struct pg_shop *shop, char out[300]);

/* What the house said of an entry. */
#define ASSERT_ENTRY(till, seq, expected)                                                     \
    do {                                                                                      \
        if ((till)->state[seq] != (expected))                                                 \
            fail_msg("entry %d is %s (%s)", (int)(seq), entry_state_name((till)->state[seq]), \
                     verdict_code((till)->reason[seq]));                                      \
    } while (0)

#endif
