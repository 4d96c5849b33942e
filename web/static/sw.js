// Keeps the page for use without a network. `web/build` fills in the version and the files. A new version is loaded as a
// whole and replaces the old one when no page uses that any more.

const VERSION = '@VERSION@';
const FILES = [/* @FILES@ */];

// Other pages of the host share its caches.
const PREFIX = `triskelion ${self.registration.scope} `;
const CACHE = PREFIX + VERSION;

self.addEventListener('install', (event) => {
  // `no-cache` asks the host whether a file has changed.
  const requests = FILES.map((file) => new Request(file, { cache: 'no-cache' }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)));
});

self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)));
  })());
});

self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET') return;
  event.respondWith((async () => {
    const cache = await caches.open(CACHE);
    return await cache.match(event.request, { ignoreSearch: true, ignoreVary: true }) ?? fetch(event.request);
  })());
});
