#!/usr/bin/env python3
"""Writes the golden files of tests/golden with PyTorch: every named value of a few Transformers.

Needs Debian's python3-torch and python3-numpy. Run from anywhere:  tests/golden/make_goldens.py
Each file holds the parameters (random cases only), the words, every value under its path, and for the random
cases the loss and its gradients; the config stands in the metadata. PyTorch computes in double precision.
"""
import json
import math
import pathlib
import struct

import numpy as np
import torch
import torch.nn.functional as F

HERE = pathlib.Path(__file__).parent
MODELS = HERE.parent.parent / "assets" / "models"

BASE = dict(d_model=24, d_ff=40, encoder_layers=2, encoder_heads=3, decoder_layers=2, decoder_heads=4, cross_heads=2,
            source_words=17, target_words=19, max_tokens=12, norm_place="post", normalization="layer",
            norm_epsilon=1e-5, positions="sinusoidal", feed_forward="relu", scaled_embedding=True, tied_output=True,
            causal_encoder=False, encoder_window=0)
CASES = {
    "post_norm": dict(BASE, positions="learned", feed_forward="gelu", tied_output=False),
    "pre_norm": dict(BASE, d_model=30, d_ff=44, encoder_layers=1, encoder_heads=5, decoder_heads=3,
                     norm_place="pre", normalization="rms", feed_forward="swiglu", scaled_embedding=False,
                     causal_encoder=True, encoder_window=3),
    "scale_only": dict(BASE, d_model=12, d_ff=20, encoder_heads=2, decoder_layers=1, decoder_heads=6, cross_heads=1,
                       norm_place="pre", normalization="scale_only", positions="none", feed_forward="gelu_tanh"),
}
SMALL = dict(BASE, d_model=12, d_ff=8, encoder_layers=1, decoder_layers=1, encoder_heads=3, decoder_heads=2,
             cross_heads=1, source_words=5, target_words=6, tied_output=False)
CASES.update({
    "appended": dict(SMALL, positions="appended", position_dimensions=4),
    "relative": dict(SMALL, positions="relative", position_reach=3),
    "alibi": dict(SMALL, positions="alibi", position_slope=0.7),
    "alibi_one_sided": dict(SMALL, positions="alibi", position_slope=1.0, position_one_sided=True, decoder_layers=0,
                            encoder_layers=2, norm_place="pre"),
    "rotary": dict(SMALL, positions="rotary", position_base=100.0),
    "decoder_only": dict(SMALL, d_model=8, encoder_layers=0, source_words=0, decoder_layers=2, decoder_heads=3,
                         head_size=5, norm_place="pre", positions="learned", tied_output=True),
})
LENGTHS = {"post_norm": (7, 5), "pre_norm": (9, 6), "scale_only": (3, 8), "appended": (7, 5), "relative": (8, 6),
           "alibi": (7, 5), "alibi_one_sided": (6, 6), "rotary": (9, 5), "decoder_only": (0, 7)}


def head_size(c, heads):
    return c.get("head_size") or c["d_model"] // heads


def sinusoids(count, d):
    angle = torch.arange(count).double()[:, None] / 10000.0 ** (torch.arange(0, d, 2).double() / d)
    return torch.stack([torch.sin(angle), torch.cos(angle)], -1).reshape(count, d)


def rotated(x, base):
    """RoPE as Su et al. write it: each pair a complex number, times e^(i pos theta)."""
    count, d = x.shape
    angle = torch.outer(torch.arange(count).double(), base ** (-torch.arange(0, d, 2).double() / d))
    pairs = torch.view_as_complex(x.reshape(count, d // 2, 2).contiguous())
    return torch.view_as_real(pairs * torch.polar(torch.ones_like(angle), angle)).reshape(count, d)


def read_safetensors(path):
    raw = path.read_bytes()
    size, = struct.unpack("<Q", raw[:8])
    header = json.loads(raw[8:8 + size])
    body = raw[8 + size:]
    stored = {"F32": "<f4", "F16": "<f2"}
    return {name: torch.tensor(np.frombuffer(body[e["data_offsets"][0]:e["data_offsets"][1]], stored[e["dtype"]])
                               .reshape(e["shape"]).astype(np.float64))
            for name, e in header.items() if name != "__metadata__"}


def write_safetensors(path, tensors, metadata):
    header, body, at = {"__metadata__": metadata}, [], 0
    for name, value in tensors.items():
        data = value.detach().numpy().astype("<f4").tobytes()
        header[name] = {"dtype": "F32", "shape": list(value.shape), "data_offsets": [at, at + len(data)]}
        body.append(data)
        at += len(data)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + b"".join(body))


class Model:
    """Records every value under its path, as core/models/transformer.cpp does."""

    def __init__(self, config, weights):
        self.c, self.w, self.values = config, weights, {}

    def keep(self, path, value):
        self.values[path] = value
        return value

    def linear(self, name, x):
        return x @ self.w[name + ".weight"] + self.w[name + ".bias"]

    def normalized(self, path, x):
        kind, eps, gain = self.c["normalization"], self.c["norm_epsilon"], self.w[path + ".gain"][0]
        if kind == "rms":
            out = x * torch.rsqrt((x * x).mean(-1, keepdim=True) + eps) * gain
        else:
            bias = self.w[path + ".bias"][0] if kind == "layer" else None
            out = F.layer_norm(x, x.shape[-1:], gain, bias, eps)
        return self.keep(path, out)

    def input(self, stream, ids):
        c = self.c
        self.keep(stream + ".tokens", ids.double()[:, None])
        x = self.keep(stream + ".embedded", F.embedding(ids, self.w[stream + ".embedding"]))
        if c["scaled_embedding"]:
            x = self.keep(stream + ".scaled", x * math.sqrt(c["d_model"]))
        if c["positions"] == "appended":
            table = self.keep(stream + ".positions", sinusoids(len(ids), c["position_dimensions"]))
            return self.keep(stream + ".input", torch.cat([x, table], -1))
        if c["positions"] == "sinusoidal":
            table = sinusoids(len(ids), c["d_model"])
        elif c["positions"] == "learned":
            table = self.w[stream + ".positions"][:len(ids)]
        else:
            return x
        return self.keep(stream + ".input", x + self.keep(stream + ".positions", table))

    def attention(self, path, x, y, heads, causal, window):
        d = head_size(self.c, heads)
        outputs = []
        for h in range(heads):
            head, part = f"{path}.head.{h}.", slice(h * d, (h + 1) * d)
            q = self.keep(head + "query", self.linear(path + ".query", x)[:, part])
            k = self.keep(head + "key", self.linear(path + ".key", y)[:, part])
            v = self.keep(head + "value", self.linear(path + ".value", y)[:, part])
            kind = self.c["positions"] if x is y else "none"
            i, j = torch.arange(len(x))[:, None], torch.arange(len(y))[None, :]
            if kind == "rotary":
                q = self.keep(head + "query_rotated", rotated(q, self.c["position_base"]))
                k = self.keep(head + "key_rotated", rotated(k, self.c["position_base"]))
            s = self.keep(head + "scores", q @ k.T)
            s = self.keep(head + "scaled", s / math.sqrt(d))
            if kind == "relative":
                reach = self.c["position_reach"]
                table = self.w[path + ".positions"][h]
                s = self.keep(head + "biased", s + self.keep(head + "position_bias",
                                                             table[(j - i).clamp(-reach, reach) + reach]))
            if kind == "alibi":
                bias = (j - i).abs().double() * -(self.c["position_slope"] / 2 ** h)
                s = self.keep(head + "biased", s + self.keep(head + "position_bias", bias))
            sided = kind == "alibi" and self.c.get("position_one_sided", False)
            if causal or window or sided:
                hidden = torch.zeros(len(x), len(y), dtype=torch.bool)
                if causal or (sided and h % 2 == 0):
                    hidden |= j > i
                if sided and h % 2 == 1:
                    hidden |= j < i
                if window:
                    hidden |= (i - j).abs() >= window
                s = self.keep(head + "masked", s.masked_fill(hidden, -math.inf))
            a = self.keep(head + "weights", F.softmax(s, -1))
            outputs.append(self.keep(head + "output", a @ v))
        both = self.keep(path + ".concatenated", torch.cat(outputs, -1))
        return self.keep(path + ".projected", self.linear(path + ".projected", both))

    def feed_forward(self, layer, x):
        path, kind = layer + ".feed_forward.", self.c["feed_forward"]
        h = self.keep(path + "hidden", self.linear(path + "hidden", x))
        if kind == "swiglu":
            gate = self.keep(path + "gate", self.linear(path + "gate", x))
            h = self.keep(path + "gated", self.keep(path + "activated", F.silu(gate)) * h)
        else:
            act = {"relu": F.relu, "gelu": F.gelu, "gelu_tanh": lambda z: F.gelu(z, approximate="tanh")}[kind]
            h = self.keep(path + "activated", act(h))
        return self.keep(path + "output", self.linear(path + "output", h))

    def sub_layer(self, layer, n, x, f):
        if self.c["norm_place"] == "pre":
            return self.keep(f"{layer}.residual_{n}", x + f(self.normalized(f"{layer}.normalized_{n}", x)))
        return self.normalized(f"{layer}.normalized_{n}", self.keep(f"{layer}.residual_{n}", x + f(x)))

    def run(self, source, target):
        c = self.c
        x = self.input("source", source) if c["encoder_layers"] else None
        for l in range(c["encoder_layers"]):
            layer = f"encoder.{l}"
            x = self.sub_layer(layer, 1, x, lambda z: self.attention(layer + ".self_attention", z, z, c["encoder_heads"],
                                                                     c["causal_encoder"], c["encoder_window"]))
            x = self.sub_layer(layer, 2, x, lambda z: self.feed_forward(layer, z))
        if c["norm_place"] == "pre" and c["encoder_layers"]:
            x = self.normalized("encoder.normalized", x)
        if c["decoder_layers"] == 0:
            return self.output(x)
        encoded, x = x, self.input("target", target)
        for l in range(c["decoder_layers"]):
            layer = f"decoder.{l}"
            x = self.sub_layer(layer, 1, x, lambda z: self.attention(layer + ".self_attention", z, z, c["decoder_heads"],
                                                                     True, 0))
            if c["encoder_layers"]:
                x = self.sub_layer(layer, 2, x, lambda z: self.attention(layer + ".cross_attention", z, encoded,
                                                                         c["cross_heads"], False, 0))
            x = self.sub_layer(layer, 3 if c["encoder_layers"] else 2, x, lambda z: self.feed_forward(layer, z))
        if c["norm_place"] == "pre":
            x = self.normalized("decoder.normalized", x)
        return self.output(x)

    def output(self, x):
        if self.c["tied_output"]:
            logits = x @ self.w["target.embedding"].T + self.w["output.bias"]
        else:
            logits = self.linear("output", x)
        self.keep("logits", logits)
        self.keep("probabilities", F.softmax(logits, -1))
        return logits


def parameters(c, generator):
    """Random tensors under the names of core/layers/weights.cpp."""
    d, ff, w = c["d_model"], c["d_ff"], {}

    def tensor(name, rows, cols, spread, around=0.0):
        w[name] = (around + spread * torch.randn(rows, cols, generator=generator).double()).float().double()

    def linear(name, i, o):
        tensor(name + ".weight", i, o, i ** -0.5)
        tensor(name + ".bias", 1, o, 0.1)

    def normalized(name):
        tensor(name + ".gain", 1, d, 0.1, 1.0)
        if c["normalization"] == "layer":
            tensor(name + ".bias", 1, d, 0.1)

    stacks = [stack for stack in ("encoder", "decoder") if c[stack + "_layers"]]
    for stream in [{"encoder": "source", "decoder": "target"}[stack] for stack in stacks]:
        own = c["position_dimensions"] if c["positions"] == "appended" else 0
        tensor(stream + ".embedding", c[stream + "_words"], d - own, d ** -0.5)
        if c["positions"] == "learned":
            tensor(stream + ".positions", c["max_tokens"], d, 0.5)
    for stack in stacks:
        kinds = ["self_attention"] + (["cross_attention"] if stack == "decoder" and len(stacks) > 1 else [])
        for l in range(c[stack + "_layers"]):
            layer = f"{stack}.{l}."
            for kind in kinds:
                heads = c["cross_heads" if kind == "cross_attention" else stack + "_heads"]
                wide = heads * head_size(c, heads)
                for part in ("query", "key", "value"):
                    linear(f"{layer}{kind}.{part}", d, wide)
                linear(f"{layer}{kind}.projected", wide, d)
                if c["positions"] == "relative" and kind == "self_attention":
                    tensor(f"{layer}{kind}.positions", c[stack + "_heads"], 2 * c["position_reach"] + 1, 1.0)
            for n in range(len(kinds) + 1):
                normalized(f"{layer}normalized_{n + 1}")
            linear(layer + "feed_forward.hidden", d, ff)
            if c["feed_forward"] == "swiglu":
                linear(layer + "feed_forward.gate", d, ff)
            linear(layer + "feed_forward.output", ff, d)
        if c["norm_place"] == "pre":
            normalized(stack + ".normalized")
    if c["tied_output"]:
        tensor("output.bias", 1, c["target_words"], 0.1)
    else:
        linear("output", d, c["target_words"])
    return w


def random_case(name):
    config, (rows, cols) = CASES[name], LENGTHS[name]
    generator = torch.Generator().manual_seed(sum(name.encode()))
    weights = parameters(config, generator)
    for value in weights.values():
        value.requires_grad_()
    source = torch.randint(0, max(config["source_words"], 1), (rows,), generator=generator)
    target = torch.randint(0, config["target_words"], (cols,), generator=generator)
    following = torch.randint(0, config["target_words"], (cols,), generator=generator)
    model = Model(config, weights)
    logits = model.run(source, target)
    loss = F.cross_entropy(logits, following, reduction="sum", label_smoothing=0.1)
    loss.backward()
    model.values["next"] = following.double()[:, None]
    model.values["loss"] = loss.reshape(1, 1)
    tensors = {"parameters." + n: v for n, v in weights.items()}
    tensors.update(model.values)
    tensors.update({"gradients." + n: v.grad for n, v in weights.items() if v.grad is not None})
    write_safetensors(HERE / f"{name}.safetensors", tensors, {"config": json.dumps(config)})


def translator_case(name, english, french):
    folder = MODELS / "translator"
    config = json.loads((folder / "config.json").read_text())
    words = json.loads((folder / "words.json").read_text())
    model = Model(config, read_safetensors(folder / "model.safetensors"))
    with torch.no_grad():
        model.run(torch.tensor([words["source"].index(w) for w in english.split()]),
                  torch.tensor([words["target"].index(w) for w in ["<s>"] + french.split()]))
    write_safetensors(HERE / f"{name}.safetensors", model.values, {"config": json.dumps(config)})


def main():
    for name in CASES:
        random_case(name)
    if (MODELS / "translator").is_dir():
        translator_case("translator_tired", "the animal didn't cross the street because it was too tired",
                        "l' animal n' a pas traversé la rue parce qu' il était trop fatigué")
        translator_case("translator_wide", "the animal didn't cross the street because it was too wide",
                        "l' animal n' a pas traversé la rue parce qu' elle était trop large")


if __name__ == "__main__":
    main()
