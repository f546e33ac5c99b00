#include "config.h"

#include "src/adapter/curl_library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

#define LIBRARY "libcurl.so.4"

static struct curl_library functions;
static bool loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static bool find(void *library, const char *name, void *into, size_t size)
{
    void *found = dlsym(library, name);
    memcpy(into, &found, size);
    return found != NULL;
}

#define FIND(member, name) find(library, name, &functions.member, sizeof functions.member)

static bool find_all(void *library)
{
    return FIND(init, "curl_easy_init") && FIND(cleanup, "curl_easy_cleanup") &&
           FIND(reset, "curl_easy_reset") && FIND(setopt, "curl_easy_setopt") &&
           FIND(getinfo, "curl_easy_getinfo") && FIND(perform, "curl_easy_perform") &&
           FIND(strerror, "curl_easy_strerror") && FIND(slist_append, "curl_slist_append") &&
           FIND(slist_free_all, "curl_slist_free_all");
}

static void load(void)
{
    CURLcode (*global_init)(long);
    void *library = dlopen(LIBRARY, RTLD_LAZY | RTLD_LOCAL);
    loaded = library && find_all(library) &&
             find(library, "curl_global_init", &global_init, sizeof global_init) &&
             global_init(CURL_GLOBAL_ALL) == CURLE_OK;
}

const struct curl_library *curl_library_need(struct err *err)
{
    pthread_once(&once, load);
    if (loaded)
        return &functions;
    (void)err_set(err, RC_CONFIG, "LIBCURL",
                  "The library that writes to other servers (%s) is not installed here; install "
                  "it (Debian: libcurl4)",
                  LIBRARY);
    return NULL;
}
