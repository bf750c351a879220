/* Keeps the page itself, so that it can be installed and opens without a network; never what the server says of a game.
   The build puts the list of files in. */
const FILES = ['/* files */'];
const CACHE = '/* version */';

addEventListener('install', (e) => {
  skipWaiting();
  e.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});
addEventListener('activate', (e) => {
  e.waitUntil(caches.keys().then((all) => Promise.all(all.filter((name) => name !== CACHE).map((name) => caches.delete(name)))));
});
addEventListener('fetch', (e) => {
  const { pathname, origin } = new URL(e.request.url);
  if (e.request.method !== 'GET' || origin !== location.origin) return;
  /* Names in assets/ change with what is in them. The page is asked for anew each time, and taken from here without a network. */
  if (FILES.includes(pathname) && pathname !== '/') e.respondWith(caches.match(pathname).then((known) => known ?? fetch(e.request)));
  else if (e.request.mode === 'navigate' && (pathname === '/' || pathname.startsWith('/t/'))) e.respondWith(fetch(e.request).catch(() => caches.match('/')));
});
