"""What the library is to reach, and whether it does."""

import statistics
from dataclasses import dataclass

from report.measurements import spread

CATALOGUE = "product-cli get, to NDJSON"
PRODUCT, OWN_MODEL = "ours, `Product`", "ours, a model of one's own"
COST, SPEED, WALL = "cpu-us/load", "loads/s", "wall-us/load"
MEMORY, LATENCY = "rise-KiB/load", "median-us"


@dataclass(frozen=True)
class Goal:
    """A ratio to the first row of a part that is at most, or at least, so much."""

    part: str
    what: str
    name: str
    key: str
    limit: float
    at_least: bool = False
    start: str = ""  # with `end`: of the ratio's growth between two points, not of the ratio
    end: str = ""

    def values(self, measured):
        """One a round; none where it was not measured."""
        points = measured.points(self.part)
        if self.start:
            if self.start not in points or self.end not in points:
                return []
            return measured.growths(self.part, self.name, self.key, self.start, self.end)
        if self.name not in measured.names(self.part):
            return []
        return measured.ratios(self.part, self.name, self.key)

    def verdict(self, values):
        """By the median, rounded as it is printed."""
        value = round(statistics.median(values), 2)
        is_met = value >= self.limit if self.at_least else value <= self.limit
        unsure = min(values) < self.limit < max(values)
        return ("met" if is_met else "**not met**") + (", within the spread" if unsure else "")

    def text(self):
        return f"{'≥' if self.at_least else '≤'} {self.limit:g}"


def growth(part, what, start, end):
    """No steeper than the floor's."""
    return Goal(part, what, PRODUCT, COST, 1, start=start, end=end)


GOALS = [
    Goal("http1", "CPU per load, `Product`", PRODUCT, COST, 1.25),
    Goal("http1", "CPU per load, any `Decodable`", OWN_MODEL, COST, 2),
    Goal("http1", "loads per second, `Product`", PRODUCT, SPEED, 0.9, at_least=True),
    Goal("http2", "CPU per load over HTTP/2 and TLS, `Product`", PRODUCT, COST, 1.25),
    Goal("latency", "one at a time, median latency", PRODUCT, LATENCY, 1.4),
    Goal("memory", "memory per load in flight", PRODUCT, MEMORY, 1.2),
    Goal("get", "one product by the command line: time", "product-cli get", WALL, 1.5),
    Goal("get", "one product by the command line: CPU", "product-cli get", COST, 1.5),
    Goal("catalogue", "5000 products by the command line: time", CATALOGUE, WALL, 1),
    Goal("catalogue", "5000 products by the command line: CPU", CATALOGUE, COST, 1),
    growth("concurrency", "growth of CPU per load, 1 → 10 000 at once", "1", "10000"),
    growth("concurrency", "growth of CPU per load, 64 → 10 000 at once", "64", "10000"),
    growth("length", "growth of CPU per load, 10³ → 10⁶ loads", "1000", "1000000"),
    growth("length", "growth of CPU per load, 10⁴ → 10⁶ loads", "10000", "1000000"),
]


def table(measured):
    """Lines of Markdown: each goal that was measured, and how far it is."""
    lines = ["| what | goal | measured | |", "| --- | ---: | ---: | --- |"]
    for goal in GOALS:
        values = goal.values(measured)
        if not values:
            continue
        lines.append(
            f"| {goal.what} | {goal.text()} | {spread(values)} | {goal.verdict(values)} |"
        )
    return lines


def sentences(measured, part):
    """A line for each goal of a part that was measured."""
    found = [(goal, goal.values(measured)) for goal in GOALS if goal.part == part]
    return [
        f"- Goal: {goal.what} {goal.text()}. Measured {statistics.median(values):.2f}: "
        f"{goal.verdict(values)}."
        for goal, values in found
        if values
    ]
