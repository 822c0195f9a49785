#pragma once
#include <stdbool.h>
#include <stddef.h>

// libxml2's events, without its headers: they bring the system's ICU along, which is not the one that Foundation has.
// Names and texts are UTF-8 and live as long as the call; lines count from 1. What returns false ends the reading.
struct xml_shim_handler {
  // `prefix` is null where a name has none.
  bool (*start_element)(void *context, const char *prefix, const char *name, long line);
  // After the start of its element.
  void (*attribute)(void *context, const char *prefix, const char *name, const char *value, size_t count);
  void (*end_element)(void *context);
  void (*text)(void *context, const char *text, size_t count);
  bool (*document_type)(void *context, long line);
  // The document is not well-formed; `code` is libxml2's. What comes after it means nothing.
  void (*mistake)(void *context, long code, long line);
};

// Reads a whole document of at most INT_MAX bytes. Nothing outside it is loaded, and no entities but the predefined ones
// are known.
void xml_shim_read(const char *bytes, size_t count, const struct xml_shim_handler *handler, void *context);
