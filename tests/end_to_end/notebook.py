"""notebook/headlight.py against the real program: HEADLIGHT names it, HEADLIGHT_PAGE a page to fill, FAMILY the
folder of a small model as it is downloaded."""

import os
import shutil
import sys
import unittest
from pathlib import Path
from types import SimpleNamespace

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "notebook"))
import headlight  # noqa: E402

try:
    import torch
except ImportError:
    torch = None

TOKENS = ["the", "cat", "sat", "down"]


def some_weights(*shape):
    weights = np.random.default_rng(1).random(shape).astype(np.float32)
    return weights / weights.sum(axis=-1, keepdims=True)


def own_pack(page):
    return "data-own.pack" in page.path.read_text()


class Traces(unittest.TestCase):
    def test_a_trace_is_read_into_arrays(self):
        trace = headlight.trace(sentence="I love bears")
        head = trace.under("encoder.3.self_attention.head.0")
        self.assertEqual(head["scores"].shape, (3, 3))
        np.testing.assert_allclose(head["query"] @ head["key"].T, head["scores"], rtol=1e-4, atol=1e-4)
        np.testing.assert_allclose(head["weights"].sum(axis=1), 1, rtol=1e-5)
        self.assertEqual(trace.words["source_tokens"], ["i", "love", "bears"])

    def test_what_is_no_trace_is_said(self):
        with self.assertRaisesRegex(ValueError, "no safetensors file"):
            headlight.trace(__file__)


class Arrays(unittest.TestCase):
    def test_weights_of_any_number_of_heads_and_layers(self):
        for shape in ((4, 4), (3, 4, 4), (2, 3, 4, 4), (1, 3, 4, 4)):
            with self.subTest(shape=shape):
                self.assertTrue(own_pack(headlight.show(some_weights(*shape), TOKENS)))

    def test_a_layer_each_as_models_give_them_out(self):
        layers = tuple(some_weights(1, 3, 4, 4) for _ in range(2))
        self.assertTrue(own_pack(headlight.show(layers, TOKENS, layer=1, head=2)))

    def test_rows_and_columns_of_their_own(self):
        self.assertTrue(own_pack(headlight.show(some_weights(2, 2, 3), (["le", "chat"], ["the", "cat", "sat"]))))

    def test_a_cell_of_a_notebook_holds_the_page(self):
        page = headlight.show(some_weights(4, 4), TOKENS, height=500)
        shown = page._repr_html_()
        self.assertTrue(shown.startswith("<iframe"))
        self.assertIn('height="500"', shown)
        self.assertIn("data-own.pack", shown)

    def test_the_program_says_what_is_wrong(self):
        with self.assertRaisesRegex(RuntimeError, "has 1 word"):
            headlight.show(some_weights(4, 4), ["the"])
        with self.assertRaisesRegex(ValueError, r"not \[4\]"):
            headlight.show(np.ones(4), TOKENS)


@unittest.skipIf(torch is None, "PyTorch is not installed")
class Models(unittest.TestCase):
    """What looks like a model of `transformers` from outside."""

    class Tokenizer:
        def __call__(self, text, return_tensors):
            return {"input_ids": torch.arange(len(text.split()))[None]}

        def convert_ids_to_tokens(self, ids):
            return [TOKENS[int(each)] for each in ids]

        def save_pretrained(self, folder):
            pass

    def model(self, family, attentions):
        class Model(torch.nn.Linear):
            config = SimpleNamespace(model_type=family)

            def forward(self, input_ids, output_attentions):
                return SimpleNamespace(attentions=attentions if output_attentions else None)

            def save_pretrained(self, folder, safe_serialization):
                shutil.copytree(os.environ["FAMILY"], folder)

        return Model(2, 2)

    def test_of_any_model_the_weights_that_it_gives_out(self):
        attentions = tuple(torch.tensor(some_weights(1, 3, 4, 4), requires_grad=True) for _ in range(2))
        model = self.model("something-new", attentions)
        self.assertTrue(own_pack(headlight.show(model, self.Tokenizer(), "the cat sat down")))
        self.assertTrue(model.training, "it is left as it was")

    def test_a_model_that_gives_none_out(self):
        with self.assertRaisesRegex(ValueError, "attn_implementation"):
            headlight.show(self.model("something-new", None), self.Tokenizer(), "the cat sat down")

    def test_of_a_known_family_every_step(self):
        page = headlight.show(self.model("gpt2", None), self.Tokenizer(), "the cat")
        self.assertTrue(own_pack(page))
        self.assertGreater(page.path.stat().st_size, os.path.getsize(os.environ["HEADLIGHT_PAGE"]) + 1000)


if __name__ == "__main__":
    unittest.main()
