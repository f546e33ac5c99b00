/* libmicrohttpd, which is loaded when a house is served: it brings a dozen libraries with it, and a
 * till at the counter needs none of them. */
#ifndef LOGE_API_HTTP_LIBRARY_H
#define LOGE_API_HTTP_LIBRARY_H

#include <microhttpd.h>

#include "src/base/attr.h"
#include "src/base/err.h"

struct http_library {
    struct MHD_Daemon *(*start)(unsigned flags, uint16_t port, MHD_AcceptPolicyCallback accept,
                                void *accept_ctx, MHD_AccessHandlerCallback handle, void *ctx, ...);
    void (*stop)(struct MHD_Daemon *);
    MHD_socket (*quiesce)(struct MHD_Daemon *);
    const union MHD_DaemonInfo *(*info)(struct MHD_Daemon *, enum MHD_DaemonInfoType, ...);
    const char *(*lookup)(struct MHD_Connection *, enum MHD_ValueKind, const char *name);
    int (*values)(struct MHD_Connection *, enum MHD_ValueKind, MHD_KeyValueIterator, void *ctx);
    const union MHD_ConnectionInfo *(*connection)(struct MHD_Connection *,
                                                  enum MHD_ConnectionInfoType, ...);
    struct MHD_Response *(*from_buffer)(size_t size, void *bytes, enum MHD_ResponseMemoryMode);
    struct MHD_Response *(*from_buffer_owned)(size_t size, void *bytes,
                                              MHD_ContentReaderFreeCallback free, void *ctx);
    struct MHD_Response *(*from_callback)(uint64_t size, size_t block, MHD_ContentReaderCallback,
                                          void *ctx, MHD_ContentReaderFreeCallback);
    enum MHD_Result (*add_header)(struct MHD_Response *, const char *name, const char *value);
    enum MHD_Result (*queue)(struct MHD_Connection *, unsigned status, struct MHD_Response *);
    void (*destroy)(struct MHD_Response *);
    void (*suspend)(struct MHD_Connection *);
    void (*resume)(struct MHD_Connection *);
};

/* Any thread. NULL and a sentence when it is not installed. */
const struct http_library *http_library_need(struct err *err) MUST_USE;

#endif
