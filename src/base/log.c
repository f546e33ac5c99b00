#include "config.h"

#include "src/base/log.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/base/arena.h"
#include "src/base/json_out.h"
#include "src/base/text.h"

enum { CODE_LONGEST = 64, ERR_ESCAPED = 1300 };

struct sink {
    int fd;
    char *path; /* of a file that is ours; NULL: the descriptor is the caller's */
    enum log_format format;
};

struct log {
    struct clock clock;
    atomic_int level;
    struct sink sinks[LOG_SINKS];
    int count;
    _Atomic int64_t lost;
};

/* One event, as every format needs it. */
struct event {
    char time[TIME_TEXT], request[UUID_TEXT]; /* request "" when there is none */
    const char *level, *subject, *message;
    struct log_fields fields;
};

struct log *log_new(struct clock clock, enum log_level level)
{
    struct log *log = x_alloc(sizeof *log);
    log->clock = clock;
    atomic_init(&log->level, level);
    return log;
}

void log_free(struct log **log)
{
    if (!*log)
        return;
    for (int i = 0; i < (*log)->count; i++) {
        if ((*log)->sinks[i].path)
            close((*log)->sinks[i].fd);
        free((*log)->sinks[i].path);
    }
    free(*log);
    *log = NULL;
}

void log_add_fd(struct log *log, int fd, enum log_format format)
{
    assert(log->count < LOG_SINKS);
    log->sinks[log->count++] = (struct sink){.fd = fd, .format = format};
}

static int open_file(const char *path, struct err *err)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0600);
    if (fd < 0)
        err_set_errno(err, RC_CONFIG, "Cannot open the log file %s", path);
    return fd;
}

enum rc log_add_file(struct log *log, const char *path, enum log_format format, struct err *err)
{
    assert(log->count < LOG_SINKS);
    int fd = open_file(path, err);
    if (fd < 0)
        return RC_CONFIG;
    log->sinks[log->count++] = (struct sink){.fd = fd, .path = x_strdup(path), .format = format};
    return RC_OK;
}

/* Whoever writes at this moment writes to the old file or the new one: dup3 is one step. */
static enum rc open_again(const struct sink *sink, struct err *err)
{
    int fd = open_file(sink->path, err);
    if (fd < 0)
        return RC_CONFIG;
    enum rc rc = dup3(fd, sink->fd, O_CLOEXEC) < 0
                     ? err_set_errno(err, RC_CONFIG, "Cannot open the log file %s", sink->path)
                     : RC_OK;
    close(fd);
    return rc;
}

enum rc log_reopen(struct log *log, struct err *err)
{
    enum rc rc = RC_OK;
    for (int i = 0; i < log->count && !rc; i++)
        if (log->sinks[i].path)
            rc = open_again(&log->sinks[i], err);
    return rc;
}

void log_set_level(struct log *log, enum log_level level)
{
    atomic_store_explicit(&log->level, level, memory_order_relaxed);
}

struct log *log_open(const struct settings *settings, struct clock clock, struct err *err)
{
    enum log_format format = (enum log_format)settings_choice(settings, SETTING_LOG_FORMAT);
    const char *path = settings_text(settings, SETTING_LOG_FILE);
    struct log *log = log_new(clock, (enum log_level)settings_choice(settings, SETTING_LOG_LEVEL));
    if (*path == '\0')
        log_add_fd(log, STDERR_FILENO, format);
    else if (log_add_file(log, path, format, err))
        log_free(&log);
    return log;
}

bool log_is_code(const char *text)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789-_.:/#";
    size_t length = strspn(text, allowed);
    return length > 0 && length <= CODE_LONGEST && text[length] == '\0';
}

static const char *shown_code(const char *code)
{
    return code && log_is_code(code) ? code : "(private)";
}

/* ---- text ----------------------------------------------------------------------------------- */

/* Appends to a line and stays inside it: what does not fit is cut. */
static void append(char line[LOG_LINE], size_t *used, const char *fmt, ...) PRINTF(3, 4);
static void append(char line[LOG_LINE], size_t *used, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    int length = vsnprintf(line + *used, LOG_LINE - *used, fmt, ap);
    va_end(ap);
    if (length > 0)
        *used += (size_t)length;
    if (*used >= LOG_LINE)
        *used = LOG_LINE - 1;
}

static void append_field(char line[LOG_LINE], size_t *used, const struct log_field *field)
{
    char id[UUID_TEXT], sentence[ERR_ESCAPED];
    switch (field->type) {
    case LOG_FIELD_ID:
        append(line, used, " %s=%s", field->name, uuid_text(field->id, id));
        break;
    case LOG_FIELD_INT:
        append(line, used, " %s=%" PRId64, field->name, field->number);
        break;
    case LOG_FIELD_CODE:
        append(line, used, " %s=%s", field->name, shown_code(field->code));
        break;
    case LOG_FIELD_ERR:
        text_escape(sentence, sizeof sentence, field->err->text);
        append(line, used, " %s=%s native=%s: %s", field->name, rc_name(field->err->rc),
               *field->err->native ? shown_code(field->err->native) : "-", sentence);
        break;
    }
}

static size_t text_line(const struct event *event, char line[LOG_LINE])
{
    size_t used = 0;
    append(line, &used, "%s %s %s%s%s: %s", event->time, event->level, event->subject,
           *event->request ? " " : "", event->request, event->message);
    for (int i = 0; i < event->fields.count; i++)
        append_field(line, &used, &event->fields.at[i]);
    if (used > LOG_LINE - 2)
        used = LOG_LINE - 2;
    line[used++] = '\n';
    return used;
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void pair(struct json_out *json, const char *name, const char *text)
{
    json_key(json, name);
    json_string(json, text);
}

static void json_field(struct json_out *json, const struct log_field *field)
{
    char id[UUID_TEXT];
    switch (field->type) {
    case LOG_FIELD_ID:
        pair(json, field->name, uuid_text(field->id, id));
        break;
    case LOG_FIELD_INT:
        json_key(json, field->name);
        json_int(json, field->number);
        break;
    case LOG_FIELD_CODE:
        pair(json, field->name, shown_code(field->code));
        break;
    case LOG_FIELD_ERR:
        pair(json, field->name, rc_name(field->err->rc));
        pair(json, "native", *field->err->native ? shown_code(field->err->native) : NULL);
        pair(json, "sentence", field->err->text);
        break;
    }
}

static void json_event(struct json_out *json, const struct event *event, int fields)
{
    json_out_reset(json);
    json_object_begin(json);
    pair(json, "time", event->time);
    pair(json, "level", event->level);
    json_key(json, "pid");
    json_int(json, getpid());
    pair(json, "subject", event->subject);
    pair(json, "request", *event->request ? event->request : NULL);
    pair(json, "message", event->message);
    for (int i = 0; i < fields; i++)
        json_field(json, &event->fields.at[i]);
    json_object_end(json);
}

/* A cut object would be no JSON, so fields that do not fit are left out from the end. */
static size_t json_line(const struct event *event, char line[LOG_LINE])
{
    struct json_out *json = json_out_new();
    size_t length = LOG_LINE;
    for (int fields = event->fields.count; length >= LOG_LINE && fields >= 0; fields--) {
        json_event(json, event, fields);
        (void)json_out_text(json, &length);
    }
    assert(length < LOG_LINE && "subject and message are short literals");
    memcpy(line, json_out_text(json, NULL), length);
    line[length++] = '\n';
    json_out_free(&json);
    return length;
}

/* ---- writing -------------------------------------------------------------------------------- */

static bool write_line(int fd, const char *line, size_t length)
{
    ssize_t written;
    do
        written = write(fd, line, length);
    while (written < 0 && errno == EINTR);
    return written == (ssize_t)length;
}

static bool sink_write(const struct sink *sink, const struct event *event)
{
    char line[LOG_LINE];
    size_t length = sink->format == LOG_JSON ? json_line(event, line) : text_line(event, line);
    return write_line(sink->fd, line, length);
}

static const char *level_name(enum log_level level)
{
    static const char *const names[] = {"error", "warning", "info", "debug"};
    return names[level];
}

bool log_wants(const struct log *log, enum log_level level)
{
    return log && (int)level <= atomic_load_explicit(&log->level, memory_order_relaxed);
}

void log_event(struct log *log, enum log_level level, const char *subject,
               const struct uuid *request, const char *message, struct log_fields fields)
{
    if (!log_wants(log, level))
        return;
    struct event event = {
        .level = level_name(level), .subject = subject, .message = message, .fields = fields};
    time_text(clock_wall(&log->clock), event.time);
    if (request && !uuid_is_zero(request))
        uuid_text(request, event.request);
    for (int i = 0; i < log->count; i++)
        if (!sink_write(&log->sinks[i], &event))
            atomic_fetch_add_explicit(&log->lost, 1, memory_order_relaxed);
}

int64_t log_lost(struct log *log)
{
    return atomic_load_explicit(&log->lost, memory_order_relaxed);
}
