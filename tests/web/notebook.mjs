// What notebook/headlight.py and `headlight code` make, in a notebook: Jupyter serves it, Chromium opens it, without a
// network beyond it.
//   node notebook.mjs SITE DESKTOP SOURCE OUTPUT
// SITE: build/web. DESKTOP: the program of this machine. SOURCE: the folder with notebook/headlight.py. OUTPUT: for the
// notebooks and their pictures.
import { ok, deepStrictEqual, notDeepStrictEqual } from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { browser } from './tab.mjs';

const [site, desktop, source, output] = process.argv.slice(2);
const folder = join(output, 'notebook');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
copyFileSync(join(source, 'notebook/headlight.py'), join(folder, 'headlight.py'));

const shows = [
  'import numpy as np\nimport headlight',
  'tokens = ["The", "animal", "was", "tired"]\nweights = np.random.default_rng(1).random((2, 3, 4, 4))\n'
    + 'weights /= weights.sum(axis=-1, keepdims=True)\nheadlight.show(weights, tokens)',
  'trace = headlight.trace(sentence="I love bears")\ntrace["encoder.3.self_attention.head.0.weights"].round(2)',
];
writeFileSync(join(folder, 'show.ipynb'), JSON.stringify({
  cells: shows.map((text, i) => ({
    cell_type: 'code', id: `cell-${i}`, execution_count: null, metadata: {}, outputs: [], source: text,
  })),
  metadata: { kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' } },
  nbformat: 4,
  nbformat_minor: 5,
}));
for (const [name, options] of [['score', ['--site', 'scores']], ['head', ['--whole-head', '--site', 'weights']]])
  execFileSync(desktop, ['code', ...options, '-o', join(folder, `${name}.ipynb`)]);

// Jupyter with files of its own, so that nothing of this machine's comes in.
const port = await new Promise((ready) => {
  const asked = createServer().listen(0, '127.0.0.1', () => {
    const { port: free } = asked.address();
    asked.close(() => ready(free));
  });
});
const own = Object.fromEntries(['JUPYTER_CONFIG_DIR', 'JUPYTER_DATA_DIR', 'JUPYTER_RUNTIME_DIR', 'IPYTHONDIR', 'TMPDIR']
  .map((name) => [name, join(folder, name.toLowerCase())]));
Object.values(own).forEach((each) => mkdirSync(each));
const address = `http://127.0.0.1:${port}`;
const jupyter = spawn('jupyter-notebook', ['--no-browser', '--ip=127.0.0.1', `--port=${port}`, '--NotebookApp.token=',
  '--NotebookApp.password=', ...(process.getuid() === 0 ? ['--allow-root'] : [])], {
  cwd: folder,
  env: { ...process.env, ...own, HEADLIGHT: desktop, HEADLIGHT_PAGE: join(site, 'headlight.html') },
  stdio: 'ignore',
});
const program = await browser();

// A notebook with all its cells run; `elsewhere` are the addresses it asked for that are not Jupyter's.
async function run(name) {
  const context = await program.newContext({ viewport: { width: 1280, height: 800 } });
  const elsewhere = [];
  const said = [];
  await context.route('**/*', (route) => {
    const url = route.request().url();
    if (url.startsWith(address) || /^(data|blob|about):/.test(url)) return route.continue();
    elsewhere.push(url);
    return route.abort();
  });
  const page = await context.newPage();
  // Of Headlight's own page; what Jupyter says is its own affair.
  page.on('console', (message) => {
    if (message.location().url.startsWith('about:srcdoc')) said.push(message.text());
  });
  for (let i = 0; ; ++i) {
    const answer = await page.goto(`${address}/notebooks/${name}.ipynb`).catch(() => null);
    if (answer?.ok()) break;
    if (i > 100) throw new Error('Jupyter does not answer');
    await page.waitForTimeout(200);
  }
  await page.waitForFunction(() => window.Jupyter?.notebook?.kernel?.is_connected?.(), null, { timeout: 60000 });
  await page.evaluate(() => Jupyter.notebook.execute_all_cells());
  await page.waitForFunction(() => Jupyter.notebook.get_cells()
    .every((cell) => cell.cell_type !== 'code' || typeof cell.input_prompt_number === 'number'), null, { timeout: 90000 });
  const errors = await page.$$eval('.output_error', (found) => found.map((each) => each.textContent));
  deepStrictEqual(errors, [], name);
  return { page, elsewhere, said, close: () => context.close() };
}

const session = (frame) => frame.evaluate(() => JSON.parse(Module.ccall('headlight_session', 'string', [], [])));
const rests = (frame) => frame.waitForFunction(() => Module._headlight_rests() === 1, null, { timeout: 60000 });

const tests = {
  async 'weights of one\'s own in a cell of a notebook'() {
    const { page, elsewhere, said, close } = await run('show');
    const shown = await page.waitForSelector('iframe[title=Headlight]', { timeout: 60000 });
    const frame = await shown.contentFrame();
    await frame.waitForFunction(() => window.Module?.times?.numbers, null, { timeout: 60000 });
    await rests(frame);
    await page.evaluate(() => document.querySelector('iframe[title=Headlight]').scrollIntoView({ block: 'end' }));
    await page.waitForTimeout(500);
    await rests(frame);
    // All of it is in the cell, with its border, and nothing of the page below its end.
    const fits = await shown.evaluate((each) => {
      const cell = each.closest('.output_subarea').getBoundingClientRect();
      const area = each.getBoundingClientRect();
      return area.right <= cell.right + 0.5 && area.width > 800 && area.height <= 800;
    });
    ok(fits, 'the frame fits its cell');
    ok(await frame.evaluate(() => document.documentElement.scrollHeight <= innerHeight), 'the page fits its frame');
    await page.screenshot({ path: join(output, 'notebook.png') });
    // The first weight of the table, clicked inside the frame.
    const before = await session(frame);
    const [left, top] = await frame.evaluate(() =>
      Module.ccall('headlight_area', 'string', ['string'], ['place/table']).split(' ').map((each) => each / devicePixelRatio));
    const area = await shown.boundingBox();
    await page.mouse.click(area.x + left + 14, area.y + top + 14);
    await page.waitForTimeout(300);
    await rests(frame);
    notDeepStrictEqual(await session(frame), before, 'a click on a weight is heard');
    await page.screenshot({ path: join(output, 'notebook-clicked.png') });
    deepStrictEqual(elsewhere, []);
    deepStrictEqual(said, []);
    await close();
  },
  async 'the code of a score and of a head as notebooks'() {
    for (const [name, path] of [['score', 'scores'], ['head', 'output']]) {
      const { page, elsewhere, close } = await run(name);
      const printed = (await page.$$eval('.output_text', (found) => found.map((each) => each.textContent))).join('\n');
      ok(printed.includes(`${path}: off by `), printed);
      await page.screenshot({ path: join(output, `notebook-${name}.png`) });
      deepStrictEqual(elsewhere, []);
      await close();
    }
  },
};

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  const begun = Date.now();
  try {
    await test();
    console.log(`passed  ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}\n${error.stack ?? error}`);
  }
}
await program.close();
jupyter.kill();
process.exit(failed === 0 ? 0 : 1);
