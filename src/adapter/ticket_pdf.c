#include "config.h"

#include "src/adapter/ticket_pdf.h"

#include <dlfcn.h>
#include <pango/pangocairo.h>
#include <cairo-pdf.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- the libraries ------------------------------------------------------------------------ */

static const char *const libraries[] = {"libcairo.so.2", "libpango-1.0.so.0",
                                        "libpangocairo-1.0.so.0", "libgobject-2.0.so.0"};

/* X(name): every function of them that is used here. */
#define FUNCTIONS(X)                       \
    X(cairo_pdf_surface_create)            \
    X(cairo_pdf_surface_create_for_stream) \
    X(cairo_image_surface_create)          \
    X(cairo_surface_write_to_png_stream)   \
    X(cairo_set_source_rgb)                \
    X(cairo_paint)                         \
    X(cairo_surface_destroy)               \
    X(cairo_surface_finish)                \
    X(cairo_surface_status)                \
    X(cairo_status_to_string)              \
    X(cairo_create)                        \
    X(cairo_destroy)                       \
    X(cairo_fill)                          \
    X(cairo_move_to)                       \
    X(cairo_rectangle)                     \
    X(cairo_show_page)                     \
    X(pango_cairo_create_layout)           \
    X(pango_cairo_show_layout)             \
    X(pango_font_description_free)         \
    X(pango_font_description_from_string)  \
    X(pango_layout_get_pixel_size)         \
    X(pango_layout_set_ellipsize)          \
    X(pango_layout_set_font_description)   \
    X(pango_layout_set_height)             \
    X(pango_layout_set_text)               \
    X(pango_layout_set_width)              \
    X(g_object_unref)

#define POINTER(name) __typeof__(name) *name;
static struct {
    FUNCTIONS(POINTER)
} lib;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool loaded;

static void *find(const char *name)
{
    void *found = NULL;
    for (int i = 0; i < COUNT_OF(libraries) && !found; i++) {
        void *library = dlopen(libraries[i], RTLD_LAZY | RTLD_LOCAL);
        found = library ? dlsym(library, name) : NULL;
    }
    return found;
}

static bool take(void *place, const char *name)
{
    void *found = find(name);
    if (found)
        memcpy(place, &found, sizeof found);
    return found != NULL;
}

static void load(void)
{
    bool all = true;
#define TAKE(name) all = take(&lib.name, #name) && all;
    FUNCTIONS(TAKE)
    loaded = all;
}

enum rc ticket_pdf_need(struct err *err)
{
    pthread_once(&once, load);
    return loaded ? RC_OK
                  : err_set(err, RC_CONFIG, "LIBCAIRO",
                            "The libraries that draw PDF (cairo and pango) are not installed here; "
                            "install them (Debian: libpangocairo-1.0-0)");
}

/* fontconfig keeps what it read until the program ends, and loses sight of it. */
#if SANITIZED
const char *__lsan_default_suppressions(void);
const char *__lsan_default_options(void);

const char *__lsan_default_suppressions(void)
{
    return "leak:libfontconfig.so\n";
}

const char *__lsan_default_options(void)
{
    return "print_suppressions=0";
}
#endif

/* ---- a page: A6, in points ---------------------------------------------------------------- */

enum { WIDTH = 420, HEIGHT = 298, MARGIN = 20, CODE = 150, TEXT = WIDTH - 3 * MARGIN - CODE };

struct pen {
    cairo_t *cairo;
    double y;
};

/* One paragraph of at most two lines; the next begins below it. */
static void write_text(struct pen *pen, const char *font, int width, const char *text)
{
    int columns, rows;
    if (!text || !text[0])
        return;
    PangoLayout *layout = lib.pango_cairo_create_layout(pen->cairo);
    PangoFontDescription *description = lib.pango_font_description_from_string(font);
    lib.pango_layout_set_font_description(layout, description);
    lib.pango_layout_set_width(layout, width * PANGO_SCALE);
    lib.pango_layout_set_height(layout, -2);
    lib.pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
    lib.pango_layout_set_text(layout, text, -1);
    lib.cairo_move_to(pen->cairo, MARGIN, pen->y);
    lib.pango_cairo_show_layout(pen->cairo, layout);
    lib.pango_layout_get_pixel_size(layout, &columns, &rows);
    pen->y += rows + 2;
    lib.pango_font_description_free(description);
    lib.g_object_unref(layout);
}

static void draw_code(cairo_t *cairo, const struct qr *qr)
{
    double side = (double)CODE / qr->size, left = WIDTH - MARGIN - CODE, top = MARGIN;
    for (int row = 0; row < qr->size; row++)
        for (int column = 0; column < qr->size; column++)
            if (qr->dark[row * qr->size + column])
                lib.cairo_rectangle(cairo, left + column * side, top + row * side, side, side);
    lib.cairo_fill(cairo);
}

static void draw_ticket(cairo_t *cairo, const struct pdf_ticket *ticket)
{
    struct pen pen = {cairo, MARGIN};
    write_text(&pen, "Sans 9", TEXT, ticket->house);
    write_text(&pen, "Sans Bold 16", TEXT, ticket->title);
    write_text(&pen, "Sans 11", TEXT, ticket->when);
    pen.y += 8;
    write_text(&pen, "Sans Bold 24", TEXT, ticket->place);
    pen.y = pen.y > MARGIN + CODE + 16 ? pen.y : MARGIN + CODE + 16;
    write_text(&pen, "Sans Bold 12", WIDTH - 2 * MARGIN, ticket->warning);
    for (int i = 0; i < PDF_LINES; i++)
        write_text(&pen, "Sans 9", WIDTH - 2 * MARGIN, ticket->lines[i]);
    if (ticket->qr)
        draw_code(cairo, ticket->qr);
    lib.cairo_show_page(cairo);
}

/* ---- the file ----------------------------------------------------------------------------- */

/* pango's fonts are shared by every thread that draws. */
static pthread_mutex_t drawing = PTHREAD_MUTEX_INITIALIZER;

/* Draws onto a surface and ends it. */
static cairo_status_t draw_pages(cairo_surface_t *surface, const struct pdf_ticket *tickets,
                                 int count)
{
    pthread_mutex_lock(&drawing);
    cairo_t *cairo = lib.cairo_create(surface);
    for (int i = 0; i < count; i++)
        draw_ticket(cairo, &tickets[i]);
    lib.cairo_destroy(cairo);
    lib.cairo_surface_finish(surface);
    cairo_status_t status = lib.cairo_surface_status(surface);
    lib.cairo_surface_destroy(surface);
    pthread_mutex_unlock(&drawing);
    return status;
}

/* Into a draft of the file `path`. */
static enum rc draw_all(const char *draft, const char *path, const struct pdf_ticket *tickets,
                        int count, struct err *err)
{
    cairo_status_t status =
        draw_pages(lib.cairo_pdf_surface_create(draft, WIDTH, HEIGHT), tickets, count);
    return status == CAIRO_STATUS_SUCCESS ? RC_OK
                                          : err_set(err, RC_CONFIG, "", "%s cannot be written: %s",
                                                    path, lib.cairo_status_to_string(status));
}

enum rc ticket_pdf_write(const char *path, const struct pdf_ticket *tickets, int count,
                         struct err *err)
{
    char draft[4096];
    enum rc rc = ticket_pdf_need(err);
    if (rc)
        return rc;
    if (snprintf(draft, sizeof draft, "%s.part", path) >= (int)sizeof draft)
        return err_set(err, RC_CONFIG, "", "The name of the file is too long");
    rc = draw_all(draft, path, tickets, count, err);
    if (!rc && rename(draft, path) != 0)
        rc = err_set_errno(err, RC_CONFIG, "%s cannot be written", path);
    if (rc)
        (void)unlink(draft);
    return rc;
}

/* ---- in memory ------------------------------------------------------------------------------ */

struct sink {
    struct arena *arena;
    unsigned char *at;
    size_t size, room;
};

static cairo_status_t pour(void *closure, const unsigned char *bytes, unsigned size)
{
    enum { AT_FIRST = 16384 };
    struct sink *sink = closure;
    if (sink->room - sink->size < size) {
        size_t room = 2 * sink->room + size + AT_FIRST;
        sink->at = arena_grow(sink->arena, sink->at, sink->size, room, 1);
        sink->room = room;
    }
    memcpy(sink->at + sink->size, bytes, size);
    sink->size += size;
    return CAIRO_STATUS_SUCCESS;
}

static enum rc end_sink(const struct sink *sink, cairo_status_t status, struct drawn *out,
                        struct err *err)
{
    *out = (struct drawn){sink->at, sink->size};
    return status == CAIRO_STATUS_SUCCESS
               ? RC_OK
               : err_set(err, RC_CONFIG, "LIBCAIRO", "The ticket cannot be drawn: %s",
                         lib.cairo_status_to_string(status));
}

enum rc ticket_pdf_draw(const struct pdf_ticket *tickets, int count, struct arena *arena,
                        struct drawn *out, struct err *err)
{
    struct sink sink = {.arena = arena};
    enum rc rc = ticket_pdf_need(err);
    if (rc)
        return rc;
    cairo_surface_t *surface = lib.cairo_pdf_surface_create_for_stream(pour, &sink, WIDTH, HEIGHT);
    return end_sink(&sink, draw_pages(surface, tickets, count), out, err);
}

enum { PNG_SQUARE = 6, PNG_QUIET = 4 };

static void paint_code(cairo_surface_t *surface, const struct qr *qr)
{
    cairo_t *cairo = lib.cairo_create(surface);
    lib.cairo_set_source_rgb(cairo, 1, 1, 1);
    lib.cairo_paint(cairo);
    lib.cairo_set_source_rgb(cairo, 0, 0, 0);
    for (int row = 0; row < qr->size; row++)
        for (int column = 0; column < qr->size; column++)
            if (qr->dark[row * qr->size + column])
                lib.cairo_rectangle(cairo, (column + PNG_QUIET) * PNG_SQUARE,
                                    (row + PNG_QUIET) * PNG_SQUARE, PNG_SQUARE, PNG_SQUARE);
    lib.cairo_fill(cairo);
    lib.cairo_destroy(cairo);
}

enum rc ticket_png_draw(const struct qr *qr, struct arena *arena, struct drawn *out,
                        struct err *err)
{
    struct sink sink = {.arena = arena};
    const int side = (qr->size + 2 * PNG_QUIET) * PNG_SQUARE;
    enum rc rc = ticket_pdf_need(err);
    if (rc)
        return rc;
    cairo_surface_t *surface = lib.cairo_image_surface_create(CAIRO_FORMAT_RGB24, side, side);
    paint_code(surface, qr);
    cairo_status_t status = lib.cairo_surface_write_to_png_stream(surface, pour, &sink);
    lib.cairo_surface_destroy(surface);
    return end_sink(&sink, status, out, err);
}
