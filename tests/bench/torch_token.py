#!/usr/bin/env python3
"""The opponent of a word that is written behind 128 others: GPT-2 small in PyTorch with random weights, keys and values
kept. Prints one object on one line: the median milliseconds of a word, and what kept PyTorch from its best, if anything.
"""
import json
import math
import os
import statistics
import time

os.environ.setdefault("OPENBLAS_CORETYPE", "SKYLAKEX" if "avx512f" in open("/proc/cpuinfo").read() else "HASWELL")
import torch  # noqa: E402
import torch.nn.functional as F  # noqa: E402

import blas  # noqa: E402

D, HEADS, LAYERS, WORDS, BEFORE, WRITTEN = 768, 12, 12, 50257, 128, 24


def linear(rows, columns):
    return torch.randn(rows, columns) * 0.02, torch.zeros(columns)


class Gpt2:
    def __init__(self):
        self.words, self.places = torch.randn(WORDS, D) * 0.02, torch.randn(1024, D) * 0.02
        self.layers = [(linear(D, 3 * D), linear(D, D), linear(D, 4 * D), linear(4 * D, D)) for _ in range(LAYERS)]
        self.kept = [None] * LAYERS

    def read(self, ids, first):
        x = self.words[ids] + self.places[first:first + len(ids)]
        for i, (attention, projection, up, down) in enumerate(self.layers):
            q, k, v = torch.addmm(attention[1], F.layer_norm(x, (D,)), attention[0]).split(D, 1)
            q, k, v = (part.view(-1, HEADS, D // HEADS).transpose(0, 1) for part in (q, k, v))
            if self.kept[i] is not None:
                k, v = (torch.cat(pair, 1) for pair in zip(self.kept[i], (k, v)))
            self.kept[i] = (k, v)
            scores = q @ k.transpose(1, 2) / math.sqrt(D // HEADS)
            if len(ids) > 1:
                scores = scores + torch.full((len(ids), len(ids)), -math.inf).triu(1)
            mixed = (scores.softmax(-1) @ v).transpose(0, 1).reshape(-1, D)
            x = x + torch.addmm(projection[1], mixed, projection[0])
            hidden = F.gelu(torch.addmm(up[1], F.layer_norm(x, (D,)), up[0]))
            x = x + torch.addmm(down[1], hidden, down[0])
        return (F.layer_norm(x[-1:], (D,)) @ self.words.T).softmax(-1).argmax()


def token_ms(threads):
    torch.set_num_threads(threads)
    torch.manual_seed(0)
    model = Gpt2()
    times = []
    with torch.no_grad():
        model.read(torch.arange(BEFORE), 0)
        for i in range(WRITTEN):
            start = time.perf_counter()
            model.read(torch.tensor([1234]), BEFORE + i)
            times.append((time.perf_counter() - start) * 1e3)
    return statistics.median(times)


def main():
    best = min(token_ms(threads) for threads in sorted({1, os.cpu_count() or 1}))
    # After the work: by then all that was needed is loaded.
    maps, processor = (open(name, encoding="utf-8").read() for name in ("/proc/self/maps", "/proc/cpuinfo"))
    print(json.dumps({"ms": best, **blas.judge(maps, processor)}))


if __name__ == "__main__":
    main()
