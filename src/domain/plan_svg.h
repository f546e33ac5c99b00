/*
 * A plan as SVG: the stage and whatever else is drawn, sections, rows and seats where they really
 * stand, and a legend with figures. For paper (dark on white) or for a lobby screen (on black).
 *
 * Up to PLAN_SVG_DETAIL seats each seat is an element with its label to point at and its number;
 * in larger halls the seats of one kind in one section are one path, so that a browser can still
 * show 100,000 of them.
 */
#ifndef LOGE_DOMAIN_PLAN_SVG_H
#define LOGE_DOMAIN_PLAN_SVG_H

#include "src/domain/heat.h"
#include "src/domain/svg.h"

enum { PLAN_SVG_DETAIL = 5000 };

struct plan_svg_request {
    const struct plan *plan;
    const struct heat *heat;             /* the hall by seat */
    const struct heat_section *sections; /* or by section: how much of each is sold */
    const char *title, *subtitle;        /* "" leaves it out */
    bool dark;
    say_in *language;
    struct arena *arena; /* for working memory */
};

/* A whole document into an svg that is still empty. */
void plan_svg_write(struct svg *svg, const struct plan_svg_request *request);

#endif
