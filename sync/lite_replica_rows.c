/*
 * Rows of the house, from the bytes they travel in straight into the tables.
 *
 * Foreign keys are off meanwhile: of a first pull, rows come at different moments, and what one
 * names may follow in a later piece. Whether a hold still has a seat is told by the seat alone.
 */
#include "config.h"

#include <string.h>

#include "src/domain/bytes.h"
#include "sync/lite_replica_parts.h"

struct table {
    const char *types, *sql;
};

static const struct table tables[] = {
#define X(name, word, types) [REPLICA_##name] = {types, lite_sql_take_##word},
    REPLICA_TABLES(X)
#undef X
};

/* What the values of a row keep to, where it is described. */
static const struct row_shape *const shapes[REPLICA_TABLE_COUNT] = {
    [REPLICA_CUSTOMER] = &shape_customer,   [REPLICA_SHOW] = &shape_show,
    [REPLICA_SHIFT] = &shape_shift,         [REPLICA_MOVE] = &shape_shift_move,
    [REPLICA_HOLD] = &shape_hold,           [REPLICA_SALE] = &shape_sale,
    [REPLICA_TICKET] = &shape_ticket,       [REPLICA_PAYMENT] = &shape_payment,
    [REPLICA_VOUCHER] = &shape_voucher,     [REPLICA_VOUCHER_LOAN] = &shape_voucher_loan,
    [REPLICA_WAITER] = &shape_waiter,       [REPLICA_KEY] = &shape_ticket_key,
    [REPLICA_ADMISSION] = &shape_admission, [REPLICA_CHECKIN] = &shape_checkin,
    [REPLICA_SCAN] = &shape_scan,
};

/* ---- bytes ---------------------------------------------------------------------------------- */

struct sent_field {
    const uint8_t *at;
    int32_t size; /* -1: NULL */
};

enum { COLUMNS_MOST = 24 };

static int64_t number_of(const struct sent_field *field)
{
    uint64_t value = field->size > 0 && field->at[0] & 0x80 ? UINT64_MAX : 0;
    for (int32_t i = 0; i < field->size; i++)
        value = value << 8 | field->at[i];
    return (int64_t)value;
}

static double real_of(const struct sent_field *field)
{
    uint32_t bits = (uint32_t)number_of(field);
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

static bool next_field(struct byte_reader *r, struct sent_field *out)
{
    out->size = (int32_t)(uint32_t)take_number(r, 4);
    out->at = take_view(r, out->size > 0 ? (size_t)out->size : 0);
    return !r->bad && out->size >= -1;
}

static bool fits(char type, const struct sent_field *field)
{
    if (field->size < 0)
        return true;
    return type == 'i' ? field->size <= 8 : type != 'r' || field->size == 4;
}

static bool is_in_range(const struct row_field *field, const struct sent_field *sent)
{
    if (sent->size < 0)
        return true; /* NULL: the file says where that may be */
    return field_has_length(field) ? field_takes_length(field, (size_t)sent->size)
                                   : field_takes_number(field, number_of(sent));
}

static bool are_in_range(const struct row_shape *shape, const struct sent_field *sent)
{
    for (int i = 0; shape && i < shape->count; i++)
        if (shape->fields[i].column && !is_in_range(&shape->fields[i], sent++))
            return false;
    return true;
}

static bool next_row(struct byte_reader *r, enum replica_table table,
                     struct sent_field fields[COLUMNS_MOST])
{
    const char *types = tables[table].types;
    for (int i = 0; types[i]; i++)
        if (!next_field(r, &fields[i]) || !fits(types[i], &fields[i]))
            return false;
    return are_in_range(shapes[table], fields);
}

static int bind(sqlite3_stmt *stmt, int column, char type, const struct sent_field *field)
{
    if (field->size < 0)
        return sqlite3_bind_null(stmt, column);
    if (type == 'i')
        return sqlite3_bind_int64(stmt, column, number_of(field));
    if (type == 'r')
        return sqlite3_bind_double(stmt, column, real_of(field));
    if (type == 't')
        return sqlite3_bind_text(stmt, column, (const char *)field->at, field->size, SQLITE_STATIC);
    return sqlite3_bind_blob(stmt, column, field->at, field->size, SQLITE_STATIC);
}

static void put_fields(struct query *q, const char *types, const struct sent_field *fields,
                       int count)
{
    for (int i = 0; i < count && q->code == SQLITE_OK; i++)
        q->code = bind(q->stmt, i + 1, types[i], &fields[i]);
}

/* ---- rows that are the till's own for now ---------------------------------------------------- */

static struct replica_name name_of(enum replica_table table, const struct sent_field *key)
{
    struct replica_name name = {.table = table};
    if (table == REPLICA_CLAIM)
        name.table = REPLICA_HOLD;
    else if (table == REPLICA_TICKET || table == REPLICA_PAYMENT)
        name.table = REPLICA_SALE;
    else if (table == REPLICA_MOVE)
        name.table = REPLICA_SHIFT;
    else if (table == REPLICA_CHECKIN)
        name.table = REPLICA_ADMISSION;
    else if (table == REPLICA_VOUCHER_LOAN)
        name.table = REPLICA_VOUCHER;
    if (name.table == REPLICA_VOUCHER && key->size < VOUCHER_TEXT)
        memcpy(name.code, key->at, (size_t)key->size);
    else if (key->size == sizeof name.id.b)
        memcpy(name.id.b, key->at, sizeof name.id.b);
    return name;
}

static bool is_own(struct taking *t, enum replica_table table, const struct sent_field *key)
{
    if (!t->till->touched.count || !key->at || key->size < 0)
        return false;
    const struct replica_name name = name_of(table, key);
    return touched_find(&t->till->touched, &name);
}

/* ---- seats ---------------------------------------------------------------------------------- */

/* In the order of loge.pull_state. */
enum { STATE_SHOW, STATE_SEAT, STATE_STATUS, STATE_VERSION, STATE_HOLDER, STATE_COLUMNS = 9 };

static enum rc throw_packed_out(struct taking *t, int32_t show)
{
    if (show == t->packed_out)
        return RC_OK;
    t->packed_out = show;
    struct query q = query_start(t->lite, lite_sql_drop_packed_map);
    put_int(&q, show);
    return query_run(&q, t->err);
}

/* True in *own: an entry of the till is open for it, and it stays as that left it. */
static enum rc take_behind(struct taking *t, const struct sent_field *fields, bool *own)
{
    *own = false;
    if (!t->any_open)
        return RC_OK;
    struct query q = query_start(t->lite, lite_sql_read_till_seat);
    put_int(&q, number_of(&fields[STATE_SHOW]));
    put_int(&q, number_of(&fields[STATE_SEAT]));
    *own = query_row(&q);
    enum rc rc = query_end(&q, t->err);
    if (rc != RC_OK || !*own)
        return rc;
    q = query_start(t->lite, lite_sql_take_till_state);
    put_fields(&q, tables[REPLICA_STATE].types, fields, STATE_COLUMNS - 1);
    return query_run(&q, t->err);
}

static enum rc take_state(struct taking *t, const struct sent_field *fields)
{
    bool own = false;
    struct uuid holder = {{0}};
    int32_t show = (int32_t)number_of(&fields[STATE_SHOW]);
    enum rc rc = throw_packed_out(t, show);
    if (rc == RC_OK)
        rc = take_behind(t, fields, &own);
    if (rc != RC_OK || own)
        return rc;
    struct query q = query_start(t->lite, lite_sql_take_state);
    put_fields(&q, tables[REPLICA_STATE].types, fields, STATE_COLUMNS);
    rc = query_run(&q, t->err);
    if (rc != RC_OK || !sqlite3_changes(t->lite->db))
        return rc;
    if (t->fresh)
        return RC_OK; /* claims follow */
    bool held = number_of(&fields[STATE_STATUS]) == SEAT_HELD &&
                fields[STATE_HOLDER].size == sizeof holder.b;
    if (held)
        memcpy(holder.b, fields[STATE_HOLDER].at, sizeof holder.b);
    return lite_till_claim(t->lite, show, (int32_t)number_of(&fields[STATE_SEAT]), &holder, t->err);
}

/* ---- the rest ------------------------------------------------------------------------------- */

/* A plan is drawn anew with its hall. */
static enum rc clear_plan(struct taking *t, const struct sent_field *no)
{
    const char *const parts[] = {lite_sql_delete_classes, lite_sql_delete_sections,
                                 lite_sql_delete_rows, lite_sql_delete_areas};
    enum rc rc = RC_OK;
    for (int i = 0; i < COUNT_OF(parts) && rc == RC_OK; i++) {
        struct query q = query_start(t->lite, parts[i]);
        put_int(&q, number_of(no));
        rc = query_run(&q, t->err);
    }
    return rc;
}

static enum rc take_row(struct taking *t, enum replica_table table, const struct sent_field *fields)
{
    const struct table *of = &tables[table];
    int columns = (int)strlen(of->types);
    enum rc rc = RC_OK;
    if (table == REPLICA_STATE)
        return take_state(t, fields);
    if (is_own(t, table, &fields[0]))
        return RC_OK;
    if (table == REPLICA_HOUSE)
        t->days = (int32_t)number_of(&fields[--columns]);
    if (table == REPLICA_HALL)
        rc = clear_plan(t, &fields[0]);
    if (rc != RC_OK)
        return rc;
    struct query q = query_start(t->lite, of->sql);
    put_fields(&q, of->types, fields, columns);
    return query_run(&q, t->err);
}

static enum rc broken(struct taking *t, const struct replica_part *part)
{
    static const char *const words[] = {
#define X(name, word, types) #word,
        REPLICA_TABLES(X)
#undef X
    };
    return err_set(t->err, RC_CORRUPT, "REPLICA",
                   "what the house sent of its %s rows cannot be read; check that this program "
                   "and the house are of the same version",
                   words[part->table]);
}

enum rc take_part(struct taking *t, const struct replica_part *part)
{
    struct byte_reader r = {.at = part->bytes, .end = part->bytes + part->size};
    struct sent_field fields[COLUMNS_MOST] = {{0}};
    enum rc rc = RC_OK;
    for (int32_t i = 0; i < part->rows && rc == RC_OK; i++) {
        if (!next_row(&r, part->table, fields))
            return broken(t, part);
        rc = take_row(t, part->table, fields);
    }
    return rc;
}

/* ---- what goes ------------------------------------------------------------------------------ */

enum rc take_away(struct taking *t, const struct replica_name *name)
{
    static const char *const of[REPLICA_TABLE_COUNT][3] = {
        [REPLICA_CUSTOMER] = {lite_sql_drop_customer},
        [REPLICA_SHIFT] = {lite_sql_drop_shift, lite_sql_drop_moves},
        [REPLICA_HOLD] = {lite_sql_drop_hold, lite_sql_drop_claims},
        [REPLICA_SALE] = {lite_sql_drop_sale, lite_sql_drop_tickets, lite_sql_drop_payments},
        [REPLICA_WAITER] = {lite_sql_drop_waiter},
        [REPLICA_ADMISSION] = {lite_sql_drop_admission, lite_sql_drop_checkins},
        [REPLICA_VOUCHER] = {lite_sql_drop_voucher, lite_sql_drop_voucher_loans},
    };
    enum rc rc = RC_OK;
    for (int i = 0; i < 3 && of[name->table][i] && rc == RC_OK; i++) {
        struct query q = query_start(t->lite, of[name->table][i]);
        if (name->table == REPLICA_VOUCHER)
            put_text(&q, name->code);
        else
            put_uuid(&q, &name->id);
        rc = query_run(&q, t->err);
    }
    return rc;
}

/* Scans stay: they happened. */
enum rc take_all_away(struct taking *t)
{
    int code = sqlite3_exec(
        t->lite->db,
        "DELETE FROM packed_map; DELETE FROM packed_plan; DELETE FROM checkin;"
        "DELETE FROM admission;"
        "DELETE FROM ticket_key; DELETE FROM waitlist; DELETE FROM voucher_loan; DELETE FROM "
        "voucher;"
        "DELETE FROM payment;"
        "DELETE FROM ticket; DELETE FROM sale; DELETE FROM shift_move; DELETE FROM shift;"
        "DELETE FROM claim; DELETE FROM hold; DELETE FROM show_seat; DELETE FROM till_show;"
        "DELETE FROM price; DELETE FROM show; DELETE FROM hall_area; DELETE FROM hall_seat;"
        "DELETE FROM hall_row; DELETE FROM hall_section; DELETE FROM hall_class;"
        "DELETE FROM hall_document; DELETE FROM hall; DELETE FROM customer;",
        NULL, NULL, NULL);
    return code == SQLITE_OK ? RC_OK : lite_fail(t->lite, code, t->err);
}
