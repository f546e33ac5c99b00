#!/bin/sh
# No word torn on 40 columns in any language; `make check` has time for two of them.
LOGE_LANGUAGES=all exec "${builddir:-.}/tests/pty/test_pty_narrow"
