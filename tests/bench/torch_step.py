#!/usr/bin/env python3
"""The opponent of a training step: the same model and batches in PyTorch. Prints one object on one line: the median
milliseconds of a step, the BLAS it ran on, and what kept it from its best, if anything.

Tries one thread and all threads, and keeps the faster: an opponent at its best.
"""
import json
import math
import os
import statistics
import sys
import time

os.environ.setdefault("OPENBLAS_CORETYPE", "SKYLAKEX" if "avx512f" in open("/proc/cpuinfo").read() else "HASWELL")
import torch  # noqa: E402
import torch.nn as nn  # noqa: E402
import torch.nn.functional as F  # noqa: E402

import blas  # noqa: E402

D, HIDDEN, DROP = 64, 128, 0.1


class Attention(nn.Module):
    def __init__(self, heads):
        super().__init__()
        self.heads = heads
        self.q, self.k, self.v, self.o = (nn.Linear(D, D) for _ in range(4))

    def forward(self, x, y, hidden):
        def split(z):
            return z.view(z.shape[0], z.shape[1], self.heads, -1).transpose(1, 2)
        q, k, v = split(self.q(x)), split(self.k(y)), split(self.v(y))
        a = (q @ k.transpose(-1, -2) / math.sqrt(D // self.heads)).masked_fill(hidden, -math.inf).softmax(-1)
        return self.o((a @ v).transpose(1, 2).reshape(x.shape))


class Layer(nn.Module):
    def __init__(self, heads, cross=0):
        super().__init__()
        self.own = Attention(heads)
        self.cross = Attention(cross) if cross else None
        self.norms = nn.ModuleList(nn.LayerNorm(D) for _ in range(3 if cross else 2))
        self.feed = nn.Sequential(nn.Linear(D, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, D))
        self.drop = nn.Dropout(DROP)

    def forward(self, x, hidden, y=None, y_hidden=None):
        x = self.norms[0](x + self.drop(self.own(x, x, hidden)))
        if self.cross:
            x = self.norms[1](x + self.drop(self.cross(x, y, y_hidden)))
        return self.norms[-1](x + self.drop(self.feed(x)))


class Translator(nn.Module):
    def __init__(self, source, target):
        super().__init__()
        self.source, self.target = nn.Embedding(source, D), nn.Embedding(target, D)
        self.encoder = nn.ModuleList(Layer(2) for _ in range(2))
        self.decoder = Layer(4, 1)
        self.bias = nn.Parameter(torch.zeros(target))
        self.drop = nn.Dropout(DROP)
        angle = torch.arange(64)[:, None] / 10000 ** (torch.arange(0, D, 2) / D)
        self.register_buffer("places", torch.stack([angle.sin(), angle.cos()], -1).reshape(64, D))
        self.register_buffer("later", torch.ones(64, 64, dtype=torch.bool).triu(1))

    def embed(self, table, words):
        return self.drop(table(words) * math.sqrt(D) + self.places[:words.shape[1]])

    def forward(self, source, source_hidden, target):
        x = self.embed(self.source, source)
        for layer in self.encoder:
            x = layer(x, source_hidden)
        later = self.later[:target.shape[1], :target.shape[1]]
        return self.decoder(self.embed(self.target, target), later, x, source_hidden) @ self.target.weight.T + self.bias


def pad(rows, value):
    longest = max(map(len, rows))
    return torch.tensor([row + [value] * (longest - len(row)) for row in rows])


def tensors(batch):
    source = pad([p["source"] for p in batch], -1)
    return (source.clamp(min=0), (source < 0)[:, None, None, :], pad([p["target"] for p in batch], 0),
            pad([p["next"] for p in batch], -1))


def step_ms(data, threads):
    torch.set_num_threads(threads)
    torch.manual_seed(0)
    model = Translator(data["source_words"], data["target_words"])
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, betas=(0.9, 0.98), eps=1e-9, weight_decay=0)
    times = []
    for batch in data["batches"]:
        start = time.perf_counter()
        source, hidden, target, following = tensors(batch)
        logits = model(source, hidden, target)
        loss = F.cross_entropy(logits.flatten(0, 1), following.flatten(), ignore_index=-1, label_smoothing=0.1)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        times.append((time.perf_counter() - start) * 1e3)
    return statistics.median(times[5:])


def main():
    data = json.load(open(sys.argv[1], encoding="utf-8"))
    best = min(step_ms(data, threads) for threads in sorted({1, os.cpu_count() or 1}))
    # After the work: by then all that was needed is loaded.
    maps, processor = (open(name, encoding="utf-8").read() for name in ("/proc/self/maps", "/proc/cpuinfo"))
    print(json.dumps({"ms": best, **blas.judge(maps, processor)}))


if __name__ == "__main__":
    main()
