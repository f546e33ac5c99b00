-- Nobody's name or address stays in a till's copy of the house. No parameters.
UPDATE customer SET name = '', email = '', phone = '';
