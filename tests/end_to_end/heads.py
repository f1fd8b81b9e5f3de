"""What three heads do over a text, computed with PyTorch: compared with what `headlight heads` says of them.

model.py: the model as `headlight code --whole-model` writes it. text.txt: a sentence a line. heads.json: what was said.
"""
import json
import math

import torch

program = open("model.py").read().split("# Tokens of your own")[0]
model = {}
exec(program, model)
weights = {}


def site(path, value, row=None):
    weights[path] = value
    return value


model["site"] = site


def measured(path, sentences):
    """Of each trait its values, and how many rows have their largest weight there."""
    values, led = {}, {}

    def put(trait, value, leads):
        values.setdefault(trait, []).append(value.item())
        led[trait] = led.get(trait, 0) + bool(leads)

    for sentence in sentences:
        ids = [model["words"]["source"].index(word) for word in sentence.lower().split()]
        model["encoder"](model["embed"]("source.", ids))
        A = weights[path]
        for i, row in enumerate(A):
            largest = int(row.argmax())
            put("entropy", -(row * row.clamp(min=1e-45).log2()).sum(), False)
            put("peak", row.max(), True)
            put("first", row[0], largest == 0)
            for trait, j in [("previous", i - 1), ("itself", i), ("next", i + 1)]:
                if 0 <= j < len(row):
                    put(trait, row[j], largest == j)
    return values, led


said = json.load(open("heads.json"))
sentences = [line for line in open("text.txt").read().splitlines() if line]
assert said["parts"] == len(sentences), said["parts"]
paths = [head["path"] for head in said["heads"] if head["path"].startswith("encoder.")]
for path in [paths[0], paths[len(paths) // 2], paths[-1]]:
    head = next(head for head in said["heads"] if head["path"] == path)
    values, led = measured(path, sentences)
    for trait, of_rows in values.items():
        told = head["traits"][trait]
        assert told["rows"] == len(of_rows), (path, trait, told["rows"], len(of_rows))
        assert told["led"] == led[trait], (path, trait, told["led"], led[trait])
        mean = math.fsum(of_rows) / len(of_rows)
        assert abs(told["mean"] - mean) <= 1e-5, (path, trait, told["mean"], mean)
        assert sum(told["counts"]) == len(of_rows)
        ordered = sorted(of_rows)
        for quantile in told["quantiles"]:
            at = min(int(quantile["share"] * len(ordered)), len(ordered) - 1)
            bin = told["most"] / len(told["counts"])
            near = ordered[max(at - 1, 0)] - bin, ordered[at] + bin
            assert near[0] <= quantile["value"] <= near[1], (path, trait, quantile, near)
print("three heads as they were measured:", sum(len(each) for each in values.values()), "numbers of the last")
