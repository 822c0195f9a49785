// Kiwi (https://github.com/nucleic/kiwi), the best-known C++ Cassowary solver, behind layoutlab's C table.
//
// Kiwi weighs constraints instead of ranking them, keeps no canonical layout and names no conflict set, so it claims no
// capability. A constant that is set is turned into an edit variable the first time, which is the fast path that Kiwi
// offers for it; from then on setting it again costs one suggestion.
#include <kiwi/kiwi.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <set>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include "layout_plugin.h"

namespace {

struct Mistake : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Conflict {
  uint32_t constraint;
  // Kiwi keeps rows of a constraint that it refused, and may fail over them later, where it cannot be caught.
  bool leaves_rows;
};

// Six decades over the priorities, so that a higher one wins against a few lower ones; sums can still overrule it,
// which is Kiwi's nature. Edit variables stand far above all of them.
double weight(double priority) {
  return priority >= 1000 ? kiwi::strength::required : std::pow(10.0, 6.0 * priority / 1000.0);
}
const double edit_weight = 1e9;

// By how much, relative to its size, an edit variable may miss its suggestion before that means "impossible".
const double edit_tolerance = 1e-6;

kiwi::RelationalOperator relation(int32_t relation) {
  return relation < 0 ? kiwi::OP_LE : relation > 0 ? kiwi::OP_GE : kiwi::OP_EQ;
}

struct Column {
  kiwi::Variable variable;
  double reported = 0;
  bool has_report = false;
  bool is_declared = false;
  bool is_non_negative = false;
  bool is_queued = false;
  bool is_live = true;
  uint32_t id = 0;
  uint32_t uses = 0;
  kiwi::Constraint bound;
};

struct Row {
  std::vector<std::pair<uint32_t, double>> terms;  // slot, coefficient
  int32_t relation = 0;
  double constant = 0;
  double priority = 1000;
  kiwi::Constraint constraint;
  bool is_editable = false;
  kiwi::Variable edit;
};

class Solver {
 public:
  // No code of the table's: the host takes it for a broken engine, and asks it nothing more.
  static constexpr int32_t beyond_repair = -1;

  int32_t apply(const lp_edits *edits) {
    undo_.clear();
    try {
      for (uint64_t i = 0; i < edits->count; i++) perform(edits, *lp_edit_at(edits, i));
      solver_.updateVariables();
      // Any edit may have pushed an edit variable away from its constant: where a required row stands behind it, that
      // is how Kiwi says that the edit is impossible.
      for (uint32_t id : editable_) {
        if (!has_reached(rows_.at(id))) throw Conflict{id, false};
      }
      queue_changes();
      return LP_OK;
    } catch (const Conflict &refused) {
      if (!roll_back(refused.leaves_rows)) return beyond_repair;
      conflict_ = refused.constraint;
      return LP_CONFLICT;
    } catch (const Mistake &mistake) {
      fault_ = mistake.what();
      return roll_back() ? LP_FAULT : beyond_repair;
    } catch (const std::exception &error) {
      // Kiwi lost its way (InternalSolverError); what it holds now is anybody's guess.
      fault_ = error.what();
      return roll_back(true) ? LP_FAULT : beyond_repair;
    }
  }

  // Kiwi names the constraint that it refused, and no others.
  int32_t conflict(uint32_t *constraints, uint64_t *count) {
    if (*count > 0) constraints[0] = conflict_;
    *count = 1;
    return LP_OK;
  }

  int32_t changes(uint32_t *variables, double *values, uint64_t *count) {
    const uint64_t room = *count;
    uint64_t full = 0;
    for (uint32_t slot : queue_) {
      const Column &column = columns_[slot];
      if (!column.is_live) continue;
      if (full < room) {
        variables[full] = column.id;
        values[full] = column.variable.value() + 0.0;
      }
      full++;
    }
    *count = full;
    if (full > room) return LP_OK;
    for (uint32_t slot : queue_) {
      Column &column = columns_[slot];
      column.is_queued = false;
      if (!column.is_live) continue;
      column.reported = column.variable.value() + 0.0;
      column.has_report = true;
    }
    queue_.clear();
    return LP_OK;
  }

  const char *fault() const { return fault_.c_str(); }

 private:
  kiwi::Solver solver_;
  std::vector<Column> columns_;
  std::unordered_map<uint32_t, uint32_t> slots_;
  std::unordered_map<uint32_t, Row> rows_;
  std::vector<uint32_t> queue_;
  uint32_t conflict_ = 0;
  std::vector<std::function<void()>> undo_;
  std::set<uint32_t> editable_;  // rows whose constant is an edit variable
  std::string fault_;

  void perform(const lp_edits *edits, const lp_edit &edit) {
    switch (edit.kind) {
      case LP_DECLARE: return declare(edit.id, edit.flags & 1);
      case LP_FORGET: return forget(edit.id);
      case LP_ADD: return add(edits, edit);
      case LP_REMOVE: return remove(edit.id);
      case LP_SET_CONSTANT: return set_constant(edit.id, edit.constant);
      case LP_SET_PRIORITY: return set_priority(edit.id, edit.priority);
      default: throw Mistake("unknown kind of edit");
    }
  }

  Row &row(uint32_t id) {
    auto found = rows_.find(id);
    if (found == rows_.end()) throw Mistake("unknown constraint " + std::to_string(id));
    return found->second;
  }

  static void require_finite(double value) {
    if (!std::isfinite(value)) throw Mistake("a number is not finite");
  }

  static void require_priority(double priority) {
    if (!(priority > 0 && priority <= 1000)) throw Mistake("a priority is outside (0, 1000]");
  }

  uint32_t slot(uint32_t id) {
    auto found = slots_.find(id);
    if (found != slots_.end()) return found->second;
    const uint32_t slot = static_cast<uint32_t>(columns_.size());
    columns_.emplace_back();
    columns_[slot].id = id;
    slots_[id] = slot;
    undo_.push_back([this, id, slot] {
      columns_[slot].is_live = false;
      slots_.erase(id);
    });
    return slot;
  }

  void declare(uint32_t id, bool is_non_negative) {
    auto found = slots_.find(id);
    if (found != slots_.end()) {
      if (columns_[found->second].is_non_negative != is_non_negative)
        throw Mistake("variable " + std::to_string(id) + " is there with another declaration");
      return;
    }
    const uint32_t at = slot(id);
    columns_[at].is_declared = true;
    columns_[at].is_non_negative = is_non_negative;
    if (!is_non_negative) return;
    columns_[at].bound = kiwi::Constraint(kiwi::Expression(kiwi::Term(columns_[at].variable)), kiwi::OP_GE);
    solver_.addConstraint(columns_[at].bound);
    undo_.push_back([this, at] { solver_.removeConstraint(columns_[at].bound); });
  }

  void forget(uint32_t id) {
    auto found = slots_.find(id);
    if (found == slots_.end()) throw Mistake("unknown variable " + std::to_string(id));
    const uint32_t at = found->second;
    if (columns_[at].uses > 0) throw Mistake("variable " + std::to_string(id) + " is in use");
    if (columns_[at].is_non_negative) solver_.removeConstraint(columns_[at].bound);
    columns_[at].is_live = false;
    slots_.erase(found);
    undo_.push_back([this, id, at] {
      columns_[at].is_live = true;
      slots_[id] = at;
      if (columns_[at].is_non_negative) solver_.addConstraint(columns_[at].bound);
    });
  }

  void add(const lp_edits *edits, const lp_edit &edit) {
    require_finite(edit.constant);
    require_priority(edit.priority);
    if (rows_.count(edit.id)) throw Mistake("constraint " + std::to_string(edit.id) + " is there already");
    // Terms of one variable add up, and those that add up to nothing do not use it.
    std::vector<std::pair<uint32_t, double>> sums;
    for (uint32_t i = 0; i < edit.term_count; i++) {
      const lp_term &term = *lp_term_at(edits, &edit, i);
      require_finite(term.coefficient);
      auto same = std::find_if(sums.begin(), sums.end(), [&](auto &sum) { return sum.first == term.variable; });
      if (same == sums.end()) sums.emplace_back(term.variable, term.coefficient);
      else same->second += term.coefficient;
    }
    Row row;
    for (auto &sum : sums)
      if (sum.second != 0) row.terms.emplace_back(slot(sum.first), sum.second);
    row.relation = edit.relation;
    row.constant = edit.constant;
    row.priority = edit.priority;
    for (auto &term : row.terms) columns_[term.first].uses++;
    rows_[edit.id] = row;
    const uint32_t id = edit.id;
    undo_.push_back([this, id] {
      for (auto &term : rows_[id].terms) columns_[term.first].uses--;
      rows_.erase(id);
    });
    install(id);
    undo_.push_back([this, id] { uninstall(id); });
  }

  void remove(uint32_t id) {
    const Row removed = row(id);
    uninstall(id);
    for (auto &term : removed.terms) columns_[term.first].uses--;
    rows_.erase(id);
    undo_.push_back([this, id, removed] {
      rows_[id] = removed;
      for (auto &term : removed.terms) columns_[term.first].uses++;
      install(id);
    });
  }

  void set_constant(uint32_t id, double constant) {
    require_finite(constant);
    Row &row = this->row(id);
    const double old = row.constant;
    undo_.push_back([this, id, old] {
      rows_[id].constant = old;
      suggest(rows_[id]);
    });
    if (row.is_editable) {
      row.constant = constant;
      suggest(row);
    } else {
      uninstall(id);
      row.is_editable = true;
      install(id);
      row.constant = constant;
      suggest(row);
    }
  }

  void set_priority(uint32_t id, double priority) {
    require_priority(priority);
    const double old = row(id).priority;
    auto change = [this, id](double priority) {
      uninstall(id);
      rows_[id].priority = priority;
      install(id);
    };
    undo_.push_back([this, id, old] {
      rows_[id].priority = old;
      install(id);
    });
    change(priority);
    undo_.pop_back();
    undo_.push_back([change, old] { change(old); });
  }

  // Into Kiwi as `row` says; throws when a required row cannot hold.
  void install(uint32_t id) {
    Row &row = rows_[id];
    std::vector<kiwi::Term> terms;
    for (auto &term : row.terms) terms.emplace_back(columns_[term.first].variable, term.second);
    double constant = -row.constant;
    if (row.is_editable) {
      row.edit = kiwi::Variable();
      terms.emplace_back(row.edit, -1.0);
      constant = 0;
      solver_.addEditVariable(row.edit, edit_weight);
      suggest(row);
    }
    row.constraint = kiwi::Constraint(kiwi::Expression(terms, constant), relation(row.relation), weight(row.priority));
    try {
      solver_.addConstraint(row.constraint);
    } catch (const kiwi::UnsatisfiableConstraint &) {
      if (row.is_editable) solver_.removeEditVariable(row.edit);
      throw Conflict{id, true};
    }
    if (row.is_editable) editable_.insert(id);
  }

  void uninstall(uint32_t id) {
    Row &row = rows_[id];
    solver_.removeConstraint(row.constraint);
    if (row.is_editable) solver_.removeEditVariable(row.edit);
    editable_.erase(id);
  }

  void suggest(Row &row) { solver_.suggestValue(row.edit, row.constant); }

  bool has_reached(const Row &row) const {
    return std::fabs(row.edit.value() - row.constant) <= edit_tolerance * (1 + std::fabs(row.constant));
  }

  void queue_changes() {
    for (uint32_t slot = 0; slot < columns_.size(); slot++) {
      Column &column = columns_[slot];
      if (!column.is_live || column.is_queued) continue;
      if (column.has_report && column.reported == column.variable.value()) continue;
      column.is_queued = true;
      queue_.push_back(slot);
    }
  }

  // Each step of the way back says first what rows there are, and then tells Kiwi; where Kiwi throws, it is told everything
  // anew. False: it refuses the rows that it had.
  bool roll_back(bool is_lost = false) {
    for (size_t i = undo_.size(); i-- > 0;) {
      try {
        undo_[i]();
      } catch (...) {
        is_lost = true;
      }
    }
    undo_.clear();
    try {
      if (is_lost) rebuild();
      solver_.updateVariables();
    } catch (...) {
      return false;
    }
    return true;
  }

  void rebuild() {
    solver_.reset();
    editable_.clear();
    for (auto &column : columns_)
      if (column.is_live && column.is_non_negative) solver_.addConstraint(column.bound);
    for (auto &row : rows_) install(row.first);
  }
};

// No exception leaves the library. One that nothing below has an answer for (Kiwi lost its way while it was being mended, or
// there is no memory) is told as `otherwise`.
template <class Answer, class Body>
Answer guarded(Answer otherwise, Body body) noexcept {
  try {
    return body();
  } catch (...) {
    return otherwise;
  }
}

Solver *solver(void *handle) { return static_cast<Solver *>(handle); }

const lp_plugin table = [] {
  lp_plugin t = {};
  t.abi = LAYOUT_PLUGIN_ABI;
  t.struct_size = sizeof t;
  t.name = "kiwi";
  t.version = KIWI_VERSION;
  t.solver_create = [](const lp_host *) { return guarded<void *>(nullptr, [] { return new Solver; }); };
  t.solver_destroy = [](void *handle) { guarded<int>(0, [&] { delete solver(handle); return 0; }); };
  t.solver_apply = [](void *handle, const lp_edits *edits) {
    return guarded<int32_t>(Solver::beyond_repair, [&] { return solver(handle)->apply(edits); });
  };
  t.solver_changes = [](void *handle, uint32_t *variables, double *values, uint64_t *count) {
    return guarded<int32_t>(LP_FAULT, [&] { return solver(handle)->changes(variables, values, count); });
  };
  t.solver_conflict = [](void *handle, uint32_t *constraints, uint64_t *count) {
    return solver(handle)->conflict(constraints, count);
  };
  t.solver_fault = [](void *handle) { return solver(handle)->fault(); };
  return t;
}();

}  // namespace

extern "C" __attribute__((visibility("default"))) const lp_plugin *layout_plugin_entry(uint32_t host_abi) {
  return host_abi == LAYOUT_PLUGIN_ABI ? &table : nullptr;
}
