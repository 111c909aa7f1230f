"""A table for each kind of work."""

from report import goals
from report.goals import COST, LATENCY, MEMORY, SPEED, WALL
from report.measurements import divided, spread


def section(measured, part, title, said, lines):
    """Nothing where the part was not measured."""
    if not measured.has(part):
        return []
    judged = goals.sentences(measured, part)
    return [f"## {title}", "", said, "", *lines(measured, part), "", *judged, *([""] if judged else [])]


def table(heads, rows):
    return [
        "| " + " | ".join(heads) + " |",
        "| --- |" + " ---: |" * (len(heads) - 1),
        *("| " + " | ".join(row) + " |" for row in rows),
    ]


# MARK: - One row a program


def of_programs(*columns):
    """A table of columns, each a head and how a program's cell is made."""

    def lines(measured, part):
        names = measured.names(part)
        rows = [[name, *(cell(measured, part, name) for _, cell in columns)] for name in names]
        return table(["", *(head for head, _ in columns)], rows)

    return lines


def median(key, digits=0, scale=1):
    return lambda measured, part, name: f"{measured.median(part, name, key) * scale:.{digits}f}"


def ratio(key):
    return lambda measured, part, name: spread(measured.ratios(part, name, key))


def milliseconds(key):
    """Of the whole program, which loads one product, or the catalogue."""

    def cell(measured, part, name):
        loads = measured.median(part, measured.names(part)[0], "loads") if part == "catalogue" else 1
        return f"{measured.median(part, name, key) * loads / 1000:.1f}"

    return cell


LOADS = ("loads a round", median("loads"))
PEAK = ("peak MiB", median("peak-KiB", 1, 1 / 1024))

at_once = of_programs(
    LOADS,
    ("CPU µs per load", median(COST, 1)),
    ("times the floor", ratio(COST)),
    ("loads/s", median(SPEED)),
    ("times the floor", ratio(SPEED)),
    PEAK,
)

latency = of_programs(
    LOADS,
    ("median µs", median(LATENCY)),
    ("times the floor", ratio(LATENCY)),
    ("99th percentile, µs", median("p99-us")),
    ("CPU µs per load", median(COST, 1)),
)

memory = of_programs(
    ("in flight", median("loads")),
    ("KiB per load", median(MEMORY, 1)),
    ("times the floor", ratio(MEMORY)),
    PEAK,
)

programs = of_programs(
    ("ms", milliseconds(WALL)),
    ("times curl", ratio(WALL)),
    ("CPU ms", milliseconds(COST)),
    ("times curl", ratio(COST)),
    PEAK,
)


# MARK: - One row a point


def growth(measured, part):
    names = measured.names(part)
    heads = ["at once" if part == "concurrency" else "loads"]
    for name in names:
        heads += [f"{name}: µs", "times the floor", "peak MiB"]
    rows = []
    for point in measured.points(part):
        row = [point]
        for name in names:
            row.append(f"{measured.median(part, name, COST, point):.1f}")
            row.append(spread(measured.ratios(part, name, COST, point)))
            row.append(f"{measured.median(part, name, 'peak-KiB', point) / 1024:.0f}")
        rows.append(row)
    # The floor is not compared with itself.
    return table(heads[:2] + heads[3:], [row[:2] + row[3:] for row in rows])


# MARK: - Without a network


def pieces(measured, part):
    """Speed is a matter of decoding alone; what it is compared with is the first row."""
    heads = ["", "CPU µs", "MB/s", "times `JSONDecoder`"]
    reference = measured.values(part, measured.names(part)[0], "cpu-us/piece")
    rows = []
    for name in measured.names(part):
        costs = measured.values(part, name, "cpu-us/piece")
        decodes = name.startswith("decoding")
        rows.append([
            name,
            spread(costs),
            f"{measured.median(part, name, 'MB/s'):.0f}" if decodes else "",
            spread(divided(costs, reference)) if decodes else "",
        ])
    return table(heads, rows)


def stages(measured, part):
    (numbers,) = measured.rounds(part, "the stages")
    return table(["", "CPU µs per exchange", "ratio"], [
        ["the transport alone", f"{numbers['straight-us']:.1f}", "1"],
        [
            "through the stages",
            f"{numbers['stages-us']:.1f}",
            f"{numbers['ratio']:.2f} ({numbers['least']:.2f}–{numbers['greatest']:.2f})",
        ],
    ])
