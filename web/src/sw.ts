// The service worker: keeps every file of the build, and answers from there.
// The list of files is put in when the page is built.

const worker = self as unknown as ServiceWorkerGlobalScope;
declare const __FILES__: string[];
declare const __BUILD__: string;

const NAME = 'stumper-';
const CACHE = NAME + __BUILD__;
/** Files with a hash in their name never change. */
const lasting = (file: string) => file.startsWith('assets/');
const address = (file: string) => new URL(file, worker.registration.scope).href;

async function keepAll() {
  const cache = await caches.open(CACHE);
  await Promise.all(
    __FILES__.map(async (file) => {
      const known = lasting(file) ? await caches.match(address(file)) : undefined;
      const answer = known ?? (await fetch(address(file), { cache: lasting(file) ? 'default' : 'reload' }));
      if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
      await cache.put(address(file), answer);
    }),
  );
}

async function dropOld() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(NAME) && name !== CACHE).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const wanted = request.mode === 'navigate' ? address('') : request.url;
  return (await cache.match(wanted, { ignoreSearch: true })) ?? fetch(request);
}

worker.addEventListener('install', (event) => event.waitUntil(keepAll()));
worker.addEventListener('activate', (event) => event.waitUntil(dropOld()));
worker.addEventListener('message', (event) => {
  if (event.data === 'take over') void worker.skipWaiting();
});
worker.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  if (method !== 'GET' || !url.startsWith(worker.registration.scope)) return;
  // Only the page itself is answered for a way; other files of the host are not ours.
  const path = new URL(url).pathname;
  const root = new URL(worker.registration.scope).pathname;
  if (mode === 'navigate' && path !== root && path !== `${root}index.html`) return;
  event.respondWith(answer(event.request));
});
