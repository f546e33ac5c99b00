#include "config.h"

#include "src/engine/fingerprint.h"

#include <string.h>

#include "src/base/text.h"

_Static_assert((int)HASH_SIZE == (int)FINGERPRINT_SIZE, "a fingerprint is one hash");

void fingerprint_start(struct fingerprint *print, const struct crypt_port *crypt, enum act act)
{
    print->crypt = crypt;
    print->act = act;
    crypt->hash_start(&print->state);
    fingerprint_text(print, act_name(act));
}

void fingerprint_text(struct fingerprint *print, const char *text)
{
    const char *given = text ? text : "";
    fingerprint_number(print, (int64_t)strlen(given));
    print->crypt->hash_add(&print->state, given, strlen(given));
}

void fingerprint_number(struct fingerprint *print, int64_t number)
{
    uint8_t bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)((uint64_t)number >> (56 - 8 * i));
    print->crypt->hash_add(&print->state, bytes, sizeof bytes);
}

void fingerprint_uuid(struct fingerprint *print, const struct uuid *id)
{
    print->crypt->hash_add(&print->state, id->b, sizeof id->b);
}

void fingerprint_uuids(struct fingerprint *print, const struct uuid *ids, int count)
{
    fingerprint_number(print, count);
    for (int i = 0; i < count; i++)
        fingerprint_uuid(print, &ids[i]);
}

void fingerprint_row(struct fingerprint *print, const struct row_shape *shape, const void *row)
{
    for (int i = 0; i < shape->count; i++) {
        const struct row_field *field = &shape->fields[i];
        if (!field->is_asked)
            continue;
        if (field->kind == FIELD_TEXT)
            fingerprint_text(print, field_of(field, row));
        else if (field_has_length(field))
            print->crypt->hash_add(&print->state, field_of(field, row), field->size);
        else
            fingerprint_number(print, field_number(field, row));
    }
}

void fingerprint_labels(struct fingerprint *print, const char *const *labels, int count)
{
    fingerprint_number(print, labels ? count : -1);
    for (int i = 0; labels && i < count; i++)
        fingerprint_text(print, labels[i]);
}

void fingerprint_tenders(struct fingerprint *print, const struct tender_line *lines, int count)
{
    fingerprint_number(print, count);
    for (int i = 0; i < count; i++) {
        const struct tender_line *line = &lines[i];
        struct payment payment = {
            .tender = line->tender, .amount = line->amount, .given = line->given};
        text_copy(payment.auth, sizeof payment.auth, line->auth);
        text_copy(payment.voucher, sizeof payment.voucher, line->voucher);
        fingerprint_row(print, &shape_payment, &payment);
    }
}

void fingerprint_types(struct fingerprint *print, const struct desk_type *types, int count)
{
    fingerprint_number(print, count);
    for (int i = 0; i < count; i++) {
        fingerprint_text(print, types[i].label);
        fingerprint_row(print, &shape_ticket, &(struct ticket){.type = types[i].type});
    }
}

void fingerprint_end(struct fingerprint *print, uint8_t out[FINGERPRINT_SIZE])
{
    print->crypt->hash_end(&print->state, out);
}
