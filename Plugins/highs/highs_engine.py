"""HiGHS (PyPI highspy) behind the engine protocol (Guides/engine-protocol.md): an outside judge, one linear program a tier.

The rows are kept here, and each transaction is solved from nothing: first the required rows, then for each priority the least sum of
violations, which becomes a row of the next program.
"""
import json
import os
import sys

# Standard output is the protocol's alone, and HiGHS greets there.
protocol = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)

import highspy  # noqa: E402

HELLO = {
    "engine": "highs", "version": highspy.Highs().version(), "kind": "solver",
    "claims": ["inequalities", "priorities", "non-negative"],
    "ties": "present", "tolerance": 1e-4, "range": [1e-2, 1e5],
}
# What a tier may lose while lower ones are solved, beyond what the program itself allows itself (1e-7).
SLACK = 1e-7


def sums(terms):
    """The coefficient of each variable: terms of one add up, and those that add up to nothing do not use it."""
    total = {}
    for coefficient, number in terms:
        total[number] = total.get(number, 0) + coefficient
    return {number: coefficient for number, coefficient in total.items() if coefficient != 0}


class Contradiction(Exception):
    pass


def solved(variables, rows):
    """The values of the best layout; raises Contradiction where the required rows have none."""
    program = highspy.Highs()
    program.setOptionValue("output_flag", False)
    program.setOptionValue("threads", 1)
    infinity = highspy.kHighsInf
    columns = {number: at for at, number in enumerate(variables)}
    for is_bounded in variables.values():
        program.addVar(0.0 if is_bounded else -infinity, infinity)
    count = len(columns)
    tiers = {}
    for row in rows.values():
        terms = {columns[number]: coefficient for number, coefficient in sums(row["terms"]).items()}
        priority = row.get("p", 1000)
        if priority < 1000:
            # How far the left side is above and below the constant, where that is a violation.
            for sign, relation in ((-1.0, ">="), (1.0, "<=")):
                if row["rel"] != relation:
                    program.addVar(0.0, infinity)
                    terms[count] = sign
                    tiers.setdefault(priority, []).append(count)
                    count += 1
        least = -infinity if row["rel"] == "<=" else float(row.get("c", 0))
        most = infinity if row["rel"] == ">=" else float(row.get("c", 0))
        # HiGHS asks nothing of a program without columns.
        if not terms and not least <= 0 <= most:
            raise Contradiction
        program.addRow(least, most, len(terms), list(terms), [float(value) for value in terms.values()])

    def run():
        program.run()
        status = program.getModelStatus()
        if status in (highspy.HighsModelStatus.kInfeasible, highspy.HighsModelStatus.kUnboundedOrInfeasible):
            raise Contradiction
        if status not in (highspy.HighsModelStatus.kOptimal, highspy.HighsModelStatus.kModelEmpty):
            raise RuntimeError(program.modelStatusToString(status))

    run()
    for priority in sorted(tiers, reverse=True):
        for column in tiers[priority]:
            program.changeColCost(column, 1.0)
        run()
        best = max(0.0, program.getInfo().objective_function_value)
        for column in tiers[priority]:
            program.changeColCost(column, 0.0)
        program.addRow(-infinity, best + SLACK, len(tiers[priority]), tiers[priority], [1.0] * len(tiers[priority]))
    values = program.getSolution().col_value
    return {number: values[at] + 0.0 for number, at in columns.items()}


class Engine:
    def __init__(self):
        self.variables, self.rows, self.told = {}, {}, {}

    def apply(self, edits):
        variables, rows = dict(self.variables), dict(self.rows)
        for name, *rest in edits:
            mistake = self.perform(name, rest, variables, rows)
            if mistake:
                return {"fault": f"{name}: {mistake}"}
        try:
            values = solved(variables, rows)
        except Contradiction:
            return {"conflict": [number for number, row in rows.items() if row.get("p", 1000) == 1000]}
        self.variables, self.rows = variables, rows
        changes = {str(number): value for number, value in values.items() if self.told.get(number) != value}
        self.told = values
        return {"changes": changes}

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
        except Exception as problem:
            answer = {"fault": f"{type(problem).__name__}: {problem}"}
    print(json.dumps(answer), file=protocol, flush=True)
