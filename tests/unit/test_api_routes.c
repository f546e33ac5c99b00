/* Paths as strangers write them, and that the document of the service says what its table does. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <cmocka.h>

#include <jansson.h>

#include "gen/api_texts.h"
#include "src/api/api_parts.h"
#include "src/domain/row/row.h"

static enum route_found find(struct arena *arena, const char *method, const char *path,
                             const char *part[ROUTE_PARTS])
{
    const struct route *route;
    return route_find(api_routes, method, path, arena, part, &route);
}

#define ASSERT_FOUND(want, method, path)                                  \
    do {                                                                  \
        const char *part[ROUTE_PARTS];                                    \
        assert_int_equal(find(*state, method, path, part), ROUTE_##want); \
    } while (0)

static void a_path_is_found_with_its_parts(void **state)
{
    const char *part[ROUTE_PARTS];
    assert_int_equal(find(*state, "POST", "/api/shows/play/seats/Box%20A-1-2/hold", part),
                     ROUTE_FOUND);
    assert_string_equal(part[0], "play");
    assert_string_equal(part[1], "Box A-1-2");
}

static void head_is_a_get(void **state)
{
    ASSERT_FOUND(FOUND, "HEAD", "/health");
    ASSERT_FOUND(OTHER_METHOD, "PUT", "/health");
}

static void what_is_not_there_is_not_found(void **state)
{
    ASSERT_FOUND(NONE, "GET", "/");
    ASSERT_FOUND(NONE, "GET", "");
    ASSERT_FOUND(NONE, "GET", "/health/");
    ASSERT_FOUND(NONE, "GET", "//health");
    ASSERT_FOUND(NONE, "GET", "/api/shows//seats");
}

static void a_malformed_path_is_refused(void **state)
{
    ASSERT_FOUND(BAD_PATH, "GET", "/api/shows/%2e%2e/seats");
    ASSERT_FOUND(BAD_PATH, "GET", "/api/shows/a%2fb/seats");
    ASSERT_FOUND(BAD_PATH, "GET", "/api/shows/a%00/seats");
    ASSERT_FOUND(BAD_PATH, "GET", "/api/shows/%ff/seats");
    ASSERT_FOUND(BAD_PATH, "GET", "/api/shows/a%2/seats");
    ASSERT_FOUND(BAD_PATH, "GET", "/api/shows/a%zz/seats");
    ASSERT_FOUND(BAD_PATH, "GET", "/api/shows/\x1b/seats");
}

/* Whoever reads its parts or its pace would find half of them. */
static void a_malformed_path_has_no_route(void **state)
{
    const char *part[ROUTE_PARTS];
    const struct route *route = NULL;
    assert_int_equal(route_find(api_routes, "GET", "/api/shows/a%2fb/seats", *state, part, &route),
                     ROUTE_BAD_PATH);
    assert_null(route);
}

static void a_path_names_the_methods_it_takes(void **state)
{
    assert_string_equal(route_methods(api_routes, "/api/holds/x", *state), "GET, HEAD, DELETE");
    assert_string_equal(route_methods(api_routes, "/api/holds", *state), "POST");
    assert_string_equal(route_methods(api_routes, "/nowhere", *state), "");
}

/* The document is written by one space a level: a path on the third, its methods on the fourth. */
static bool is_told(const struct route *route)
{
    char path[128], method[32] = "\n   \"";
    size_t used = strlen(method);
    snprintf(path, sizeof path, "\n  \"%s\": {", route->path);
    for (const char *at = route->method; *at; at++)
        method[used++] = (char)(*at | 0x20);
    snprintf(method + used, sizeof method - used, "\": {");
    const char *entry = strstr(api_openapi, path);
    const char *next = entry ? strstr(entry + 1, "\n  \"/") : NULL;
    const char *told = entry ? strstr(entry, method) : NULL;
    return told && (!next || told < next);
}

static void every_route_is_told_in_the_document(void **state)
{
    for (const struct route *route = api_routes; route->method; route++)
        if (!is_told(route))
            fail_msg("data/openapi.json does not tell %s %s", route->method, route->path);
}

static int count_of(const char *text, const char *piece)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, piece)); at++)
        count++;
    return count;
}

static void the_document_tells_no_other(void **state)
{
    int routes = 0;
    while (api_routes[routes].method)
        routes++;
    assert_int_equal(count_of(api_openapi, "\n   \"get\": {") +
                         count_of(api_openapi, "\n   \"post\": {") +
                         count_of(api_openapi, "\n   \"delete\": {"),
                     routes);
}

static bool is_in_schema(const json_t *properties, const struct row_field *field)
{
    const json_t *member = json_object_get(properties, field_member(field));
    return member &&
           json_is_true(json_object_get(member, "nullable")) == (bool)field->may_be_null &&
           (!field->is_time ||
            strcmp(json_string_value(json_object_get(member, "format")), "date-time") == 0);
}

/* A program that goes by the document finds in it whatever an answer tells of a row. */
static void every_member_of_a_row_is_in_its_schema(void **state)
{
    static const struct {
        const char *schema;
        const struct row_shape *shape;
    } rows[] = {{"Hold", &shape_hold},       {"Sale", &shape_sale},     {"Ticket", &shape_ticket},
                {"Payment", &shape_payment}, {"Waiter", &shape_waiter}, {"Show", &shape_show},
                {"Checkin", &shape_checkin}};
    json_t *document = json_loads(api_openapi, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(document);
    const json_t *schemas = json_object_get(json_object_get(document, "components"), "schemas");
    for (int r = 0; r < COUNT_OF(rows); r++) {
        const json_t *schema = json_object_get(schemas, rows[r].schema);
        for (int i = 0; i < rows[r].shape->count; i++) {
            const struct row_field *field = &rows[r].shape->fields[i];
            if (field->is_shown && !is_in_schema(json_object_get(schema, "properties"), field))
                fail_msg("%s.%s is not in data/openapi.json, or otherwise", rows[r].schema,
                         field_member(field));
        }
    }
    json_decref(document);
}

static int set_up(void **state)
{
    *state = arena_new();
    return 0;
}

static int tear_down(void **state)
{
    struct arena *arena = *state;
    arena_free(&arena);
    return 0;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_path_is_found_with_its_parts),         TEST(head_is_a_get),
        TEST(what_is_not_there_is_not_found),         TEST(a_malformed_path_is_refused),
        TEST(a_malformed_path_has_no_route),          TEST(a_path_names_the_methods_it_takes),
        TEST(every_route_is_told_in_the_document),    TEST(the_document_tells_no_other),
        TEST(every_member_of_a_row_is_in_its_schema),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
