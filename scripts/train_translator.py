#!/usr/bin/env python3
"""Trains the translator's Transformer in PyTorch, on a GPU where there is one.

    headlight-train model translator --pairs-only -o PAIRS --corpus FILE ...    writes what is learned from, as ids
    scripts/train_translator.py PAIRS -o FOLDER --size 192x4 --seconds 400

FOLDER gets config.json, words.json and model.safetensors, which headlight reads, run.json (what was done, and the
reference head) and curve.jsonl, its measures along the way. With several --size, each gets a folder of its own.

The layers are those of core/models/transformer.cpp for a translator: post-norm, sinusoidal positions, ReLU, an
output tied to the target's embedding, no dropout on attention weights. All weights lie in one vector, so that
Adam, the clipping and the mean of the last weights are a few operations each, and a whole step, from the draw of
its sentences to the update, is one CUDA graph for each length of sentences.
"""
import argparse
import json
import lzma
import math
import pathlib
import shutil
import struct
import time

import numpy as np
import torch
import torch.nn.functional as F

START, END, NOTHING, NO_PLACE = 0, 1, -1, 65535
LENGTHS = (6, 8, 10, 12, 14, 16, 20, 24, 32)  # sentences are padded to the next of these; longer ones left out
HEAD = 32  # dimensions of a head of self-attention
FIRST_KINDS = "reference,same_class,fit,pair,made_of,they,pronoun,noun_again,meant".split(",")


# The pairs ------------------------------------------------------------------------------------------------------

class Pairs:
    """heads [N, 6]: kind, source and target length, places of it, the noun it means and the other; their tokens."""

    def __init__(self, folder, name, kinds):
        def read(part):
            file = folder / f"{name}.{part}.u16"
            packed = file.with_suffix(".u16.xz")
            data = lzma.decompress(packed.read_bytes()) if packed.exists() else file.read_bytes()
            return np.frombuffer(data, dtype="<u2").astype(np.int64)
        self.kinds = kinds
        self.heads = read("heads").reshape(-1, 6)
        self.tokens = read("tokens")
        lengths = self.heads[:, 1] + self.heads[:, 2]
        self.begins = np.cumsum(lengths) - lengths
        self.kind = np.array(kinds)[self.heads[:, 0]]

    def padded(self, which, length):
        """Source [n, length], target with its start [n, length + 1] and end, NOTHING behind them."""
        source = np.full((len(which), length), NOTHING, np.int64)
        target = np.full((len(which), length + 1), NOTHING, np.int64)
        target[:, 0] = START
        n_source, n_target = self.heads[which, 1], self.heads[which, 2]
        at = np.arange(length + 1)
        for matrix, first, count, begins in ((source, 0, n_source, self.begins[which]),
                                             (target, 1, n_target, self.begins[which] + n_source)):
            rows, columns = np.nonzero(at[None, :] < count[:, None])
            matrix[rows, columns + first] = self.tokens[begins[rows] + columns]
        target[np.arange(len(which)), n_target + 1] = END
        return source, target

    def needed(self):
        return np.maximum(self.heads[:, 1], self.heads[:, 2] + 1)


def group_of(kind):
    return kind if kind in ("real", "own") else "meant" if kind in ("meant", "said") else "grammar"


def measured_as(kind):
    return kind if kind in ("real", "own", "reference") or kind.startswith("meant") else "grammar"


# The model ------------------------------------------------------------------------------------------------------

def specs(config):
    """Names, shapes and how each tensor starts, in the order of core/layers/weights.cpp."""
    d, f = config["d_model"], config["d_ff"]
    made = []

    def linear(path, i, o):
        made.extend([(path + ".weight", (i, o), "xavier"), (path + ".bias", (1, o), "zeros")])

    def normalized(path):
        made.extend([(path + ".gain", (1, d), "ones"), (path + ".bias", (1, d), "zeros")])

    def attention(path):
        for part in ("query", "key", "value", "projected"):
            linear(f"{path}.{part}", d, d)

    def layer(path, decoder):
        attention(path + ".self_attention")
        normalized(path + ".normalized_1")
        if decoder:
            attention(path + ".cross_attention")
            normalized(path + ".normalized_2")
        linear(path + ".feed_forward.hidden", d, f)
        linear(path + ".feed_forward.output", f, d)
        normalized(path + (".normalized_3" if decoder else ".normalized_2"))

    made.append(("source.embedding", (config["source_words"], d), "embedding"))
    for n in range(config["encoder_layers"]):
        layer(f"encoder.{n}", False)
    made.append(("target.embedding", (config["target_words"], d), "embedding"))
    for n in range(config["decoder_layers"]):
        layer(f"decoder.{n}", True)
    made.append(("output.bias", (1, config["target_words"]), "zeros"))
    return made


class Transformer:
    """Weights by name, all views of one vector `flat`; so are their gradients, of `gradient`."""

    def __init__(self, config, device, seed):
        self.config, self.device = config, device
        random = torch.Generator().manual_seed(seed)
        values, places, begin = [], [], 0
        for name, shape, start in specs(config):
            if start == "xavier":
                bound = math.sqrt(6 / sum(shape))
                value = (torch.rand(shape, generator=random) * 2 - 1) * bound
            elif start == "embedding":
                value = torch.randn(shape, generator=random) / math.sqrt(shape[1])
            else:
                value = torch.full(shape, float(start == "ones"))
            values.append(value.flatten())
            places.append((name, shape, begin, begin + value.numel()))
            begin += value.numel()
        self.places = places
        self.flat = torch.cat(values).to(device)
        self.gradient = torch.zeros_like(self.flat)
        self.weights = self.views(self.flat)
        gradients = self.views(self.gradient)
        for name, weight in self.weights.items():
            weight.requires_grad_()
            weight.grad = gradients[name]
        longest = max(LENGTHS) + 1
        d = config["d_model"]
        rate = torch.exp(-torch.arange(0, d, 2) * (math.log(config["position_base"]) / d))
        angle = torch.arange(longest)[:, None] * rate[None, :]
        self.positions = torch.stack((angle.sin(), angle.cos()), 2).reshape(longest, d).to(device)

    def views(self, flat):
        return {name: flat[begin:end].view(shape) for name, shape, begin, end in self.places}

    def linear(self, path, x):
        return F.linear(x, self.weights[path + ".weight"].t(), self.weights[path + ".bias"][0])

    def normalized(self, path, x):
        weights = self.weights
        return F.layer_norm(x, x.shape[-1:], weights[path + ".gain"][0], weights[path + ".bias"][0], 1e-5)

    def input(self, table, tokens, dropout):
        """[B, T] to [B, T, d]: embedded, times the root of d, plus positions."""
        d = self.config["d_model"]
        x = F.embedding(tokens.clamp(min=0), self.weights[table]) * math.sqrt(d)
        return F.dropout(x + self.positions[:tokens.shape[1]], dropout, dropout > 0)

    def attention(self, path, queries, keys, heads, hidden, kept=None):
        """`hidden` [B, 1, T_q or 1, T_k]: where nobody may look."""
        def in_heads(x):
            return x.view(*x.shape[:2], heads, -1).transpose(1, 2)  # [B, heads, T, d_k]
        q = in_heads(self.linear(path + ".query", queries))
        k = in_heads(self.linear(path + ".key", keys))
        v = in_heads(self.linear(path + ".value", keys))
        scores = (q @ k.transpose(2, 3)).float() / math.sqrt(q.shape[-1])
        weights = scores.masked_fill(hidden, -1e9).softmax(-1)
        if kept is not None:
            kept.append(weights)
        mixed = (weights.to(v.dtype) @ v).transpose(1, 2).flatten(2)
        return self.linear(path + ".projected", mixed)

    def feed_forward(self, path, x):
        return self.linear(path + ".output", self.linear(path + ".hidden", x).relu())

    def encode(self, source, dropout=0.0, kept=None):
        def drop(x):
            return F.dropout(x, dropout, dropout > 0)
        hidden = (source == NOTHING)[:, None, None, :]
        x = self.input("source.embedding", source, dropout)
        for n in range(self.config["encoder_layers"]):
            path = f"encoder.{n}"
            seen = self.attention(path + ".self_attention", x, x, self.config["encoder_heads"], hidden, kept)
            x = self.normalized(path + ".normalized_1", x + drop(seen))
            x = self.normalized(path + ".normalized_2", x + drop(self.feed_forward(path + ".feed_forward", x)))
        return x, hidden

    def decode(self, target, encoded, hidden, dropout=0.0, last=False):
        """The logits of what comes behind every word, or behind the last, [B, T or 1, words]."""
        def drop(x):
            return F.dropout(x, dropout, dropout > 0)
        count = target.shape[1]
        ahead = torch.ones(count, count, dtype=torch.bool, device=self.device).triu(1)[None, None]
        x = self.input("target.embedding", target, dropout)
        for n in range(self.config["decoder_layers"]):
            path = f"decoder.{n}"
            own = self.attention(path + ".self_attention", x, x, self.config["decoder_heads"], ahead)
            x = self.normalized(path + ".normalized_1", x + drop(own))
            read = self.attention(path + ".cross_attention", x, encoded, self.config["cross_heads"], hidden)
            x = self.normalized(path + ".normalized_2", x + drop(read))
            x = self.normalized(path + ".normalized_3", x + drop(self.feed_forward(path + ".feed_forward", x)))
        x = x[:, -1:] if last else x
        return F.linear(x, self.weights["target.embedding"], self.weights["output.bias"][0])

    def sharpen(self, times):
        """The queries of the last encoder layer become so many times as long."""
        path = f"encoder.{self.config['encoder_layers'] - 1}.self_attention.query."
        with torch.no_grad():
            for part in ("weight", "bias"):
                self.weights[path + part].mul_(times)


# Files that headlight reads -------------------------------------------------------------------------------------

def write_safetensors(file, model, flat):
    header, at, parts = {}, 0, []
    for name, value in model.views(flat).items():
        data = value.detach().cpu().numpy().astype("<f2").tobytes()
        header[name] = {"dtype": "F16", "shape": list(value.shape), "data_offsets": [at, at + len(data)]}
        parts.append(data)
        at += len(data)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    file.write_bytes(struct.pack("<Q", len(text)) + text + b"".join(parts))


def read_safetensors(file):
    """Tensors by name, float32."""
    data = file.read_bytes()
    size, = struct.unpack("<Q", data[:8])
    tensors = {}
    for name, said in json.loads(data[8:8 + size]).items():
        if name == "__metadata__":
            continue
        begin, end = said["data_offsets"]
        kind = {"F16": "<f2", "F32": "<f4"}[said["dtype"]]
        numbers = np.frombuffer(data[8 + size + begin:8 + size + end], dtype=kind).astype(np.float32)
        tensors[name] = torch.from_numpy(numbers).view(said["shape"])
    return tensors


def read_words(folder):
    return json.loads((folder / "words.json").read_text())


@torch.no_grad()
def take_weights(model, folder, words):
    """Those of a model's folder. A word that it does not have keeps its first vector."""
    theirs = read_words(folder)
    known = {side: {word: n for n, word in enumerate(theirs[side])} for side in ("source", "target")}
    for name, value in read_safetensors(folder / "model.safetensors").items():
        weight = model.weights[name]
        if name == "output.bias":
            weight, value = weight.t(), value.t()
        elif not name.endswith(".embedding"):
            weight.copy_(value)
            continue
        side = "source" if name.startswith("source") else "target"
        mine = [n for n, word in enumerate(words[side]) if word in known[side]]
        weight[mine] = value[[known[side][words[side][n]] for n in mine]].to(weight.device)


# Measures -------------------------------------------------------------------------------------------------------

def bf16(device):
    return torch.autocast(device, torch.bfloat16, enabled=device == "cuda", cache_enabled=False)


@torch.no_grad()
def written(model, source, most):
    """Greedy translations [B, most] of one batch, NOTHING behind their ends."""
    with bf16(model.device):
        encoded, hidden = model.encode(source)
        target = torch.full((len(source), 1), START, device=model.device)
        ended = torch.zeros(len(source), dtype=torch.bool, device=model.device)
        for _ in range(most):
            # Rows that have ended read anything: what follows is left out.
            word = model.decode(target, encoded, hidden, last=True)[:, -1].float().argmax(-1)
            target = torch.cat((target, word[:, None]), 1)
            ended |= word == END
            if bool(ended.all()):
                break
    target = target[:, 1:]
    behind = (target == END).cumsum(1) > 0
    return target.masked_fill(behind, NOTHING)


def by_source(pairs, which):
    """Sentences with all their right translations: source -> (first place, set of targets)."""
    groups = {}
    for i in which:
        begin, n, m = pairs.begins[i], pairs.heads[i, 1], pairs.heads[i, 2]
        source = tuple(pairs.tokens[begin:begin + n])
        groups.setdefault(source, (i, set()))[1].add(tuple(pairs.tokens[begin + n:begin + n + m]))
    return groups


def shares(model, held, pronouns, most=800, batch=400):
    """By kind: the share that is written exactly; of those with a pronoun to find, the share of right ones."""
    measures = {}
    names = np.array([measured_as(kind) for kind in held.kind])
    for kind in sorted(set(names)):
        groups = list(by_source(held, np.nonzero(names == kind)[0]).values())[:most]
        places = np.array([place for place, _ in groups])
        order = np.argsort(held.heads[places, 1], kind="stable")
        exact = found = asked = 0
        for at in range(0, len(order), batch):
            chosen = [groups[n] for n in order[at:at + batch]]
            source, _ = held.padded(np.array([place for place, _ in chosen]), max(LENGTHS))
            source = source[:, :(source != NOTHING).sum(1).max()]
            said = written(model, torch.from_numpy(source).to(model.device), max(LENGTHS) - 2).cpu().numpy()
            for row, (place, right) in zip(said, chosen):
                words = tuple(int(w) for w in row if w != NOTHING)
                exact += words in right
                # As often as the right answer says il, elle ...: the pronoun is the last of them.
                want = [[w for w in one if w in pronouns] for one in right]
                if held.heads[place, 3] != NO_PLACE and all(want):
                    asked += 1
                    have = [w for w in words if w in pronouns]
                    found += any(have == each for each in want)
        measures[kind] = exact / max(1, len(groups))
        if asked:
            measures[kind + " pronoun"] = found / asked
    return measures


@torch.no_grad()
def reference_head(model, held, most=400):
    """Layer and head in which "it" looks at the noun it means, how often more than at the other, how much."""
    which = np.nonzero(np.isin(held.kind, ("reference", "same_class", "pair")) &
                       (held.heads[:, 3] != NO_PLACE))[0][:most]
    if len(which) == 0:
        return {"layer": 0, "head": 0, "accuracy": 0.0, "weight": 0.0}
    source, _ = held.padded(which, max(LENGTHS))
    kept = []
    model.encode(torch.from_numpy(source).to(model.device), kept=kept)
    it, noun, other = (torch.from_numpy(held.heads[which, c]).to(model.device) for c in (3, 4, 5))
    row = torch.arange(len(which), device=model.device)
    best = None
    for layer, weights in enumerate(kept):
        at_it = weights[row, :, it]  # [n, heads, T]
        on_noun, on_other = at_it[row, :, noun], at_it[row, :, other]
        accuracy = (on_noun > on_other).float().mean(0)
        mean = on_noun.mean(0)
        for head in range(weights.shape[1]):
            # As the card chooses: by what the noun gets more than the other.
            score = float((on_noun - on_other).mean(0)[head])
            if best is None or score > best[0]:
                best = (score, layer, head, float(accuracy[head]), float(mean[head]))
    return {"layer": best[1], "head": best[2], "accuracy": best[3], "weight": best[4]}


# Training -------------------------------------------------------------------------------------------------------

class Bucket:
    """The sentences of one length on the device, drawn by their weights, and the step that learns from them."""

    def __init__(self, pairs, which, length, tokens, device):
        source, target = pairs.padded(which, length)
        self.which = which
        self.source = torch.from_numpy(source.astype(np.int16)).to(device)
        self.target = torch.from_numpy(target.astype(np.int16)).to(device)
        self.batch = max(8, tokens // length // 8 * 8)
        self.sums = torch.zeros(len(which), dtype=torch.float64, device=device)
        self.share = 0.0
        self.graph = None

    def weigh(self, weights):
        mine = weights[self.which]
        self.share = float(mine.sum()) / self.batch
        self.sums.copy_(torch.from_numpy(np.cumsum(mine) / max(mine.sum(), 1e-12)))

    def draw(self):
        dice = torch.rand(self.batch, dtype=torch.float64, device=self.sums.device)
        place = torch.searchsorted(self.sums, dice).clamp(max=len(self.sums) - 1)
        return self.source[place].long(), self.target[place].long()


class Training:
    def __init__(self, model, buckets, options):
        self.model, self.buckets, self.options = model, buckets, options
        self.first = torch.zeros_like(model.flat)
        self.second = torch.zeros_like(model.flat)
        self.mean = model.flat.clone()
        device = model.device
        self.rate, self.loss = torch.zeros((), device=device), torch.zeros((), device=device)
        self.powers = torch.ones(2, device=device, dtype=torch.float64)  # beta^step, for the bias of the moments
        self.betas = torch.tensor((0.9, 0.98), dtype=torch.float64, device=device)
        self.keep = torch.zeros((), device=device)  # of the mean of the weights
        self.dropout = options.dropout

    def step_of(self, bucket):
        """Everything of a step that is done on the device."""
        model, (b1, b2) = self.model, (0.9, 0.98)
        source, target = bucket.draw()
        read, asked = target[:, :-1], target[:, 1:]
        model.gradient.zero_()
        with bf16(model.device):
            encoded, hidden = model.encode(source, self.dropout)
            logits = model.decode(read, encoded, hidden, self.dropout)
        summed = F.cross_entropy(logits.float().flatten(0, 1), asked.flatten(), ignore_index=NOTHING,
                                 label_smoothing=self.options.smoothing, reduction="sum")
        loss = summed / (asked != NOTHING).sum()
        loss.backward()
        with torch.no_grad():
            gradient = model.gradient
            gradient.mul_((1 / gradient.norm().clamp(min=1e-6)).clamp(max=1.0))
            self.first.mul_(b1).add_(gradient, alpha=1 - b1)
            self.second.mul_(b2).addcmul_(gradient, gradient, value=1 - b2)
            self.powers.mul_(self.betas)
            corrected = (self.rate / (1 - self.powers[0])).float()
            spread = (1 / (1 - self.powers[1]).sqrt()).float()
            model.flat.sub_(corrected * self.first / (self.second.sqrt() * spread + 1e-9))
            self.mean.add_((model.flat - self.mean) * (1 - self.keep))
            self.loss.mul_(0.98).add_(0.02 * loss.detach())

    def state(self):
        return (self.model.flat, self.first, self.second, self.mean, self.powers, self.loss)

    def capture(self):
        """One CUDA graph a bucket. What a capture's warm-up changes is put back."""
        if self.model.device != "cuda" or self.options.eager:
            return
        kept = [tensor.clone() for tensor in self.state()]
        pool = torch.cuda.graph_pool_handle()
        stream = torch.cuda.Stream()
        for bucket in self.buckets:
            stream.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(stream):
                for _ in range(2):
                    self.step_of(bucket)
            torch.cuda.current_stream().wait_stream(stream)
            bucket.graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(bucket.graph, pool=pool):
                self.step_of(bucket)
        for tensor, value in zip(self.state(), kept):
            tensor.copy_(value)
        torch.cuda.synchronize()

    def run(self, bucket):
        if bucket.graph is not None:
            bucket.graph.replay()
        else:
            self.step_of(bucket)


def weights_of(pairs, mix, kinds=None):
    """How often a sentence is drawn: each group has its share, and of first kinds only those that are named."""
    weights = np.zeros(len(pairs.heads))
    groups = np.array([group_of(kind) for kind in pairs.kinds])[pairs.heads[:, 0]]
    for group, share in mix.items():
        mine = (groups == group) & (pairs.needed() <= max(LENGTHS))
        if kinds is not None:
            mine &= np.isin(pairs.kind, kinds)
        if mine.any():
            weights[mine] = share / mine.sum()
    return weights / weights.sum()


def wave(step, up, all_steps, last):
    """Up to 1 in `up` steps, then a cosine down to `last`."""
    if step + 1 < up:
        return (step + 1) / up
    done = min(1.0, (step + 1 - up) / max(1, all_steps - up))
    return last + (1 - last) * 0.5 * (1 + math.cos(math.pi * done))


class Plan:
    """What happens at which step. With --seconds the number of steps is found out while the first are made."""

    UNKNOWN = 10**9
    TIMED = (50, 300)  # the steps between which the time is taken

    def __init__(self, options, steps):
        known = steps < self.UNKNOWN
        self.options, self.steps = options, steps
        self.first = int(options.first * steps) if known else steps
        self.settles_at = steps - int(options.settle * steps) if known else steps
        # The mean forgets what lies a twentieth of the run behind.
        self.forgets = 1 - 20 / max(steps, 400) if known else 0.999

    def rate(self, step):
        options = self.options
        if step < self.settles_at:
            return options.rate * wave(step, options.warmup, self.settles_at, 0.02)
        rest = self.steps - self.settles_at
        return options.settle_rate * wave(step - self.settles_at, rest // 8, rest, 0.02)

    def keep(self, step):
        return min(self.forgets, step / (step + 20))


class Run:
    """One model from its first weights to its folder."""

    def __init__(self, size, pairs, held, folder, out, options):
        self.held, self.folder, self.out, self.options = held, folder, out, options
        self.device = "cuda" if torch.cuda.is_available() and not options.cpu else "cpu"
        torch.manual_seed(options.seed)
        self.random = np.random.default_rng(options.seed)
        d, layers = size
        self.name = f"{d}x{layers}"
        config = json.loads((folder / "config.json").read_text())
        config.update(d_model=d, d_ff=4 * d, encoder_layers=layers, encoder_heads=d // HEAD,
                      decoder_heads=d // HEAD)
        self.model = Transformer(config, self.device, options.seed)
        if options.start:
            take_weights(self.model, options.start, read_words(folder))
        needed, edges = pairs.needed(), (0,) + LENGTHS
        # The longest first: the graphs of the others fit into its memory.
        buckets = [Bucket(pairs, np.nonzero((needed > low) & (needed <= high))[0], high, options.tokens,
                          self.device) for low, high in reversed(list(zip(edges, edges[1:])))]
        self.buckets = [bucket for bucket in buckets if len(bucket.which)]
        self.training = Training(self.model, self.buckets, options)
        self.every = weights_of(pairs, options.mix)
        self.first = weights_of(pairs, options.mix, FIRST_KINDS) if options.first > 0 else self.every
        self.pronouns = pronouns_of(folder)
        self.lines = []

    def seconds(self):
        if self.device == "cuda":
            torch.cuda.synchronize()
        return time.time() - self.begun

    def weigh(self, weights):
        for bucket in self.buckets:
            bucket.weigh(weights)
        share = np.array([bucket.share for bucket in self.buckets])
        self.share = share / share.sum()

    def look(self, step):
        """Measures the mean of the last weights, and keeps it: the run may be stopped."""
        model, mean = self.model, self.training.mean
        now = model.flat.clone()
        model.flat.copy_(mean)
        measures = shares(model, self.held, self.pronouns, self.options.measured)
        line = {"step": step, "seconds": round(self.seconds(), 1), "loss": round(float(self.training.loss), 4),
                "head": reference_head(model, self.held),
                **{name: round(value, 4) for name, value in measures.items()}}
        model.flat.copy_(now)
        self.lines.append(line)
        print(self.name, json.dumps(line), flush=True)
        self.out.mkdir(parents=True, exist_ok=True)
        write_safetensors(self.out / "model.safetensors", model, mean)
        (self.out / "curve.jsonl").write_text("\n".join(json.dumps(each) for each in self.lines) + "\n")

    def settle(self):
        """From the mean on, the queries that find the noun longer, without dropout, at a rate of its own."""
        self.model.flat.copy_(self.training.mean)
        self.model.sharpen(self.options.sharpen)
        self.training.mean.copy_(self.model.flat)
        self.training.dropout = 0.0
        self.training.capture()

    def steps_in_time(self, step, timed_from):
        each = (self.seconds() - timed_from) / (Plan.TIMED[1] - Plan.TIMED[0])
        steps = step + max(1, int((self.options.seconds - self.seconds()) * self.options.used / each))
        print(f"{self.name}: {steps} steps of {1000 * each:.1f} ms", flush=True)
        return steps

    def train(self):
        options = self.options
        print(f"{self.name}: {self.model.flat.numel():,} parameters", flush=True)
        self.begun = time.time()
        self.weigh(self.first)
        self.training.capture()
        plan = Plan(options, options.steps if options.seconds <= 0 else Plan.UNKNOWN)
        step = timed_from = 0
        while step < plan.steps:
            if plan.steps == Plan.UNKNOWN and step == Plan.TIMED[0]:
                timed_from = self.seconds()
            if plan.steps == Plan.UNKNOWN and step == Plan.TIMED[1]:
                plan = Plan(options, self.steps_in_time(step, timed_from))
                plan.first = max(plan.first, step)
            if step == plan.first:
                self.weigh(self.every)
            if step == plan.settles_at:
                self.settle()
            self.training.rate.fill_(plan.rate(step))
            self.training.keep.fill_(plan.keep(step))
            self.training.run(self.buckets[self.random.choice(len(self.buckets), p=self.share)])
            step += 1
            if step % options.every == 0 and step < plan.steps:
                self.look(step)
            if 0 < options.seconds < time.time() - self.begun:
                break
        self.look(step)
        self.write(step)

    def write(self, steps):
        model = self.model
        model.flat.copy_(self.training.mean)
        said = {"size": self.name, "parameters": model.flat.numel(), "steps": steps, "device": self.device,
                "seconds": round(self.seconds(), 1), "reference_head": reference_head(model, self.held),
                "options": {name: str(value) for name, value in vars(self.options).items()}}
        (self.out / "config.json").write_text(json.dumps(model.config, indent=2) + "\n")
        shutil.copyfile(self.folder / "words.json", self.out / "words.json")
        (self.out / "run.json").write_text(json.dumps(said, indent=2) + "\n")


def pronouns_of(folder):
    words = read_words(folder)["target"]
    return {words.index(word) for word in ("il", "elle", "ils", "elles") if word in words}


def mixture(text):
    return {name: float(share) for name, share in (part.split("=") for part in text.split(","))}


def sizes(text):
    d, layers = text.split("x")
    return int(d), int(layers)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs", type=pathlib.Path)
    parser.add_argument("-o", "--output", type=pathlib.Path, required=True)
    parser.add_argument("--size", type=sizes, nargs="+", default=[(128, 3)], help="d_model x encoder layers: 192x4")
    parser.add_argument("--steps", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=0, help="instead of --steps: as many as there is time for")
    parser.add_argument("--used", type=float, default=0.93, help="of --seconds: the rest is for measuring")
    parser.add_argument("--start", type=pathlib.Path, help="a model of the same size to go on from; its words may differ")
    parser.add_argument("--mix", type=mixture, default=mixture("grammar=0.25,meant=0.15,own=0.02,real=0.58"))
    parser.add_argument("--tokens", type=int, default=12288, help="tokens of a batch, in each language")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--warmup", type=int, default=800)
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--smoothing", type=float, default=0.1)
    parser.add_argument("--first", type=float, default=0.06, help="share of the steps that see only the first kinds")
    parser.add_argument("--settle", type=float, default=0.04, help="share of the steps after the sharpening")
    parser.add_argument("--settle-rate", type=float, default=1e-4)
    parser.add_argument("--sharpen", type=float, default=2.2)
    parser.add_argument("--every", type=int, default=2000, help="steps between two measures")
    parser.add_argument("--measured", type=int, default=400, help="how many sentences of each kind to measure on")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--cpu", action="store_true")
    parser.add_argument("--eager", action="store_true", help="no CUDA graphs")
    options = parser.parse_args()
    if options.steps <= 0 and options.seconds <= 0:
        parser.error("how long? Give --steps or --seconds")
    torch.backends.cuda.matmul.allow_tf32 = True
    kinds = json.loads((options.pairs / "kinds.json").read_text())
    pairs = Pairs(options.pairs, "train", kinds)
    held = Pairs(options.pairs, "held", kinds)
    for size in options.size:
        out = options.output / f"{size[0]}x{size[1]}" if len(options.size) > 1 else options.output
        Run(size, pairs, held, options.pairs, out, options).train()


if __name__ == "__main__":
    main()
