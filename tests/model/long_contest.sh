#!/bin/sh
# Two consoles against each other until the log holds 10,000 acts of theirs; `make check` only has
# time for some hundreds.
ACTS=10000 exec "${builddir:-.}/tests/model/test_two_consoles"
