#include "build_stamp.h"

#ifndef LAYOUTLAB_REVISION
#define LAYOUTLAB_REVISION ""
#endif
#ifndef LAYOUTLAB_DATE
#define LAYOUTLAB_DATE ""
#endif

const char *build_revision(void) { return LAYOUTLAB_REVISION; }
const char *build_date(void) { return LAYOUTLAB_DATE; }
