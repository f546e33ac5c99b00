/*
 * What a request asked for, as 32 bytes: the same key with other content is refused loudly.
 * Every part is prefixed by its length, so that no two requests run together.
 *
 * What a request says of a row is in it by the row's description (ASKED in src/domain/row), as if
 * the row was there: a field that people may say from today on cannot be forgotten in one act.
 */
#ifndef LOGE_ENGINE_FINGERPRINT_H
#define LOGE_ENGINE_FINGERPRINT_H

#include "src/base/uuid.h"
#include "src/domain/changeset.h"
#include "src/domain/row/row.h"
#include "src/domain/sale.h"
#include "src/port/act.h"
#include "src/port/crypt.h"

struct fingerprint {
    const struct crypt_port *crypt;
    enum act act;
    struct hash_state state;
};

void fingerprint_start(struct fingerprint *print, const struct crypt_port *crypt, enum act act);
void fingerprint_text(struct fingerprint *print, const char *text); /* NULL counts as "" */
void fingerprint_number(struct fingerprint *print, int64_t number);
void fingerprint_uuid(struct fingerprint *print, const struct uuid *id);
void fingerprint_uuids(struct fingerprint *print, const struct uuid *ids, int count);
/* What is ASKED of a row; the others of its fields are passed over. */
void fingerprint_row(struct fingerprint *print, const struct row_shape *shape, const void *row);
void fingerprint_labels(struct fingerprint *print, const char *const *labels, int count);
/* Each as the payment that it becomes. */
void fingerprint_tenders(struct fingerprint *print, const struct tender_line *lines, int count);
/* Each as the ticket that it becomes. */
void fingerprint_types(struct fingerprint *print, const struct desk_type *types, int count);
void fingerprint_end(struct fingerprint *print, uint8_t out[FINGERPRINT_SIZE]);

#endif
