/*
 * Golden files: what a text looked like when somebody last looked at it with care.
 *
 * They stand in tests/golden. After a change on purpose run the test with LOGE_GOLDEN=write and
 * read the difference before committing it.
 */
#ifndef LOGE_TESTS_LIB_GOLDEN_H
#define LOGE_TESTS_LIB_GOLDEN_H

/* Fails, with the text on stderr, unless it is the same as the file of this name. */
void assert_golden(const char *name, const char *text);

/* Fails unless the text is well-formed XML: tags in pairs, attributes quoted, nothing unescaped. */
void assert_well_formed(const char *xml);

#endif
