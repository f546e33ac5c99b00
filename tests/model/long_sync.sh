#!/bin/sh
# A million small worlds in which journals come home; `make check` only has time for some thousands.
SEEDS=1000000 exec "${builddir:-.}/tests/model/test_sync"
