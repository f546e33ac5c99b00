#include "config.h"

#include "tests/bench/set_rows.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/list.h"
#include "tests/bench/bench.h"

enum { COLUMNS_MOST = 32, SQL_TEXT = 4000, BINARY = 1 };

/* What a journal writes, in an order that suits the foreign keys. `of`: the entry's number, of a
 * row t. keys: NULL for a table that rows are added to; else those by which they are found. */
static const struct table {
    const char *name, *of, *keys, *changed;
} tables[] = {
    /* (the till's shift was opened before) */
    {"hold", "(SELECT n FROM whose WHERE id = t.id)", NULL, NULL},
    {"show_seat", "(SELECT n FROM whose WHERE id = t.holder)", "house show_no seat_no",
     "status version holder held_until"},
    {"claim", "(SELECT n FROM whose WHERE id = t.hold_id)", NULL, NULL},
    {"sale", "(SELECT n FROM whose WHERE id = t.id)", NULL, NULL},
    {"ticket", "(SELECT n FROM whose WHERE id = t.sale)", NULL, NULL},
    {"payment", "(SELECT n FROM whose WHERE id = t.sale)", NULL, NULL},
    {"event", "(SELECT n FROM wrote WHERE key = t.key)", NULL, NULL},
    {"entry", "t.seq", NULL, NULL},
    {"receipt", "(SELECT n FROM wrote WHERE key = t.key)", NULL, NULL},
    {"journal", "0", "house device", "session last_seq last_hash boot mono wall heard_at"},
};

enum { TABLES = sizeof tables / sizeof *tables };

struct column {
    char name[40], type[40];
    bool array, changed, key;
};

struct statement {
    struct column columns[COLUMNS_MOST];
    int count;
    char name[40], sql[SQL_TEXT];
};

struct set_rows {
    struct statement of[TABLES];
    PGresult *(*batches)[TABLES]; /* one row: an array a column */
    int count;
};

/* ---- asking --------------------------------------------------------------------------------- */

static PGresult *expect(PGconn *conn, PGresult *result, const char *what)
{
    ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK)
        bench_fail("%s: %s", what, PQerrorMessage(conn));
    return result;
}

static void run(PGconn *conn, const char *sql)
{
    PQclear(expect(conn, PQexec(conn, sql), sql));
}

static bool is_named(const char *names, const char *name)
{
    size_t size = strlen(name);
    for (const char *at = names; at && (at = strstr(at, name)) != NULL; at += size)
        if ((at == names || at[-1] == ' ') && (at[size] == ' ' || !at[size]))
            return true;
    return false;
}

/* Which column of an array is an array itself: it travels as text, because a set of them would be
 * one large array. */
static void read_columns(PGconn *conn, const struct table *table, struct statement *to)
{
    char sql[400];
    snprintf(sql, sizeof sql,
             "SELECT attname, format_type(atttypid, atttypmod), atttypid::regtype::text LIKE"
             " '%%[]' FROM pg_attribute WHERE attrelid = 'loge.%s'::regclass AND attnum > 0 AND"
             " NOT attisdropped AND attgenerated = '' ORDER BY attnum",
             table->name);
    PGresult *result = expect(conn, PQexec(conn, sql), sql);
    for (int i = 0; i < PQntuples(result); i++) {
        struct column column = {.array = *PQgetvalue(result, i, 2) == 't'};
        snprintf(column.name, sizeof column.name, "%s", PQgetvalue(result, i, 0));
        snprintf(column.type, sizeof column.type, "%s", PQgetvalue(result, i, 1));
        column.key = is_named(table->keys, column.name);
        column.changed = is_named(table->changed, column.name);
        if (to->count == COLUMNS_MOST)
            bench_fail("loge.%s has too many columns", table->name);
        if (!table->keys || column.key || column.changed)
            to->columns[to->count++] = column;
    }
    PQclear(result);
}

/* ---- statements ----------------------------------------------------------------------------- */

static void add(struct statement *to, const char *format, ...) PRINTF(2, 3);

static void add(struct statement *to, const char *format, ...)
{
    size_t at = strlen(to->sql);
    va_list args;
    va_start(args, format);
    vsnprintf(to->sql + at, sizeof to->sql - at, format, args);
    va_end(args);
}

static void add_names(struct statement *to, const char *before)
{
    for (int i = 0; i < to->count; i++)
        add(to, "%s%s%s", i ? ", " : "", before, to->columns[i].name);
}

/* The rows as a set: unnest(a, b, ...) AS r (a, b, ...), arrays of arrays as their texts. */
static void add_set(struct statement *to)
{
    add(to, " FROM unnest(");
    for (int i = 0; i < to->count; i++)
        add(to, "%s$%d::%s[]", i ? ", " : "", i + 1,
            to->columns[i].array ? "text" : to->columns[i].type);
    add(to, ") AS r (");
    add_names(to, "");
    add(to, ")");
}

static void write_insert(const struct table *table, struct statement *to)
{
    add(to, "INSERT INTO loge.%s (", table->name);
    add_names(to, "");
    add(to, ") SELECT ");
    for (int i = 0; i < to->count; i++)
        add(to, "%sr.%s::%s", i ? ", " : "", to->columns[i].name, to->columns[i].type);
    add_set(to);
}

static void write_update(const struct table *table, struct statement *to)
{
    const char *between = "";
    add(to, "UPDATE loge.%s AS t SET ", table->name);
    for (int i = 0; i < to->count; i++)
        if (to->columns[i].changed) {
            add(to, "%s%s = r.%s", between, to->columns[i].name, to->columns[i].name);
            between = ", ";
        }
    add_set(to);
    between = " WHERE ";
    for (int i = 0; i < to->count; i++)
        if (to->columns[i].key) {
            add(to, "%st.%s = r.%s", between, to->columns[i].name, to->columns[i].name);
            between = " AND ";
        }
}

static void write_statement(PGconn *conn, const struct table *table, struct statement *to)
{
    snprintf(to->name, sizeof to->name, "put_%s", table->name);
    read_columns(conn, table, to);
    if (table->keys)
        write_update(table, to);
    else
        write_insert(table, to);
}

/* ---- learning ------------------------------------------------------------------------------- */

static void find_owners(PGconn *conn)
{
    run(conn, "CREATE TEMP TABLE wrote AS SELECT uid AS key, seq AS n FROM loge.entry");
    run(conn, "CREATE TEMP TABLE whose AS SELECT v.subject AS id, min(w.n) AS n FROM loge.event AS"
              " v JOIN wrote AS w ON w.key = v.key WHERE v.subject IS NOT NULL GROUP BY 1");
    run(conn, "ALTER TABLE wrote ADD PRIMARY KEY (key)");
    run(conn, "ALTER TABLE whose ADD PRIMARY KEY (id)");
    run(conn, "ANALYZE wrote, whose");
}

/* The entries after `first`, up to and with `last`; what is 0 is a row of every batch. */
static PGresult *learn(PGconn *conn, const struct table *table, const struct statement *from,
                       int first, int last)
{
    struct statement ask = {.sql = "SELECT "};
    for (int i = 0; i < from->count; i++)
        add(&ask, "%sarray_agg(t.%s%s ORDER BY t.ctid)", i ? ", " : "", from->columns[i].name,
            from->columns[i].array ? "::text" : "");
    add(&ask, " FROM loge.%s AS t WHERE (%s > %d AND %s <= %d) OR %s = 0", table->name, table->of,
        first, table->of, last, table->of);
    return expect(conn, PQexecParams(conn, ask.sql, 0, NULL, NULL, NULL, NULL, BINARY), ask.sql);
}

struct set_rows *set_rows_new(PGconn *from, int after, int entries, int batch)
{
    struct set_rows *rows = calloc(1, sizeof *rows);
    rows->count = (entries + batch - 1) / batch;
    rows->batches = calloc((size_t)rows->count, sizeof *rows->batches);
    find_owners(from);
    for (int t = 0; t < TABLES; t++) {
        write_statement(from, &tables[t], &rows->of[t]);
        for (int i = 0; i < rows->count; i++)
            rows->batches[i][t] =
                learn(from, &tables[t], &rows->of[t], after + i * batch, after + (i + 1) * batch);
    }
    return rows;
}

void set_rows_free(struct set_rows **rows)
{
    for (int i = 0; i < (*rows)->count; i++)
        for (int t = 0; t < TABLES; t++)
            PQclear((*rows)->batches[i][t]);
    free((*rows)->batches);
    free(*rows);
    *rows = NULL;
}

/* ---- writing -------------------------------------------------------------------------------- */

static void write_table(PGconn *to, const struct statement *of, const PGresult *from)
{
    const char *values[COLUMNS_MOST];
    int sizes[COLUMNS_MOST], formats[COLUMNS_MOST];
    if (PQgetisnull(from, 0, 0))
        return;
    for (int i = 0; i < of->count; i++) {
        values[i] = PQgetvalue(from, 0, i);
        sizes[i] = PQgetlength(from, 0, i);
        formats[i] = BINARY;
    }
    PQclear(expect(to, PQexecPrepared(to, of->name, of->count, values, sizes, formats, BINARY),
                   of->name));
}

int64_t set_rows_write(const struct set_rows *rows, PGconn *to)
{
    for (int t = 0; t < TABLES; t++)
        PQclear(
            expect(to, PQprepare(to, rows->of[t].name, rows->of[t].sql, 0, NULL), rows->of[t].sql));
    int64_t start = bench_now();
    for (int i = 0; i < rows->count; i++) {
        run(to, "BEGIN");
        for (int t = 0; t < TABLES; t++)
            write_table(to, &rows->of[t], rows->batches[i][t]);
        run(to, "COMMIT");
    }
    return bench_now() - start;
}

/* ---- comparing ------------------------------------------------------------------------------ */

static long long count(PGconn *conn, const char *what)
{
    char sql[200];
    snprintf(sql, sizeof sql, "SELECT count(*) FROM loge.%s", what);
    PGresult *result = expect(conn, PQexec(conn, sql), sql);
    long long found = atoll(PQgetvalue(result, 0, 0));
    PQclear(result);
    return found;
}

static void compare(PGconn *a, PGconn *b, const char *what)
{
    long long left = count(a, what), right = count(b, what);
    if (left != right)
        bench_fail("loge.%s: %lld rows were pushed and %lld written", what, left, right);
}

void set_rows_compare(PGconn *a, PGconn *b)
{
    static const char all[] = "SELECT tablename FROM pg_tables WHERE schemaname = 'loge'";
    PGresult *result = expect(a, PQexec(a, all), all);
    for (int i = 0; i < PQntuples(result); i++)
        compare(a, b, PQgetvalue(result, i, 0));
    PQclear(result);
    compare(a, b, "show_seat WHERE status = 2 AND holder IS NOT NULL");
    compare(a, b, "hold WHERE status = 2 AND sale IS NOT NULL");
}
