#include "config.h"

#include "tests/lib/replica_dump.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/list.h"

static const char faults[] = "== faults\n";

static const char *const tables[] = {
    "house",        "staff",    "customer",   "hall",      "hall_document", "hall_class",
    "hall_section", "hall_row", "hall_area",  "hall_seat", "show",          "price",
    "till_show",    "shift",    "shift_move", "hold",      "claim",         "show_seat",
    "sale",         "ticket",   "payment",    "voucher",   "waitlist",      "ticket_key",
    "admission",    "scan",     "checkin"};

static int add_row(void *ctx, int columns, char **values, char **names)
{
    FILE *to = ctx;
    for (int i = 0; i < columns; i++)
        fprintf(to, "%s%s", i ? "|" : "", values[i] ? values[i] : "-");
    fputc('\n', to);
    return 0;
}

static void dump_table(sqlite3 *db, const char *table, FILE *to)
{
    char sql[300], *why = NULL;
    fprintf(to, "== %s\n", table);
    snprintf(sql, sizeof sql,
             "SELECT 'SELECT ' || group_concat(CASE type WHEN 'BLOB' THEN 'hex(' || name || ')'"
             " ELSE name END) || ' FROM %s ORDER BY 1, 2' FROM pragma_table_info('%s')"
             " WHERE name NOT IN ('failures', 'locked_until', 'pin_hash', 'badge')",
             table, table);
    sqlite3_stmt *stmt;
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &stmt, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
    if (sqlite3_exec(db, (const char *)sqlite3_column_text(stmt, 0), add_row, to, &why))
        fail_msg("%s: %s", table, why);
    sqlite3_finalize(stmt);
}

const char *replica_dump(struct arena *arena, const char *path)
{
    sqlite3 *db;
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    for (int i = 0; i < COUNT_OF(tables); i++)
        dump_table(db, tables[i], to);
    fprintf(to, "%s", faults);
    assert_int_equal(sqlite3_exec(db, "PRAGMA foreign_key_check", add_row, to, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "SELECT * FROM qa_invariants", add_row, to, NULL), SQLITE_OK);
    sqlite3_close(db);
    fclose(to);
    const char *kept = arena_strdup(arena, text);
    free(text);
    return kept;
}

void replica_assert_same(const char *ours, const char *other)
{
    const char *line = ours, *of_other = other;
    for (; *ours && *ours == *other; ours++, other++)
        if (*ours == '\n') {
            line = ours + 1;
            of_other = other + 1;
        }
    if (*ours != *other)
        fail_msg("they differ:\n%.300s\n----\n%.300s", line, of_other);
}

void replica_assert_sound(const char *dump)
{
    const char *found = strstr(dump, faults);
    assert_non_null(found);
    assert_string_equal(found, faults);
}
