// Which screen is shown, by what stands behind '#' in the address.
import { readHash, type Route } from './link';

/** What this page noted beside an address that it wrote itself. */
export interface Note {
  /** Set where the address follows a game of this browser. */
  own?: boolean;
  /** The place in the series that is played. */
  at?: number;
}

class Router {
  route = $state.raw<Route>(readHash(location.hash));
  /** Changes with every way taken, so that the same screen starts afresh. */
  turn = $state(0);
  #last = 0;
  /** The part behind '#' of the screen that is shown. A way just taken stands
   *  in the address before its event comes. */
  #shown = location.hash;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    addEventListener('hashchange', () => this.#read());
  }

  /** Goes to another screen; the way back leads here. */
  go(hash: string) {
    if (hash === location.hash) this.#read();
    else location.hash = hash;
  }

  get note(): Note {
    const state: unknown = history.state;
    return typeof state === 'object' && state !== null ? state : {};
  }

  /** Lets the address follow a game without going anywhere. Browsers bound how
   *  often that may be done, so quick changes are gathered. */
  follow(hash: () => Promise<string>, note: Note) {
    const turn = this.turn;
    clearTimeout(this.#waiting);
    const rest = Math.max(0, this.#last + 350 - performance.now());
    this.#waiting = setTimeout(async () => {
      this.#last = performance.now();
      const address = await hash().catch(() => null);
      if (!address || turn !== this.turn || location.hash !== this.#shown) return;
      history.replaceState(note, '', address);
      this.#shown = location.hash;
    }, rest);
  }

  #read() {
    clearTimeout(this.#waiting);
    this.#shown = location.hash;
    this.route = readHash(location.hash);
    this.turn += 1;
  }
}

export const router = new Router();
