/*
 * Tickets as PDF, a page of A6 each: for people who print at home, and for mail. Any thread.
 *
 * cairo and pango bring thirty libraries with them, so they are loaded when the first page is
 * drawn. pango finds letters for any script; whoever has no fonts at all gets boxes, and a code
 * that scans all the same.
 */
#ifndef LOGE_ADAPTER_TICKET_PDF_H
#define LOGE_ADAPTER_TICKET_PDF_H

#include "src/base/err.h"
#include "src/domain/qr.h"

enum { PDF_LINES = 6 };

/* Texts are translated; "" is left out. */
struct pdf_ticket {
    const char *house, *title, *when;
    const char *place;            /* large: the seat */
    const char *warning;          /* what it is not good for */
    const char *lines[PDF_LINES]; /* small, below: price, name, codes */
    const struct qr *qr;
};

/* Are the libraries installed? */
enum rc ticket_pdf_need(struct err *err) MUST_USE;

/* Replaces the file when all of it is written. */
enum rc ticket_pdf_write(const char *path, const struct pdf_ticket *tickets, int count,
                         struct err *err) MUST_USE;

/* A file in memory, in the arena. */
struct drawn {
    const void *bytes;
    size_t size;
};
enum rc ticket_pdf_draw(const struct pdf_ticket *tickets, int count, struct arena *arena,
                        struct drawn *out, struct err *err) MUST_USE;
/* A code alone as a PNG, black on white with its quiet zone: for a mail that shows it. */
enum rc ticket_png_draw(const struct qr *qr, struct arena *arena, struct drawn *out,
                        struct err *err) MUST_USE;

#endif
