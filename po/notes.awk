# The L10N notes with a width, and where they hold: FILE, first line, last line and columns, parted
# by tabs. "Each" holds for a whole table, which ends at the first line that begins with a brace, or
# closes one with a semicolon. Any other holds for the first text behind it; only those that stand
# some lines further down in the same call are told, because xgettext does not look there.
function done() {
    if (most)
        printf "%s\t%d\t%d\t%d\n", file, from, FNR, most
    most = 0
}
function one() {
    if (width && !comment && /_\("|gettext\(/) {
        if (FNR > since + 1)
            printf "%s\t%d\t%d\t%d\n", file, since, FNR, width
        width = 0
    }
}
FNR == 1 {
    most = width = comment = 0
    file = FILENAME
    sub(/^\.\//, "", file)
}
/L10N:.*[Aa]t most [0-9]+ columns each/ {
    match($0, /[Aa]t most [0-9]+/)
    most = substr($0, RSTART + 8, RLENGTH - 8)
    from = FNR
    next
}
/L10N:/ {
    comment = 1
    note = ""
    width = 0
}
comment { note = note " " $0 }
comment && /\*\// {
    comment = 0
    gsub(/\n?[ \t]+\*?[ \t]*/, " ", note)
    if (match(note, /[Aa]t most [0-9]+ columns?/) && note !~ /columns? (each|together)/) {
        width = substr(note, RSTART + 8, RLENGTH - 8) + 0
        since = FNR
    }
    next
}
{ one() }
/^}|};|^ *$/ { width = 0; done() }
