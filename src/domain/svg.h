/*
 * Writes one SVG document into memory that grows, a piece at a time.
 *
 * Numbers are written with one decimal and without a locale; text from strangers goes through
 * svg_text, so that the document is well-formed whatever they are called.
 */
#ifndef LOGE_DOMAIN_SVG_H
#define LOGE_DOMAIN_SVG_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/attr.h"

struct svg;

struct svg *svg_new(void) RETURNS_FRESH;
void svg_free(struct svg **svg);

/* What is markup already. */
void svg_raw(struct svg *svg, const char *markup);
void svg_rawf(struct svg *svg, const char *fmt, ...) PRINTF(2, 3);
/* Character data or the value of an attribute: escaped; controls and bidi overrides become '?'. */
void svg_text(struct svg *svg, const char *text);
/* A length: 12.3, or 12. Beyond +-10 million it is cut to that. */
void svg_number(struct svg *svg, float value);
/* ` name="12.3"` */
void svg_length(struct svg *svg, const char *name, float value);
/* A line of text at a place. attributes: more markup for the element, begun with a blank. */
void svg_label(struct svg *svg, float x, float y, const char *attributes, const char *text);

/* The document element, the title for readers that speak, and its end. */
void svg_begin(struct svg *svg, float width, float height, const char *title);
void svg_end(struct svg *svg);

/* Borrowed until the next call; size may be NULL. */
const char *svg_document(const struct svg *svg, size_t *size);

/* "#1a2b3c" or "#abc": a colour that a plan may have brought along. */
bool svg_is_colour(const char *text);

#endif
