#include "layout_plugin.h"
