/* The parts of a plan document that are objects, as tables for reading and writing alike. */
#ifndef LOGE_ADAPTER_DOCUMENT_FIELDS_H
#define LOGE_ADAPTER_DOCUMENT_FIELDS_H

#include "src/adapter/json_in.h"
#include "src/domain/plan_extra.h"

/* struct plan_area with numbers as JSON has them. */
struct document_area {
    double kind, x, y, width, height, rotation, text_x, text_y, text_size, section;
    const char *text, *colour, *border, *text_colour, *guid;
    const json_t *points; /* [x, y] each */
};

struct document_extra_area {
    struct extra_area extra;
    const json_t *points;
};

struct document_table {
    const struct json_field *fields;
    int count;
};

extern const struct document_table document_area_table, document_class_table,
    document_section_table, document_row_table, document_seat_table, document_extra_area_table;

#endif
