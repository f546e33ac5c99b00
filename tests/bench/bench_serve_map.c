/*
 * The map of 100,000 seats from the hot cache against nginx sending the same bytes as a file, each
 * asked by wrk over eight connections that are kept alive.
 *
 *   serve.map        as a browser asks for it, zipped
 *   serve.map_plain  as it is written
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/bench/web_house.h"
#include "tests/bench/servers.h"
#include "tests/lib/free_port.h"
#include "tests/lib/web_client.h"

enum { ROUNDS = 3, SECONDS = 2, CONNECTIONS = 8 };

#define MAP_PATH "/api/shows/" BIG_SHOW "/seats"

struct map_bench {
    struct web_house web;
    int nginx_port;
    bool zipped;
};

/* ---- nginx ---------------------------------------------------------------------------------- */

static const char config_text[] =
    "daemon on;\nworker_processes auto;\npid %1$s/nginx.pid;\nerror_log %1$s/error.log;\n"
    "events { worker_connections 64; }\n"
    "http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000;\n"
    "client_body_temp_path %1$s/t1; proxy_temp_path %1$s/t2; fastcgi_temp_path %1$s/t3;\n"
    "uwsgi_temp_path %1$s/t4; scgi_temp_path %1$s/t5;\n"
    "server { listen 127.0.0.1:%2$d; root %1$s/www; } }\n";

static void run_nginx(const char *how)
{
    char command[600];
    snprintf(command, sizeof command, "nginx -c %s/nginx.conf -p %s %s 2>&1", bench_dir(),
             bench_dir(), how);
    if (system(command) != 0)
        bench_fail("nginx does not run");
}

static void start_nginx(struct map_bench *bench)
{
    char path[400];
    bench->nginx_port = free_port();
    snprintf(path, sizeof path, "%s/nginx.conf", bench_dir());
    FILE *file = fopen(path, "w");
    if (!file || fprintf(file, config_text, bench_dir(), bench->nginx_port) < 0 || fclose(file))
        bench_fail("cannot write %s", path);
    chmod(bench_dir(), 0755); /* its workers are another user when it is root's */
    run_nginx("");
}

/* ---- the same bytes ---------------------------------------------------------------------------
 */

static void ask_for_map(const struct map_bench *bench, bool zipped, struct web_client *client)
{
    char request[600];
    int size = snprintf(request, sizeof request,
                        "GET " MAP_PATH " HTTP/1.1\r\nHost: house\r\nAuthorization: Bearer %s\r\n"
                        "%s\r\n",
                        bench->web.token, zipped ? "Accept-Encoding: gzip\r\n" : "");
    if (!web_client_send(client, request, (size_t)size) || !web_client_hear(client) ||
        client->status != 200)
        bench_fail("the map cannot be had (%d)", client->status);
}

static void write_file(const struct map_bench *bench, bool zipped, const char *name)
{
    char path[400];
    struct web_client client;
    web_client_open(&client, api_port(bench->web.api), NULL);
    ask_for_map(bench, zipped, &client);
    snprintf(path, sizeof path, "%s/www/%s", bench_dir(), name);
    FILE *file = fopen(path, "w");
    if (!file || fwrite(client.body, 1, client.body_size, file) != client.body_size || fclose(file))
        bench_fail("cannot write %s", path);
    web_client_close(&client);
}

static void write_files(const struct map_bench *bench)
{
    char path[400];
    snprintf(path, sizeof path, "%s/www", bench_dir());
    if (mkdir(path, 0755) != 0)
        bench_fail("cannot make %s", path);
    write_file(bench, true, "zipped");
    write_file(bench, false, "plain");
}

/* ---- wrk --------------------------------------------------------------------------------------
 */

/* Nanoseconds an answer takes. */
static int64_t ask_all(const char *command)
{
    char line[512];
    double rate = 0;
    FILE *output = popen(command, "r");
    if (!output)
        bench_fail("cannot run wrk");
    while (fgets(line, sizeof line, output)) {
        sscanf(line, "Requests/sec: %lf", &rate);
        if (strstr(line, "Non-2xx") || strstr(line, "Socket errors"))
            bench_fail("wrk: %s", line);
    }
    if (pclose(output) != 0 || rate <= 0)
        bench_fail("wrk has told no rate");
    return (int64_t)(1e9 / rate);
}

static int64_t ours(void *ctx)
{
    const struct map_bench *bench = ctx;
    char command[600];
    snprintf(command, sizeof command,
             "wrk -t1 -c%d -d%ds -H 'Authorization: Bearer %s' %s http://127.0.0.1:%d" MAP_PATH,
             CONNECTIONS, SECONDS, bench->web.token,
             bench->zipped ? "-H 'Accept-Encoding: gzip'" : "", api_port(bench->web.api));
    return ask_all(command);
}

static int64_t nginx(void *ctx)
{
    const struct map_bench *bench = ctx;
    char command[600];
    snprintf(command, sizeof command, "wrk -t1 -c%d -d%ds http://127.0.0.1:%d/%s", CONNECTIONS,
             SECONDS, bench->nginx_port, bench->zipped ? "zipped" : "plain");
    return ask_all(command);
}

/* ---- both figures ------------------------------------------------------------------------------
 */

static const struct bench_figure figures[] = {
    {.name = "serve.map",
     .goal = ">=0.5",
     .what = "the map of 100,000 seats, zipped; nginx sending the same bytes as a file",
     .rounds = ROUNDS,
     .ours = ours,
     .bare = nginx},
    {.name = "serve.map_plain",
     .goal = ">=0.5",
     .what = "the same map as it is written; nginx",
     .rounds = ROUNDS,
     .ours = ours,
     .bare = nginx},
};

static bool is_here(const char *program)
{
    char command[100];
    snprintf(command, sizeof command, "command -v %s >/dev/null", program);
    return system(command) == 0;
}

static bool can_run(void)
{
    const char *missing = !is_here("wrk") ? "wrk" : !is_here("nginx") ? "nginx" : NULL;
    char why[60];
    snprintf(why, sizeof why, "%s is not installed", missing ? missing : "");
    for (int i = 0; missing && i < COUNT_OF(figures); i++)
        bench_skip(&figures[i], why);
    return !missing && bench_servers(figures, COUNT_OF(figures));
}

int main(void)
{
    static struct map_bench bench;
    if (!can_run())
        return bench_end();
    web_house_open(&bench.web);
    write_files(&bench);
    start_nginx(&bench);
    for (int i = 0; i < COUNT_OF(figures); i++) {
        bench.zipped = i == 0;
        bench_run(&figures[i], &bench);
    }
    run_nginx("-s quit");
    web_house_close(&bench.web);
    return bench_end();
}
