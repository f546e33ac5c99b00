-- What a shift moved without a sale, by kind. ?1 shift blob. Rows: (kind, sum).
SELECT kind, sum(amount) FROM shift_move WHERE shift = ?1 GROUP BY kind;
