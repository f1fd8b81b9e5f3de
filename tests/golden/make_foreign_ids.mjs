// The numbers of the tokens of strings.json by the reference, for each tokenizer.json in tests/golden/foreign. Run
// where the npm package `tokenizers` is installed:  node .../tests/golden/make_foreign_ids.mjs .../tests/golden/foreign
import { createRequire } from "node:module";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
const { Tokenizer } = createRequire(process.cwd() + "/")("tokenizers");
const folders = process.argv[2];
const strings = JSON.parse(readFileSync(`${folders}/strings.json`));
for (const name of ["gpt2_old", "llama", "qwen2", "bert_old", "unigram", "unigram_bytes", "clip"]) {
  const tokenizer = Tokenizer.fromFile(`${folders}/${name}/tokenizer.json`);
  const ids = [];
  for (const text of strings) ids.push((await tokenizer.encode(text, null, { addSpecialTokens: true })).getIds());
  writeFileSync(`${folders}/${name}/ids.json`, JSON.stringify(ids) + "\n");
}
// The older files hold the same tokenizers.
copyFileSync(`${folders}/gpt2_old/ids.json`, `${folders}/gpt2/ids.json`);
copyFileSync(`${folders}/bert_old/ids.json`, `${folders}/bert/ids.json`);
