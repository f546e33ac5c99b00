#include "config.h"

#include "tests/lib/pg_server.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <glob.h>
#include <grp.h>
#include <poll.h>
#include <pwd.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "src/base/attr.h"
#include "tests/lib/free_port.h"
#include "tests/lib/temp_dir.h"

enum { PATHS = 200 };

struct cluster {
    char data[PATHS];
    pid_t pid; /* 0: it does not run */
    int port;
};

static struct {
    char dir[PATHS - 64];
    char bin[PATHS];
    struct cluster main, other; /* other: its standby, or the one it took over from */
    pid_t starter;
    int databases;
    int people_port;
} server;

/* ---- where it is ---------------------------------------------------------------------------- */

static bool find_bin(char out[PATHS])
{
    const char *told = getenv("LOGE_PG_BIN");
    glob_t found = {0};
    if (told) {
        snprintf(out, PATHS, "%s", told);
        return true;
    }
    bool any = glob("/usr/lib/postgresql/*/bin/initdb", 0, NULL, &found) == 0;
    if (any) {
        snprintf(out, PATHS, "%s", found.gl_pathv[found.gl_pathc - 1]);
        *strrchr(out, '/') = '\0';
    }
    globfree(&found);
    return any;
}

bool pg_server_installed(void)
{
    char bin[PATHS];
    return find_bin(bin);
}

bool pg_server_skip(void)
{
    if (pg_server_installed())
        return false;
    printf("1..0 # SKIP PostgreSQL (package postgresql-15) is not installed\n");
    return true;
}

/* ---- as whom it runs ------------------------------------------------------------------------ */

static const struct passwd *servant(void)
{
    const struct passwd *who = getpwnam("postgres");
    return who ? who : getpwnam("nobody");
}

static void give_away(const char *path)
{
    if (geteuid() == 0)
        assert_int_equal(chown(path, servant()->pw_uid, servant()->pw_gid), 0);
}

static void drop_root(void)
{
    if (geteuid() != 0)
        return;
    const struct passwd *who = servant();
    if (setgroups(0, NULL) != 0 || setgid(who->pw_gid) != 0 || setuid(who->pw_uid) != 0)
        _exit(126);
}

/* What the programs say goes to a file beside the data. */
static void say_into_log(void)
{
    char path[PATHS];
    snprintf(path, sizeof path, "%s/log", server.dir);
    int log = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
    int nothing = open("/dev/null", O_RDONLY);
    if (log < 0 || nothing < 0)
        _exit(126);
    dup2(nothing, 0);
    dup2(log, 1);
    dup2(log, 2);
}

enum { ARGUMENTS = 20 };

static pid_t spawn(const char *const argv[])
{
    char *words[ARGUMENTS] = {0}; /* execv's own idea of constness */
    char program[PATHS + 32];
    snprintf(program, sizeof program, "%s/%s", server.bin, argv[0]);
    pid_t parent = getpid(), pid = fork();
    assert_true(pid >= 0);
    if (pid > 0)
        return pid;
    drop_root();
    say_into_log();
    prctl(PR_SET_PDEATHSIG, SIGQUIT); /* should the test be killed, the server goes too */
    if (getppid() != parent || chdir(server.dir) != 0)
        _exit(126);
    setenv("LC_ALL", "C.UTF-8", 1);
    unsetenv("PGOPTIONS");
    for (int i = 0; argv[i]; i++)
        words[i] = strdup(argv[i]);
    execv(program, words);
    _exit(127);
}

static void run_to_end(const char *const argv[])
{
    int status = -1;
    assert_int_equal(waitpid(spawn(argv), &status, 0) > 0, 1);
    if (status != 0)
        fail_msg("%s failed, see %s/log", argv[0], server.dir);
}

/* ---- starting ------------------------------------------------------------------------------- */

static void write_file(const struct cluster *of, const char *name, const char *mode,
                       const char *fmt, ...) PRINTF(4, 5);

static void write_file(const struct cluster *of, const char *name, const char *mode,
                       const char *fmt, ...)
{
    char path[PATHS + 32];
    va_list args;
    snprintf(path, sizeof path, "%s/%s", of->data, name);
    FILE *file = fopen(path, mode);
    assert_non_null(file);
    va_start(args, fmt);
    vfprintf(file, fmt, args);
    va_end(args);
    assert_int_equal(fclose(file), 0);
}

/* Durability of a house that lives for seconds is not what is tested with it. */
static void configure(void)
{
    write_file(&server.main, "postgresql.conf", "a",
               "listen_addresses = '127.0.0.1'\nport = %d\nunix_socket_directories = '%s'\n"
               "fsync = off\nfull_page_writes = off\njit = off\nmax_connections = 250\n"
               "shared_buffers = 64MB\nmax_wal_size = 256MB\nlog_min_messages = warning\n"
               "password_encryption = 'scram-sha-256'\n",
               server.main.port, server.dir);
    write_file(&server.main, "pg_hba.conf", "w",
               "local all,replication postgres trust\nlocal all all scram-sha-256\n"
               "host all all 127.0.0.1/32 scram-sha-256\n");
}

/*
 * The pid file's last line says how far it is ("ready", "standby"); one that was killed leaves its
 * own behind.
 */
static bool is_ready(const struct cluster *of)
{
    char path[PATHS + 32], line[64] = "";
    snprintf(path, sizeof path, "%s/postmaster.pid", of->data);
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    bool ready = false, ours = false;
    for (int i = 0; fgets(line, sizeof line, file); i++) {
        ours = ours || (i == 0 && atoi(line) == of->pid);
        ready = ready || (i == 7 && strncmp(line, "starting", 5) != 0);
    }
    fclose(file);
    return ours && ready;
}

static void wait_until_ready(struct cluster *of, int watch)
{
    char events[4096];
    struct pollfd poller = {.fd = watch, .events = POLLIN};
    while (!is_ready(of)) {
        if (waitpid(of->pid, NULL, WNOHANG) == of->pid) {
            of->pid = 0;
            fail_msg("the server did not start, see %s/log", server.dir);
        }
        if (poll(&poller, 1, 1000) > 0 && read(watch, events, sizeof events) < 0)
            break;
    }
}

static void launch(struct cluster *of)
{
    const char *const postgres[] = {"postgres", "-D", of->data, NULL};
    int watch = inotify_init1(IN_CLOEXEC);
    assert_true(watch >= 0);
    assert_true(inotify_add_watch(watch, of->data, IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE) >= 0);
    of->pid = spawn(postgres);
    server.starter = getpid();
    wait_until_ready(of, watch);
    close(watch);
}

void pg_server_start(void)
{
    if (server.main.pid)
        return;
    assert_true(find_bin(server.bin));
    temp_dir_make(server.dir, sizeof server.dir);
    give_away(server.dir);
    snprintf(server.main.data, PATHS, "%s/data", server.dir);
    const char *const initdb[] = {"initdb",
                                  "-D",
                                  server.main.data,
                                  "-U",
                                  "postgres",
                                  "-A",
                                  "trust",
                                  "-N",
                                  "-E",
                                  "UTF8",
                                  "--locale=C.UTF-8",
                                  "--no-instructions",
                                  NULL};
    run_to_end(initdb);
    server.main.port = free_port();
    configure();
    atexit(pg_server_stop);
    launch(&server.main);
}

static int remove_entry(const char *path, const struct stat *info, int type, struct FTW *where)
{
    return remove(path);
}

static void end(struct cluster *of, int signal)
{
    if (!of->pid)
        return;
    kill(of->pid, signal);
    while (waitpid(of->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    of->pid = 0;
}

void pg_server_stop(void)
{
    if (!server.main.pid || server.starter != getpid())
        return;
    end(&server.other, SIGQUIT);
    end(&server.main, SIGQUIT);
    nftw(server.dir, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

int pg_server_port(void)
{
    return server.main.port;
}

int pg_server_pid(void)
{
    return server.main.pid;
}

/* ---- going away and coming back ---------------------------------------------------------------
 */

enum { PROCESSES = 256 };

static int parent_of(const char *name)
{
    char path[64];
    int parent = -1;
    snprintf(path, sizeof path, "/proc/%.20s/stat", name);
    FILE *file = fopen(path, "re");
    if (!file)
        return -1;
    if (fscanf(file, "%*d (%*[^)]) %*c %d", &parent) != 1)
        parent = -1;
    fclose(file);
    return parent;
}

/* The server and those it started; each line of the house is one of them. */
static int processes(int pids[PROCESSES])
{
    int count = 0;
    DIR *all = opendir("/proc");
    assert_non_null(all);
    pids[count++] = server.main.pid;
    for (const struct dirent *entry; (entry = readdir(all)) && count < PROCESSES;)
        if (parent_of(entry->d_name) == server.main.pid)
            pids[count++] = atoi(entry->d_name);
    closedir(all);
    return count;
}

static void tell_all(int signal)
{
    int pids[PROCESSES], count = processes(pids);
    for (int i = 0; i < count; i++)
        kill(pids[i], signal);
}

static void wait_until_gone(const int fds[PROCESSES], int count)
{
    for (int i = 0; i < count; i++) {
        struct pollfd ended = {.fd = fds[i], .events = POLLIN};
        while (fds[i] >= 0 && poll(&ended, 1, -1) < 0 && errno == EINTR)
            ;
        if (fds[i] >= 0)
            close(fds[i]);
    }
}

/* The one that starts others is stopped first, so that nobody is forgotten. */
void pg_server_kill(void)
{
    int pids[PROCESSES], fds[PROCESSES], status;
    kill(server.main.pid, SIGSTOP);
    waitpid(server.main.pid, &status, WUNTRACED);
    int count = processes(pids);
    for (int i = 0; i < count; i++)
        fds[i] = (int)syscall(SYS_pidfd_open, pids[i], 0);
    for (int i = 0; i < count; i++)
        kill(pids[i], SIGKILL);
    waitpid(server.main.pid, NULL, 0);
    wait_until_gone(fds, count);
    server.main.pid = 0;
}

void pg_server_restart(void)
{
    end(&server.main, SIGINT);
    launch(&server.main);
}

void pg_server_freeze(void)
{
    int status;
    kill(server.main.pid, SIGSTOP);
    waitpid(server.main.pid, &status, WUNTRACED);
    tell_all(SIGSTOP);
}

void pg_server_thaw(void)
{
    tell_all(SIGCONT);
}

/* ---- another one that takes over ------------------------------------------------------------ */

static void on_main(const char *sql)
{
    char url[PG_URL];
    PGconn *conn = pg_server_connect(pg_server_url("postgres", NULL, NULL, url));
    pg_server_do(conn, sql);
    PQfinish(conn);
}

/* Until a question to the superuser is answered with true. */
static void until(const char *question)
{
    char url[PG_URL], answer[8];
    PGconn *conn = pg_server_connect(pg_server_url("postgres", NULL, NULL, url));
    while (strcmp(pg_server_ask(conn, question, answer, sizeof answer), "t") != 0)
        ;
    PQfinish(conn);
}

void pg_server_standby_start(bool in_step)
{
    static int count;
    char port[12];
    struct cluster *standby = &server.other;
    end(standby, SIGQUIT);
    snprintf(standby->data, PATHS, "%s/standby-%d", server.dir, ++count);
    snprintf(port, sizeof port, "%d", server.main.port);
    const char *const copy[] = {
        "pg_basebackup", "-D", standby->data, "-R", "-X",       "stream",    "-c", "fast", "-h",
        server.dir,      "-p", port,          "-U", "postgres", "--no-sync", NULL};
    run_to_end(copy);
    standby->port = free_port();
    write_file(standby, "postgresql.conf", "a", "port = %d\n", standby->port);
    launch(standby);
    if (in_step)
        on_main("ALTER SYSTEM SET synchronous_standby_names = '*'");
    on_main("SELECT pg_reload_conf()");
    until(in_step ? "SELECT bool_or(sync_state = 'sync') FROM pg_stat_replication"
                  : "SELECT bool_or(state = 'streaming') FROM pg_stat_replication");
}

int pg_server_standby_port(void)
{
    return server.other.port;
}

void pg_server_standby_tell(int signal)
{
    struct cluster main = server.main;
    int status;
    server.main = server.other;
    if (signal == SIGSTOP) {
        kill(server.main.pid, SIGSTOP);
        waitpid(server.main.pid, &status, WUNTRACED);
    }
    tell_all(signal);
    server.main = main;
}

void pg_server_fail_over(void)
{
    if (server.main.pid)
        pg_server_kill();
    struct cluster gone = server.main;
    server.main = server.other;
    server.other = gone;
    on_main("SELECT pg_promote()");
    until("SELECT NOT pg_is_in_recovery()");
}

void pg_server_standby_stop(void)
{
    end(&server.other, SIGQUIT);
}

void pg_server_come_back(void)
{
    launch(&server.other);
}

/* ---- databases ------------------------------------------------------------------------------ */

void pg_server_send_people_to(int port)
{
    server.people_port = port;
}

const char *pg_server_url(const char *database, const char *login, const char *password,
                          char url[PG_URL])
{
    bool elsewhere = password && server.people_port;
    snprintf(url, PG_URL, "host=%s port=%d dbname=%s user=%s%s%s",
             elsewhere ? "127.0.0.1" : server.dir,
             elsewhere ? server.people_port : server.main.port, database,
             login ? login : "postgres", password ? " password=" : "", password ? password : "");
    return url;
}

PGconn *pg_server_connect(const char *url)
{
    PGconn *conn = PQconnectdb(url);
    if (PQstatus(conn) != CONNECTION_OK)
        fail_msg("%s", PQerrorMessage(conn));
    return conn;
}

void pg_server_do(PGconn *conn, const char *sql)
{
    PGresult *result = PQexec(conn, sql);
    ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        fail_msg("%s: %s", sql, PQerrorMessage(conn));
    PQclear(result);
}

const char *pg_server_ask(PGconn *conn, const char *sql, char *out, size_t size)
{
    PGresult *result = PQexec(conn, sql);
    if (PQresultStatus(result) != PGRES_TUPLES_OK)
        fail_msg("%s: %s", sql, PQerrorMessage(conn));
    snprintf(out, size, "%s", PQntuples(result) ? PQgetvalue(result, 0, 0) : "");
    PQclear(result);
    return out;
}

long long pg_server_count(PGconn *conn, const char *sql)
{
    char text[64];
    return atoll(pg_server_ask(conn, sql, text, sizeof text));
}

void pg_server_refuses(PGconn *conn, const char *sql, const char *state)
{
    PGresult *result = PQexec(conn, sql);
    const char *got = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    if (!got || strcmp(got, state) != 0)
        fail_msg("%s: expected %s, got %s", sql, state, got ? got : "success");
    PQclear(result);
}

void pg_server_database(const char *template_name, char name[PG_NAME])
{
    char sql[160], url[PG_URL];
    snprintf(name, PG_NAME, "house_%d", ++server.databases);
    snprintf(sql, sizeof sql, "CREATE DATABASE %s TEMPLATE %s", name,
             template_name ? template_name : "template0");
    PGconn *conn = pg_server_connect(pg_server_url("postgres", NULL, NULL, url));
    pg_server_do(conn, sql);
    PQfinish(conn);
}

/* ---- psql ----------------------------------------------------------------------------------- */

static void become_psql(const char *database, const char *login, const char *password,
                        const char *line, int output)
{
    char program[PATHS + 32], port[12];
    snprintf(program, sizeof program, "%s/psql", server.bin);
    snprintf(port, sizeof port, "%d", server.main.port);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    setenv("PGPASSWORD", password, 1);
    execl(program, "psql", "-X", "-q", "-A", "-t", "-w", "-v", "ON_ERROR_STOP=1", "-v",
          "VERBOSITY=sqlstate", "-h", "127.0.0.1", "-p", port, "-U", login, "-d", database, "-c",
          line, (char *)NULL);
    _exit(127);
}

bool pg_server_psql(const char *database, const char *login, const char *password, const char *line,
                    char *out, size_t size)
{
    int ends[2], status = -1;
    size_t used = 0;
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    fflush(NULL);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0)
        become_psql(database, login, password, line, ends[1]);
    close(ends[1]);
    for (ssize_t got; used + 1 < size && (got = read(ends[0], out + used, size - used - 1)) > 0;)
        used += (size_t)got;
    out[used] = '\0';
    close(ends[0]);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    while (used && out[used - 1] == '\n')
        out[--used] = '\0';
    return status == 0;
}
