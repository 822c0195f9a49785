// The revision of the sources that a build was made from, and its date (YYYY-MM-DD). The Makefile tells the build; empty where nobody did.
#ifndef BUILD_STAMP_H
#define BUILD_STAMP_H

const char *build_revision(void);
const char *build_date(void);

#endif
