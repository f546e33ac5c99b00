/* Figures as SVG: the sales curve, and how full shows are. */
#ifndef LOGE_DOMAIN_CURVE_SVG_H
#define LOGE_DOMAIN_CURVE_SVG_H

#include "src/domain/curve.h"
#include "src/domain/heat.h"
#include "src/domain/svg.h"

struct curve_svg_request {
    const struct curve *curve; /* tickets a step, by the clock of the house (curve_moment) */
    const char *title, *subtitle;
    bool dark;
    say_in *language;
    struct arena *arena;
};
/* Above what has been sold in all, below what was sold when. */
void curve_svg_write(struct svg *svg, const struct curve_svg_request *request);

struct occupancy_row {
    const char *label;
    struct heat_section seats;
};
struct occupancy_svg_request {
    const struct occupancy_row *rows;
    int count;
    const char *title, *subtitle;
    bool dark;
    say_count_in *language;
};
/* A bar a row, parted into sold, held, blocked and free, each with its figure. */
void occupancy_svg_write(struct svg *svg, const struct occupancy_svg_request *request);

#endif
