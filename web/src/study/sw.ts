// Stands in for the page's service worker where a study is served in the place
// of the page: forgets what that one kept, and shows the study.

const worker = self as unknown as ServiceWorkerGlobalScope;

async function leave() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith('stumper-')).map((name) => caches.delete(name)));
  await worker.registration.unregister();
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  await Promise.all(pages.map((page) => page.navigate(page.url).catch(() => null)));
}

worker.addEventListener('install', () => void worker.skipWaiting());
worker.addEventListener('activate', (event) => event.waitUntil(leave()));

export {};
