-- What is kept and stands in no entry of this epoch, in order (the + lets the index on at be used).
-- ?1 at int: since then. Rows: (uid, at).
SELECT k.uid, k.at
FROM kept_act AS k
WHERE k.at >= ?1 AND NOT EXISTS (SELECT 1 FROM till_meta AS m
    CROSS JOIN entry AS e WHERE m.one = 1 AND e.epoch = m.epoch AND e.uid = k.uid)
ORDER BY +k.n;
