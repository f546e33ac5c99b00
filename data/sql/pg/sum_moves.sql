-- What a shift moved without a sale, by kind. $1 shift uuid. Rows: (kind, sum).
SELECT kind, sum(amount)::bigint FROM loge.shift_move WHERE shift = $1 GROUP BY kind;
