"""What solvers in Python share behind the engine protocol (Guides/engine-protocol.md): the loop of lines, and the book of variables and rows.

An engine module makes a class, says hello, and calls `serve`. `Resolving` is for solvers that are given the whole document each time, `Weighing`
for those that weigh violations by strengths, take one edit at a time and have no way to change a row: a change is to remove and to add.
"""
import json
import os
import sys

# Standard output is the protocol's alone: what a library prints goes to standard error.
protocol = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)


def serve(hello, make_engine):
    """Answers lines until standard input ends; what an engine raises is a fault."""
    engine = make_engine()
    for line in sys.stdin:
        request = json.loads(line)
        if "hello" in request:
            answer = hello
        elif "open" in request:
            engine, answer = make_engine(), {"changes": {}}
        else:
            try:
                answer = engine.apply(request["apply"])
            except Exception as problem:
                answer = {"fault": f"{type(problem).__name__}: {problem}"}
        protocol.write(json.dumps(answer) + "\n")
        protocol.flush()


def sums(terms):
    """The coefficient of each variable: terms of one add up, and those that add up to nothing do not use it."""
    total = {}
    for coefficient, number in terms:
        total[number] = total.get(number, 0) + coefficient
    return {number: coefficient for number, coefficient in total.items() if coefficient != 0}


class Report:
    """The values that were told last."""

    def __init__(self):
        self.told = {}

    def changes(self, values):
        changes = {str(number): value for number, value in values.items() if self.told.get(number) != value}
        self.told = values
        return {"changes": changes}


class Contradiction(Exception):
    """The required rows cannot hold together."""


class Resolving(Report):
    """A solver that is given the whole document each time, so that nothing of a refused transaction stays."""

    def solved(self, variables, rows):
        """The values of the best layout: `variables` says which are held at 0 or above, both are in order; raises `Contradiction`."""
        raise NotImplementedError

    def __init__(self):
        super().__init__()
        self.variables, self.rows = {}, {}

    def apply(self, edits):
        variables, rows = dict(self.variables), dict(self.rows)
        for name, *rest in edits:
            mistake = self.perform(name, rest, variables, rows)
            if mistake:
                return {"fault": f"{name}: {mistake}"}
        try:
            # In order, so that the answer depends on what is there and not on how it came.
            values = self.solved(dict(sorted(variables.items())), [row for _, row in sorted(rows.items())])
        except Contradiction:
            return {"conflict": [number for number, row in rows.items() if row.get("p", 1000) == 1000]}
        self.variables, self.rows = variables, rows
        return self.changes(values)

    @staticmethod
    def perform(name, rest, variables, rows):
        number = rest[0]["id"] if name == "add" else rest[0]
        if name in ("remove", "constant", "priority") and number not in rows:
            return f"row {number} is unknown"
        if name == "declare":
            if variables.setdefault(number, len(rest) > 1) != (len(rest) > 1):
                return f"variable {number} was declared otherwise"
        elif name == "forget":
            if number not in variables or any(number in sums(row["terms"]) for row in rows.values()):
                return f"variable {number} is unknown or in use"
            del variables[number]
        elif name == "add":
            if number in rows or not 0 < rest[0].get("p", 1000) <= 1000:
                return f"row {number} is there already, or its priority is none"
            rows[number] = rest[0]
            for used in sums(rest[0]["terms"]):
                variables.setdefault(used, False)  # used before it is declared, it is free
        elif name == "remove":
            del rows[number]
        elif name == "constant":
            rows[number] = {**rows[number], "c": rest[1]}
        elif name == "priority":
            if not 0 < rest[1] <= 1000:
                return "the priority is none"
            rows[number] = {**rows[number], "p": rest[1]}


class Weighing(Report):
    """A solver with these four, and the strengths of the levels: it is as it is, so what it makes of a refusal is its own."""

    strengths, refusal = {}, Exception

    def variable(self, name): raise NotImplementedError
    def bound(self, variable): """The row `variable >= 0`, which was added."""
    def added(self, terms, row, strength): """The row of (coefficient, variable), which was added; raises `refusal`."""
    def removed(self, row): raise NotImplementedError
    def values(self, variables): raise NotImplementedError

    def __init__(self):
        super().__init__()
        self.variables, self.bounds, self.rows = {}, {}, {}

    def declare(self, number, sign=None):
        if number in self.variables:
            if (number in self.bounds) != (sign is not None):
                raise ValueError(f"variable {number} was declared otherwise")
            return
        variable = self.variable(f"v{number}")
        if sign is not None:
            self.bounds[number] = self.bound(variable)
        self.variables[number] = variable

    def forget(self, number):
        if any(number in sums(row["terms"]) for row, _ in self.rows.values()):
            raise ValueError(f"a row uses variable {number}")
        del self.variables[number]
        if number in self.bounds:
            self.removed(self.bounds.pop(number))
        self.told.pop(number, None)

    def add(self, row):
        if row["id"] in self.rows:
            raise ValueError(f"row {row['id']} is there already")
        # Used before it is declared, a variable is free.
        used = {number: self.variables.get(number) or self.variable(f"v{number}") for number in sums(row["terms"])}
        terms = [(coefficient, used[number]) for number, coefficient in sums(row["terms"]).items()]
        made = self.added(terms, row, self.strengths[row.get("p", 1000)])
        self.variables.update(used)
        self.rows[row["id"]] = (row, made)

    def remove(self, number):
        row, made = self.rows.pop(number)
        self.removed(made)
        return row

    def change(self, number, **new):
        self.strengths[new.get("p", 1000)]
        old = self.remove(number)
        try:
            self.add({**old, **new})
        except self.refusal as refusal:
            try:
                self.add(old)
            except self.refusal:
                raise RuntimeError("it refuses the row that it had a moment ago") from refusal
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
            except self.refusal:
                return {"conflict": [number["id"] if name == "add" else number]}
            except (KeyError, ValueError) as mistake:
                return {"fault": f"{name}: {mistake}"}
        return self.changes({number: value + 0.0 for number, value in self.values(self.variables).items()})
