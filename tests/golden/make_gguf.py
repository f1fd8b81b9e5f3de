"""The same models as GGUF files: writes foreign/gguf/*.gguf from the folders beside it, and a folder for Q8_0.

From the specification (github.com/ggml-org/ggml, docs/gguf.md) and from what llama.cpp's scripts do with each kind
of model (github.com/ggml-org/llama.cpp, conversion/), with Python's own library alone: python3 make_gguf.py
"""

import json
import math
import random
import struct
from array import array
from pathlib import Path

HERE = Path(__file__).parent / "foreign"
OUT = HERE / "gguf"

U32, I32, F32, BOOL, TEXT, LIST = 4, 5, 6, 7, 8, 9
TYPES = {"F32": 0, "F16": 1, "Q8_0": 8, "BF16": 30}
ALIGNMENT = 32


def read_safetensors(path):
    """{name: (shape, [float, ...])}"""
    data = path.read_bytes()
    size = struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8 : 8 + size])
    tensors = {}
    for name, about in header.items():
        if name == "__metadata__":
            continue
        begin, end = about["data_offsets"]
        own = data[8 + size + begin : 8 + size + end]
        if about["dtype"] == "BF16":
            own = b"".join(b"\0\0" + own[i : i + 2] for i in range(0, len(own), 2))
        if about["dtype"] == "F16":
            own = array("f", [each for (each,) in struct.iter_unpack("<e", own)]).tobytes()
        tensors[name.removeprefix("module._orig_mod.")] = (about["shape"], list(array("f", own)))
    return tensors


def write_safetensors(path, tensors):
    header, numbers = {}, b""
    for name, (shape, values) in tensors.items():
        own = array("f", values).tobytes()
        header[name] = {"dtype": "F32", "shape": shape, "data_offsets": [len(numbers), len(numbers) + len(own)]}
        numbers += own
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + numbers)


def text(value):
    own = value.encode()
    return struct.pack("<Q", len(own)) + own


def value(kind, what):
    if kind == TEXT:
        return text(what)
    return struct.pack({U32: "<I", I32: "<i", F32: "<f", BOOL: "<?"}[kind], what)


def key(name, kind, what, of=None):
    if kind == LIST:
        return text(name) + struct.pack("<IIQ", LIST, of, len(what)) + b"".join(value(of, each) for each in what)
    return text(name) + struct.pack("<I", kind) + value(kind, what)


def halves(values):
    return b"".join(struct.pack("<e", each) for each in values)


def upper_halves(values):
    """To the nearest, ties to even."""
    out = []
    for each in values:
        bits = struct.unpack("<I", struct.pack("<f", each))[0]
        out.append(struct.pack("<H", (bits + 0x7FFF + (bits >> 16 & 1)) >> 16))
    return b"".join(out)


def blocks(values):
    """32 numbers are a scale of 16 bits and as many whole numbers of a byte."""
    out = b""
    for at in range(0, len(values), 32):
        own = values[at : at + 32]
        scale = max(abs(each) for each in own) / 127
        whole = [round(each / scale) if scale else 0 for each in own]
        out += struct.pack("<e", scale) + struct.pack("<32b", *whole)
    return out


def from_blocks(values):
    out = []
    for at in range(0, len(values), 32):
        own = blocks(values[at : at + 32])
        scale = struct.unpack("<e", own[:2])[0]
        out += [scale * each for each in struct.unpack("<32b", own[2:])]
    return out


BYTES = {"F32": lambda values: array("f", values).tobytes(), "F16": halves, "BF16": upper_halves, "Q8_0": blocks}


def write_gguf(name, keys, tensors, stored="F32"):
    """`tensors`: {name: (shape, values)}, outermost axis first. What has one axis is stored as F32."""
    infos, data = b"", b""
    for tensor, (shape, values) in tensors.items():
        own = stored if len(shape) > 1 else "F32"
        data += b"\0" * (-len(data) % ALIGNMENT)
        infos += text(tensor) + struct.pack("<I", len(shape))
        infos += b"".join(struct.pack("<Q", length) for length in reversed(shape))
        infos += struct.pack("<IQ", TYPES[own], len(data))
        data += BYTES[own](values)
    head = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(keys)) + b"".join(key(*each) for each in keys) + infos
    OUT.mkdir(exist_ok=True)
    (OUT / f"{name}.gguf").write_bytes(head + b"\0" * (-len(head) % ALIGNMENT) + data)


# What a script of llama.cpp's does with a model before it writes it.


def turned(shape, values):
    rows, cols = shape
    return [cols, rows], [values[r * cols + c] for c in range(cols) for r in range(rows)]


def in_pairs(shape, values, heads):
    """weights.reshape(heads, 2, rows / heads / 2, cols).swapaxes(1, 2): what turns together, side by side."""
    cols = len(values) // shape[0]
    size = shape[0] // heads
    rows = [h * size + half * (size // 2) + i for h in range(heads) for i in range(size // 2) for half in (0, 1)]
    return shape, [each for r in rows for each in values[r * cols : (r + 1) * cols]]


def apart(shape, values, heads):
    """Of query, key and value in each head: all queries, all keys, all values."""
    cols = len(values) // shape[0]
    size = shape[0] // heads // 3
    rows = [h * 3 * size + part * size + i for part in range(3) for h in range(heads) for i in range(size)]
    return shape, [each for r in rows for each in values[r * cols : (r + 1) * cols]]


def single(each):
    return array("f", [each])[0]


LLAMA = {
    "model.embed_tokens": "token_embd",
    "model.norm": "output_norm",
    "lm_head": "output",
    "input_layernorm": "attn_norm",
    "post_attention_layernorm": "ffn_norm",
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "self_attn.q_norm": "attn_q_norm",
    "self_attn.k_norm": "attn_k_norm",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
}
GEMMA = dict(
    LLAMA,
    post_attention_layernorm="post_attention_norm",
    pre_feedforward_layernorm="ffn_norm",
    post_feedforward_layernorm="post_ffw_norm",
)
GPT2 = {
    "wte": "token_embd",
    "wpe": "position_embd",
    "ln_f": "output_norm",
    "ln_1": "attn_norm",
    "ln_2": "ffn_norm",
    "attn.c_attn": "attn_qkv",
    "attn.c_proj": "attn_output",
    "mlp.c_fc": "ffn_up",
    "mlp.c_proj": "ffn_down",
}
NEOX = {
    "gpt_neox.embed_in": "token_embd",
    "gpt_neox.final_layer_norm": "output_norm",
    "embed_out": "output",
    "input_layernorm": "attn_norm",
    "post_attention_layernorm": "ffn_norm",
    "attention.query_key_value": "attn_qkv",
    "attention.dense": "attn_output",
    "mlp.dense_h_to_4h": "ffn_up",
    "mlp.dense_4h_to_h": "ffn_down",
}

BERT = {
    "embeddings.word_embeddings": "token_embd",
    "embeddings.token_type_embeddings": "token_types",
    "embeddings.position_embeddings": "position_embd",
    "embeddings.LayerNorm": "token_embd_norm",
    "attention.self.query": "attn_q",
    "attention.self.key": "attn_k",
    "attention.self.value": "attn_v",
    "attention.output.dense": "attn_output",
    "attention.output.LayerNorm": "attn_output_norm",
    "intermediate.dense": "ffn_up",
    "output.dense": "ffn_down",
    "output.LayerNorm": "layer_output_norm",
}


def renamed(names, name):
    stem, ending = name.rsplit(".", 1)
    for prefix in ("model.layers.", "transformer.h.", "gpt_neox.layers.", "encoder.layer.", "h."):
        if stem.startswith(prefix):
            layer, rest = stem[len(prefix) :].split(".", 1)
            return f"blk.{layer}.{names[rest]}.{ending}"
    return f"{names[stem.removeprefix('transformer.')]}.{ending}"


def converted(architecture, config, tensors):
    names = {"gpt2": GPT2, "gptneox": NEOX, "gemma2": GEMMA, "gemma3": GEMMA, "bert": BERT}.get(architecture, LLAMA)
    heads = config.get("num_attention_heads", config.get("n_head"))
    tied = config.get("tie_word_embeddings", architecture in ("gpt2", "gemma", "gemma2", "gemma3"))
    if tied and "lm_head.weight" in tensors:  # a folder may have the one tensor under either name
        head = tensors.pop("lm_head.weight")
        tensors.setdefault("model.embed_tokens.weight" if architecture != "gpt2" else "wte.weight", head)
    out = {}
    for name, (shape, values) in tensors.items():
        if name.endswith((".attn.bias", ".attn.masked_bias", ".attention.bias", ".attention.masked_bias", ".inv_freq")):
            continue
        if architecture == "bert" and name.startswith("pooler."):
            continue
        if architecture == "llama" and ".q_proj." in name:
            shape, values = in_pairs(shape, values, heads)
        if architecture == "llama" and ".k_proj." in name:
            shape, values = in_pairs(shape, values, config.get("num_key_value_heads", heads))
        if architecture.startswith("gemma") and name.endswith("norm.weight"):
            values = [single(each + 1) for each in values]
        if architecture == "gpt2" and name.endswith((".c_attn.weight", ".c_proj.weight", ".c_fc.weight")):
            shape, values = turned(shape, values)
        if architecture == "gptneox" and ".query_key_value." in name:
            shape, values = apart(shape, values, heads)
        out[renamed(names, name)] = (shape, values)
    rope = config.get("rope_scaling")
    if rope and rope["rope_type"] == "llama3":
        out["rope_freqs.weight"] = slower_turns(config, rope)
    return out


def slower_turns(config, rope):
    size, factor = config["head_dim"], rope["factor"]
    low, high = rope["low_freq_factor"], rope["high_freq_factor"]
    length, out = rope["original_max_position_embeddings"], []
    for at in range(0, size, 2):
        wave = 2 * math.pi * config["rope_theta"] ** (at / size)
        if wave < length / high:
            out.append(1.0)
        elif wave > length / low:
            out.append(factor)
        else:
            share = (length / wave - low) / (high - low)
            out.append(1 / ((1 - share) / factor + share))
    return [len(out)], out


def about(architecture, config):
    """The keys of a model, as its script writes them."""
    own = [("general.architecture", TEXT, architecture), ("general.name", TEXT, "small and random")]

    def add(name, kind, what):
        if what is not None:
            own.append((f"{architecture}.{name}", kind, what))

    size = config.get("hidden_size", config.get("n_embd"))
    heads = config.get("num_attention_heads", config.get("n_head"))
    add("context_length", U32, config.get("max_position_embeddings", config.get("n_positions")))
    add("embedding_length", U32, size)
    add("block_count", U32, config.get("num_hidden_layers", config.get("n_layer")))
    add("feed_forward_length", U32, config.get("intermediate_size", config.get("n_inner") or 4 * size))
    add("attention.head_count", U32, heads)
    if architecture in ("gpt2", "gptneox", "bert"):
        add("attention.layer_norm_epsilon", F32, config.get("layer_norm_epsilon", config.get("layer_norm_eps")))
    else:
        add("attention.head_count_kv", U32, config.get("num_key_value_heads", heads))
        add("attention.layer_norm_rms_epsilon", F32, config["rms_norm_eps"])
        add("rope.freq_base", F32, config.get("rope_theta", config.get("rope_parameters", {}).get("rope_theta")))
        head = config.get("head_dim")
        add("attention.key_length", U32, head)
        add("attention.value_length", U32, head)
        add("rope.dimension_count", U32, head or size // heads)
        add("attention.sliding_window", U32, config.get("sliding_window"))
        add("attention.sliding_window_pattern", U32, config.get("sliding_window_pattern"))
        add("rope.freq_base_swa", F32, config.get("rope_local_base_freq"))
        add("attn_logit_softcapping", F32, config.get("attn_logit_softcapping"))
        add("final_logit_softcapping", F32, config.get("final_logit_softcapping"))
        rope = config.get("rope_scaling")
        if rope and rope["rope_type"] == "linear":
            add("rope.scaling.type", TEXT, "linear")
            add("rope.scaling.factor", F32, rope["factor"])
        elif rope:
            add("rope.scaling.original_context_length", U32, rope["original_max_position_embeddings"])
    if architecture == "bert":
        add("attention.causal", BOOL, False)
        add("pooling_type", U32, 2)
    if architecture == "gptneox":
        add("rope.dimension_count", U32, int(config["rotary_pct"] * (size // heads)))
        add("use_parallel_residual", BOOL, config["use_parallel_residual"])
    end = config.get("eos_token_id", 0)
    own.append(("tokenizer.ggml.eos_token_id", U32, end[0] if isinstance(end, list) else end))
    return own


def letters(words):
    """Pieces of one letter each, for folders that have only these."""
    kinds = [2, 3, 3] + [1] * (len(words) - 3)
    return [
        ("tokenizer.ggml.model", TEXT, "llama"),
        ("tokenizer.ggml.tokens", LIST, words, TEXT),
        ("tokenizer.ggml.scores", LIST, [-float(i) for i in range(len(words))], F32),
        ("tokenizer.ggml.token_type", LIST, kinds, I32),
        ("tokenizer.ggml.add_bos_token", BOOL, False),
        ("tokenizer.ggml.add_space_prefix", BOOL, False),
    ]


def word_pieces(folder):
    """BertModel.set_vocab: a piece within a word has no mark, one that begins a word that of SentencePiece."""
    lines = (folder / "vocab.txt").read_text("utf-8").split("\n")[:-1]
    control = [each.startswith("[") and each.endswith("]") for each in lines]
    mark = lambda each: each[2:] if each.startswith("##") else "\u2581" + each
    words = [each if is_control else mark(each) for each, is_control in zip(lines, control)]
    return [
        ("tokenizer.ggml.model", TEXT, "bert"),
        ("tokenizer.ggml.tokens", LIST, words, TEXT),
        ("tokenizer.ggml.token_type", LIST, [3 if each else 1 for each in control], I32),
        ("tokenizer.ggml.token_type_count", U32, 2),
    ]


def byte_pairs(vocabulary, merges, control, pre, begin=None):
    tokens = [None] * len(vocabulary)
    for token, number in vocabulary.items():
        tokens[number] = token
    kinds = [3 if token in control else 1 for token in tokens]
    keys = [
        ("tokenizer.ggml.model", TEXT, "gpt2"),
        ("tokenizer.ggml.pre", TEXT, pre),
        ("tokenizer.ggml.tokens", LIST, tokens, TEXT),
        ("tokenizer.ggml.token_type", LIST, kinds, I32),
        ("tokenizer.ggml.merges", LIST, merges, TEXT),
    ]
    if begin is not None:
        keys.append(("tokenizer.ggml.bos_token_id", U32, begin))
    return keys


def pieces(path):
    """A SentencePiece file's pieces: in the messages of field 1, a text, a score and a kind."""
    data, at, out = path.read_bytes(), 0, []

    def varint():
        nonlocal at
        number, shift = 0, 0
        while True:
            byte = data[at]
            at += 1
            number |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return number

    while at < len(data):
        tag = varint()
        if tag & 7 != 2:
            raise ValueError("a field of another kind")
        end = varint() + at
        piece = ["", 0.0, 1]
        while tag >> 3 == 1 and at < end:
            inner = varint()
            if inner >> 3 == 1:
                size = varint()
                piece[0] = data[at : at + size].decode()
                at += size
            elif inner >> 3 == 2:
                piece[1] = struct.unpack("<f", data[at : at + 4])[0]
                at += 4
            else:
                piece[2] = varint()
        if tag >> 3 == 1:
            out.append(piece)
        at = end
    return [
        ("tokenizer.ggml.model", TEXT, "llama"),
        ("tokenizer.ggml.tokens", LIST, [piece[0] for piece in out], TEXT),
        ("tokenizer.ggml.scores", LIST, [piece[1] for piece in out], F32),
        ("tokenizer.ggml.token_type", LIST, [piece[2] for piece in out], I32),
        ("tokenizer.ggml.bos_token_id", U32, 1),
    ]


def words_of(folder, config):
    if (folder / "tokenizer.model").exists():
        return pieces(folder / "tokenizer.model")
    if (folder / "vocab.txt").exists():
        return word_pieces(folder)
    if (folder / "vocab.json").exists():
        vocabulary = json.loads((folder / "vocab.json").read_text())
        merges = [line for line in (folder / "merges.txt").read_text().splitlines() if not line.startswith("#")]
        return byte_pairs(vocabulary, [each for each in merges if each], ["<|endoftext|>"], "gpt-2")
    if folder.name == "qwen2":  # the same pieces
        return pieces(HERE / "llama_31" / "tokenizer.model")
    own = json.loads((folder / "tokenizer.json").read_text())
    vocabulary = dict(own["model"]["vocab"])
    if not own["model"]["merges"]:
        return letters(list(vocabulary))
    for added in own["added_tokens"]:
        vocabulary[added["content"]] = added["id"]
    merges = [each if isinstance(each, str) else " ".join(each) for each in own["model"]["merges"]]
    control = [added["content"] for added in own["added_tokens"]]
    return byte_pairs(vocabulary, merges, control, "llama-bpe", own["added_tokens"][0]["id"])


def convert(architecture, name, stored="F32", to=None):
    folder = HERE / name
    config = json.loads((folder / "config.json").read_text())
    tensors = read_safetensors(folder / "model.safetensors")
    if "text_config" in config:  # the part that reads texts is a file of its own
        config = dict(config["text_config"], eos_token_id=config["eos_token_id"])
        part = "language_model."
        tensors = {n.removeprefix(part): each for n, each in tensors.items() if n.startswith(part)}
    tensors = converted(architecture, config, tensors)
    keys = about(architecture, config) + words_of(folder, config)
    write_gguf(to or name, keys, tensors, stored)


def quantized():
    """Rows of whole blocks: the numbers that Q8_0 keeps, as a folder, and the file."""
    folder = HERE / "llama_blocks"
    folder.mkdir(exist_ok=True)
    config = dict(
        json.loads((HERE / "mistral_window" / "config.json").read_text()),
        model_type="llama",
        architectures=["LlamaForCausalLM"],
        hidden_size=32,
        num_attention_heads=4,
        num_key_value_heads=2,
        num_hidden_layers=1,
        intermediate_size=64,
        tie_word_embeddings=True,
        head_dim=8,
    )
    config.pop("sliding_window", None)
    random.seed(81)
    shapes = {"model.embed_tokens.weight": [config["vocab_size"], 32], "model.norm.weight": [32]}
    for part, shape in {
        "input_layernorm": [32],
        "self_attn.q_proj": [32, 32],
        "self_attn.k_proj": [16, 32],
        "self_attn.v_proj": [16, 32],
        "self_attn.o_proj": [32, 32],
        "post_attention_layernorm": [32],
        "mlp.gate_proj": [64, 32],
        "mlp.up_proj": [64, 32],
        "mlp.down_proj": [32, 64],
    }.items():
        shapes[f"model.layers.0.{part}.weight"] = shape
    tensors = {}
    for name, shape in shapes.items():
        numbers = [single(random.gauss(0, 0.3)) for _ in range(math.prod(shape))]
        if len(shape) == 1:
            numbers = [single(1 + each) for each in numbers]
        tensors[name] = (shape, from_blocks(numbers) if len(shape) > 1 else numbers)
    write_safetensors(folder / "model.safetensors", tensors)
    (folder / "config.json").write_text(json.dumps(config))
    (folder / "tokenizer.json").write_bytes((HERE / "mistral_window" / "tokenizer.json").read_bytes())
    keys = about("llama", config) + words_of(folder, config)
    write_gguf("llama_blocks", keys, converted("llama", config, tensors), "Q8_0")


if __name__ == "__main__":
    for model in ("gpt2", "llama", "qwen3", "gemma", "gemma2", "gemma3", "gemma3_4b"):
        convert(model.split("_")[0], model)
    convert("llama", "llama_31", "BF16")
    convert("qwen2", "qwen2", "F16")
    convert("bert", "sentence_first")
    convert("llama", "mistral_window")
    convert("gptneox", "gpt_neox")
    convert("llama", "llama", "F16", "llama_f16")
    convert("qwen3", "qwen3", "BF16", "qwen3_bf16")
    quantized()
