// The first frame in Firefox, which has no other driver among Debian's packages: needs a display with OpenGL.
//   xvfb-run -a node firefox.mjs SITE OUTPUT
import { join } from 'node:path';
import puppeteer from 'puppeteer-core';
import { serve } from './tab.mjs';

const [site, output] = process.argv.slice(2);
const server = await serve(site);
const program = await puppeteer.launch({
  browser: 'firefox', executablePath: process.env.HEADLIGHT_FIREFOX ?? '/usr/bin/firefox-esr', headless: false,
  extraPrefsFirefox: { 'webgl.force-enabled': true },
});
const page = await program.newPage();
await page.setViewport({ width: 1366, height: 768 });
const said = [];
page.on('console', (message) => said.push(message.text()));
page.on('pageerror', (error) => said.push(String(error)));
await page.goto(server.address);
let numbers;
for (let i = 0; i < 120 && !numbers; ++i) {
  await new Promise((next) => setTimeout(next, 250));
  numbers = await page.evaluate(() => window.Module?.times?.numbers);
}
await page.screenshot({ path: join(output, 'firefox.png') });
const note = await page.evaluate(() => document.getElementById('note').textContent);
await program.close();
server.close();
const good = numbers !== undefined && said.length === 0;
console.log(good ? `passed  the first frame in Firefox: numbers after ${(numbers / 1000).toFixed(2)} s`
  : `FAILED  the first frame in Firefox: ${note}; ${said.join('; ')}`);
process.exit(good ? 0 : 1);
