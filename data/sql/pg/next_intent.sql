-- When an intent will be due again. Rows: one; NULL when none will.
SELECT min(i.next_at) FROM loge.intent AS i WHERE i.next_at < 9223372036854775807;
