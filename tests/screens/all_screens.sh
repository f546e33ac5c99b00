#!/bin/sh
# Every screen at every size, in every tier and language; `make check` has time for a few of them.
export SCREENS='80x24 132x43' TIERS='ascii graphic' LANGUAGES='en fr' FLOWS=all
exec sh "${srcdir:?}/tests/screens/screens.sh"
