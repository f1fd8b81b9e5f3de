#!/usr/bin/env python3
"""The opponent of `headlight figure`: the same labelled heatmap with matplotlib. map.csv -> picture.png"""
import csv
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

rows = list(csv.reader(open(sys.argv[1], newline="", encoding="utf-8")))
head = next(i for i, row in enumerate(rows) if len(row) > 2)
columns = rows[head][1:]
body = [row for row in rows[head + 1:] if len(row) == len(columns) + 1]
values = [[float(x) for x in row[1:]] for row in body]
figure, axes = plt.subplots()
image = axes.imshow(values, vmin=0, vmax=1)
axes.set_xticks(range(len(columns)), columns, rotation=50)
axes.set_yticks(range(len(body)), [row[0] for row in body])
figure.colorbar(image, label="weight")
figure.savefig(sys.argv[2], dpi=144)
