#!/usr/bin/env python3
"""How operations on sets grow with the number of pieces, beside isl: time, pieces and slope.

    curves.py [--sizes 10,30,100,300,1000] [--curve coalesce-grid] [--limit 20] [--svg curves.svg] [--csv FILE]

    union          n / 2 boxes and n / 2 others
    coalesce-line  n adjacent intervals, shuffled: one piece
    coalesce-grid  the boxes of a shuffled grid: one piece
    coalesce-apart boxes of all sizes that may overlap
    subtract       a square without n boxes
    subtract-from  n boxes without a diagonal band
    lexmin         the first points of n parametric pieces in one dimension
    lexmin-planes  the first points of n triangles at random places

Each case runs in processes of its own, both sides in turns; the best counts. A slope is that between a
size and the one before on logarithmic scales. `--svg` draws all curves in one plot: ours in full lines,
isl's in dashed ones.
"""

import argparse
import csv
import json
import math
import os
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import run as bench  # noqa: E402


def main():
    options = parse_options()
    os.makedirs(bench.BUILD, exist_ok=True)
    isl, ours = bench.build_isl(), bench.build_ours()
    wanted = options.curve.split(",") if options.curve else list(CURVES)
    sizes = [int(size) for size in options.sizes.split(",")]
    rows = []
    print("microseconds and pieces, ours / isl's; slopes\n")
    for name in wanted:
        before = {}
        for n in sizes:
            operation, *arguments = CURVES[name](n)
            case = "\t".join([f"set.{operation}", *arguments])
            found = measured({"isl": isl, "ours": ours}, case, options.limit)
            slopes = {side: slope(before.get(side), (n, one)) for side, one in found.items()}
            before = {side: (n, one) for side, one in found.items()}
            rows.append((name, n, found))
            print(f"{name:15} {n:5}  {cell(found, 'ns'):>24}  {cell(found, 'size'):>13}  {ratio(found):>6}  "
                  f"{slopes['ours']:>5} / {slopes['isl']:<5}", flush=True)
    if options.csv:
        with open(options.csv, "w", newline="") as file:
            out = csv.writer(file)
            out.writerow(["curve", "n", "ours_ns", "isl_ns", "ours_pieces", "isl_pieces"])
            for name, n, found in rows:
                out.writerow([name, n, *(found[side] and found[side][key]
                                         for key in ("ns", "size") for side in ("ours", "isl"))])
    if options.svg:
        with open(options.svg, "w") as file:
            file.write(plot(rows))
    slower = [(name, n) for name, n, found in rows
              if found["ours"] is None or found["isl"] and found["ours"]["ns"] > found["isl"]["ns"]]
    for name, n in slower:
        print(f"slower than isl: {name} {n}")
    return 1 if slower else 0


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", default="10,30,100,300,1000")
    parser.add_argument("--curve", help="only these, comma separated")
    parser.add_argument("--limit", type=float, default=20, help="seconds for one process")
    parser.add_argument("--svg", help="draw the curves into this file")
    parser.add_argument("--csv", help="write the numbers into this file")
    return parser.parse_args()


# --- cases ---------------------------------------------------------------------------


def box(x, y, w, h):
    return f"[x, y] : {x} <= x <= {x + w - 1} and {y} <= y <= {y + h - 1}"


def boxes(n, seed, span=None, largest=6):
    """Boxes at random places; on the average a constant number of others is near each."""
    rng = random.Random(seed)
    span = span or int(8 * math.sqrt(n))
    corner = lambda: rng.randrange(span)  # noqa: E731
    size = lambda: rng.randrange(1, largest + 1)  # noqa: E731
    return [box(corner(), corner(), size(), size()) for _ in range(n)]


def together(pieces, parameters=""):
    return f"{parameters}{{ {'; '.join(pieces)} }}"


def union(n):
    return "union", together(boxes(n // 2, 1)), together(boxes(n // 2, 2))


def coalesce_line(n):
    pieces = [f"[i] : {7 * k} <= i <= {7 * k + 6}" for k in range(n)]
    random.Random(3).shuffle(pieces)
    return "coalesce", together(pieces)


def coalesce_grid(n):
    side = max(1, math.isqrt(n))
    pieces = [box(5 * a, 5 * b, 5, 5) for a in range(side) for b in range(side)]
    random.Random(4).shuffle(pieces)
    return "coalesce", together(pieces)


def coalesce_apart(n):
    return "coalesce", together(boxes(n, 5))


def subtract(n):
    span = int(8 * math.sqrt(n))
    side = span // 8
    places = random.Random(6).sample(range(side * side), min(n, side * side))
    pieces = [box(8 * (p % side) + 1, 8 * (p // side) + 1, 3, 4) for p in places]
    return "subtract", together([box(0, 0, span, span)]), together(pieces)


def subtract_from(n):
    return "subtract", together(boxes(n, 7)), "{ [x, y] : x - 3 <= y <= x + 3 }"


def lexmin(n):
    rng = random.Random(8)
    pieces = []
    for _ in range(n):
        low, length = rng.randrange(4 * n), rng.randrange(1, 9)
        pieces.append(f"[i] : i >= m and {low} <= i <= {low + length}")
    return "lexmin", together(pieces, "[m] -> ")


def lexmin_planes(n):
    rng = random.Random(9)
    pieces = []
    for _ in range(n):
        low, length = rng.randrange(4 * n), rng.randrange(2, 9)
        pieces.append(f"[x, y] : {low} <= x <= {low + length} and m <= y <= x")
    return "lexmin", together(pieces, "[m] -> ")


CURVES = {
    "union": union,
    "coalesce-line": coalesce_line,
    "coalesce-grid": coalesce_grid,
    "coalesce-apart": coalesce_apart,
    "subtract": subtract,
    "subtract-from": subtract_from,
    "lexmin": lexmin,
    "lexmin-planes": lexmin_planes,
}


# --- measuring -----------------------------------------------------------------------


def measured(programs, case, limit):
    """The best of two processes for each side; nothing for one that takes too long or fails."""
    best = dict.fromkeys(programs)
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write(case + "\n")
        file.flush()
        for _ in range(2):
            for side, program in programs.items():
                try:
                    done = subprocess.run([program, file.name], capture_output=True, text=True, timeout=limit)
                except subprocess.TimeoutExpired:
                    continue
                lines = [json.loads(line) for line in done.stdout.splitlines()]
                if done.returncode or not lines or lines[0].get("failed"):
                    continue
                if best[side] is None or lines[0]["ns"] < best[side]["ns"]:
                    best[side] = lines[0]
    return best


def slope(before, now):
    if not before or not before[1] or not now[1]:
        return ""
    (n, one), (m, other) = before, now
    return f"{math.log(other['ns'] / one['ns']) / math.log(m / n):.2f}"


def cell(found, key):
    scale = 1000 if key == "ns" else 1
    texts = [f"{found[side][key] / scale:.0f}" if found[side] else "-" for side in ("ours", "isl")]
    return " / ".join(texts)


def ratio(found):
    ours, isl = found["ours"], found["isl"]
    return f"{isl['ns'] / ours['ns']:.2f}" if ours and isl else ""


# --- drawing -------------------------------------------------------------------------

COLOURS = ["#1b6ca8", "#c0392b", "#27864a", "#8e44ad", "#b9770e", "#117a65", "#7b241c", "#424949"]


def plot(rows):
    """All curves, with logarithmic scales."""
    width, height, margin = 860, 560, 60
    times = [one["ns"] for _, _, found in rows for one in found.values() if one]
    sizes = [n for _, n, _ in rows]
    low, high = math.floor(math.log10(min(times))), math.ceil(math.log10(max(times)))
    left, right = math.log10(min(sizes)), math.log10(max(sizes))

    def place(n, ns):
        x = margin + (math.log10(n) - left) / max(right - left, 1e-9) * (width - 260)
        y = height - margin - (math.log10(ns) - low) / max(high - low, 1) * (height - 2 * margin)
        return f"{x:.1f},{y:.1f}"

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
           'font-family="sans-serif" font-size="12">', '<rect width="100%" height="100%" fill="white"/>']
    for power in range(low, high + 1):
        x, y = place(min(sizes), 10**power).split(",")
        far = place(max(sizes), 10**power).split(",")[0]
        out.append(f'<line x1="{x}" y1="{y}" x2="{far}" y2="{y}" stroke="#ddd"/>')
        text = f"{10 ** (power - 3):g} µs" if power < 6 else f"{10 ** (power - 6):g} ms"
        out.append(f'<text x="{margin - 6}" y="{y}" text-anchor="end">{text}</text>')
    for n in sorted(set(sizes)):
        x = place(n, 10**low).split(",")[0]
        out.append(f'<text x="{x}" y="{height - margin + 18}" text-anchor="middle">{n}</text>')
    for number, name in enumerate(dict.fromkeys(name for name, _, _ in rows)):
        colour = COLOURS[number % len(COLOURS)]
        for side, dash in (("ours", ""), ("isl", ' stroke-dasharray="5 4"')):
            points = [place(n, found[side]["ns"]) for one, n, found in rows if one == name and found[side]]
            out.append(f'<polyline points="{" ".join(points)}" fill="none" stroke="{colour}"{dash}/>')
        y = margin + 18 * number
        out.append(f'<text x="{width - 185}" y="{y}" fill="{colour}">{name}</text>')
    out.append(f'<text x="{width - 185}" y="{height - margin}">dashed: isl</text></svg>')
    return "\n".join(out) + "\n"


if __name__ == "__main__":
    sys.exit(main())
