#!/usr/bin/env python3
"""Writes the golden files of recurrent layers and encoder-decoders: every named value and the gradients.

Needs Debian's python3-torch and python3-numpy. Run from anywhere:  tests/golden/make_recurrent_goldens.py
What is written out here gate by gate is held against PyTorch's own layers before it is kept.
"""
import json
import pathlib

import torch
import torch.nn.functional as F

from make_goldens import write_safetensors

HERE = pathlib.Path(__file__).parent
TIMES, BATCH, IN, SIZE = 4, 2, 5, 3
GATES = {"rnn": 1, "gru": 3, "lstm": 4}


class Layer:
    """A layer under a path, as core/layers/recurrent.cpp records it."""

    def __init__(self, kind, weights, values, path="encoder.0", batch=BATCH):
        self.kind, self.w, self.values, self.path, self.batch = kind, weights, values, path, batch
        self.size = len(weights[path + ".state.weight"])

    def keep(self, path, value):
        self.values[f"{self.path}.{path}"] = value
        return value

    def linear(self, part, x):
        return x @ self.w[f"{self.path}.{part}.weight"] + self.w[f"{self.path}.{part}.bias"]

    def gate(self, time, name, sums, number, squash):
        part = self.keep(f"{time}.{name}_sum", sums[:, number * self.size:(number + 1) * self.size])
        return self.keep(f"{time}.{name}", squash(part))

    def step(self, time, x, h, c):
        self.keep(time + ".from_input", x)
        u = self.keep(time + ".from_state", self.linear("state", h))
        if self.kind == "rnn":
            return self.keep(time + ".state", torch.tanh(self.keep(time + ".sums", x + u))), None
        if self.kind == "gru":
            gates = (self.keep(time + ".gates_from_input", x[:, :2 * self.size])
                     + self.keep(time + ".gates_from_state", u[:, :2 * self.size]))
            sums = self.keep(time + ".sums", gates)
            reset = self.gate(time, "reset_gate", sums, 0, torch.sigmoid)
            update = self.gate(time, "update_gate", sums, 1, torch.sigmoid)
            past = self.keep(time + ".reset_state", reset * self.keep(time + ".candidate_from_state", u[:, 2 * self.size:]))
            both = self.keep(time + ".candidate_sum", self.keep(time + ".candidate_from_input", x[:, 2 * self.size:]) + past)
            candidate = self.keep(time + ".candidate", torch.tanh(both))
            return self.keep(time + ".state", (1 - update) * candidate + update * h), None
        sums = self.keep(time + ".sums", x + u)
        write = self.gate(time, "input_gate", sums, 0, torch.sigmoid)
        forget = self.gate(time, "forget_gate", sums, 1, torch.sigmoid)
        candidate = self.gate(time, "candidate", sums, 2, torch.tanh)
        output = self.gate(time, "output_gate", sums, 3, torch.sigmoid)
        c = self.keep(time + ".cell", self.keep(time + ".kept", forget * c) + self.keep(time + ".written", write * candidate))
        return self.keep(time + ".state", output * self.keep(time + ".cell_activated", torch.tanh(c))), c

    def run(self, x, backwards):
        projected = self.keep("projected_input", self.linear("input", x))
        h = self.keep("first_state", torch.zeros(self.batch, self.size).double())
        c = self.keep("first_cell", torch.zeros(self.batch, self.size).double()) if self.kind == "lstm" else None
        times = len(x) // self.batch
        states = [None] * times
        for t in reversed(range(times)) if backwards else range(times):
            h, c = self.step(f"time.{t}", projected[t * self.batch:(t + 1) * self.batch], h, c)
            states[t] = h
        return self.keep("states", torch.cat(states)), h


class Seq2Seq:
    """One sentence, as core/models/seq2seq.cpp records it."""

    def __init__(self, kind, attention, weights, with_words=False):
        self.kind, self.attention, self.w, self.values, self.with_words = kind, attention, weights, {}, with_words

    def keep(self, path, value):
        self.values[path] = value
        return value

    def layer(self, path):
        return Layer(self.kind, self.w, self.values, path, 1)

    def words(self, stream, ids):
        self.keep(stream + ".tokens", ids.double()[:, None])
        return self.keep(stream + ".embedded", F.embedding(ids, self.w[stream + ".embedding"]))

    def run(self, source, target):
        x = self.words("source", source)
        states, last = self.layer("encoder.0").run(x, False)
        if self.attention:
            back, other = self.layer("encoder.0.backwards").run(x, True)
            annotations = self.keep("encoder.0.annotations", torch.cat([states, back] + [x] * self.with_words, -1))
            last = self.keep("encoder.0.last_states", torch.cat([last, other], -1))
        return self.write(last, annotations if self.attention else None, target)

    def write(self, last, annotations, target):
        if self.attention:
            keys = self.keep("decoder.0.cross_attention.head.0.key",
                             annotations @ self.w["decoder.0.cross_attention.key.weight"])
        decoder = self.layer("decoder.0")
        h = decoder.keep("bridge", torch.tanh(decoder.keep("bridge_sum", decoder.linear("bridge", last))))
        c = decoder.keep("first_cell", torch.zeros_like(h)) if self.kind == "lstm" else None
        y = self.words("target", target)
        states, contexts, seen = [], [], {"query": [], "scores": [], "weights": []}
        for t in range(len(target)):
            time, context, word = f"time.{t}", last, y[t:t + 1]
            if self.attention:
                asking = decoder.keep(time + ".query_input", torch.cat([h, word], -1)) if self.with_words else h
                query = decoder.keep(time + ".query", asking @ self.w["decoder.0.cross_attention.query.weight"]
                                     + self.w["decoder.0.cross_attention.query.bias"])
                scores = torch.tanh(query + keys) @ self.w["decoder.0.cross_attention.scores.weight"].T
                scores = decoder.keep(time + ".scores", scores.T)
                weights = decoder.keep(time + ".weights", F.softmax(scores, -1))
                context = decoder.keep(time + ".context", weights @ annotations)
                for name, value in (("query", query), ("scores", scores), ("weights", weights)):
                    seen[name].append(value)
            both = decoder.keep(time + ".input", torch.cat([decoder.keep(time + ".word", word), context], -1))
            h, c = decoder.step(time, decoder.linear("input", both), h, c)
            states.append(h)
            contexts.append(context)
        states = decoder.keep("states", torch.cat(states))
        contexts = decoder.keep("contexts", torch.cat(contexts))
        if self.attention:
            for name, values in seen.items():
                self.keep("decoder.0.cross_attention.head.0." + name, torch.cat(values))
        chosen_by = decoder.keep("readout_input", torch.cat([states, contexts, y], -1))
        readout = decoder.keep("readout", torch.tanh(decoder.keep("readout_sum", decoder.linear("readout", chosen_by))))
        output = self.w["output.weight"] if "output.weight" in self.w else self.w["target.embedding"].T
        return self.keep("logits", readout @ output + self.w["output.bias"])


def seq2seq_shapes(kind, attention, with_words, encoder, size):
    gates, words, last = GATES[kind], 7, 2 * encoder if attention else encoder
    context = last + IN * with_words
    shapes = {"source.embedding": (words, IN), "target.embedding": (words, IN)}

    def linear(name, i, o):
        shapes[name + ".weight"], shapes[name + ".bias"] = (i, o), (1, o)

    layers = [("encoder.0", IN, encoder), ("decoder.0", IN + context, size)]
    for path, i, o in layers + ([("encoder.0.backwards", IN, encoder)] if attention else []):
        linear(path + ".input", i, gates * o)
        linear(path + ".state", o, gates * o)
    linear("decoder.0.bridge", last, size)
    linear("decoder.0.readout", size + context + IN, size)
    linear("output", size, words)
    if attention:
        linear("decoder.0.cross_attention.query", size + IN * with_words, size)
        shapes["decoder.0.cross_attention.key.weight"] = (context, size)
        shapes["decoder.0.cross_attention.scores.weight"] = (1, size)
    return shapes


def seq2seq_case(name, kind, attention, with_words=False, encoder=SIZE, size=SIZE, tied=False):
    """`with_words`: embeddings in the annotations, and the word before in every query."""
    generator = torch.Generator().manual_seed(sum(name.encode()))
    shapes = seq2seq_shapes(kind, attention, with_words, encoder, size)
    if tied:
        del shapes["output.weight"]
    weights = {n: torch.randn(s, generator=generator).float().double().requires_grad_() for n, s in shapes.items()}
    source, target, following = (torch.randint(0, 7, (n,), generator=generator) for n in (5, 4, 4))
    model = Seq2Seq(kind, attention, weights, with_words)
    loss = F.cross_entropy(model.run(source, target), following, reduction="sum")
    loss.backward()
    tensors = {"parameters." + n: v for n, v in weights.items()}
    tensors.update(model.values)
    tensors.update({"next": following.double()[:, None], "loss": loss.reshape(1, 1)})
    tensors.update({"gradients." + n: v.grad for n, v in weights.items()})
    about = {"cell": kind, "attention": json.dumps(attention), "embedding": str(IN), "state": str(size)}
    if with_words:
        about.update({"with_words": "true", "encoder": str(encoder)})
    if tied:
        about["tied_output"] = "true"
    write_safetensors(HERE / f"{name}.safetensors", tensors, about)


def characters_case(name, kind, layers):
    """A language model over characters, as core/models/characters.cpp records it."""
    generator = torch.Generator().manual_seed(sum(name.encode()))
    characters = 7
    shapes = {"target.embedding": (characters, IN)}
    for layer in range(layers):
        i = IN if layer == 0 else SIZE
        path = f"decoder.{layer}"
        shapes.update({path + ".input.weight": (i, GATES[kind] * SIZE), path + ".input.bias": (1, GATES[kind] * SIZE),
                       path + ".state.weight": (SIZE, GATES[kind] * SIZE), path + ".state.bias": (1, GATES[kind] * SIZE)})
    shapes.update({"output.weight": (SIZE, characters), "output.bias": (1, characters)})
    weights = {n: torch.randn(s, generator=generator).float().double().requires_grad_() for n, s in shapes.items()}
    text, following = (torch.randint(0, characters, (TIMES * BATCH,), generator=generator) for _ in range(2))
    values = {"target.tokens": text.double()[:, None], "target.embedded": F.embedding(text, weights["target.embedding"])}
    x = values["target.embedded"]
    for layer in range(layers):
        x, _ = Layer(kind, weights, values, f"decoder.{layer}").run(x, False)
    values["logits"] = x @ weights["output.weight"] + weights["output.bias"]
    loss = F.cross_entropy(values["logits"], following, reduction="sum")
    loss.backward()
    tensors = {"parameters." + n: v for n, v in weights.items()}
    tensors.update(values)
    tensors.update({"next": following.double()[:, None], "loss": loss.reshape(1, 1)})
    tensors.update({"gradients." + n: v.grad for n, v in weights.items()})
    write_safetensors(HERE / f"{name}.safetensors", tensors,
                      {"cell": kind, "layers": str(layers), "embedding": str(IN), "state": str(SIZE), "batch": str(BATCH)})


def checked_against_torch(kind, weights, x, states, backwards):
    layer = {"rnn": torch.nn.RNN, "gru": torch.nn.GRU, "lstm": torch.nn.LSTM}[kind](IN, SIZE).double()
    with torch.no_grad():
        for theirs, ours in (("weight_ih_l0", "input.weight"), ("weight_hh_l0", "state.weight")):
            getattr(layer, theirs).copy_(weights["encoder.0." + ours].T)
        for theirs, ours in (("bias_ih_l0", "input.bias"), ("bias_hh_l0", "state.bias")):
            getattr(layer, theirs).copy_(weights["encoder.0." + ours][0])
        texts = x.reshape(TIMES, BATCH, IN)
        out, _ = layer(texts.flip(0) if backwards else texts)
        out = out.flip(0) if backwards else out
        assert torch.allclose(out.reshape(TIMES * BATCH, SIZE), states, atol=1e-12), kind


def main():
    for kind, gates in GATES.items():
        for backwards in (False, True):
            generator = torch.Generator().manual_seed(gates)
            shapes = {"input.weight": (IN, gates * SIZE), "input.bias": (1, gates * SIZE),
                      "state.weight": (SIZE, gates * SIZE), "state.bias": (1, gates * SIZE)}
            weights = {"encoder.0." + n: torch.randn(s, generator=generator).float().double().requires_grad_() for n, s in shapes.items()}
            x = torch.randn(TIMES * BATCH, IN, generator=generator).float().double().requires_grad_()
            layer = Layer(kind, weights, {})
            states, _ = layer.run(x, backwards)
            checked_against_torch(kind, weights, x, states, backwards)
            factors = torch.randn(TIMES * BATCH, SIZE, generator=generator).float().double()
            (states * factors).sum().backward()
            tensors = {"parameters." + n: v for n, v in weights.items()}
            tensors.update({"x": x, "factors": factors})
            tensors.update(layer.values)
            tensors.update({"gradients." + n: v.grad for n, v in weights.items()})
            tensors["gradients.x"] = x.grad
            name = kind + ("_backwards" if backwards else "")
            write_safetensors(HERE / f"recurrent_{name}.safetensors", tensors,
                              {"cell": kind, "backwards": json.dumps(backwards)})
    seq2seq_case("seq2seq_gru", "gru", False)
    seq2seq_case("seq2seq_gru_attention", "gru", True)
    seq2seq_case("seq2seq_lstm_attention", "lstm", True)
    seq2seq_case("seq2seq_gru_words", "gru", True, with_words=True, encoder=2)
    seq2seq_case("seq2seq_gru_tied", "gru", True, with_words=True, encoder=2, size=IN, tied=True)
    characters_case("characters_lstm", "lstm", 2)
    characters_case("characters_rnn", "rnn", 1)


if __name__ == "__main__":
    main()
