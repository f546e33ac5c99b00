#include "config.h"

#include "tests/lib/bouncer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <arpa/inet.h>
#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/lib/free_port.h"
#include "tests/lib/pg_house.h"
#include "tests/lib/temp_dir.h"

#define PROGRAM "/usr/sbin/pgbouncer"

enum { START_MS = 20000, PATHS = 200 };

bool bouncer_skip(void)
{
    if (access(PROGRAM, X_OK) == 0)
        return false;
    puts("1..0 # SKIP pgbouncer is not installed");
    return true;
}

/* It refuses to be root. */
static void drop_root(void)
{
    const struct passwd *who = getpwnam("nobody");
    if (geteuid() == 0 &&
        (!who || setgroups(0, NULL) != 0 || setgid(who->pw_gid) != 0 || setuid(who->pw_uid) != 0))
        _exit(126);
}

static FILE *open_file(const struct bouncer *bouncer, const char *name)
{
    char path[PATHS];
    snprintf(path, sizeof path, "%s/%s", bouncer->dir, name);
    FILE *file = fopen(path, "we");
    assert_non_null(file);
    assert_int_equal(fchmod(fileno(file), 0644), 0);
    return file;
}

static void write_files(const struct bouncer *bouncer, const char *const *logins)
{
    FILE *file = open_file(bouncer, "users");
    for (int i = 0; logins[i]; i++)
        fprintf(file, "\"%s\" \"%s\"\n", logins[i], PG_PASSWORD);
    fclose(file);
    file = open_file(bouncer, "ini");
    fprintf(file,
            "[databases]\n* = host=127.0.0.1 port=%d\n"
            "[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = %d\nunix_socket_dir =\n"
            "auth_type = scram-sha-256\nauth_file = %s/users\npool_mode = session\n"
            "server_login_retry = 1\nmax_client_conn = 200\ndefault_pool_size = 50\n",
            pg_server_port(), bouncer->port, bouncer->dir);
    fclose(file);
}

static void become_bouncer(const struct bouncer *bouncer, int output, pid_t parent)
{
    char ini[PATHS];
    snprintf(ini, sizeof ini, "%s/ini", bouncer->dir);
    drop_root();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    execl(PROGRAM, "pgbouncer", ini, (char *)NULL);
    _exit(127);
}

/* It says so itself. */
static void wait_until_up(const struct bouncer *bouncer)
{
    char said[16384] = "";
    size_t used = 0;
    struct pollfd reader = {.fd = bouncer->output, .events = POLLIN};
    while (!strstr(said, "process up")) {
        ssize_t got = -1;
        if (used + 1 < sizeof said && poll(&reader, 1, START_MS) == 1)
            got = read(bouncer->output, said + used, sizeof said - used - 1);
        if (got <= 0)
            fail_msg("pgbouncer did not start: %s", said);
        used += (size_t)got;
        said[used] = '\0';
    }
}

void bouncer_restart(struct bouncer *bouncer)
{
    int ends[2];
    pid_t parent = getpid();
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
    fflush(NULL);
    bouncer->pid = fork();
    assert_true(bouncer->pid >= 0);
    if (bouncer->pid == 0)
        become_bouncer(bouncer, ends[1], parent);
    close(ends[1]);
    bouncer->output = ends[0];
    wait_until_up(bouncer);
}

void bouncer_start(struct bouncer *bouncer, const char *const *logins)
{
    *bouncer = (struct bouncer){.port = free_port()};
    temp_dir_make(bouncer->dir, sizeof bouncer->dir);
    assert_int_equal(chmod(bouncer->dir, 0755), 0);
    write_files(bouncer, logins);
    bouncer_restart(bouncer);
}

void bouncer_kill(struct bouncer *bouncer)
{
    if (bouncer->pid <= 0)
        return;
    kill(bouncer->pid, SIGKILL);
    waitpid(bouncer->pid, NULL, 0);
    close(bouncer->output);
    bouncer->pid = 0;
}

void bouncer_stop(struct bouncer *bouncer)
{
    bouncer_kill(bouncer);
    if (*bouncer->dir)
        temp_dir_remove(bouncer->dir);
}
