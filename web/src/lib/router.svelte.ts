// Which screen is shown, by what stands behind '#' in the address.
import { readHash, type Route } from './link';

/** What this page noted beside an address that it wrote itself. */
export interface Note {
  /** Set where the address follows a game of this browser. */
  own?: boolean;
  /** The place in the series that is played. */
  at?: number;
}

/** Where this tab keeps the addresses that it wrote last, and what it noted. */
const WRITTEN = 'stumper-written';

interface Written {
  note: Note;
  addresses: string[];
}

/** What was written before the page was loaded again. A browser that is told
 *  of an address may not remember it, or its note, if that happens at once. */
function written(): Written | null {
  const [entry] = performance.getEntriesByType('navigation');
  if (!(entry instanceof PerformanceNavigationTiming) || entry.type !== 'reload') return null;
  try {
    return JSON.parse(sessionStorage.getItem(WRITTEN) ?? 'null') as Written | null;
  } catch {
    return null;
  }
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
  #before = written();

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
    if (typeof state === 'object' && state !== null) return state;
    return this.#before?.addresses.includes(location.hash) ? this.#before.note : {};
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
      this.#write({ note, addresses: [this.#shown, address] });
      history.replaceState(note, '', address);
      this.#shown = location.hash;
    }, rest);
  }

  #write(written: Written | null) {
    try {
      sessionStorage.setItem(WRITTEN, JSON.stringify(written));
    } catch {
      // The browser's own memory has to do.
    }
  }

  #read() {
    clearTimeout(this.#waiting);
    this.#write(null);
    this.#before = null;
    this.#shown = location.hash;
    this.route = readHash(location.hash);
    this.turn += 1;
  }
}

export const router = new Router();
