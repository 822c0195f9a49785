#include "XMLShim.h"

#include <libxml/parser.h>
#include <libxml/parserInternals.h>

struct reading {
  const struct xml_shim_handler *handler;
  void *context;
  xmlParserCtxtPtr parser;
};

static long line(const struct reading *reading) {
  return reading->parser->input != NULL ? reading->parser->input->line : 1;
}

static void start_element(
    void *user, const xmlChar *name, const xmlChar *prefix, const xmlChar *URI, int namespace_count,
    const xmlChar **namespaces, int attribute_count, int default_count, const xmlChar **attributes) {
  struct reading *reading = user;
  const struct xml_shim_handler *handler = reading->handler;
  if (!handler->start_element(reading->context, (const char *)prefix, (const char *)name, line(reading))) {
    xmlStopParser(reading->parser);
    return;
  }
  // Name, prefix, namespace, first byte of the value, and its end.
  for (int i = 0; i < attribute_count; i++, attributes += 5) {
    handler->attribute(
        reading->context, (const char *)attributes[1], (const char *)attributes[0], (const char *)attributes[3],
        (size_t)(attributes[4] - attributes[3]));
  }
}

static void end_element(void *user, const xmlChar *name, const xmlChar *prefix, const xmlChar *URI) {
  struct reading *reading = user;
  reading->handler->end_element(reading->context);
}

static void text(void *user, const xmlChar *text, int count) {
  struct reading *reading = user;
  reading->handler->text(reading->context, (const char *)text, (size_t)count);
}

static void document_type(void *user, const xmlChar *name, const xmlChar *external, const xmlChar *system) {
  struct reading *reading = user;
  if (!reading->handler->document_type(reading->context, line(reading))) xmlStopParser(reading->parser);
}

static void mistake(void *user, xmlErrorPtr error) {
  struct reading *reading = user;
  if (error->level != XML_ERR_FATAL) return;
  reading->handler->mistake(reading->context, error->code, error->line);
}

void xml_shim_read(const char *bytes, size_t count, const struct xml_shim_handler *handler, void *context) {
  xmlParserCtxtPtr parser = xmlCreateMemoryParserCtxt(bytes, (int)count);
  if (parser == NULL) return;
  struct reading reading = {handler, context, parser};
  *parser->sax = (xmlSAXHandler){
      .initialized = XML_SAX2_MAGIC,
      .startElementNs = start_element,
      .endElementNs = end_element,
      .characters = text,
      .cdataBlock = text,
      .internalSubset = document_type,
      .serror = mistake,
  };
  parser->userData = &reading;
  // Otherwise an attribute's &amp; comes as &#38;.
  xmlCtxtUseOptions(parser, XML_PARSE_NONET | XML_PARSE_NOENT);
  xmlParseDocument(parser);
  xmlFreeParserCtxt(parser);
}
