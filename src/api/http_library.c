#include "config.h"

#include "src/api/http_library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

#define LIBRARY "libmicrohttpd.so.12"

static struct http_library functions;
static bool loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static bool find(void *library, const char *name, void *into, size_t size)
{
    void *found = dlsym(library, name);
    memcpy(into, &found, size);
    return found != NULL;
}

#define FIND(member, name) find(library, "MHD_" name, &functions.member, sizeof functions.member)

static bool find_all(void *library)
{
    return FIND(start, "start_daemon") && FIND(stop, "stop_daemon") &&
           FIND(quiesce, "quiesce_daemon") && FIND(info, "get_daemon_info") &&
           FIND(lookup, "lookup_connection_value") && FIND(values, "get_connection_values") &&
           FIND(connection, "get_connection_info") &&
           FIND(from_buffer, "create_response_from_buffer") &&
           FIND(from_buffer_owned, "create_response_from_buffer_with_free_callback_cls") &&
           FIND(from_callback, "create_response_from_callback") &&
           FIND(add_header, "add_response_header") && FIND(queue, "queue_response") &&
           FIND(destroy, "destroy_response") && FIND(suspend, "suspend_connection") &&
           FIND(resume, "resume_connection");
}

static void load(void)
{
    void *library = dlopen(LIBRARY, RTLD_LAZY | RTLD_LOCAL);
    loaded = library && find_all(library);
}

const struct http_library *http_library_need(struct err *err)
{
    pthread_once(&once, load);
    if (loaded)
        return &functions;
    (void)err_set(err, RC_CONFIG, "LIBMICROHTTPD",
                  "The library that serves a house (%s) is not installed here; install it "
                  "(Debian: libmicrohttpd12)",
                  LIBRARY);
    return NULL;
}
