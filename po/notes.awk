# The L10N notes that hold for a whole table: FILE, first line, last line and columns, parted by
# tabs. A table ends at the first line that begins with a brace, or closes one with a semicolon.
function done() {
    if (most)
        printf "%s\t%d\t%d\t%d\n", file, from, FNR, most
    most = 0
}
FNR == 1 {
    most = 0
    file = FILENAME
    sub(/^\.\//, "", file)
}
/L10N:.*[Aa]t most [0-9]+ columns each/ {
    match($0, /[Aa]t most [0-9]+/)
    most = substr($0, RSTART + 8, RLENGTH - 8)
    from = FNR
    next
}
/^}|};|^ *$/ { done() }
