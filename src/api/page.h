/* Bytes that many answers share: made once, freed with the last of them. Any thread. */
#ifndef LOGE_API_PAGE_H
#define LOGE_API_PAGE_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/attr.h"

struct page {
    atomic_int users;
    size_t size;
    char bytes[];
};

struct page *page_new(size_t size) RETURNS_FRESH; /* with one user */
struct page *page_share(struct page *page);
/* NULL inside is fine. */
void page_leave(struct page **page);

/*
 * gzip in pieces: each piece is packed on its own, and packed pieces stand one behind the other in
 * one stream. So whatever did not change need not be packed again.
 */
struct piece {
    struct page *packed;
    uint32_t crc; /* of what it was */
    size_t was;   /* its size */
};
struct piece piece_new(const char *bytes, size_t size);
struct page *page_of_pieces(const struct piece *pieces, int count) RETURNS_FRESH;

#endif
