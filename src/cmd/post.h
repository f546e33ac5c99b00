/* How this program sends letters, as loge.ini has it. */
#ifndef LOGE_CMD_POST_H
#define LOGE_CMD_POST_H

#include "src/adapter/curl_post.h"
#include "src/cmd/call.h"

/* A port of its own for each thread. NULL and why. It uses the call's settings while it lives;
 * password belongs to the caller, as long. */
struct post_port *post_open(const struct call *call, char password[SECRET_TEXT],
                            struct err *err) MUST_USE;

#endif
