"""QSopt_ex (Debian qsopt-ex) behind the engine protocol (Guides/engine-protocol.md): an outside judge that works in exact fractions.

Each transaction is solved from nothing by its command `esolver`: first the required rows, then for each priority the least sum of
violations, which becomes a row of the next program, exactly.
"""
import re
import subprocess
import tempfile
from fractions import Fraction
from pathlib import Path

from engine_lines import Contradiction, Resolving, serve, sums

VERSION = re.search(r"QSopt_ex (\S+)", subprocess.run(["esolver", "-v"], capture_output=True, text=True).stdout)[1]

HELLO = {
    "engine": "qsopt_ex", "version": VERSION, "kind": "solver",
    "claims": ["inequalities", "priorities", "non-negative"],
    "ties": "present", "tolerance": 1e-9, "range": [1e-3, 1e6],
}
FOLDER = tempfile.TemporaryDirectory()


def sum_of(terms):
    """A sum as a program has it: columns with fractions."""
    return " ".join(f"{'-' if factor < 0 else '+'} {abs(factor)} {column}" for column, factor in terms.items())


def optimum(objective, rows, free):
    """The values of the columns that are not 0; raises Contradiction."""
    program, solution = Path(FOLDER.name, "program.lp"), Path(FOLDER.name, "solution.sol")
    lines = ["Minimize", f" cost: {sum_of(objective)}", "Subject To"]
    lines += [f" r{at}: {sum_of(terms)} {relation} {constant}" for at, (terms, relation, constant) in enumerate(rows)]
    lines += ["Bounds", *(f" -inf <= {column} <= inf" for column in free), "End"]
    program.write_text("\n".join(lines) + "\n")
    solution.unlink(missing_ok=True)
    said = subprocess.run(["esolver", "-L", "-O", str(solution), str(program)], capture_output=True, text=True)
    text = solution.read_text() if solution.exists() else ""
    if "INFEASIBLE" in text:
        raise Contradiction
    if "status OPTIMAL" not in text:
        raise RuntimeError((said.stderr + said.stdout).strip().splitlines()[-1])
    pairs = text.split("VARS:")[1].split("REDUCED COST:")[0].strip().splitlines()
    return {column.strip(): Fraction(value.strip()) for column, value in (line.split("=") for line in pairs)}


class Engine(Resolving):
    def solved(self, variables, rows):
        programs, tiers, used = [], {}, set()
        for at, row in enumerate(rows):
            terms = {f"x{number}": Fraction(factor) for number, factor in sums(row["terms"]).items()}
            used |= terms.keys()
            constant, relation, priority = Fraction(row.get("c", 0)), row["rel"], row.get("p", 1000)
            if not terms:  # it holds or does not, whatever the values
                if priority == 1000 and not {"=": constant == 0, "<=": constant >= 0, ">=": constant <= 0}[relation]:
                    raise Contradiction
                continue
            if priority < 1000:
                # How far the left side is above and below the constant, where that is a violation.
                for name, sign, other in ((f"a{at}", -1, ">="), (f"b{at}", 1, "<=")):
                    if relation != other:
                        terms[name] = Fraction(sign)
                        tiers.setdefault(priority, {})[name] = Fraction(1)
            programs.append((terms, relation, constant))
        free = [f"x{number}" for number, is_bounded in variables.items() if not is_bounded and f"x{number}" in used]
        values = {}
        if programs:
            values = optimum(dict.fromkeys(list(programs[0][0])[:1], Fraction(0)), programs, free)
        for priority in sorted(tiers, reverse=True):
            values = optimum(tiers[priority], programs, free)
            least = sum(values.get(column, 0) for column in tiers[priority])
            programs.append((tiers[priority], "=", least))
        return {number: float(values.get(f"x{number}", 0)) for number in variables}


serve(HELLO, Engine)
