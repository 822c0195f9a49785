// An engine for ABI 1, as Guides/plugins.md had it: compiled with -DLAYOUT_PLUGIN_ABI=1, it must pass the laws as it did.
#include "layout_plugin.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The laws take each double as exactly the number that it is. So 0.1 v = 1.7 and v = 17 contradict each other, because the double 0.1 is
// not a tenth. To find that, a number needs more than 64 significant bits (x86's long double has 64).
#ifdef __x86_64__
typedef __float128 Number;
#else
typedef long double Number;
#endif

typedef struct { uint32_t id; int32_t relation; double constant, priority; size_t first, count; } Row;
typedef struct { uint32_t id; int is_bounded, has_report; double value, reported; } Variable;
typedef struct { Row *rows; Variable *variables; lp_term *terms; size_t row_count, variable_count, term_count; } System;
typedef struct { System system; char fault[128]; } Engine;

static void release(System *s) { free(s->rows), free(s->variables), free(s->terms); }

// Makes a copy with room for what the edits may add, and without the terms of rows that are gone. Returns 0 if there is no memory.
static int copy(System *to, const System *from, const lp_edit *edits, size_t count) {
  size_t terms = from->term_count;
  for (size_t i = 0; i < count; i++) terms += edits[i].kind == LP_ADD ? edits[i].term_count : 0;
  *to = (System){.rows = calloc(from->row_count + count + 1, sizeof(Row)), .terms = calloc(terms + 1, sizeof(lp_term)),
                 .variables = calloc(from->variable_count + count + terms + 1, sizeof(Variable))};
  if (!to->rows || !to->variables || !to->terms) return release(to), 0;
  for (; to->variable_count < from->variable_count; to->variable_count++)
    to->variables[to->variable_count] = from->variables[to->variable_count];
  for (; to->row_count < from->row_count; to->row_count++) {
    Row row = from->rows[to->row_count];
    memcpy(to->terms + to->term_count, from->terms + row.first, row.count * sizeof(lp_term));
    row.first = to->term_count;
    to->term_count += row.count;
    to->rows[to->row_count] = row;
  }
  return 1;
}

static size_t row_index(const System *s, uint32_t id) {
  size_t i = 0;
  while (i < s->row_count && s->rows[i].id != id) i++;
  return i;
}

static size_t variable_index(const System *s, uint32_t id) {
  size_t i = 0;
  while (i < s->variable_count && s->variables[i].id != id) i++;
  return i;
}

static const char *add(System *s, const lp_edit *edit) {
  Row row = {edit->id, edit->relation, edit->constant, edit->priority, s->term_count, 0};
  if (row_index(s, edit->id) < s->row_count) return "the id is in use";
  if (edit->relation < -1 || edit->relation > 1) return "the relation is unknown";
  if (!isfinite(edit->constant)) return "a number is not finite";
  if (!(edit->priority > 0 && edit->priority <= 1000)) return "the priority is not in (0, 1000]";
  lp_term *own = s->terms + row.first;
  for (size_t i = 0; i < edit->term_count; i++) {
    if (!isfinite(edit->terms[i].coefficient)) return "a number is not finite";
    size_t j = 0;
    while (j < row.count && own[j].variable != edit->terms[i].variable) j++;
    if (j == row.count) own[row.count++] = (lp_term){.variable = edit->terms[i].variable};
    own[j].coefficient += edit->terms[i].coefficient;
  }
  for (size_t i = row.count; i-- > 0;)
    if (own[i].coefficient == 0) own[i] = own[--row.count];
  for (size_t i = 0; i < row.count; i++)
    if (variable_index(s, own[i].variable) == s->variable_count)
      s->variables[s->variable_count++] = (Variable){.id = own[i].variable};
  s->term_count += row.count;
  s->rows[s->row_count++] = row;
  return NULL;
}

static const char *perform(System *s, const lp_edit *edit) {
  size_t row = row_index(s, edit->id), variable = variable_index(s, edit->id);
  switch (edit->kind) {
    case LP_DECLARE:
      if (edit->flags > 1) return "a flag is unknown";
      if (variable == s->variable_count) s->variables[s->variable_count++] = (Variable){.id = edit->id, .is_bounded = edit->flags == 1};
      return s->variables[variable].is_bounded == (edit->flags == 1) ? NULL : "the variable was declared otherwise";
    case LP_FORGET:
      if (variable == s->variable_count) return "the variable is unknown";
      for (size_t i = 0; i < s->row_count; i++)
        for (size_t j = 0; j < s->rows[i].count; j++)
          if (s->terms[s->rows[i].first + j].variable == edit->id) return "a row uses the variable";
      s->variables[variable] = s->variables[--s->variable_count];
      return NULL;
    case LP_ADD: return add(s, edit);
    case LP_REMOVE: case LP_SET_CONSTANT: case LP_SET_PRIORITY:
      if (row == s->row_count) return "the id is unknown";
      if (edit->kind == LP_REMOVE) {
        s->rows[row] = s->rows[--s->row_count];
      } else if (edit->kind == LP_SET_CONSTANT) {
        if (!isfinite(edit->constant)) return "a number is not finite";
        s->rows[row].constant = edit->constant;
      } else {
        if (!(edit->priority > 0 && edit->priority <= 1000)) return "the priority is not in (0, 1000]";
        s->rows[row].priority = edit->priority;
      }
      return NULL;
    default: return "the kind of edit is unknown";
  }
}

// A dense tableau. Each column stands for a number that is at least 0: two for each variable (its positive and its negative part), and
// three for each row (its slack, and its violation below and above the constant). A row is divided by its greatest coefficient, so a
// unit of its violation costs that coefficient. At first, one of its violations is the basis of each row. One more row holds the costs.
typedef struct { size_t rows, columns; Number *cell; size_t *basis; char *is_closed; } Tableau;

static const Number nothing = 1e-24, miss = 1e-20;  // the largest rounding errors: of a number that is 0, and of the violations of required rows that hold

static void pivot(Tableau *t, size_t row, size_t column) {
  Number *own = t->cell + row * (t->columns + 1), by = own[column];
  for (size_t j = 0; j <= t->columns; j++) own[j] /= by;
  for (size_t i = 0; i <= t->rows; i++) {
    Number *other = t->cell + i * (t->columns + 1), factor = other[column];
    if (i == row || factor == 0) continue;
    for (size_t j = 0; j <= t->columns; j++)
      if (own[j] != 0) other[j] -= factor * own[j];
    other[column] = 0;
  }
  t->basis[row] = column;
}

// Minimises the sum of the costs. Then it closes every column that would raise this sum again, so that later tiers cannot raise it. The
// first column that lowers the sum enters; of rows that tie, the one whose basis is the first column leaves (Bland's rule), so it ends.
static Number minimize(Tableau *t, const double *costs) {
  size_t width = t->columns + 1;
  Number *cost = t->cell + t->rows * width;
  for (size_t j = 0; j < width; j++) cost[j] = j < t->columns ? costs[j] : 0;
  for (size_t i = 0; i < t->rows; i++)
    for (size_t j = 0; costs[t->basis[i]] > 0 && j < width; j++) cost[j] -= costs[t->basis[i]] * t->cell[i * width + j];
  for (;;) {
    size_t column = 0, row = t->rows;
    while (column < t->columns && (t->is_closed[column] || cost[column] >= -nothing)) column++;
    if (column == t->columns) break;
    for (size_t i = 0; i < t->rows; i++) {
      const Number *own = t->cell + i * width, *best = t->cell + row * width;
      if (own[column] <= nothing) continue;
      Number lead = row == t->rows ? -1 : own[width - 1] / own[column] - best[width - 1] / best[column];
      if (lead < 0 || (lead == 0 && t->basis[i] < t->basis[row])) row = i;
    }
    if (row == t->rows) break;
    pivot(t, row, column);
  }
  for (size_t j = 0; j < t->columns; j++)
    if (cost[j] > nothing) t->is_closed[j] = 1;
  return -cost[width - 1];
}

// Solves the rows that are not left out; if `values` is null, only the required ones. Returns 1 if the required rows hold, 0 if they
// cannot, -1 if there is no memory.
static int solve(const System *s, const char *is_left_out, double *values) {
  size_t v = s->variable_count, n = 0;
  size_t *used = calloc(s->row_count + 1, sizeof *used);
  for (size_t i = 0; used && i < s->row_count; i++)
    if (!(is_left_out && is_left_out[i]) && (values || s->rows[i].priority == 1000)) used[n++] = i;
  Tableau t = {n, 2 * v + 3 * n, NULL, calloc(n + 1, sizeof(size_t)), calloc(2 * v + 3 * n + 1, 1)};
  t.cell = calloc((n + 1) * (t.columns + 1), sizeof(Number));
  double *costs = calloc(t.columns + 1, sizeof *costs), *size = calloc(n + 1, sizeof *size);
  int result = used && t.cell && t.basis && t.is_closed && costs && size ? 1 : -1;
  for (size_t i = 0; result == 1 && i < v; i++) t.is_closed[2 * i + 1] = s->variables[i].is_bounded;
  for (size_t i = 0; result == 1 && i < n; i++) {
    const Row *row = &s->rows[used[i]];
    Number *cell = t.cell + i * (t.columns + 1), sign = row->constant < 0 ? -1 : 1;
    for (size_t j = 0; j < row->count; j++) size[i] = fmax(size[i], fabs(s->terms[row->first + j].coefficient));
    if (size[i] == 0) size[i] = 1;
    size_t slack = 2 * v + 3 * i, below = slack + 1, above = slack + 2;
    for (size_t j = 0; j < row->count; j++) {
      size_t column = 2 * variable_index(s, s->terms[row->first + j].variable);
      cell[column] = sign * s->terms[row->first + j].coefficient / size[i];
      cell[column + 1] = -cell[column];
    }
    cell[slack] = -sign * row->relation;
    cell[below] = sign;
    cell[above] = -sign;
    cell[t.columns] = sign * row->constant / size[i];
    t.basis[i] = row->constant < 0 ? above : below;
  }
  double tier = 1001;
  while (result == 1) {
    double next = 0;
    for (size_t i = 0; i < n; i++)
      if (s->rows[used[i]].priority < tier) next = fmax(next, s->rows[used[i]].priority);
    if (next == 0) break;
    tier = next;
    for (size_t i = 0; i < n; i++) {
      size_t below = 2 * v + 3 * i + 1;
      costs[below] = costs[below + 1] = s->rows[used[i]].priority == tier ? size[i] : 0;
    }
    if (minimize(&t, costs) > miss && tier == 1000) result = 0;
  }
  for (size_t i = 0; result == 1 && values && i < v; i++) values[i] = 0;
  for (size_t i = 0; result == 1 && values && i < n; i++)
    if (t.basis[i] < 2 * v)
      values[t.basis[i] / 2] += (t.basis[i] % 2 ? -1 : 1) * t.cell[i * (t.columns + 1) + t.columns];
  free(used), free(t.cell), free(t.basis), free(t.is_closed), free(costs), free(size);
  return result;
}

// Leaves out one required row after the other. If the rest still has a conflict, the row stays left out; otherwise it is a member. So
// without any one member, the rest of the conflict can be met.
static size_t conflict_of(const System *s, uint32_t *conflict, size_t room) {
  size_t count = 0;
  char *is_left_out = calloc(s->row_count + 1, 1);
  for (size_t i = 0; is_left_out && i < s->row_count; i++) {
    if (s->rows[i].priority < 1000) continue;
    is_left_out[i] = 1;
    if (solve(s, is_left_out, NULL) == 0) continue;
    is_left_out[i] = 0;
    if (count++ < room) conflict[count - 1] = s->rows[i].id;
  }
  free(is_left_out);
  return count;
}

static int32_t refuse(Engine *engine, System *next, size_t edit, const char *reason) {
  snprintf(engine->fault, sizeof engine->fault, "edit %zu: %s", edit, reason);
  release(next);
  return LP_FAULT;
}

static int32_t apply(void *solver, const lp_edit *edits, size_t count, uint32_t *conflict, size_t *conflict_count) {
  Engine *engine = solver;
  System next;  // if something below is refused, engine->system stays as it was
  size_t room = *conflict_count;
  *conflict_count = 0;
  if (!copy(&next, &engine->system, edits, count)) return refuse(engine, &(System){0}, 0, "no memory");
  for (size_t i = 0; i < count; i++) {
    const char *reason = perform(&next, &edits[i]);
    if (reason) return refuse(engine, &next, i, reason);
  }
  double *values = calloc(next.variable_count + 1, sizeof *values);
  int result = values ? solve(&next, NULL, values) : -1;
  for (size_t i = 0; result == 1 && i < next.variable_count; i++)
    next.variables[i].value = nearbyint(values[i] * 0x1p20) * 0x1p-20 + 0.0;  // a grid finer than any pixel, and never -0
  free(values);
  if (result < 0) return refuse(engine, &next, count, "no memory");
  if (result == 0) {
    *conflict_count = conflict_of(&next, conflict, room);
    release(&next);
    return LP_CONFLICT;
  }
  release(&engine->system);
  engine->system = next;
  return LP_OK;
}

static size_t changes(void *solver, uint32_t *variables, double *values, size_t capacity) {
  System *s = &((Engine *)solver)->system;
  size_t written = 0;
  for (size_t i = 0; i < s->variable_count && written < capacity; i++) {
    Variable *v = &s->variables[i];
    if (v->has_report && v->reported == v->value) continue;
    v->has_report = 1;
    v->reported = v->value;
    variables[written] = v->id;
    values[written++] = v->value;
  }
  return written;
}

static void *create(void) { return calloc(1, sizeof(Engine)); }
static void destroy(void *solver) { release(&((Engine *)solver)->system), free(solver); }
static const char *fault(void *solver) { return ((Engine *)solver)->fault; }

const lp_plugin *layout_plugin_entry(uint32_t host_abi) {
  static const lp_plugin table = {
      .abi = LAYOUT_PLUGIN_ABI, .struct_size = sizeof table, .name = "simple", .version = "1.0",
      .capabilities = LP_CONFLICT_SETS, .solver_create = create, .solver_apply = apply, .solver_changes = changes,
      .solver_destroy = destroy, .solver_fault = fault};
  return host_abi == LAYOUT_PLUGIN_ABI ? &table : NULL;
}
