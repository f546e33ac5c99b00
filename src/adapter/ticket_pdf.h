/*
 * Tickets as PDF, a page of A6 each: for people who print at home, and for mail.
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

/* Replaces the file when all of it is written. */
enum rc ticket_pdf_write(const char *path, const struct pdf_ticket *tickets, int count,
                         struct err *err) MUST_USE;

#endif
