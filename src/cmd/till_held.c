#include "config.h"

#include "src/cmd/till_held.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <unistd.h>

#include "src/base/paths.h"
#include "src/cmd/intl.h"

static void mark_name(const char *path, char out[PATH_TEXT + 8])
{
    snprintf(out, PATH_TEXT + 8, "%s.held", path);
}

bool till_held_is(const char *path)
{
    char name[PATH_TEXT + 8];
    mark_name(path, name);
    return access(name, F_OK) == 0;
}

static bool put_mark(const char *name)
{
    int fd = open(name, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    bool there = fd >= 0 && fsync(fd) == 0;
    if (fd >= 0)
        close(fd);
    return there;
}

static bool take_mark(const char *name)
{
    return unlink(name) == 0 || errno == ENOENT;
}

/* A name is on the disk when its folder is. */
static bool keep_name(const char *name)
{
    char folder[PATH_TEXT + 8];
    snprintf(folder, sizeof folder, "%s", name);
    int fd = open(dirname(folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool kept = fd >= 0 && fsync(fd) == 0;
    if (fd >= 0)
        close(fd);
    return kept;
}

enum rc till_held_put(const char *path, bool held, struct err *err)
{
    char name[PATH_TEXT + 8];
    mark_name(path, name);
    if ((held ? put_mark(name) : take_mark(name)) && keep_name(name))
        return RC_OK;
    return err_set_errno(err, RC_TRANSIENT,
                         _("This till could not note that its operator keeps it offline"));
}
