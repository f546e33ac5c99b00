#include "config.h"

#include "src/domain/mode.h"

#include "src/domain/enum_text.h"

static const char *const till_mode_names[] = {"offline", "returning", "online"};

ENUM_TEXT(till_mode, till_mode_names, MODE_COUNT)

static void go_out(struct mode *mode)
{
    mode->now = MODE_OFFLINE;
    mode->good = 0;
    mode->uploaded = false;
}

static void probe_good(struct mode *mode)
{
    if (mode->good < MODE_GOOD_PROBES)
        mode->good++;
    if (!mode->held && mode->now == MODE_OFFLINE)
        mode->now = MODE_RETURNING;
}

static void come_back(struct mode *mode)
{
    if (mode->now == MODE_RETURNING && mode->uploaded && mode->good == MODE_GOOD_PROBES)
        mode->now = MODE_ONLINE;
}

bool mode_step(struct mode *mode, enum mode_event event)
{
    enum till_mode before = mode->now;
    bool held = mode->held;
    switch (event) {
    case MODE_PROBE_GOOD:
        probe_good(mode);
        break;
    case MODE_SHUT_OUT:
        mode->uploaded = false;
        if (mode->now == MODE_ONLINE)
            mode->now = MODE_RETURNING;
        break;
    case MODE_UPLOADED:
        mode->uploaded = mode->now != MODE_OFFLINE;
        break;
    case MODE_HOLD:
    case MODE_LET_GO:
        mode->held = event == MODE_HOLD;
        go_out(mode);
        break;
    case MODE_LOST:
        go_out(mode);
        break;
    }
    come_back(mode);
    return mode->now != before || mode->held != held;
}

void mode_journalled(struct mode *mode)
{
    mode->uploaded = false;
}
