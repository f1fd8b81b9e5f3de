// The service worker of index.html: keeps Headlight in the browser, so that it starts without a network. site.py fills in
// which files there are and what they are called together; a newer one waits until no tab shows the older one.
'use strict';
const version = '/*version*/';
const files = [/*files*/];
const mine = 'headlight ' + registration.scope + ' ';
const isMarked = (name) => /\.[0-9a-f]{12}\./.test(name);  // by what is in it

// What the page has kept already, or an older version had too, is not sent again.
async function keep(cache, name) {
  if (await cache.match(name)) return;
  const known = isMarked(name) ? await caches.match(name) : undefined;
  const found = known ?? await fetch(name, { cache: isMarked(name) ? 'force-cache' : 'no-cache' });
  const type = found.headers.get('Content-Type') ?? '';
  if (!found.ok || (name !== './' && type.startsWith('text/html'))) throw new Error(name + ' is not there');
  // A page that was found somewhere else is none that can be shown here.
  await cache.put(name, found.redirected ? new Response(found.body, { headers: found.headers }) : found);
}

addEventListener('install', (event) => {
  event.waitUntil(caches.open(mine + version).then((cache) => Promise.all(files.map((name) => keep(cache, name)))));
});
addEventListener('activate', (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(
    names.filter((name) => name.startsWith(mine) && name !== mine + version).map((name) => caches.delete(name)))));
});
addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET') return;
  const isPage = event.request.mode === 'navigate' && new URL('index.html', registration.scope).pathname === new URL(event.request.url).pathname;
  event.respondWith(caches.open(mine + version)
    .then((cache) => cache.match(isPage ? './' : event.request, { ignoreSearch: true, ignoreVary: true }))
    .then((found) => found ?? fetch(event.request)));
});
