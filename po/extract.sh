#!/bin/sh
# The texts of the sources: `extract.sh TOP` prints the catalogue's template, made as po/Makefile
# makes it, and `extract.sh TOP files` the names of the files that have texts (po/POTFILES.in).
set -eu
top=$1
# shellcheck disable=SC2016 # make's own variable
options=$(printf 'include %s/po/Makevars\nall:\n\t@echo $(XGETTEXT_OPTIONS)\n' "$top" |
    make -s -f - srcdir="$top/po")

# template FILE...
template() {
    # shellcheck disable=SC2086 # options are words
    xgettext --directory="$top" --default-domain=loge --output=- $options "$@" |
        sed '/^"Content-Type:/s/CHARSET/UTF-8/'
}

cd "$top"
case ${2-template} in
files)
    # shellcheck disable=SC2046 # file names here are words
    template $(find src sync ui -name '*.[ch]' | sort) | sed -n 's/^#: //p' | tr ' ' '\n' |
        sed 's/:[0-9]*$//' | LC_ALL=C sort -u
    ;;
template)
    # shellcheck disable=SC2046
    template $(cat po/POTFILES.in)
    ;;
esac
