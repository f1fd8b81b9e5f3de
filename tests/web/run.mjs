// What a person does with Headlight in a browser's tab, done by a script.
//   node run.mjs SITE DESKTOP MODEL OUTPUT [PART OF A TEST'S NAME]; "measure" for what is no test
// SITE: build/web. DESKTOP: the program of this machine, whose files are compared. MODEL: a folder of somebody's own.
// OUTPUT: for pictures and downloads.
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { browser, serve } from './tab.mjs';
import { tests } from './tests.mjs';

const [site, desktop, model, output, only = ''] = process.argv.slice(2);
const server = await serve(site);
const program = await browser();
let passed = 0;
let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  if (only === '' ? name.startsWith('measure') : !name.includes(only)) continue;
  const begun = Date.now();
  const contexts = [];
  const context = async (options = {}) => {
    const made = await program.newContext({ viewport: { width: 1366, height: 768 }, acceptDownloads: true, ...options });
    contexts.push(made);
    return made;
  };
  try {
    const said = await test({ address: server.address, site, desktop, model, output, context, ok, strictEqual, deepStrictEqual });
    passed += 1;
    console.log(`passed  ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)${said ? ': ' + said : ''}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}\n${error.stack ?? error}`);
  }
  for (const made of contexts) await made.close();
}
await program.close();
server.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
