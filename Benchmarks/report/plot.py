"""The plot of cost per load against concurrency, drawn by gnuplot."""

import subprocess

from report.goals import COST

STYLE = """
set terminal svg size 760,440 dynamic font "sans-serif,13" background "white"
set output "{path}"
set title "What a load costs, by how many are in flight"
set xlabel "loads in flight"
set ylabel "CPU µs per load"
set logscale x 10
set format x "%.0f"
set xrange [0.8:{most}]
set yrange [0:*]
set grid ytics lc rgb "#dddddd"
set border 3
set tics nomirror
set key top center horizontal
plot {curves}
"""
COLOURS = ["#555555", "#c1440e", "#2a6fb0"]


def block(number, measured, part, name):
    """The median at each point, with the least and the greatest."""
    lines = [f"$curve{number} << END"]
    for point in measured.points(part):
        costs = measured.values(part, name, COST, point)
        middle = measured.median(part, name, COST, point)
        lines.append(f"{point} {middle:.3f} {min(costs):.3f} {max(costs):.3f}")
    return "\n".join([*lines, "END"])


def draw(measured, part, path):
    names = measured.names(part)
    blocks, curves = [], []
    for number, (name, colour) in enumerate(zip(names, COLOURS)):
        blocks.append(block(number, measured, part, name))
        title = name.replace("`", "")
        curves.append(f'$curve{number} with yerrorbars pt 0 lc rgb "{colour}" notitle')
        curves.append(f'$curve{number} with linespoints lw 2 pt 7 ps 0.5 lc rgb "{colour}" title "{title}"')
    most = 1.25 * max(float(point) for point in measured.points(part))
    script = "\n".join(blocks) + STYLE.format(path=path, most=most, curves=", ".join(curves))
    subprocess.run(["gnuplot"], input=script, text=True, check=True)
