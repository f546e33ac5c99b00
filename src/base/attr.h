/* Promises a prototype can make, so that breaking one is a compile error. */
#ifndef LOGE_BASE_ATTR_H
#define LOGE_BASE_ATTR_H

#define MUST_USE      __attribute__((warn_unused_result))
#define PRINTF(f, a)  __attribute__((format(printf, f, a)))
#define NO_RETURN     __attribute__((noreturn))
#define RETURNS_FRESH __attribute__((malloc, returns_nonnull, warn_unused_result))

/* Built to look for memory that is used wrongly. */
#if defined __has_feature
#    define SANITIZED __has_feature(address_sanitizer)
#elif defined __SANITIZE_ADDRESS__
#    define SANITIZED 1
#else
#    define SANITIZED 0
#endif

#define COUNT_OF(array) ((int)(sizeof(array) / sizeof((array)[0])))

#endif
