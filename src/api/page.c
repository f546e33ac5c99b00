#include "config.h"

#include "src/api/page.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "src/base/arena.h"

struct page *page_new(size_t size)
{
    struct page *page = x_alloc(sizeof *page + size + 1);
    atomic_init(&page->users, 1);
    page->size = size;
    return page;
}

struct page *page_share(struct page *page)
{
    atomic_fetch_add(&page->users, 1);
    return page;
}

void page_leave(struct page **page)
{
    struct page *it = *page;
    *page = NULL;
    if (it && atomic_fetch_sub(&it->users, 1) == 1)
        free(it);
}

/* ---- gzip in pieces ----------------------------------------------------------------------------
 */

enum { LEVEL = 5, MEMORY = 8, HEADER = 10, END = 2, TRAILER = 8 };

/* Ends on a byte and remembers nothing, so that any other piece may follow. */
static struct page *pack(const char *bytes, size_t size)
{
    enum { FLUSH_ROOM = 16 };
    z_stream zip = {.avail_in = (uInt)size};
    zip.next_in = (z_const Bytef *)(uintptr_t)bytes;
    if (deflateInit2(&zip, LEVEL, Z_DEFLATED, -MAX_WBITS, MEMORY, Z_DEFAULT_STRATEGY))
        abort(); /* out of memory */
    struct page *page = page_new(deflateBound(&zip, size) + FLUSH_ROOM);
    zip.next_out = (Bytef *)page->bytes;
    zip.avail_out = (uInt)page->size;
    if (deflate(&zip, Z_FULL_FLUSH) || zip.avail_in || !zip.avail_out)
        abort(); /* there was room for all of it */
    page->size = zip.total_out;
    deflateEnd(&zip);
    return page;
}

struct piece piece_new(const char *bytes, size_t size)
{
    const Bytef *in = (const Bytef *)bytes;
    return (struct piece){pack(bytes, size), (uint32_t)crc32_z(0, in, size), size};
}

static char *put_number(char *at, uint32_t number)
{
    for (int i = 0; i < 4; i++)
        *at++ = (char)(number >> (8 * i) & 0xff);
    return at;
}

struct page *page_of_pieces(const struct piece *pieces, int count)
{
    static const char header[HEADER] = {0x1f, (char)0x8b, 8, 0, 0, 0, 0, 0, 0, (char)0xff};
    static const char end[END] = {3, 0}; /* an empty last block */
    size_t size = HEADER + END + TRAILER, was = 0;
    uLong crc = 0;
    for (int i = 0; i < count; i++)
        size += pieces[i].packed->size;
    struct page *page = page_new(size);
    char *at = mempcpy(page->bytes, header, HEADER);
    for (int i = 0; i < count; i++) {
        at = mempcpy(at, pieces[i].packed->bytes, pieces[i].packed->size);
        crc = crc32_combine(crc, pieces[i].crc, (z_off_t)pieces[i].was);
        was += pieces[i].was;
    }
    at = mempcpy(at, end, END);
    put_number(put_number(at, (uint32_t)crc), (uint32_t)was);
    return page;
}
