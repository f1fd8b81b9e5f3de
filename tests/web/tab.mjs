// Headlight in a browser's tab, for the tests: a server of files, a browser, and a person's hands.
import { createServer } from 'node:http';
import { createReadStream, existsSync, mkdirSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { createGzip } from 'node:zlib';
import { chromium } from 'playwright-core';

const types = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.wasm': 'application/wasm' };

// A file's name without the mark of what is in it.
export const plain = (name) => name.replace(/\.[0-9a-f]{12}\./, '.');

// Any server of files will do: this one sends no header but the type and the size. What others do: `packs` what they send,
// as a list of endings; `unpacks`: tell the browser to unpack what ends in .gz; `tags`: send nothing that the
// browser has already; `headers` of their own. `pages` of a test lie beside the files. `sent` counts the bytes of each
// file, `asked` how often it was asked for, both by plain names.
export function serve(folder, { packs = [], unpacks = false, tags = false, headers = {}, pages = {} } = {}) {
  const sent = {}, times = {};
  const server = createServer((asked, answer) => {
    const path = new URL(asked.url, 'http://localhost').pathname;
    if (pages[path]) return answer.writeHead(200, { 'Content-Type': types['.html'] }).end(pages[path]);
    const file = join(folder, path === '/' ? 'index.html' : decodeURIComponent(path));
    if (!file.startsWith(folder) || !existsSync(file)) return answer.writeHead(404).end();
    const name = plain(basename(file));
    times[name] = (times[name] ?? 0) + 1;
    const count = (bytes) => { sent[name] = (sent[name] ?? 0) + bytes.length; };
    const { size, mtimeMs } = statSync(file);
    const tag = `"${size}-${mtimeMs}"`;
    if (tags && asked.headers['if-none-match'] === tag) return answer.writeHead(304, { ETag: tag }).end();
    const type = { ...(tags ? { ETag: tag } : {}), 'Content-Type': types[extname(file)] ?? 'application/octet-stream', ...headers };
    if (packs.includes(extname(file))) {
      answer.writeHead(200, { ...type, 'Content-Encoding': 'gzip' });
      return createReadStream(file).pipe(createGzip({ level: 1 }).on('data', count)).pipe(answer);
    }
    const packed = unpacks && extname(file) === '.gz' ? { 'Content-Encoding': 'gzip' } : {};
    answer.writeHead(200, { ...type, ...packed, 'Content-Length': size });
    createReadStream(file).on('data', count).pipe(answer);
  });
  return new Promise((ready) => server.listen(0, '127.0.0.1', () => ready({
    address: `http://127.0.0.1:${server.address().port}/`,
    sent,
    asked: times,
    close() {
      server.close();
      server.closeAllConnections();
    },
  })));
}

export function browser() {
  return chromium.launch({
    executablePath: process.env.HEADLIGHT_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader',
      '--disable-dev-shm-usage', '--font-render-hinting=none'],
  });
}

// One open tab.
export class Tab {
  constructor(page) {
    this.page = page;
    this.said = [];  // by the program, on the console
    page.on('console', (message) => this.said.push(message.text()));
    page.on('pageerror', (error) => this.said.push(`error: ${error.stack ?? error}`));
  }

  static async open(context, address, { wait = true } = {}) {
    const tab = new Tab(await context.newPage());
    await tab.page.goto(address);
    if (wait) await tab.numbers();
    return tab;
  }

  // Until the first numbers are on screen.
  async numbers() {
    try {
      await this.page.waitForFunction(() => window.Module?.times?.numbers, null, { timeout: 120000, polling: 50 });
    } catch (error) {
      throw new Error(`no numbers after two minutes; ${await this.page.textContent('#note')}; ${this.said.join('\n')}`);
    }
    await this.settle();
  }
  // Until everything is computed and drawn.
  async settle() {
    await this.page.waitForFunction(() => Module._headlight_rests() === 1, null, { timeout: 120000, polling: 30 });
  }
  async models() {
    await this.page.waitForFunction(() => Module.times.models, null, { timeout: 120000 });
  }

  times() {
    return this.page.evaluate(() => ({ ...Module.times }));
  }
  // The session, as its file would have it.
  async session() {
    return JSON.parse(await this.page.evaluate(() => Module.ccall('headlight_session', 'string', [], [])));
  }
  // Where the item of this name is, in pixels of the page; null where there is none.
  area(name) {
    return this.page.evaluate((wanted) => {
      const found = Module.ccall('headlight_area', 'string', ['string'], [wanted]);
      if (found === '') return null;
      const [left, top, right, bottom] = found.split(' ').map((each) => Number(each) / devicePixelRatio);
      return { left, top, right, bottom, x: (left + right) / 2, y: (top + bottom) / 2 };
    }, name);
  }
  // The names of all items that begin so.
  items(begin) {
    return this.page.evaluate((wanted) => Module.ccall('headlight_items', 'string', ['string'], [wanted])
      .split('\n').filter((name) => name !== ''), begin);
  }
  // All texts on screen, in their order.
  async texts() {
    return (await this.page.evaluate(() => Module.ccall('headlight_texts', 'string', [], []))).split('\n');
  }
  async shows(words) {
    return (await this.texts()).some((text) => text.includes(words));
  }

  async place(name) {
    const area = await this.area(name);
    if (!area) throw new Error(`"${name}" is not on screen`);
    return area;
  }
  async click(name) {
    const area = await this.place(name);
    await this.page.mouse.click(area.x, area.y);
    await this.settle();
  }
  async tap(name) {
    const area = await this.place(name);
    await this.page.touchscreen.tap(area.x, area.y);
    await this.settle();
  }
  async press(key) {
    await this.page.keyboard.press(key);
    await this.settle();
  }
  async type(words) {
    await this.page.keyboard.type(words);
    await this.settle();
  }
  // To what stands behind # in an address.
  async go(hash) {
    await this.page.evaluate((to) => { location.hash = to; }, hash);
    await this.page.waitForTimeout(300);
    await this.settle();
  }
  // What the page says of itself, once that is no longer that it is loading.
  async note() {
    const note = this.page.locator('#note');
    for (let i = 0; i < 200; ++i) {
      const words = await note.textContent();
      if (!words.startsWith('Headlight is loading') && await note.isVisible()) return words;
      await this.page.waitForTimeout(100);
    }
    throw new Error(`it says: ${await note.textContent()}`);
  }
  // How far the item of this name is touched across and down, through its middle, up to 60 pixels; null where its middle
  // is not on screen.
  touched(name) {
    return this.page.evaluate((wanted) => {
      const found = Module.ccall('headlight_area', 'string', ['string'], [wanted]);
      const [left, top, right, bottom] = found.split(' ').map((each) => Number(each) / devicePixelRatio);
      const shown = [[left, right, innerWidth], [top, bottom, innerHeight]]
        .map(([from, to, size]) => [Math.max(0, from), Math.min(size, to)]);
      if (shown.some(([from, to]) => to - from < 1)) return null;
      const [x, y] = shown.map(([from, to]) => (from + to) / 2);
      const is = (dx, dy) => Module.ccall('headlight_under_finger', 'string', ['number', 'number'],
        [(x + dx) * devicePixelRatio, (y + dy) * devicePixelRatio]) === wanted;
      if (!is(0, 0)) return { width: 0, height: 0, drawn: [right - left, bottom - top] };
      const reach = (dx, dy) => {
        let n = 0;
        while (n < 60 && is((n + 1) * dx, (n + 1) * dy)) ++n;
        return n;
      };
      return { width: 1 + reach(1, 0) + reach(-1, 0), height: 1 + reach(0, 1) + reach(0, -1), drawn: [right - left, bottom - top] };
    }, name);
  }
  // The item that has the keyboard.
  focus() {
    return this.page.evaluate(() => Module.ccall('headlight_focus', 'string', [], []));
  }
  async openModel(name) {
    await this.press('Control+k');
    await this.type('open a model');
    await this.press('Enter');
    await this.type(name.split('/').join(' '));
    await this.press('Enter');
    await this.settle();
    const open = (await this.session()).model;
    if (open !== name) throw new Error(`${open} is open instead of ${name}`);
  }
  // A file let go over the window.
  async drop(name, content) {
    const bytes = [...Buffer.from(content)];
    await this.page.evaluate(([file, data]) => {
      const dropped = new DataTransfer();
      dropped.items.add(new File([new Uint8Array(data)], file));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer: dropped, cancelable: true }));
    }, [name, bytes]);
    await this.page.waitForTimeout(200);
    await this.settle();
  }
  // Fingers on the screen, each at its place.
  async fingers() {
    const session = await this.page.context().newCDPSession(this.page);
    const touch = (type, places) => session.send('Input.dispatchTouchEvent',
      { type, touchPoints: places.map(([x, y], id) => ({ x, y, id })) });
    return {
      down: (...places) => touch('touchStart', places),
      move: (...places) => touch('touchMove', places),
      up: () => touch('touchEnd', []),
    };
  }
  // What comes of `act` as a download: its name and bytes.
  async download(act) {
    const [file] = await Promise.all([this.page.waitForEvent('download', { timeout: 60000 }), act()]);
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  }
  // The longest turn of the page while this is done: milliseconds by the clock, and of the processor, which other programs
  // that run at the same time make no longer.
  async longest(act) {
    const program = this.page.context().browser();
    await program.startTracing(this.page, { categories: ['toplevel'] });
    let events;
    try {
      await act();
    } finally {
      events = JSON.parse((await program.stopTracing()).toString()).traceEvents;
    }
    const pages = new Set(events.filter((each) => each.name === 'thread_name' && each.args.name === 'CrRendererMain')
      .map((each) => `${each.pid} ${each.tid}`));
    const turns = events.filter((each) => each.name.endsWith('RunTask') && pages.has(`${each.pid} ${each.tid}`));
    const most = (which) => Math.max(0, ...turns.map((each) => (each[which] ?? 0) / 1000));
    return { clock: most('dur'), processor: most('tdur') };
  }
  async screenshot(file) {
    await this.page.screenshot({ path: file });
  }
}

export function folder(path) {
  mkdirSync(path, { recursive: true });
  return path;
}
export { writeFile };
