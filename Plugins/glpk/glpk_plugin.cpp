// GLPK (https://www.gnu.org/software/glpk/), a general linear-programming solver, behind layoutlab's C table.
//
// A batch engine: it keeps the constraints, and after each transaction makes the whole program and solves it, tier by
// tier from the highest priority down; what a tier attains, the next ones must keep. It breaks ties as its simplex
// method comes to lie, so it claims no capability.
#include <glpk.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "layout_plugin.h"

namespace {

struct Row {
  std::vector<lp_term> terms;
  int32_t relation = 0;
  double constant = 0;
  double priority = 1000;
};

struct Variable {
  bool is_non_negative = false;
  bool is_declared = false;
  uint32_t uses = 0;
  double value = 0;
  double reported = 0;
  bool has_report = false;
};

// What a tier may lose to the tiers below it: GLPK holds bounds no better.
const double tier_tolerance = 1e-9;

class Solver {
 public:
  int32_t apply(const lp_edits *edits) {
    const auto rows = rows_;
    const auto variables = variables_;
    for (uint64_t i = 0; i < edits->count; i++) {
      if (perform(edits, *lp_edit_at(edits, i))) continue;
      rows_ = rows;
      variables_ = variables;
      return LP_FAULT;
    }
    switch (solve()) {
      case Outcome::solved: return LP_OK;
      case Outcome::infeasible:
        rows_ = rows;
        variables_ = variables;
        return LP_CONFLICT;
      case Outcome::failed:
        rows_ = rows;
        variables_ = variables;
        fault_ = "GLPK ended without an answer.";
        return LP_FAULT;
    }
    return LP_FAULT;
  }

  int32_t changes(uint32_t *ids, double *values, uint64_t *count) {
    const uint64_t room = *count;
    uint64_t full = 0;
    for (const auto &[id, variable] : variables_) {
      if (variable.has_report && variable.value == variable.reported) continue;
      if (full < room) {
        ids[full] = id;
        values[full] = variable.value;
      }
      full++;
    }
    *count = full;
    if (full > room) return LP_OK;
    for (auto &[id, variable] : variables_) {
      variable.has_report = true;
      variable.reported = variable.value;
    }
    return LP_OK;
  }

  const char *fault() const { return fault_.c_str(); }

 private:
  enum class Outcome { solved, infeasible, failed };

  std::map<uint32_t, Row> rows_;
  std::map<uint32_t, Variable> variables_;
  std::string fault_;

  bool refuse(std::string text) {
    fault_ = std::move(text);
    return false;
  }

  bool perform(const lp_edits *edits, const lp_edit &edit) {
    const auto known = rows_.find(edit.id);
    switch (edit.kind) {
      case LP_DECLARE:
        if (variables_[edit.id].is_declared) return refuse("a variable is declared twice.");
        variables_[edit.id].is_declared = true;
        variables_[edit.id].is_non_negative = edit.flags & 1;
        return true;
      case LP_FORGET: {
        const auto variable = variables_.find(edit.id);
        if (variable == variables_.end()) return refuse("a variable that is not there is forgotten.");
        if (variable->second.uses) return refuse("a variable in use is forgotten.");
        variables_.erase(variable);
        return true;
      }
      case LP_ADD: {
        if (known != rows_.end()) return refuse("a constraint is added twice.");
        if (!(edit.priority > 0 && edit.priority <= 1000) || !std::isfinite(edit.constant))
          return refuse("a priority or constant is out of range.");
        Row row{{}, edit.relation, edit.constant, edit.priority};
        for (uint32_t i = 0; i < edit.term_count; i++) row.terms.push_back(*lp_term_at(edits, &edit, i));
        for (const auto &term : row.terms) variables_[term.variable].uses++;
        rows_[edit.id] = std::move(row);
        return true;
      }
      case LP_REMOVE:
        if (known == rows_.end()) return refuse("a constraint that is not there is removed.");
        for (const auto &term : known->second.terms) variables_[term.variable].uses--;
        rows_.erase(known);
        return true;
      case LP_SET_CONSTANT:
        if (known == rows_.end()) return refuse("a constraint that is not there is changed.");
        if (!std::isfinite(edit.constant)) return refuse("a constant is not finite.");
        known->second.constant = edit.constant;
        return true;
      case LP_SET_PRIORITY:
        if (known == rows_.end()) return refuse("a constraint that is not there is changed.");
        if (!(edit.priority > 0 && edit.priority <= 1000)) return refuse("a priority is out of range.");
        known->second.priority = edit.priority;
        return true;
    }
    return refuse("an unknown kind of edit.");
  }

  Outcome solve() {
    glp_prob *program = glp_create_prob();
    glp_set_obj_dir(program, GLP_MIN);
    std::map<uint32_t, int> columns;
    for (const auto &[id, variable] : variables_) {
      const int column = glp_add_cols(program, 1);
      glp_set_col_bnds(program, column, variable.is_non_negative ? GLP_LO : GLP_FR, 0, 0);
      columns[id] = column;
    }
    // Columns of errors by falling priority.
    std::map<double, std::vector<int>, std::greater<double>> tiers;
    for (const auto &[id, row] : rows_) {
      std::map<int, double> sums;
      for (const auto &term : row.terms) sums[columns[term.variable]] += term.coefficient;
      std::vector<int> indices{0};
      std::vector<double> values{0};
      for (const auto &[column, coefficient] : sums) {
        indices.push_back(column);
        values.push_back(coefficient);
      }
      if (row.priority < 1000) {
        for (const int sign : {-1, 1}) {
          if ((row.relation < 0 && sign > 0) || (row.relation > 0 && sign < 0)) continue;
          const int error = glp_add_cols(program, 1);
          glp_set_col_bnds(program, error, GLP_LO, 0, 0);
          tiers[row.priority].push_back(error);
          indices.push_back(error);
          values.push_back(sign);
        }
      }
      const int index = glp_add_rows(program, 1);
      const int kind = row.relation < 0 ? GLP_UP : row.relation > 0 ? GLP_LO : GLP_FX;
      glp_set_row_bnds(program, index, kind, row.constant, row.constant);
      glp_set_mat_row(program, index, static_cast<int>(indices.size()) - 1, indices.data(), values.data());
    }
    glp_smcp options;
    glp_init_smcp(&options);
    options.msg_lev = GLP_MSG_OFF;
    glp_term_out(GLP_OFF);
    glp_adv_basis(program, 0);
    Outcome outcome = run(program, options);
    for (const auto &[priority, errors] : tiers) {
      if (outcome != Outcome::solved) break;
      for (const int error : errors) glp_set_obj_coef(program, error, 1);
      outcome = run(program, options);
      if (outcome != Outcome::solved) break;
      std::vector<int> indices{0};
      std::vector<double> ones{0};
      for (const int error : errors) {
        glp_set_obj_coef(program, error, 0);
        indices.push_back(error);
        ones.push_back(1);
      }
      const double attained = glp_get_obj_val(program);
      const int index = glp_add_rows(program, 1);
      glp_set_row_bnds(program, index, GLP_UP, 0, attained + tier_tolerance * (1 + std::fabs(attained)));
      glp_set_mat_row(program, index, static_cast<int>(errors.size()), indices.data(), ones.data());
    }
    if (outcome == Outcome::solved)
      for (auto &[id, variable] : variables_) variable.value = glp_get_col_prim(program, columns[id]);
    glp_delete_prob(program);
    return outcome;
  }

  static Outcome run(glp_prob *program, const glp_smcp &options) {
    if (glp_get_num_rows(program) == 0) return Outcome::solved;
    if (glp_simplex(program, &options) != 0) {
      // A basis that went bad: begin again from a plain one.
      glp_std_basis(program);
      if (glp_simplex(program, &options) != 0) return Outcome::failed;
    }
    switch (glp_get_status(program)) {
      case GLP_OPT: return Outcome::solved;
      case GLP_NOFEAS: return Outcome::infeasible;
      default: return Outcome::failed;
    }
  }
};

Solver *cpp(void *solver) { return static_cast<Solver *>(solver); }

const lp_plugin table = [] {
  lp_plugin table = {};
  table.abi = LAYOUT_PLUGIN_ABI;
  table.struct_size = sizeof(lp_plugin);
  table.name = "glpk";
  table.version = "5.0";
  table.solver_create = [](const lp_host *) -> void * { return new Solver; };
  table.solver_apply = [](void *solver, const lp_edits *edits) { return cpp(solver)->apply(edits); };
  table.solver_changes = [](void *solver, uint32_t *variables, double *values, uint64_t *count) {
    return cpp(solver)->changes(variables, values, count);
  };
  // GLPK names no constraint.
  table.solver_conflict = [](void *, uint32_t *, uint64_t *count) -> int32_t { return *count = 0, LP_OK; };
  table.solver_destroy = [](void *solver) { delete cpp(solver); };
  table.solver_fault = [](void *solver) { return cpp(solver)->fault(); };
  return table;
}();

}  // namespace

extern "C" __attribute__((visibility("default"))) const lp_plugin *layout_plugin_entry(uint32_t host_abi) {
  return host_abi == LAYOUT_PLUGIN_ABI ? &table : nullptr;
}
