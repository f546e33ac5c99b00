/*
 * Plans as JSON: pretix seating plans, seats.io charts and the house's own document. Everything is
 * read from a buffer; no file is opened here.
 *
 * A reader gives a plan or NULL with faults. A fault in a document begins with its path
 * (zones[2].rows[0].seats[14].category: ...); a fault in the JSON itself has line and column.
 * Unknown keys are refused, so that nothing is dropped unnoticed.
 *
 * `notes` (may be NULL) are things a person should know though the act succeeded: what the source
 * had that a plan does not, or what the target cannot hold.
 */
#ifndef LOGE_ADAPTER_PLAN_JSON_H
#define LOGE_ADAPTER_PLAN_JSON_H

#include "src/domain/plan_text.h"

enum plan_format { PLAN_TEXT, PLAN_PRETIX, PLAN_SEATSIO, PLAN_DOCUMENT };

const char *plan_format_name(enum plan_format format); /* "drawing", "pretix", "seatsio", ... */
bool plan_format_parse(const char *text, enum plan_format *out) MUST_USE;

/* What a file looks like: JSON begins with '{', and each kind has keys of its own. */
enum plan_format plan_format_guess(const char *text, size_t size);

/* Reads any of the four. */
struct plan *plan_read(enum plan_format format, const char *text, size_t size, struct arena *arena,
                       struct plan_faults *faults, struct plan_faults *notes) MUST_USE;

/*
 * pretix seating plans (seating-plan.schema.json). What was read is written again key for key;
 * other plans are written as far as the format goes, and the notes tell what it cannot hold.
 */
struct plan *pretix_plan_read(const char *text, size_t size, struct arena *arena,
                              struct plan_faults *faults) MUST_USE;
const char *pretix_plan_write(const struct plan *plan, struct arena *arena,
                              struct plan_faults *notes) MUST_USE;

/* seats.io charts: rows, sections, tables and booths; the notes tell what has no seats of its own.
 */
struct plan *seatsio_chart_read(const char *text, size_t size, struct arena *arena,
                                struct plan_faults *faults, struct plan_faults *notes) MUST_USE;

/* Everything struct plan holds, seat numbers included: what the house keeps. */
const char *plan_document_write(const struct plan *plan, struct arena *arena) MUST_USE;
struct plan *plan_document_read(const char *text, size_t size, struct arena *arena,
                                struct plan_faults *faults) MUST_USE;

#endif
