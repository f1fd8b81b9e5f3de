#!/usr/bin/env python3
"""Writes the folders of the newer families in tests/golden/foreign; make_foreign.py calls it.

The forward passes are written here with PyTorch's own functions, in double precision, from the tensors as they lie in
the folder, after the papers and the published modelling code of Hugging Face's transformers (the module is named at
each family); they know nothing of how Headlight reads them. Needs Debian's python3-torch and python3-sentencepiece. Run
alone, it writes its own folders again and leaves the others as they are:  tests/golden/make_foreign_newer.py
"""
import collections
import math
import re

import numpy as np
import torch
import torch.nn.functional as F

import make_foreign as old
import make_foreign_tokenizers as tokens_of

LETTERS = "abcdefghijklmnopqrstuvwxyz.,"
IDS = np.array([1, 7, 3, 20, 11, 7, 3, 15, 9])


def letters_tokenizer(pieces, around=None):
    """Every letter is a token; a space is the lower one eighth block, as in SentencePiece."""
    return dict(version="1.0", added_tokens=[], pre_tokenizer=None, post_processor=around, decoder=None,
                normalizer=dict(type="Replace", pattern={"String": " "}, content="\u2581"),
                model=dict(type="BPE", vocab={p: i for i, p in enumerate(pieces)}, merges=[], unk_token="<unk>"))


PIECES = ["<unk>", "<s>", "</s>", "\u2581", *LETTERS]


class Pass:
    """Tensors by their own names, values by Headlight's paths."""

    def __init__(self, tensors, prefix):
        self.w = {n.removeprefix(prefix): torch.tensor(np.asarray(t, "<f4"), dtype=torch.float64)
                  for n, t in tensors.items()}
        self.values = {}

    def keep(self, path, value):
        value = torch.as_tensor(value, dtype=torch.float64)
        self.values[path] = (value[:, None] if value.ndim == 1 else value).numpy()
        return value

    def linear(self, x, name):
        return F.linear(x, self.w[name + ".weight"], self.w.get(name + ".bias"))

    def layer_norm(self, x, name, epsilon):
        return F.layer_norm(x, x.shape[-1:], self.w[name + ".weight"], self.w.get(name + ".bias"), epsilon)

    def rms_norm(self, x, gain, epsilon):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + epsilon) * gain

    def attend(self, path, q, k, v, hidden, scale, cap=None):
        """One head, behind its query, key and value. hidden: True where a query may not look; scale: of the scores,
        or none; cap: what no score is beyond, or none."""
        s = self.keep(path + "scores", q @ k.T)
        if scale is not None:
            s = self.keep(path + "scaled", s * scale)
        if cap is not None:
            s = self.keep(path + "capped", torch.tanh(s / cap) * cap)
        if hidden is not None:
            s = self.keep(path + "masked", s.masked_fill(hidden, -math.inf))
        return self.keep(path + "output", self.keep(path + "weights", F.softmax(s, -1)) @ v)

    def answer(self, logits):
        self.keep("logits", logits)
        self.keep("probabilities", F.softmax(logits, -1))
        return self.values


def hidden_from(count, window=None, causal=True):
    """True hides: later keys, and those that are `window` or more tokens away."""
    behind = torch.arange(count)[:, None] - torch.arange(count)
    hidden = behind < 0 if causal else torch.zeros(count, count, dtype=torch.bool)
    return hidden | (behind.abs() >= window) if window else hidden


def turned(x, base, size=None, factor=1.0):
    """apply_rotary_pos_emb of modeling_llama and modeling_gpt_neox: x cos + rotate_half(x) sin in the first `size`
    dimensions, the others as they are. factor: inv_freq /= factor, "linear" in modeling_rope_utils."""
    size = size or x.shape[-1]
    frequencies = 1.0 / base ** (torch.arange(0, size, 2, dtype=torch.float64) / size) / factor
    angle = torch.arange(len(x), dtype=torch.float64)[:, None] * frequencies
    cos, sin = torch.cat([angle, angle], -1).cos(), torch.cat([angle, angle], -1).sin()
    own, still = x[:, :size], x[:, size:]
    half = torch.cat([-own[:, size // 2:], own[:, :size // 2]], -1)
    return torch.cat([own * cos + half * sin, still], -1)


# ---- Qwen3 (Yang et al. 2025; modeling_qwen3.py: Qwen3Attention normalizes q and k over head_dim, then turns them)
QWEN3 = dict(model_type="qwen3", architectures=["Qwen3ForCausalLM"], vocab_size=len(PIECES), hidden_size=12,
             num_hidden_layers=2, num_attention_heads=4, num_key_value_heads=2, head_dim=4, intermediate_size=20,
             hidden_act="silu", max_position_embeddings=64, rms_norm_eps=1e-6, rope_theta=1000.0,
             tie_word_embeddings=True, eos_token_id=2, use_sliding_window=False, sliding_window=None, max_window_layers=2)


def qwen3_tensors(c, seed):
    d, f, h, r = c["hidden_size"], c["intermediate_size"], c["head_dim"], old.Drawn(seed, "model.")
    heads, groups = c["num_attention_heads"], c["num_key_value_heads"]
    r.put("embed_tokens.weight", c["vocab_size"], d)
    for i in range(c["num_hidden_layers"]):
        at = f"layers.{i}."
        for part, n in (("q", heads), ("k", groups), ("v", groups)):
            r.linear(f"{at}self_attn.{part}_proj", n * h, d, inputs=d, bias=0)
        r.linear(at + "self_attn.o_proj", d, heads * h, inputs=heads * h, bias=0)
        r.norm(at + "self_attn.q_norm", h, False)
        r.norm(at + "self_attn.k_norm", h, False)
        r.linear(at + "mlp.gate_proj", f, d, inputs=d, bias=0)
        r.linear(at + "mlp.up_proj", f, d, inputs=d, bias=0)
        r.linear(at + "mlp.down_proj", d, f, inputs=f, bias=0)
        r.norm(at + "input_layernorm", d, False)
        r.norm(at + "post_attention_layernorm", d, False)
    r.norm("norm", d, False)
    return r.tensors


def qwen3(c, tensors, ids):
    p = Pass(tensors, "model.")
    heads, groups, h, eps = c["num_attention_heads"], c["num_key_value_heads"], c["head_dim"], c["rms_norm_eps"]
    p.keep("target.tokens", ids)
    x = p.keep("target.embedded", p.w["embed_tokens.weight"][ids])
    hidden = hidden_from(len(ids))
    for i in range(c["num_hidden_layers"]):
        at, own = f"decoder.{i}.", f"layers.{i}."
        y = p.keep(at + "normalized_1", p.rms_norm(x, p.w[own + "input_layernorm.weight"], eps))
        q, k, v = (p.linear(y, f"{own}self_attn.{part}_proj") for part in "qkv")
        outputs = []
        for a in range(heads):
            path, g = f"{at}self_attention.head.{a}.", a // (heads // groups)
            query = p.keep(path + "query", q[:, a * h:(a + 1) * h])
            key = p.keep(path + "key", k[:, g * h:(g + 1) * h])
            value = p.keep(path + "value", v[:, g * h:(g + 1) * h])
            query = p.keep(path + "query_normalized", p.rms_norm(query, p.w[own + "self_attn.q_norm.weight"], eps))
            key = p.keep(path + "key_normalized", p.rms_norm(key, p.w[own + "self_attn.k_norm.weight"], eps))
            query = p.keep(path + "query_rotated", turned(query, c["rope_theta"]))
            key = p.keep(path + "key_rotated", turned(key, c["rope_theta"]))
            outputs.append(p.attend(path, query, key, value, hidden, h ** -0.5))
        y = p.keep(at + "self_attention.concatenated", torch.cat(outputs, -1))
        x = p.keep(at + "residual_1", x + p.keep(at + "self_attention.projected", p.linear(y, own + "self_attn.o_proj")))
        y = p.keep(at + "normalized_2", p.rms_norm(x, p.w[own + "post_attention_layernorm.weight"], eps))
        up = p.keep(at + "feed_forward.hidden", p.linear(y, own + "mlp.up_proj"))
        gate = p.keep(at + "feed_forward.gate", p.linear(y, own + "mlp.gate_proj"))
        y = p.keep(at + "feed_forward.gated", p.keep(at + "feed_forward.activated", F.silu(gate)) * up)
        x = p.keep(at + "residual_2", x + p.keep(at + "feed_forward.output", p.linear(y, own + "mlp.down_proj")))
    x = p.keep("decoder.normalized", p.rms_norm(x, p.w["norm.weight"], eps))
    return p.answer(F.linear(x, p.w["embed_tokens.weight"]))


# ---- GPT-NeoX (Black et al. 2022, 2.1; modeling_gpt_neox.py: query_key_value.view(..., heads, 3 * head_size), the
# first rotary_pct of each head turns, x + attention(LN_1(x)) + mlp(LN_2(x)))
NEOX = dict(model_type="gpt_neox", architectures=["GPTNeoXForCausalLM"], vocab_size=len(PIECES), hidden_size=16,
            num_hidden_layers=2, num_attention_heads=2, intermediate_size=24, hidden_act="gelu", rotary_pct=0.5,
            rotary_emb_base=10000, max_position_embeddings=64, layer_norm_eps=1e-5, use_parallel_residual=True,
            tie_word_embeddings=False, eos_token_id=2)


def neox_tensors(c, seed):
    d, f, r = c["hidden_size"], c["intermediate_size"], old.Drawn(seed, "gpt_neox.")
    r.put("embed_in.weight", c["vocab_size"], d)
    for i in range(c["num_hidden_layers"]):
        at = f"layers.{i}."
        r.norm(at + "input_layernorm", d)
        r.norm(at + "post_attention_layernorm", d)
        r.linear(at + "attention.query_key_value", 3 * d, d, inputs=d, bias=3 * d)
        r.linear(at + "attention.dense", d, d, inputs=d, bias=d)
        r.linear(at + "mlp.dense_h_to_4h", f, d, inputs=d, bias=f)
        r.linear(at + "mlp.dense_4h_to_h", d, f, inputs=f, bias=d)
    r.norm("final_layer_norm", d)
    r.prefix = ""
    r.linear("embed_out", c["vocab_size"], d, inputs=d, bias=0)
    return r.tensors


def neox_buffers(c):
    """As the files of Pythia have them: masks, and the speeds of the turns."""
    n, size = c["max_position_embeddings"], int(c["hidden_size"] // c["num_attention_heads"] * c["rotary_pct"])
    own = {}
    for i in range(c["num_hidden_layers"]):
        at = f"gpt_neox.layers.{i}.attention."
        own[at + "bias"] = ("U8", np.tri(n).reshape(1, 1, n, n))
        own[at + "masked_bias"] = np.array(-1e9)
        own[at + "rotary_emb.inv_freq"] = np.ones(size // 2)
    return own


def neox(c, tensors, ids):
    p = Pass(tensors, "gpt_neox.")
    heads, eps, base = c["num_attention_heads"], c["layer_norm_eps"], c["rotary_emb_base"]
    h = c["hidden_size"] // heads
    p.keep("target.tokens", ids)
    x = p.keep("target.embedded", p.w["embed_in.weight"][ids])
    hidden = hidden_from(len(ids))
    for i in range(c["num_hidden_layers"]):
        at, own, start = f"decoder.{i}.", f"layers.{i}.", x
        y = p.keep(at + "normalized_1", p.layer_norm(x, own + "input_layernorm", eps))
        fused = p.linear(y, own + "attention.query_key_value").view(len(ids), heads, 3 * h)
        outputs = []
        for a in range(heads):
            path = f"{at}self_attention.head.{a}."
            query, key, value = fused[:, a].split(h, -1)
            p.keep(path + "query", query), p.keep(path + "key", key), p.keep(path + "value", value)
            query = p.keep(path + "query_rotated", turned(query, base, int(h * c["rotary_pct"])))
            key = p.keep(path + "key_rotated", turned(key, base, int(h * c["rotary_pct"])))
            outputs.append(p.attend(path, query, key, value, hidden, h ** -0.5))
        y = p.keep(at + "self_attention.concatenated", torch.cat(outputs, -1))
        x = p.keep(at + "residual_1", x + p.keep(at + "self_attention.projected", p.linear(y, own + "attention.dense")))
        y = start if c["use_parallel_residual"] else x
        y = p.keep(at + "normalized_2", p.layer_norm(y, own + "post_attention_layernorm", eps))
        y = p.keep(at + "feed_forward.hidden", p.linear(y, own + "mlp.dense_h_to_4h"))
        y = p.keep(at + "feed_forward.activated", F.gelu(y))
        x = p.keep(at + "residual_2", x + p.keep(at + "feed_forward.output", p.linear(y, own + "mlp.dense_4h_to_h")))
    x = p.keep("decoder.normalized", p.layer_norm(x, "final_layer_norm", eps))
    return p.answer(p.linear(x, "embed_out"))


# ---- GPT-Neo (modeling_gpt_neo.py: GPTNeoSelfAttention multiplies queries and keys and divides by nothing; "local"
# layers hide keys that are window_size or more tokens back)
NEO = dict(model_type="gpt_neo", architectures=["GPTNeoForCausalLM"], vocab_size=len(PIECES), hidden_size=12,
           num_layers=3, num_heads=3, intermediate_size=None, activation_function="gelu_new",
           max_position_embeddings=32, window_size=3, attention_types=[[["global", "local"], 1], [["global"], 1]],
           layer_norm_epsilon=1e-5, eos_token_id=2)


def neo_tensors(c, seed):
    d, r = c["hidden_size"], old.Drawn(seed, "transformer.")
    r.put("wte.weight", c["vocab_size"], d)
    r.put("wpe.weight", c["max_position_embeddings"], d, scale=0.5)
    for i in range(c["num_layers"]):
        at = f"h.{i}."
        r.norm(at + "ln_1", d)
        for part in "kvq":
            r.linear(f"{at}attn.attention.{part}_proj", d, d, inputs=d, bias=0)
        r.linear(at + "attn.attention.out_proj", d, d, inputs=d, bias=d)
        r.norm(at + "ln_2", d)
        r.linear(at + "mlp.c_fc", 4 * d, d, inputs=d, bias=4 * d)
        r.linear(at + "mlp.c_proj", d, 4 * d, inputs=4 * d, bias=d)
    r.norm("ln_f", d)
    return r.tensors


def neo_buffers(c):
    n = c["max_position_embeddings"]
    return {**{f"transformer.h.{i}.attn.attention.bias": ("U8", np.tri(n).reshape(1, 1, n, n))
               for i in range(c["num_layers"])},
            **{f"transformer.h.{i}.attn.attention.masked_bias": np.array(-1e9) for i in range(c["num_layers"])}}


def neo(c, tensors, ids):
    p = Pass(tensors, "transformer.")
    heads, eps = c["num_heads"], c["layer_norm_epsilon"]
    h = c["hidden_size"] // heads
    kinds = [kind for some, times in c["attention_types"] for _ in range(times) for kind in some]
    p.keep("target.tokens", ids)
    x = p.keep("target.embedded", p.w["wte.weight"][ids])
    x = p.keep("target.input", x + p.keep("target.positions", p.w["wpe.weight"][:len(ids)]))
    for i in range(c["num_layers"]):
        at, own = f"decoder.{i}.", f"h.{i}."
        hidden = hidden_from(len(ids), c["window_size"] if kinds[i] == "local" else None)
        y = p.keep(at + "normalized_1", p.layer_norm(x, own + "ln_1", eps))
        q, k, v = (p.linear(y, f"{own}attn.attention.{part}_proj") for part in "qkv")
        outputs = []
        for a in range(heads):
            path = f"{at}self_attention.head.{a}."
            query, key, value = (p.keep(path + name, t[:, a * h:(a + 1) * h])
                                 for name, t in (("query", q), ("key", k), ("value", v)))
            outputs.append(p.attend(path, query, key, value, hidden, None))
        y = p.keep(at + "self_attention.concatenated", torch.cat(outputs, -1))
        y = p.keep(at + "self_attention.projected", p.linear(y, own + "attn.attention.out_proj"))
        x = p.keep(at + "residual_1", x + y)
        y = p.keep(at + "normalized_2", p.layer_norm(x, own + "ln_2", eps))
        y = p.keep(at + "feed_forward.hidden", p.linear(y, own + "mlp.c_fc"))
        # NewGELUActivation
        y = p.keep(at + "feed_forward.activated",
                   0.5 * y * (1.0 + torch.tanh(math.sqrt(2.0 / math.pi) * (y + 0.044715 * torch.pow(y, 3.0)))))
        x = p.keep(at + "residual_2", x + p.keep(at + "feed_forward.output", p.linear(y, own + "mlp.c_proj")))
    x = p.keep("decoder.normalized", p.layer_norm(x, "ln_f", eps))
    return p.answer(F.linear(x, p.w["wte.weight"]))


# ---- RoBERTa (Liu et al. 2019; modeling_roberta.py: create_position_ids_from_input_ids counts from padding_idx + 1;
# RobertaLMHead: dense, gelu, layer_norm, decoder with the embedding's weight; RobertaClassificationHead: the first
# token, dense, tanh, out_proj)
ROBERTA_PIECES = ["<s>", "<pad>", "</s>", "<unk>", "<mask>", "\u2581", *LETTERS]
ROBERTA = dict(model_type="roberta", architectures=["RobertaForMaskedLM"], vocab_size=len(ROBERTA_PIECES), hidden_size=12,
               num_hidden_layers=1, num_attention_heads=2, intermediate_size=20, hidden_act="gelu",
               max_position_embeddings=34, type_vocab_size=1, layer_norm_eps=1e-5, pad_token_id=1, bos_token_id=0,
               eos_token_id=2)
ROBERTA_IDS = np.array([0, 9, 20, 5, 4, 12, 2])
ROBERTA_AROUND = dict(type="RobertaProcessing", sep=["</s>", 2], cls=["<s>", 0], trim_offsets=True, add_prefix_space=False)
ROBERTA_ADDED = [dict(id=4, content="<mask>", single_word=False, lstrip=True, rstrip=False, normalized=False, special=True)]


def roberta_tensors(c, seed, labels=None, of_text=False):
    d, f, r = c["hidden_size"], c["intermediate_size"], old.Drawn(seed, "roberta.")
    r.put("embeddings.word_embeddings.weight", c["vocab_size"], d)
    r.put("embeddings.position_embeddings.weight", c["max_position_embeddings"], d, scale=0.5)
    r.put("embeddings.token_type_embeddings.weight", c["type_vocab_size"], d, scale=0.5)
    r.norm("embeddings.LayerNorm", d)
    for i in range(c["num_hidden_layers"]):
        at = f"encoder.layer.{i}."
        for part in ("self.query", "self.key", "self.value", "output.dense"):
            r.linear(at + "attention." + part, d, d, inputs=d, bias=d)
        r.norm(at + "attention.output.LayerNorm", d)
        r.linear(at + "intermediate.dense", f, d, inputs=d, bias=f)
        r.linear(at + "output.dense", d, f, inputs=f, bias=d)
        r.norm(at + "output.LayerNorm", d)
    r.prefix = ""
    if of_text:
        r.linear("classifier.dense", d, d, inputs=d, bias=d)
        r.linear("classifier.out_proj", len(labels), d, inputs=d, bias=len(labels))
    elif labels:
        r.linear("classifier", len(labels), d, inputs=d, bias=len(labels))
    else:
        r.linear("lm_head.dense", d, d, inputs=d, bias=d)
        r.norm("lm_head.layer_norm", d)
        r.put("lm_head.bias", c["vocab_size"], scale=0.3)
    return r.tensors


def roberta(c, tensors, ids):
    p = Pass(tensors, "roberta.")
    x = roberta_body(c, p, ids)
    if "classifier.out_proj.weight" in p.w:
        y = p.keep("pooled", p.linear(p.keep("first_token", x[:1]), "classifier.dense"))
        return p.answer(p.linear(p.keep("pooled_activated", torch.tanh(y)), "classifier.out_proj"))
    if "classifier.weight" in p.w:
        return p.answer(p.linear(x, "classifier"))
    y = p.keep("transformed_activated", F.gelu(p.keep("transformed", p.linear(x, "lm_head.dense"))))
    y = p.keep("transformed_normalized", p.layer_norm(y, "lm_head.layer_norm", c["layer_norm_eps"]))
    return p.answer(F.linear(y, p.w["embeddings.word_embeddings.weight"], p.w["lm_head.bias"]))


def roberta_body(c, p, ids):
    """What a head reads."""
    eps, heads = c["layer_norm_eps"], c["num_attention_heads"]
    h = c["hidden_size"] // heads
    places = torch.arange(len(ids)) + c["pad_token_id"] + 1
    p.keep("source.tokens", ids)
    x = p.keep("source.embedded", p.w["embeddings.word_embeddings.weight"][ids])
    p.keep("source.types", torch.zeros(len(ids)))
    types = p.keep("source.type_vectors", p.w["embeddings.token_type_embeddings.weight"][[0] * len(ids)])
    x = p.keep("source.typed", x + types)
    x = p.keep("source.input", x + p.keep("source.positions", p.w["embeddings.position_embeddings.weight"][places]))
    x = p.keep("source.normalized", p.layer_norm(x, "embeddings.LayerNorm", eps))
    for i in range(c["num_hidden_layers"]):
        at, own = f"encoder.{i}.", f"encoder.layer.{i}."
        q, k, v = (p.linear(x, own + "attention.self." + part) for part in ("query", "key", "value"))
        outputs = []
        for a in range(heads):
            path = f"{at}self_attention.head.{a}."
            query, key, value = (p.keep(path + name, t[:, a * h:(a + 1) * h])
                                 for name, t in (("query", q), ("key", k), ("value", v)))
            outputs.append(p.attend(path, query, key, value, None, h ** -0.5))
        y = p.keep(at + "self_attention.concatenated", torch.cat(outputs, -1))
        y = p.keep(at + "residual_1", x + p.keep(at + "self_attention.projected",
                                                 p.linear(y, own + "attention.output.dense")))
        x = p.keep(at + "normalized_1", p.layer_norm(y, own + "attention.output.LayerNorm", eps))
        y = p.keep(at + "feed_forward.activated",
                   F.gelu(p.keep(at + "feed_forward.hidden", p.linear(x, own + "intermediate.dense"))))
        y = p.keep(at + "residual_2", x + p.keep(at + "feed_forward.output", p.linear(y, own + "output.dense")))
        x = p.keep(at + "normalized_2", p.layer_norm(y, own + "output.LayerNorm", eps))
    return x


# ---- Gemma 2 and 3 (modeling_gemma2.py, modeling_gemma3.py: RMSNorm gives x * rsqrt(...) * (1 + weight); the
# embedding times hidden_size ** 0.5; four norms a layer; scaling = query_pre_attn_scalar ** -0.5; Gemma 2: tanh caps of
# scores and logits, even layers slide; Gemma 3: q_norm and k_norm, layer i is whole where (i + 1) % pattern == 0,
# rope_local_base_freq in layers that slide)
GEMMA2 = dict(model_type="gemma2", architectures=["Gemma2ForCausalLM"], vocab_size=len(PIECES), hidden_size=12,
              num_hidden_layers=2, num_attention_heads=4, num_key_value_heads=2, head_dim=4, intermediate_size=20,
              hidden_activation="gelu_pytorch_tanh", max_position_embeddings=64, rms_norm_eps=1e-6, rope_theta=1000.0,
              query_pre_attn_scalar=9, attn_logit_softcapping=2.0, final_logit_softcapping=3.0, sliding_window=3,
              eos_token_id=1)
GEMMA3 = {**{name: value for name, value in GEMMA2.items() if "softcapping" not in name}, "model_type": "gemma3_text",
          "architectures": ["Gemma3ForCausalLM"], "num_hidden_layers": 3, "sliding_window_pattern": 3,
          "rope_local_base_freq": 50.0, "attn_logit_softcapping": None, "final_logit_softcapping": None}

# As the models from 4B on are published: the part that reads texts has an object of its own, and the names are those of
# transformers before version 4.52.
GEMMA3_4B = {**GEMMA3, "rope_scaling": {"factor": 8.0, "rope_type": "linear"}}

GEMMA1 = {**{name: value for name, value in GEMMA2.items()
             if "softcapping" not in name and name not in ("query_pre_attn_scalar", "sliding_window")},
          "model_type": "gemma", "architectures": ["GemmaForCausalLM"], "num_key_value_heads": 1}


def gemma_tensors(c, seed):
    d, f, h, r = c["hidden_size"], c["intermediate_size"], c["head_dim"], old.Drawn(seed, "model.")
    heads, groups = c["num_attention_heads"], c["num_key_value_heads"]
    norm = lambda name, size: r.put(name + ".weight", size, scale=0.2)
    r.put("embed_tokens.weight", c["vocab_size"], d, scale=0.4)
    for i in range(c["num_hidden_layers"]):
        at = f"layers.{i}."
        for part, n in (("q", heads), ("k", groups), ("v", groups)):
            r.linear(f"{at}self_attn.{part}_proj", n * h, d, inputs=d, bias=0)
        r.linear(at + "self_attn.o_proj", d, heads * h, inputs=heads * h, bias=0)
        if c["model_type"] == "gemma3_text":
            norm(at + "self_attn.q_norm", h)
            norm(at + "self_attn.k_norm", h)
        r.linear(at + "mlp.gate_proj", f, d, inputs=d, bias=0)
        r.linear(at + "mlp.up_proj", f, d, inputs=d, bias=0)
        r.linear(at + "mlp.down_proj", d, f, inputs=f, bias=0)
        # modeling_gemma.py: the norm before the feed-forward layer is called after the attention.
        for name in ("input", "post_attention", "pre_feedforward", "post_feedforward")[:2 if c["model_type"] == "gemma" else 4]:
            norm(f"{at}{name}_layernorm", d)
    norm("norm", d)
    return r.tensors


def gemma(c, tensors, ids):
    p = Pass(tensors, "model.")
    heads, groups, h, three = c["num_attention_heads"], c["num_key_value_heads"], c["head_dim"], c["model_type"] == "gemma3_text"
    norm = lambda x, name: p.rms_norm(x, 1.0 + p.w[name + ".weight"], c["rms_norm_eps"])
    one = c["model_type"] == "gemma"
    pattern = 1 if one else c["sliding_window_pattern"] if three else 2
    p.keep("target.tokens", ids)
    x = p.keep("target.embedded", p.w["embed_tokens.weight"][ids])
    x = p.keep("target.scaled", x * c["hidden_size"] ** 0.5)
    for i in range(c["num_hidden_layers"]):
        at, own = f"decoder.{i}.", f"layers.{i}."
        slides = (i + 1) % pattern != 0
        base = c["rope_local_base_freq"] if three and slides else c["rope_theta"]
        # modular_gemma3.py: rope_scaling is of the layers that see all; those that slide have their own base alone.
        factor = 1.0 if slides else (c.get("rope_scaling") or {}).get("factor", 1.0)
        hidden = hidden_from(len(ids), c["sliding_window"] if slides else None)
        y = p.keep(at + "normalized_1", norm(x, own + "input_layernorm"))
        q, k, v = (p.linear(y, f"{own}self_attn.{part}_proj") for part in "qkv")
        outputs = []
        for a in range(heads):
            path, g = f"{at}self_attention.head.{a}.", a // (heads // groups)
            query = p.keep(path + "query", q[:, a * h:(a + 1) * h])
            key = p.keep(path + "key", k[:, g * h:(g + 1) * h])
            value = p.keep(path + "value", v[:, g * h:(g + 1) * h])
            if three:
                query = p.keep(path + "query_normalized", norm(query, own + "self_attn.q_norm"))
                key = p.keep(path + "key_normalized", norm(key, own + "self_attn.k_norm"))
            query = p.keep(path + "query_rotated", turned(query, base, factor=factor))
            key = p.keep(path + "key_rotated", turned(key, base, factor=factor))
            outputs.append(p.attend(path, query, key, value, hidden, c.get("query_pre_attn_scalar", h) ** -0.5,
                                    c.get("attn_logit_softcapping")))
        y = p.keep(at + "self_attention.concatenated", torch.cat(outputs, -1))
        y = p.keep(at + "self_attention.projected", p.linear(y, own + "self_attn.o_proj"))
        if not one:
            y = p.keep(at + "output_normalized_1", norm(y, own + "post_attention_layernorm"))
        x = p.keep(at + "residual_1", x + y)
        y = p.keep(at + "normalized_2", norm(x, own + ("post_attention" if one else "pre_feedforward") + "_layernorm"))
        up = p.keep(at + "feed_forward.hidden", p.linear(y, own + "mlp.up_proj"))
        gate = p.keep(at + "feed_forward.gate", p.linear(y, own + "mlp.gate_proj"))
        gate = p.keep(at + "feed_forward.activated",
                      0.5 * gate * (1 + torch.tanh(math.sqrt(2 / math.pi) * (gate + 0.044715 * gate ** 3))))
        y = p.keep(at + "feed_forward.output", p.linear(p.keep(at + "feed_forward.gated", gate * up), own + "mlp.down_proj"))
        if not one:
            y = p.keep(at + "output_normalized_2", norm(y, own + "post_feedforward_layernorm"))
        x = p.keep(at + "residual_2", x + y)
    x = p.keep("decoder.normalized", norm(x, "norm"))
    logits = F.linear(x, p.w["embed_tokens.weight"])
    cap = c.get("final_logit_softcapping")
    return p.answer(logits if cap is None else torch.tanh(p.keep("uncapped", logits) / cap) * cap)


def gemma3_with_pictures():
    t = gemma_tensors(GEMMA3_4B, 70)
    golden = gemma(GEMMA3_4B, t, IDS)
    pictures = old.Drawn(71)
    pictures.linear("vision_tower.vision_model.encoder.layers.0.self_attn.q_proj", 6, 6, inputs=6, bias=6)
    pictures.put("multi_modal_projector.mm_input_projection_weight", 6, 12)
    pictures.put("multi_modal_projector.mm_soft_emb_norm.weight", 6)
    c = dict(model_type="gemma3", architectures=["Gemma3ForConditionalGeneration"], eos_token_id=[2, 1], mm_tokens_per_image=4,
             text_config={name: value for name, value in GEMMA3_4B.items() if name not in ("architectures", "eos_token_id")},
             vision_config=dict(model_type="siglip_vision_model", hidden_size=6, num_hidden_layers=1))
    write("gemma3_4b", c, {"language_model." + name: value for name, value in t.items()}, golden, extra=pictures.tensors)


# ---- MPNet (Song et al. 2020; modeling_mpnet.py: MPNetEmbeddings without types, positions from padding_idx + 1;
# MPNetSelfAttention adds position_bias to q k^T / sqrt(d); compute_position_bias, one table for all layers;
# relative_position_bucket is T5's with both directions; MPNetLMHead as in RoBERTa)
MPNET = dict(model_type="mpnet", architectures=["MPNetForMaskedLM"], vocab_size=len(ROBERTA_PIECES), hidden_size=12,
             num_hidden_layers=2, num_attention_heads=2, intermediate_size=20, hidden_act="gelu", max_position_embeddings=34,
             layer_norm_eps=1e-5, pad_token_id=1, bos_token_id=0, eos_token_id=2, relative_attention_num_buckets=32)
MPNET_NAMES = (("attention.self.query", "attention.attn.q"), ("attention.self.key", "attention.attn.k"),
               ("attention.self.value", "attention.attn.v"), ("attention.output.dense", "attention.attn.o"),
               ("attention.output.LayerNorm", "attention.LayerNorm"))


def mpnet_tensors(c, seed, head=True):
    own = {}
    for name, value in roberta_tensors(dict(c, type_vocab_size=1), seed).items():
        if "token_type" in name or not head and not name.startswith("roberta."):
            continue
        for roberta_name, mpnet_name in MPNET_NAMES:
            name = name.replace(roberta_name, mpnet_name)
        own[name.replace("roberta.", "mpnet." if head else "")] = value
    r = old.Drawn(seed + 1, "mpnet." if head else "")
    r.put("encoder.relative_attention_bias.weight", 32, c["num_attention_heads"])
    return {**own, **r.tensors}


def mpnet(c, tensors, ids, pools=False):
    p, heads, eps = Pass(tensors, "mpnet."), c["num_attention_heads"], c["layer_norm_eps"]
    h = c["hidden_size"] // heads
    places = torch.arange(len(ids))
    p.keep("source.tokens", ids)
    x = p.keep("source.embedded", p.w["embeddings.word_embeddings.weight"][ids])
    own = p.w["embeddings.position_embeddings.weight"][places + c["pad_token_id"] + 1]
    x = p.keep("source.input", x + p.keep("source.positions", own))
    x = p.keep("source.normalized", p.layer_norm(x, "embeddings.LayerNorm", eps))
    biases = p.w["encoder.relative_attention_bias.weight"][bucket(places[None, :] - places[:, None], True)]
    for i in range(c["num_hidden_layers"]):
        at, own = f"encoder.{i}.", f"encoder.layer.{i}."
        q, k, v = (p.linear(x, own + "attention.attn." + part) for part in "qkv")
        outputs = []
        for a in range(heads):
            path = f"{at}self_attention.head.{a}."
            query, key, value = (p.keep(path + name, t[:, a * h:(a + 1) * h])
                                 for name, t in (("query", q), ("key", k), ("value", v)))
            s = p.keep(path + "scaled", p.keep(path + "scores", query @ key.T) / math.sqrt(h))
            s = p.keep(path + "biased", s + p.keep(path + "position_bias", biases[:, :, a]))
            outputs.append(p.keep(path + "output", p.keep(path + "weights", F.softmax(s, -1)) @ value))
        y = p.keep(at + "self_attention.concatenated", torch.cat(outputs, -1))
        y = p.keep(at + "residual_1", x + p.keep(at + "self_attention.projected", p.linear(y, own + "attention.attn.o")))
        x = p.keep(at + "normalized_1", p.layer_norm(y, own + "attention.LayerNorm", eps))
        y = p.keep(at + "feed_forward.activated",
                   F.gelu(p.keep(at + "feed_forward.hidden", p.linear(x, own + "intermediate.dense"))))
        y = p.keep(at + "residual_2", x + p.keep(at + "feed_forward.output", p.linear(y, own + "output.dense")))
        x = p.keep(at + "normalized_2", p.layer_norm(y, own + "output.LayerNorm", eps))
    if pools:
        p.keep("sentence_shares", torch.full((1, len(ids)), 1.0 / len(ids), dtype=torch.float64))
        p.keep("unit", torch.full((1, len(x[0])), len(x[0]) ** -0.5, dtype=torch.float64))
        p.keep("sentence_unit", F.normalize(p.keep("sentence", x.mean(0, keepdim=True)), p=2, dim=1))
        return p.values
    y = p.keep("transformed_activated", F.gelu(p.keep("transformed", p.linear(x, "lm_head.dense"))))
    y = p.keep("transformed_normalized", p.layer_norm(y, "lm_head.layer_norm", eps))
    return p.answer(F.linear(y, p.w["embeddings.word_embeddings.weight"], p.w["lm_head.bias"]))


def mpnet_folders():
    t = mpnet_tensors(MPNET, 72)
    more = {"lm_head.decoder.weight": t["mpnet.embeddings.word_embeddings.weight"], "lm_head.decoder.bias": t["lm_head.bias"]}
    tokenizer = dict(letters_tokenizer(ROBERTA_PIECES, ROBERTA_AROUND), added_tokens=ROBERTA_ADDED)
    old.write_json(old.write_folder("mpnet", MPNET, t, mpnet(MPNET, t, ROBERTA_IDS), extra=more) / "tokenizer.json", tokenizer)
    # As sentence-transformers publishes it: the body alone, though config.json names a head. The words of BERT stand
    # behind four of its own.
    pieces = ["<s>", "<pad>", "</s>", "<unk>", *(old.HERE / "bert" / "vocab.txt").read_text("utf-8").split("\n")[:-1], "<mask>"]
    c = dict(MPNET, vocab_size=len(pieces))
    t = mpnet_tensors(c, 74, head=False)
    pooler = old.Drawn(75)
    pooler.linear("pooler.dense", 12, 12, inputs=12, bias=12)
    folder = old.write_folder("mpnet_sentence", c, t, mpnet(c, t, np.array([0, 21, 9, 48, 9, 120, 13, 2]), True), extra=pooler.tensors)
    (folder / "vocab.txt").write_text("\n".join(pieces) + "\n", encoding="utf-8")
    old.write_json(folder / "modules.json", [
        dict(idx=i, name=str(i), path="" if i == 0 else f"{i}_{step}", type=f"sentence_transformers.models.{step}")
        for i, step in enumerate(["Transformer", "Pooling", "Normalize"])])
    (folder / "1_Pooling").mkdir(exist_ok=True)
    old.write_json(folder / "1_Pooling" / "config.json", dict(word_embedding_dimension=12, pooling_mode_cls_token=False,
                                                              pooling_mode_mean_tokens=True))


def roberta_folders():
    tokenizer = dict(letters_tokenizer(ROBERTA_PIECES, ROBERTA_AROUND), added_tokens=ROBERTA_ADDED)
    template = dict(type="TemplateProcessing", special_tokens={
        name: dict(id=name, ids=[n], tokens=[name]) for name, n in (("<s>", 0), ("</s>", 2))}, pair=[], single=[
            dict(SpecialToken=dict(id="<s>", type_id=0)), dict(Sequence=dict(id="A", type_id=0)),
            dict(SpecialToken=dict(id="</s>", type_id=0))])
    c, t = ROBERTA, roberta_tensors(ROBERTA, 44)
    more = {"lm_head.decoder.weight": t["roberta.embeddings.word_embeddings.weight"], "lm_head.decoder.bias": t["lm_head.bias"]}
    old.write_json(old.write_folder("roberta", c, t, roberta(c, t, ROBERTA_IDS), extra=more) / "tokenizer.json", tokenizer)
    for name, kind, head, labels in (
            ("camembert_classes", "camembert", "CamembertForSequenceClassification", ["bad", "good"]),
            ("xlm_roberta_tags", "xlm-roberta", "XLMRobertaForTokenClassification", ["O", "NAME", "PLACE"])):
        c = dict(ROBERTA, model_type=kind, architectures=[head], id2label={str(i): n for i, n in enumerate(labels)})
        t = roberta_tensors(c, 45, labels, "Sequence" in head)
        folder = old.write_folder(name, c, t, roberta(c, t, ROBERTA_IDS))
        old.write_json(folder / "tokenizer.json", dict(tokenizer, post_processor=template))


# ---- Encoders without a head, as sentence-transformers saves them (Reimers and Gurevych 2019, section 3; Pooling.py:
# pooling_mode_mean_tokens, the sum of all rows by their number, special tokens among them; pooling_mode_cls_token,
# token_embeddings[:, 0]; Normalize.py: F.normalize(..., p=2, dim=1)). BERT's own positions begin at 0.
SENTENCE = dict(ROBERTA, model_type="bert", architectures=["BertModel"], vocab_size=200, max_position_embeddings=32,
                type_vocab_size=2, layer_norm_eps=1e-12, pad_token_id=0, num_hidden_layers=2)


def sentence_folders():
    for name, mode, module, ids in (("sentence_mean", "mean_tokens", True, [2, 17, 5, 44, 5, 131, 9, 3]),
                                    ("sentence_first", "cls_token", False, [2, 60, 61, 3])):
        c, ids = SENTENCE, np.array(ids)
        t = {n.removeprefix("roberta."): x for n, x in roberta_tensors(c, 60).items() if n.startswith("roberta.")}
        pooler = old.Drawn(61)
        pooler.linear("pooler.dense", 12, 12, inputs=12, bias=12)
        p = Pass(t, "")
        x = roberta_body(dict(c, pad_token_id=-1), p, ids)
        if mode == "cls_token":
            x = p.keep("sentence", x[:1])
        else:
            shares = p.keep("sentence_shares", torch.full((1, len(ids)), 1.0 / len(ids), dtype=torch.float64))
            x = p.keep("sentence", x.mean(0, keepdim=True))
            assert torch.allclose(x, shares @ torch.as_tensor(p.values["encoder.1.normalized_2"]))
        if module:
            p.keep("unit", torch.full((1, 12), 12 ** -0.5, dtype=torch.float64))
            p.keep("sentence_unit", F.normalize(x, p=2, dim=1))
        folder = old.write_folder(name, c, t, p.values, extra=pooler.tensors)
        steps = ["Transformer", "Pooling"] + ["Normalize"] * module
        old.write_json(folder / "modules.json", [
            dict(idx=i, name=str(i), path="" if i == 0 else f"{i}_{step}", type=f"sentence_transformers.models.{step}")
            for i, step in enumerate(steps)])
        (folder / "1_Pooling").mkdir(exist_ok=True)
        old.write_json(folder / "1_Pooling" / "config.json", dict(word_embedding_dimension=12, **{
            "pooling_mode_" + each: each == mode for each in ("cls_token", "mean_tokens", "max_tokens", "mean_sqrt_len_tokens")}))
        (folder / "vocab.txt").write_bytes((old.HERE / "bert" / "vocab.txt").read_bytes())


# ---- CLIP (Radford et al. 2021; modeling_clip.py: CLIPVisionTransformer with pre_layrnorm, and post_layernorm of the
# class token; CLIPTextTransformer, causal, the row of the end token; CLIPModel.forward: both projected, divided by their
# norms, multiplied, times logit_scale.exp(); softmax over the texts; quick_gelu is x * sigmoid(1.702 * x))
CLIP = dict(model_type="clip", architectures=["CLIPModel"], projection_dim=10, logit_scale_init_value=2.6592, vision_config=dict(
    hidden_size=12, intermediate_size=20, num_hidden_layers=2, num_attention_heads=2, image_size=12, patch_size=4,
    hidden_act="quick_gelu", layer_norm_eps=1e-5), text_config=dict(
    hidden_size=8, intermediate_size=14, num_hidden_layers=2, num_attention_heads=2, max_position_embeddings=24,
    hidden_act="quick_gelu", layer_norm_eps=1e-5))


def clip_tensors(c, seed):
    r, v, t = old.Drawn(seed), c["vision_config"], c["text_config"]
    r.put("vision_model.embeddings.class_embedding", v["hidden_size"])
    r.linear("vision_model.embeddings.patch_embedding", v["hidden_size"], 3, v["patch_size"], v["patch_size"],
             inputs=3 * v["patch_size"] ** 2, bias=0)
    r.put("vision_model.embeddings.position_embedding.weight", (v["image_size"] // v["patch_size"]) ** 2 + 1,
          v["hidden_size"], scale=0.5)
    r.put("text_model.embeddings.token_embedding.weight", t["vocab_size"], t["hidden_size"])
    r.put("text_model.embeddings.position_embedding.weight", t["max_position_embeddings"], t["hidden_size"], scale=0.5)
    for part, own in (("vision_model.", v), ("text_model.", t)):
        d, f = own["hidden_size"], own["intermediate_size"]
        for i in range(own["num_hidden_layers"]):
            at = f"{part}encoder.layers.{i}."
            for name in ("q", "k", "v", "out"):
                r.linear(f"{at}self_attn.{name}_proj", d, d, inputs=d, bias=d)
            r.norm(at + "layer_norm1", d)
            r.norm(at + "layer_norm2", d)
            r.linear(at + "mlp.fc1", f, d, inputs=d, bias=f)
            r.linear(at + "mlp.fc2", d, f, inputs=f, bias=d)
    for name, d in (("vision_model.pre_layrnorm", v["hidden_size"]), ("vision_model.post_layernorm", v["hidden_size"]),
                    ("text_model.final_layer_norm", t["hidden_size"])):
        r.norm(name, d)
    r.linear("visual_projection", c["projection_dim"], v["hidden_size"], inputs=v["hidden_size"], bias=0)
    r.linear("text_projection", c["projection_dim"], t["hidden_size"], inputs=t["hidden_size"], bias=0)
    r.tensors["logit_scale"] = np.array(np.float32(c["logit_scale_init_value"]), float)
    return r.tensors


def clip_layers(p, own, stack, part, x, keep, masks):
    """CLIPEncoderLayer, as often as there are. masks: (name, True where a query may not look), one after another."""
    heads, eps, d = own["num_attention_heads"], own["layer_norm_eps"], own["hidden_size"]
    h = d // heads
    for i in range(own["num_hidden_layers"]):
        at, names = f"{stack}.{i}.", f"{part}encoder.layers.{i}."
        y = keep(at + "normalized_1", p.layer_norm(x, names + "layer_norm1", eps))
        outputs = []
        for a in range(heads):
            path, own_columns = f"{at}self_attention.head.{a}.", slice(a * h, (a + 1) * h)
            q, k, v = (keep(path + name, p.linear(y, f"{names}self_attn.{letter}_proj")[:, own_columns])
                       for name, letter in (("query", "q"), ("key", "k"), ("value", "v")))
            s = keep(path + "scaled", keep(path + "scores", q @ k.T) * h ** -0.5)
            for name, hidden in masks:
                s = keep(path + name, s.masked_fill(hidden, -math.inf))
            outputs.append(keep(path + "output", keep(path + "weights", F.softmax(s, -1)) @ v))
        y = keep(at + "self_attention.concatenated", torch.cat(outputs, -1))
        x = keep(at + "residual_1", x + keep(at + "self_attention.projected", p.linear(y, names + "self_attn.out_proj")))
        y = keep(at + "normalized_2", p.layer_norm(x, names + "layer_norm2", eps))
        y = keep(at + "feed_forward.hidden", p.linear(y, names + "mlp.fc1"))
        y = keep(at + "feed_forward.activated", y * torch.sigmoid(1.702 * y))
        x = keep(at + "residual_2", x + keep(at + "feed_forward.output", p.linear(y, names + "mlp.fc2")))
    return x


def clip_text(p, own, tokens, projection):
    """One text alone, to its vector of length 1."""
    n = len(tokens)
    x = p.w["text_model.embeddings.token_embedding.weight"][tokens] + p.w["text_model.embeddings.position_embedding.weight"][:n]
    x = clip_layers(p, own, "", "text_model.", x, lambda _, value: value, [("", hidden_from(n))])
    x = p.layer_norm(x, "text_model.final_layer_norm", own["layer_norm_eps"])[n - 1:]
    return F.normalize(p.linear(x, projection), p=2, dim=1)


def clip(c, tensors, pixels, texts):
    """pixels [3, side, side], scaled; texts: the tokens of each."""
    p, v, t, shared = Pass(tensors, ""), c["vision_config"], c["text_config"], c["projection_dim"]
    p.keep("unit", torch.full((1, shared), shared ** -0.5, dtype=torch.float64))
    p.keep("picture", torch.as_tensor(pixels.reshape(3, -1).T.copy()))
    x = F.conv2d(torch.as_tensor(pixels)[None], p.w["vision_model.embeddings.patch_embedding.weight"], stride=v["patch_size"])
    x = p.keep("features.grid", x[0].flatten(1).T)
    x = p.keep("source.with_class", torch.cat([p.w["vision_model.embeddings.class_embedding"][None], x]))
    x = p.keep("source.input", x + p.keep("source.positions", p.w["vision_model.embeddings.position_embedding.weight"]))
    x = p.keep("source.normalized", p.layer_norm(x, "vision_model.pre_layrnorm", v["layer_norm_eps"]))
    x = clip_layers(p, v, "encoder", "vision_model.", x, p.keep, [])
    pooled = p.layer_norm(x[:1], "vision_model.post_layernorm", v["layer_norm_eps"])
    p.keep("encoder.normalized", p.layer_norm(x, "vision_model.post_layernorm", v["layer_norm_eps"]))
    y = p.keep("picture_projected", p.linear(p.keep("encoder.class_token", pooled), "visual_projection"))
    picture = p.keep("picture_unit", F.normalize(y, p=2, dim=1))
    # All texts in one matrix.
    tokens = np.concatenate(texts)
    places, numbers = (torch.tensor(np.concatenate(each)) for each in (
        [np.arange(len(each)) for each in texts], [np.full(len(each), i) for i, each in enumerate(texts)]))
    p.keep("target.tokens", tokens)
    x = p.keep("target.embedded", p.w["text_model.embeddings.token_embedding.weight"][tokens])
    p.keep("target.places", places)
    x = p.keep("target.input", x + p.keep("target.positions", p.w["text_model.embeddings.position_embedding.weight"][places]))
    p.keep("target.sentences", numbers)
    x = clip_layers(p, t, "decoder", "text_model.", x, p.keep,
                    [("masked", hidden_from(len(tokens))), ("separated", numbers[:, None] != numbers)])
    x = p.keep("decoder.normalized", p.layer_norm(x, "text_model.final_layer_norm", t["layer_norm_eps"]))
    ends = np.cumsum([len(each) for each in texts]) - 1
    p.keep("text_ends", torch.tensor(ends))
    x = p.keep("text_projected", p.linear(p.keep("text_end", x[ends]), "text_projection"))
    x = p.keep("text_unit", F.normalize(x, p=2, dim=1))
    alone = torch.cat([clip_text(p, t, each, "text_projection") for each in texts])
    assert (x - alone).abs().max() < 1e-12, "texts do not see each other"
    return p.answer(p.keep("cosines", picture @ x.T) * p.w["logit_scale"].exp())


def clip_folder():
    letters = list(tokens_of.byte_letters().values())
    words = collections.Counter(w for line in tokens_of.SENTENCES for w in re.findall(r"[a-z]+", line.lower()))
    start = {w: (*w[:-1], w[-1] + "</w>") for w in words}
    merges = tokens_of.learn_pairs({start[w]: n for w, n in words.items()}, 60)
    pieces = [*letters, *(a + "</w>" for a in letters), *(a + b for a, b in merges), "<|startoftext|>", "<|endoftext|>"]
    vocab = {p: i for i, p in enumerate(pieces)}
    first, last = len(pieces) - 2, len(pieces) - 1
    # As in the tokenizer.json of openai/clip-vit-base-patch32.
    added = [dict(id=vocab[name], content=name, single_word=False, lstrip=False, rstrip=False, normalized=normalized,
                  special=True) for name, normalized in (("<|startoftext|>", True), ("<|endoftext|>", False))]
    tokenizer = dict(
        version="1.0", truncation=None, padding=None, added_tokens=added, decoder=None,
        normalizer=dict(type="Sequence", normalizers=[dict(type="NFC"), dict(
            type="Replace", pattern={"Regex": r"\s+"}, content=" "), dict(type="Lowercase")]),
        pre_tokenizer=dict(type="Sequence", pretokenizers=[
            dict(type="Split", pattern={"Regex": r"'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+"},
                 behavior="Removed", invert=True),
            dict(type="ByteLevel", add_prefix_space=False, trim_offsets=True)]),
        post_processor=dict(type="RobertaProcessing", sep=["<|endoftext|>", last], cls=["<|startoftext|>", first],
                            trim_offsets=False, add_prefix_space=False),
        model=dict(type="BPE", dropout=None, unk_token="<|endoftext|>", continuing_subword_prefix="",
                   end_of_word_suffix="</w>", fuse_unk=False, vocab=vocab, merges=[f"{a} {b}" for a, b in merges]))
    c = dict(CLIP, text_config=dict(CLIP["text_config"], vocab_size=len(pieces), bos_token_id=first, eos_token_id=last))
    lot, side = np.random.default_rng(62), CLIP["vision_config"]["image_size"]
    texts = [np.concatenate([[first], lot.integers(0, first, n), [last]]) for n in (3, 1, 5)]
    t = clip_tensors(c, 63)
    mean, deviation = [0.48145466, 0.4578275, 0.40821073], [0.26862954, 0.26130258, 0.27577711]
    pixels = ((lot.integers(0, 256, (side * side, 3)) / 255 - mean) / deviation).T.reshape(3, side, side)
    buffers = {f"{part}.embeddings.position_ids": ("I64", np.arange(n)[None]) for part, n in (("text_model", 24),
                                                                                            ("vision_model", 10))}
    folder = old.write_folder("clip", c, t, clip(c, t, pixels, texts), extra=buffers)
    old.write_json(folder / "tokenizer.json", tokenizer)
    old.write_json(folder / "preprocessor_config.json", dict(
        crop_size=side, do_center_crop=True, do_normalize=True, do_resize=True, image_mean=mean, image_std=deviation,
        resample=3, size=side))


# ---- ModernBERT (Warner et al. 2024; modeling_modernbert.py: no attn_norm in layer 0; Wqkv.view(..., 3, heads,
# head_dim); act(input) * gate of Wi(x).chunk(2); local layers see |i - j| <= local_attention // 2 and turn with
# local_rope_theta; head: norm(act(dense(x))))
MODERN = dict(model_type="modernbert", architectures=["ModernBertForMaskedLM"], vocab_size=len(ROBERTA_PIECES),
              hidden_size=12, num_hidden_layers=3, num_attention_heads=3, intermediate_size=20, hidden_activation="gelu",
              max_position_embeddings=64, norm_eps=1e-5, norm_bias=False, attention_bias=False, mlp_bias=False,
              decoder_bias=True, classifier_bias=False, global_attn_every_n_layers=2, local_attention=4,
              global_rope_theta=1000.0, local_rope_theta=50.0, pad_token_id=1, bos_token_id=0, eos_token_id=2)


def modern_tensors(c, seed):
    d, f, r = c["hidden_size"], c["intermediate_size"], old.Drawn(seed, "model.")
    r.put("embeddings.tok_embeddings.weight", c["vocab_size"], d)
    r.norm("embeddings.norm", d, False)
    for i in range(c["num_hidden_layers"]):
        at = f"layers.{i}."
        if i > 0:
            r.norm(at + "attn_norm", d, False)
        r.linear(at + "attn.Wqkv", 3 * d, d, inputs=d, bias=0)
        r.linear(at + "attn.Wo", d, d, inputs=d, bias=0)
        r.norm(at + "mlp_norm", d, False)
        r.linear(at + "mlp.Wi", 2 * f, d, inputs=d, bias=0)
        r.linear(at + "mlp.Wo", d, f, inputs=f, bias=0)
    r.norm("final_norm", d, False)
    r.prefix = ""
    r.linear("head.dense", d, d, inputs=d, bias=0)
    r.norm("head.norm", d, False)
    r.put("decoder.bias", c["vocab_size"], scale=0.3)
    return r.tensors


def modern(c, tensors, ids):
    p, eps, heads = Pass(tensors, "model."), c["norm_eps"], c["num_attention_heads"]
    h = c["hidden_size"] // heads
    p.keep("source.tokens", ids)
    x = p.keep("source.embedded", p.w["embeddings.tok_embeddings.weight"][ids])
    x = p.keep("source.normalized", p.layer_norm(x, "embeddings.norm", eps))
    for i in range(c["num_hidden_layers"]):
        at, own, local = f"encoder.{i}.", f"layers.{i}.", i % c["global_attn_every_n_layers"] != 0
        y = p.keep(at + "normalized_1", p.layer_norm(x, own + "attn_norm", eps)) if i > 0 else x
        qkv = p.linear(y, own + "attn.Wqkv").view(len(ids), 3, heads, h)
        hidden = hidden_from(len(ids), c["local_attention"] // 2 + 1, False) if local else None
        base = c["local_rope_theta"] if local else c["global_rope_theta"]
        outputs = []
        for a in range(heads):
            path = f"{at}self_attention.head.{a}."
            query, key, value = (p.keep(path + name, qkv[:, n, a]) for n, name in enumerate(("query", "key", "value")))
            query, key = p.keep(path + "query_rotated", turned(query, base)), p.keep(path + "key_rotated", turned(key, base))
            outputs.append(p.attend(path, query, key, value, hidden, h ** -0.5))
        y = p.keep(at + "self_attention.concatenated", torch.cat(outputs, -1))
        x = p.keep(at + "residual_1", x + p.keep(at + "self_attention.projected", p.linear(y, own + "attn.Wo")))
        y = p.keep(at + "normalized_2", p.layer_norm(x, own + "mlp_norm", eps))
        given, gate = p.linear(y, own + "mlp.Wi").chunk(2, -1)
        p.keep(at + "feed_forward.gate", given), p.keep(at + "feed_forward.hidden", gate)
        y = p.keep(at + "feed_forward.gated", p.keep(at + "feed_forward.activated", F.gelu(given)) * gate)
        x = p.keep(at + "residual_2", x + p.keep(at + "feed_forward.output", p.linear(y, own + "mlp.Wo")))
    x = p.keep("encoder.normalized", p.layer_norm(x, "final_norm", eps))
    y = p.keep("transformed_activated", F.gelu(p.keep("transformed", p.linear(x, "head.dense"))))
    y = p.keep("transformed_normalized", p.layer_norm(y, "head.norm", eps))
    return p.answer(F.linear(y, p.w["embeddings.tok_embeddings.weight"], p.w["decoder.bias"]))


# ---- T5 (Raffel et al. 2020, 2.1; modeling_t5.py: T5Attention adds position_bias to q k^T and divides by nothing;
# _relative_position_bucket; the bias of block 0 for all blocks; tied: sequence_output * d_model ** -0.5)
T5_PIECES = ["<pad>", "</s>", "<unk>", "\u2581", *LETTERS]
T5 = dict(model_type="t5", architectures=["T5ForConditionalGeneration"], vocab_size=len(T5_PIECES), d_model=12, d_kv=4,
          d_ff=20, num_layers=2, num_decoder_layers=2, num_heads=2, relative_attention_num_buckets=32,
          relative_attention_max_distance=128, layer_norm_epsilon=1e-6, feed_forward_proj="relu",
          tie_word_embeddings=True, pad_token_id=0, eos_token_id=1, decoder_start_token_id=0, n_positions=300)


def t5_tensors(c, seed):
    d, f, h, r = c["d_model"], c["d_ff"], c["num_heads"] * c["d_kv"], old.Drawn(seed)
    r.put("shared.weight", c["vocab_size"], d)

    def attention(at, bias):
        for part in "qkv":
            r.put(f"{at}.{part}.weight", h, d, scale=0.8 * d ** -0.5)
        r.put(at + ".o.weight", d, h, scale=h ** -0.5)
        if bias:
            r.put(at + ".relative_attention_bias.weight", 32, c["num_heads"])

    for side, count in (("encoder", c["num_layers"]), ("decoder", c["num_decoder_layers"])):
        for i in range(count):
            at, last = f"{side}.block.{i}.layer.", 1 if side == "encoder" else 2
            attention(at + "0.SelfAttention", i == 0)
            if side == "decoder":
                attention(at + "1.EncDecAttention", False)
            for part in ("wi",) if c["feed_forward_proj"] == "relu" else ("wi_0", "wi_1"):
                r.linear(f"{at}{last}.DenseReluDense.{part}", f, d, inputs=d, bias=0)
            r.linear(f"{at}{last}.DenseReluDense.wo", d, f, inputs=f, bias=0)
            for n in range(last + 1):
                r.norm(f"{at}{n}.layer_norm", d, False)
        r.norm(side + ".final_layer_norm", d, False)
    if not c["tie_word_embeddings"]:
        r.linear("lm_head", c["vocab_size"], d, inputs=d, bias=0)
    return r.tensors


def bucket(position, both):
    """_relative_position_bucket of modeling_t5, of key - query."""
    count, first = 32, 0
    if both:
        count //= 2
        first = (position > 0).long() * count
        position = position.abs()
    else:
        position = -torch.min(position, torch.zeros_like(position))
    exact = count // 2
    far = exact + (torch.log(position.float() / exact) / math.log(128 / exact) * (count - exact)).long()
    return first + torch.where(position < exact, position, torch.min(far, torch.full_like(far, count - 1)))


def t5(c, tensors, source, target):
    p, heads, h, eps = Pass(tensors, ""), c["num_heads"], c["d_kv"], c["layer_norm_epsilon"]

    def norm(x, name):
        return p.rms_norm(x, p.w[name + ".weight"], eps)

    def attention(path, own, x, read, biases=None, hidden=None):
        q, k, v = p.linear(x, own + ".q"), p.linear(read, own + ".k"), p.linear(read, own + ".v")
        outputs = []
        for a in range(heads):
            at = f"{path}.head.{a}."
            query, key, value = (p.keep(at + name, t[:, a * h:(a + 1) * h])
                                 for name, t in (("query", q), ("key", k), ("value", v)))
            s = p.keep(at + "scores", query @ key.T)
            if biases is not None:
                s = p.keep(at + "biased", s + p.keep(at + "position_bias", biases[:, :, a]))
            if hidden is not None:
                s = p.keep(at + "masked", s.masked_fill(hidden, -math.inf))
            outputs.append(p.keep(at + "output", p.keep(at + "weights", F.softmax(s, -1)) @ value))
        return p.keep(path + ".projected", p.linear(p.keep(path + ".concatenated", torch.cat(outputs, -1)), own + ".o"))

    def feed_forward(at, own, x):
        own += ".DenseReluDense."
        if c["feed_forward_proj"] == "relu":
            y = p.keep(at + "feed_forward.activated", F.relu(p.keep(at + "feed_forward.hidden", p.linear(x, own + "wi"))))
        else:
            up = p.keep(at + "feed_forward.hidden", p.linear(x, own + "wi_1"))
            gate = p.keep(at + "feed_forward.gate", p.linear(x, own + "wi_0"))
            gate = p.keep(at + "feed_forward.activated",
                          0.5 * gate * (1 + torch.tanh(math.sqrt(2 / math.pi) * (gate + 0.044715 * gate ** 3))))
            y = p.keep(at + "feed_forward.gated", gate * up)
        return p.keep(at + "feed_forward.output", p.linear(y, own + "wo"))

    def stack(side, stream, ids, count, read=None):
        p.keep(stream + ".tokens", ids)
        x = p.keep(stream + ".embedded", p.w["shared.weight"][ids])
        places = torch.arange(len(ids))
        table = p.w[side + ".block.0.layer.0.SelfAttention.relative_attention_bias.weight"]
        biases = table[bucket(places[None, :] - places[:, None], side == "encoder")]
        hidden = hidden_from(len(ids)) if side == "decoder" else None
        for i in range(count):
            at, own, n = f"{side}.{i}.", f"{side}.block.{i}.layer.", 1
            y = p.keep(at + "normalized_1", norm(x, own + "0.layer_norm"))
            x = p.keep(at + "residual_1", x + attention(at + "self_attention", own + "0.SelfAttention", y, y, biases, hidden))
            if read is not None:
                n = 2
                y = p.keep(at + "normalized_2", norm(x, own + "1.layer_norm"))
                x = p.keep(at + "residual_2", x + attention(at + "cross_attention", own + "1.EncDecAttention", y, read))
            y = p.keep(f"{at}normalized_{n + 1}", norm(x, f"{own}{n}.layer_norm"))
            x = p.keep(f"{at}residual_{n + 1}", x + feed_forward(at, own + str(n), y))
        return p.keep(side + ".normalized", norm(x, side + ".final_layer_norm"))

    read = stack("encoder", "source", source, c["num_layers"])
    x = stack("decoder", "target", target, c["num_decoder_layers"], read)
    if c["tie_word_embeddings"]:
        return p.answer(F.linear(p.keep("divided", x * c["d_model"] ** -0.5), p.w["shared.weight"]))
    return p.answer(p.linear(x, "lm_head"))


def t5_folders():
    end = dict(type="TemplateProcessing", special_tokens={"</s>": dict(id="</s>", ids=[1], tokens=["</s>"])}, pair=[],
               single=[dict(Sequence=dict(id="A", type_id=0)), dict(SpecialToken=dict(id="</s>", type_id=0))])
    source, target = np.array([5, 9, 3, 12, 30, 7, 1]), np.array([0, 7, 11, 20])
    # Far enough for every distance that has a row.
    long = np.random.default_rng(50).integers(3, len(T5_PIECES), 140)
    for name, c, seed, ids in (("t5", T5, 48, source),
                               ("t5_gated", dict(T5, feed_forward_proj="gated-gelu", tie_word_embeddings=False, d_kv=6), 49,
                                source),
                               ("t5_far", dict(T5, num_layers=1, num_decoder_layers=1, num_heads=1), 51, long)):
        t = t5_tensors(c, seed)
        golden = t5(c, t, ids, target)
        if name == "t5_far":
            golden = {path: golden[path] for path in ("source.tokens", "target.tokens",
                                                      "encoder.0.self_attention.head.0.position_bias")}
        folder = old.write_folder(name, c, t, golden)
        old.write_json(folder / "tokenizer.json", letters_tokenizer(T5_PIECES, end))


def write(name, config, tensors, golden, **more):
    old.write_json(old.write_folder(name, config, tensors, golden, **more) / "tokenizer.json", letters_tokenizer(PIECES))


def main():
    t = qwen3_tensors(QWEN3, 40)
    write("qwen3", QWEN3, t, qwen3(QWEN3, t, IDS))
    t = neox_tensors(NEOX, 41)
    write("gpt_neox", NEOX, t, neox(NEOX, t, IDS), extra=neox_buffers(NEOX))
    # One after the other, all dimensions turn, in the words of version 5.
    c = dict(NEOX, use_parallel_residual=False, rope_parameters=dict(rope_type="default", rope_theta=500.0,
                                                                     partial_rotary_factor=1.0))
    t = neox_tensors(c, 42)
    write("gpt_neox_in_turn", c, t, neox(dict(c, rotary_pct=1.0, rotary_emb_base=500.0), t, IDS))
    t = neo_tensors(NEO, 43)
    write("gpt_neo", NEO, t, neo(NEO, t, IDS), extra=neo_buffers(NEO))
    # The same as torch.save() writes it: tied tensors and views share a storage.
    folder = old.HERE / "gpt_neo_torch"
    folder.mkdir(exist_ok=True)
    own = {n: torch.from_numpy(np.array(x, "<f4")) for n, x in t.items()}
    own["lm_head.weight"] = own["transformer.wte.weight"]
    both = torch.cat([own["transformer.ln_f.weight"], own["transformer.ln_f.bias"]])
    own["transformer.ln_f.weight"], own["transformer.ln_f.bias"] = both.chunk(2)
    own["transformer.h.0.attn.attention.bias"] = torch.ones(1, 1, 4, 4, dtype=torch.bool).tril()
    torch.save(own, folder / "pytorch_model.bin")
    for name in ("config.json", "tokenizer.json"):
        (folder / name).write_bytes((old.HERE / "gpt_neo" / name).read_bytes())
    t = gemma_tensors(GEMMA1, 48)
    write("gemma", GEMMA1, t, gemma(GEMMA1, t, IDS))
    t = gemma_tensors(GEMMA2, 46)
    write("gemma2", GEMMA2, t, gemma(GEMMA2, t, IDS))
    t = gemma_tensors(GEMMA3, 47)
    write("gemma3", GEMMA3, t, gemma(GEMMA3, t, IDS))
    roberta_folders()
    c, t = MODERN, modern_tensors(MODERN, 52)
    tokenizer = dict(letters_tokenizer(ROBERTA_PIECES, ROBERTA_AROUND), added_tokens=ROBERTA_ADDED)
    old.write_json(old.write_folder("modernbert", c, t, modern(c, t, ROBERTA_IDS)) / "tokenizer.json", tokenizer)
    t5_folders()
    sentence_folders()
    clip_folder()
    gemma3_with_pictures()
    mpnet_folders()


if __name__ == "__main__":
    main()
