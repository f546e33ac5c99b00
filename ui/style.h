/*
 * Styles say what a cell is; the theme says what that looks like on this terminal.
 *
 * Colour only repeats what the shape of a glyph says already, so every style may look alike (on a
 * serial terminal most do) and nothing is lost.
 */
#ifndef LOGE_UI_STYLE_H
#define LOGE_UI_STYLE_H

enum style {
    STYLE_TEXT,
    STYLE_DIM,
    STYLE_STRONG,
    STYLE_TITLE,  /* row 1 */
    STYLE_BASKET, /* the basket's row */
    STYLE_KEY,    /* a key in a row of hints */
    STYLE_HINT,   /* what that key does */
    STYLE_INFO,
    STYLE_ERROR,
    STYLE_URGENT, /* a hold about to end */
    STYLE_HEALTH_GOOD,
    STYLE_HEALTH_POOR,
    STYLE_HEALTH_BAD,
    STYLE_FOCUS, /* the item the cursor stands on */
    STYLE_FIELD,
    STYLE_FIELD_FOCUS,
    STYLE_MATCH, /* found by a search */
    STYLE_MARK,  /* marked for a bulk act */
    STYLE_DIALOG,
    /* seats, in the order of enum glyph */
    STYLE_SEAT_FREE,
    STYLE_SEAT_MINE,
    STYLE_SEAT_HELD,
    STYLE_SEAT_UNPAID,
    STYLE_SEAT_SOLD,
    STYLE_SEAT_ADMITTED,
    STYLE_SEAT_BLOCKED,
    STYLE_SEAT_CHANNEL,
    STYLE_SEAT_WHEELCHAIR,
    STYLE_SEAT_CONFLICT,
    STYLE_SEAT_STALE,
    STYLE_COUNT
};

/* "error", "seat.free": how settings call it. */
const char *style_name(enum style style);
/* One letter, unique: how a golden picture shows it. */
char style_letter(enum style style);

#endif
