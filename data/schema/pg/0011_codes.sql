-- Codes of sales and tickets are written in capitals, and compared as they stand. Row-level security
-- lets an index be searched only by what cannot tell anything: upper() of a column is not trusted
-- with that, so a look for one code walked all sales of the house.

ALTER TABLE loge.sale ADD CHECK (code = upper(code));
DROP INDEX loge.sale_code;
CREATE UNIQUE INDEX sale_code ON loge.sale (house, code);

ALTER TABLE loge.ticket ADD CHECK (code = upper(code));
DROP INDEX loge.ticket_code;
CREATE UNIQUE INDEX ticket_code ON loge.ticket (house, code);
