#!/bin/sh
# The catalogues: every text is in them, every language of po/LINGUAS is complete, says what the
# sources say now, and fits the place its L10N note gives it. Each check first has to find a fault
# in a small catalogue that has one.
set -u
srcdir=${srcdir:-$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)}
work=$(mktemp -d "${TMPDIR:-/tmp}/loge-catalogue.XXXXXX")
trap 'rm -rf "$work"' EXIT
for tool in xgettext msgfmt msgmerge msgcmp msgcat msgen; do
    if ! command -v $tool >/dev/null; then
        echo "1..0 # SKIP $tool is not installed"
        exit 0
    fi
done

# shellcheck source=lib/tap.sh
. "$srcdir/tests/lib/tap.sh"
finds() {
    grep -q "$2" "$1"
    result $? "control: $3 is found" "$1"
}
is_empty() {
    test ! -s "$1"
    result $? "$2" "$1"
}

# ---- the checks -------------------------------------------------------------------------------
# compare_files LIST TOP: what the list of files with texts lacks or has too much.
compare_files() {
    sh "$srcdir/po/extract.sh" "$2" files | diff "$1" - | sed -n 's/^[<>] /&/p'
}

# check_whole PO POT: format directives, headers, and every text of the template translated.
check_whole() {
    msgfmt -c -o /dev/null "$1" 2>&1
    msgcmp "$1" "$2" 2>&1
}

# fits LANGUAGE PO POT NOTES: what does not stand in its place.
fits() {
    msgmerge -q --no-fuzzy-matching "$2" "$3" -o "$work/merged.po" 2>&1
    msgcat --no-wrap "$work/merged.po" 2>/dev/null |
        LC_ALL=C awk -v language="$1" -v notes="$4" -f "$srcdir/po/check.awk"
}

notes() {
    (cd "$1" && find ui src sync -name '*.[ch]' | sort | xargs awk -f "$srcdir/po/notes.awk")
}

# ---- the controls -----------------------------------------------------------------------------
small=$work/small
mkdir -p "$small/src" "$small/ui" "$small/sync" "$small/po"
cp "$srcdir/po/Makevars" "$srcdir/po/exclude.po" "$small/po"
cat >"$small/ui/a.c" <<'END'
static const struct hint hints[] = {
    /* L10N: hints; at most 6 columns each. */
    {"m", N_("mark")},
    {"f", N_("find"), N_("Find a seat by its label.")},
};
static void draw(void)
{
    /* L10N: a head; at most 5 columns */
    say(C_("column", "sold"));
    say(_("%d seats are held.")), say(_("Type --seat, or run `loge map`."));
    say(_("SEAT|>PRICE")), say(_("y = do it"));
    /* L10N: behind a seat; at most 4 columns */
    say_at(seat,
           _("here"));
}
END
echo ui/a.c >"$small/po/POTFILES.in"
sh "$srcdir/po/extract.sh" "$small" >"$small/small.pot"
notes "$small" >"$small/notes"
head_of() {
    printf 'msgid ""\nmsgstr "Project-Id-Version: x\\nPO-Revision-Date: 2026-01-01 00:00+0000\\n'
    printf 'Last-Translator: x\\nLanguage-Team: x\\nLanguage: xx\\nMIME-Version: 1.0\\n'
    printf 'Content-Type: text/plain; charset=UTF-8\\nContent-Transfer-Encoding: 8bit\\n"\n\n'
}
# say CONTEXT ENGLISH OTHER
say() {
    [ -z "$1" ] || printf 'msgctxt "%s"\n' "$1"
    printf 'msgid "%s"\nmsgstr "%s"\n\n' "$2" "$3"
}
{
    head_of
    say '' mark 'éééééé'
    say '' find vind
    say '' 'Find a seat by its label.' 'Soek.'
    say column sold weg
    printf '#, c-format\n'
    say '' '%d seats are held.' '%d sitplekke.'
    say '' "Type --seat, or run \`loge map\`." "Tik --seat, of \`loge map\`."
    say '' 'SEAT|>PRICE' 'PLEK|>PRYS'
    say '' 'y = do it' 'y = doen dit'
    say '' here hier
} >"$small/good.po"
check_whole "$small/good.po" "$small/small.pot" >"$work/good.txt"
fits xx "$small/good.po" "$small/small.pot" "$small/notes" >>"$work/good.txt"
is_empty "$work/good.txt" 'control: a sound catalogue has no fault'
sed -e 's/éééééé/ééééééé/' -e 's/"weg"/"verkoop"/' -e 's/--seat, of/--plek, of/' \
    -e 's/PLEK|>PRYS/PLEK|PRYS/' -e 's/y = doen/j = doen/' \
    -e 's/"hier"/"hierso"/' -e 's/%d sitplekke/%s sitplekke/' -e 's/"vind"/""/' "$small/good.po" >"$small/bad.po"
check_whole "$small/bad.po" "$small/small.pot" >"$work/bad.txt"
fits xx "$small/bad.po" "$small/small.pot" "$small/notes" >>"$work/bad.txt"
finds "$work/bad.txt" 'format' 'another format directive'
finds "$work/bad.txt" 'untranslated' 'a text without translation'
finds "$work/bad.txt" '"mark".*wider than 6' 'a hint that is too wide'
finds "$work/bad.txt" '"sold".*wider than 5' 'a head that is too wide'
finds "$work/bad.txt" '"here".*wider than 4' 'a text too wide, some lines behind its note'
finds "$work/bad.txt" 'without the option --seat' 'a lost option'
finds "$work/bad.txt" 'other columns' 'a table with other columns'
finds "$work/bad.txt" 'without the key' 'a lost key'
sed '/^msgid "find"/i #, fuzzy' "$small/good.po" >"$small/fuzzy.po"
check_whole "$small/fuzzy.po" "$small/small.pot" >"$work/fuzzy.txt"
finds "$work/fuzzy.txt" 'find\|fuzzy\|used' 'a guess that nobody has checked'
sed '/^msgid "find"/,/^$/d' "$small/good.po" >"$small/old.po"
check_whole "$small/old.po" "$small/small.pot" >"$work/old.txt"
finds "$work/old.txt" 'small.pot' 'a text that came later'
echo 'char *b = N_("new");' >"$small/ui/b.c"
compare_files "$small/po/POTFILES.in" "$small" >"$work/files.txt"
finds "$work/files.txt" 'ui/b.c' 'a file that is not listed'

# ---- the catalogues ---------------------------------------------------------------------------
compare_files "$srcdir/po/POTFILES.in" "$srcdir" >"$work/files.txt"
is_empty "$work/files.txt" 'po/POTFILES.in lists every file with texts, and no other'
sh "$srcdir/po/extract.sh" "$srcdir" >"$work/loge.pot"
notes "$srcdir" >"$work/notes"
msgen "$work/loge.pot" -o "$work/en.po"
fits en "$work/en.po" "$work/loge.pot" "$work/notes" >"$work/en.txt"
is_empty "$work/en.txt" 'the English texts fit where they stand'
languages=$(sed 's/#.*//' "$srcdir/po/LINGUAS")
for language in $languages; do
    check_whole "$srcdir/po/$language.po" "$work/loge.pot" >"$work/$language.complete"
    is_empty "$work/$language.complete" "$language: every text is translated (make update-po, then po/$language.po)"
    fits "$language" "$srcdir/po/$language.po" "$work/loge.pot" "$work/notes" >"$work/$language.fits"
    is_empty "$work/$language.fits" "$language: every text fits where it stands"
done
echo "1..$count"
exit "$status"
