#include "config.h"

#include "src/base/paths.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/text.h"
#include "src/base/tongue.h"

enum rc paths_join(char out[PATH_TEXT], const char *folder, const char *name, struct err *err)
{
    int length = snprintf(out, PATH_TEXT, "%s/%s", folder, name);
    if (length < 0 || length >= PATH_TEXT)
        return err_set(err, RC_CONFIG, "ENAMETOOLONG", "The path %.60s... is too long", folder);
    return RC_OK;
}

/* An environment variable that is empty or unset is the same. */
static const char *environment(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

static enum rc make_absolute(const char *dir, char out[PATH_TEXT], struct err *err)
{
    char here[PATH_TEXT];
    if (*dir == '/')
        return text_copy(out, PATH_TEXT, dir)
                   ? RC_OK
                   : err_set(err, RC_CONFIG, "ENAMETOOLONG", "The path %.60s... is too long", dir);
    if (!getcwd(here, sizeof here))
        return err_set_errno(err, RC_CONFIG, "Cannot tell which folder this is");
    return paths_join(out, here, dir, err);
}

static enum rc all_in_one(const char *dir, struct paths *out, struct err *err)
{
    enum rc rc = make_absolute(dir, out->data, err);
    if (rc)
        return rc;
    memcpy(out->config, out->data, PATH_TEXT);
    memcpy(out->state, out->data, PATH_TEXT);
    memcpy(out->runtime, out->data, PATH_TEXT);
    return RC_OK;
}

static enum rc home_folder(const char **home, struct err *err)
{
    *home = environment("HOME");
    if (*home && **home == '/')
        return RC_OK;
    return err_set(err, RC_CONFIG, "HOME",
                   "HOME is %s, so there is no place for the files: set HOME, or name a folder "
                   "with --dir or LOGE_DIR",
                   tongue(*home ? N_("not an absolute path") : N_("not set")));
}

/* The XDG rules: the variable counts only when it is absolute, else a folder below HOME. */
static enum rc xdg_folder(const char *variable, const char *below_home, char out[PATH_TEXT],
                          struct err *err)
{
    char base[PATH_TEXT];
    const char *home, *folder = environment(variable);
    if (folder && *folder == '/')
        return paths_join(out, folder, PACKAGE, err);
    enum rc rc = home_folder(&home, err);
    if (!rc)
        rc = paths_join(base, home, below_home, err);
    return rc ? rc : paths_join(out, base, PACKAGE, err);
}

static enum rc runtime_folder(struct paths *out, struct err *err)
{
    const char *folder = environment("XDG_RUNTIME_DIR");
    if (folder && *folder == '/')
        return paths_join(out->runtime, folder, PACKAGE, err);
    memcpy(out->runtime, out->state, PATH_TEXT);
    return RC_OK;
}

enum rc paths_find(const char *dir, struct paths *out, struct err *err)
{
    if (!dir || !*dir)
        dir = environment("LOGE_DIR");
    if (dir)
        return all_in_one(dir, out, err);
    enum rc rc = xdg_folder("XDG_DATA_HOME", ".local/share", out->data, err);
    if (!rc)
        rc = xdg_folder("XDG_CONFIG_HOME", ".config", out->config, err);
    if (!rc)
        rc = xdg_folder("XDG_STATE_HOME", ".local/state", out->state, err);
    return rc ? rc : runtime_folder(out, err);
}

static bool is_folder(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

static enum rc create_one(const char *path, struct err *err)
{
    int failed = mkdir(path, 0700), why = errno;
    if (!failed || is_folder(path))
        return RC_OK;
    errno = why;
    if (errno == EEXIST)
        return err_set(err, RC_CONFIG, "ENOTDIR", "%s is a file, and a folder is needed there",
                       path);
    return err_set_errno(err, RC_CONFIG, "Cannot create the folder %s", path);
}

enum rc paths_create(const char *folder, struct err *err)
{
    char path[PATH_TEXT];
    enum rc rc = RC_OK;
    if (!text_copy(path, sizeof path, folder))
        return err_set(err, RC_CONFIG, "ENAMETOOLONG", "The path %.60s... is too long", folder);
    for (char *slash = path; !rc && *slash && (slash = strchr(slash + 1, '/'));) {
        *slash = '\0';
        rc = create_one(path, err);
        *slash = '/';
    }
    return rc ? rc : create_one(path, err);
}
