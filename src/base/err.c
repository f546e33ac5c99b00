#include "config.h"

#include "src/base/err.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "src/base/tongue.h"

static void set_native(struct err *err, const char *native)
{
    snprintf(err->native, sizeof err->native, "%s", native ? native : "");
}

enum rc err_set(struct err *err, enum rc rc, const char *native, const char *fmt, ...)
{
    if (!err)
        return rc;
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(err->text, sizeof err->text, tongue(fmt), ap);
    va_end(ap);
    set_native(err, native);
    err->rc = rc;
    return rc;
}

enum rc err_set_stopped(struct err *err)
{
    return err_set(err, RC_CANCELLED, "", N_("Stopped as asked; nothing was changed."));
}

enum rc err_set_errno(struct err *err, enum rc rc, const char *fmt, ...)
{
    int saved = errno;
    if (!err)
        return rc;
    va_list ap;
    va_start(ap, fmt);
    int used = vsnprintf(err->text, sizeof err->text, tongue(fmt), ap);
    va_end(ap);
    if (used >= 0 && (size_t)used < sizeof err->text)
        snprintf(err->text + used, sizeof err->text - (size_t)used, ": %s", strerror(saved));
    set_native(err, strerrorname_np(saved));
    err->rc = rc;
    errno = saved;
    return rc;
}

const char *rc_name(enum rc rc)
{
    static const char *const names[] = {"ok",     "transient", "conflict", "corrupt",
                                        "config", "cancelled", "unknown"};
    return names[rc];
}
