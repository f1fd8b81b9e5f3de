// What a page of a server does in Firefox, which has no other driver among Debian's packages: needs a display with OpenGL.
//   xvfb-run -a node firefox.mjs SITE OUTPUT
import { strictEqual } from 'node:assert/strict';
import { join } from 'node:path';
import puppeteer from 'puppeteer-core';
import { serve } from './tab.mjs';

const [site, output] = process.argv.slice(2);
let server = await serve(site);
const { address } = server;
const program = await puppeteer.launch({
  browser: 'firefox', executablePath: process.env.HEADLIGHT_FIREFOX ?? '/usr/bin/firefox-esr', headless: false,
  extraPrefsFirefox: { 'webgl.force-enabled': true },
});
const said = [];
const opened = async (to) => {
  const page = await program.newPage();
  await page.setViewport({ width: 1366, height: 768 });
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(String(error)));
  await page.goto(to);
  return page;
};
const until = async (what, frame) => {
  for (let i = 0; i < 240; ++i) {
    const found = await frame.evaluate(what);
    if (found) return found;
    await new Promise((next) => setTimeout(next, 250));
  }
  throw new Error(`not within a minute: ${what}; ${await frame.evaluate(() => document.getElementById('note')?.textContent)}`);
};
const numbers = () => window.Module?.times?.numbers;

const tests = {
  async 'the first frame'() {
    const page = await opened(address);
    const after = await until(numbers, page);
    await page.screenshot({ path: join(output, 'firefox.png') });
    await until(() => Module.times.models, page);
    await until(() => navigator.serviceWorker.ready.then(() => true), page);
    await page.close();
    for (const name of ['start.pack', 'headlight.wasm.gz', 'vit.pack']) strictEqual(server.asked[name], 1, name);
    return `numbers after ${(after / 1000).toFixed(2)} s`;
  },
  async 'after one visit it starts without its server'() {
    server.close();
    const page = await opened(address + '#view=lines');
    await until(numbers, page);
    await until(() => Module.times.models, page);
    await page.close();
  },
  async 'in a sandboxed frame the one file runs'() {
    server = await serve(site, { pages: { '/frame': '<!doctype html><iframe sandbox="allow-scripts" src="headlight.html" width="1000" height="600"></iframe>' } });
    const page = await opened(server.address + 'frame');
    const frame = await (await page.waitForSelector('iframe')).contentFrame();
    await until(numbers, frame);
  },
};

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  try {
    const words = await test();
    if (said.length > 0) throw new Error(said.splice(0).join('; '));
    console.log(`passed  in Firefox: ${name}${words ? ': ' + words : ''}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  in Firefox: ${name}: ${error.message}`);
  }
}
await program.close();
server.close();
process.exit(failed === 0 ? 0 : 1);
