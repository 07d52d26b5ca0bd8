// What the study keeps in this browser, and which of its tabs may do so.

const PREFIX = 'stumper-study-';

/** Keys of localStorage under the study's name. Where the browser keeps
 *  nothing, values last as long as the page. */
export class Shelf {
  /** Whether something could not be kept. */
  broken = $state(false);
  #prefix: string;
  #memory = new Map<string, string>();

  constructor(study: string) {
    this.#prefix = `${PREFIX}${study}-`;
  }

  /** The whole key of a name. */
  key(name: string): string {
    return this.#prefix + name;
  }

  get<T>(name: string): T | null {
    const text = this.#read(name);
    if (text === null) return null;
    try {
      return JSON.parse(text) as T;
    } catch {
      return null;
    }
  }

  put(name: string, value: unknown): void {
    const text = JSON.stringify(value);
    try {
      localStorage.setItem(this.key(name), text);
      this.#memory.delete(name);
    } catch {
      this.#memory.set(name, text);
      this.broken = true;
    }
  }

  drop(name: string): void {
    this.#memory.delete(name);
    try {
      localStorage.removeItem(this.key(name));
    } catch {
      // Nothing was kept then.
    }
  }

  /** Forgets all that is kept of the study. */
  clear(): void {
    this.#memory.clear();
    try {
      const keys = Object.keys(localStorage).filter((key) => key.startsWith(this.#prefix));
      for (const key of keys) localStorage.removeItem(key);
    } catch {
      // Nothing was kept then.
    }
  }

  #read(name: string): string | null {
    const kept = this.#memory.get(name);
    if (kept !== undefined) return kept;
    try {
      return localStorage.getItem(this.key(name));
    } catch {
      return null;
    }
  }
}

const hex = (bytes: number): string =>
  [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** A new key for a player: 128 random bits. */
export const newKey = (): string => hex(16);

/** Of several tabs the newest plays; the others stand still until they are
 *  asked to go on. */
export class Tab {
  /** Whether this tab plays. */
  mine = $state(true);
  /** What was kept is gone, though this tab plays. */
  onlost: () => void = () => undefined;
  #shelf: Shelf;
  #id = hex(8);
  #claimed = false;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
    window.addEventListener('storage', ({ key }) => {
      if (key === null || key === shelf.key('tab')) this.holds();
    });
    addEventListener('pageshow', () => this.holds());
  }

  claim(): void {
    this.#shelf.put('tab', this.#id);
    this.#claimed = this.mine = true;
  }

  /** Whether this tab still plays, by what is kept. Where nothing is kept any
   *  more no other tab has taken over. */
  holds(): boolean {
    const holder = this.#shelf.get('tab');
    if (this.#claimed && this.mine && holder === null) {
      this.claim();
      this.onlost();
    } else this.mine = !this.#claimed || holder === this.#id;
    return this.mine;
  }

  release(): void {
    this.#claimed = false;
    this.mine = true;
  }
}
