#!/usr/bin/env python3
"""Puts the heads of a translator's encoder in another order. What the model computes stays the same.

    scripts/order_heads.py FOLDER --layer 3 2 6 1 0 3 4 5

makes head 2 of layer 3 its first head, head 6 the second, and so on. FOLDER/model.safetensors and the reference head
in FOLDER/card.json are written again. A head's own columns of W^Q, W^K, W^V and its rows of W^O move together, so the
sum over heads has the same terms (Vaswani et al. 2017, section 3.2.2).
"""
import argparse
import json
import pathlib
import struct


def move(data, rows, columns, order, by_rows):
    """data: bytes of [rows, columns] in F16; the parts of `order` become its parts 0, 1, 2, ..."""
    part = (rows if by_rows else columns) // len(order)
    if by_rows:
        step = part * columns * 2
        return b"".join(data[head * step:(head + 1) * step] for head in order)
    line, step = columns * 2, part * 2
    return b"".join(data[row * line + head * step:row * line + (head + 1) * step] for row in range(rows) for head in order)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--layer", nargs="+", type=int, action="append", required=True, metavar="N",
                        help="a layer, then its heads in their new order")
    options = parser.parse_args()
    config = json.loads((options.folder / "config.json").read_text())
    orders = {layer: heads for layer, *heads in options.layer}
    for layer, heads in orders.items():
        if not 0 <= layer < config["encoder_layers"] or sorted(heads) != list(range(config["encoder_heads"])):
            parser.error(f"--layer {layer}: name each of the heads 0 to {config['encoder_heads'] - 1} once")

    weights = options.folder / "model.safetensors"
    file = weights.read_bytes()
    begin = 8 + struct.unpack("<Q", file[:8])[0]
    written = bytearray(file)
    for name, entry in json.loads(file[8:begin]).items():
        parts = name.split(".")
        if parts[:1] != ["encoder"] or parts[2] != "self_attention" or int(parts[1]) not in orders:
            continue
        assert entry["dtype"] == "F16", name
        first, last = (begin + offset for offset in entry["data_offsets"])
        if name.endswith("projected.bias"):
            continue
        rows, columns = entry["shape"]
        written[first:last] = move(file[first:last], rows, columns, orders[int(parts[1])], parts[3] == "projected")
    weights.write_bytes(written)

    path = options.folder / "card.json"
    card = json.loads(path.read_text())
    head = card.get("reference_head")
    if head and head["stack"] == "encoder" and head["layer"] in orders:
        head["head"] = orders[head["layer"]].index(head["head"])
        path.write_text(json.dumps(card, indent=2, ensure_ascii=False) + "\n")


main()
