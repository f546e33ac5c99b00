#include "config.h"

#include "src/adapter/document_fields.h"

#define TABLE(name, ...)                                            \
    static const struct json_field name##_fields[] = {__VA_ARGS__}; \
    const struct document_table name = {name##_fields, COUNT_OF(name##_fields)}

#define NUMBER(type, key, member)                                 \
    {                                                             \
        key, JSON_IN_NUMBER, false, offsetof(struct type, member) \
    }
#define TEXT(type, key, member)                                         \
    {                                                                   \
        key, JSON_IN_TEXT_OR_NULL, false, offsetof(struct type, member) \
    }
#define LIST_OF(type, key, member)                              \
    {                                                           \
        key, JSON_IN_LIST, false, offsetof(struct type, member) \
    }

TABLE(document_area_table, NUMBER(document_area, "kind", kind), NUMBER(document_area, "x", x),
      NUMBER(document_area, "y", y), NUMBER(document_area, "width", width),
      NUMBER(document_area, "height", height), NUMBER(document_area, "rotation", rotation),
      NUMBER(document_area, "text_x", text_x), NUMBER(document_area, "text_y", text_y),
      NUMBER(document_area, "text_size", text_size), NUMBER(document_area, "section", section),
      TEXT(document_area, "text", text), TEXT(document_area, "colour", colour),
      TEXT(document_area, "border", border), TEXT(document_area, "text_colour", text_colour),
      TEXT(document_area, "guid", guid), LIST_OF(document_area, "points", points));

TABLE(document_class_table, TEXT(extra_class, "colour", colour));

TABLE(document_section_table, TEXT(extra_section, "name", name),
      TEXT(extra_section, "zone_id", zone_id), TEXT(extra_section, "uuid", uuid),
      NUMBER(extra_section, "x", x), NUMBER(extra_section, "y", y),
      NUMBER(extra_section, "areas", areas));

TABLE(document_row_table, TEXT(extra_row, "row_label", row_label),
      TEXT(extra_row, "seat_label", seat_label), TEXT(extra_row, "uuid", uuid),
      TEXT(extra_row, "number_position", number_position), NUMBER(extra_row, "x", x),
      NUMBER(extra_row, "y", y));

TABLE(document_seat_table, TEXT(extra_seat, "uuid", uuid),
      TEXT(extra_seat, "start_direction", start_direction), NUMBER(extra_seat, "radius", radius),
      NUMBER(extra_seat, "x", x), NUMBER(extra_seat, "y", y), NUMBER(extra_seat, "place", place));

TABLE(document_extra_area_table, TEXT(document_extra_area, "shape", extra.shape),
      TEXT(document_extra_area, "colour", extra.colour),
      TEXT(document_extra_area, "border", extra.border),
      TEXT(document_extra_area, "uuid", extra.uuid),
      NUMBER(document_extra_area, "rotation", extra.rotation),
      NUMBER(document_extra_area, "x", extra.x), NUMBER(document_extra_area, "y", extra.y),
      NUMBER(document_extra_area, "width", extra.width),
      NUMBER(document_extra_area, "height", extra.height),
      NUMBER(document_extra_area, "ellipse_x", extra.ellipse_x),
      NUMBER(document_extra_area, "ellipse_y", extra.ellipse_y),
      NUMBER(document_extra_area, "radius", extra.radius),
      TEXT(document_extra_area, "text", extra.text),
      TEXT(document_extra_area, "text_colour", extra.text_colour),
      NUMBER(document_extra_area, "text_size", extra.text_size),
      NUMBER(document_extra_area, "text_x", extra.text_x),
      NUMBER(document_extra_area, "text_y", extra.text_y),
      NUMBER(document_extra_area, "polygon", extra.polygon),
      LIST_OF(document_extra_area, "points", points));
