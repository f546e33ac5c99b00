-- ?1 show_no int, ?2 terms int.
INSERT INTO till_show (show_no, terms) VALUES (?1, ?2)
ON CONFLICT (show_no) DO UPDATE SET terms = ?2 WHERE terms <> ?2;
