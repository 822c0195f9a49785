"""Cassowary in Python (PyPI cassowary) behind the engine protocol (Guides/engine-protocol.md), as it is.

Like kiwi it weighs violations by strengths, has no transactions and no way to change a constraint.
"""
import json
import sys
from importlib.metadata import version

from cassowary import MEDIUM, REQUIRED, STRONG, WEAK, SimplexSolver, Variable
from cassowary.error import RequiredFailure
from cassowary.expression import Constraint, Expression

STRENGTHS = {1000: REQUIRED, 750: STRONG, 500: MEDIUM, 250: WEAK}
RELATIONS = {"=": Constraint.EQ, "<=": Constraint.LEQ, ">=": Constraint.GEQ}

HELLO = {
    "engine": "cassowary", "version": version("cassowary"), "kind": "solver",
    "claims": ["inequalities", "priorities", "non-negative"],
    "levels": [1000, 750, 500, 250], "weights": [STRONG, MEDIUM, WEAK],
    "ties": "any", "tolerance": 1e-4, "range": [1e-2, 1e4], "edits": 1,
}


def sums(terms):
    """The coefficient of each variable: terms of one add up, and those that add up to nothing do not use it."""
    total = {}
    for coefficient, number in terms:
        total[number] = total.get(number, 0) + coefficient
    return {number: coefficient for number, coefficient in total.items() if coefficient != 0}


class Engine:
    def __init__(self):
        self.solver = SimplexSolver()
        self.variables, self.bounds, self.rows, self.told = {}, {}, {}, {}

    def declare(self, number, sign=None):
        if number in self.variables:
            if (number in self.bounds) != (sign is not None):
                raise ValueError(f"variable {number} was declared otherwise")
            return
        self.variables[number] = Variable(f"v{number}")
        if sign is not None:
            self.bounds[number] = self.solver.add_constraint(self.variables[number] >= 0)

    def forget(self, number):
        if any(number in sums(row["terms"]) for row, _ in self.rows.values()):
            raise ValueError(f"a row uses variable {number}")
        del self.variables[number]
        if number in self.bounds:
            self.solver.remove_constraint(self.bounds.pop(number))
        self.told.pop(number, None)

    def add(self, row):
        if row["id"] in self.rows:
            raise ValueError(f"row {row['id']} is there already")
        # Used before it is declared, a variable is free.
        used = {number: self.variables.get(number) or Variable(f"v{number}") for number in sums(row["terms"])}
        left = Expression()
        for number, coefficient in sums(row["terms"]).items():
            left = left + used[number] * float(coefficient)
        constraint = Constraint(left, RELATIONS[row["rel"]], float(row.get("c", 0)), strength=STRENGTHS[row.get("p", 1000)])
        self.solver.add_constraint(constraint)
        self.variables.update(used)
        self.rows[row["id"]] = (row, constraint)

    def remove(self, number):
        row, constraint = self.rows.pop(number)
        self.solver.remove_constraint(constraint)
        return row

    def change(self, number, **new):
        STRENGTHS[new.get("p", 1000)]
        old = self.remove(number)
        try:
            self.add({**old, **new})
        except RequiredFailure as refusal:
            try:
                self.add(old)
            except RequiredFailure:
                raise RuntimeError("Cassowary refuses the row that it had a moment ago") from refusal
            raise

    def apply(self, edits):
        for name, number, *rest in edits:
            try:
                match name:
                    case "declare": self.declare(number, *rest)
                    case "forget": self.forget(number)
                    case "add": self.add(number)
                    case "remove": self.remove(number)
                    case "constant": self.change(number, c=rest[0])
                    case "priority": self.change(number, p=rest[0])
            except RequiredFailure:
                return {"conflict": [number["id"] if name == "add" else number]}
            except (KeyError, ValueError) as mistake:
                return {"fault": f"{name}: {mistake}"}
        values = {number: variable.value + 0.0 for number, variable in self.variables.items()}
        changes = {str(number): value for number, value in values.items() if self.told.get(number) != value}
        self.told = values
        return {"changes": changes}


engine = Engine()
for line in sys.stdin:
    request = json.loads(line)
    if "hello" in request:
        answer = HELLO
    elif "open" in request:
        engine, answer = Engine(), {"changes": {}}
    else:
        try:
            answer = engine.apply(request["apply"])
        except Exception as problem:  # it lost its way
            answer = {"fault": f"{type(problem).__name__}: {problem}"}
    print(json.dumps(answer), flush=True)
