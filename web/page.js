// The page around the program: brings the program and its files, hands over what a person does, and does what the program
// asks of a browser (system.js). Files come in packs: beside the page, or inside it where the page is a single file.
var Module = (() => {
'use strict';

// What is loaded after the first frame: a pack for each model, by its folder. A single page may hold fewer.
const within = (name) => document.getElementById('data-' + name);
const packs = [/*packs*/].filter((name) => !within('start.pack') || within(name + '.pack'));
const canvas = document.getElementById('canvas');
const text = document.getElementById('text');
const times = { begun: performance.now() };

// In a frame of another page (?embed=1) it shows what its address says: it keeps nothing, takes no keys and no wheel before
// somebody has pressed in it, and loads no model that it does not need. So does a lesson in a learning platform.
const course = JSON.parse(document.documentElement.dataset.course ?? 'null');
const framed = course !== null || new URLSearchParams(location.search).get('embed') === '1';

// Beside the page each file has a name with a mark of what is in it: one that has been kept is never an older one.
const files = {/*files*/};

function say(words, aside = false) {
  loading.say(words);
  loading.note.hidden = words === '';
  loading.note.classList.toggle('aside', aside);
  bar.hidden = true;
}

// What the first frame needs, as it arrives: bytes of each file, and its size where the server says that.
const bar = loading.note.querySelector('progress');
const arrived = new Map();
let stalled;
const megabytes = (here, all) => (here / 1e6).toFixed(1) + (all ? ' of ' + (all / 1e6).toFixed(1) : '') + ' MB';
function show(name, bytes, of) {
  if (packs.includes(name.replace('.pack', ''))) return void models.arrived.set(name, [bytes, of]);
  if (loading.ended || times.numbers) return;
  arrived.set(name, [bytes, of]);
  const [here, all] = [0, 1].map((which) => [...arrived.values()].reduce((sum, each) => sum + each[which], 0));
  const sizes = [...arrived.values()].every((each) => each[1]);
  bar.hidden = !sizes;
  if (sizes) bar.value = here / all;
  const words = 'Headlight is loading: ' + megabytes(here, sizes && all);
  loading.say(words);
  clearTimeout(stalled);
  if (here === all) return;
  stalled = setTimeout(() => {
    if (!loading.ended) loading.say(words + '. Nothing has come for 20 seconds: wait for the network, or load the page again.');
  }, 20000);
}

// --- Files ---

// What the browser keeps of a page from a server. worker.js, which starts the page without a network, adds what is missing.
const store = {
  can: !framed && Object.keys(files).length > 0 && self.origin !== 'null' && isSecureContext && 'serviceWorker' in navigator &&
    location.protocol.startsWith('http'),
  // By its folder: of a frame that was written into another page (about:srcdoc) there is none.
  get name() {
    return 'headlight ' + new URL('./', location.href).href + ' /*version*/';
  },
  fresh: new Map(),  // what has come over the network, in parts
  open: () => (store.can ? caches.open(store.name).catch(() => null) : null),
  async find(file) {
    return await (await store.open())?.match(file).catch(() => undefined);
  },
  // Of what has shown that it is whole.
  async keep(name) {
    const file = files[name], parts = store.fresh.get(file);
    store.fresh.delete(file);
    if (parts) await (await store.open())?.put(file, new Response(new Blob(parts))).catch(() => {});
  },
  async forget(name) {
    store.fresh.delete(files[name]);
    await (await store.open())?.delete(files[name]).catch(() => {});
  },
};

// A file beside the page, counted as it comes in.
async function beside(name) {
  const file = files[name];
  const kept = await store.find(file);
  const answer = kept ?? await fetch(file).catch((error) => {
    throw new Error(file + ' could not be loaded (' + (self.origin === 'null' ? 'the frame that the page is in keeps it from its files: ' +
      'give the frame sandbox="allow-scripts allow-same-origin", or show headlight.html in it' : error.message) + ')');
  });
  if (!answer.ok) throw new Error(file + ' is not there (' + answer.status + ')');
  // Packed by the server, it has another size.
  const whole = answer.headers.get('Content-Encoding') ? 0 : Number(answer.headers.get('Content-Length'));
  let bytes = 0;
  const parts = [];
  const counter = new TransformStream({
    transform(part, out) {
      bytes += part.byteLength;
      show(name, bytes, whole);
      if (store.can && !kept) parts.push(part);
      out.enqueue(part);
    },
    flush() {
      if (parts.length > 0) store.fresh.set(file, parts);
    },
  });
  show(name, 0, whole);
  return answer.body.pipeThrough(counter);
}

// Long work asks for a new turn now and then, that the browser can do other things between.
let turn = performance.now();
async function breathe() {
  if (performance.now() - turn < 10) return;
  await new Promise((next) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = next;
    port2.postMessage(0);
  });
  turn = performance.now();
}

// What comes in pieces of any size, in small ones.
function inPieces(first, more) {
  let piece = first, at = 0;
  return new ReadableStream({
    async pull(out) {
      await breathe();
      while (piece && at === piece.length) [piece, at] = [(await more()).value, 0];
      if (piece) out.enqueue(piece.subarray(at, at = Math.min(piece.length, at + (1 << 16))));
      else out.close();
    },
  });
}

// A file within the page, which holds it in letters.
function inside(name) {
  const letters = within(name).textContent;
  within(name).remove();
  let at = 0;
  return new ReadableStream({
    async pull(out) {
      await breathe();
      const part = atob(letters.slice(at, at += 1 << 18));
      if (part === '') return out.close();
      const bytes = new Uint8Array(part.length);
      for (let i = 0; i < part.length; ++i) bytes[i] = part.charCodeAt(i);
      out.enqueue(bytes);
    },
  });
}

// What is in a packed file. It begins as gzip does, or, where a server has had the browser unpack it, as a program or a pack.
async function contents(name) {
  const source = (within(name) ? inside(name) : await beside(name)).getReader();
  const first = await source.read();
  const sign = String.fromCharCode(...(first.value ?? []).slice(0, 6));
  const packed = sign.startsWith('\x1f\x8b');
  if (!packed && !/^(\0asm|[^]{4}\[\[)/.test(sign)) throw new Error(name + ' is not what it should be');
  const all = inPieces(first.value, () => source.read());
  return packed ? all.pipeThrough(new DecompressionStream('gzip')) : all;
}

async function unpacked(name) {
  try {
    const stream = await contents(name);
    const bytes = await new Response(stream).arrayBuffer().catch((error) => { throw new Error(name + ' is damaged (' + error.message + ')'); });
    return new Uint8Array(bytes);
  } catch (error) {
    store.forget(name);
    throw error;
  }
}

// What stands behind # in the address; without it what the page was made with (headlight export --html).
const link = () => location.hash.slice(1) || document.documentElement.dataset.link;
// What links to this page begin with. Of a file on a disk others know no more than its name.
function address() {
  const here = new URL(location.href);
  here.hash = '';
  here.searchParams.delete('embed');
  const whole = here.href;
  return location.protocol === 'file:' ? whole.slice(whole.lastIndexOf('/') + 1) : whole;
}

// A pack: the length of its table, the table as JSON (path and size of each file), the files.
async function unpack(pack) {
  const length = new DataView(pack.buffer).getUint32(0, true);
  let at = 4 + length;
  for (const [path, size] of JSON.parse(new TextDecoder().decode(pack.subarray(4, at)))) {
    await breathe();
    FS.mkdirTree(path.slice(0, path.lastIndexOf('/')));
    FS.writeFile(path, pack.subarray(at, at + size), { canOwn: true });
    at += size;
  }
}

const models = {
  missing: new Set(packs),
  failed: new Map(),  // why one of the missing ones cannot be loaded
  wanted: '',
  asked: new Set(),
  early: null,  // the first one, on its way
  arrived: new Map(),  // bytes of each pack, and its size
  loading: false,
  folder: (model) => model.split('/')[0],

  // Whether all is there that it needs; '' is every model that can be loaded. What is asked for comes next.
  has(model) {
    const name = models.folder(model);
    const coming = [...models.missing].filter((each) => !models.failed.has(each));
    if (models.failed.has(name)) return false;  // trouble() has been said
    const there = name === '' ? coming.length === 0 : !models.missing.has(name);
    if (!there) {
      models.wanted = name;
      models.asked.add(name);
      const some = models.arrived.get(name + '.pack');
      say(name === '' ? 'Loading the models …' : 'Loading ' + name + (some ? ': ' + megabytes(...some) : ' …'), true);
      models.load();
    }
    return there;
  },

  coming: () => [...models.missing].filter((name) => !models.failed.has(name) &&
    (!framed || models.asked.has('') || models.asked.has(name))),
  trouble() {
    if (models.failed.size === 0) return '';
    return [...models.failed].map(([name, why]) => name + ' could not be loaded: ' + why).join('; ') + '. Load the page again.';
  },

  async load() {
    if (models.loading) return;
    models.loading = true;
    for (let coming = models.coming(); coming.length > 0; coming = models.coming()) {
      const name = coming.includes(models.wanted) ? models.wanted : coming[0];
      try {
        await unpack(await (name === first && models.early ? models.early : unpacked(name + '.pack')));
        if (name === first) models.early = null;
        models.missing.delete(name);
        await store.keep(name + '.pack');
      } catch (error) {
        models.failed.set(name, error.message);
      }
      say(models.trouble(), true);
      Module._headlight_wake();
    }
    models.loading = false;
    times.models = performance.now();
    if (models.failed.size === 0) install();
  },
};

// Where a browser keeps nothing it says so by throwing: then what is kept is kept until the tab is closed.
function storage(name) {
  try {
    window[name].length;
    return window[name];
  } catch {
    return {};
  }
}
const kept = framed ? {} : storage('localStorage');  // by the browser
const ofTab = framed ? {} : storage('sessionStorage');

// What is kept from visit to visit, a file of the state folder for each key.
const state = {
  key: 'headlight/',
  held: new Set(),  // by other tabs
  known: new Set(),  // files that were there or have been written by this one
  own: '',
  closed: false,

  async open() {
    // Without a folder this is somebody's first visit.
    for (const key of Object.keys(kept)) {
      if (!key.startsWith(state.key)) continue;
      FS.mkdirTree('/state');
      FS.writeFile('/state/' + key.slice(state.key.length), kept[key]);
      state.known.add(key.slice(state.key.length));
    }
    const locks = await navigator.locks?.query().catch(() => null) ?? { held: [] };  // a sandboxed frame has none
    for (const lock of locks.held) state.held.add(lock.name);
    // A page that is loaded again goes on with its own, not with what another tab has left.
    const own = ofTab[state.key + 'mark'] ?? '';
    if (state.known.has(own) && !state.held.has(state.key + own)) state.own = own;
  },
  keep(file, bytes) {
    state.known.add(file);
    try {
      kept[state.key + file] = new TextDecoder().decode(bytes);
    } catch (error) {
      console.warn('headlight: ' + file + ' is not kept: ' + error.message);
    }
  },
  lock(file) {
    if (state.held.has(state.key + file) || (state.own !== '' && state.own !== file)) return 0;
    state.own = '';
    ofTab[state.key + 'mark'] = file;
    navigator.locks?.request(state.key + file, () => new Promise(() => {})).catch(() => {});
    return 1;
  },
  close() {
    if (state.closed) return;
    state.closed = true;
    Module._headlight_close();
    const left = new Set(FS.readdir('/state'));
    for (const file of state.known) {
      if (!left.has(file)) delete kept[state.key + file];
    }
  },
};

// A page that is loaded again goes on with what was made of its link.
function firstLink() {
  const again = document.wasDiscarded || performance.getEntriesByType('navigation')[0]?.type === 'reload';
  return again && ofTab[state.key + 'mark'] !== undefined ? '' : learning.link() || link();
}

// From a server the page stays in the browser, once all of it is there. Where that is refused it is loaded anew each time.
async function install() {
  if (!store.can) return;
  const mark = await navigator.serviceWorker.register('worker.js').catch(() => null);
  if (!mark) return void caches.delete(store.name).catch(() => {});
  const tell = () => {
    if (mark.waiting && mark.active) say('There is a newer Headlight: it starts once all tabs with this one are closed.', true);
  };
  const follow = () => mark.installing?.addEventListener('statechange', tell);
  mark.addEventListener('updatefound', follow);
  // The browser may have found it before.
  follow();
  tell();
}

// --- A lesson in a learning platform (SCORM 1.2; headlight export --scorm) ---

// `course` is told by the page: its lesson, how many steps that has, and which choice is right in each of its questions. The
// first choice counts.
const learning = {
  platform: null,
  kept: { step: 0, furthest: 0, first: {} },
  begun: Date.now(),
  told: '',

  // What the platform offers is in one of the windows around this one, or around the one that has opened it.
  find() {
    for (const first of [window, window.opener]) {
      for (let each = first, n = 0; each && n < 20; each = each.parent === each ? null : each.parent, ++n) {
        try {
          if (each.API) return each.API;
        } catch {
          // of another server
        }
      }
    }
    return null;
  },
  get: (name) => learning.platform.LMSGetValue('cmi.' + name),
  set: (name, value) => learning.platform.LMSSetValue('cmi.' + name, String(value)),

  open() {
    learning.platform = course && learning.find();
    if (!learning.platform || String(learning.platform.LMSInitialize('')) !== 'true') learning.platform = null;
    if (!learning.platform) return;
    try {
      Object.assign(learning.kept, JSON.parse(learning.get('suspend_data')));
    } catch {
      // nothing yet, or not ours
    }
    if (['', 'not attempted'].includes(learning.get('core.lesson_status'))) learning.set('core.lesson_status', 'incomplete');
    learning.platform.LMSCommit('');
  },
  // Where somebody has left it.
  link: () => (learning.platform && learning.kept.step > 0 ? `lesson=${encodeURIComponent(course.lesson)}&step=${learning.kept.step + 1}` : ''),

  // After every change of the open lesson.
  tell() {
    if (!learning.platform) return;
    const { lesson, lesson_step: step, lesson_answer: answer } = JSON.parse(Module.ccall('headlight_session', 'string', [], []));
    if (lesson !== course.lesson) return;
    const { kept } = learning;
    kept.step = step;
    kept.furthest = Math.max(kept.furthest, step);
    if (answer >= 0 && step in course.right) kept.first[step] ??= answer;
    const now = JSON.stringify(kept);
    if (now === learning.told) return;
    learning.told = now;
    const questions = Object.keys(course.right);
    if (questions.length > 0) {
      const right = questions.filter((each) => kept.first[each] === course.right[each]).length;
      learning.set('core.score.min', 0);
      learning.set('core.score.max', 100);
      learning.set('core.score.raw', Math.round(100 * right / questions.length));
    }
    learning.set('core.lesson_location', step + 1);
    learning.set('suspend_data', now);
    if (kept.furthest === course.steps - 1 && learning.get('core.lesson_status') === 'incomplete') learning.set('core.lesson_status', 'completed');
    learning.platform.LMSCommit('');
  },
  close() {
    if (!learning.platform) return;
    const all = Math.round((Date.now() - learning.begun) / 1000);
    const two = (number) => String(Math.floor(number)).padStart(2, '0');
    learning.set('core.session_time', `${two(all / 3600)}:${two(all / 60 % 60)}:${two(all % 60)}`);
    learning.set('core.exit', learning.get('core.lesson_status') === 'incomplete' ? 'suspend' : '');
    learning.platform.LMSFinish('');
    learning.platform = null;
  },
};
learning.open();

const opened = '/Downloads/';
function open(name) {
  Module.ccall('headlight_open', null, ['string'], [opened + name]);
}
async function takeFile(file, folder = '') {
  FS.mkdirTree(opened + folder);
  FS.writeFile(opened + folder + file.name, new Uint8Array(await file.arrayBuffer()));
}
async function openFiles(files) {
  // What belongs together, weights and their words, is there before any of it is opened.
  for (const file of files) await takeFile(file);
  for (const file of files) open(file.name);
}
// A folder that is dropped is a model.
async function takeFolder(entry, folder) {
  const reader = entry.createReader();
  const next = () => new Promise((done, failed) => reader.readEntries(done, failed));
  for (let some = await next(); some.length > 0; some = await next()) {
    for (const each of some) {
      if (each.isFile) await takeFile(await new Promise((done, failed) => each.file(done, failed)), folder);
      else await takeFolder(each, folder + each.name + '/');
    }
  }
}
async function openDropped(data) {
  const entries = [...data.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  const files = [...data.files];
  for (const entry of entries.filter((each) => each.isDirectory)) {
    say('Reading ' + entry.name + ' …', true);
    await takeFolder(entry, entry.name + '/');
    say('', true);
    open(entry.name);
  }
  const folders = new Set(entries.filter((each) => each.isDirectory).map((each) => each.name));
  await openFiles(files.filter((file) => !folders.has(file.name)));
}

// --- What the program asks for ---

const size = { width: 1, height: 1, scale: 1 };
function measure() {
  size.scale = devicePixelRatio;
  size.width = Math.max(1, Math.round(canvas.clientWidth * size.scale));
  size.height = Math.max(1, Math.round(canvas.clientHeight * size.scale));
}
// A keyboard on the screen takes its place from below.
function fit() {
  canvas.style.height = visualViewport ? visualViewport.height + 'px' : '';
  measure();
}

// A finger types on a keyboard on the screen, which comes and goes with the text field; else that always listens.
let touches = matchMedia('(pointer: coarse)').matches;

// Letters that the program's fonts lack are the browser's to draw.
let ruler;
function widthOf(words, font) {
  ruler ??= new OffscreenCanvas(1, 1).getContext('2d');
  ruler.font = font;
  return ruler.measureText(words).width;
}

// An element of a lesson, [name, texts and elements ...]. Whatever a lesson says becomes text. "fr" is French,
// which a screen reader reads with another voice.
const known = new Set(['h2', 'h3', 'h4', 'p', 'ol', 'li', 'em', 'strong', 'code', 'b', 'fr']);
function made(part) {
  if (typeof part === 'string') return document.createTextNode(part);
  const [name, ...inside] = part;
  if (!known.has(name)) throw new Error('no element of a lesson: ' + name);
  const french = name === 'fr';
  const element = document.createElement(french ? 'span' : name);
  if (french) element.lang = 'fr';
  element.append(...inside.map(made));
  return element;
}

let copying = false;
const page = {
  keep: state.keep,
  lock: state.lock,
  size: () => size,
  isTouched: () => (touches ? 1 : 0),
  isFramed: () => (framed ? 1 : 0),
  isDark: () => (matchMedia('(prefers-color-scheme: dark)').matches ? 1 : 0),
  hasModel: (model) => (models.has(model) ? 1 : 0),
  download(name, bytes) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([bytes]));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  },
  choose(folder) {
    const input = document.createElement('input');
    input.type = 'file';
    input.webkitdirectory = folder;
    input.onchange = async () => {
      if (!folder) return openFiles(input.files);
      const within = (file) => file.webkitRelativePath.slice(0, file.webkitRelativePath.lastIndexOf('/') + 1);
      for (const file of input.files) await takeFile(file, within(file));
      if (input.files.length > 0) open(within(input.files[0]).split('/')[0]);
    };
    input.click();
  },
  cursor(name) {
    if (canvas.style.cursor !== name) canvas.style.cursor = name;
  },
  title(words) {
    document.title = words;
  },
  // What is still the same stays, so that a screen reader says only what is new.
  described: [],
  describe(elements) {
    const told = document.getElementById('told');
    const before = page.described;
    const now = page.described = JSON.parse(elements).map((each) => JSON.stringify(each));
    let first = 0, last = 0;
    while (first < now.length && now[first] === before[first]) ++first;
    while (last < Math.min(now.length, before.length) - first && now.at(-1 - last) === before.at(-1 - last)) ++last;
    const gone = [...told.children].slice(first, before.length - last);
    const next = told.children[before.length - last] ?? null;
    for (const each of now.slice(first, now.length - last)) told.insertBefore(made(JSON.parse(each)), next);
    for (const each of gone) each.remove();
    learning.tell();
  },
  // The keyboard is on something that is drawn: its name.
  hasFocus(name) {
    document.getElementById('focused').textContent = name;
  },
  presents: false,
  fullScreen(on) {
    page.presents = on;
    if (on) document.documentElement.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) document.exitFullscreen();
  },
  typing(on) {
    if (!touches) return;
    emptyField();
    if (on) text.focus();
    else text.blur();
  },
  copy(words) {
    if (navigator.clipboard) return void navigator.clipboard.writeText(words).catch(() => {});
    text.value = words;
    text.select();
    copying = true;
    document.execCommand('copy');
    copying = false;
    emptyField();
  },
  textWidth: widthOf,
  textImage(words, font, colour, width, height, left, baseline) {
    const paper = new OffscreenCanvas(width, height).getContext('2d');
    paper.font = font;
    paper.fillStyle = colour;
    paper.fillText(words, left, baseline);
    return paper.getImageData(0, 0, width, height).data;
  },
  started() {
    times.started = performance.now();
    loading.ended = true;
    say('');
    listen();
  },
  firstFrame() {
    times.numbers = performance.now();
    models.load();
    for (const name of [wasm + '.gz', wasm, 'start.pack']) store.keep(name);
  },
};

// --- What a person does ---

function place(event) {
  Module._headlight_move(event.clientX * size.scale, event.clientY * size.scale);
}
const buttons = [0, 2, 1];  // left, middle, right, as Dear ImGui counts them

// A key goes down or up; `held`: what is held with it. Returns whether it means something to the program.
function tell(code, name, down, repeated = 0, held = 0) {
  return Module.ccall('headlight_key', 'number', ['number', 'string', 'number', 'number', 'number'],
    [code, name, down, repeated, held]) === 1;
}

// AltGr, which writes signs, is Ctrl and Alt to some systems.
const isControl = (event) => (event.ctrlKey || event.metaKey) && !event.getModifierState('AltGraph');
function press(event, down, repeated) {
  const held = isControl(event) + 2 * event.shiftKey + 4 * event.altKey + 8 * event.metaKey;
  return tell(event.keyCode, event.key, down, repeated, held);
}
// What would move the page, and what moves something in it.
const moves = new Set(['Tab', 'Enter', 'Escape', 'Backspace', 'Delete', 'Home', 'End', 'PageUp', 'PageDown',
  'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']);
function keyDown(event) {
  if (event.isComposing || event.keyCode === 229) return;
  if (event.key === 'F5') return;  // loads the page again
  if (event.altKey && !event.getModifierState('AltGraph')) return;
  if (isControl(event) && event.code === 'KeyV') return;  // what is pasted comes with an event of its own
  if (event.key === 'Tab' && leaves(event.shiftKey)) return;
  const known = press(event, 1, event.repeat ? 1 : 0);
  if (event.metaKey) press(event, 0, 0);  // a Mac does not tell when a key goes up while Command is held
  // A sign goes into the text field, which hands it on.
  const sign = event.key.length === 1 && !isControl(event);
  if (!sign && (known || moves.has(event.key))) event.preventDefault();
}
// Tab goes through what can be pressed, and at its end on to the browser's own bar; from there it comes back through one of
// two ends, before and behind the text field, which are not in its way when it leaves.
const ends = ['front', 'back'].map((id) => document.getElementById(id));
function leaves(back) {
  if (document.activeElement !== text) return true;
  if (!Module._headlight_tab_leaves(back ? 1 : 0)) return false;
  for (const end of ends) end.tabIndex = -1;
  setTimeout(() => ends.forEach((end) => { end.tabIndex = 0; }));
  return true;
}
function enter(back) {
  text.focus({ preventScroll: true });
  for (const down of [1, 0]) tell(9, 'Tab', down, 0, back ? 2 : 0);
}
// A key that nobody presses. The frames between show it going down and up.
function tap(code, name) {
  for (const down of [1, 0]) {
    tell(code, name, down);
    for (let frame = 0; frame < 8 && (frame < 2 || !Module._headlight_rests()); ++frame) Module._headlight_frame();
  }
}
// Keyboards on a screen and input methods change what stands in the text field: the program is told the difference.
// The field is never empty, as nothing can be deleted in an empty one.
const filler = ' ';
let written = filler;
function write() {
  const now = [...text.value], before = [...written];
  let same = 0;
  while (same < now.length && same < before.length && now[same] === before[same]) ++same;
  for (let i = same; i < before.length; ++i) {
    tap(8, 'Backspace');
  }
  for (const letter of now.slice(same)) Module._headlight_character(letter.codePointAt(0));
  written = text.value;
}
function emptyField() {
  text.value = written = filler;
  text.setSelectionRange(1, 1);
}

function listen() {
  new ResizeObserver(measure).observe(canvas);
  addEventListener('resize', fit);
  visualViewport?.addEventListener('resize', fit);
  fit();
  const isFinger = (event) => event.pointerType === 'touch';
  const finger = (kind, event) =>
    Module._headlight_finger(kind, event.pointerId, event.clientX * size.scale, event.clientY * size.scale);
  canvas.addEventListener('pointermove', (event) => (isFinger(event) ? finger(1, event) : place(event)));
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    event.preventDefault();
    touches = isFinger(event);
    if (isFinger(event)) return finger(0, event);
    place(event);
    Module._headlight_button(buttons[event.button] ?? 0, 1);
    text.focus({ preventScroll: true });
  });
  const up = (event) => {
    if (isFinger(event)) {
      finger(event.type === 'pointerup' ? 2 : 3, event);
      // A keyboard comes up only while the finger's event lasts.
      for (let frame = 0; frame < 4; ++frame) Module._headlight_frame();
      return;
    }
    place(event);
    Module._headlight_button(buttons[event.button] ?? 0, 0);
  };
  canvas.addEventListener('pointerup', up);
  canvas.addEventListener('pointercancel', up);
  canvas.addEventListener('pointerleave', (event) => {
    if (!isFinger(event)) Module._headlight_leave();
  });
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  canvas.addEventListener('wheel', (event) => {
    if (framed && !document.hasFocus()) return;
    const step = event.deltaMode === 0 ? 100 : event.deltaMode === 1 ? 3 : 1;
    Module._headlight_wheel(-event.deltaX / step, -event.deltaY / step);
    event.preventDefault();
  }, { passive: false });

  addEventListener('keydown', keyDown);
  ends.forEach((end, back) => end.addEventListener('focus', () => enter(back === 1)));
  addEventListener('keyup', (event) => press(event, 0, 0));
  // A key that is let go elsewhere is not told.
  addEventListener('blur', () => {
    for (const [code, name] of [[17, 'Control'], [16, 'Shift'], [18, 'Alt'], [91, 'Meta']])
      tell(code, name, 0);
  });
  // The browser takes the key that ends full screen for itself.
  document.addEventListener('fullscreenchange', () => {
    if (!document.fullscreenElement && page.presents) tap(27, 'Escape');
  });
  // What is copied the program hands over itself.
  for (const kind of ['copy', 'cut']) {
    text.addEventListener(kind, (event) => {
      if (!copying) event.preventDefault();
    });
  }
  addEventListener('paste', (event) => {
    Module.ccall('headlight_paste', null, ['string'], [event.clipboardData.getData('text/plain')]);
    event.preventDefault();
  });
  let composing = false;
  text.addEventListener('compositionstart', () => { composing = true; });
  text.addEventListener('compositionend', () => {
    composing = false;
    write();
    emptyField();
  });
  text.addEventListener('input', () => {
    write();
    if (!composing) emptyField();
  });
  emptyField();
  if (!touches && !framed) text.focus();

  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    event.preventDefault();
    openDropped(event.dataTransfer);
  });
  // Files that the system opens with the installed page.
  window.launchQueue?.setConsumer(async ({ files }) => {
    if (files.length > 0) await openFiles(await Promise.all(files.map((file) => file.getFile())));
  });
  addEventListener('hashchange', () => {
    if (location.hash.length > 1) Module.ccall('headlight_link', null, ['string'], [link()]);
  });
  addEventListener('pagehide', () => {
    state.close();
    learning.close();
  });
  // A system short of memory takes it from pages that nobody looks at.
  canvas.addEventListener('webglcontextlost', () => {
    state.close();
    location.reload();
  });
  addEventListener('pageshow', (event) => {
    if (event.persisted) location.reload();
  });
}

// --- The program ---

const alone = within('start.pack') !== null;
const remedy = alone ? 'This file is damaged: copy headlight.html anew.' : loading.again;
const cannot = (error) => loading.end('Headlight cannot start: ' + error.message + '.', remedy);
addEventListener('load', () => {
  if (typeof FS !== 'object') loading.end('headlight.js is not what it should be.', remedy);
});
if (document.getElementById('packs'))
  loading.end('This page is still empty.', 'Headlight fills it: type "headlight export --html page.html" in a console, and open that page.');
if (!alone && location.protocol === 'file:')
  loading.end('A browser lets no page on a disk load the files that lie beside it.', 'Open headlight.html, which holds all of them.');

// The packed program, a third of its size, is asked for first: not every server packs what it sends. The other is there for
// servers that hold back files of such a name.
const wasm = 'headlight.wasm';
const program = async (stream, imports) => WebAssembly.instantiateStreaming(
  new Response(await stream, { headers: { 'Content-Type': 'application/wasm' } }), imports);
// All that the first frame needs is asked for at once, unless it is known already that nothing can come of it.
const ask = (how, name) => (loading.ended ? new Promise(() => {}) : how(name));
const packed = ask(contents, wasm + '.gz');
packed.catch(() => {});  // seen to where the program is wanted
const start = ask(unpacked, 'start.pack');
// The numbers of the first screen come behind the screen itself, and from a server meanwhile.
const first = 'translator';
if (packs.includes(first) && !(framed && /(^|&)model=(?!translator)/.test(link()))) models.early = start.then(() => ask(unpacked, first + '.pack'));
models.early?.catch(() => {});  // seen to where it is loaded
const own = within('own.pack') ? ask(unpacked, 'own.pack') : null;
return {
  arguments: [address(), firstLink()],
  canvas,
  page,
  times,
  memory: () => HEAP8.length / 1e6,
  noExitRuntime: true,
  print: (words) => console.log(words),
  printErr(words) {
    console.warn(words);
    cannot(new Error(words.replace(/^headlight: /, '')));
  },
  instantiateWasm(imports, done) {
    program(packed, imports).catch((error) => {
      store.forget(wasm + '.gz');
      if (alone || loading.forbidden) throw error;
      return program(contents(wasm), imports).catch((other) => { throw new Error(error.message + '; ' + other.message); });
    }).then((made) => {
      times.compiled = performance.now();
      done(made.instance, made.module);
    }).catch(cannot);
    return {};
  },
  preRun: [() => {
    addRunDependency('files');
    FS.mkdirTree('/Downloads');
    Promise.all([start, own, state.open()]).then(async ([pack, more]) => {
      await unpack(pack);
      if (more) await unpack(more);
      await breathe();
      times.unpacked = performance.now();
      measure();
      removeRunDependency('files');
    }).catch(cannot);
  }],
};
})();
