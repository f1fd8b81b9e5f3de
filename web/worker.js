// The service worker of index.html: keeps Headlight in the browser, so that it starts without a network. site.py fills in
// which files there are and what they are called together; a newer one waits until no tab shows the older one.
'use strict';
const version = '/*version*/';
const files = [/*files*/];
const mine = 'headlight ' + registration.scope + ' ';

addEventListener('install', (event) => {
  // What the browser holds of an older version is asked for anew.
  const newest = files.map((name) => new Request(name, { cache: 'no-cache' }));
  event.waitUntil(caches.open(mine + version).then((cache) => cache.addAll(newest)));
});
addEventListener('activate', (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(
    names.filter((name) => name.startsWith(mine) && name !== mine + version).map((name) => caches.delete(name)))));
});
addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET') return;
  event.respondWith(caches.open(mine + version)
    .then((cache) => cache.match(event.request, { ignoreSearch: true, ignoreVary: true }))
    .then((found) => found ?? fetch(event.request)));
});
