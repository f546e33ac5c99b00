#include "config.h"

#include "src/api/contract.h"

#include <ctype.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/api/body.h"
#include "src/api/reply.h"
#include "src/base/text.h"

struct contract {
    json_t *document;
};

struct contract *contract_new(const char *document)
{
    struct contract *contract = x_alloc(sizeof *contract);
    contract->document = json_loads(document, 0, NULL);
    if (!contract->document)
        abort(); /* it was built in, and a test reads it */
    return contract;
}

void contract_free(struct contract **contract)
{
    if (!*contract)
        return;
    json_decref((*contract)->document);
    free(*contract);
    *contract = NULL;
}

/* ---- the document -----------------------------------------------------------------------------
 */

/* {"$ref":"#/components/..."} stands for what is there. */
static const json_t *follow(const struct contract *contract, const json_t *node)
{
    const char *path = json_string_value(json_object_get(node, "$ref"));
    const json_t *at = contract->document;
    if (!path)
        return node;
    for (path += strcspn(path, "/"); at && *path;) {
        char name[64];
        int length = (int)strcspn(++path, "/");
        snprintf(name, sizeof name, "%.*s", length, path);
        at = json_object_get(at, name);
        path += length;
    }
    return at;
}

static const json_t *operation_of(const struct contract *contract, const struct exchange *x)
{
    char method[16];
    text_copy(method, sizeof method, x->route->method);
    for (char *at = method; *at; at++)
        *at = (char)tolower((unsigned char)*at);
    const json_t *paths = json_object_get(contract->document, "paths");
    return json_object_get(json_object_get(paths, x->route->path), method);
}

static const json_t *body_of(const struct contract *contract, const json_t *operation)
{
    const json_t *body = follow(contract, json_object_get(operation, "requestBody"));
    const json_t *json = json_object_get(json_object_get(body, "content"), "application/json");
    return follow(contract, json_object_get(json, "schema"));
}

static bool is_open(const json_t *schema)
{
    return json_is_true(json_object_get(schema, "additionalProperties"));
}

static bool has_parameter(const struct contract *contract, const json_t *operation, const char *in,
                          const char *name)
{
    const json_t *list = json_object_get(operation, "parameters");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *one = follow(contract, json_array_get(list, i));
        if (strcmp(json_string_value(json_object_get(one, "in")), in) == 0 &&
            strcmp(json_string_value(json_object_get(one, "name")), name) == 0)
            return true;
    }
    return false;
}

bool contract_takes_key(const struct contract *contract, const struct exchange *x)
{
    return has_parameter(contract, operation_of(contract, x), "header", "Idempotency-Key");
}

/* ---- words behind '?' -------------------------------------------------------------------------
 */

/* The name of the word at *at, decoded; *at moves behind the word. NULL: it is no text. */
static const char *next_word(struct exchange *x, const char **at, bool *has_value)
{
    size_t pair = strcspn(*at, "&"), name = strcspn(*at, "=&");
    const char *word = route_decode(*at, name, x->arena);
    *has_value = name < pair;
    *at += pair + ((*at)[pair] == '&');
    return word;
}

static bool is_repeated(struct exchange *x, const char *word, const char *rest)
{
    bool has_value;
    while (*rest) {
        const char *other = next_word(x, &rest, &has_value);
        if (other && strcmp(other, word) == 0)
            return true;
    }
    return false;
}

/* An unknown word is told in full as long as it fits in the sentence; it is the client's own. */
static const char *shown(struct exchange *x, const char *name)
{
    char text[61];
    text_copy(text, sizeof text, name);
    return arena_strdup(x->arena, text);
}

static bool takes_words(const struct contract *contract, struct exchange *x)
{
    const json_t *operation = operation_of(contract, x);
    for (const char *at = x->query; *at;) {
        bool has_value;
        const char *word = next_word(x, &at, &has_value);
        if (!word)
            reply_invalid(x, "The query is malformed.");
        else if (!has_parameter(contract, operation, "query", word))
            reply_invalid(x, "\"%s\" is not known in the query of this path.", shown(x, word));
        else if (!has_value)
            reply_invalid(x, "\"%s\" has no value.", word);
        else if (is_repeated(x, word, at))
            reply_invalid(x, "\"%s\" is in the query twice.", word);
        else
            continue;
        return false;
    }
    return true;
}

/* ---- members of a body ------------------------------------------------------------------------
 */

static const char *list_names(struct exchange *x, const json_t *known)
{
    const char *list = "", *name;
    json_t *one;
    json_object_foreach((json_t *)(uintptr_t)known, name, one) list =
        arena_printf(x->arena, "%s%s%s", list, *list ? ", " : "", name);
    return list;
}

static bool refuse_member(struct exchange *x, const char *above, const char *name,
                          const json_t *known)
{
    if (json_object_size(known))
        reply_invalid(x, "\"%s%s\" is not known here. Known are: %s.", above, shown(x, name),
                      list_names(x, known));
    else
        reply_invalid(x, "\"%s%s\" is not known: this request takes no body.", above,
                      shown(x, name));
    return false;
}

static bool takes_members(const struct contract *contract, struct exchange *x, const json_t *schema,
                          const json_t *object, const char *above)
{
    const json_t *known = json_object_get(schema, "properties");
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)object, name, value)
    {
        const json_t *inner = follow(contract, json_object_get(known, name));
        if (!inner)
            return refuse_member(x, above, name, known);
        if (!json_is_object(value) || is_open(inner) || !json_object_get(inner, "properties"))
            continue;
        if (!takes_members(contract, x, inner, value, arena_printf(x->arena, "%s%s.", above, name)))
            return false;
    }
    return true;
}

bool contract_holds(const struct contract *contract, struct exchange *x)
{
    const json_t *schema = body_of(contract, operation_of(contract, x));
    if (!takes_words(contract, x))
        return false;
    return is_open(schema) || (body_read(x) && takes_members(contract, x, schema, x->json, ""));
}
