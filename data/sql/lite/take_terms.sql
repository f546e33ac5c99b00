-- How often a show's plan and prices have changed; the house may have told later ones already.
-- ?1 show_no, ?2 terms.
INSERT INTO till_show (show_no, terms) VALUES (?1, ?2)
ON CONFLICT (show_no) DO UPDATE SET terms = ?2 WHERE terms < ?2;
