"""What was measured, and how rows compare, round by round."""

import statistics


class Measurements:
    """Rounds by part, point and name, in the order of their first measurement."""

    def __init__(self, path):
        self._rounds = {}
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                part, _, point, name, printed = line.rstrip("\n").split("\t")
                numbers = dict(pair.split("=") for pair in printed.split())
                rounds = self._rounds.setdefault((part, point, name), [])
                rounds.append({key: float(value) for key, value in numbers.items()})

    def has(self, part):
        return any(key[0] == part for key in self._rounds)

    def points(self, part):
        return list(dict.fromkeys(point for its, point, _ in self._rounds if its == part))

    def names(self, part):
        return list(dict.fromkeys(name for its, _, name in self._rounds if its == part))

    def rounds(self, part, name, point="-"):
        return self._rounds.get((part, point, name), [])

    def values(self, part, name, key, point="-"):
        """One a round. Memory is for each load, so that rows of other numbers compare."""
        rounds = self.rounds(part, name, point)
        if key == "rise-KiB/load":
            return [numbers["rise-KiB"] / numbers["loads"] for numbers in rounds]
        return [numbers[key] for numbers in rounds]

    def median(self, part, name, key, point="-"):
        return statistics.median(self.values(part, name, key, point))

    def ratios(self, part, name, key, point="-"):
        """To the first row of the part, which is what the others are compared with."""
        floor = self.names(part)[0]
        ours = self.values(part, name, key, point)
        return divided(ours, self.values(part, floor, key, point))

    def growths(self, part, name, key, start, end):
        """How much dearer a load gets from one point to another, over how much for the floor."""
        return divided(self.ratios(part, name, key, end), self.ratios(part, name, key, start))


def divided(ours, theirs):
    return [one / other for one, other in zip(ours, theirs, strict=True)]


def spread(values, digits=2):
    """The median, with the least and the greatest; what is compared with itself is just 1."""
    if set(values) == {1.0}:
        return "1"
    middle, least, greatest = statistics.median(values), min(values), max(values)
    return f"{middle:.{digits}f} ({least:.{digits}f}–{greatest:.{digits}f})"
