-- What has been applied, in order. Rows: (number int, checksum blob).
SELECT number, checksum FROM migration ORDER BY number;
