"""kiwi (PyPI kiwisolver) behind the engine protocol (Guides/engine-protocol.md), as it is: what it makes of a refusal is its own."""
import kiwisolver as kiwi
from engine_lines import Weighing, serve

STRENGTHS = {1000: kiwi.strength.required, 750: kiwi.strength.strong, 500: kiwi.strength.medium, 250: kiwi.strength.weak}

HELLO = {
    "engine": "kiwi", "version": kiwi.__kiwi_version__, "kind": "solver",
    "claims": ["inequalities", "priorities", "non-negative"],
    "levels": [1000, 750, 500, 250], "weights": [STRENGTHS[level] for level in (750, 500, 250)],
    "ties": "any", "tolerance": 1e-4, "range": [1e-2, 1e4], "edits": 1,
}


class Engine(Weighing):
    strengths, refusal = STRENGTHS, kiwi.UnsatisfiableConstraint

    def __init__(self):
        super().__init__()
        self.solver = kiwi.Solver()

    def variable(self, name):
        return kiwi.Variable(name)

    def bound(self, variable):
        row = variable >= 0
        self.solver.addConstraint(row)
        return row

    def added(self, terms, row, strength):
        left = kiwi.Expression([kiwi.Term(variable, coefficient) for coefficient, variable in terms], -row.get("c", 0))
        made = kiwi.Constraint(left, "==" if row["rel"] == "=" else row["rel"], strength)
        self.solver.addConstraint(made)
        return made

    def removed(self, row):
        self.solver.removeConstraint(row)

    def values(self, variables):
        self.solver.updateVariables()
        return {number: variable.value() for number, variable in variables.items()}


serve(HELLO, Engine)
