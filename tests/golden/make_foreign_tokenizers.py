#!/usr/bin/env python3
"""Writes small tokenizers of every form into the folders of tests/golden/foreign, and what they have to give.

make_foreign.py calls it. The vocabularies are learned here from a few sentences. strings.json holds texts, ids.json of a
folder the numbers of their tokens, by the reference: of a SentencePiece file Debian's python3-sentencepiece; of a
tokenizer.json the npm package `tokenizers` (make_foreign_ids.mjs, run where that is installed).
"""
import base64
import collections
import io
import itertools
import json
import pathlib
import random
import re
import tempfile
import unicodedata

import sentencepiece

SENTENCES = [" ".join(parts) for parts in itertools.product(
    ("The animal", "The dog", "A student", "My old friend", "Zoë's café"),
    ("didn't cross", "crossed", "looked at", "won't leave"),
    ("the street", "2 houses", "the wide river", "Straße 17"),
    ("because it was too tired.", "because it was too wide!", "since 1999."))]

HARD = ["", " ", "  two  spaces ", "tab\tand\r\nline\n\n", "DON'T we'll I'M 'S", "naïve cafe\u0301 Ångström",
        "Ελληνικά ΣΑΣ", "日本語テスト 한국어", "emoji 🙂 👩‍👩‍👧", "½ ² ﬁ Ａ１", "a\u00a0b\u200bc\ufeffd\u0000e", "İi ſs ß",
        "x" * 101, "[CLS] [MASK] typed", "<|endoftext|>typed", "3.14159 1,000,000", "snake_case--dash—em",
        "Łódź Москва 狗 ไทย العربية", "...... -----", "\u1100\u1161\u11a8 \u0931\u093c", "the animal" * 40,
        "A\u030a\u0301 q\u0323\u0307", "\n\n \n", "'s 't've", "1234567 ١٢٣", "<0x41> <s> </s>", "#version # ## ###"]

LETTERS = ["abcdefghij THE animal", "ÀÉîöűẞßſ", "ΑΣσςω", "Жизньё", "漢字かなカナ", "한글조선", "🙂🚀👍🏽❤️", "\u0301\u0308\u0327\u0323",
           " \t\n\r\u00a0\u2003\u3000", "0123456789²½٣", ".,;:!?'\"-_()[]#@%&*/\\", "\u0000\u0007\u001b\u200b\u200d\u00ad",
           "ﬁﬂＡ１㍿ｶﾞ", "اللغةالعربية", "हिन्दीक़", "ไทยครับ"]


def strings():
    lot = random.Random(36)
    texts = SENTENCES[::7] + HARD
    while len(texts) < 520:
        words = []
        for _ in range(lot.randint(1, 6)):
            kind = lot.choice(LETTERS)
            words.append("".join(lot.choice(kind if lot.random() < 0.8 else lot.choice(LETTERS))
                                 for _ in range(lot.randint(1, 7))))
        texts.append(lot.choice(["", " "]).join(words))
    return texts


def byte_letters():
    own = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [b for b in range(256) if b not in own]
    return {**{b: chr(b) for b in own}, **{b: chr(256 + n) for n, b in enumerate(others)}}


def learn_pairs(words, count, glue=lambda a, b: a + b):
    """The commonest pair of neighbours becomes one symbol, again and again."""
    words, merges = {tuple(w): n for w, n in words.items()}, []
    for _ in range(count):
        pairs = collections.Counter()
        for w, n in words.items():
            for pair in zip(w, w[1:]):
                pairs[pair] += n
        if not pairs:
            break
        best = max(pairs, key=lambda p: (pairs[p], p))
        merges.append(best)
        joined = collections.Counter()
        for w, n in words.items():
            out, i = [], 0
            while i < len(w):
                hit = w[i:i + 2] == best
                out.append(glue(*best) if hit else w[i])
                i += 2 if hit else 1
            joined[tuple(out)] += n
        words = joined
    return merges


def special(names, first=0):
    return [dict(id=first + i, content=n, single_word=False, lstrip=False, rstrip=False, normalized=False, special=True)
            for i, n in enumerate(names)]


def template(name, id):
    items = [{"SpecialToken": {"id": name, "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}]
    return dict(type="TemplateProcessing", single=items, pair=items + [{"Sequence": {"id": "B", "type_id": 1}}],
                special_tokens={name: {"id": name, "ids": [id], "tokens": [name]}})


def pairs_model(vocab, merges, **more):
    return dict(dict(type="BPE", dropout=None, unk_token=None, continuing_subword_prefix=None, end_of_word_suffix=None,
                     fuse_unk=False, byte_fallback=False, ignore_merges=False), vocab=vocab, merges=merges, **more)


def write(path, value):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, ensure_ascii=False) + "\n", encoding="utf-8")


def tokenizer_json(folder, **spec):
    write(folder / "tokenizer.json", dict(version="1.0", truncation=None, padding=None, decoder=None, **spec))


def train(kind, size, **more):
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(SENTENCES), model_writer=model, vocab_size=size, model_type=kind, num_threads=1,
        minloglevel=2, hard_vocab_limit=False, **more)
    return model.getvalue()


def field(message, number):
    """A field of a protocol buffer: the bytes of the last one with this number."""
    def varint(at):
        value = shift = 0
        while True:
            byte = message[at]
            value, shift, at = value | (byte & 127) << shift, shift + 7, at + 1
            if byte < 128:
                return value, at
    at, found = 0, b""
    while at < len(message):
        key, at = varint(at)
        size = {1: 8, 5: 4}.get(key & 7)
        if key & 7 == 0:
            _, at = varint(at)
            continue
        if key & 7 == 2:
            size, at = varint(at)
        if key >> 3 == number:
            found = message[at:at + size]
        at += size
    return found


def replacements():
    """A few of the rules that a real model has, as hexadecimal code points: the whole table takes 240 kB."""
    rules = {c: unicodedata.normalize("NFKC", c) for c in "½²ﬁﬂＡ１㍿ｶ…ÀÉîöåẞ"}
    rules.update({"e\u0301": "é", "A\u030a": "Å", "A\u030a\u0301": "Ǻ", "\u1100\u1161": "가", "\u200b": " "})
    rules.update({c: " " for c in "\t\n\r\u00a0\u2003\u3000"})
    return "".join("%s\t%s\n" % tuple(" ".join(f"{ord(c):X}" for c in part) for part in rule) for rule in rules.items())


def numbered_pieces(folders, texts):
    """A SentencePiece file alone, whose pieces have their numbers by a rule: tokenization_t5.py, MT5Tokenizer with no
    extra_ids, tokenization_xlm_roberta.py, tokenization_camembert.py. A special token that is typed is text to
    SentencePiece alone."""
    with tempfile.NamedTemporaryFile("w", suffix=".tsv") as rules:
        rules.write(replacements())
        rules.flush()
        own = dict(normalization_rule_tsv=rules.name)
        t5 = train("unigram", 150, pad_id=0, eos_id=1, unk_id=2, bos_id=-1, **own)
        xlm = train("unigram", 150, **own)
    specials = ["<s>", "</s>", "<unk>", "<pad>", "<mask>"]
    for name, kind, file, model, before, moved, more in (
            ("t5_pieces", "t5", "spiece.model", t5, [], 0, 100), ("mt5_pieces", "mt5", "spiece.model", t5, [], 0, 0),
            ("xlm_pieces", "xlm-roberta", "sentencepiece.bpe.model", xlm, ["<s>", "<pad>", "</s>", "<unk>"], 1, 1),
            ("camembert_pieces", "camembert", "sentencepiece.bpe.model", xlm,
             ["<s>NOTUSED", "<pad>", "</s>NOTUSED", "<unk>", "<unk>NOTUSED"], 4, 1)):
        spm = sentencepiece.SentencePieceProcessor(model_proto=model)

        def number(piece):
            return before.index(piece) if piece in before else before.index("<unk>") if before and not spm.piece_to_id(
                piece) else spm.piece_to_id(piece) + moved
        ids = lambda s: [number(p) for p in spm.encode(s, out_type=str)]
        around = lambda own: [*([number("<s>")] if before else []), *own, number("</s>")]
        folder = folders / name
        write(folder / "config.json", dict(model_type=kind, vocab_size=spm.get_piece_size() + moved + more))
        (folder / file).write_bytes(model)
        write(folder / "ids.json", [None if any(token in s for token in specials) else around(ids(s)) for s in texts])


def main(folders):
    texts = strings()
    write(folders / "strings.json", texts)
    bert, gpt2, llama, llama_31, qwen2, marian, unigram, unigram_bytes = (
        folders / name for name in ("bert", "gpt2", "llama", "llama_31", "qwen2", "marian", "unigram", "unigram_bytes"))
    numbered_pieces(folders, texts)

    # WordPiece: vocab.txt, and the same as tokenizer.json.
    words = collections.Counter(re.findall(r"\w+|[^\w\s]", " ".join(SENTENCES).lower().replace("ë", "e").replace("é", "e")))
    start = {w: (w[0],) + tuple("##" + c for c in w[1:]) for w in words}
    merges = learn_pairs({start[w]: n for w, n in words.items()}, 80, lambda a, b: a + b.removeprefix("##"))
    pieces = {p for s in start.values() for p in s} | {a + b.removeprefix("##") for a, b in merges}
    names = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    pieces = names + sorted(pieces)
    assert len(pieces) <= 200, len(pieces)
    for folder in (bert, *(folders / name for name in ("distilbert", "bert_classes", "distilbert_classes", "bert_tags"))):
        (folder / "vocab.txt").write_text("\n".join(pieces) + "\n", encoding="utf-8")
    vocab = {p: i for i, p in enumerate(pieces)}
    tokenizer_json(folders / "bert_old", added_tokens=special(names),
                   normalizer=dict(type="BertNormalizer", clean_text=True, handle_chinese_chars=True, strip_accents=None,
                                   lowercase=True), pre_tokenizer=dict(type="BertPreTokenizer"),
                   post_processor=dict(type="BertProcessing", cls=["[CLS]", vocab["[CLS]"]], sep=["[SEP]", vocab["[SEP]"]]),
                   model=dict(type="WordPiece", vocab=vocab, unk_token="[UNK]", continuing_subword_prefix="##",
                              max_input_chars_per_word=100))

    # Bytes in pairs: vocab.json and merges.txt, and the same as tokenizer.json; Llama 3's own way to find words.
    letters = byte_letters()
    spelled = lambda w: "".join(letters[b] for b in w.encode())
    words = collections.Counter(spelled(w) for line in SENTENCES for w in re.findall(r" ?\w+| ?[^\s\w]+", line))
    merges = learn_pairs(words, 60)
    vocab = {p: i for i, p in enumerate(["<|endoftext|>", *letters.values(), *(a + b for a, b in merges)])}
    for folder in (gpt2, folders / "gpt2_small_numbers"):
        write(folder / "vocab.json", vocab)
        (folder / "merges.txt").write_text("#version: 0.2\n" + "".join(f"{a} {b}\n" for a, b in merges), encoding="utf-8")
    tokenizer_json(folders / "gpt2_old", added_tokens=special(["<|endoftext|>"]), normalizer=None,
                   pre_tokenizer=dict(type="ByteLevel", add_prefix_space=False, trim_offsets=True, use_regex=True),
                   post_processor=dict(type="ByteLevel", add_prefix_space=True, trim_offsets=False, use_regex=True),
                   model=pairs_model(vocab, [f"{a} {b}" for a, b in merges]))
    vocab = {p: i for i, p in enumerate([*letters.values(), *(a + b for a, b in merges), spelled(" bridges")])}
    first = len(vocab)
    words = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
    split = dict(type="Sequence", pretokenizers=[
        dict(type="Split", pattern={"Regex": words}, behavior="Isolated", invert=False),
        dict(type="ByteLevel", add_prefix_space=False, trim_offsets=True, use_regex=False)])
    tokenizer_json(llama, added_tokens=special(["<|begin_of_text|>", "<|end_of_text|>"], first), normalizer=None,
                   pre_tokenizer=split, post_processor=template("<|begin_of_text|>", first),
                   model=pairs_model(vocab, [list(m) for m in merges], ignore_merges=True))

    # SentencePiece's pairs as Llama 2 has them: tokenizer.model, and the same as tokenizer.json.
    model = train("bpe", 320, byte_fallback=True, normalization_rule_name="identity", remove_extra_whitespaces=False)
    (llama_31 / "tokenizer.model").write_bytes(model)
    spm = sentencepiece.SentencePieceProcessor(model_proto=model)
    # A special token that is typed is text to SentencePiece alone, and the token to those who use it in Llama.
    write(llama_31 / "ids.json", [None if "<s>" in s else [1, *spm.encode(s)] for s in texts])
    vocab = {spm.id_to_piece(i): i for i in range(spm.get_piece_size())}
    assert len(vocab) <= 320, len(vocab)
    merges = []
    for piece, id in vocab.items():  # every way to cut a piece in two, the best pieces first
        cuts = [(piece[:i], piece[i:]) for i in range(1, len(piece)) if piece[:i] in vocab and piece[i:] in vocab]
        merges += [(spm.get_score(id), cut) for cut in sorted(cuts, key=lambda c: (vocab[c[0]], vocab[c[1]]))]
    merges.sort(key=lambda m: -m[0])
    tokenizer_json(qwen2, added_tokens=special(["<unk>", "<s>", "</s>"]), pre_tokenizer=None,
                   normalizer=dict(type="Sequence", normalizers=[
                       dict(type="Prepend", prepend="\u2581"),
                       dict(type="Replace", pattern={"String": " "}, content="\u2581")]),
                   post_processor=template("<s>", 1),
                   model=pairs_model(vocab, [f"{a} {b}" for _, (a, b) in merges], unk_token="<unk>", fuse_unk=True,
                                     byte_fallback=True))

    # Unigram as Marian has it: pieces from source.spm, numbers from vocab.json.
    with tempfile.NamedTemporaryFile("w", suffix=".tsv") as rules:
        rules.write(replacements())
        rules.flush()
        model = train("unigram", 150, normalization_rule_tsv=rules.name)
    (marian / "source.spm").write_bytes(model)
    spm = sentencepiece.SentencePieceProcessor(model_proto=model)
    pieces = [spm.id_to_piece(i) for i in range(spm.get_piece_size()) if not spm.is_control(i) and not spm.is_unknown(i)]
    vocab = {p: i for i, p in enumerate(["</s>", "<unk>", *pieces])}
    assert len(vocab) < 198, len(vocab)
    vocab.update({">>fra<<": 198, "<pad>": 199})
    write(marian / "vocab.json", vocab)
    write(marian / "ids.json", [[*(vocab.get(p, 1) for p in spm.encode(s, out_type=str)), 0] for s in texts])


    # Unigram as a tokenizer.json, without the file of SentencePiece: as T5 and XLM-R have it, and with bytes for letters
    # that no piece has.
    scored = lambda spm: [[spm.id_to_piece(i), spm.get_score(i)] for i in range(spm.get_piece_size())]
    table = lambda model: dict(type="Precompiled",
                               precompiled_charsmap=base64.b64encode(field(field(model, 3), 2)).decode())
    names = ["<unk>", "<s>", "</s>"]
    around = dict(type="TemplateProcessing", single=[{"Sequence": {"id": "A", "type_id": 0}},
                                                     {"SpecialToken": {"id": "</s>", "type_id": 0}}],
                  pair=[], special_tokens={"</s>": {"id": "</s>", "ids": [2], "tokens": ["</s>"]}})
    tokenizer_json(unigram, added_tokens=special(names), normalizer=table(model), post_processor=around,
                   pre_tokenizer=dict(type="Sequence", pretokenizers=[
                       dict(type="WhitespaceSplit"),
                       dict(type="Metaspace", replacement="\u2581", prepend_scheme="always", split=True)]),
                   model=dict(type="Unigram", unk_id=0, vocab=scored(spm), byte_fallback=False))
    # Any parts of the words and letters, with scores by lot: there are many ways to cut.
    lot = random.Random(7)
    parts = {w[i:i + n] for line in SENTENCES for w in ("\u2581" + v for v in line.split())
             for n in range(1, 7) for i in range(len(w) - n + 1)} | set("".join(LETTERS)) - {" "}
    pieces = [[p, -lot.uniform(2, 14)] for p in sorted(parts)]
    tokenizer_json(unigram_bytes, added_tokens=special(names), post_processor=None,
                   normalizer=dict(type="Sequence", normalizers=[
                       table(model), dict(type="Strip", strip_left=False, strip_right=True),
                       dict(type="Replace", pattern={"Regex": " {2,}"}, content="\u2581")]),
                   pre_tokenizer=dict(type="Metaspace", replacement="\u2581", prepend_scheme="first", split=False),
                   model=dict(type="Unigram", unk_id=0, byte_fallback=True,
                              vocab=[[p, 0.0] for p in names + [f"<0x{b:02X}>" for b in range(256)]] + pieces))


if __name__ == "__main__":
    main(pathlib.Path(__file__).parent / "foreign")
