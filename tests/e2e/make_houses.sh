#!/bin/sh
# Keeps houses of the edition that was frozen last, for every later program (tests/e2e/kept_lib.sh): `make
# freeze` calls it. An edition that is kept already stays as it is.
#
#   make_houses.sh TOP     writes TOP/tests/data/houses/EDITION
set -u
# shellcheck source=tests/e2e/kept_lib.sh
. "${srcdir:?}/tests/e2e/kept_lib.sh"
edition=$(sed -n 's/^\([0-9][0-9]*\) .*/\1/p' "$1/data/schema/frozen.txt" | tail -n 1)
if [ -z "$edition" ]; then
    echo 'Nothing is frozen yet: there is no edition to keep houses of.' >&2
    exit 1
fi
houses=$1/tests/data/houses/$edition
if [ -d "$houses" ]; then
    echo "Houses of edition $edition are kept already, in $houses."
    exit 0
fi
mkdir -p "$work/kept" "$(dirname "$houses")"
make_kept "$work/kept"
empty=$(empty_tables)
if [ -n "$empty" ]; then
    echo "No row in: $empty. Let tests/e2e/kept_lib.sh make some." >&2
    exit 1
fi
cp -R "$work/kept" "$houses"
echo "Houses of edition $edition are in $houses."
