/*
 * libmicrohttpd, and nothing else: what came in as an exchange, and what an exchange answers.
 *
 * A connection whose exchange is in the pool sleeps (MHD_suspend_connection): the one thread that
 * reads and writes for everybody never waits. Whatever a stranger may send is limited: headers (the
 * memory of a connection), the body, the time between two bytes and that of a whole request
 * (lines.h), how many connections there are, and how many an address has.
 */
#include "config.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "src/api/api_parts.h"
#include "src/api/http_library.h"
#include "src/api/lines.h"
#include "src/api/reply.h"
#include "src/base/text.h"

enum {
    HEADERS_MAX = 16 * 1024, /* of one request, with what is read ahead */
    HEARD_OUT = 4 * BODY_MAX,
    CONNECTIONS = 8000,
    PATIENCE_S = 15, /* between two bytes */
    GOODBYE_MS = 5000,
};

static const struct http_library *mhd; /* there is one as soon as there is a server */

struct server {
    struct api *api;
    struct MHD_Daemon *daemon;
    struct lines *lines;
    atomic_int open; /* exchanges */
    atomic_bool quiet;
};

/* What the server keeps of an exchange. */
struct wire {
    struct MHD_Connection *connection; /* NULL: only the request's line is here yet */
    struct server *server;
    bool slept;       /* it was in the pool; the answer lies ready */
    size_t body_size; /* as it came; what is over BODY_MAX is not kept */
};

static struct wire *wire_of(const struct exchange *x)
{
    return x->wire;
}

/* ---- what was asked -------------------------------------------------------------------------- */

static const char *header(struct MHD_Connection *connection, const char *name)
{
    return mhd->lookup(connection, MHD_HEADER_KIND, name);
}

static const char *keep(struct exchange *x, const char *text)
{
    return text ? arena_strdup(x->arena, text) : NULL;
}

static const char *bearer(const char *value)
{
    static const char scheme[] = "Bearer ";
    size_t length = sizeof scheme - 1;
    return value && strncasecmp(value, scheme, length) == 0 ? value + length : NULL;
}

struct headers {
    struct exchange *x;
    const char *name, *all; /* with commas, in the order they came */
};

static enum MHD_Result join_header(void *ctx, enum MHD_ValueKind kind, const char *name,
                                   const char *value)
{
    struct headers *headers = ctx;
    (void)kind;
    if (strcasecmp(name, headers->name) == 0 && value)
        headers->all = headers->all ? arena_printf(headers->x->arena, "%s,%s", headers->all, value)
                                    : keep(headers->x, value);
    return MHD_YES;
}

static struct origin origin_of_address(const struct sockaddr *address)
{
    struct origin origin = {{[10] = 0xff, [11] = 0xff}};
    if (address && address->sa_family == AF_INET)
        memcpy(origin.b + 12, &((const struct sockaddr_in *)(const void *)address)->sin_addr, 4);
    else if (address && address->sa_family == AF_INET6)
        memcpy(origin.b, &((const struct sockaddr_in6 *)(const void *)address)->sin6_addr, 16);
    return origin;
}

/* ---- connections ------------------------------------------------------------------------------
 */

static enum MHD_Result take_line(void *ctx, const struct sockaddr *address, socklen_t size)
{
    struct server *server = ctx;
    const struct origin from = origin_of_address(address);
    const int most = gate_connections(server->api->gate, &from);
    (void)size;
    if (!most || lines_of(server->lines, &from) < most)
        return MHD_YES;
    metrics_add(server->api->metrics, API_TOO_MANY, 1);
    return MHD_NO;
}

static void note_line(void *ctx, struct MHD_Connection *connection, void **memory,
                      enum MHD_ConnectionNotificationCode what)
{
    struct server *server = ctx;
    if (what == MHD_CONNECTION_NOTIFY_CLOSED) {
        lines_close(server->lines, *memory);
        return;
    }
    const union MHD_ConnectionInfo *fd =
        mhd->connection(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    const int socket = fd ? fd->connect_fd : -1;
    const union MHD_ConnectionInfo *peer =
        mhd->connection(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    const struct origin from = origin_of_address(peer ? peer->client_addr : NULL);
    *memory = lines_open(server->lines, socket, &from, clock_mono(&server->api->spec.clock));
}

static struct line *line_of(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        mhd->connection(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info->socket_context;
}

void server_cut(struct server *server)
{
    const int64_t most = gate_request_ms(server->api->gate);
    if (!most)
        return;
    int cut = lines_cut(server->lines, clock_mono(&server->api->spec.clock) - most);
    metrics_add(server->api->metrics, API_TOO_SLOW, cut);
}

/* ---- where it came from -----------------------------------------------------------------------
 */

/* A proxy adds to the header, or adds a header: all of them are one list. */
static void find_origin(struct exchange *x)
{
    struct MHD_Connection *connection = wire_of(x)->connection;
    struct headers headers = {.x = x, .name = "X-Forwarded-For"};
    const union MHD_ConnectionInfo *info =
        mhd->connection(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    const struct origin peer = origin_of_address(info ? info->client_addr : NULL);
    (void)mhd->values(connection, MHD_HEADER_KIND, join_header, &headers);
    gate_find_origin(x->api->gate, x, &peer, headers.all);
}

/* "gzip", "br, gzip;q=0.8", but not "gzip;q=0". */
static bool takes_gzip(const char *encodings)
{
    const char *at = encodings ? strcasestr(encodings, "gzip") : NULL;
    if (!at)
        return false;
    at += strlen("gzip");
    at += strspn(at, " ;");
    return strncasecmp(at, "q=", 2) != 0 || strtod(at + 2, NULL) > 0;
}

static void take_headers(struct exchange *x)
{
    struct MHD_Connection *connection = wire_of(x)->connection;
    x->asked.token = keep(x, bearer(header(connection, "Authorization")));
    x->asked.key = keep(x, header(connection, "Idempotency-Key"));
    x->asked.none_match = keep(x, header(connection, "If-None-Match"));
    x->asked.last_event = keep(x, header(connection, "Last-Event-ID"));
    x->asked.trace = keep(x, header(connection, "traceparent"));
    x->asked.signature = keep(x, header(connection, "Payment-Signature"));
    if (!x->asked.signature)
        x->asked.signature = keep(x, header(connection, "Stripe-Signature"));
    find_origin(x);
    x->asked.gzip = takes_gzip(header(connection, "Accept-Encoding"));
}

static bool promises_too_much(struct MHD_Connection *connection)
{
    const char *length = header(connection, "Content-Length");
    int64_t bytes;
    return length && !text_to_int(length, 0, BODY_MAX, &bytes);
}

/* Where a body ends is said once: a proxy that believed another word than we do would take the rest
 * of one request for the next, which is somebody else's. */
static bool ends_twice(struct exchange *x)
{
    struct MHD_Connection *connection = wire_of(x)->connection;
    struct headers lengths = {.x = x, .name = "Content-Length"};
    (void)mhd->values(connection, MHD_HEADER_KIND, join_header, &lengths);
    return lengths.all && (strchr(lengths.all, ',') || header(connection, "Transfer-Encoding"));
}

/* ---- what was answered ----------------------------------------------------------------------- */

static void leave_page(void *ctx)
{
    struct page *page = ctx;
    page_leave(&page);
}

static struct MHD_Response *share_page(struct page *page)
{
    return mhd->from_buffer_owned(page->size, page->bytes, leave_page, page_share(page));
}

static struct MHD_Response *copy_bytes(const struct reply *reply)
{
    union {
        const void *in;
        void *out;
    } bytes = {.in = reply->bytes}; /* copied, whatever the prototype says */
    return mhd->from_buffer(reply->size, bytes.out, MHD_RESPMEM_MUST_COPY);
}

struct flow {
    struct stream *stream;
    struct MHD_Connection *connection;
};

static ssize_t read_flow(void *ctx, uint64_t at, char *out, size_t room)
{
    const struct flow *flow = ctx;
    (void)at;
    ssize_t got = stream_read(flow->stream, flow->connection, out, room);
    return got < 0 ? MHD_CONTENT_READER_END_OF_STREAM : got;
}

static void close_flow(void *ctx)
{
    struct flow *flow = ctx;
    stream_close(flow->stream);
    free(flow);
}

/* The stream is the response's from now on. */
static struct MHD_Response *let_flow(struct exchange *x)
{
    enum { AT_ONCE_BYTES = 4096 };
    struct flow *flow = x_alloc(sizeof *flow);
    *flow = (struct flow){x->reply.stream, wire_of(x)->connection};
    x->reply.stream = NULL;
    return mhd->from_callback(MHD_SIZE_UNKNOWN, AT_ONCE_BYTES, read_flow, flow, close_flow);
}

static void sleep_flow(void *connection)
{
    mhd->suspend(connection);
}

static void wake_flow(void *connection)
{
    mhd->resume(connection);
}

const struct stream_wire server_stream_wire = {sleep_flow, wake_flow};

static struct MHD_Response *make_response(struct exchange *x)
{
    const struct reply *reply = &x->reply;
    struct MHD_Response *response = reply->stream ? let_flow(x)
                                    : reply->page ? share_page(reply->page)
                                                  : copy_bytes(reply);
    if (!response)
        return NULL;
    if (reply->type)
        mhd->add_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, reply->type);
    for (int i = 0; i < reply->header_count; i++)
        mhd->add_header(response, reply->headers[i].name, reply->headers[i].value);
    mhd->add_header(response, "X-Content-Type-Options", "nosniff");
    return response;
}

static void count_answer(struct exchange *x)
{
    struct api *api = x->api;
    int64_t took = clock_mono(&api->spec.clock) - x->arrived;
    metrics_add(api->metrics, API_REQUESTS, 1);
    if (x->reply.status >= 500)
        metrics_add(api->metrics, API_FAILED, 1);
    else if (x->reply.status >= 400)
        metrics_add(api->metrics, API_REFUSED, 1);
    if (x->arrived)
        metrics_observe(api->metrics, API_REQUEST_MS, took);
}

/* "/api/shows/{id}/seats" as a code: "/api/shows/:id/seats". */
static const char *route_code(struct exchange *x)
{
    char *code = arena_strdup(x->arena, x->route ? x->route->path : "-"), *to = code;
    for (const char *from = code; *from; from++)
        if (*from != '}')
            *to++ = *from == '{' ? ':' : *from;
    *to = '\0';
    return code;
}

static void log_answer(struct exchange *x)
{
    const struct api_spec *spec = &x->api->spec;
    if (!log_wants(spec->log, LEVEL_INFO))
        return;
    int64_t took = x->arrived ? clock_mono(&spec->clock) - x->arrived : 0;
    log_event(spec->log, LEVEL_INFO, "http", NULL, "answered",
              LOG_FIELDS(LOG_CODE("method", x->route ? x->route->method : "-"),
                         LOG_CODE("route", route_code(x)), LOG_INT("status", x->reply.status),
                         LOG_INT("ms", took), LOG_CODE("trace", x->trace)));
}

static enum MHD_Result answer(struct exchange *x)
{
    if (!x->reply.status)
        reply_unavailable(x);
    struct MHD_Response *response = make_response(x);
    if (!response)
        return MHD_NO;
    if (atomic_load(&wire_of(x)->server->quiet))
        mhd->add_header(response, MHD_HTTP_HEADER_CONNECTION, "close");
    count_answer(x);
    log_answer(x);
    enum MHD_Result queued =
        mhd->queue(wire_of(x)->connection, (unsigned)x->reply.status, response);
    mhd->destroy(response);
    return queued;
}

/* ---- one request ----------------------------------------------------------------------------- */

static struct exchange *begin(struct server *server)
{
    struct exchange *x = exchange_new(server->api);
    struct wire *wire = arena_alloc(x->arena, sizeof *wire);
    wire->server = server;
    x->wire = wire;
    metrics_set(server->api->metrics, API_OPEN, atomic_fetch_add(&server->open, 1) + 1);
    return x;
}

/* The headers are here, the body is not. What cannot be right is refused before it is sent. */
static enum MHD_Result begin_request(struct exchange *x, const char *method, const char *path)
{
    struct rng rng = rng_system();
    take_headers(x);
    if (!trace_parse(x->asked.trace, x->trace))
        trace_make(&rng, x->trace);
    if (!api_find_route(x, method, path))
        return MHD_YES; /* it is counted like any other before it is answered */
    if (ends_twice(x)) {
        reply_invalid(x, "This request says twice where its body ends.");
        return answer(x);
    }
    if (promises_too_much(wire_of(x)->connection)) {
        reply_error(x, 413, "TOO_LARGE", "A body is at most %d bytes.", BODY_MAX);
        return answer(x);
    }
    return MHD_YES;
}

/* Who sends a little too much is told so when he has sent it; who never ends is hung up on. */
static enum MHD_Result take_body(struct exchange *x, const char *data, size_t size)
{
    struct wire *wire = wire_of(x);
    wire->body_size += size;
    if (wire->body_size > BODY_MAX)
        return wire->body_size > HEARD_OUT ? MHD_NO : MHD_YES;
    char *grown = realloc(x->body, x->body_size + size + 1);
    if (!grown)
        abort();
    memcpy(grown + x->body_size, data, size);
    x->body = grown;
    x->body_size += size;
    x->body[x->body_size] = '\0';
    return MHD_YES;
}

static enum MHD_Result run_request(struct exchange *x)
{
    struct wire *wire = wire_of(x);
    if (wire->slept)
        return answer(x);
    x->arrived = clock_mono(&x->api->spec.clock);
    lines_asked(wire->server->lines, line_of(wire->connection));
    if (wire->body_size > BODY_MAX) {
        reply_error(x, 413, "TOO_LARGE", "A body is at most %d bytes.", BODY_MAX);
        return answer(x);
    }
    /* Asleep before anybody can wake it. */
    mhd->suspend(wire->connection);
    wire->slept = true;
    if (api_run(x))
        mhd->resume(wire->connection);
    return MHD_YES;
}

static enum MHD_Result handle(void *ctx, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *data,
                              size_t *size, void **memory)
{
    struct exchange *x = *memory;
    (void)version;
    (void)ctx;
    if (!wire_of(x)->connection) {
        wire_of(x)->connection = connection;
        return begin_request(x, method, url);
    }
    if (*size) {
        size_t came = *size;
        *size = 0;
        return take_body(x, data, came);
    }
    return run_request(x);
}

/* Before anything is decoded: the request's line as it came. */
static void *note_uri(void *ctx, const char *uri, struct MHD_Connection *connection)
{
    struct exchange *x = begin(ctx);
    const char *query = strchr(uri, '?');
    (void)connection;
    if (query)
        x->query = arena_strdup(x->arena, query + 1);
    return x;
}

/* Paths are taken apart as they came (route.h). */
static size_t leave_escaped(void *ctx, struct MHD_Connection *connection, char *text)
{
    (void)ctx, (void)connection;
    return strlen(text);
}

static void finish(void *ctx, struct MHD_Connection *connection, void **memory,
                   enum MHD_RequestTerminationCode how)
{
    struct server *server = ctx;
    struct exchange *x = *memory;
    (void)how;
    if (!x)
        return;
    lines_answered(server->lines, line_of(connection), clock_mono(&server->api->spec.clock));
    exchange_free(&x);
    *memory = NULL;
    metrics_set(server->api->metrics, API_OPEN, atomic_fetch_sub(&server->open, 1) - 1);
}

void server_wake(struct exchange *x)
{
    mhd->resume(wire_of(x)->connection);
}

/* ---- listening --------------------------------------------------------------------------------
 */

/* "127.0.0.1:8480", "[::1]:8480", "localhost:8480" */
static struct addrinfo *find_address(const char *listen, struct err *err)
{
    char host[256];
    const char *colon = strrchr(listen, ':');
    struct addrinfo *found = NULL;
    const struct addrinfo hints = {.ai_flags = AI_PASSIVE | AI_NUMERICSERV,
                                   .ai_family = AF_UNSPEC,
                                   .ai_socktype = SOCK_STREAM};
    size_t length = colon ? (size_t)(colon - listen) : 0;
    bool bracketed = length > 2 && listen[0] == '[' && listen[length - 1] == ']';
    snprintf(host, sizeof host, "%.*s", (int)(bracketed ? length - 2 : length),
             bracketed ? listen + 1 : listen);
    int error = colon ? getaddrinfo(*host ? host : NULL, colon + 1, &hints, &found) : EAI_NONAME;
    if (error)
        err_set(err, RC_CONFIG, "EAI", "\"%.80s\" is no address to listen at: %s", listen,
                gai_strerror(error));
    return found;
}

/* Without MHD_OPTION_LISTENING_ADDRESS_REUSE: on Linux that is SO_REUSEPORT, with which the system
 * deals the connections out to whichever services listen at the port. The default, SO_REUSEADDR,
 * lets a service that starts again have its port back at once, and nobody else. */
static struct MHD_Daemon *listen_at(struct server *server, const struct addrinfo *address)
{
    const struct api_spec *spec = &server->api->spec;
    unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME;
    if (address->ai_family == AF_INET6)
        flags |= MHD_USE_IPv6;
    if (spec->cert)
        flags |= MHD_USE_TLS;
    const struct MHD_OptionItem tls[] = {
        {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)(uintptr_t)spec->cert},
        {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)(uintptr_t)spec->key},
        {MHD_OPTION_END, 0, NULL}};
    const struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};
    return mhd->start(
        flags, 0, take_line, server, handle, server, MHD_OPTION_SOCK_ADDR, address->ai_addr,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)HEADERS_MAX, MHD_OPTION_CONNECTION_LIMIT,
        (unsigned)CONNECTIONS, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)PATIENCE_S,
        MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1,
        MHD_OPTION_URI_LOG_CALLBACK, note_uri, server, MHD_OPTION_UNESCAPE_CALLBACK, leave_escaped,
        NULL, MHD_OPTION_NOTIFY_COMPLETED, finish, server, MHD_OPTION_NOTIFY_CONNECTION, note_line,
        server, MHD_OPTION_ARRAY, spec->cert ? tls : none, MHD_OPTION_END);
}

/* The library says nothing more than what the system did, and of TLS that is nothing. */
static void say_why_not(const struct api *api, struct err *err)
{
    if (errno == EADDRINUSE)
        err_set(err, RC_CONFIG, "EADDRINUSE",
                "Another program already listens at %.80s. Stop it, or choose another address with "
                "--listen or serve.listen.",
                api->spec.listen);
    else if (errno || !api->spec.cert)
        err_set_errno(err, RC_CONFIG, "The service cannot listen at %.80s", api->spec.listen);
    else
        err_set(err, RC_CONFIG, "TLS",
                "serve.cert and serve.key are no certificate and its key: make both anew, or name "
                "the files that belong together.");
}

struct server *server_start(struct api *api, struct err *err)
{
    mhd = http_library_need(err);
    struct addrinfo *address = mhd ? find_address(api->spec.listen, err) : NULL;
    if (!address)
        return NULL;
    struct server *server = x_alloc(sizeof *server);
    server->api = api;
    server->lines = lines_new();
    errno = 0;
    server->daemon = listen_at(server, address);
    freeaddrinfo(address);
    if (server->daemon)
        return server;
    say_why_not(api, err);
    lines_free(&server->lines);
    free(server);
    return NULL;
}

int server_port(const struct server *server)
{
    const union MHD_DaemonInfo *info = mhd->info(server->daemon, MHD_DAEMON_INFO_BIND_PORT);
    return info ? info->port : 0;
}

void server_quiet(struct server *server)
{
    atomic_store(&server->quiet, true);
    MHD_socket listening = mhd->quiesce(server->daemon);
    if (listening != MHD_INVALID_SOCKET)
        close(listening);
}

/* Answers that are on their way get there. */
static void say_goodbye(struct server *server)
{
    const struct clock *clock = &server->api->spec.clock;
    int64_t until = clock_mono(clock) + GOODBYE_MS;
    while (atomic_load(&server->open) && clock_mono(clock) < until)
        clock->pause_ms(clock->ctx, 5);
}

void server_stop(struct server **server)
{
    struct server *it = *server;
    if (!it)
        return;
    say_goodbye(it);
    mhd->stop(it->daemon);
    lines_free(&it->lines);
    free(it);
    *server = NULL;
}
