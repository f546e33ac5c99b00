/* Texts as codes of squares: libqrencode, loaded when the first one is drawn. */
#ifndef LOGE_ADAPTER_QR_CODE_H
#define LOGE_ADAPTER_QR_CODE_H

#include "src/base/err.h"
#include "src/domain/qr.h"

/* Is the library installed? */
enum rc qr_code_need(struct err *err) MUST_USE;

/* careful: a quarter of it may be lost instead of a fourteenth, and it is larger. */
enum rc qr_code(const char *text, bool careful, struct qr *out, struct err *err) MUST_USE;

#endif
