#include "config.h"

#include "tests/lib/golden.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/arena.h"
#include "src/base/text.h"

enum { DEPTH_MAX = 32, NAME_MAX_BYTES = 32 };

static char *read_whole(const char *path)
{
    FILE *file = fopen(path, "re");
    if (!file)
        return NULL;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    char *text = x_alloc((size_t)size + 1);
    size_t got = fread(text, 1, (size_t)size, file);
    fclose(file);
    text[got] = '\0';
    return text;
}

static void write_whole(const char *path, const char *text)
{
    FILE *file = fopen(path, "we");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

void assert_golden(const char *name, const char *text)
{
    char path[1024];
    const char *top = getenv("srcdir"), *mode = getenv("LOGE_GOLDEN");
    snprintf(path, sizeof path, "%s/tests/golden/%s", top ? top : TESTS_TOP, name);
    if (mode && strcmp(mode, "write") == 0)
        write_whole(path, text);
    char *wanted = read_whole(path);
    if (!wanted)
        fail_msg("%s is missing", path);
    if (strcmp(wanted, text) != 0) {
        fprintf(stderr, "%s", text);
        free(wanted);
        fail_msg("this is not %s any more", path);
    }
    free(wanted);
}

/* ---- well-formed XML, as much of it as a drawing uses ------------------------------------- */

struct reader {
    const char *at;
    char open[DEPTH_MAX][NAME_MAX_BYTES];
    int depth, elements;
};

static void wrong(const struct reader *reader, const char *what)
{
    fail_msg("%s at: %.60s", what, reader->at);
}

static void read_reference(struct reader *reader)
{
    static const char *const known[] = {"&lt;", "&gt;", "&amp;", "&quot;", "&#39;"};
    for (int i = 0; i < COUNT_OF(known); i++) {
        if (strncmp(reader->at, known[i], strlen(known[i])) != 0)
            continue;
        reader->at += strlen(known[i]);
        return;
    }
    wrong(reader, "a bare &");
}

static void read_value(struct reader *reader)
{
    if (*reader->at++ != '"')
        wrong(reader, "a value without quotes");
    while (*reader->at != '"') {
        if (*reader->at == '\0' || *reader->at == '<')
            wrong(reader, "a value that does not end");
        if (*reader->at == '&')
            read_reference(reader);
        else
            reader->at++;
    }
    reader->at++;
}

static void read_attributes(struct reader *reader)
{
    char names[16][NAME_MAX_BYTES];
    int count = 0;
    while (*reader->at == ' ') {
        reader->at++;
        size_t length = strcspn(reader->at, "= <>/\"");
        if (!length || reader->at[length] != '=' || length >= NAME_MAX_BYTES || count == 16)
            wrong(reader, "no attribute");
        memcpy(names[count], reader->at, length);
        names[count][length] = '\0';
        for (int i = 0; i < count; i++)
            if (strcmp(names[i], names[count]) == 0)
                wrong(reader, "an attribute given twice");
        count++;
        reader->at += length + 1;
        read_value(reader);
    }
}

static void read_tag(struct reader *reader)
{
    bool closing = reader->at[1] == '/';
    reader->at += closing ? 2 : 1;
    size_t length = strcspn(reader->at, " />");
    if (!length || length >= NAME_MAX_BYTES || reader->depth == DEPTH_MAX)
        wrong(reader, "no tag");
    if (closing) {
        if (reader->depth == 0 || strncmp(reader->open[--reader->depth], reader->at, length) != 0 ||
            reader->open[reader->depth][length])
            wrong(reader, "a tag that was not open");
        reader->at += length;
    } else {
        memcpy(reader->open[reader->depth], reader->at, length);
        reader->open[reader->depth++][length] = '\0';
        reader->at += length;
        reader->elements++;
        read_attributes(reader);
        if (*reader->at == '/') {
            reader->depth--;
            reader->at++;
        }
    }
    if (*reader->at++ != '>')
        wrong(reader, "a tag that does not end");
}

void assert_well_formed(const char *xml)
{
    struct reader reader = {.at = xml};
    assert_true(text_valid(xml, strlen(xml)));
    if (strncmp(xml, "<?xml", 5) == 0)
        reader.at = strstr(xml, "?>") + 2;
    while (*reader.at) {
        if (*reader.at == '<')
            read_tag(&reader);
        else if (*reader.at == '&')
            read_reference(&reader);
        else if ((unsigned char)*reader.at < ' ' && *reader.at != '\n')
            wrong(&reader, "a control character");
        else
            reader.at++;
        if (reader.depth == 0 && *reader.at && *reader.at != '\n' && reader.elements)
            wrong(&reader, "text after the document");
    }
    assert_int_equal(reader.depth, 0);
    assert_true(reader.elements > 0);
}
