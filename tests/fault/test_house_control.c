/*
 * The verdict of field.h has to find what it is there for: a house that was sound is tampered with
 * by somebody who may do anything, one thing at a time, and each time something has to be found.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "tests/fault/field.h"
#include "tests/lib/temp_dir.h"

enum { WORK = 120 };

/* An act that was acknowledged, and every trace of it (or only some). */
#define ACT  "(SELECT key FROM loge.event WHERE seat_no >= 0 AND act = 0 ORDER BY id DESC LIMIT 1)"
#define SOLD "(SELECT seat_no FROM loge.show_seat WHERE status = 2 ORDER BY seat_no LIMIT 1)"

static const struct {
    const char *what, *sql;
} tampers[] = {
    {"an act is lost from the log", "DELETE FROM loge.event WHERE key = " ACT},
    {"an act is lost whole",
     "CREATE TABLE public.gone AS SELECT * FROM loge.event WHERE key = " ACT ";"
     "UPDATE loge.show_seat AS s SET status = 0, version = g.version - 1, holder = NULL,"
     " held_until = 0 FROM public.gone AS g WHERE s.seat_no = g.seat_no AND s.version = g.version;"
     "DELETE FROM loge.claim WHERE hold_id IN (SELECT subject FROM public.gone);"
     "DELETE FROM loge.event WHERE key IN (SELECT key FROM public.gone);"
     "DELETE FROM loge.receipt WHERE key IN (SELECT key FROM public.gone);"
     "DELETE FROM loge.hold WHERE id IN (SELECT subject FROM public.gone)"},
    {"an act is done by somebody else's key",
     "UPDATE loge.event SET key = gen_random_uuid() WHERE key = " ACT},
    {"a seat is sold twice",
     "INSERT INTO loge.ticket SELECT house, sale, gen_random_uuid(), code || 'X', show_no,"
     " (SELECT seat_no FROM loge.show_seat WHERE status = 0 LIMIT 1), status, type, class_no,"
     " generation, price, discount, fee, tax, total, version FROM loge.ticket WHERE status = 0"
     " LIMIT 1"},
    {"a sold seat is free again",
     "UPDATE loge.show_seat SET status = 0, holder = NULL WHERE seat_no = " SOLD},
    {"money is missing",
     "DELETE FROM loge.payment WHERE id = (SELECT id FROM loge.payment LIMIT 1)"},
    {"a version jumps", "UPDATE loge.show_seat SET version = version + 1 WHERE seat_no = " SOLD},
    {"the log says another name",
     "UPDATE loge.event SET actor = 'nobody' WHERE id = (SELECT min(id) FROM loge.event"
     " WHERE seat_no >= 0)"},
};

static void tamper(struct field *field, const char *sql)
{
    char url[PG_URL];
    PGconn *conn = pg_server_connect(pg_server_url(field->database, NULL, NULL, url));
    pg_server_do(conn, "SET session_replication_role = replica"); /* no foreign key minds */
    pg_server_do(conn, sql);
    PQfinish(conn);
}

static void tampering_is_found(void **state)
{
    struct field field;
    char sound[PG_NAME];
    field_open(&field, &(struct field_wish){.name = "control"});
    field_wait(&field, WORK);
    field_stop(&field);
    assert_int_equal(field_findings(&field), 0); /* and seals the log */
    snprintf(sound, sizeof sound, "%s", field.database);
    for (int i = 0; i < COUNT_OF(tampers); i++) {
        pg_server_database(sound, field.database);
        tamper(&field, tampers[i].sql);
        if (!field_findings(&field))
            fail_msg("nobody noticed that %s", tampers[i].what);
    }
    temp_dir_remove(field.dir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {FIELD_TEST(tampering_is_found)};
    if (pg_server_skip() || !redis_server_here())
        return 0;
    return cmocka_run_group_tests(tests, field_servers_start, field_servers_stop);
}
