/* A plan as SVG in parts. Inside of plan_svg*.c. */
#ifndef LOGE_DOMAIN_PLAN_SVG_PARTS_H
#define LOGE_DOMAIN_PLAN_SVG_PARTS_H

#include "src/domain/plan_svg.h"
#include "src/domain/plan_stage.h"

enum { SVG_PITCH = 10 }; /* from seat to seat in the drawing */

struct plan_drawing {
    struct svg *svg;
    const struct plan_svg_request *request;
    bool by_cell;        /* the plan has no positions: rows and columns stand in for them */
    float scale;         /* drawing units for one of the plan's */
    struct plan_box box; /* of seats and areas, in the plan's units */
    float left, top;     /* where the box begins in the drawing */
    float unit;          /* the size of text that can be read when the whole drawing is seen */
};

/* Where things stand in the drawing. */
struct plan_point plan_drawing_seat(const struct plan_drawing *drawing, int seat);
struct plan_point plan_drawing_place(const struct plan_drawing *drawing, float x, float y);
/* Finds by_cell, scale and box. */
void plan_drawing_measure(struct plan_drawing *drawing);

/* "#rrggbb" in a buffer of the caller's. */
struct svg_colour {
    char text[COLOUR_TEXT];
};
struct svg_colour heat_colour(const struct heat_kind *kind, bool dark);
/* 0 little ... 255 much; light to dark on paper, dark to light on black. */
struct svg_colour heat_shade(int shade, bool dark);
const char *heat_ink(bool dark);           /* of text and lines */
const char *heat_faint(bool dark);         /* of what stays behind */
const char *heat_ink_on(const char *fill); /* black or white, whichever is read better on it */
/* What is the same for all seats of a kind: ` fill="..." stroke="..."`. */
void svg_kind_attributes(struct svg *svg, const struct heat_kind *kind, bool dark);
/* The shape as path data that begins at its middle, for a seat this wide. */
const char *heat_mark_path(enum heat_mark mark);

void plan_svg_areas(const struct plan_drawing *drawing);
void plan_svg_seats(const struct plan_drawing *drawing);
void plan_svg_sections(const struct plan_drawing *drawing);
void plan_svg_names(const struct plan_drawing *drawing); /* of sections and rows */

/* The legend, as rows with a mark, a name and figures. */
struct plan_legend {
    struct heat_kind *rows;
    int count, seats; /* seats: of the whole hall */
};
struct plan_legend plan_svg_legend_of(const struct plan_drawing *drawing);
float plan_svg_legend_height(const struct plan_drawing *drawing, const struct plan_legend *legend,
                             float width);
void plan_svg_legend(const struct plan_drawing *drawing, const struct plan_legend *legend,
                     float top, float width);

#endif
