-- How many messages of the payment provider fit no payment of the house. No parameters. Rows: one.
SELECT count(*)
FROM loge.pay_letter;
