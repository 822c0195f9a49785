#include "process_control.h"

#ifdef __linux__
#include <signal.h>
#include <sys/prctl.h>

int process_end_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0; }
#else
int process_end_with_parent(void) { return 0; }
#endif
