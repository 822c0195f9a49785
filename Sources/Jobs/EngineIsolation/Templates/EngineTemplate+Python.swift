extension EngineTemplate {
  static let pythonSource = ###"""
    """A toy solver behind layoutlab's engine protocol (Guides/engine-protocol.md): equations over free variables.

    Put your engine in the place of `solved`, and say in HELLO what it can do: you are sent nothing else.
    """
    import json
    import sys

    HELLO = {
        "engine": "toy", "version": "1", "kind": "solver", "claims": [],
        "ties": "present", "tolerance": 1e-6, "range": [0.01, 10000],
    }


    def sums(terms):
        """The coefficient of each variable: terms of one add up, and those that add up to nothing do not use it."""
        total = {}
        for coefficient, number in terms:
            total[number] = total.get(number, 0) + coefficient
        return {number: coefficient for number, coefficient in total.items() if coefficient != 0}


    class Contradiction(Exception):
        pass


    def solved(variables, rows):
        """The value of each variable, 0 where the rows leave a choice (Gauss and Jordan)."""
        columns = sorted(variables)
        lines = []
        for row in rows.values():
            line = [0.0] * len(columns) + [row.get("c", 0)]
            for variable, coefficient in row["terms"].items():
                line[columns.index(variable)] += coefficient
            lines.append(line)
        leaders = {}
        for at, variable in enumerate(columns):
            free = [line for line in lines if all(line is not other for other in leaders.values())]
            best = max(free, key=lambda line: abs(line[at]), default=None)
            if best is None or abs(best[at]) < 1e-9:
                continue
            lead = best[at]
            best[:] = [number / lead for number in best]
            for line in lines:
                if line is not best and line[at] != 0:
                    factor = line[at]
                    line[:] = [a - factor * b for a, b in zip(line, best)]
            leaders[variable] = best
        for line in lines:
            if all(line is not other for other in leaders.values()) and abs(line[-1]) > 1e-7:
                raise Contradiction
        return {variable: leaders[variable][-1] + 0.0 if variable in leaders else 0.0 for variable in columns}


    class Engine:
        def __init__(self):
            self.variables, self.rows, self.told = set(), {}, {}

        def apply(self, edits):
            # All or nothing: work on copies, and keep them if all is well.
            variables, rows = set(self.variables), dict(self.rows)
            for name, what, *rest in edits:
                known = what["id"] in rows if name == "add" else what in rows
                if name == "declare" and rest:
                    return {"fault": "non-negative is not claimed"}
                elif name == "declare":
                    variables.add(what)
                elif name == "forget":
                    if what not in variables or any(what in row["terms"] for row in rows.values()):
                        return {"fault": f"variable {what} is unknown, or a row uses it"}
                    variables.remove(what)
                elif known == (name == "add"):
                    return {"fault": f"{name}: the row is there already, or it is not"}
                elif (what.get("p", 1000) if name == "add" else rest[0] if name == "priority" else 1000) != 1000:
                    return {"fault": "priorities are not claimed"}
                elif name == "add":
                    # Used before it is declared, a variable is free.
                    rows[what["id"]] = {**what, "terms": sums(what["terms"])}
                    variables.update(rows[what["id"]]["terms"])
                elif name == "remove":
                    del rows[what]
                elif name == "constant":
                    rows[what] = {**rows[what], "c": rest[0]}
                elif name != "priority":
                    return {"fault": f"{name} is not claimed"}
            try:
                values = solved(variables, rows)
            except Contradiction:
                return {"conflict": sorted(rows)}
            self.variables, self.rows = variables, rows
            changes = {str(variable): value for variable, value in values.items() if self.told.get(variable) != value}
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
            answer = engine.apply(request["apply"])
        print(json.dumps(answer), flush=True)

    """###
}
