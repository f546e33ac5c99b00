/*
 * Tills go on selling one house while its servers come to their limits: statements that take too
 * long, no connection left, a full disk, Redis without memory or full of garbage. As in
 * test_house_faults.c.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/fault/limits.h"
#include "tests/lib/temp_dir.h"

static char small_disk[160]; /* "" when there is none */

/* ---- PostgreSQL ----------------------------------------------------------------------------- */

static void statements_that_take_too_long(void **state)
{
    struct field field;
    field_open(&field, &(struct field_wish){.name = "statement timeouts", .hurt = HURT_HOUSE});
    limit_slow(&field);
    while (field.fired < field_rounds(2)) {
        field_work(&field);
        field.fired = limit_slow_so_far(&field);
    }
    limit_slow_end(&field);
    field_work(&field);
    field_close(&field);
}

static void no_connection_left(void **state)
{
    struct field field;
    field_open(&field, &(struct field_wish){.name = "no connection left", .hurt = HURT_HOUSE});
    for (int i = 0; i < field_rounds(2); i++) {
        field_work(&field);
        limit_connections(&field, 1);
        field_wait_trouble(&field, field.clerks - 1);
        limit_connections(&field, -1);
        field.fired++;
    }
    field_work(&field);
    field_close(&field);
}

/* Writes until nothing more fits. */
static void fill_disk(const char *path)
{
    static const char piece[4096];
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    assert_true(fd >= 0);
    while (write(fd, piece, sizeof piece) > 0)
        ;
    assert_int_equal(errno, ENOSPC);
    close(fd);
}

static void a_full_disk(void **state)
{
    struct field field;
    char sql[300], filler[200];
    if (!*small_disk) {
        print_message("a small disk cannot be made here (it takes root)\n");
        skip();
    }
    snprintf(filler, sizeof filler, "%s/filler", small_disk);
    snprintf(sql, sizeof sql, "CREATE TABLESPACE small LOCATION '%s/log'", small_disk);
    field_open(&field, &(struct field_wish){.name = "full disk", .hurt = HURT_HOUSE});
    limit_run(&field, sql);
    limit_run(&field, "ALTER TABLE loge.event SET TABLESPACE small");
    for (int i = 0; i < field_rounds(1); i++) {
        field_work(&field);
        fill_disk(filler);
        field_wait_trouble(&field, field.clerks);
        assert_int_equal(unlink(filler), 0);
        field.fired++;
    }
    field_work(&field);
    field_close(&field);
}

/* ---- Redis ---------------------------------------------------------------------------------- */

static void redis_without_memory(void **state)
{
    struct field field;
    field_open(&field, &(struct field_wish){.name = "redis full", .hurt = HURT_REDIS});
    for (int i = 0; i < field_rounds(2); i++) {
        field_work(&field);
        limit_memory(true);
        field_work(&field);
        limit_memory(false);
        field.fired++;
    }
    field_work(&field);
    field_close(&field);
}

static void redis_full_of_garbage(void **state)
{
    struct field field;
    field_open(&field, &(struct field_wish){.name = "redis garbage"});
    for (int i = 0; i < field_rounds(4); i++) {
        field_work(&field);
        field.hit += limit_garbage();
        field.fired++;
    }
    field_work(&field);
    field_close(&field);
}

/* ---- the runner ----------------------------------------------------------------------------- */

/* In a view of the disks of our own, which goes with the program. */
static void make_small_disk(void)
{
    char path[200];
    const struct passwd *owner = getpwnam("postgres");
    temp_dir_make(path, sizeof small_disk);
    if (!owner || unshare(CLONE_NEWNS) != 0 ||
        mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount("tmpfs", path, "tmpfs", 0, "size=1m,mode=0755") != 0) {
        temp_dir_remove(path);
        return;
    }
    memcpy(small_disk, path, sizeof small_disk);
    snprintf(path, sizeof path, "%s/log", small_disk);
    assert_int_equal(mkdir(path, 0700), 0);
    assert_int_equal(chown(path, owner->pw_uid, owner->pw_gid), 0);
}

static int start(void **state)
{
    make_small_disk();
    return field_servers_start(state);
}

static int stop(void **state)
{
    field_servers_stop(state);
    if (*small_disk)
        umount2(small_disk, MNT_DETACH);
    if (*small_disk)
        temp_dir_remove(small_disk);
    return 0;
}

/* A word is a pattern of tests to run, as in '*disk*'. */
int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        FIELD_TEST(statements_that_take_too_long),
        FIELD_TEST(no_connection_left),
        FIELD_TEST(a_full_disk),
        FIELD_TEST(redis_without_memory),
        FIELD_TEST(redis_full_of_garbage),
    };
    if (pg_server_skip() || !redis_server_here())
        return 0;
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, start, stop);
}
