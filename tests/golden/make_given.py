#!/usr/bin/env python3
"""Writes the files of tests/golden/given: the same weights in every kind of file that is read, as NumPy and Python
write them, and golden.json with their numbers. Two layers, three heads, five words; a row is a softmax of numbers drawn
by lot. Needs Debian's python3-numpy. Run from anywhere:  tests/golden/make_given.py
"""
import json
import pathlib
import pickle
import struct

import numpy as np

HERE = pathlib.Path(__file__).parent / "given"
WORDS = ["The", "cat", "sat", "the", "Łódź"]
QUERIES = ["Le", "chat", "assis"]
random = np.random.default_rng(36)


def softmax(x):
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def write_safetensors(path, tensors, kind="F32", metadata=None):
    header, body, at = ({"__metadata__": metadata} if metadata else {}), [], 0
    for name, value in tensors.items():
        value = np.asarray(value, "<f4")
        data = (value.view("<u4") >> 16).astype("<u2").tobytes() if kind == "BF16" else value.tobytes()
        header[name] = {"dtype": kind, "shape": list(value.shape), "data_offsets": [at, at + len(data)]}
        body.append(data)
        at += len(data)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + b"".join(body))


def write_words(name, words):
    (HERE / name).write_text("\n".join(words) + "\n", encoding="utf-8")


HERE.mkdir(exist_ok=True)
four = softmax(random.normal(size=(2, 3, 5, 5)) * 2).astype("float32")
other = softmax(random.normal(size=(2, 3, 5, 5)) * 2).astype("float32")
cross = softmax(random.normal(size=(2, 3, 3, 5)) * 2).astype("float32")
write_words("words.txt", WORDS)
write_words("queries.txt", QUERIES)

# One, two and three axes before the words.
np.save(HERE / "four.npy", four)
write_words("four.tokens.txt", WORDS)
np.save(HERE / "three.npy", four[0])
np.save(HERE / "two.npy", four[0, 0])
np.save(HERE / "batch.npy", four[:, None])
np.save(HERE / "other.npy", other)
np.save(HERE / "cross.npy", cross)

# Other types, and other orders of bytes and axes.
np.save(HERE / "half.npy", four.astype("float16"))
np.save(HERE / "double.npy", four.astype("float64"))
np.save(HERE / "big_endian.npy", four.astype(">f4"))
np.save(HERE / "fortran.npy", np.asfortranarray(four))
np.save(HERE / "bytes.npy", (four[0] * 255).astype("uint8"))
np.save(HERE / "signed.npy", (four[0] * 100 - 50).astype(">i2"))
np.save(HERE / "bool.npy", four[0] > 0.2)
with open(HERE / "version_2.npy", "wb") as file:
    np.lib.format.write_array(file, four, version=(2, 0))

# Several arrays in one file.
np.savez(HERE / "stored.npz", weights=four, tokens=np.array(WORDS))
np.savez_compressed(HERE / "packed.npz", *four)  # a layer each: arr_0, arr_1
write_safetensors(HERE / "one.safetensors", {"weights": four}, metadata={"tokens": json.dumps(WORDS)})
write_safetensors(HERE / "layers.safetensors", {f"layer.{i}": layer[None] for i, layer in enumerate(four)})
write_safetensors(HERE / "bf16.safetensors", {"attentions": four}, "BF16")

# Text.
json_four = [[[[round(float(x), 7) for x in row] for row in head] for head in layer] for layer in four]
(HERE / "four.json").write_text(json.dumps({"weights": json_four, "tokens": WORDS, "model": "mine"}))
(HERE / "list.json").write_text(json.dumps([[layer] for layer in json_four]))  # a batch of one in each layer
with open(HERE / "named.csv", "w", encoding="utf-8") as file:
    file.write("," + ",".join(WORDS) + "\n")
    for word, row in zip(WORDS, four[0, 0]):
        file.write(word + "," + ",".join(map(str, row)) + "\n")
np.savetxt(HERE / "plain.csv", four[0, 0], delimiter=",")

# What is no softmax: sums that are not 1, other ranges, cells that are no numbers, and masked ones.
strange = four.copy()
strange[0, 0] *= 0.5
strange[0, 1, 2, 3] = np.nan
strange[1, 0] = np.where(np.tri(5), random.normal(size=(5, 5)) * 3, -np.inf)
strange[1, 2, 0, 1] = np.inf
np.save(HERE / "strange.npy", strange)
sums = four.copy()
sums[1, 2, 4] *= 0.25
np.save(HERE / "sums.npy", sums)
np.save(HERE / "objects.npy", np.array([four[0, 0].tolist(), None], dtype=object), allow_pickle=True)

# What people have: masks as large negative numbers, softmax along the wrong axis, a step with a cache, decimal commas,
# and what is no file of numbers at all: several steps of generate(), a pickle.
below = np.tri(5) > 0
np.save(HERE / "hidden_weights.npy", np.where(below, four, -1e9))
np.save(HERE / "hidden_scores.npy", np.where(below, random.normal(size=(2, 5, 5)) * 3, np.finfo("float32").min).astype("float32"))
np.save(HERE / "hidden_half.npy", np.where(below, four[0], np.finfo("float16").min).astype("float16"))
np.save(HERE / "wrong_axis.npy", four.swapaxes(-1, -2))
np.save(HERE / "keys_by_queries.npy", cross.swapaxes(-1, -2))
np.save(HERE / "step.npy", four[:, None, :, -1:])  # [layers, 1, heads, 1, 5]
comma = lambda number: f"{number:.7f}".replace(".", ",")
(HERE / "semicolons.csv").write_text("\n".join(";".join(map(comma, row)) for row in four[0, 0]) + "\n")
(HERE / "named_semicolons.csv").write_text(
    "\n".join([";" + ";".join(WORDS), *(";".join([word, *map(comma, row)]) for word, row in zip(WORDS, four[0, 0]))]),
    encoding="utf-8")
steps = [[layer[None, :, :, :] for layer in four]] + [[layer[None, :, -1:, :] for layer in other]] * 2
uneven = np.empty(3, dtype=object)
uneven[:] = steps
np.save(HERE / "generated.npy", uneven, allow_pickle=True)
rounded = [[[[[[round(float(x), 7) for x in row] for row in head] for head in batch] for batch in layer] for layer in step]
           for step in steps]
(HERE / "generated.json").write_text(json.dumps({"weights": rounded}))
each = np.empty(2, dtype=object)
each[:] = [layer for layer in four]
np.save(HERE / "object_layers.npy", each, allow_pickle=True)
(HERE / "layers.pkl").write_bytes(pickle.dumps([layer.tolist() for layer in four]))

golden = {name: array.astype("float64").ravel().tolist() for name, array in
          {"four": four, "other": other, "cross": cross}.items()}
(HERE / "golden.json").write_text(json.dumps(golden) + "\n")
