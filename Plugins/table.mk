# The folder of layout_plugin.h: in a clone, or beside the layoutlab on the path.
INCLUDE ?= $(or $(wildcard ../../Sources/Contract/CLayoutPlugin/include),$(shell readlink -f "$$(command -v layoutlab)" | sed 's|/bin/layoutlab$$|/include|'))
