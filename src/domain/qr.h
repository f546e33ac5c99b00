/*
 * A code of squares, and drawing it with characters: two squares a character where there are half
 * blocks, and two characters a square where there is only ASCII.
 */
#ifndef LOGE_DOMAIN_QR_H
#define LOGE_DOMAIN_QR_H

#include <stdbool.h>

#include "src/base/list.h"

enum { QR_LARGEST = 177 };

struct qr {
    int size; /* squares a side, without the quiet zone */
    bool dark[QR_LARGEST * QR_LARGEST];
};

struct qr_style {
    int quiet;  /* light squares around it; a scanner wants 4, white paper has them itself */
    bool ascii; /* "##" a square; it needs twice the columns */
    bool light; /* what is drawn is light: for letters that are lighter than what they stand on */
};

int qr_columns(const struct qr *qr, const struct qr_style *style);
/* Lines of that many columns; in the arena. */
const char *const *qr_lines(const struct qr *qr, const struct qr_style *style, struct arena *arena,
                            int *count);

#endif
