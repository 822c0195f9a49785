// Kiwi as it is, behind layoutlab's C table: each edit is the call that Kiwi has for it, and nothing is rolled back here. So the laws show what
// Kiwi itself does after it has refused a constraint. `kiwi_plugin.cpp` works round that.
//
// Kiwi weighs three strengths below required, and has no transactions: it gets one edit at a time. To change a row is to remove and to add.
#include <kiwi/kiwi.h>

#include <map>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "layout_plugin.h"

namespace {

const double levels[] = {1000, 750, 500, 250}, weights[] = {1000000, 1000, 1};

struct Column {
  kiwi::Variable variable; kiwi::Constraint bound;
  bool is_bounded = false, has_report = false;
  double reported = 0;
};

struct Row {
  std::vector<lp_term> terms; int32_t relation; double constant, priority;
  kiwi::Constraint constraint;
};

struct Engine {
  kiwi::Solver solver;
  std::map<uint32_t, Column> columns;
  std::map<uint32_t, Row> rows;
  std::string fault;
  uint32_t refused = 0;
  static double strength(double priority) {
    if (priority == levels[0]) return kiwi::strength::required;
    for (int level = 1; level < 4; level++)
      if (priority == levels[level]) return weights[level - 1];
    throw std::invalid_argument("the priority is none of Kiwi's");
  }
  static double finite(double number) { return number - number == 0 ? number : throw std::invalid_argument("a number is not finite"); }
  Row &row(uint32_t id) { return rows.count(id) ? rows[id] : throw std::invalid_argument("unknown constraint " + std::to_string(id)); }
  void install(Row &row) {
    std::vector<kiwi::Term> terms;
    for (auto &term : row.terms) terms.emplace_back(columns[term.variable].variable, term.coefficient);
    const auto relation = row.relation < 0 ? kiwi::OP_LE : row.relation > 0 ? kiwi::OP_GE : kiwi::OP_EQ;
    row.constraint = kiwi::Constraint(kiwi::Expression(terms, -row.constant), relation, strength(row.priority));
    solver.addConstraint(row.constraint);
  }
  void declare(uint32_t id, bool is_bounded) {
    if (columns.count(id) && columns[id].is_bounded != is_bounded) throw std::invalid_argument("declared otherwise before");
    if (columns.count(id)) return;
    Column &made = columns[id];
    made.is_bounded = is_bounded;
    made.bound = kiwi::Constraint(kiwi::Expression(kiwi::Term(made.variable)), kiwi::OP_GE);
    if (is_bounded) solver.addConstraint(made.bound);
  }
  void forget(uint32_t id) {
    if (!columns.count(id)) throw std::invalid_argument("unknown variable");
    for (auto &[other, row] : rows)
      for (auto &term : row.terms) if (term.variable == id) throw std::invalid_argument("a row uses the variable");
    if (columns[id].is_bounded) solver.removeConstraint(columns[id].bound);
    columns.erase(id);
  }
  void add(const lp_edits *edits, const lp_edit &edit) {
    if (rows.count(edit.id)) throw std::invalid_argument("the id is in use");
    // Terms of one variable add up, and those that add up to nothing do not use it. Used before it is declared, it is free.
    std::map<uint32_t, double> sums;
    for (uint32_t i = 0; i < edit.term_count; i++) sums[lp_term_at(edits, &edit, i)->variable] += finite(lp_term_at(edits, &edit, i)->coefficient);
    Row row{{}, edit.relation, finite(edit.constant), edit.priority, {}};
    strength(edit.priority);
    std::vector<uint32_t> fresh;
    for (auto &[variable, sum] : sums) {
      if (sum == 0) continue;
      row.terms.push_back({variable, 0, sum});
      if (columns.try_emplace(variable).second) fresh.push_back(variable);
    }
    try { install(row); }
    catch (...) { for (auto variable : fresh) columns.erase(variable); throw; }
    rows[edit.id] = row;
  }
  void change(uint32_t id, Row changed) {
    strength(changed.priority);
    solver.removeConstraint(rows[id].constraint);
    // The one thing that is put back: Kiwi was never asked to forget the row.
    try { install(changed); }
    catch (const kiwi::UnsatisfiableConstraint &) { install(rows[id]); throw; }
    rows[id] = changed;
  }
  void perform(const lp_edits *edits, const lp_edit &edit) {
    switch (edit.kind) {
      case LP_DECLARE: return declare(edit.id, edit.flags == 1);
      case LP_FORGET: return forget(edit.id);
      case LP_ADD: return add(edits, edit);
      case LP_REMOVE: return solver.removeConstraint(row(edit.id).constraint), (void)rows.erase(edit.id);
      case LP_SET_CONSTANT: return change(edit.id, [&] { Row to = row(edit.id); to.constant = finite(edit.constant); return to; }());
      case LP_SET_PRIORITY: return change(edit.id, [&] { Row to = row(edit.id); to.priority = edit.priority; return to; }());
      default: throw std::invalid_argument("unknown kind of edit");
    }
  }
  int32_t apply(const lp_edits *edits) {
    uint64_t at = 0;
    try {
      for (; at < edits->count; at++) perform(edits, *lp_edit_at(edits, at));
      solver.updateVariables();
      return LP_OK;
    } catch (const kiwi::UnsatisfiableConstraint &) {
      return refused = lp_edit_at(edits, at)->id, LP_CONFLICT;
    } catch (const std::exception &error) {
      return fault = error.what(), LP_FAULT;
    }
  }
  int32_t changes(uint32_t *variables, double *values, uint64_t *count) {
    const uint64_t room = *count;
    uint64_t full = 0;
    for (auto &[id, column] : columns) {
      const double value = column.variable.value() + 0.0;
      if (column.has_report && column.reported == value) continue;
      if (full < room) variables[full] = id, values[full] = value;
      full++;
    }
    *count = full;
    if (full > room) return LP_OK;
    for (auto &[id, column] : columns) column.reported = column.variable.value() + 0.0, column.has_report = true;
    return LP_OK;
  }
};

Engine *engine(void *solver) { return static_cast<Engine *>(solver); }

}  // namespace

extern "C" __attribute__((visibility("default"))) const lp_plugin *layout_plugin_entry(uint32_t host_abi) {
  static const lp_plugin table = [] {
    lp_plugin t = {};
    t.abi = LAYOUT_PLUGIN_ABI, t.struct_size = sizeof t, t.name = "kiwi-thin", t.version = KIWI_VERSION;
    t.solver_create = [](const lp_host *) -> void * { return new (std::nothrow) Engine; };
    t.solver_destroy = [](void *solver) { delete engine(solver); };
    t.solver_apply = [](void *solver, const lp_edits *edits) { return engine(solver)->apply(edits); };
    t.solver_changes = [](void *solver, uint32_t *ids, double *values, uint64_t *count) { return engine(solver)->changes(ids, values, count); };
    t.solver_conflict = [](void *solver, uint32_t *ids, uint64_t *count) -> int32_t {
      if (*count > 0) ids[0] = engine(solver)->refused;
      return *count = 1, LP_OK;
    };
    t.solver_fault = [](void *solver) { return engine(solver)->fault.c_str(); };
    t.solver_levels = levels, t.solver_weights = weights, t.solver_level_count = 4;
    t.solver_tolerance = 1e-4, t.solver_least = 1e-2, t.solver_greatest = 1e4, t.solver_transaction_edits = 1;
    return t;
  }();
  return host_abi == LAYOUT_PLUGIN_ABI ? &table : nullptr;
}
