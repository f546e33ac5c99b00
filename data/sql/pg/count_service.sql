-- What waits in the house: people in line and with an offer, letters to be sent and dead, payments
-- that are not at their end, conflicts to be decided, tills whose journal is shut out, messages of
-- the payment provider that fit no payment, how often the house went back and nobody settled it.
-- Rows: one.
SELECT
    (SELECT count(*) FROM loge.waitlist WHERE status = :WAIT_WAITING),
    (SELECT count(*) FROM loge.waitlist WHERE status = :WAIT_OFFERED),
    (SELECT count(*) FROM loge.outbox WHERE status = :LETTER_WAITING),
    (SELECT count(*) FROM loge.outbox WHERE status = :LETTER_DEAD),
    (SELECT count(*) FROM loge.intent WHERE next_at < 9223372036854775807),
    (SELECT count(*) FROM loge.conflict WHERE outcome = :CONFLICT_OPEN),
    (SELECT count(*) FROM loge.journal WHERE quarantine BETWEEN :QUARANTINE_FORK AND :QUARANTINE_FORGED),
    (SELECT count(*) FROM loge.pay_letter),
    (SELECT count(*) FROM loge.went_back WHERE settled_at = 0);
