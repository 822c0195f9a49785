"""Cassowary in Python (PyPI cassowary) behind the engine protocol (Guides/engine-protocol.md), as it is."""
from importlib.metadata import version

from cassowary import MEDIUM, REQUIRED, STRONG, WEAK, SimplexSolver, Variable
from cassowary.error import RequiredFailure
from cassowary.expression import Constraint, Expression
from engine_lines import Weighing, serve

RELATIONS = {"=": Constraint.EQ, "<=": Constraint.LEQ, ">=": Constraint.GEQ}

HELLO = {
    "engine": "cassowary", "version": version("cassowary"), "kind": "solver",
    "claims": ["inequalities", "priorities", "non-negative"],
    "levels": [1000, 750, 500, 250], "weights": [STRONG, MEDIUM, WEAK],
    "ties": "any", "tolerance": 1e-4, "range": [1e-2, 1e4], "edits": 1,
}


class Engine(Weighing):
    strengths, refusal = {1000: REQUIRED, 750: STRONG, 500: MEDIUM, 250: WEAK}, RequiredFailure

    def __init__(self):
        super().__init__()
        self.solver = SimplexSolver()

    def variable(self, name):
        return Variable(name)

    def bound(self, variable):
        return self.solver.add_constraint(variable >= 0)

    def added(self, terms, row, strength):
        left = Expression()
        for coefficient, variable in terms:
            left = left + variable * float(coefficient)
        made = Constraint(left, RELATIONS[row["rel"]], float(row.get("c", 0)), strength=strength)
        self.solver.add_constraint(made)
        return made

    def removed(self, row):
        self.solver.remove_constraint(row)

    def values(self, variables):
        return {number: variable.value for number, variable in variables.items()}


serve(HELLO, Engine)
