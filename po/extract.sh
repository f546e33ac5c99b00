#!/bin/sh
# The texts of the sources: `extract.sh TOP` prints the catalogue's template, made as po/Makefile
# makes it, and `extract.sh TOP files` the names of the files that have texts (po/POTFILES.in).
set -eu
cd "$1/po"
# shellcheck disable=SC2016 # make's own variable
options=$(printf 'include Makevars\nall:\n\t@echo $(XGETTEXT_OPTIONS)\n' |
    env -u MAKEFLAGS -u MFLAGS make -s -f -)

# template: the files on standard input.
template() {
    # shellcheck disable=SC2086 # options are words
    xgettext --directory=.. --files-from=- --default-domain=loge --output=- $options |
        sed '/^"Content-Type:/s/CHARSET/UTF-8/'
}

case ${2-template} in
files)
    (cd .. && find src sync ui -name '*.[ch]') | sort | template | sed -n 's/^#: //p' | tr ' ' '\n' |
        sed 's/:[0-9]*$//' | LC_ALL=C sort -u
    ;;
template)
    template <POTFILES.in
    ;;
esac
