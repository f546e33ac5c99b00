#!/bin/sh
# A sale on every kind of terminal at every size, in every language, with colour and without;
# `make check` has time for one of each.
LOGE_TERMINALS=all exec "${builddir:-.}/tests/pty/test_pty_terminals"
