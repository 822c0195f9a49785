"""HiGHS (PyPI highspy) behind the engine protocol (Guides/engine-protocol.md): an outside judge, one linear program a tier.

The rows are kept here, and each transaction is solved from nothing: first the required rows, then for each priority the least sum of
violations, which becomes a row of the next program.
"""
import highspy
from engine_lines import Contradiction, Resolving, serve, sums

HELLO = {
    "engine": "highs", "version": highspy.Highs().version(), "kind": "solver",
    "claims": ["inequalities", "priorities", "non-negative"],
    "ties": "present", "tolerance": 1e-4, "range": [1e-2, 1e5],
}
# What a tier may lose while lower ones are solved, beyond what the program itself allows itself (1e-7).
SLACK = 1e-7


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
    for row in rows:
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


class Engine(Resolving):
    solved = staticmethod(solved)


serve(HELLO, Engine)
