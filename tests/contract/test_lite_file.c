/* The file of a house: how it is made, and what is said of files that are not one. */
#include "config.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/adapter/sodium_crypt.h"
#include "sync/lite.h"
#include "tests/contract/contract.h"
#include "tests/lib/temp_dir.h"

static const char *path_in(struct contract *c, const char *name)
{
    return arena_printf(c->arena, "%s/%s", c->dir, name);
}

static const char *house_of(struct contract *c)
{
    return path_in(c, "house.db");
}

static const char *contents(struct contract *c, const char *path, size_t *size)
{
    struct stat info;
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fstat(fileno(file), &info), 0);
    *size = (size_t)info.st_size;
    char *bytes = arena_alloc(c->arena, *size + 1);
    assert_int_equal(fread(bytes, 1, *size, file), *size);
    fclose(file);
    return bytes;
}

static void write_file(const char *path, const char *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

/* SQL by somebody who is not the store; the store must be closed or quiet. */
static void by_hand(const char *path, const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s", sqlite3_errmsg(db));
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static int64_t ask(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *stmt;
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &stmt, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
    int64_t answer = sqlite3_column_int64(stmt, 0);
    sqlite3_finalize(stmt);
    return answer;
}

static enum rc open_path(struct contract *c, const char *path)
{
    struct store *store;
    c->err = (struct err){0};
    enum rc rc = lite_store_open(path, sodium_crypt(), &c->clock, &store, &c->err);
    if (rc == RC_OK)
        store_close(&store);
    else
        assert_null(store);
    return rc;
}

/* Refused with one sentence that names the path and holds `part`; the file is as it was. */
static void assert_refused(struct contract *c, const char *path, enum rc rc, const char *part)
{
    size_t size, size_after;
    const char *before = contents(c, path, &size);
    assert_int_equal(open_path(c, path), rc);
    assert_non_null(strstr(c->err.text, path));
    assert_null(strchr(c->err.text, '\n'));
    if (!strstr(c->err.text, part))
        fail_msg("\"%s\" does not say \"%s\"", c->err.text, part);
    const char *after = contents(c, path, &size_after);
    assert_int_equal(size, size_after);
    assert_memory_equal(before, after, size);
}

/* ---- files that are not a house ------------------------------------------------------------- */

static void a_missing_file_is_said_to_be_missing_and_not_made(void **state)
{
    struct contract *c = *state;
    const char *path = path_in(c, "none.db");
    assert_int_equal(open_path(c, path), RC_CONFIG);
    assert_non_null(strstr(c->err.text, path));
    assert_int_equal(access(path, F_OK), -1);
}

static void a_folder_is_not_a_house(void **state)
{
    struct contract *c = *state;
    assert_int_equal(open_path(c, c->dir), RC_CONFIG);
    assert_non_null(strstr(c->err.text, "not a file"));
}

static void an_empty_file_is_not_a_house(void **state)
{
    struct contract *c = *state;
    const char *path = path_in(c, "empty.db");
    write_file(path, "", 0);
    assert_refused(c, path, RC_CORRUPT, "empty");
}

static void a_text_file_is_not_a_house(void **state)
{
    struct contract *c = *state;
    const char *path = path_in(c, "notes.txt");
    char text[4096];
    memset(text, 'x', sizeof text);
    write_file(path, text, sizeof text);
    assert_refused(c, path, RC_CORRUPT, "not a Loge house");
    write_file(path, "short", 5);
    assert_refused(c, path, RC_CORRUPT, "not a Loge house");
}

static void another_programs_database_is_not_a_house(void **state)
{
    struct contract *c = *state;
    const char *path = path_in(c, "other.db");
    by_hand(path, "CREATE TABLE bookmark (url TEXT); PRAGMA application_id = 12345;");
    assert_refused(c, path, RC_CORRUPT, "another program");
}

static void a_truncated_house_is_damaged(void **state)
{
    struct contract *c = *state;
    const char *path = house_of(c);
    size_t size;
    store_close(&c->store);
    (void)contents(c, path, &size);
    assert_int_equal(truncate(path, (off_t)size - 1), 0); /* SQLite would read the last page */
    assert_refused(c, path, RC_CORRUPT, "damaged");
    assert_int_equal(truncate(path, (off_t)size / 2), 0);
    assert_refused(c, path, RC_CORRUPT, "damaged");
    assert_int_equal(truncate(path, 50), 0);
    assert_refused(c, path, RC_CORRUPT, path);
}

static void a_newer_house_asks_for_a_newer_program(void **state)
{
    struct contract *c = *state;
    store_close(&c->store);
    by_hand(house_of(c), "PRAGMA user_version = 99;");
    assert_refused(c, house_of(c), RC_CORRUPT, "newer");
}

static void a_house_of_another_edition_is_refused(void **state)
{
    struct contract *c = *state;
    store_close(&c->store);
    by_hand(house_of(c), "UPDATE migration SET checksum = zeroblob(32) WHERE number = 1;");
    assert_refused(c, house_of(c), RC_CORRUPT, "different edition");
}

static void a_house_that_lost_a_migration_is_refused(void **state)
{
    struct contract *c = *state;
    store_close(&c->store);
    by_hand(house_of(c), "DELETE FROM migration WHERE number = 1;");
    assert_refused(c, house_of(c), RC_CORRUPT, "different edition");
}

/* What stands in the file: its tables, views and triggers as one number. */
static int64_t shape_of(struct contract *c)
{
    return ask(lite_of(c->store)->db, "SELECT sum(length(sql) * (unicode(name) + 1)) + count(*)"
                                      " FROM sqlite_schema WHERE sql IS NOT NULL");
}

static void be_later(const char *sql)
{
    static struct sql_migration later = {.name = "9999_later"};
    static int newest;
    if (!newest)
        newest = lite_schema_newest();
    later.number = newest + 1;
    later.text = sql;
    lite_schema_add(&later);
}

static void an_older_house_is_brought_up_to_date(void **state)
{
    struct contract *c = *state;
    store_close(&c->store);
    be_later("CREATE TABLE later (one INTEGER) STRICT");
    assert_int_equal(the_store.open(c->dir, &c->clock, &c->store, &c->err), RC_OK);
    sqlite3 *db = lite_of(c->store)->db;
    assert_int_equal(ask(db, "PRAGMA user_version"), lite_schema_newest());
    assert_int_equal(ask(db, "SELECT max(number) FROM migration"), lite_schema_newest());
    assert_int_equal(ask(db, "SELECT count(*) FROM later"), 0);
    assert_sound(c);
    store_close(&c->store);
    lite_schema_add(NULL);
    assert_refused(c, house_of(c), RC_CORRUPT, "install the newer version");
}

static void a_migration_that_fails_leaves_the_house_as_it_was(void **state)
{
    struct contract *c = *state;
    const int64_t shape = shape_of(c);
    store_close(&c->store);
    be_later("CREATE TABLE later (one INTEGER) STRICT; INSERT INTO nowhere VALUES (1)");
    assert_int_not_equal(open_path(c, house_of(c)), RC_OK);
    assert_non_null(strstr(c->err.text, "9999_later failed"));
    assert_non_null(strstr(c->err.text, "nothing was changed"));
    lite_schema_add(NULL);
    assert_int_equal(the_store.open(c->dir, &c->clock, &c->store, &c->err), RC_OK);
    assert_int_equal(shape_of(c), shape);
    assert_sound(c);
}

/* It never ends, and what it writes is in the file long before. */
static const char endless[] = "CREATE TABLE later (one TEXT) STRICT; PRAGMA cache_size = 10;"
                              "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n)"
                              " INSERT INTO later SELECT printf('%1000d', i) FROM n";

static off_t size_of(const char *path)
{
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    return info.st_size;
}

static void an_upgrade_that_is_killed_leaves_the_house_as_it_was(void **state)
{
    struct contract *c = *state;
    const char *path = house_of(c);
    const int64_t shape = shape_of(c);
    store_close(&c->store);
    const off_t before = size_of(path);
    be_later(endless);
    fflush(NULL);
    const pid_t child = fork();
    assert_int_not_equal(child, -1);
    if (child == 0)
        _exit(open_path(c, path) == RC_OK ? 0 : 1);
    while (size_of(path) < before + 1000000 && waitpid(child, NULL, WNOHANG) == 0)
        ;
    assert_true(size_of(path) > before);
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, NULL, 0), child);
    lite_schema_add(NULL);
    assert_int_equal(the_store.open(c->dir, &c->clock, &c->store, &c->err), RC_OK);
    assert_int_equal(shape_of(c), shape);
    assert_int_equal(size_of(path), before);
    assert_sound(c);
}

/* Of an older edition: views and triggers that differ are made anew as a whole. */
static void older_code_is_replaced(void **state)
{
    struct contract *c = *state;
    const int64_t shape = shape_of(c);
    store_close(&c->store);
    by_hand(house_of(c), "DROP VIEW qa_seat; DROP TRIGGER entry_is_next;"
                         "CREATE VIEW qa_old AS SELECT 1;"
                         "UPDATE migration SET name = 'edition 0', checksum = zeroblob(32)"
                         " WHERE number = 0;");
    assert_int_equal(the_store.open(c->dir, &c->clock, &c->store, &c->err), RC_OK);
    assert_int_equal(shape_of(c), shape);
}

static void code_of_another_edition_is_refused(void **state)
{
    struct contract *c = *state;
    store_close(&c->store);
    by_hand(house_of(c), "UPDATE migration SET checksum = zeroblob(32) WHERE number = 0;");
    assert_refused(c, house_of(c), RC_CORRUPT, "different edition");
    by_hand(house_of(c), "UPDATE migration SET name = 'edition 99' WHERE number = 0;");
    assert_refused(c, house_of(c), RC_CORRUPT, "install the newer version");
}

/* ---- rights --------------------------------------------------------------------------------- */

/* Opens in a child that is nobody in particular, since root may write everywhere. */
static int open_as_nobody(struct contract *c)
{
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        struct store *store;
        if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
            _exit(99);
        enum rc rc = lite_store_open(house_of(c), sodium_crypt(), &c->clock, &store, &c->err);
        bool named = strstr(c->err.text, house_of(c)) != NULL;
        _exit(rc == RC_CONFIG && !named ? 98 : (int)rc);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void allow_everybody(struct contract *c)
{
    assert_int_equal(chmod(house_of(c), 0666), 0);
    assert_int_equal(chmod(path_in(c, "house.db-journal"), 0666), 0);
}

static void a_file_that_may_not_be_written_is_refused(void **state)
{
    struct contract *c = *state;
    store_close(&c->store);
    assert_int_equal(chmod(c->dir, 0777), 0);
    allow_everybody(c);
    assert_int_equal(open_as_nobody(c), RC_OK);
    assert_int_equal(chmod(house_of(c), 0444), 0);
    assert_int_equal(open_as_nobody(c), RC_CONFIG);
}

static void a_journal_that_may_not_be_written_is_refused(void **state)
{
    struct contract *c = *state;
    store_close(&c->store);
    assert_int_equal(chmod(c->dir, 0777), 0);
    allow_everybody(c);
    assert_int_equal(chmod(path_in(c, "house.db-journal"), 0444), 0);
    assert_int_equal(open_as_nobody(c), RC_CONFIG);
}

static void a_folder_that_may_not_be_written_is_refused(void **state)
{
    struct contract *c = *state;
    store_close(&c->store);
    allow_everybody(c);
    assert_int_equal(chmod(c->dir, 0555), 0);
    int rc = open_as_nobody(c);
    assert_int_equal(chmod(c->dir, 0755), 0);
    assert_int_equal(rc, RC_CONFIG);
}

/* ---- others at work ------------------------------------------------------------------------- */

static sqlite3 *lock(struct contract *c)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(house_of(c), &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "BEGIN EXCLUSIVE", NULL, NULL, NULL), SQLITE_OK);
    return db;
}

static void a_house_that_stays_locked_is_in_use(void **state)
{
    struct contract *c = *state;
    sqlite3 *other = lock(c);
    int64_t begun = c->time.mono;
    assert_int_equal(open_path(c, house_of(c)), RC_TRANSIENT);
    assert_non_null(strstr(c->err.text, "in use"));
    assert_true(c->time.mono - begun >= LITE_WAIT_MS);
    assert_true(c->time.mono - begun < 2 * LITE_WAIT_MS);
    sqlite3_close(other);
    assert_int_equal(open_path(c, house_of(c)), RC_OK);
}

static void acts_on_a_locked_house_are_busy_and_can_be_tried_again(void **state)
{
    struct contract *c = *state;
    struct changeset *cs = taking(c, new_id(c), "Stalls-A-1", NULL, NULL);
    sqlite3 *other = lock(c);
    int64_t begun = c->time.mono;
    assert_int_equal(apply(c, cs).applied, APPLIED_BUSY);
    assert_in_range(c->time.mono - begun, LITE_WAIT_MS, LITE_WAIT_MS + 100);
    struct snapshot map;
    struct sweep_result swept;
    struct actor anna = {.name = "anna", .till = "till-1", .role = ROLE_CLERK};
    const struct store_ops *ops = c->store->ops;
    assert_int_equal(ops->map_read(c->store, c->show_no, c->arena, &map, &c->err), RC_TRANSIENT);
    assert_int_equal(ops->sweep(c->store, &anna, c->time.wall, 10, &swept, &c->err), RC_TRANSIENT);
    sqlite3_close(other);
    expect_ok(c, cs);
}

static void an_act_that_a_reader_holds_up_too_long_is_busy(void **state)
{
    struct contract *c = *state;
    sqlite3 *reader;
    struct changeset *cs = taking(c, new_id(c), "Stalls-A-1", NULL, NULL);
    assert_int_equal(sqlite3_open(house_of(c), &reader), SQLITE_OK);
    assert_int_equal(sqlite3_exec(reader, "BEGIN; SELECT count(*) FROM hold;", NULL, NULL, NULL),
                     SQLITE_OK);
    assert_int_equal(apply(c, cs).applied, APPLIED_BUSY); /* at its COMMIT */
    sqlite3_close(reader);
    expect_ok(c, cs);
    assert_sound(c);
}

static void a_wal_left_by_another_tool_is_undone(void **state)
{
    struct contract *c = *state;
    store_close(&c->store);
    by_hand(house_of(c), "PRAGMA journal_mode = WAL; UPDATE house SET name = 'Changed';");
    assert_int_equal(the_store.open(c->dir, &c->clock, &c->store, &c->err), RC_OK);
    assert_int_equal(
        ask(lite_of(c->store)->db, "SELECT journal_mode = 'persist' FROM pragma_journal_mode"), 1);
}

/* ---- a full disk ---------------------------------------------------------------------------- */

static void a_full_disk_changes_nothing(void **state)
{
    struct contract *c = *state;
    sqlite3 *db = lite_of(c->store)->db;
    struct changeset *cs = taking(c, new_id(c), "Stalls-A-1", NULL, NULL);
    struct apply_result result;
    for (int i = 0; i < 2000; i++)
        LIST_ADD(c->arena, &cs->notes)->act = ACT_STAFF;
    const char *before = everything(c);
    char limit[64];
    snprintf(limit, sizeof limit, "PRAGMA max_page_count = %d", (int)ask(db, "PRAGMA page_count"));
    (void)ask(db, limit);
    assert_int_equal(c->store->ops->apply(c->store, cs, &result, &c->err), RC_CONFIG);
    assert_string_equal(c->err.native, "SQLITE_FULL");
    assert_non_null(strstr(c->err.text, "disk is full"));
    assert_string_equal(everything(c), before);
    (void)ask(db, "PRAGMA max_page_count = 1000000");
    expect_ok(c, cs);
    assert_sound(c);
}

/* ---- making one ----------------------------------------------------------------------------- */

static int files_in(const char *dir)
{
    char command[CONTRACT_PATH + 32];
    int count = -1;
    snprintf(command, sizeof command, "ls -A '%s' | wc -l", dir);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    assert_int_equal(fscanf(pipe, "%d", &count), 1);
    pclose(pipe);
    return count;
}

static void a_house_is_never_made_over_another_file(void **state)
{
    struct contract *c = *state;
    struct house house = {.name = "Second", .currency = "EUR"};
    struct store *store;
    const char *before = everything(c);
    assert_int_equal(
        lite_store_create(house_of(c), &house, sodium_crypt(), &c->clock, &store, &c->err),
        RC_CONFIG);
    assert_null(store);
    assert_non_null(strstr(c->err.text, "exists already"));
    assert_string_equal(everything(c), before);
}

static void a_house_that_cannot_be_made_leaves_nothing_behind(void **state)
{
    struct contract *c = *state;
    struct house wrong = {.name = "House", .currency = "EU"};
    struct store *store;
    int before = files_in(c->dir);
    assert_int_not_equal(
        lite_store_create(path_in(c, "new.db"), &wrong, sodium_crypt(), &c->clock, &store, &c->err),
        RC_OK);
    assert_null(store);
    assert_int_equal(files_in(c->dir), before);
    assert_int_equal(lite_store_create(path_in(c, "no/such/folder/new.db"), &wrong, sodium_crypt(),
                                       &c->clock, &store, &c->err),
                     RC_CONFIG);
}

static void a_connection_has_the_settings_the_head_of_the_schema_promises(void **state)
{
    struct contract *c = *state;
    sqlite3 *db = lite_of(c->store)->db;
    assert_int_equal(ask(db, "PRAGMA synchronous"), 2);
    assert_int_equal(ask(db, "PRAGMA foreign_keys"), 1);
    assert_int_equal(ask(db, "PRAGMA trusted_schema"), 0);
    assert_int_equal(ask(db, "PRAGMA cell_size_check"), 1);
    assert_int_equal(ask(db, "PRAGMA application_id"), LITE_APPLICATION);
    assert_int_equal(ask(db, "SELECT journal_mode = 'persist' FROM pragma_journal_mode"), 1);
    assert_int_equal(ask(db, "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND"
                             " name NOT LIKE 'sqlite_%' AND sql NOT LIKE '%) STRICT%'"),
                     0);
}

static void a_copy_is_a_house_of_its_own(void **state)
{
    struct contract *c = *state;
    const char *path = path_in(c, "copy.db");
    struct store *copy;
    struct stat info;
    struct err err;
    struct house house, copied;
    assert_int_equal(lite_store_copy(c->store, path, &err), RC_OK);
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
    assert_int_equal(lite_store_open(path, sodium_crypt(), &c->clock, &copy, &err), RC_OK);
    assert_int_equal(c->store->ops->house_read(c->store, &house, &err), RC_OK);
    assert_int_equal(copy->ops->house_read(copy, &copied, &err), RC_OK);
    assert_string_equal(house.name, copied.name);
    assert_int_equal(house.created_at, copied.created_at);
    store_close(&copy);
}

static void a_copy_is_never_made_over_another_file(void **state)
{
    struct contract *c = *state;
    const char *path = path_in(c, "notes.txt");
    struct err err;
    size_t size;
    write_file(path, "keep me", 7);
    assert_int_equal(lite_store_copy(c->store, path, &err), RC_CONFIG);
    assert_string_equal(contents(c, path, &size), "keep me");
    assert_int_equal(lite_store_copy(c->store, path_in(c, "no/such/folder.db"), &err), err.rc);
    assert_int_not_equal(err.rc, RC_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CONTRACT_TEST(a_missing_file_is_said_to_be_missing_and_not_made),
        CONTRACT_TEST(a_folder_is_not_a_house),
        CONTRACT_TEST(an_empty_file_is_not_a_house),
        CONTRACT_TEST(a_text_file_is_not_a_house),
        CONTRACT_TEST(another_programs_database_is_not_a_house),
        CONTRACT_TEST(a_truncated_house_is_damaged),
        CONTRACT_TEST(a_newer_house_asks_for_a_newer_program),
        CONTRACT_TEST(a_house_of_another_edition_is_refused),
        CONTRACT_TEST(a_house_that_lost_a_migration_is_refused),
        CONTRACT_TEST(an_older_house_is_brought_up_to_date),
        CONTRACT_TEST(a_migration_that_fails_leaves_the_house_as_it_was),
        CONTRACT_TEST(an_upgrade_that_is_killed_leaves_the_house_as_it_was),
        CONTRACT_TEST(older_code_is_replaced),
        CONTRACT_TEST(code_of_another_edition_is_refused),
        CONTRACT_TEST(a_file_that_may_not_be_written_is_refused),
        CONTRACT_TEST(a_journal_that_may_not_be_written_is_refused),
        CONTRACT_TEST(a_folder_that_may_not_be_written_is_refused),
        CONTRACT_TEST(a_house_that_stays_locked_is_in_use),
        CONTRACT_TEST(acts_on_a_locked_house_are_busy_and_can_be_tried_again),
        CONTRACT_TEST(an_act_that_a_reader_holds_up_too_long_is_busy),
        CONTRACT_TEST(a_wal_left_by_another_tool_is_undone),
        CONTRACT_TEST(a_full_disk_changes_nothing),
        CONTRACT_TEST(a_house_is_never_made_over_another_file),
        CONTRACT_TEST(a_house_that_cannot_be_made_leaves_nothing_behind),
        CONTRACT_TEST(a_copy_is_a_house_of_its_own),
        CONTRACT_TEST(a_copy_is_never_made_over_another_file),
        CONTRACT_TEST(a_connection_has_the_settings_the_head_of_the_schema_promises),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
