#!/usr/bin/env python3
"""Writes the golden files of models that look at pictures: every named value and the gradients.

Needs Debian's python3-torch and python3-numpy. Run from anywhere:  tests/golden/make_picture_goldens.py
Convolutions are PyTorch's own, of pictures as it has them: channels first.
"""
import json
import pathlib

import torch
import torch.nn.functional as F

from make_goldens import Model, parameters, write_safetensors
from make_recurrent_goldens import Seq2Seq

HERE = pathlib.Path(__file__).parent
WORDS, LENGTH = 6, 4
# Side, channels, kernels, strides, paddings.
CONVOLUTIONS = dict(side=11, channels=[4, 5, 6], kernels=[5, 3, 1], strides=[2, 2, 1], paddings=[2, 1, 0])
# The same grid, with a line of cells left over by the pooling.
POOLED = dict(side=11, channels=[4, 5, 6], kernels=[5, 3, 1], strides=[1, 2, 1], paddings=[2, 1, 0], pools=[2, 1, 1])
PATCHES = dict(side=12, channels=[7, 6], kernels=[4, 1], strides=[4, 1], paddings=[0, 0])
GRID = 3


def keep_features(model, about, pixels):
    """A picture [H W, 3] to the grid [cells, channels], as core/layers/features.cpp records it."""
    model.keep("picture", pixels)
    side = about["side"]
    x = pixels.reshape(side, side, 3).permute(2, 0, 1)[None]
    last = len(about["channels"]) - 1
    for l, (kernel, stride, padding) in enumerate(zip(about["kernels"], about["strides"], about["paddings"])):
        weight = model.w[f"features.{l}.weight"].reshape(kernel, kernel, x.shape[1], -1).permute(3, 2, 0, 1)
        x = F.conv2d(x, weight, model.w[f"features.{l}.bias"][0], stride, padding)
        rows = x[0].permute(1, 2, 0).reshape(-1, x.shape[1])
        if l == last:
            return model.keep("features.grid", rows)
        model.keep(f"features.{l}.convolution", rows)
        x = F.relu(x)
        model.keep(f"features.{l}.activation", x[0].permute(1, 2, 0).reshape(-1, x.shape[1]))
        pool = about.get("pools", [1] * len(about["channels"]))[l]
        if pool > 1:
            x = F.max_pool2d(x, pool)
            model.keep(f"features.{l}.pooled", x[0].permute(1, 2, 0).reshape(-1, x.shape[1]))


def keep_cells(model, x):
    return model.keep("source.input", x + model.keep("source.positions", model.w["source.positions"]))


class PictureTransformer(Model):
    def __init__(self, config, about, weights, pixels):
        super().__init__(config, weights)
        self.about, self.pixels = about, pixels

    def input(self, stream, ids):
        if stream == "target":
            return super().input(stream, ids)
        x = keep_features(self, self.about, self.pixels)
        if "source.class" in self.w:
            x = self.keep("source.with_class", torch.cat([self.w["source.class"], x]))
        return keep_cells(self, x)

    def output(self, x):
        if "source.class" in self.w:
            x = self.keep("encoder.class_token", x[:1])
        return self.keep("logits", self.linear("output", x))


class RecurrentCaptioner(Seq2Seq):
    """Of Seq2Seq the decoder: what it is given comes from a picture."""

    def __init__(self, attention, about, weights, pixels):
        super().__init__("gru", attention, weights)
        self.about, self.pixels = about, pixels

    def run(self, target):
        seen = F.relu(keep_cells(self, keep_features(self, self.about, self.pixels)))
        self.keep("source.annotations", seen)
        reduced = self.keep("features.reduced", seen @ self.w["features.reduced.weight"] + self.w["features.reduced.bias"])
        summary = reduced.reshape(1, -1) @ self.w["features.summary.weight"] + self.w["features.summary.bias"]
        last = self.keep("features.summary", F.relu(self.keep("features.summary_sum", summary)))
        return self.write(last, seen if self.attention else None, target)


def features_shapes(about, shapes):
    before = 3
    for l, (channels, kernel) in enumerate(zip(about["channels"], about["kernels"])):
        shapes[f"features.{l}.weight"] = (kernel * kernel * before, channels)
        shapes[f"features.{l}.bias"] = (1, channels)
        before = channels
    return before


def recurrent_shapes(attention, about):
    shapes = {}
    d = features_shapes(about, shapes)
    reduced, summary, queries, state, embedding, readout = 2, 5, 4, 3, 4, 5
    context = d if attention else summary

    def linear(name, i, o):
        shapes[name + ".weight"], shapes[name + ".bias"] = (i, o), (1, o)

    shapes["source.positions"] = (GRID * GRID, d)
    linear("features.reduced", d, reduced)
    linear("features.summary", GRID * GRID * reduced, summary)
    if attention:
        linear("decoder.0.cross_attention.query", state, queries)
        shapes["decoder.0.cross_attention.key.weight"] = (d, queries)
        shapes["decoder.0.cross_attention.scores.weight"] = (1, queries)
    shapes["target.embedding"] = (WORDS, embedding)
    linear("decoder.0.bridge", summary, state)
    linear("decoder.0.input", embedding + context, 3 * state)
    linear("decoder.0.state", state, 3 * state)
    linear("decoder.0.readout", state + context + embedding, readout)
    linear("output", readout, WORDS)
    return shapes


def spread(shapes, generator):
    return {n: (0.5 * torch.randn(s, generator=generator)).float().double() for n, s in shapes.items()}


def transformer_weights(config, about, class_token, generator):
    shapes = {}
    d = features_shapes(about, shapes)
    shapes["source.positions"] = (GRID * GRID + class_token, d)
    if class_token:
        shapes["source.class"] = (1, d)
    weights = spread(shapes, generator)
    own = parameters(config, generator)
    weights.update({n: v for n, v in own.items() if not n.startswith("source.")})
    return weights


def write(name, model, weights, logits, following, about):
    loss = F.cross_entropy(logits, following, reduction="sum")
    loss.backward()
    tensors = {"parameters." + n: v for n, v in weights.items()}
    tensors.update(model.values)
    tensors.update({"next": following.double()[:, None], "loss": loss.reshape(1, 1)})
    tensors.update({"gradients." + n: v.grad for n, v in weights.items()})
    write_safetensors(HERE / f"{name}.safetensors", tensors, {k: json.dumps(v) for k, v in about.items()})


def main():
    for name, attention, features in (("caption_rnn", False, CONVOLUTIONS), ("caption_attention", True, CONVOLUTIONS),
                                      ("caption_pooled", True, POOLED)):
        generator = torch.Generator().manual_seed(sum(name.encode()))
        weights = {n: v.requires_grad_() for n, v in spread(recurrent_shapes(attention, features), generator).items()}
        pixels = torch.randn(features["side"] ** 2, 3, generator=generator).float().double()
        target, following = (torch.randint(0, WORDS, (LENGTH,), generator=generator) for _ in range(2))
        model = RecurrentCaptioner(attention, features, weights, pixels)
        write(name, model, weights, model.run(target), following, dict(features, attention=attention))
    for name, about, decoder in (("caption_transformer", CONVOLUTIONS, 1), ("vit", PATCHES, 0)):
        generator = torch.Generator().manual_seed(sum(name.encode()))
        config = dict(d_model=6, d_ff=8, encoder_layers=2 - decoder, encoder_heads=2, decoder_layers=decoder,
                      decoder_heads=3, cross_heads=1, source_words=1, target_words=WORDS, max_tokens=LENGTH + 1,
                      norm_place="pre", normalization="layer", norm_epsilon=1e-5, positions="learned",
                      feed_forward="relu", scaled_embedding=False, tied_output=False, causal_encoder=False,
                      encoder_window=0)
        weights = {n: v.requires_grad_() for n, v in transformer_weights(config, about, 1 - decoder, generator).items()}
        pixels = torch.randn(about["side"] ** 2, 3, generator=generator).float().double()
        target = torch.randint(0, WORDS, (LENGTH,), generator=generator)
        following = torch.randint(0, WORDS, (LENGTH if decoder else 1,), generator=generator)
        model = PictureTransformer(config, about, weights, pixels)
        write(name, model, weights, model.run(None, target), following, dict(about, decoder_layers=decoder))


if __name__ == "__main__":
    main()
