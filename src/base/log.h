/*
 * The log: what happened, for the people who run the house and for programs that read along.
 *
 * The rule: customer data never goes into the log. A line is a fixed sentence and typed fields:
 * ids, numbers, codes, and errors. There is no printf, so a name or an address has no way in: look
 * the person up by the id. LOG_CODE shows "(private)" for anything that does not look like a code.
 *
 *     log_event(log, LEVEL_INFO, "hold", &request, "expired",
 *               LOG_FIELDS(LOG_ID("hold", &hold->id), LOG_INT("seats", 2)));
 *
 *     2026-11-20T19:30:00.120Z info hold 0193...: expired hold=0193... seats=2
 *     {"time":"2026-...","level":"info","pid":42,"subject":"hold","request":"0193...",...}
 *
 * Any thread may log. Each line is one write(2) of less than 4096 bytes in append mode, so several
 * processes can share a file. Control bytes are escaped. An error is logged once, where the
 * decision is taken. A line that cannot be written is counted, never waited for.
 */
#ifndef LOGE_BASE_LOG_H
#define LOGE_BASE_LOG_H

#include <stdbool.h>
#include <stdint.h>

#include "src/base/attr.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/settings.h"
#include "src/base/uuid.h"

/* In the order of log.level and log.format in the settings. */
enum log_level { LEVEL_ERROR, LEVEL_WARNING, LEVEL_INFO, LEVEL_DEBUG };
enum log_format { LOG_TEXT, LOG_JSON };

enum log_field_type { LOG_FIELD_ID, LOG_FIELD_INT, LOG_FIELD_CODE, LOG_FIELD_ERR };

struct log_field {
    enum log_field_type type;
    const char *name;
    union {
        const struct uuid *id;
        int64_t number;
        const char *code;
        const struct err *err;
    };
};

struct log_fields {
    const struct log_field *at;
    int count;
};

#define LOG_ID(n, v)   ((struct log_field){.type = LOG_FIELD_ID, .name = (n), .id = (v)})
#define LOG_INT(n, v)  ((struct log_field){.type = LOG_FIELD_INT, .name = (n), .number = (v)})
#define LOG_CODE(n, v) ((struct log_field){.type = LOG_FIELD_CODE, .name = (n), .code = (v)})
#define LOG_ERR(v)     ((struct log_field){.type = LOG_FIELD_ERR, .name = "error", .err = (v)})
#define LOG_FIELDS(...)                                           \
    ((struct log_fields){(const struct log_field[]){__VA_ARGS__}, \
                         COUNT_OF(((const struct log_field[]){__VA_ARGS__}))})
#define LOG_NOTHING ((struct log_fields){0})

enum { LOG_SINKS = 4, LOG_LINE = 4096 };

struct log;

struct log *log_new(struct clock clock, enum log_level level) RETURNS_FRESH; /* no sink yet */
void log_free(struct log **log); /* closes the files it opened */

/* Sinks are added before the log is shared between threads. The descriptor stays the caller's. */
void log_add_fd(struct log *log, int fd, enum log_format format);
/* Appends to a file, made for its owner only (0600). */
enum rc log_add_file(struct log *log, const char *path, enum log_format format,
                     struct err *err) MUST_USE;
/* From any thread: events below this are dropped from now on. */
void log_set_level(struct log *log, enum log_level level);
/* Files are opened again by their names: somebody has moved them away. What cannot be opened stays
 * as it is. */
enum rc log_reopen(struct log *log, struct err *err) MUST_USE;
/* The log that log.level, log.format and log.file ask for; NULL and err when it cannot be had. */
struct log *log_open(const struct settings *settings, struct clock clock, struct err *err) MUST_USE;

/* request may be NULL or zero. subject and message are literals. A NULL log takes everything. */
void log_event(struct log *log, enum log_level level, const char *subject,
               const struct uuid *request, const char *message, struct log_fields fields);

bool log_wants(const struct log *log, enum log_level level);
int64_t log_lost(struct log *log); /* lines that no sink, or not every sink, took */

/* Looks like an id or a code (letters, digits, - _ . : / #; 64 bytes at most): may be logged. */
bool log_is_code(const char *text);

#endif
