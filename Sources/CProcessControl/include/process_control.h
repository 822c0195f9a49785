// Calls of Linux that Swift cannot make, since they take any number of arguments.
#ifndef PROCESS_CONTROL_H
#define PROCESS_CONTROL_H

// The calling process is killed when the thread that forked it ends. 0 where it cannot be had.
int process_end_with_parent(void);

#endif
