#!/usr/bin/env python3
"""Writes the folders of tests/golden/foreign: small models as Hugging Face's libraries write them.

Each folder holds a config.json, weights that were drawn by lot, the files of a tokenizer, and golden.safetensors: what
the model computes of a few tokens, every value under the path that it has on Headlight's tape. The forward passes are
written here from the papers, in NumPy and double precision, from the tensors as they lie in the folder; they know
nothing of how Headlight reads them. Pictures are resized by Pillow itself. Needs Debian's python3-numpy and python3-pil. Run from anywhere:  tests/golden/make_foreign.py
"""
import json
import math
import pathlib
import shutil
import struct

import numpy as np
from PIL import Image

HERE = pathlib.Path(__file__).parent / "foreign"
STORED = {"F32": "<f4", "F16": "<f2", "I64": "<i8", "U8": "u1"}


# ---- files
def bf16(x):
    """Rounded to the nearest number whose low 16 bits are zero, and these bits left out."""
    bits = np.asarray(x, "<f4").view("<u4").astype(np.uint64)
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype("<u2")


def write_safetensors(path, tensors, kind="F32", metadata=None):
    """`tensors`: arrays, or pairs of a dtype and an array, by name."""
    header, body, at = ({"__metadata__": metadata} if metadata else {}), [], 0
    for name, value in tensors.items():
        own, value = value if isinstance(value, tuple) else (kind, value)
        value = np.asarray(value)
        data = (bf16(value) if own == "BF16" else value.astype(STORED[own])).tobytes()
        header[name] = {"dtype": own, "shape": list(value.shape), "data_offsets": [at, at + len(data)]}
        body.append(data)
        at += len(data)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + b"".join(body))


def stored_as(tensors, kind):
    """The numbers that are left of these in 16 bits."""
    if kind == "BF16":
        return {n: (bf16(t).astype(np.uint32) << 16).view(np.float32).reshape(t.shape).astype(float)
                for n, t in tensors.items()}
    return {n: t.astype(STORED[kind]).astype(float) for n, t in tensors.items()}


def write_json(path, value):
    path.write_text(json.dumps(value, ensure_ascii=False) + "\n", encoding="utf-8")


def write_folder(name, config, tensors, golden, kind="F32", shards=1, extra=None):
    folder = HERE / name
    folder.mkdir(parents=True, exist_ok=True)
    write_json(folder / "config.json", config)
    everything = {**tensors, **(extra or {})}
    if shards == 1:
        write_safetensors(folder / "model.safetensors", everything, kind, {"format": "pt"})
    else:
        names, places = list(everything), {}
        for s in range(shards):
            file = f"model-{s + 1:05}-of-{shards:05}.safetensors"
            write_safetensors(folder / file, {n: everything[n] for n in names[s::shards]}, kind)
            places.update({n: file for n in names[s::shards]})
        write_json(folder / "model.safetensors.index.json", {"metadata": {}, "weight_map": places})
    if golden is not None:
        write_safetensors(folder / "golden.safetensors", golden)
    return folder


class Drawn:
    """Tensors drawn by lot, larger than those a model begins with, so that attention is not the same everywhere."""

    def __init__(self, seed, prefix=""):
        self.random, self.tensors, self.prefix = np.random.default_rng(seed), {}, prefix

    def put(self, name, *shape, scale=1.0, around=0.0):
        self.tensors[self.prefix + name] = (around + scale * self.random.standard_normal(shape)).astype("<f4").astype(float)

    def linear(self, name, *shape, inputs, bias):
        self.put(name + ".weight", *shape, scale=1.2 * inputs ** -0.5)
        if bias:
            self.put(name + ".bias", bias, scale=0.3)

    def norm(self, name, d, bias=True):
        self.put(name + ".weight", d, scale=0.2, around=1.0)
        if bias:
            self.put(name + ".bias", d, scale=0.2)


# ---- steps
def erf(x):
    return np.vectorize(math.erf)(x)


def softmax(x):
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


ACT = {"gelu": lambda x: 0.5 * x * (1 + erf(x / math.sqrt(2))),
       "gelu_new": lambda x: 0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x ** 3))),
       "silu": lambda x: x / (1 + np.exp(-x)), "swish": lambda x: x / (1 + np.exp(-x))}


class Pass:
    """One forward pass: tensors by their own names, values by Headlight's paths."""

    def __init__(self, tensors, prefix=""):
        self.w = {n.removeprefix(prefix): t for n, t in tensors.items()}
        self.values = {}

    def keep(self, path, value):
        value = np.asarray(value, float)
        self.values[path] = value[:, None] if value.ndim == 1 else value
        return value

    def linear(self, x, name):
        """Stored [out, in]."""
        y = x @ self.w[name + ".weight"].T
        return y + self.w[name + ".bias"] if name + ".bias" in self.w else y

    def layer_norm(self, x, name, epsilon):
        x = x - x.mean(-1, keepdims=True)
        return x / np.sqrt((x * x).mean(-1, keepdims=True) + epsilon) * self.w[name + ".weight"] + self.w[name + ".bias"]

    def rms_norm(self, x, name, epsilon):
        return x / np.sqrt((x * x).mean(-1, keepdims=True) + epsilon) * self.w[name + ".weight"]

    def heads(self, at, q, k, v, heads, groups, causal, turn=None, window=None):
        """q [T, heads h], k and v [S, groups h] side by side, to the heads' outputs side by side."""
        h = q.shape[1] // heads
        out = []
        for a in range(heads):
            path, g = f"{at}.head.{a}.", a // (heads // groups)
            query = self.keep(path + "query", q[:, a * h:a * h + h])
            key = self.keep(path + "key", k[:, g * h:g * h + h])
            value = self.keep(path + "value", v[:, g * h:g * h + h])
            if turn is not None:
                query, key = self.keep(path + "query_rotated", turn(query)), self.keep(path + "key_rotated", turn(key))
            s = self.keep(path + "scores", query @ key.T)
            s = self.keep(path + "scaled", s / math.sqrt(h))
            if causal:
                behind = np.arange(len(s))[:, None] - np.arange(s.shape[1])
                seen = (behind >= 0) & (behind < (window or len(s)))
                s = self.keep(path + "masked", np.where(seen, s, -np.inf))
            a = self.keep(path + "weights", softmax(s))
            out.append(self.keep(path + "output", a @ value))
        return self.keep(at + ".concatenated", np.concatenate(out, -1))

    def answer(self, logits, separate=False):
        """separate: each label by itself."""
        self.keep("logits", logits)
        self.keep("probabilities", 1 / (1 + np.exp(-logits)) if separate else softmax(logits))
        return self.values


# ---- GPT-2
GPT2 = dict(model_type="gpt2", architectures=["GPT2LMHeadModel"], vocab_size=320, n_embd=24, n_layer=2, n_head=3,
            n_positions=32, activation_function="gelu_new", layer_norm_epsilon=1e-5, eos_token_id=0)


def gpt2_tensors(c, seed=0, scale=1.0):
    d, r = c["n_embd"], Drawn(seed, "transformer.")
    r.put("wte.weight", c["vocab_size"], d, scale=scale)
    r.put("wpe.weight", c["n_positions"], d, scale=0.5 * scale)
    for i in range(c["n_layer"]):
        at = f"h.{i}."
        r.norm(at + "ln_1", d)
        r.linear(at + "attn.c_attn", d, 3 * d, inputs=d, bias=3 * d)
        r.linear(at + "attn.c_proj", d, d, inputs=d, bias=d)
        r.norm(at + "ln_2", d)
        r.linear(at + "mlp.c_fc", d, 4 * d, inputs=d, bias=4 * d)
        r.linear(at + "mlp.c_proj", 4 * d, d, inputs=4 * d, bias=d)
    r.norm("ln_f", d)
    return r.tensors


def gpt2(c, tensors, ids):
    p = Pass(tensors, "transformer.")
    w, d, eps = p.w, c["n_embd"], c["layer_norm_epsilon"]
    conv = lambda x, name: x @ w[name + ".weight"] + w[name + ".bias"]  # stored [in, out]
    p.keep("target.tokens", ids)
    x = p.keep("target.embedded", w["wte.weight"][ids])
    x = p.keep("target.input", x + p.keep("target.positions", w["wpe.weight"][:len(ids)]))
    for i in range(c["n_layer"]):
        at, own = f"decoder.{i}.", f"h.{i}."
        y = p.keep(at + "normalized_1", p.layer_norm(x, own + "ln_1", eps))
        q, k, v = np.split(conv(y, own + "attn.c_attn"), 3, -1)
        y = p.heads(at + "self_attention", q, k, v, c["n_head"], c["n_head"], True)
        x = p.keep(at + "residual_1", x + p.keep(at + "self_attention.projected", conv(y, own + "attn.c_proj")))
        y = p.keep(at + "normalized_2", p.layer_norm(x, own + "ln_2", eps))
        y = p.keep(at + "feed_forward.hidden", conv(y, own + "mlp.c_fc"))
        y = p.keep(at + "feed_forward.activated", ACT[c["activation_function"]](y))
        x = p.keep(at + "residual_2", x + p.keep(at + "feed_forward.output", conv(y, own + "mlp.c_proj")))
    x = p.keep("decoder.normalized", p.layer_norm(x, "ln_f", eps))
    return p.answer(x @ w.get("lm_head.weight", w["wte.weight"]).T)


# ---- Llama
LLAMA = dict(model_type="llama", architectures=["LlamaForCausalLM"], vocab_size=320, hidden_size=24,
             num_hidden_layers=2, num_attention_heads=4, num_key_value_heads=2, intermediate_size=40,
             hidden_act="silu", max_position_embeddings=64, rms_norm_eps=1e-5, rope_theta=10000.0,
             tie_word_embeddings=False, eos_token_id=[2, 0])


def llama_tensors(c, seed=1):
    d, f, r = c["hidden_size"], c["intermediate_size"], Drawn(seed, "model.")
    heads, groups = c["num_attention_heads"], c["num_key_value_heads"]
    h = c.get("head_dim") or d // heads
    bias = c["model_type"] == "qwen2" or c.get("attention_bias")
    r.put("embed_tokens.weight", c["vocab_size"], d)
    for i in range(c["num_hidden_layers"]):
        at = f"layers.{i}."
        for part, n in (("q", heads), ("k", groups), ("v", groups)):
            r.linear(f"{at}self_attn.{part}_proj", n * h, d, inputs=d, bias=n * h if bias else 0)
        r.linear(at + "self_attn.o_proj", d, heads * h, inputs=heads * h, bias=d if c.get("attention_bias") else 0)
        r.linear(at + "mlp.gate_proj", f, d, inputs=d, bias=0)
        r.linear(at + "mlp.up_proj", f, d, inputs=d, bias=0)
        r.linear(at + "mlp.down_proj", d, f, inputs=f, bias=0)
        r.norm(at + "input_layernorm", d, False)
        r.norm(at + "post_attention_layernorm", d, False)
    r.norm("norm", d, False)
    r.prefix = ""
    if not c["tie_word_embeddings"]:
        r.linear("lm_head", c["vocab_size"], d, inputs=d, bias=0)
    return r.tensors


def frequencies(c, h):
    rope = c.get("rope_parameters") or c.get("rope_scaling") or {}
    f = rope.get("rope_theta", c.get("rope_theta")) ** (-np.arange(0, h, 2) / h)
    if rope.get("rope_type", rope.get("type")) == "linear":
        return f / rope["factor"]
    if rope.get("rope_type") == "llama3":
        turns = rope["original_max_position_embeddings"] * f / (2 * math.pi)
        low, high = rope["low_freq_factor"], rope["high_freq_factor"]
        kept = np.clip((turns - low) / (high - low), 0, 1)
        return f * (kept + (1 - kept) / rope["factor"])
    return f


def llama(c, tensors, ids, windows={}):
    """windows: of layers that see so many tokens, themselves among them."""
    p = Pass(tensors, "model.")
    heads, groups, eps = c["num_attention_heads"], c["num_key_value_heads"], c["rms_norm_eps"]
    f = frequencies(c, c.get("head_dim") or c["hidden_size"] // heads)

    def turn(x):
        """Dimension i and i + h/2 as a complex number, times e^(i pos f)."""
        a, b = np.split(x, 2, -1)
        turned = (a + 1j * b) * np.exp(1j * np.arange(len(x))[:, None] * f)
        return np.concatenate([turned.real, turned.imag], -1)

    p.keep("target.tokens", ids)
    x = p.keep("target.embedded", p.w["embed_tokens.weight"][ids])
    for i in range(c["num_hidden_layers"]):
        at, own = f"decoder.{i}.", f"layers.{i}."
        y = p.keep(at + "normalized_1", p.rms_norm(x, own + "input_layernorm", eps))
        q, k, v = (p.linear(y, f"{own}self_attn.{part}_proj") for part in "qkv")
        y = p.heads(at + "self_attention", q, k, v, heads, groups, True, turn, windows.get(i))
        y = p.keep(at + "self_attention.projected", p.linear(y, own + "self_attn.o_proj"))
        x = p.keep(at + "residual_1", x + y)
        y = p.keep(at + "normalized_2", p.rms_norm(x, own + "post_attention_layernorm", eps))
        up = p.keep(at + "feed_forward.hidden", p.linear(y, own + "mlp.up_proj"))
        gate = p.keep(at + "feed_forward.gate", p.linear(y, own + "mlp.gate_proj"))
        y = p.keep(at + "feed_forward.activated", ACT["silu"](gate))
        y = p.keep(at + "feed_forward.gated", y * up)
        x = p.keep(at + "residual_2", x + p.keep(at + "feed_forward.output", p.linear(y, own + "mlp.down_proj")))
    x = p.keep("decoder.normalized", p.rms_norm(x, "norm", eps))
    return p.answer(x @ p.w.get("lm_head.weight", p.w["embed_tokens.weight"]).T)


# ---- BERT, DistilBERT
BERT = dict(model_type="bert", architectures=["BertForMaskedLM"], vocab_size=200, hidden_size=24, num_hidden_layers=2,
            num_attention_heads=3, intermediate_size=40, hidden_act="gelu", max_position_embeddings=32,
            type_vocab_size=2, layer_norm_eps=1e-12)
DISTILBERT = dict(model_type="distilbert", architectures=["DistilBertForMaskedLM"], vocab_size=200, dim=24, n_layers=2,
                  n_heads=3, hidden_dim=40, activation="gelu", max_position_embeddings=32)
BERT_NAMES = dict(layer="encoder.layer.{}.", q="attention.self.query", k="attention.self.key", v="attention.self.value",
                  o="attention.output.dense", n1="attention.output.LayerNorm", up="intermediate.dense",
                  down="output.dense", n2="output.LayerNorm", dense="cls.predictions.transform.dense",
                  norm="cls.predictions.transform.LayerNorm", bias="cls.predictions.bias")
DISTILBERT_NAMES = dict(layer="transformer.layer.{}.", q="attention.q_lin", k="attention.k_lin", v="attention.v_lin",
                        o="attention.out_lin", n1="sa_layer_norm", up="ffn.lin1", down="ffn.lin2",
                        n2="output_layer_norm", dense="vocab_transform", norm="vocab_layer_norm",
                        bias="vocab_projector.bias")


def bert_like_tensors(prefix, names, d, f, layers, words, positions, types, seed):
    r = Drawn(seed, prefix)
    r.put("embeddings.word_embeddings.weight", words, d)
    r.put("embeddings.position_embeddings.weight", positions, d, scale=0.5)
    if types:
        r.put("embeddings.token_type_embeddings.weight", types, d, scale=0.5)
    r.norm("embeddings.LayerNorm", d)
    for i in range(layers):
        at = names["layer"].format(i)
        for part in "qkvo":
            r.linear(at + names[part], d, d, inputs=d, bias=d)
        r.norm(at + names["n1"], d)
        r.linear(at + names["up"], f, d, inputs=d, bias=f)
        r.linear(at + names["down"], d, f, inputs=f, bias=d)
        r.norm(at + names["n2"], d)
    r.prefix = ""
    r.linear(names["dense"], d, d, inputs=d, bias=d)
    r.norm(names["norm"], d)
    r.put(names["bias"], words, scale=0.3)
    return r.tensors


def bert_tensors(c, seed=2):
    return bert_like_tensors("bert.", BERT_NAMES, c["hidden_size"], c["intermediate_size"], c["num_hidden_layers"],
                             c["vocab_size"], c["max_position_embeddings"], c["type_vocab_size"], seed)


def distilbert_tensors(c, seed=3):
    return bert_like_tensors("distilbert.", DISTILBERT_NAMES, c["dim"], c["hidden_dim"], c["n_layers"],
                             c["vocab_size"], c["max_position_embeddings"], 0, seed)


def bert_like(tensors, prefix, names, ids, layers, heads, eps, separate=False):
    p = Pass(tensors, prefix)
    p.keep("source.tokens", ids)
    x = p.keep("source.embedded", p.w["embeddings.word_embeddings.weight"][ids])
    if "embeddings.token_type_embeddings.weight" in p.w:
        p.keep("source.types", np.zeros(len(ids)))
        types = p.w["embeddings.token_type_embeddings.weight"][np.zeros(len(ids), int)]
        x = p.keep("source.typed", x + p.keep("source.type_vectors", types))
    x = p.keep("source.input", x + p.keep("source.positions", p.w["embeddings.position_embeddings.weight"][:len(ids)]))
    x = p.keep("source.normalized", p.layer_norm(x, "embeddings.LayerNorm", eps))
    for i in range(layers):
        at, own = f"encoder.{i}.", names["layer"].format(i)
        q, k, v = (p.linear(x, own + names[part]) for part in "qkv")
        y = p.heads(at + "self_attention", q, k, v, heads, heads, False)
        y = p.keep(at + "self_attention.projected", p.linear(y, own + names["o"]))
        x = p.keep(at + "normalized_1", p.layer_norm(p.keep(at + "residual_1", x + y), own + names["n1"], eps))
        y = p.keep(at + "feed_forward.hidden", p.linear(x, own + names["up"]))
        y = p.keep(at + "feed_forward.activated", ACT["gelu"](y))
        y = p.keep(at + "feed_forward.output", p.linear(y, own + names["down"]))
        x = p.keep(at + "normalized_2", p.layer_norm(p.keep(at + "residual_2", x + y), own + names["n2"], eps))
    if "classifier.weight" in p.w:
        if "pooled" in names:  # one label for the text, of its first token
            x = p.keep("pooled", p.linear(p.keep("first_token", x[:1]), names["pooled"]))
            x = p.keep("pooled_activated", names["pool"](x))
        return p.answer(p.linear(x, "classifier"), separate)
    y = p.keep("transformed", p.linear(x, names["dense"]))
    y = p.keep("transformed_activated", ACT["gelu"](y))
    y = p.keep("transformed_normalized", p.layer_norm(y, names["norm"], eps))
    return p.answer(y @ p.w["embeddings.word_embeddings.weight"].T + p.w[names["bias"]])


def bert(c, tensors, ids):
    return bert_like(tensors, "bert.", BERT_NAMES, ids, c["num_hidden_layers"], c["num_attention_heads"],
                     c["layer_norm_eps"])


def distilbert(c, tensors, ids):
    return bert_like(tensors, "distilbert.", DISTILBERT_NAMES, ids, c["n_layers"], c["n_heads"], 1e-12)


def with_classifier(c, tensors, prefix, head, labels, seed, pooled=None):
    """Another head on the same encoder: the config, and the tensors."""
    r, d = Drawn(seed), c.get("hidden_size") or c["dim"]
    if pooled:
        r.linear(pooled, d, d, inputs=d, bias=d)
    r.linear("classifier", len(labels), d, inputs=d, bias=len(labels))
    config = dict(c, architectures=[head], id2label={str(i): name for i, name in enumerate(labels)})
    return config, {**{n: t for n, t in tensors.items() if n.startswith(prefix)}, **r.tensors}


def classifier_folders():
    c, t = with_classifier(BERT, bert_tensors(BERT), "bert.", "BertForSequenceClassification", ["NEGATIVE", "POSITIVE"],
                           11, "bert.pooler.dense")
    names = dict(BERT_NAMES, pooled="pooler.dense", pool=np.tanh)
    write_folder("bert_classes", c, t, bert_like(t, "bert.", names, IDS, 2, 3, 1e-12))
    c, t = with_classifier(DISTILBERT, distilbert_tensors(DISTILBERT), "distilbert.",
                           "DistilBertForSequenceClassification", ["LABEL_0", "LABEL_1", "LABEL_2"], 12, "pre_classifier")
    names = dict(DISTILBERT_NAMES, pooled="pre_classifier", pool=lambda x: np.maximum(x, 0))
    write_folder("distilbert_classes", c, t, bert_like(t, "distilbert.", names, IDS, 2, 3, 1e-12))
    c, t = with_classifier(BERT, bert_tensors(BERT), "bert.", "BertForTokenClassification", ["O", "B-ANIMAL", "I-ANIMAL"], 13)
    write_folder("bert_tags", c, t, bert_like(t, "bert.", BERT_NAMES, IDS, 2, 3, 1e-12))


# ---- Windows, and labels that exclude nothing: very small models whose tokens are letters.
def small_folders():
    letters = "abcdefghijklmnopqrstuvwxyz.,"
    pieces = ["<unk>", "<s>", "</s>", "\u2581", *letters]
    bpe = dict(version="1.0", added_tokens=[], pre_tokenizer=None, post_processor=None, decoder=None,
               normalizer=dict(type="Replace", pattern={"String": " "}, content="\u2581"),
               model=dict(type="BPE", vocab={p: i for i, p in enumerate(pieces)}, merges=[], unk_token="<unk>"))
    c = dict(LLAMA, model_type="mistral", vocab_size=len(pieces), hidden_size=12, num_attention_heads=2,
             num_key_value_heads=1, intermediate_size=16, sliding_window=4)
    ids = np.array([1, 7, 3, 20, 11, 7, 3, 15, 9])
    t = llama_tensors(c, 21)
    wrapped = {"module._orig_mod." + name: value for name, value in t.items()}
    write_json(write_folder("mistral_window", c, wrapped, llama(c, t, ids, {0: 4, 1: 4})) / "tokenizer.json", bpe)
    c = dict(c, model_type="qwen2", use_sliding_window=True, sliding_window=3, max_window_layers=1)
    t = llama_tensors(c, 22)
    write_json(write_folder("qwen2_window", c, t, llama(c, t, ids, {1: 3})) / "tokenizer.json", bpe)

    # Twice the positions, and biases in every projection of the attention.
    c = dict(LLAMA, vocab_size=len(pieces), hidden_size=12, num_attention_heads=2, num_key_value_heads=1,
             intermediate_size=16, attention_bias=True, rope_scaling=dict(type="linear", factor=2.0))
    t = llama_tensors(c, 28)
    write_json(write_folder("llama_linear", c, t, llama(c, t, ids)) / "tokenizer.json", bpe)

    pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *letters, *("##" + letter for letter in letters)]
    b = dict(BERT, vocab_size=len(pieces), hidden_size=12, num_hidden_layers=1, num_attention_heads=2, intermediate_size=16)
    ids = np.array([2, 9, 40, 12, 3])
    for name, head, labels, problem in (
            ("bert_one_label", "BertForSequenceClassification", ["toxic"], None),
            ("bert_several", "BertForSequenceClassification", ["joy", "anger", "fear"], "multi_label_classification"),
            ("bert_one_tag", "BertForTokenClassification", ["name"], None)):
        pooled = "bert.pooler.dense" if "Sequence" in head else None
        c, t = with_classifier(b, bert_tensors(b, 23), "bert.", head, labels, 24, pooled)
        c.update({"problem_type": problem} if problem else {})
        names = dict(BERT_NAMES, pooled="pooler.dense", pool=np.tanh) if pooled else BERT_NAMES
        folder = write_folder(name, c, t, bert_like(t, "bert.", names, ids, 1, 2, 1e-12, True))
        (folder / "vocab.txt").write_text("\n".join(pieces) + "\n", encoding="utf-8")
    d = dict(DISTILBERT, vocab_size=len(pieces), dim=12, n_layers=1, n_heads=2, hidden_dim=16)
    c, t = with_classifier(d, distilbert_tensors(d, 29), "distilbert.", "DistilBertForSequenceClassification", ["toxic"], 30,
                           "pre_classifier")
    names = dict(DISTILBERT_NAMES, pooled="pre_classifier", pool=lambda x: np.maximum(x, 0))
    folder = write_folder("distilbert_one_label", c, t, bert_like(t, "distilbert.", names, ids, 1, 2, 1e-12, True))
    (folder / "vocab.txt").write_text("\n".join(pieces) + "\n", encoding="utf-8")
    c = dict(VIT, image_size=12, hidden_size=12, num_hidden_layers=1, intermediate_size=16, id2label={"0": "cat"})
    t = vit_tensors(c, 25)
    pixels = (np.random.default_rng(26).integers(0, 256, (3, 12, 12)) / 255 - 0.5) / 0.5
    write_folder("vit_one_label", c, t, vit(c, t, pixels, separate=True))


# What lies half-way between two bytes: Pillow's own rounding.
def resized_halves():
    rows = {}
    random = np.random.default_rng(27)
    for name, row, width in (("two", [209, 251], 12), ("stripes", [209, 251] * 20, 14), ("four", [0, 255, 1, 254], 7),
                             ("lot", random.integers(0, 256, 37).tolist(), 16), ("one", [17], 3)):
        rows[name] = dict(row=row, width=width)
        picture = Image.fromarray(np.asarray([row], np.uint8)[..., None].repeat(3, -1))
        for number, how in enumerate(("nearest", "lanczos", "bilinear", "bicubic", "box", "hamming")):
            rows[name][how] = np.asarray(picture.resize((width, 1), number))[0, :, 0].tolist()
    write_json(HERE / "resized.json", rows)


# ---- Marian
MARIAN = dict(model_type="marian", architectures=["MarianMTModel"], vocab_size=200, d_model=24, encoder_layers=2,
              decoder_layers=2, encoder_attention_heads=3, decoder_attention_heads=4, encoder_ffn_dim=40,
              decoder_ffn_dim=40, activation_function="swish", max_position_embeddings=40, scale_embedding=True,
              pad_token_id=199, eos_token_id=0, decoder_start_token_id=199)


def marian_tensors(c, seed=4):
    d, f, r = c["d_model"], c["encoder_ffn_dim"], Drawn(seed)
    r.put("final_logits_bias", 1, c["vocab_size"])
    r.prefix = "model."
    r.put("shared.weight", c["vocab_size"], d, scale=d ** -0.5)
    for side in ("encoder", "decoder"):
        for i in range(c[side + "_layers"]):
            at = f"{side}.layers.{i}."
            for name in ("self_attn", "encoder_attn")[:1 + (side == "decoder")]:
                for part in ("q_proj", "k_proj", "v_proj", "out_proj"):
                    r.linear(f"{at}{name}.{part}", d, d, inputs=d, bias=d)
                r.norm(f"{at}{name}_layer_norm", d)
            r.linear(at + "fc1", f, d, inputs=d, bias=f)
            r.linear(at + "fc2", d, f, inputs=f, bias=d)
            r.norm(at + "final_layer_norm", d)
    return r.tensors


def marian(c, tensors, source, target):
    p, d, eps = Pass(tensors, "model."), c["d_model"], 1e-5

    def stream(name, ids):
        p.keep(name + ".tokens", ids)
        x = p.keep(name + ".scaled", math.sqrt(d) * p.keep(name + ".embedded", p.w["shared.weight"][ids]))
        angle = np.arange(len(ids))[:, None] / 10000 ** (np.arange(0, d, 2) / d)
        return p.keep(name + ".input",
                      x + p.keep(name + ".positions", np.concatenate([np.sin(angle), np.cos(angle)], -1)))

    def attention(at, own, name, n, x, read, heads, causal):
        q, k, v = p.linear(x, f"{own}{name}.q_proj"), p.linear(read, f"{own}{name}.k_proj"), p.linear(read, f"{own}{name}.v_proj")
        path = at + ("self_attention" if name == "self_attn" else "cross_attention")
        y = p.keep(path + ".projected", p.linear(p.heads(path, q, k, v, heads, heads, causal), f"{own}{name}.out_proj"))
        return p.keep(f"{at}normalized_{n}",
                      p.layer_norm(p.keep(f"{at}residual_{n}", x + y), f"{own}{name}_layer_norm", eps))

    def feed_forward(at, own, n, x):
        y = p.keep(at + "feed_forward.activated", ACT["swish"](p.keep(at + "feed_forward.hidden", p.linear(x, own + "fc1"))))
        y = p.keep(at + "feed_forward.output", p.linear(y, own + "fc2"))
        return p.keep(f"{at}normalized_{n}", p.layer_norm(p.keep(f"{at}residual_{n}", x + y), own + "final_layer_norm", eps))

    read = stream("source", source)
    for i in range(c["encoder_layers"]):
        at, own = f"encoder.{i}.", f"encoder.layers.{i}."
        read = attention(at, own, "self_attn", 1, read, read, c["encoder_attention_heads"], False)
        read = feed_forward(at, own, 2, read)
    x = stream("target", target)
    for i in range(c["decoder_layers"]):
        at, own = f"decoder.{i}.", f"decoder.layers.{i}."
        x = attention(at, own, "self_attn", 1, x, x, c["decoder_attention_heads"], True)
        x = attention(at, own, "encoder_attn", 2, x, read, c["decoder_attention_heads"], False)
        x = feed_forward(at, own, 3, x)
    return p.answer(x @ p.w["shared.weight"].T + p.w["final_logits_bias"][0])


# ---- ViT
VIT = dict(model_type="vit", architectures=["ViTForImageClassification"], image_size=24, patch_size=6, num_channels=3,
           hidden_size=24, num_hidden_layers=2, num_attention_heads=3, intermediate_size=40, hidden_act="gelu",
           layer_norm_eps=1e-12, qkv_bias=True,
           id2label={"0": "tabby cat", "1": "crane", "2": "street", "3": "bicycle", "4": "crane"})


def vit_tensors(c, seed=7, prefix="vit."):
    d, f, p, r = c["hidden_size"], c["intermediate_size"], c["patch_size"], Drawn(seed, prefix)
    r.put("embeddings.cls_token", 1, 1, d)
    r.put("embeddings.position_embeddings", 1, (c["image_size"] // p) ** 2 + 1, d, scale=0.5)
    r.linear("embeddings.patch_embeddings.projection", d, 3, p, p, inputs=3 * p * p, bias=d)
    for i in range(c["num_hidden_layers"]):
        at = f"encoder.layer.{i}."
        for part in ("query", "key", "value"):
            r.linear(at + "attention.attention." + part, d, d, inputs=d, bias=d if c["qkv_bias"] else 0)
        r.linear(at + "attention.output.dense", d, d, inputs=d, bias=d)
        r.norm(at + "layernorm_before", d)
        r.norm(at + "layernorm_after", d)
        r.linear(at + "intermediate.dense", f, d, inputs=d, bias=f)
        r.linear(at + "output.dense", d, f, inputs=f, bias=d)
    r.norm("layernorm", d)
    labels = len(c.get("id2label", range(2)))
    r.prefix = ""
    r.linear("classifier", labels, d, inputs=d, bias=labels)
    return r.tensors


def vit(c, tensors, pixels, prefix="vit.", separate=False):
    """pixels [3, side, side], scaled."""
    p, side, patch, eps = Pass(tensors, prefix), c["image_size"], c["patch_size"], c["layer_norm_eps"]
    n = side // patch
    p.keep("picture", pixels.reshape(3, -1).T)
    patches = pixels.reshape(3, n, patch, n, patch).transpose(1, 3, 0, 2, 4).reshape(n * n, -1)
    w = p.w["embeddings.patch_embeddings.projection.weight"].reshape(c["hidden_size"], -1)
    x = p.keep("features.grid", patches @ w.T + p.w["embeddings.patch_embeddings.projection.bias"])
    x = p.keep("source.with_class", np.concatenate([p.w["embeddings.cls_token"][0], x]))
    x = p.keep("source.input", x + p.keep("source.positions", p.w["embeddings.position_embeddings"][0]))
    for i in range(c["num_hidden_layers"]):
        at, own = f"encoder.{i}.", f"encoder.layer.{i}."
        y = p.keep(at + "normalized_1", p.layer_norm(x, own + "layernorm_before", eps))
        q, k, v = (p.linear(y, own + "attention.attention." + part) for part in ("query", "key", "value"))
        y = p.heads(at + "self_attention", q, k, v, c["num_attention_heads"], c["num_attention_heads"], False)
        x = p.keep(at + "residual_1", x + p.keep(at + "self_attention.projected",
                                                 p.linear(y, own + "attention.output.dense")))
        y = p.keep(at + "normalized_2", p.layer_norm(x, own + "layernorm_after", eps))
        y = p.keep(at + "feed_forward.hidden", p.linear(y, own + "intermediate.dense"))
        y = p.keep(at + "feed_forward.activated", ACT[c["hidden_act"]](y))
        x = p.keep(at + "residual_2", x + p.keep(at + "feed_forward.output", p.linear(y, own + "output.dense")))
    x = p.keep("encoder.normalized", p.layer_norm(x, "layernorm", eps))
    return p.answer(p.linear(p.keep("encoder.class_token", x[:1]), "classifier"), separate)


def vit_folders():
    # A picture that is wider than it is high: resized, one side becomes smaller and the other larger.
    y, x = np.mgrid[0:20, 0:31]
    rgb = np.stack([128 + 90 * np.sin(x / 3), 128 + 100 * np.cos(y / 2 + x / 7), (x * y * 3) % 256], -1).astype(np.uint8)
    picture, side = Image.fromarray(rgb), VIT["image_size"]
    resized = {name: np.asarray(picture.resize((side, side), number)).reshape(-1, 3) for number, name in
               enumerate(("nearest", "lanczos", "bilinear", "bicubic", "box", "hamming"))}
    mean, deviation = [0.485, 0.456, 0.406], [0.229, 0.224, 0.225]
    pixels = ((resized["bicubic"] / 255 - mean) / deviation).T.reshape(3, side, side)
    t = vit_tensors(VIT)
    pooler = Drawn(8, "vit.")
    pooler.linear("pooler.dense", 24, 24, inputs=24, bias=24)
    folder = write_folder("vit", VIT, t, vit(VIT, t, pixels), extra=pooler.tensors)
    write_json(folder / "preprocessor_config.json", dict(
        do_normalize=True, do_resize=True, image_mean=mean, image_std=deviation, resample=3,
        size=dict(height=side, width=side)))
    picture.save(folder / "picture.png")
    write_safetensors(folder / "resized.safetensors", resized)
    # Half precision, no prefix, no names of labels, no word on how pictures are taken.
    half = {name: value for name, value in VIT.items() if name != "id2label"}
    half.update(patch_size=8, qkv_bias=False, hidden_act="gelu_new", layer_norm_eps=1e-6)
    t = stored_as(vit_tensors(half, 9, ""), "F16")
    write_folder("vit_f16", half, t, vit(half, t, (np.random.default_rng(10).integers(0, 256, (3, side, side)) / 255 - 0.5) / 0.5, ""),
                 "F16")


IDS = np.array([2, 17, 5, 44, 5, 131, 9, 3])


def main():
    for old in HERE.glob("*/"):
        shutil.rmtree(old)
    t = gpt2_tensors(GPT2)
    golden = gpt2(GPT2, t, IDS)
    write_folder("gpt2", GPT2, t, golden)
    # As the first ones were written: no prefix, and masks among the weights; and with the head beside the embedding.
    n = GPT2["n_positions"]
    old = {name.removeprefix("transformer."): value for name, value in t.items()}
    for i in range(GPT2["n_layer"]):
        old[f"h.{i}.attn.bias"] = ("U8", np.tri(n).reshape(1, 1, n, n))
        old[f"h.{i}.attn.masked_bias"] = np.array(-1e4)
    old["lm_head.weight"] = t["transformer.wte.weight"]
    write_folder("gpt2_old", GPT2, old, None)
    # Small numbers tell a wrong epsilon.
    small = gpt2_tensors(GPT2, 5, 0.01)
    write_folder("gpt2_small_numbers", GPT2, small, gpt2(GPT2, small, IDS), shards=3)

    t = llama_tensors(LLAMA)
    write_folder("llama", LLAMA, t, llama(LLAMA, t, IDS))
    tied = dict(LLAMA, tie_word_embeddings=True, head_dim=8, num_key_value_heads=1, rope_scaling=dict(
        rope_type="llama3", factor=4.0, low_freq_factor=1.0, high_freq_factor=4.0, original_max_position_embeddings=16))
    t = stored_as(llama_tensors(tied), "BF16")
    alone = {"lm_head.weight" if name == "model.embed_tokens.weight" else name: value for name, value in t.items()}
    write_folder("llama_31", tied, alone, llama(tied, t, IDS), "BF16")
    qwen2 = {name: value for name, value in LLAMA.items() if name != "rope_theta"}
    qwen2.update(model_type="qwen2", rope_parameters=dict(rope_type="default", rope_theta=500.0))
    t = stored_as(llama_tensors(qwen2), "F16")
    write_folder("qwen2", qwen2, t, llama(qwen2, t, IDS), "F16")

    t = bert_tensors(BERT)
    golden = bert(BERT, t, IDS)
    write_folder("bert", BERT, t, golden)
    # As the first ones were written: old names of norms, heads for training, no word of the kind of model.
    old = {name.replace("LayerNorm.weight", "LayerNorm.gamma").replace("LayerNorm.bias", "LayerNorm.beta"): value
           for name, value in t.items()}
    old["bert.embeddings.position_ids"] = ("I64", np.arange(32)[None])
    old["cls.predictions.decoder.weight"] = t["bert.embeddings.word_embeddings.weight"]
    more = Drawn(6)
    more.linear("bert.pooler.dense", 24, 24, inputs=24, bias=24)
    more.linear("cls.seq_relationship", 2, 24, inputs=24, bias=2)
    config = {name: value for name, value in BERT.items() if name not in ("model_type", "architectures", "layer_norm_eps")}
    write_folder("bert_old", dict(config, attention_probs_dropout_prob=0.1), {**old, **more.tensors}, None)
    t = distilbert_tensors(DISTILBERT)
    write_folder("distilbert", DISTILBERT, t, distilbert(DISTILBERT, t, IDS))

    t = marian_tensors(MARIAN)
    write_folder("marian", MARIAN, t, marian(MARIAN, t, np.array([7, 21, 40, 8, 0]), np.array([199, 12, 33, 12])))

    classifier_folders()
    vit_folders()
    small_folders()
    resized_halves()

    import make_foreign_newer
    make_foreign_newer.main()
    import make_foreign_tokenizers
    make_foreign_tokenizers.main(HERE)


if __name__ == "__main__":
    main()
