"""Attention in a notebook, shown by Headlight.

    import headlight
    headlight.show(model, tokenizer, "The animal didn't cross the street")
    headlight.show(weights, tokens)
    trace = headlight.trace("bears.safetensors")

One file: put it beside the notebook, or on Python's path. It needs NumPy and the program `headlight`, on the
PATH or named by the variable HEADLIGHT. To show something it also needs Headlight as a page, headlight.html,
which `./run.sh --web` makes; the program finds it where it was built, HEADLIGHT_PAGE names another one.
"""

import html
import json
import os
import shutil
import struct
import subprocess
import tempfile
from pathlib import Path

import numpy as np

__all__ = ["show", "trace", "Page", "Trace"]

# What Headlight computes itself from a folder, with every step: names of config.model_type.
FAMILIES = ("bert", "distilbert", "roberta", "camembert", "xlm-roberta", "mpnet", "modernbert", "gpt2", "gpt_neo",
            "gpt_neox", "llama", "qwen2", "qwen3", "mistral", "gemma2", "gemma3_text", "gemma3", "marian", "t5", "mt5")
LARGEST_FOLDER = 100_000_000  # bytes of a model that a page can hold


class Page:
    """A page with everything in it. A notebook shows it as the value of a cell."""

    def __init__(self, path, height):
        self.path = Path(path)
        self.height = height

    def save(self, path):
        """The page as a file of its own, which any browser opens without a network."""
        shutil.copyfile(self.path, path)
        return Path(path)

    def _repr_html_(self):
        # All of it in the attribute: the notebook's server need not reach the file.
        page = html.escape(self.path.read_text(encoding="utf-8"), quote=True)
        return (f'<iframe title="Headlight" srcdoc="{page}" height="{self.height}" '
                # Between border and page a pixel, or a page that ends between two pixels covers the border.
                'style="width: 100%; border: 1px solid #ccc; padding: 1px; box-sizing: border-box"></iframe>')

    def __repr__(self):
        return f"Page({str(self.path)!r})"


def show(what, words=None, text=None, *, layer=None, head=None, height=640, path=None):
    """A model of `transformers` with its tokenizer and a text, or attention weights with their tokens.

    Weights are [T, T], [heads, T, T] or [layers, heads, T, T]: the rows ask, the columns are asked. `words` are
    the tokens of both, or a pair of lists, those of the rows and those of the columns.
    Of a model of a family that Headlight reads, up to 100 MB, the page has every step: Q, K, V, scores, weights,
    outputs. Of any other model it has the weights that the model gives out.
    `layer` and `head` are counted from 0. `path` is the file to write, otherwise a temporary one.
    """
    folder = Path(tempfile.mkdtemp(prefix="headlight-"))
    if path is None:
        path = folder / "headlight.html"
    arguments = ["export", "--html", str(Path(path).absolute()), "--only"]
    if os.environ.get("HEADLIGHT_PAGE"):
        arguments += ["--template", os.path.abspath(os.environ["HEADLIGHT_PAGE"])]
    if hasattr(what, "config") and hasattr(what, "parameters"):
        if words is None or text is None:
            raise TypeError("show(model, tokenizer, text): the tokenizer or the text is missing")
        arguments += _of_model(what, words, text, folder)
    else:
        arguments += _of_weights(what, words, folder)
    for option, value in (("--layer", layer), ("--head", head)):
        if value is not None:
            arguments += [option, str(value)]
    _run(arguments)
    return Page(path, height)


def _of_model(model, tokenizer, text, folder):
    size = sum(each.numel() for each in model.parameters()) * 4
    if model.config.model_type in FAMILIES and size <= LARGEST_FOLDER:
        saved = folder / model.config.model_type
        model.save_pretrained(saved, safe_serialization=True)
        tokenizer.save_pretrained(saved)
        return ["--model", str(saved), "--sentence", text]
    return _of_weights(*_given_out(model, tokenizer, text), folder)


def _given_out(model, tokenizer, text):
    """The weights and tokens of a model that gives its attentions out."""
    inputs = tokenizer(text, return_tensors="pt")
    was_training = model.training
    model.eval()
    try:
        outputs = model(**inputs, output_attentions=True)
    finally:
        model.train(was_training)
    attentions = getattr(outputs, "attentions", None) or getattr(outputs, "encoder_attentions", None)
    if not attentions or attentions[0] is None:
        raise ValueError(
            f"{type(model).__name__} gives out no attention weights; load it with "
            'attn_implementation="eager", or pass the weights themselves: show(weights, tokens)')
    weights = np.stack([each[0].detach().float().cpu().numpy() for each in attentions])
    return weights, tokenizer.convert_ids_to_tokens(inputs["input_ids"][0])


def _of_weights(weights, words, folder):
    # A tuple of layers, as models give them out: of each [1, heads, T, T] or [heads, T, T].
    layers = [_array(each) for each in weights] if isinstance(weights, (tuple, list)) else None
    weights = np.stack(layers) if layers is not None else _array(weights)
    while weights.ndim > 4 or (weights.ndim == 4 and layers is None and weights.shape[0] == 1):
        if 1 not in weights.shape[:2]:
            break
        weights = weights.squeeze(axis=weights.shape[:2].index(1))
    if weights.ndim not in (2, 3, 4):
        raise ValueError(f"weights are [T, T], [heads, T, T] or [layers, heads, T, T], not {list(weights.shape)}")
    saved = {"weights": weights.astype(np.float32)}
    if words is not None:
        pair = len(words) == 2 and not isinstance(words[0], str)
        for name, each in zip(("rows", "columns") if pair else ("tokens",), words if pair else (words,)):
            saved[name] = np.array([str(word) for word in each])
    file = folder / "attention.npz"
    np.savez(file, **saved)
    return ["--weights", str(file)]


def _array(values):
    for step in ("detach", "float", "cpu", "numpy"):  # of torch
        values = getattr(values, step)() if hasattr(values, step) else values
    return np.asarray(values, dtype=np.float32)


class Trace(dict):
    """Every value of a forward pass by its path, as NumPy arrays: trace["encoder.3.self_attention.head.0.scores"].

    `words` has what is said about them: the tokens, the model, what was typed.
    """

    def __init__(self, values, words):
        super().__init__(values)
        self.words = words

    def under(self, path):
        """The values whose path begins so, by the rest of it: trace.under("encoder.3.self_attention.head.0")."""
        start = path.rstrip(".") + "."
        return {name[len(start):]: value for name, value in self.items() if name.startswith(start)}


def trace(file=None, *, sentence=None, model=None):
    """Reads a trace that Headlight wrote, .safetensors or .npz; or computes one of a sentence with the program."""
    if file is None:
        if sentence is None:
            raise TypeError("trace(file), or trace(sentence=...)")
        file = Path(tempfile.mkdtemp(prefix="headlight-")) / "trace.safetensors"
        _run(["trace", "--sentence", sentence, "-o", str(file)] + (["--model", str(model)] if model else []))
    file = Path(file)
    if file.suffix == ".npz":
        with np.load(file) as arrays:
            return Trace({name: arrays[name] for name in arrays.files}, {})
    return _safetensors(file)


def _safetensors(file):
    # The format: the length of a header (8 bytes, little-endian), the header as JSON, the numbers.
    data = file.read_bytes()
    if len(data) < 8:
        raise ValueError(f"{file} is no safetensors file: it is too short")
    (length,) = struct.unpack("<Q", data[:8])
    try:
        header = json.loads(data[8:8 + length])
    except ValueError as error:
        raise ValueError(f"{file} is no safetensors file: its header cannot be read") from error
    words = {name: json.loads(said) if said[:1] in ("[", "{") else said
             for name, said in header.pop("__metadata__", {}).items()}
    types = {"F32": "<f4", "F64": "<f8", "F16": "<f2", "I64": "<i8", "I32": "<i4", "U8": "u1"}
    values = {}
    for name, about in header.items():
        if about["dtype"] not in types:
            raise ValueError(f"{file}: {name} has numbers of the type {about['dtype']}, which is not read here")
        begin, end = (8 + length + at for at in about["data_offsets"])
        values[name] = np.frombuffer(data[begin:end], types[about["dtype"]]).reshape(about["shape"])
    return Trace(values, words)


def _run(arguments):
    program = os.environ.get("HEADLIGHT") or shutil.which("headlight")
    if program is None:
        raise FileNotFoundError("the program headlight is not on the PATH; name it: os.environ['HEADLIGHT'] = '/path/to/headlight'")
    done = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip() or f"headlight {arguments[0]} failed")
    return done.stdout
