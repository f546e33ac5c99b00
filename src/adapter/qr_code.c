#include "config.h"

#include "src/adapter/qr_code.h"

#include <dlfcn.h>
#include <pthread.h>
#include <qrencode.h>
#include <string.h>

#define LIBRARY "libqrencode.so.4"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static __typeof__(QRcode_encodeString) *encode;
static __typeof__(QRcode_free) *release;

static void load(void)
{
    void *library = dlopen(LIBRARY, RTLD_LAZY | RTLD_LOCAL);
    void *first = library ? dlsym(library, "QRcode_encodeString") : NULL;
    void *second = library ? dlsym(library, "QRcode_free") : NULL;
    if (!first || !second)
        return;
    memcpy(&encode, &first, sizeof encode);
    memcpy(&release, &second, sizeof release);
}

enum rc qr_code_need(struct err *err)
{
    pthread_once(&once, load);
    if (encode)
        return RC_OK;
    return err_set(err, RC_CONFIG, "LIBQRENCODE",
                   "The library that draws QR codes (%s) is not installed here; install it "
                   "(Debian: libqrencode4)",
                   LIBRARY);
}

enum rc qr_code(const char *text, bool careful, struct qr *out, struct err *err)
{
    enum rc rc = qr_code_need(err);
    if (rc)
        return rc;
    QRcode *code = encode(text, 0, careful ? QR_ECLEVEL_Q : QR_ECLEVEL_L, QR_MODE_8, 1);
    if (!code)
        return err_set_errno(err, RC_CONFIG, "This text does not fit into a QR code");
    out->size = code->width;
    for (int i = 0; i < code->width * code->width; i++)
        out->dark[i] = code->data[i] & 1;
    release(code);
    return RC_OK;
}
