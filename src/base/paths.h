/*
 * Where the files of this till live: the XDG folders of the person who runs it, or one folder that
 * holds everything when --dir or LOGE_DIR names it.
 */
#ifndef LOGE_BASE_PATHS_H
#define LOGE_BASE_PATHS_H

#include "src/base/attr.h"
#include "src/base/err.h"

enum { PATH_TEXT = 1024 };

struct paths {
    char data[PATH_TEXT];    /* the house file: $XDG_DATA_HOME/loge */
    char config[PATH_TEXT];  /* loge.ini: $XDG_CONFIG_HOME/loge */
    char state[PATH_TEXT];   /* logs, who is signed in: $XDG_STATE_HOME/loge */
    char runtime[PATH_TEXT]; /* locks, sockets: $XDG_RUNTIME_DIR/loge, else the state folder */
};

/*
 * dir (from --dir, or NULL) wins over LOGE_DIR, which wins over XDG; a relative folder is taken
 * from the current one. Creates nothing. RC_CONFIG with one sentence when there is no way to know.
 */
enum rc paths_find(const char *dir, struct paths *out, struct err *err) MUST_USE;

/* Makes a folder and what is missing above it, for its owner only (0700). There already is fine. */
enum rc paths_create(const char *folder, struct err *err) MUST_USE;

/* folder/name. RC_CONFIG when it does not fit. out may not be folder or name. */
enum rc paths_join(char out[PATH_TEXT], const char *folder, const char *name,
                   struct err *err) MUST_USE;

#endif
