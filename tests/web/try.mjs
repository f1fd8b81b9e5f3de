import { serve, browser, Tab } from './tab.mjs';
const site = await serve(process.argv[2]);
const b = await browser();
const context = await b.newContext({ viewport: { width: 1366, height: 768 } });
const page = await context.newPage();
page.on('console', (m) => console.log('console', m.type(), m.text()));
page.on('pageerror', (e) => console.log('pageerror', e.stack ?? e));
await page.goto(site.address);
for (let i = 0; i < 40; ++i) {
  await new Promise((r) => setTimeout(r, 500));
  if (await page.evaluate(() => Module.times?.numbers)) break;
}
console.log(await page.evaluate(() => JSON.stringify(Module.times)), await page.textContent('#note'));
await new Promise((r) => setTimeout(r, 1500));
await page.screenshot({ path: '/tmp/tab.png' });
await b.close(); site.close();
