#!/usr/bin/env python3
"""Writes the golden file of attention beyond softmax: what PyTorch makes of the same vectors.

Needs Debian's python3-torch and python3-numpy. Run from anywhere:  tests/golden/make_beyond_goldens.py
"""
import math
import pathlib

import torch
import torch.nn.functional as F

from make_goldens import write_safetensors

HERE = pathlib.Path(__file__).parent
PAIRS, NUMBERS, VALUES, STRENGTH, KEPT = 7, 5, 6, 8.0, 0.9
QUERIES, KEYS, D_K, LENGTH, EPSILON = 3, 4, 8, 3.0, 1e-6


def recall(tensors, draw):
    """softmax with ages, linear attention as a masked matrix, the delta rule as a loop."""
    keys, values = F.normalize(draw(PAIRS, NUMBERS), dim=1), draw(PAIRS, VALUES)
    query = F.normalize(draw(1, NUMBERS), dim=1)
    ages = torch.arange(PAIRS - 1, -1, -1, dtype=torch.float64)
    scores = STRENGTH * query @ keys.T + math.log(KEPT) * ages
    state = torch.zeros(NUMBERS, VALUES, dtype=torch.float64)
    for key, value in zip(keys, values):
        state = KEPT * state
        state = state + torch.outer(key, value - key @ state)
    tensors.update({"recall.keys": keys, "recall.values": values, "recall.query": query,
                    "recall.softmax": F.softmax(scores, dim=1) @ values,
                    "recall.linear": (query @ keys.T * KEPT ** ages) @ values,
                    "recall.delta": query @ state, "recall.delta_state": state})


def rms_norm(x):
    return x * torch.rsqrt(x.pow(2).mean(dim=-1, keepdim=True) + EPSILON)


def qk_norm(tensors, draw):
    """scaled_dot_product_attention without its values: the weights, with and without a norm of q and k."""
    queries, keys = draw(QUERIES, D_K), draw(KEYS, D_K)
    q, k = LENGTH * queries, LENGTH * keys
    tensors.update({"qk.queries": queries, "qk.keys": keys,
                    "qk.divided": F.softmax(q @ k.T / math.sqrt(D_K), dim=1),
                    "qk.normed": F.softmax(rms_norm(q) @ rms_norm(k).T / math.sqrt(D_K), dim=1)})


def one_more(tensors, draw):
    """Of these scores and a 0: PyTorch's own add_zero_attn puts such a row beside the keys."""
    scores = draw(1, 4)
    tensors.update({"abstain.scores": scores,
                    "abstain.shares": F.softmax(torch.cat([scores, torch.zeros(1, 1)], dim=1), dim=1)})


def main():
    generator = torch.Generator().manual_seed(59)

    def draw(*shape):
        return torch.randn(*shape, generator=generator).float().double()

    tensors = {}
    recall(tensors, draw)
    qk_norm(tensors, draw)
    one_more(tensors, draw)
    write_safetensors(HERE / "beyond.safetensors", tensors,
                      {"kept": str(KEPT), "strength": str(STRENGTH), "length": str(LENGTH)})


if __name__ == "__main__":
    main()
