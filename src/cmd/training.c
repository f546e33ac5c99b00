#include "config.h"

#include "src/cmd/training.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "src/base/text.h"
#include "src/cmd/demo_parts.h"
#include "src/cmd/house_open.h"
#include "src/cmd/intl.h"
#include "sync/lite_store.h"

static const char prefix[] = "training-";

/* ---- the folder --------------------------------------------------------------------------- */

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *where)
{
    (void)info, (void)kind, (void)where;
    (void)!remove(path);
    return 0;
}

static void remove_all(const char *dir)
{
    enum { OPEN_AT_ONCE = 16 };
    (void)!nftw(dir, remove_one, OPEN_AT_ONCE, FTW_DEPTH | FTW_PHYS);
}

/* -1: somebody else has it. */
static int lock_folder(const char *dir)
{
    int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
    if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0)
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

/* What a console left that was killed: it holds a copy of people's names. */
static void remove_left_behind(const char *parent)
{
    DIR *folder = opendir(parent);
    struct err err;
    char path[PATH_TEXT];
    for (const struct dirent *entry; folder && (entry = readdir(folder));) {
        if (strncmp(entry->d_name, prefix, sizeof prefix - 1) != 0 ||
            paths_join(path, parent, entry->d_name, &err))
            continue;
        int fd = lock_folder(path);
        if (fd < 0)
            continue;
        remove_all(path);
        close(fd);
    }
    if (folder)
        closedir(folder);
}

static bool give_up(struct call *call, const struct err *err)
{
    call_err(call, err);
    return false;
}

static bool make_folder(struct call *call, struct training *training)
{
    struct err err;
    const char *parent = call->paths.runtime;
    if (paths_create(parent, &err))
        return give_up(call, &err);
    remove_left_behind(parent);
    if (paths_join(training->dir, parent, "training-XXXXXX", &err)) {
        training->dir[0] = '\0';
        return give_up(call, &err);
    }
    training->lock = mkdtemp(training->dir) ? lock_folder(training->dir) : -1;
    if (training->lock >= 0)
        return true;
    call_fail(call, VERDICT_UNAVAILABLE, _("There is no place for training in %s: %s."), parent,
              strerror(errno));
    training->dir[0] = '\0';
    return false;
}

/* ---- the house in it ---------------------------------------------------------------------- */

static bool copy_house(struct call *call, const char *path)
{
    struct err err;
    if (!call_open_store(call))
        return false;
    enum rc rc = lite_store_copy(call->desk.store, path, &err);
    store_close(&call->desk.store);
    return !rc || give_up(call, &err);
}

/* From here on every file but the settings is one of the copy's; acts are no real acts' log. */
static void move_in(struct call *call, const struct training *training, const char *path)
{
    text_copy(call->paths.data, PATH_TEXT, training->dir);
    text_copy(call->paths.state, PATH_TEXT, training->dir);
    text_copy(call->paths.runtime, PATH_TEXT, training->dir);
    text_copy(call->file, PATH_TEXT, path);
    log_free(&call->desk.log);
    call->training = true;
}

static bool fill(struct call *call, const struct training *training, bool *copied)
{
    struct err err;
    char path[PATH_TEXT];
    if (paths_join(path, training->dir, "house.db", &err))
        return give_up(call, &err);
    *copied = !house_named(call) && access(call->file, F_OK) == 0;
    if (*copied && !copy_house(call, path))
        return false;
    move_in(call, training, path);
    return *copied ? call_open_store(call) : demo_make(call, DEMO_ARENA_SEATS);
}

bool training_begin(struct call *call, struct training *training, bool *copied)
{
    *training = (struct training){.lock = -1};
    if (make_folder(call, training) && fill(call, training, copied))
        return true;
    training_end(call, training);
    return false;
}

void training_end(struct call *call, struct training *training)
{
    store_close(&call->desk.store);
    if (training->dir[0])
        remove_all(training->dir);
    if (training->lock >= 0)
        close(training->lock);
}
