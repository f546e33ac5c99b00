#!/bin/sh
# 60,000 things that happen to a console, in twenty houses; `make check` only has time for one.
STEPS=60000 exec "${builddir:-.}/tests/model/test_busy_keys"
