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


def loads(measured, part, name):
    return f"{measured.median(part, name, 'loads'):.0f}"


def at_once(measured, part):
    heads = ["", "loads a round", "CPU µs per load", "times the floor", "loads/s", "times the floor", "peak MiB"]
    return table(heads, [
        [
            name,
            loads(measured, part, name),
            f"{measured.median(part, name, COST):.1f}",
            spread(measured.ratios(part, name, COST)),
            f"{measured.median(part, name, SPEED):.0f}",
            spread(measured.ratios(part, name, SPEED)),
            f"{measured.median(part, name, 'peak-KiB') / 1024:.1f}",
        ]
        for name in measured.names(part)
    ])


def latency(measured, part):
    heads = ["", "loads a round", "median µs", "times the floor", "99th percentile, µs", "CPU µs per load"]
    return table(heads, [
        [
            name,
            loads(measured, part, name),
            f"{measured.median(part, name, LATENCY):.0f}",
            spread(measured.ratios(part, name, LATENCY)),
            f"{measured.median(part, name, 'p99-us'):.0f}",
            f"{measured.median(part, name, COST):.1f}",
        ]
        for name in measured.names(part)
    ])


def memory(measured, part):
    heads = ["", "in flight", "KiB per load", "times the floor", "peak MiB"]
    return table(heads, [
        [
            name,
            loads(measured, part, name),
            f"{measured.median(part, name, MEMORY):.1f}",
            spread(measured.ratios(part, name, MEMORY)),
            f"{measured.median(part, name, 'peak-KiB') / 1024:.1f}",
        ]
        for name in measured.names(part)
    ])


def programs(measured, part):
    heads = ["", "ms", "times curl", "CPU ms", "times curl", "peak MiB"]
    scale = measured.median(part, measured.names(part)[0], "loads") if part == "catalogue" else 1
    return table(heads, [
        [
            name,
            f"{measured.median(part, name, WALL) * scale / 1000:.1f}",
            spread(measured.ratios(part, name, WALL)),
            f"{measured.median(part, name, COST) * scale / 1000:.1f}",
            spread(measured.ratios(part, name, COST)),
            f"{measured.median(part, name, 'peak-KiB') / 1024:.1f}",
        ]
        for name in measured.names(part)
    ])


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
