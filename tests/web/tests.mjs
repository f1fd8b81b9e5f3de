// A test a name: each opens tabs of its own. What it returns is said beside "passed".
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { plain, serve, Tab } from './tab.mjs';

const altitudes = ['sentence', 'model', 'layer', 'head', 'step', 'cell', 'product'];

// A head, and all heads of its layer: without a link the page opens at the sentence.
const head = (t) => t.address + '#view=lines';
const headsOfLayer = (t) => t.address + '#view=heads';

// To the sentence, and in from there; `act` at each altitude, with its name.
const atEachAltitude = async (tab, act) => {
  await tab.press('Home');
  for (const altitude of altitudes) {
    await act(altitude);
    await tab.press('Enter');
  }
};

// The experiments: each question leads to a lab, some to a second one.
const experiments = async (tab) => {
  if (!await tab.area('place/experiments')) await tab.press('Home');
  await tab.click('place/experiments');
  return await tab.items('question/');
};
const labOf = ({ view, lab }) => (view === 'lab' ? lab : view);
const atEachLab = async (tab, act) => {
  for (const question of await experiments(tab)) {
    if (!await tab.area(question)) await tab.click('place/experiments');
    await tab.click(question);
    const both = await tab.items('question/place/');
    for (const lab of both.length > 0 ? both : [question]) await act(lab);
  }
};

const seconds = (ms) => (ms / 1000).toFixed(2) + ' s';

// What a finger has less than 40 pixels for on a phone, and why.
const tooSmall = [
  [/^(decoding\/(ahead|word)|present\/\d)\//, 'words that stand in a line of text'],
  [/^side\//, 'choices between the two sentences'],
];

// The path of a file of the page, by its name without the mark of what is in it.
const fileOf = (site, name) => join(site, readdirSync(site).find((each) => plain(each) === name));

// A test's own server, which is another kind of server.
const served = async (site, options, act) => {
  const server = await serve(site, options);
  try {
    return await act(server);
  } finally {
    server.close();
  }
};

export const tests = {
  async 'it opens at the sentence, and six times Enter lead to one product'(t) {
    const tab = await Tab.open(await t.context(), t.address);
    t.strictEqual((await tab.session()).altitude, 'sentence');
    await tab.screenshot(join(t.output, 'first.png'));
    const times = await tab.times();
    for (const altitude of ['model', 'layer', 'head', 'step', 'cell', 'product']) {
      await tab.press('Enter');
      t.strictEqual((await tab.session()).altitude, altitude);
      await tab.screenshot(join(t.output, `${altitude}.png`));
    }
    await tab.press('Home');
    t.strictEqual((await tab.session()).altitude, 'sentence');
    t.deepStrictEqual(tab.said, []);
    return `numbers after ${seconds(times.numbers)}, wasm ${seconds(times.compiled)}, files ${seconds(times.unpacked)}`;
  },

  async 'one file, opened without a server'(t) {
    const tab = await Tab.open(await t.context(), 'file://' + join(t.site, 'headlight.html'));
    t.ok((await tab.texts()).includes('animal'));
    const numbers = (await tab.times()).numbers;
    await tab.models();
    return `numbers after ${seconds(numbers)}, all models after ${seconds((await tab.times()).models)}`;
  },

  async 'a pack that is missing or broken stops no other'(t) {
    const context = await t.context();
    await context.route('**/causal.*.pack', (route) => route.fulfill({ status: 404 }));
    await context.route('**/vit.*.pack', (route) => route.fulfill({ body: 'not packed' }));
    const tab = await Tab.open(context, head(t));
    await tab.models();
    t.ok(await tab.page.evaluate(() => FS.readdir('/assets/models/seq2seq').some((name) => name.endsWith('.safetensors'))));
    const note = await tab.page.textContent('#note');
    t.ok(note.includes('causal could not be loaded') && note.includes('vit could not be loaded'), note);
    t.strictEqual((await experiments(tab)).length, 15);
    await tab.click('question/masks');
    t.strictEqual((await tab.session()).lab, 'masks');
  },

  async 'every altitude, what can stand in its place, and every experiment'(t) {
    const tab = await Tab.open(await t.context({ viewport: { width: 1280, height: 800 } }), t.address);
    const goes = async (name, wanted) => {
      await tab.click(name);
      const session = await tab.session();
      for (const [field, value] of Object.entries(wanted)) t.strictEqual(session[field], value, `${name}: ${field}`);
      await tab.screenshot(join(t.output, `${name.replaceAll(/[/ ]/g, '-')}.png`));
    };
    await atEachAltitude(tab, async (altitude) => t.strictEqual((await tab.session()).altitude, altitude));
    await goes('crumb/1', { altitude: 'model' });
    await goes('stage/causes', { altitude: 'model', cause_ribbons: true });
    await tab.go('#view=map');
    await goes('place/all layers', { altitude: 'head', heads_shown: 'model' });
    await tab.press('Enter');
    await goes('place/sides/both', { altitude: 'head', sides: 'both' });
    await tab.models();
    const labs = new Set();
    await atEachLab(tab, async (lab) => {
      if (lab.startsWith('question/place/')) await tab.click(lab);
      const name = labOf(await tab.session());
      t.ok(!labs.has(name), `${lab} leads to ${name} again`);
      labs.add(name);
      t.ok(await tab.area('place/back'), lab);
      await tab.screenshot(join(t.output, `lab-${name}.png`));
    });
    const every = readFileSync(new URL('../../app/labs/every_lab.h', import.meta.url), 'utf8');
    t.strictEqual(labs.size, every.match(/^#include "app\/labs\//gm).length, [...labs].join());
    await tab.click('place/back');
    t.strictEqual((await tab.session()).altitude, 'head');
    t.deepStrictEqual(tab.said, []);
    return `${altitudes.length} altitudes, ${labs.size} labs`;
  },

  async 'a link that names a view or a lab opens where that is shown'(t) {
    const tab = await Tab.open(await t.context(), t.address + '#lab=masks');
    await tab.models();
    t.strictEqual((await tab.session()).lab, 'masks');
    t.ok(await tab.area('place/back'));
    const shown = { map: 'model', flow: 'model', lines: 'head', heads: 'head', steps: 'step' };
    for (const [view, altitude] of Object.entries(shown)) {
      await tab.go('#view=' + view);
      t.strictEqual((await tab.session()).altitude, altitude, view);
      t.ok(await tab.area('place/map'), view);
    }
    for (const view of ['causes', 'decoding']) {
      await tab.go('#view=' + view);
      t.ok(await tab.area('place/back'), view);
    }
  },

  async 'an answer that may be wrong is marked, and a second translator is heard once its file is there'(t) {
    const tab = await Tab.open(await t.context(), t.address + '#text=The%20wug%20ate%20my%20flurbish');
    await tab.models();
    const says = async () => (await tab.texts()).find((text) => text.startsWith('a second translator writes'));
    for (let i = 0; i < 100 && !(await says()); ++i) await tab.page.waitForTimeout(100);
    t.ok((await tab.texts()).includes('probably wrong'), (await tab.texts()).join(' | '));
    return await says();
  },

  async 'typing, an edit, undo'(t) {
    const tab = await Tab.open(await t.context(), t.address);
    await tab.click('bar/sentence');
    await tab.press('Control+a');
    await tab.type('The dog was tired');
    await tab.press('Enter');
    t.strictEqual((await tab.session()).sentence, 'The dog was tired');
    t.ok(await tab.shows('chien'), (await tab.texts()).join(' '));
    await tab.press('Control+z');
    t.ok((await tab.session()).sentence.startsWith('The animal'));
    // At a head. Pasted, and corrected by a keyboard that has ideas of its own.
    await tab.go('#view=lines');
    await tab.click('place/words');
    await tab.press('Control+a');
    await tab.page.evaluate(() => {
      const data = new DataTransfer();
      data.setData('text/plain', 'the cat was tire');
      window.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, cancelable: true }));
    });
    await tab.settle();
    await tab.page.evaluate(() => {
      const text = document.getElementById('text');
      text.dispatchEvent(new CompositionEvent('compositionstart'));
      for (const word of ['d', 'do', 'dog']) {
        text.value = ' ' + word;
        text.dispatchEvent(new InputEvent('input', { isComposing: true }));
      }
      text.value = ' d';
      text.dispatchEvent(new InputEvent('input', { isComposing: true }));
      text.dispatchEvent(new CompositionEvent('compositionend'));
    });
    await tab.settle();
    await tab.press('Enter');
    t.strictEqual((await tab.session()).sentence, 'the cat was tired');
    t.strictEqual((await tab.session()).altitude, 'head');
    // Letters that are typed anywhere open the field.
    await tab.type('The boy was tired');
    await tab.press('Enter');
    t.strictEqual((await tab.session()).sentence, 'The boy was tired');
    await tab.press('Control+z');
    t.strictEqual((await tab.session()).sentence, 'the cat was tired');
  },

  async 'closing the tab loses nothing'(t) {
    const context = await t.context();
    const tab = await Tab.open(context, head(t));
    await tab.press('Escape');
    t.strictEqual((await tab.session()).altitude, 'layer');
    await tab.page.waitForTimeout(3000);
    await tab.page.reload();
    await tab.numbers();
    t.strictEqual((await tab.session()).altitude, 'layer');
    await tab.press('Enter');
    await tab.press('Enter');
    const left = await tab.session();
    await tab.page.close({ runBeforeUnload: true });
    const again = await Tab.open(context, t.address);
    t.strictEqual((await again.session()).altitude, 'step');
    t.deepStrictEqual(await again.session(), left);
    // Two tabs: one that is closed takes nothing from the other.
    const second = await Tab.open(context, head(t));
    await second.click('crumb/1');
    t.strictEqual((await second.session()).altitude, 'model');
    await second.page.waitForTimeout(3000);
    await again.page.close({ runBeforeUnload: true });
    const kept = await second.page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith('.json')));
    t.ok(kept.length >= 2, kept.join());
    // The picture is gone, the session is not.
    await second.page.evaluate(() => document.getElementById('canvas').getContext('webgl2').getExtension('WEBGL_lose_context').loseContext());
    await second.page.waitForTimeout(1000);
    await second.numbers();
    t.strictEqual((await second.session()).altitude, 'model');
  },

  async 'a browser that keeps nothing runs all the same'(t) {
    const context = await t.context();
    await context.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, { get() { throw new DOMException('no', 'SecurityError'); } });
    });
    const tab = await Tab.open(context, t.address);
    await tab.click('place/look inside');
    t.strictEqual((await tab.session()).altitude, 'model');
  },

  async 'after one visit it starts without a network, and a newer one is said'(t) {
    const site = mkdtempSync(join(t.output, 'site-'));
    for (const name of readdirSync(t.site)) symlinkSync(join(t.site, name), join(site, name));
    return await served(site, { tags: true }, async (server) => {
      const context = await t.context();
      const first = await Tab.open(context, server.address);
      await first.models();
      await first.page.evaluate(() => navigator.serviceWorker.ready);
      t.deepStrictEqual(first.said, []);
      const whole = Object.keys(server.sent).reduce((sum, name) => sum + statSync(fileOf(site, name)).size, 0);
      const sum = () => Object.values(server.sent).reduce((all, bytes) => all + bytes, 0);
      const sent = sum();
      t.deepStrictEqual(Object.entries(server.asked).filter(([name, times]) => times > 1 && name.endsWith('.pack')), []);
      t.ok(sent < whole + 50e3, `${sent} bytes for ${whole}`);
      await first.page.close();
      for (const name of Object.keys(server.sent)) delete server.sent[name];
      await context.setOffline(true);
      const offline = await Tab.open(context, server.address + 'index.html#view=lines');
      t.strictEqual((await offline.session()).altitude, 'head');
      await offline.models();
      t.strictEqual((await experiments(offline)).length, 15);
      t.deepStrictEqual(server.sent, {}, 'nothing came from the server');
      const numbers = (await offline.times()).numbers;
      await offline.page.close();
      // The server gets a newer one: what is open stays, and says so.
      await context.setOffline(false);
      const worker = readFileSync(join(site, 'worker.js'), 'utf8');
      unlinkSync(join(site, 'worker.js'));
      writeFileSync(join(site, 'worker.js'), worker.replace(/version = '/, "version = 'newer-"));
      const newer = await Tab.open(context, server.address);
      t.ok((await newer.page.waitForFunction(() => /newer Headlight/.test(document.getElementById('note').textContent)
        && !document.getElementById('note').hidden, null, { timeout: 30000 })) !== null);
      const caches = () => newer.page.evaluate(async () => (await window.caches.keys()).filter((each) => each.includes('newer-')).length);
      t.strictEqual(await caches(), 1);
      // Of a newer one only what is new is sent.
      t.deepStrictEqual(Object.keys(server.sent).filter((name) => /\.(pack|gz)$/.test(name)), []);
      return `offline numbers after ${seconds(numbers)}; the first visit sent ${(sent / 1e6).toFixed(2)} MB for ` +
        `${(whole / 1e6).toFixed(2)} MB of files, the newer one ${(sum() / 1e3).toFixed(0)} kB`;
    });
  },

  async 'what a short visit has fetched the next one does not fetch again, and what is damaged is not kept'(t) {
    await served(t.site, {}, async (server) => {
      const context = await t.context();
      // The first visit ends before all models are there.
      const never = (route) => (route.request().url().includes('vit') ? route.abort() : route.continue());
      await context.route('**/*.pack', never);
      const first = await Tab.open(context, server.address);
      await first.page.waitForFunction(async () => {
        const names = await caches.keys();
        const kept = names.length === 0 ? [] : await (await caches.open(names[0])).keys();
        return kept.some((each) => each.url.includes('start.')) && kept.some((each) => each.url.includes('wasm.gz'));
      });
      await first.page.close();
      await context.unroute('**/*.pack', never);
      const html = (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' });
      await context.route('**/vit.*.pack', html);
      const second = await Tab.open(context, server.address);
      await second.models();
      t.ok((await second.page.textContent('#note')).includes('vit could not be loaded'));
      await context.unroute('**/vit.*.pack', html);
      await second.page.reload();
      await second.models();
      await second.page.evaluate(() => navigator.serviceWorker.ready);
      for (const name of ['start.pack', 'headlight.wasm.gz', 'vit.pack']) t.strictEqual(server.asked[name], 1, name);
    });
  },

  async 'it can be installed from a server, and not as one file'(t) {
    const tab = await Tab.open(await t.context(), t.address);
    const session = await tab.page.context().newCDPSession(tab.page);
    const { errors, data } = await session.send('Page.getAppManifest');
    t.deepStrictEqual(errors, []);
    const manifest = JSON.parse(data);
    for (const { src, sizes } of manifest.icons) {
      const png = readFileSync(join(t.site, src));
      t.strictEqual(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, sizes);
    }
    t.ok(manifest.file_handlers[0].accept['application/x-headlight'].includes('.headlight'));
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    t.deepStrictEqual(installabilityErrors.filter((each) => each.errorId !== 'in-incognito'), []);
    for (const name of ['headlight.html', 'bare.html']) {
      const page = readFileSync(join(t.site, name), 'utf8');
      t.ok(!page.includes('rel="manifest"'), name);
    }
  },

  async 'in a sandboxed frame the one file runs, and the other says what it needs'(t) {
    const framed = async (file, sandbox) => {
      const tab = new Tab(await (await t.context()).newPage());
      await tab.page.route(t.address + 'frame', (route) => route.fulfill({ contentType: 'text/html',
        body: `<iframe sandbox="${sandbox}" src="${file}" style="width:1000px;height:600px"></iframe>` }));
      await tab.page.goto(t.address + 'frame');
      return (await (await tab.page.waitForSelector('iframe')).contentFrame());
    };
    const runs = (frame) => frame.waitForFunction(() => window.Module?.times?.numbers, null, { timeout: 90000 });
    await runs(await framed('headlight.html', 'allow-scripts'));
    await runs(await framed('index.html', 'allow-scripts allow-same-origin'));
    const refused = await framed('index.html', 'allow-scripts');
    await refused.waitForFunction(() => loading.ended && /allow-same-origin/.test(document.getElementById('note').textContent), null,
      { timeout: 30000 });
  },

  async 'in a frame of another page (?embed=1) it shows what that chose, and keeps, takes and loads nothing more'(t) {
    const host = (src, sandbox) => `<!doctype html><body style="margin:0;height:3000px"><input id="field" autofocus>
      <iframe src="${src}" ${sandbox} style="position:absolute;left:0;top:40px;width:640px;height:400px;border:0"></iframe>`;
    const pages = {
      '/host': host('./?embed=1#view=lines', ''),
      '/host-sandboxed': host('headlight.html?embed=1#view=lines', 'sandbox="allow-scripts"'),
      '/host-any': host('./?embed=1#view=lines', 'sandbox="allow-scripts"'),
    };
    const inFrame = async (server, path) => {
      const page = await (await t.context()).newPage();
      await page.goto(server.address + path);
      const tab = new Tab(await (await page.waitForSelector('iframe')).contentFrame());
      await tab.page.waitForFunction(() => window.Module?.times?.numbers, null, { timeout: 120000 });
      await tab.settle();
      return { page, tab };
    };
    await served(t.site, { pages }, async (server) => {
      const { page, tab } = await inFrame(server, 'host');
      t.strictEqual((await tab.session()).altitude, 'head');
      await page.screenshot({ path: join(t.output, 'embed.png') });
      t.deepStrictEqual(await tab.page.evaluate(() => {
        const { width, height } = document.getElementById('canvas').getBoundingClientRect();
        return [width, height, document.documentElement.scrollWidth];
      }), [640, 400, 640]);
      for (const name of ['place/lessons', 'place/experiments', 'present', 'find']) t.strictEqual(await tab.area(name), null, name);
      t.ok(await tab.area('more'));
      // Neither the keyboard nor the wheel of the page around it, until somebody presses in the frame.
      t.strictEqual(await page.evaluate(() => document.activeElement.id), 'field');
      const scrolled = async () => {
        await page.mouse.move(300, 300);
        await page.mouse.wheel(0, 200);
        await page.waitForTimeout(500);
        return page.evaluate(() => scrollY);
      };
      t.strictEqual(await scrolled(), 200);
      await page.evaluate(() => scrollTo(0, 0));
      await page.mouse.click(12, 430);
      t.strictEqual(await scrolled(), 0);
      const packs = () => Object.keys(server.sent).filter((name) => name.endsWith('.pack'));
      t.deepStrictEqual(packs(), ['start.pack', 'translator.pack']);
      t.deepStrictEqual(await tab.page.evaluate(async () => [Object.keys(localStorage), await caches.keys(),
        (await navigator.serviceWorker.getRegistrations()).length]), [[], [], 0]);
      // A model is fetched for whoever asks for it.
      await tab.page.evaluate(() => { location.hash = '#model=causal'; });
      await tab.page.waitForFunction(() => JSON.parse(Module.ccall('headlight_session', 'string', [], [])).model === 'causal');
      await tab.settle();
      t.deepStrictEqual(packs(), ['start.pack', 'translator.pack', 'causal.pack']);
    });
    await served(t.site, { pages }, (server) => inFrame(server, 'host-sandboxed'));
    // Where the server lets every page read its files, as hosts of pages do, the folder runs in the strictest frame.
    await served(t.site, { pages, headers: { 'Access-Control-Allow-Origin': '*' } }, (server) => inFrame(server, 'host-any'));
  },

  async 'a lesson in a learning platform: opened, finished, and the share of questions right'(t) {
    const file = join(t.output, 'it.zip'), folder = mkdtempSync(join(t.output, 'course-'));
    execFileSync(t.desktop, ['export', '--scorm', file, '--template', join(t.site, 'headlight.html'), '--lesson', 'it']);
    const { launch, title } = JSON.parse(execFileSync('python3', ['-c', checkCourse, file, folder], { encoding: 'utf8' }));
    t.strictEqual(title, 'What is “it”?');
    await served(folder, { pages: { '/platform': `<script>${platform}</script>` } }, async (server) => {
      // So high that no choice has to be scrolled to.
      const context = await t.context({ viewport: { width: 1366, height: 1400 } });
      const host = await context.newPage();
      await host.goto(server.address + 'platform');
      const attend = async () => {
        const [page] = await Promise.all([context.waitForEvent('page'), host.evaluate((to) => { window.open(to); }, launch)]);
        const tab = new Tab(page);
        await tab.numbers();
        return tab;
      };
      const told = () => host.evaluate(() => window.told);
      const step = async (tab) => (await tab.session()).lesson_step;
      const tab = await attend();
      const { right, steps } = await tab.page.evaluate(() => JSON.parse(document.documentElement.dataset.course));
      t.strictEqual((await tab.session()).lesson, 'it');
      t.strictEqual((await told())['cmi.core.lesson_status'], 'incomplete');
      t.ok(Object.keys(right).length >= 2 && steps > Math.max(...Object.keys(right)), JSON.stringify(right));
      // The first question right, the next wrong and then right: only the first counts. Then it is left.
      const answered = async (choice) => {
        await tab.click('choice/' + choice);
        t.strictEqual((await tab.session()).lesson_answer, choice);
      };
      const questions = Object.keys(right).map(Number);
      const score = (n) => Math.round(100 * n / questions.length);
      await tab.go(`#lesson=it&step=${questions[0] + 1}`);
      await answered(right[questions[0]]);
      t.strictEqual((await told())['cmi.core.score.raw'], String(score(1)));
      await tab.go(`#lesson=it&step=${questions[1] + 1}`);
      await answered(right[questions[1]] === 0 ? 1 : 0);
      t.strictEqual((await told())['cmi.core.score.raw'], String(score(1)));
      await tab.page.close({ runBeforeUnload: true });
      await host.waitForFunction(() => window.told.finished);
      t.strictEqual((await told())['cmi.core.exit'], 'suspend');
      t.strictEqual((await told())['cmi.core.lesson_status'], 'incomplete');
      // It goes on where it was left; the last step ends it.
      const again = await attend();
      t.strictEqual(await step(again), questions[1]);
      await again.go(`#lesson=it&step=${questions[1] + 1}`);
      await again.click('choice/' + right[questions[1]]);
      t.strictEqual((await told())['cmi.core.score.raw'], String(score(1)), 'only the first answer counts');
      await again.go(`#lesson=it&step=${steps}`);
      t.strictEqual((await told())['cmi.core.lesson_status'], 'completed');
      await again.page.close({ runBeforeUnload: true });
      await host.waitForFunction(() => window.told.finished);
      t.deepStrictEqual((await told()).wrong, []);
      t.ok(/^\d{2}:\d{2}:\d{2}$/.test((await told())['cmi.core.session_time']));
      // In a frame of the platform too.
      await host.evaluate((to) => { document.body.innerHTML = `<iframe src="${to}" width="900" height="600"></iframe>`; }, launch);
      await (await (await host.waitForSelector('iframe')).contentFrame()).waitForFunction(() => window.Module?.times?.numbers, null, { timeout: 120000 });
      t.strictEqual((await told()).finished, false);
      t.strictEqual((await told())['cmi.core.lesson_status'], 'completed');
      return `${(statSync(file).size / 1e6).toFixed(1)} MB; ${steps} steps, ${questions.length} questions`;
    });
  },

  async 'the packed program is asked for first, whatever the server packs'(t) {
    const size = (name) => statSync(fileOf(t.site, name)).size;
    const first = ['index.html', 'headlight.js', 'headlight.wasm.gz', 'start.pack'];
    const sum = (sent, names) => names.reduce((all, name) => all + sent[name], 0);
    const said = [];
    for (const [kind, options] of Object.entries({
      'packs nothing': {}, 'packs what it sends': { packs: ['.html', '.js', '.wasm'] }, 'has .gz unpacked': { unpacks: true },
    })) {
      await served(t.site, options, async (server) => {
        // The weights of the model are held back: the first frame needs none.
        const context = await t.context();
        let goes_on;
        const held = new Promise((go) => { goes_on = go; });
        await context.route('**/translator.*.pack', async (route) => { await held; await route.continue(); });
        const tab = await Tab.open(context, server.address, { wait: false });
        await tab.page.waitForFunction(() => window.Module?.times?.started, null, { timeout: 120000 });
        await tab.page.waitForFunction(() => /^Loading translator/.test(document.getElementById('note').textContent));
        if (said.length === 0) await tab.screenshot(join(t.output, 'before-numbers.png'));
        t.ok((await tab.texts()).join(' ').includes("The animal didn't cross the street because it was too tired"), (await tab.texts()).join('|'));
        t.strictEqual(server.sent['translator.pack'], undefined);
        const bytes = sum(server.sent, first);
        t.ok(bytes <= first.reduce((all, name) => all + size(name), 0) && bytes < 8e6, `${bytes} bytes`);
        goes_on();
        await tab.numbers();
        t.ok((await tab.texts()).includes('animal'));
        t.strictEqual(await tab.page.locator('#note').isVisible(), false);
        t.strictEqual(server.sent['headlight.wasm'], undefined);
        t.deepStrictEqual(tab.said, []);
        said.push(`${kind}: ${(bytes / 1e6).toFixed(1)} MB, to its numbers ${((bytes + server.sent['translator.pack']) / 1e6).toFixed(1)} MB`);
      });
    }
    // A server that holds back what is packed, and knows no type.
    const context = await t.context();
    await context.route('**/headlight.*.wasm.gz', (route) => route.fulfill({ status: 403 }));
    await context.route('**/headlight.*.wasm',
      (route) => route.fulfill({ path: fileOf(t.site, 'headlight.wasm'), contentType: 'text/plain' }));
    t.ok((await (await Tab.open(context, t.address)).texts()).includes('animal'));
    return `before the first frame ${said.join(', ')}; with the unpacked one it would be ` +
      `${((sum(Object.fromEntries(first.map((name) => [name, size(name)])), first) + size('headlight.wasm') - size('headlight.wasm.gz')) / 1e6).toFixed(1)} MB`;
  },

  async 'what keeps it from starting is said, with what to try'(t) {
    const says = async (name, words, { change = async () => {}, address = t.address, options = {} } = {}) => {
      const context = await t.context(options);
      await change(context);
      const tab = await Tab.open(context, address, { wait: false });
      const note = await tab.note().catch((error) => { throw new Error(`${name}: ${error.message}`); });
      for (const each of words) t.ok(plain(plain(note)).includes(each), `${name}: ${note}`);
      await tab.page.waitForTimeout(300);
      t.strictEqual(await tab.page.textContent('#note'), note, name);
      await context.close();
    };
    const again = 'Load the page again';
    const newer = 'Chrome or Edge 97';
    const answers = (file, answer) => ({ change: (context) => context.route('**/' + file, (route) => route.fulfill(answer)) });
    const page = { contentType: 'text/html', body: '<!doctype html><title>Not found</title>' };
    const half = { body: readFileSync(fileOf(t.site, 'start.pack')).subarray(0, 1e6) };

    await says('no headlight.js', ['headlight.js', again], answers('headlight.*.js', { status: 404 }));
    await says('headlight.js is a page', ['headlight.js', again], answers('headlight.*.js', page));
    await says('headlight.js is empty', ['headlight.js', again], answers('headlight.*.js', { contentType: 'text/javascript', body: '' }));
    await says('no wasm', ['headlight.wasm.gz is not there', 'headlight.wasm is not there', again], answers('headlight.*.wasm*', { status: 404 }));
    await says('wasm is a page', ['headlight.wasm.gz is not what', again], answers('headlight.*.wasm*', page));
    await says('no start.pack', ['start.pack is not there', again], answers('start.*.pack', { status: 404 }));
    await says('start.pack is a page', ['start.pack is not what', again], answers('start.*.pack', page));
    await says('half of start.pack', ['start.pack is damaged', again], answers('start.*.pack', half));
    // Of the model the screen is there, and says what it lacks.
    const lacking = await t.context();
    await lacking.route('**/translator.*.pack', (route) => route.fulfill({ status: 404 }));
    const without = await Tab.open(lacking, t.address, { wait: false });
    await without.page.waitForFunction(() => /translator could not be loaded: .*is not there.*Load the page again/
      .test(document.getElementById('note').textContent), null, { timeout: 120000 });
    await without.page.waitForTimeout(300);
    t.ok(await without.page.locator('#note').isVisible());
    await says('no network', ['start.pack could not be loaded', again],
      { change: (context) => context.route('**/start.*.pack', (route) => route.abort()) });

    const lacks = (remove) => ({ change: (context) => context.addInitScript(remove) });
    await says('no WebGL 2', ['WebGL 2', newer], lacks(() => {
      const get = HTMLCanvasElement.prototype.getContext;
      HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
        return kind === 'webgl2' ? null : get.call(this, kind, ...rest);
      };
    }));
    await says('no more WebGL 2', ['WebGL 2'], lacks(() => {
      const get = HTMLCanvasElement.prototype.getContext;
      HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
        return this.id === 'canvas' ? null : get.call(this, kind, ...rest);
      };
    }));
    await says('no WebAssembly', ['no WebAssembly', newer], lacks(() => { delete window.WebAssembly; }));
    await says('an older WebAssembly', ['exceptions of WebAssembly', newer], lacks(() => { WebAssembly.validate = () => false; }));
    await says('no DecompressionStream', ['DecompressionStream', newer], lacks(() => { delete window.DecompressionStream; }));
    // A browser that does not know how the page is written. Its own rules would not let the changed page run.
    await says('an older browser', ['cannot run the page', newer], { change: (context) => context.route(t.address, async (route) => {
      const body = readFileSync(join(t.site, 'index.html'), 'utf8');
      await route.fulfill({ contentType: 'text/html',
        body: body.replace('Content-Security-Policy', 'none').replace("'use strict';", 'ruler ??!= 1;') });
    }) });

    // Rules that a server adds to the page's own.
    const rules = 'Content-Security-Policy';
    for (const [rule, words] of [
      ["default-src 'self'", [rules, 'headlight.html']],
      ["script-src 'self'", [rules, 'headlight.html']],
      ["script-src 'self' 'unsafe-inline'", [rules, 'script-src', 'headlight.html']],
      ["connect-src 'none'", [rules, 'connect-src', 'headlight.html']],
    ])
      await served(t.site, { headers: { [rules]: rule } }, (server) => says(rule, words, { address: server.address }));
    await says('no JavaScript', ['JavaScript'], { options: { javaScriptEnabled: false } });
    await says('without a server', ['headlight.html'], { address: 'file://' + join(t.site, 'index.html') });
    const damaged = join(t.output, 'damaged.html');
    writeFileSync(damaged, readFileSync(join(t.site, 'headlight.html'), 'utf8').replace(/(id="data-start.pack">.{100000})[^<]*/, '$1'));
    await says('a damaged file', ['start.pack is damaged', 'copy headlight.html'], { address: 'file://' + damaged });
  },

  async 'every export is that of the desktop'(t) {
    const tab = await Tab.open(await t.context(), headsOfLayer(t));
    const file = join(t.output, 'session.headlight');
    const session = await tab.session();
    writeFileSync(file, JSON.stringify(session));
    const desktop = (name, ...options) => {
      const path = join(t.output, 'desktop-' + name);
      execFileSync(t.desktop, ['figure', '--session', file, '-o', path, ...options]);
      return path;
    };
    const worst = {};
    await tab.press('Control+e');
    await tab.click('export/more');
    const stage = ['--stage', '--size', '1280', '720'];
    for (const [what, kind, name, compare, options] of [
      ['stage', 'PNG', 'stage.png', samePixels, stage], ['stage', 'SVG', 'stage.svg', sameText, stage], ['stage', 'PDF', 'stage.pdf', samePdf, stage],
      ['heatmaps', 'PNG', 'maps.png', samePixels, []], ['heatmaps', 'SVG', 'maps.svg', sameText, []],
      ['numbers', 'CSV', 'numbers.csv', sameText, []], ['numbers', 'NPY', 'numbers.npy', sameNpy, []], ['numbers', 'TSV', 'numbers.tsv', sameText, []],
      ['animation', 'GIF', 'steps.gif', samePixels, ['--size', '1280', '720']],
    ]) {
      await tab.click('export/what/' + what);
      await tab.click('export/kind/' + kind);
      if (what === 'stage' || kind === 'GIF') await tab.click('export/size/slide 1280 × 720');
      const made = await tab.download(() => tab.click('export/write'));
      t.ok(made.name.endsWith(name.slice(name.indexOf('.'))), made.name);
      const path = join(t.output, 'tab-' + name);
      writeFileSync(path, made.bytes);
      worst[name] = compare(path, desktop(name, ...options));
    }
    return Object.entries(worst).map(([name, difference]) => name + ' ' + difference).join(', ');
  },

  async 'every number of every model is that of the desktop'(t) {
    const tab = await Tab.open(await t.context(), t.address);
    await tab.models();
    const said = [];
    for (const model of ['translator', 'causal', 'seq2seq', 'seq2seq-attention', 'characters', 'characters-rnn', 'vit',
      'caption-rnn', 'caption-attention', 'caption-transformer', 'positions/two_back/sinusoidal']) {
      await tab.openModel(model);
      await tab.press('Control+e');
      if (!await tab.area('export/what/whole pass')) await tab.click('export/more');
      await tab.click('export/what/whole pass');
      const made = await tab.download(() => tab.click('export/write'));
      await tab.press('Escape');
      const path = join(t.output, 'tab.safetensors'), file = join(t.output, 'session.headlight');
      writeFileSync(path, made.bytes);
      writeFileSync(file, JSON.stringify(await tab.session()));
      execFileSync(t.desktop, ['trace', '--session', file, '-o', join(t.output, 'desktop.safetensors')]);
      const difference = sameTensors(path, join(t.output, 'desktop.safetensors'));
      said.push(`${model} ${difference.toExponential(1)}`);
      t.ok(difference < 2e-3, `${model}: ${difference}`);
    }
    return said.join(', ');
  },

  async 'a session, a picture and a lesson that are dropped are opened'(t) {
    const tab = await Tab.open(await t.context(), t.address);
    await tab.models();
    const session = { model: 'translator', sentence: 'The dog was tired', view: 'flow' };
    await tab.drop('mine.headlight', JSON.stringify(session));
    t.strictEqual((await tab.session()).sentence, 'The dog was tired');
    t.strictEqual((await tab.session()).altitude, 'model', 'it is of an earlier version, which had views');
    await tab.drop('deep.headlight', JSON.stringify({ ...session, altitude: 'step', layer: 2 }));
    t.strictEqual((await tab.session()).altitude, 'step');
    t.strictEqual((await tab.session()).layer, 2);
    await tab.drop('red.png', readFileSync(join(t.output, 'first.png')));
    await tab.settle();
    t.ok((await tab.session()).sentence.startsWith('data:'), (await tab.session()).sentence.slice(0, 40));
    await tab.drop('wrong.headlight', 'not a session');
    t.ok((await tab.texts()).some((text) => text.includes('wrong.headlight')), (await tab.texts()).join('|'));
  },

  async 'a folder with a model of one\'s own is opened'(t) {
    const tab = await Tab.open(await t.context(), t.address);
    await tab.press('Control+k');
    await tab.type('open a model');
    await tab.press('Enter');
    const [chooser] = await Promise.all([tab.page.waitForEvent('filechooser'), tab.click('models/folder')]);
    await chooser.setFiles(t.model);
    await tab.page.waitForTimeout(500);
    await tab.settle();
    t.ok((await tab.session()).model.startsWith('/Downloads/'), (await tab.session()).model);
    await tab.screenshot(join(t.output, 'own-model.png'));
  },

  async "whatever a lesson says is text, and nothing but the page's own scripts runs"(t) {
    const tab = await Tab.open(await t.context(), t.address);
    const found = await tab.page.evaluate(() => {
      const hostile = '</p><script>document.body.dataset.ran = 1</script><img src=x onerror="document.body.dataset.ran = 2">';
      Module.page.describe(JSON.stringify([['h2', hostile], ['p', hostile, ['strong', hostile]]]));
      const added = document.createElement('script');
      added.textContent = 'document.body.dataset.ran = 3';
      document.body.append(added);
      const told = document.getElementById('told');
      return { text: told.textContent, wanted: hostile.repeat(3), elements: told.querySelectorAll('*').length,
        ran: document.body.dataset.ran ?? '' };
    });
    t.strictEqual(found.text, found.wanted);
    t.strictEqual(found.elements, 3);
    t.strictEqual(found.ran, '');
  },

  async 'every altitude is told in words, and of a change only what is new'(t) {
    const tab = await Tab.open(await t.context(), t.address);
    const told = () => tab.page.evaluate(() => [...document.querySelectorAll('#told > *')].map((each) => each.textContent));
    const seen = new Set();
    await atEachAltitude(tab, async (altitude) => {
      const lines = await told();
      t.ok(lines.length > 5 && lines.every((line) => line !== ''), `${altitude}: ${lines.join('\n')}`);
      seen.add(lines.join());
    });
    t.strictEqual(seen.size, altitudes.length);
    // What stays the same stays in the page.
    const kept = await tab.page.evaluate(() => {
      const list = document.querySelector('#told');
      const first = list.firstElementChild, count = list.childElementCount;
      Module.page.describe(JSON.stringify([['h2', first.textContent], ['p', 'new']]));
      const same = list.firstElementChild === first;
      return { same, count, now: list.childElementCount };
    });
    t.ok(kept.same, 'the title is the same element');
    t.strictEqual(kept.now, 2);
    await tab.press('Tab');
    await tab.page.waitForFunction(() => document.querySelector('#focused').textContent !== '', null, { timeout: 30000 });
    return `${seen.size} altitudes`;
  },

  async 'a lesson with a question'(t) {
    const tab = await Tab.open(await t.context(), t.address + '#lesson=first-minute');
    for (let step = 0; step < 2; ++step) {
      const text = await tab.page.textContent('#told');
      t.ok(text.includes(`${step + 1} of `), text);
      if ((await tab.items('lesson/choice/')).length > 0) break;
      await tab.click('rail/next');
    }
    return (await tab.items('lesson/')).join();
  },

  async 'fingers: a tap, a long press, a wipe, two that go in and out'(t) {
    const context = await t.context({ hasTouch: true, viewport: { width: 1180, height: 820 }, deviceScaleFactor: 2 });
    const tab = await Tab.open(context, headsOfLayer(t));
    const at = async () => (await tab.session()).altitude;
    await tab.tap('crumb/1');
    t.strictEqual(await at(), 'model');
    await tab.screenshot(join(t.output, 'tablet.png'));
    const { x, y } = await tab.place('crumb/0');
    const fingers = await tab.fingers();
    await fingers.down([x, y]);
    await tab.page.waitForTimeout(700);
    await fingers.up();
    await tab.settle();
    t.strictEqual(await at(), 'model', 'a long press looks, and presses nothing');
    // By two steps of the zoom, which is one altitude however long a frame takes.
    const part = async (from, to) => {
      const places = (apart) => [[590 - apart, 420], [590 + apart, 420]];
      await fingers.down(...places(from));
      await fingers.move(...places(to));
      await fingers.up();
      await tab.page.waitForTimeout(600);
      await tab.settle();
    };
    const { scale } = await tab.session();
    await part(60, 80);
    t.strictEqual(await at(), 'layer', 'two fingers that part go in');
    await part(80, 60);
    t.strictEqual(await at(), 'model', 'two fingers that meet go out');
    t.strictEqual((await tab.session()).scale, scale);
    await tab.go('#layer=3&head=0');
    // Over what is no thing to press.
    const wipe = async (from, to) => {
      await fingers.down([from, 130]);
      for (let i = 1; i <= 8; ++i) {
        await fingers.move([from + (to - from) * i / 8, 130]);
        await tab.page.waitForTimeout(30);
      }
      await fingers.up();
      await tab.page.waitForTimeout(600);
      await tab.settle();
    };
    await wipe(700, 450);
    t.strictEqual((await tab.session()).head, 1, 'a wipe goes to the next head');
    await wipe(450, 700);
    t.strictEqual((await tab.session()).head, 0);
    t.strictEqual(await at(), 'head');
    // Where there is no way in, two fingers make the text larger.
    await tab.go('#lab=masks');
    await tab.models();
    await tab.settle();
    await part(60, 80);
    t.ok((await tab.session()).scale > scale, 'two fingers that part make the text larger');
  },

  async 'the presenter takes the whole screen'(t) {
    const tab = await Tab.open(await t.context(), head(t));
    await tab.press('p');
    t.strictEqual((await tab.session()).presenting, true);
    t.strictEqual(await tab.page.evaluate(() => document.fullscreenElement !== null), true);
    await tab.screenshot(join(t.output, 'presenter.png'));
    await tab.press('Escape');
    t.strictEqual((await tab.session()).presenting, false);
    // The browser ends full screen by itself.
    await tab.press('p');
    await tab.page.evaluate(() => document.exitFullscreen());
    await tab.page.waitForTimeout(500);
    await tab.settle();
    t.strictEqual((await tab.session()).presenting, false);
    // By fingers alone.
    const tablet = await Tab.open(await t.context({ hasTouch: true, viewport: { width: 1180, height: 820 } }), head(t));
    await tablet.tap('present');
    t.strictEqual((await tablet.session()).presenting, true);
    await tablet.tap('present/leave');
    t.strictEqual((await tablet.session()).presenting, false);
  },

  async 'a dark system, a phone, and a screen of two pixels a unit'(t) {
    const dark = await Tab.open(await t.context({ colorScheme: 'dark', deviceScaleFactor: 2 }), t.address);
    t.strictEqual((await dark.session()).theme, 'dark');
    await dark.screenshot(join(t.output, 'dark.png'));
    const phone = await Tab.open(await t.context({ viewport: { width: 360, height: 640 }, hasTouch: true, deviceScaleFactor: 2 }),
      t.address);
    await phone.screenshot(join(t.output, 'phone.png'));
    t.strictEqual(await phone.page.evaluate(() => document.documentElement.scrollWidth), 360, 'the page does not go sideways');
    t.deepStrictEqual([...dark.said, ...phone.said], []);
  },

  async 'a link is a lesson'(t) {
    const context = await t.context({ permissions: ['clipboard-read', 'clipboard-write'] });
    const tab = await Tab.open(context, t.address + '#lesson=it&step=3');
    t.strictEqual((await tab.session()).lesson, 'it');
    t.strictEqual((await tab.session()).lesson_step, 2);
    await tab.go('#view=flow&text=the animal was tired');
    t.strictEqual((await tab.session()).sentence, 'the animal was tired');
    t.strictEqual((await tab.session()).altitude, 'model');
    await tab.press('Control+z');
    t.strictEqual((await tab.session()).lesson, 'it', 'what was open can be had back');
    await tab.go('#1:damaged');
    t.ok(await tab.shows('link'), (await tab.texts()).join('|'));
    await tab.press('Control+k');
    await tab.type('copy a link');
    await tab.press('Enter');
    const link = await tab.page.evaluate(() => navigator.clipboard.readText());
    t.ok(link.startsWith(t.address + '#1:'), link);
    const other = await Tab.open(await t.context(), link);
    t.deepStrictEqual(await other.session(), await tab.session());
    // Loaded again it is what was made of it.
    await other.press('Home');
    await other.page.reload();
    await other.numbers();
    t.strictEqual((await other.session()).altitude, 'sentence');
    return `${link.length} letters`;
  },

  async 'a link to what is shown is on screen for a camera, and one that is too long says so'(t) {
    const shown = async (address) => {
      const tab = await Tab.open(await t.context(), address);
      await tab.press('Control+k');
      await tab.type('show a link as a qr code');
      await tab.press('Enter');
      return tab;
    };
    const tab = await shown(t.address + '#lesson=it&step=3');
    const file = join(t.output, 'qr-code.png');
    await tab.screenshot(file);
    const link = execFileSync('zbarimg', ['-q', '--raw', '-Sdisable', '-Sqrcode.enable', file], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    t.ok(link.startsWith(t.address + '#1:'), link);
    const other = await Tab.open(await t.context(), link);
    t.deepStrictEqual(await other.session(), await tab.session());
    await tab.press('Escape');
    t.strictEqual(await tab.area('link/close'), null);
    const long = await shown(t.address + '?' + 'a'.repeat(1300));
    t.ok(await long.shows('a phone reads up to 1,273'), (await long.texts()).join('|'));
    await long.screenshot(join(t.output, 'qr-too-long.png'));
    return `${link.length} letters`;
  },

  async 'a handout is alive'(t) {
    const file = join(t.output, 'handout.html');
    execFileSync(t.desktop, ['export', '--html', file, '--template', join(t.site, 'headlight.html'), '--lesson', 'it', '--step', '2', '--only']);
    const tab = await Tab.open(await t.context(), 'file://' + file);
    t.strictEqual((await tab.session()).lesson, 'it');
    t.strictEqual((await tab.session()).lesson_step, 1);
    return `${(readFileSync(file).length / 1e6).toFixed(1)} MB`;
  },

  async 'training in the tab: a head appears, and the window stays awake'(t) {
    const tab = await Tab.open(await t.context(), t.address + '#lab=learn');
    await tab.models();
    await tab.click('learn/run/Your own training');
    await tab.click('learn/kind/An induction head');
    const start = await tab.place('learn/start');
    await tab.page.evaluate(() => Module._headlight_longest());
    await tab.page.mouse.click(start.x, start.y);
    const begun = Date.now();
    const state = async () => (await tab.texts()).find((text) => text.startsWith('Seed ')) ?? '';
    while (!(await state()).includes('there is a head')) {
      if (Date.now() - begun > 120000) throw new Error(`no head after two minutes: ${(await tab.texts()).join(' | ')}`);
      await tab.page.waitForTimeout(200);
    }
    const busy = await tab.page.evaluate(() => Module._headlight_longest());
    t.ok(await tab.shows('Pause'));
    await tab.screenshot(join(t.output, 'training.png'));
    await tab.page.mouse.click(start.x, start.y);
    await tab.settle();
    t.ok(await tab.shows('Go on'));
    return `${await state()} after ${seconds(Date.now() - begun)}; busy for ${busy.toFixed(0)} ms at most`;
  },

  async 'by keys alone: into the model, a word, an experiment'(t) {
    const tab = await Tab.open(await t.context(), t.address);
    const reach = async (name) => {
      for (let i = 0; i < 80; ++i) {
        await tab.press('Tab');
        if (await tab.focus() === name) return;
      }
      throw new Error(`Tab does not come to ${name}`);
    };
    const press = async (name) => {
      await reach(name);
      await tab.press('Enter');
    };
    await press('place/look inside');
    t.strictEqual((await tab.session()).altitude, 'model');
    const before = (await tab.session()).token;
    await reach('place/list of words');
    await tab.press('ArrowUp');
    const word = (await tab.session()).token;
    t.ok(word >= 0 && word !== before, `${before} and ${word}`);
    await press('crumb/0');
    t.strictEqual((await tab.session()).altitude, 'sentence');
    await press('place/experiments');
    await press('question/masks');
    t.strictEqual((await tab.session()).lab, 'masks');
    t.ok(await tab.area('place/back'));
    await tab.press('Escape');
    t.ok(await tab.area('question/masks'));
    await tab.press('Escape');
    t.strictEqual(await tab.area('place/back'), null);
    t.strictEqual((await tab.session()).altitude, 'sentence');
    await tab.press('Control+k');
    await tab.type('masks');
    await tab.press('Enter');
    t.ok(await tab.area('place/back'));
    t.strictEqual((await tab.session()).lab, 'masks');
  },

  async 'Tab leaves the page at its end, and comes back'(t) {
    const tab = await Tab.open(await t.context(), t.address);
    const writes = () => tab.page.evaluate(() => document.activeElement.id === 'text');
    const way = [];
    // Through all of it, until the page has the keyboard no longer.
    const through = async (key) => {
      const passed = [];
      for (let i = 0; i < 400; ++i) {
        await tab.press(key);
        if (!await writes()) return passed;
        passed.push(await tab.focus());
      }
      throw new Error(`${key} does not leave: ${passed.slice(-8).join()}`);
    };
    way.push(await through('Tab'));
    t.strictEqual(await tab.focus(), '');
    t.ok(way[0].length >= 20 && !way[0].includes(''), way[0].join());
    // Headless, the browser has no bar: the next Tab is that which comes back from there.
    way.push(await through('Tab'));
    t.deepStrictEqual(way[1], way[0]);
    way.push(await through('Shift+Tab'));
    t.deepStrictEqual(way[2], [...way[0]].reverse());
    // A dialog is gone through in the same way, and left with Escape.
    await tab.press('Tab');
    await tab.press('Control+e');
    const dialog = await through('Tab');
    t.ok(dialog.every((name) => name.startsWith('export/')), dialog.join());
    await tab.press('Tab');
    await tab.press('Escape');
    t.strictEqual(await tab.area('export/write'), null);
    t.deepStrictEqual(tab.said, []);
    return `${way[0].length} items`;
  },

  async 'on a phone a finger has 40 pixels for what it presses'(t) {
    const phone = { hasTouch: true, viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };
    const first = await Tab.open(await t.context(phone), t.address + '#lesson=first-minute');
    await first.screenshot(join(t.output, 'phone-first.png'));
    const tab = await Tab.open(await t.context(phone), head(t));
    await tab.screenshot(join(t.output, 'phone-head.png'));
    const pages = [['the first lesson', first, async () => {}]];
    for (const altitude of altitudes) pages.push([altitude, tab, () => tab.press(altitude === 'sentence' ? 'Home' : 'Enter')]);
    pages.push(['all heads of a layer', tab, () => tab.go('#view=heads')], ['the sheet', tab, () => tab.tap('place/sheet'), () => tab.press('Escape')],
      ['decoding', tab, () => tab.go('#view=decoding')], ['questions', tab, () => tab.press('Escape'), () => tab.press('Home')]);
    for (const opens of ['more', 'bar/sentence']) pages.push([opens, tab, () => tab.tap(opens), () => tab.press('Escape')]);
    const counted = { shown: 0, drawn: 0 };
    const small = [], kinds = new Map();
    for (const [page, where, open, close = async () => {}] of pages) {
      await open();
      for (const name of new Set(await where.items(''))) {
        const touched = await where.touched(name);
        // What is cut off there can be scrolled into sight, and what lies under a sheet is not pressed.
        if (touched === null || touched.width < Math.floor(touched.drawn[0]) || touched.height < Math.floor(touched.drawn[1])) continue;
        counted.shown += 1;
        if (Math.min(...touched.drawn) < 40) counted.drawn += 1;
        if (Math.min(touched.width, touched.height) >= 40) continue;
        const kind = tooSmall.find(([names]) => names.test(name));
        if (kind) kinds.set(kind[1], [...(kinds.get(kind[1]) ?? []), Math.min(touched.width, touched.height)]);
        else small.push(`${page}: ${name} ${touched.width} x ${touched.height}`);
      }
      await close();
    }
    const reasons = [...kinds].map(([why, sizes]) => `${sizes.length} ${why} (at least ${Math.min(...sizes)})`).join(', ');
    t.deepStrictEqual(small, [], reasons);
    return `of ${counted.shown} on ${pages.length} pages ${counted.drawn} are drawn smaller than 40 pixels; touched on less are ${reasons}`;
  },

  // Not a test: what is kept busy for how long, and how much memory a long visit takes.
  async 'measure: how long the page is busy'(t) {
    const said = [];
    const tab = new Tab(await (await t.context()).newPage());
    const measured = async (name, act) => {
      said.push([name, await tab.longest(act)]);
    };
    await measured('start', async () => {
      await tab.page.goto(t.address);
      await tab.numbers();
      await tab.models();
    });
    for (const altitude of altitudes.slice(1)) await measured(altitude, () => tab.press('Enter'));
    await tab.go('#view=map');
    // Where a window is high enough for their buttons.
    for (const way of ['stage/causes', 'place/all layers']) {
      if (await tab.area(way)) await measured(way, () => tab.click(way));
      await tab.go('#view=map');
    }
    await measured('questions', () => experiments(tab));
    for (const question of await experiments(tab)) {
      if (!await tab.area(question)) await tab.click('place/experiments');
      await measured(question, () => tab.click(question));
      for (const lab of (await tab.items('question/place/')).slice(1)) await measured(lab, () => tab.click(lab));
    }
    await tab.go('#view=lines');
    await measured('typed', async () => {
      await tab.click('place/words');
      await tab.press('Control+a');
      await tab.type('the dog was tired');
      await tab.press('Enter');
    });
    for (const lesson of ['it', 'bears', 'induction-head', 'what-attention-adds', 'cannot-know-yet', 'many-heads'])
      for (const step of [1, 2, 3]) await measured(`${lesson} ${step}`, () => tab.go(`#lesson=${lesson}&step=${step}`));
    await tab.go('#view=heads');
    await tab.press('Control+e');
    await tab.click('export/more');
    for (const [what, kind] of [['stage', 'PNG'], ['stage', 'SVG'], ['stage', 'PDF'], ['animation', 'GIF'], ['whole pass', 'safetensors']]) {
      await tab.click('export/what/' + what);
      await tab.click('export/kind/' + kind);
      await measured(`${what} ${kind}`, () => tab.download(() => tab.click('export/write')));
    }
    return said.map(([name, { clock, processor }]) => `\n  ${name} ${processor.toFixed(0)} ms, ${clock.toFixed(0)} by the clock`).join('');
  },

  async 'measure: a frame, and a sentence typed'(t) {
    const tab = await Tab.open(await t.context(), t.address);
    const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
    const said = [];
    const frame = async (name) => {
      const times = await tab.page.evaluate(() => Array.from({ length: 60 }, () => {
        Module._headlight_wake();
        const begun = performance.now();
        Module._headlight_frame();
        return performance.now() - begun;
      }));
      said.push(`${name} ${median(times).toFixed(1)} ms`);
    };
    await atEachAltitude(tab, frame);
    await tab.go('#view=heads');
    await frame('heads of a layer');
    await tab.models();
    await tab.go('#view=decoding');
    await frame('decoding');
    await tab.go('#view=lines');
    const nouns = ['dog', 'cat', 'horse', 'bird', 'car', 'house', 'garden', 'boy', 'girl', 'teacher', 'letter', 'table'];
    const computed = [];
    for (const noun of [...nouns, ...nouns]) {
      await tab.page.evaluate(() => Module._headlight_longest());
      await tab.go(`#text=the ${noun} didn't cross the street because it was too tired`);
      computed.push(await tab.page.evaluate(() => Module._headlight_longest()));
    }
    return `a frame: ${said.join(', ')}; the frame that computes a sentence of 11 words: ${median(computed).toFixed(0)} ms`;
  },

  async 'measure: ten minutes of clicks'(t) {
    const tab = await Tab.open(await t.context(), t.address);
    await tab.models();
    const begun = Date.now();
    const said = [];
    let clicks = 0;
    for (const minutes of [0, 1, 5, 10]) {
      for (; Date.now() < begun + minutes * 60000; ++clicks) {
        const items = (await tab.items('')).filter((name) => !name.startsWith('export/write'));
        const area = await tab.area(items[Math.floor(Math.random() * items.length)]);
        if (area) await tab.page.mouse.click(area.x, area.y);
        if (clicks % 7 === 0) await tab.page.keyboard.press('Escape');
        if (clicks % 50 === 0) await tab.settle();
      }
      said.push(`${(await tab.page.evaluate(() => Module.memory())).toFixed(0)} MB after ${minutes} min`);
    }
    // Full screen is refused where no hand asked for it.
    t.deepStrictEqual(tab.said.filter((line) => !line.includes('requestFullscreen')), []);
    return `${clicks} clicks: ${said.join(', ')}`;
  },
};

// --- A learning platform (SCORM 1.2)

// What a package has to be, to be taken: arguments are its file, and the folder that it is unpacked into.
const checkCourse = `
import json, os, sys, zipfile
import xml.etree.ElementTree as xml
file, folder = sys.argv[1:]
archive = zipfile.ZipFile(file)
assert archive.testzip() is None
names = archive.namelist()
assert 'imsmanifest.xml' in names and len(names) == len(set(names)), names
archive.extractall(folder)
cp, adl = '{http://www.imsproject.org/xsd/imscp_rootv1p1p2}', '{http://www.adlnet.org/xsd/adlcp_rootv1p2}'
manifest = xml.fromstring(archive.read('imsmanifest.xml'))
assert manifest.tag == cp + 'manifest' and manifest.get('identifier')
assert [each.tag for each in manifest] == [cp + 'metadata', cp + 'organizations', cp + 'resources']
metadata, organizations, resources = manifest
assert metadata.findtext(cp + 'schema') == 'ADL SCORM' and metadata.findtext(cp + 'schemaversion') == '1.2'
organization, = organizations.findall(cp + 'organization')
assert organizations.get('default') == organization.get('identifier')
item, = organization.findall(cp + 'item')
resource, = [each for each in resources.findall(cp + 'resource') if each.get('identifier') == item.get('identifierref')]
assert resource.get('type') == 'webcontent' and resource.get(adl + 'scormtype') == 'sco'
listed = [each.get('href') for each in resource.findall(cp + 'file')]
assert resource.get('href') in listed and sorted(listed + ['imsmanifest.xml']) == sorted(names), (listed, names)
identifiers = [each.get('identifier') for each in manifest.iter() if each.get('identifier')]
assert len(identifiers) == len(set(identifiers)), identifiers
title = organization.findtext(cp + 'title')
assert title and title == item.findtext(cp + 'title')
print(json.dumps({'launch': resource.get('href'), 'title': title}))
`;

// What a platform offers, which takes nothing that it is not to be told: `told.wrong` lists what was.
const platform = `
const may = {
  'cmi.core.lesson_status': /^(passed|completed|failed|incomplete|browsed)$/,
  'cmi.core.lesson_location': /^.{0,255}$/,
  'cmi.core.exit': /^(|time-out|suspend|logout)$/,
  'cmi.core.session_time': /^\\d{2,4}:\\d{2}:\\d{2}(\\.\\d{1,2})?$/,
  'cmi.core.score.raw': /^(100|\\d{1,2})$/, 'cmi.core.score.min': /^0$/, 'cmi.core.score.max': /^100$/,
  'cmi.suspend_data': /^[^]{0,4096}$/,
};
window.told = { wrong: [], finished: false, 'cmi.core.lesson_status': 'not attempted' };
let open = false;
const when = (good, what) => { if (!good) told.wrong.push(what); return good ? 'true' : 'false'; };
window.API = {
  LMSInitialize: (nothing) => { const first = !open && nothing === ''; open = true; told.finished = false; return when(first, 'LMSInitialize'); },
  LMSGetValue: (name) => { when(open && (name in may), 'get ' + name); return told[name] ?? ''; },
  LMSSetValue: (name, value) => {
    const good = open && name in may && typeof value === 'string' && may[name].test(value);
    if (good) told[name] = value;
    return when(good, name + ' = ' + value);
  },
  LMSCommit: (nothing) => when(open && nothing === '', 'LMSCommit'),
  LMSFinish: (nothing) => { const good = open && nothing === ''; open = false; told.finished = true; return when(good, 'LMSFinish'); },
  LMSGetLastError: () => '0', LMSGetErrorString: () => '', LMSGetDiagnostic: () => '',
};
`;

// --- What is the same

function sameText(path, other, ending = '') {
  const compared = compareText(readFileSync(path, 'utf8'), readFileSync(other, 'utf8'));
  return compared + ending;
}

// Text whose numbers may differ in their last digits, and colours by a step. Returns the largest difference of a number.
function compareText(one, two) {
  const number = /#[0-9a-f]{6}|-?\d+(?:\.\d+)?(?:e[-+]?\d+)?/g;
  const words = (text) => text.split(number);
  const numbers = (text) => text.match(number) ?? [];
  if (JSON.stringify(words(one)) !== JSON.stringify(words(two))) {
    const a = words(one), b = words(two);
    const at = a.findIndex((word, i) => word !== b[i]);
    throw new Error(`differ at ${JSON.stringify(a.slice(at - 1, at + 3))} and ${JSON.stringify(b.slice(at - 1, at + 3))}`);
  }
  const others = numbers(two);
  let worst = 0;
  numbers(one).forEach((each, i) => {
    if (each === others[i]) return;
    const parts = (text) => (text[0] === '#' ? [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16) / 255) : [Number(text)]);
    const a = parts(each), b = parts(others[i]);
    a.forEach((value, part) => {
      worst = Math.max(worst, Math.abs(value - b[part]) / Math.max(1, Math.abs(value)));
    });
  });
  if (worst > 0.011) throw new Error(`a number differs by ${worst}`);
  return worst.toExponential(1);
}

// Share of pixels that differ by more than 3 %.
function samePixels(...paths) {
  const [path, other] = paths.map((each) => {
    if (!each.endsWith('.gif')) return each;
    execFileSync('convert', [each, '-coalesce', '-append', each + '.png']);
    return each + '.png';
  });
  const said = spawnSync('compare', ['-metric', 'AE', '-fuzz', '3%', path, other, 'null:']).stderr.toString();
  const frames = said.trim().split(/\s+/).map(Number);
  if (frames.some((each) => !(each <= 400))) throw new Error(`pixels that differ: ${said}`);
  return `${frames.reduce((all, each) => all + each, 0)} pixels`;
}

function streams(path) {
  const bytes = readFileSync(path);
  const text = bytes.toString('latin1');
  const found = [];
  for (const match of text.matchAll(/stream\r?\n/g)) {
    if (text.slice(match.index - 3, match.index) === 'end') continue;
    const from = match.index + match[0].length;
    try {
      found.push(inflateSync(bytes.subarray(from, text.indexOf('endstream', from))).toString('latin1'));
    } catch {
      found.push('');  // not packed
    }
  }
  return found;
}
function samePdf(path, other) {
  const [page] = streams(path), [otherPage] = streams(other);
  return compareText(page, otherPage);
}

function sameNpy(path, other) {
  const [one, two] = [path, other].map((each) => readFileSync(each));
  const length = one.readUInt16LE(8);
  if (!one.subarray(0, 10 + length).equals(two.subarray(0, 10 + length))) throw new Error('another shape');
  return compareFloats(one.subarray(10 + length), two.subarray(10 + length)).toExponential(1);
}

// The largest difference, against the largest number of the two.
function compareFloats(one, two) {
  const [a, b] = [one, two].map((each) => new Float32Array(each.buffer.slice(each.byteOffset, each.byteOffset + each.byteLength)));
  if (a.length !== b.length) throw new Error('another size');
  let worst = 0, largest = 1e-6;
  for (let i = 0; i < a.length; ++i) {
    if (Number.isFinite(a[i]) !== Number.isFinite(b[i])) throw new Error(`${a[i]} and ${b[i]}`);
    if (!Number.isFinite(a[i])) continue;
    largest = Math.max(largest, Math.abs(b[i]));
    worst = Math.max(worst, Math.abs(a[i] - b[i]));
  }
  return worst / largest;
}

function sameTensors(path, other) {
  const [one, two] = [path, other].map((each) => {
    const bytes = readFileSync(each);
    const end = 8 + Number(bytes.readBigUInt64LE(0));
    return { table: JSON.parse(bytes.subarray(8, end)), data: bytes.subarray(end) };
  });
  const names = (file) => Object.keys(file.table).filter((name) => name !== '__metadata__').sort();
  if (names(one).join() !== names(two).join()) throw new Error('other tensors');
  let worst = 0;
  for (const name of names(one)) {
    const [a, b] = [one, two].map((file) => file.data.subarray(...file.table[name].data_offsets));
    worst = Math.max(worst, compareFloats(a, b));
  }
  return worst;
}
