#include "config.h"

#include "src/adapter/pretix_fields.h"

#define TABLE(name, ...)                                            \
    static const struct json_field name##_fields[] = {__VA_ARGS__}; \
    const struct json_table name = {name##_fields, COUNT_OF(name##_fields)}

#define AT(type, member) offsetof(struct type, member)

TABLE(pretix_class_table, {"name", JSON_IN_TEXT, true, AT(pretix_class, name)},
      {"color", JSON_IN_TEXT, false, AT(pretix_class, extra.colour)});

TABLE(pretix_zone_table, {"name", JSON_IN_TEXT, false, AT(pretix_zone, extra.name)},
      {"zone_id", JSON_IN_TEXT, false, AT(pretix_zone, extra.zone_id)},
      {"uuid", JSON_IN_TEXT, false, AT(pretix_zone, extra.uuid)},
      {"position", JSON_IN_OBJECT, true, AT(pretix_zone, position)},
      {"rows", JSON_IN_LIST, true, AT(pretix_zone, rows)},
      {"areas", JSON_IN_LIST, false, AT(pretix_zone, areas)});

TABLE(pretix_row_table, {"row_number", JSON_IN_TEXT, true, AT(pretix_row, row_number)},
      {"row_label", JSON_IN_TEXT_OR_NULL, false, AT(pretix_row, extra.row_label)},
      {"seat_label", JSON_IN_TEXT_OR_NULL, false, AT(pretix_row, extra.seat_label)},
      {"uuid", JSON_IN_TEXT, false, AT(pretix_row, extra.uuid)},
      {"row_number_position", JSON_IN_TEXT_OR_NULL, false, AT(pretix_row, extra.number_position)},
      {"position", JSON_IN_OBJECT, false, AT(pretix_row, position)},
      {"seats", JSON_IN_LIST, true, AT(pretix_row, seats)});

TABLE(pretix_seat_table, {"seat_guid", JSON_IN_TEXT, true, AT(pretix_seat, seat_guid)},
      {"seat_number", JSON_IN_TEXT, true, AT(pretix_seat, seat_number)},
      {"uuid", JSON_IN_TEXT, false, AT(pretix_seat, extra.uuid)},
      {"start_direction", JSON_IN_TEXT_OR_NULL, false, AT(pretix_seat, extra.start_direction)},
      {"radius", JSON_IN_WHOLE, false, AT(pretix_seat, extra.radius)},
      {"position", JSON_IN_OBJECT, true, AT(pretix_seat, position)},
      {"category", JSON_IN_TEXT, true, AT(pretix_seat, category)});

TABLE(pretix_area_table, {"shape", JSON_IN_TEXT, false, AT(pretix_area, extra.shape)},
      {"color", JSON_IN_TEXT, false, AT(pretix_area, extra.colour)},
      {"border_color", JSON_IN_TEXT, false, AT(pretix_area, extra.border)},
      {"uuid", JSON_IN_TEXT, false, AT(pretix_area, extra.uuid)},
      {"rotation", JSON_IN_NUMBER, false, AT(pretix_area, extra.rotation)},
      {"position", JSON_IN_OBJECT, false, AT(pretix_area, position)},
      {"polygon", JSON_IN_OBJECT, false, AT(pretix_area, polygon)},
      {"rectangle", JSON_IN_OBJECT, false, AT(pretix_area, rectangle)},
      {"ellipse", JSON_IN_OBJECT, false, AT(pretix_area, ellipse)},
      {"circle", JSON_IN_OBJECT, false, AT(pretix_area, circle)},
      {"text", JSON_IN_OBJECT, false, AT(pretix_area, text)});

TABLE(pretix_point_table, {"x", JSON_IN_NUMBER, true, AT(extra_point, x)},
      {"y", JSON_IN_NUMBER, true, AT(extra_point, y)});

TABLE(pretix_area_rectangle, {"width", JSON_IN_WHOLE, true, AT(extra_area, width)},
      {"height", JSON_IN_WHOLE, true, AT(extra_area, height)});

TABLE(pretix_area_radii, {"x", JSON_IN_NUMBER, true, AT(extra_area, ellipse_x)},
      {"y", JSON_IN_NUMBER, true, AT(extra_area, ellipse_y)});

TABLE(pretix_area_circle, {"radius", JSON_IN_WHOLE, true, AT(extra_area, radius)});

TABLE(pretix_text_table, {"text", JSON_IN_TEXT, true, AT(pretix_text, text)},
      {"color", JSON_IN_TEXT, false, AT(pretix_text, colour)},
      {"size", JSON_IN_WHOLE, false, AT(pretix_text, size)},
      {"position", JSON_IN_OBJECT, true, AT(pretix_text, position)});
