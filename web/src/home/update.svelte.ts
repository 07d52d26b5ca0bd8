// The service worker: keeps the page in the browser, and tells when a new
// version is there.

/** How often a page that stays open asks, in milliseconds. */
const OFTEN = 3_600_000;

class Update {
  ready = $state(false);
  #waiting: ServiceWorker | null = null;
  #begun = false;

  /** Begins once what was asked for is on the screen. */
  soon() {
    if (this.#begun || !import.meta.env.PROD) return;
    this.#begun = true;
    const begin = () => void this.#begin().catch(() => {});
    const rest = () => ('requestIdleCallback' in window ? requestIdleCallback(begin, { timeout: 500 }) : setTimeout(begin, 200));
    requestAnimationFrame(() => setTimeout(rest));
  }

  async #begin() {
    const workers = navigator.serviceWorker;
    if (!workers) return;
    const controlled = Boolean(workers.controller);
    const registration = await workers.register('./sw.js', { scope: './' });
    const look = () => {
      if (!registration.waiting || !registration.active) return;
      this.#waiting = registration.waiting;
      this.ready = true;
    };
    look();
    setInterval(() => void registration.update().catch(() => {}), OFTEN);
    registration.addEventListener('updatefound', () => {
      registration.installing?.addEventListener('statechange', look);
    });
    workers.addEventListener('controllerchange', () => {
      if (controlled) location.reload();
    });
  }

  /** Lets the new version take over; the page is loaded again then. */
  take = () => this.#waiting?.postMessage('take over');
}

export const update = new Update();
