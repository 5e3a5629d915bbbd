/* base/checks.h - for functions that only assert() calls: a release build has no use for them. */
#ifndef BASE_CHECKS_H
#define BASE_CHECKS_H

#define ASSERT_ONLY __attribute__((unused)) inline

#endif
