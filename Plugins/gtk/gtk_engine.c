// GTK 4's constraint layout behind the engine protocol (Guides/engine-protocol.md). It needs a display: Xvfb is one without a screen.
//
// GTK weighs violations by three strengths, lays out in whole points (places are rounded down, sizes up), and cannot change a constraint: a
// change is to remove and to add. As a window does, a layout is measured in both directions before it is allocated.
#include <gtk/gtk.h>
#include <json-glib/json-glib.h>

#include "../c/engine_lines.h"

static const char *const hello =
    "{\"engine\":\"gtk\",\"version\":\"%u.%u.%u\",\"kind\":\"layout\",\"claims\":[\"edges\",\"centers\",\"sizes\",\"multipliers\",\"inequalities\","
    "\"priorities\",\"step.resize\",\"step.constant\",\"step.priority\",\"step.add\",\"step.remove\",\"step.add-view\",\"step.remove-view\",\"time\"],"
    "\"levels\":[1000,750,500,250],\"weights\":[1000000000,1000,1],\"ties\":\"any\",\"grid\":{\"place\":1,\"size\":1},\"tolerance\":0.01,\"range\":[0.05,5000]}\n";

typedef struct { JsonObject *line; GtkConstraint *made; } Constraint;

static GtkWidget *box;
static GtkConstraintLayout *layout;
static GHashTable *items, *constraints;  // by their ids: a widget; a Constraint
static int size[2];
static GString *complaints;

static GLogWriterOutput note(GLogLevelFlags level, const GLogField *fields, gsize count, gpointer data) {
  for (gsize i = 0; i < count && (level & (G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_ERROR)); i++)
    if (strcmp(fields[i].key, "MESSAGE") == 0) g_string_append_printf(complaints, "%s. ", (const char *)fields[i].value);
  return g_log_writer_standard_streams(level | G_LOG_LEVEL_CRITICAL, fields, count, data);
}

static GtkWidget *item(int id) { return id == 0 ? box : g_hash_table_lookup(items, GINT_TO_POINTER(id)); }

static int attribute(const char *name) {
  const char *nick = g_str_has_prefix(name, "center") ? (name[6] == 'X' ? "center-x" : "center-y") : name;
  return g_enum_get_value_by_nick(g_type_class_ref(GTK_TYPE_CONSTRAINT_ATTRIBUTE), nick)->value;
}

static void make(Constraint *constraint) {
  JsonObject *line = constraint->line;
  JsonArray *a = json_object_get_array_member(line, "a");
  JsonArray *b = json_object_has_member(line, "b") ? json_object_get_array_member(line, "b") : NULL;
  const char *relation = json_object_get_string_member(line, "rel");
  const double priority = json_object_get_double_member_with_default(line, "p", 1000);
  const int strength = priority == 1000 ? GTK_CONSTRAINT_STRENGTH_REQUIRED : priority == 750 ? GTK_CONSTRAINT_STRENGTH_STRONG
                       : priority == 500 ? GTK_CONSTRAINT_STRENGTH_MEDIUM : GTK_CONSTRAINT_STRENGTH_WEAK;
  constraint->made = gtk_constraint_new(
      GTK_CONSTRAINT_TARGET(item(json_array_get_int_element(a, 0))), attribute(json_array_get_string_element(a, 1)),
      *relation == '<' ? GTK_CONSTRAINT_RELATION_LE : *relation == '>' ? GTK_CONSTRAINT_RELATION_GE : GTK_CONSTRAINT_RELATION_EQ,
      b ? GTK_CONSTRAINT_TARGET(item(json_array_get_int_element(b, 0))) : NULL,
      b ? attribute(json_array_get_string_element(b, 1)) : GTK_CONSTRAINT_ATTRIBUTE_NONE,
      json_object_get_double_member_with_default(line, "m", 1), json_object_get_double_member_with_default(line, "c", 0), strength);
  gtk_constraint_layout_add_constraint(layout, constraint->made);
}

static void add_constraint(JsonObject *line) {
  Constraint *constraint = g_new0(Constraint, 1);
  constraint->line = json_object_ref(line);
  g_hash_table_insert(constraints, GINT_TO_POINTER((int)json_object_get_int_member(line, "id")), constraint);
  make(constraint);
}

static void add_view(JsonObject *view) {
  GtkWidget *widget = gtk_fixed_new();
  gtk_widget_set_parent(widget, box);
  g_hash_table_insert(items, GINT_TO_POINTER((int)json_object_get_int_member(view, "id")), widget);
}

static void remove_view(int id) {
  GHashTableIter each;
  Constraint *constraint;
  for (g_hash_table_iter_init(&each, constraints); g_hash_table_iter_next(&each, NULL, (gpointer *)&constraint);) {
    GtkConstraintTarget *own = GTK_CONSTRAINT_TARGET(item(id));
    if (gtk_constraint_get_target(constraint->made) != own && gtk_constraint_get_source(constraint->made) != own) continue;
    gtk_constraint_layout_remove_constraint(layout, constraint->made);
    g_hash_table_iter_remove(&each);
  }
  gtk_widget_unparent(item(id));
  g_hash_table_remove(items, GINT_TO_POINTER(id));
}

static void open_document(JsonObject *document) {
  // What was there before stays: to take it down would be to remove its constraints, which is a step of its own.
  items = g_hash_table_new(NULL, NULL);
  constraints = g_hash_table_new(NULL, NULL);
  layout = GTK_CONSTRAINT_LAYOUT(gtk_constraint_layout_new());
  box = gtk_fixed_new();
  gtk_widget_set_layout_manager(box, GTK_LAYOUT_MANAGER(layout));
  gtk_window_set_child(GTK_WINDOW(gtk_window_new()), box);
  JsonArray *root = json_object_get_array_member(document, "root");
  for (int i = 0; i < 2; i++) size[i] = (int)json_array_get_double_element(root, i);
  JsonArray *views = json_object_get_array_member(document, "views"), *lines = json_object_get_array_member(document, "constraints");
  for (guint i = 0; i < json_array_get_length(views); i++) add_view(json_array_get_object_element(views, i));
  for (guint i = 0; i < json_array_get_length(lines); i++) add_constraint(json_array_get_object_element(lines, i));
}

static void edit(JsonArray *edits) {
  for (guint each = 0; each < json_array_get_length(edits); each++) {
    JsonArray *words = json_array_get_array_element(edits, each);
    const char *name = json_array_get_string_element(words, 0);
    if (strcmp(name, "resize") == 0) for (int i = 0; i < 2; i++) size[i] = (int)json_array_get_double_element(words, i + 1);
    else if (strcmp(name, "add") == 0) add_constraint(json_array_get_object_element(words, 1));
    else if (strcmp(name, "add-view") == 0) add_view(json_array_get_object_element(words, 1));
    else if (strcmp(name, "remove-view") == 0) remove_view(json_array_get_int_element(words, 1));
    else {
      gpointer key = GINT_TO_POINTER(json_array_get_int_element(words, 1));
      Constraint *constraint = g_hash_table_lookup(constraints, key);
      gtk_constraint_layout_remove_constraint(layout, constraint->made);
      if (strcmp(name, "remove") == 0) { g_hash_table_remove(constraints, key); continue; }
      json_object_set_double_member(constraint->line, *name == 'c' ? "c" : "p", json_array_get_double_element(words, 2));
      make(constraint);
    }
  }
}

// Lays out, and says where the views are if that is asked for.
static void lay_out(gboolean is_asked) {
  for (int direction = 0; direction < 2; direction++)
    gtk_layout_manager_measure(GTK_LAYOUT_MANAGER(layout), box, direction, -1, &(int){0}, &(int){0}, NULL, NULL);
  gtk_layout_manager_allocate(GTK_LAYOUT_MANAGER(layout), box, size[0], size[1], -1);
  if (!is_asked) return;
  const char *kind = strstr(complaints->str, "Unable to satisfy") ? "refused" : "fault";
  if (complaints->len > 0) return (void)printf("{\"%s\":\"%s\"}\n", kind, g_strdelimit(complaints->str, "\"\\\n", '\''));
  int count = 0;
  GHashTableIter each;
  gpointer key, value;
  for (g_hash_table_iter_init(&each, items); g_hash_table_iter_next(&each, &key, &value);) {
    graphene_rect_t frame;
    if (!gtk_widget_compute_bounds(value, box, &frame)) continue;
    print_frame(count++, GPOINTER_TO_INT(key), frame.origin.x, frame.origin.y, frame.size.width, frame.size.height);
  }
  end_frames(count);
}

int main(void) {
  complaints = g_string_new(NULL);
  g_log_set_writer_func(note, NULL, NULL);
  gtk_init();
  for (char *line; (line = next_request());) {
    JsonNode *request = json_from_string(line, NULL);
    JsonObject *object = json_node_get_object(request);
    JsonArray *times = json_object_has_member(object, "time") ? json_object_get_array_member(object, "time") : NULL;
    g_string_truncate(complaints, 0);
    if (json_object_has_member(object, "hello")) printf(hello, gtk_get_major_version(), gtk_get_minor_version(), gtk_get_micro_version());
    else if (times)
      for (EngineTimes each = engine_times(json_array_get_length(times), json_object_get_int_member(object, "rounds")); next_time(&each); lay_out(FALSE))
        edit(json_array_get_array_element(times, each.request));
    else if (json_object_has_member(object, "open")) open_document(json_object_get_object_member(object, "open")), lay_out(TRUE);
    else edit(json_object_get_array_member(object, "edit")), lay_out(TRUE);
    json_node_unref(request);
  }
}
