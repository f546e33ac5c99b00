#include "config.h"

#include "tests/lib/redis_server.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <arpa/inet.h>
#include <fcntl.h>
#include <hiredis/hiredis.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/lib/free_port.h"
#include "tests/lib/temp_dir.h"

enum { START_MS = 20000, WORDS = 16 };

bool redis_server_here(void)
{
    if (system("command -v redis-server >/dev/null 2>&1") == 0)
        return true;
    puts("1..0 # SKIP redis-server is not installed");
    return false;
}

/* ---- starting ------------------------------------------------------------------------------- */

static void run_server(const struct redis_server *server, int output, pid_t parent)
{
    char port[12], socket[160];
    snprintf(port, sizeof port, "%d", server->port);
    snprintf(socket, sizeof socket, "%s/redis.sock", server->dir);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    if (server->port)
        execlp("redis-server", "redis-server", "--port", port, "--bind", "127.0.0.1", "--dir",
               server->dir, "--save", "", "--cluster-enabled", "yes", "--cluster-node-timeout",
               "2000", "--daemonize", "no", (char *)NULL);
    else
        execlp("redis-server", "redis-server", "--port", "0", "--unixsocket", socket, "--dir",
               server->dir, "--save", "", "--maxmemory-policy", "noeviction", "--daemonize", "no",
               (char *)NULL);
    _exit(127);
}

/* The server says so itself; until then it is read line by line. */
static void wait_until_ready(struct redis_server *server)
{
    char said[65536] = "";
    size_t used = 0;
    struct pollfd reader = {.fd = server->output, .events = POLLIN};
    while (!strstr(said, "eady to accept connections")) {
        ssize_t got = -1;
        if (used + 1 < sizeof said && poll(&reader, 1, START_MS) == 1)
            got = read(server->output, said + used, sizeof said - used - 1);
        if (got <= 0)
            fail_msg("redis-server did not start: %s", said);
        used += (size_t)got;
        said[used] = '\0';
    }
}

static void launch(struct redis_server *server)
{
    int pipe_ends[2];
    pid_t parent = getpid();
    assert_int_equal(pipe2(pipe_ends, O_CLOEXEC), 0);
    fcntl(pipe_ends[1], F_SETPIPE_SZ, 1 << 20);
    fflush(NULL);
    server->pid = fork();
    assert_true(server->pid >= 0);
    if (server->pid == 0)
        run_server(server, pipe_ends[1], parent);
    close(pipe_ends[1]);
    server->output = pipe_ends[0];
    wait_until_ready(server);
}

void redis_server_start(struct redis_server *server)
{
    *server = (struct redis_server){0};
    temp_dir_make(server->dir, sizeof server->dir);
    snprintf(server->address, sizeof server->address, "unix:%s/redis.sock", server->dir);
    launch(server);
}

void redis_server_kill(struct redis_server *server)
{
    if (server->pid <= 0)
        return;
    kill(server->pid, SIGKILL);
    waitpid(server->pid, NULL, 0);
    close(server->output);
    server->pid = 0;
}

void redis_server_restart(struct redis_server *server)
{
    launch(server);
}

void redis_server_stop(struct redis_server *server)
{
    redis_server_kill(server);
    if (server->dir[0])
        temp_dir_remove(server->dir);
}

void redis_server_freeze(struct redis_server *server)
{
    int status;
    kill(server->pid, SIGSTOP);
    waitpid(server->pid, &status, WUNTRACED);
}

void redis_server_thaw(struct redis_server *server)
{
    kill(server->pid, SIGCONT);
}

/* ---- talking -------------------------------------------------------------------------------- */

static redisContext *call_on(const struct redis_server *server)
{
    redisContext *context = server->port ? redisConnect("127.0.0.1", server->port)
                                         : redisConnectUnix(server->address + strlen("unix:"));
    if (!context || context->err)
        fail_msg("cannot reach the test's Redis: %s", context ? context->errstr : "");
    return context;
}

static char *as_text(const redisReply *reply)
{
    char number[24];
    switch (reply->type) {
    case REDIS_REPLY_INTEGER:
        snprintf(number, sizeof number, "%lld", reply->integer);
        return strdup(number);
    case REDIS_REPLY_STRING:
    case REDIS_REPLY_STATUS:
    case REDIS_REPLY_ERROR:
        return strdup(reply->str);
    case REDIS_REPLY_ARRAY:
        snprintf(number, sizeof number, "%zu elements", reply->elements);
        return strdup(number);
    default:
        return strdup("");
    }
}

char *redis_server_say(const struct redis_server *server, const char *first, ...)
{
    const char *words[WORDS] = {first};
    int count = 1;
    va_list ap;
    va_start(ap, first);
    for (const char *word; count < WORDS && (word = va_arg(ap, const char *));)
        words[count++] = word;
    va_end(ap);
    redisContext *context = call_on(server);
    redisReply *reply = redisCommandArgv(context, count, words, NULL);
    if (!reply)
        fail_msg("the test's Redis did not answer %s: %s", first, context->errstr);
    char *text = as_text(reply);
    freeReplyObject(reply);
    redisFree(context);
    return text;
}

int redis_server_keys(const struct redis_server *server)
{
    char *said = redis_server_say(server, "DBSIZE", NULL);
    int keys = atoi(said);
    free(said);
    return keys;
}

/* ---- cluster -------------------------------------------------------------------------------- */

static void say(const struct redis_server *node, const char *a, const char *b, const char *c,
                const char *d)
{
    char *answer = redis_server_say(node, a, b, c, d, NULL);
    if (strcmp(answer, "OK") != 0)
        fail_msg("%s %s: %s", a, b, answer);
    free(answer);
}

static void wait_until_whole(const struct redis_server *node)
{
    for (;;) {
        char *info = redis_server_say(node, "CLUSTER", "INFO", NULL);
        bool whole =
            strstr(info, "cluster_state:ok") && strstr(info, "cluster_known_nodes:3") != NULL;
        free(info);
        if (whole)
            return;
        poll(NULL, 0, 20);
    }
}

void redis_cluster_start(struct redis_server nodes[REDIS_CLUSTER])
{
    static const char *const slots[REDIS_CLUSTER + 1] = {"0", "5461", "10922", "16384"};
    for (int i = 0; i < REDIS_CLUSTER; i++) {
        char last[12], epoch[12];
        nodes[i] = (struct redis_server){.port = free_port()};
        temp_dir_make(nodes[i].dir, sizeof nodes[i].dir);
        snprintf(nodes[i].address, sizeof nodes[i].address, "127.0.0.1:%d", nodes[i].port);
        launch(&nodes[i]);
        snprintf(last, sizeof last, "%d", atoi(slots[i + 1]) - 1);
        snprintf(epoch, sizeof epoch, "%d", i + 1);
        say(&nodes[i], "CLUSTER", "ADDSLOTSRANGE", slots[i], last);
        say(&nodes[i], "CLUSTER", "SET-CONFIG-EPOCH", epoch, NULL);
    }
    for (int i = 1; i < REDIS_CLUSTER; i++) {
        char port[12];
        snprintf(port, sizeof port, "%d", nodes[0].port);
        say(&nodes[i], "CLUSTER", "MEET", "127.0.0.1", port);
    }
    redis_cluster_wait(nodes);
}

void redis_cluster_wait(const struct redis_server nodes[REDIS_CLUSTER])
{
    for (int i = 0; i < REDIS_CLUSTER; i++)
        wait_until_whole(&nodes[i]);
}

void redis_cluster_stop(struct redis_server nodes[REDIS_CLUSTER])
{
    for (int i = 0; i < REDIS_CLUSTER; i++)
        redis_server_stop(&nodes[i]);
}
