// A test a name: each opens tabs of its own. What it returns is said beside "passed".
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Tab } from './tab.mjs';

const views = ['map', 'flow', 'heads', 'lines', 'steps', 'decoding'];

// A visit that is not the first one: the first opens a lesson.
const plain = async (t, options) => {
  const context = await t.context(options);
  await context.addInitScript(() => localStorage.setItem('headlight/visited', ''));
  return context;
};

const seconds = (ms) => (ms / 1000).toFixed(2) + ' s';

export const tests = {
  async 'the first visit opens the first lesson, with numbers'(t) {
    const tab = await Tab.open(await t.context(), t.address);
    const session = await tab.session();
    t.strictEqual(session.lesson, 'first-minute');
    const text = await tab.page.textContent('#told');
    t.ok(text.includes('1 of '), text);
    t.ok(!text.includes('{{'), 'numbers stand in the text for screen readers');
    await tab.screenshot(join(t.output, 'first.png'));
    const times = await tab.times();
    return `numbers after ${seconds(times.numbers)}, wasm ${seconds(times.compiled)}, files ${seconds(times.unpacked)}`;
  },

  async 'one file, opened without a server'(t) {
    const tab = await Tab.open(await plain(t), 'file://' + join(t.site, 'headlight.html'));
    t.ok((await tab.texts()).includes('animal'));
    const numbers = (await tab.times()).numbers;
    await tab.models();
    return `numbers after ${seconds(numbers)}, all models after ${seconds((await tab.times()).models)}`;
  },

  async 'every view and every lab'(t) {
    const tab = await Tab.open(await plain(t), t.address);
    for (const view of views) {
      await tab.click('view/' + view[0].toUpperCase() + view.slice(1));
      t.strictEqual((await tab.session()).view, view);
      await tab.screenshot(join(t.output, `view-${view}.png`));
    }
    await tab.click('view/Labs');
    await tab.models();
    const labs = await tab.items('lab/');
    t.ok(labs.length >= 13, labs.join());
    for (const lab of labs) {
      await tab.click(lab);
      await tab.screenshot(join(t.output, lab.replaceAll(/[/ ]/g, '-') + '.png'));
    }
    t.deepStrictEqual(tab.said, []);
    return `${views.length} views, ${labs.length} labs`;
  },

  async 'typing, an edit, undo'(t) {
    const tab = await Tab.open(await plain(t), t.address);
    await tab.press('t');
    await tab.press('Control+a');
    await tab.type('The dog was tired');
    await tab.press('Enter');
    t.strictEqual((await tab.session()).sentence, 'The dog was tired');
    t.ok(await tab.shows('chien'), (await tab.texts()).join(' '));
    await tab.press('Control+z');
    t.ok((await tab.session()).sentence.startsWith('The animal'));
  },

  async 'closing the tab loses nothing'(t) {
    const context = await plain(t);
    const tab = await Tab.open(context, t.address);
    await tab.click('view/Flow');
    await tab.page.waitForTimeout(3000);
    await tab.page.reload();
    await tab.numbers();
    t.strictEqual((await tab.session()).view, 'flow');
    await tab.click('view/Heads');
    await tab.page.close({ runBeforeUnload: true });
    const again = await Tab.open(context, t.address);
    t.strictEqual((await again.session()).view, 'heads');
  },

  async 'a browser that lacks something says what'(t) {
    const lacks = {
      'WebGL 2': () => {
        const get = HTMLCanvasElement.prototype.getContext;
        HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
          return kind === 'webgl2' ? null : get.call(this, kind, ...rest);
        };
      },
      'WebAssembly': () => { delete window.WebAssembly; },
      'DecompressionStream': () => { delete window.DecompressionStream; },
    };
    for (const [what, remove] of Object.entries(lacks)) {
      const context = await t.context();
      await context.addInitScript(remove);
      const tab = await Tab.open(context, t.address, { wait: false });
      await tab.page.waitForTimeout(1000);
      const says = await tab.page.textContent('#note');
      t.ok(says.includes(what) && says.includes('Chrome'), says);
    }
  },
};
