-- The whole house as it stands, as one new file. ?1 path text, of a file that is not there yet.
VACUUM INTO ?1;
