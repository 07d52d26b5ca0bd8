// What is kept in this browser: settings, games under way, results. Each has a
// key of its own in localStorage. What cannot be read is set aside and told.

export interface Settings {
  automatic: boolean;
  verdict: boolean;
  warn: boolean;
  fourColours: boolean;
  letters: boolean;
  targets: boolean;
  timer: boolean;
  motion: 'system' | 'on' | 'off';
  theme: 'system' | 'light' | 'dark';
  plain: boolean;
}

export interface Save {
  id: string;
  level: string;
  game: string;
  variant: string;
  open: boolean;
  moves: string[];
  count: number;
  seconds: number;
  hints: number;
  undos: number;
  rating: number | null;
  when: string;
  /** Whether moves were not the player's; a win is not counted then. */
  helped?: boolean;
}

export interface Result {
  id: string;
  game: string;
  variant: string;
  won: boolean;
  seconds: number;
  moves: number;
  hints: number;
  undos: number;
  rating: number | null;
  when: string;
}

const VERSION = 1;
const PREFIX = 'stumper-';
const MOST_SAVES = 100;
const MOST_RESULTS = 10_000;
const LONGEST_IMPORT = 8_000_000;

/** Words for the player that stay until they are put away. */
export const notices: { list: string[] } = $state({ list: [] });

export function tell(words: string) {
  if (!notices.list.includes(words)) notices.list.push(words);
}

export const KEEPS_NOTHING = 'This browser keeps nothing for this page: games, results and settings are gone when you close it.';

/** Whether this browser lets the page keep something. */
export function keeps(): boolean {
  try {
    localStorage.setItem(`${PREFIX}try`, '');
    localStorage.removeItem(`${PREFIX}try`);
    return true;
  } catch {
    return false;
  }
}

/** A value that was read, and whether some of it could not be. */
export type Reading<T> = { value: T; whole: boolean };

const drawers: Drawer<unknown>[] = [];

/** One key of localStorage and what lies in it. */
export class Drawer<T> {
  value: T = $state.raw() as T;
  /** Called when the value came from elsewhere: another tab, an import. */
  changed: () => void = () => {};

  constructor(
    readonly name: string,
    readonly empty: () => T,
    readonly read: (data: unknown) => Reading<T>,
  ) {
    this.value = this.#load();
    drawers.push(this as Drawer<unknown>);
  }

  /** Sets the value and keeps it; answers whether it could be kept. */
  put(value: T): boolean {
    this.value = value;
    return this.#write(value);
  }

  /** Takes a value that came from elsewhere. */
  take(value: T) {
    this.value = value;
    this.changed();
  }

  reload() {
    this.take(this.#load());
  }

  #write(value: T): boolean {
    try {
      localStorage.setItem(PREFIX + this.name, JSON.stringify({ version: VERSION, data: value }));
      return true;
    } catch (error) {
      const full = error instanceof DOMException && error.name === 'QuotaExceededError';
      tell(
        full
          ? 'This browser has no more room for games and results. Export them on the statistics screen, then erase what you do not need.'
          : KEEPS_NOTHING,
      );
      return false;
    }
  }

  #load(): T {
    let text: string | null = null;
    try {
      text = localStorage.getItem(PREFIX + this.name);
    } catch {
      // Told when something is to be kept.
    }
    if (text === null) return this.empty();
    const { value, whole } = this.#parse(text);
    if (!whole) {
      tell(`Part of what was kept here (${this.name}) could not be read. It was set aside as "${PREFIX}${this.name}-damaged".`);
      try {
        localStorage.setItem(`${PREFIX}${this.name}-damaged`, text);
      } catch {
        // No room to set it aside.
      }
      this.#write(value);
    }
    return value;
  }

  #parse(text: string): Reading<T> {
    try {
      const kept: unknown = JSON.parse(text);
      if (isObject(kept) && kept['version'] === VERSION) return this.read(kept['data']);
    } catch {
      // Not JSON.
    }
    return { value: this.empty(), whole: false };
  }
}

// Another tab changed something.
window.addEventListener('storage', (event) => {
  const name = event.key?.slice(PREFIX.length);
  drawers.filter((drawer) => event.key === null || drawer.name === name).forEach((drawer) => drawer.reload());
});

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value has every field of a model, of the same type. Where the
 *  model has null, a number or null is right; lists are lists of strings. */
export function alike<T extends object>(value: unknown, model: T): value is T {
  if (!isObject(value)) return false;
  return Object.entries(model).every(([key, wanted]) => {
    const found = value[key];
    if (Array.isArray(wanted)) return Array.isArray(found) && found.every((word) => typeof word === 'string');
    if (wanted === null) return found === null || Number.isFinite(found);
    return typeof wanted === 'number' ? Number.isFinite(found) : typeof found === typeof wanted;
  });
}

function listOf<T extends object>(model: T): (data: unknown) => Reading<T[]> {
  return (data) => {
    if (!Array.isArray(data)) return { value: [], whole: false };
    const value = data.filter((entry) => alike(entry, model));
    return { value, whole: value.length === data.length };
  };
}

const defaults = (): Settings => ({
  automatic: true,
  verdict: true,
  warn: false,
  fourColours: false,
  letters: false,
  targets: true,
  timer: true,
  motion: 'system',
  theme: 'system',
  plain: false,
});

const WORDS: Record<string, string[]> = { motion: ['system', 'on', 'off'], theme: ['system', 'light', 'dark'] };

function readSettings(data: unknown): Reading<Settings> {
  const value = defaults();
  if (!isObject(data)) return { value, whole: false };
  const kept = Object.entries(value).map(([key, usual]) => {
    const found = key in data ? data[key] : usual;
    const right = WORDS[key]?.includes(String(found)) ?? typeof found === 'boolean';
    return [key, right ? found : usual, right] as const;
  });
  Object.assign(value, Object.fromEntries(kept));
  return { value, whole: kept.every(([, , right]) => right) };
}

const card = { id: '', game: '', variant: '', seconds: 0, hints: 0, undos: 0, rating: null, when: '' };
const kept = {
  settings: new Drawer<Settings>('settings', defaults, readSettings),
  saves: new Drawer<Save[]>('saves', () => [], listOf<Save>({ ...card, level: '', open: false, moves: [], count: 0 })),
  results: new Drawer<Result[]>('results', () => [], listOf<Result>({ ...card, won: false, moves: 0 })),
};

export const settings: Settings = $state({ ...kept.settings.value });
kept.settings.changed = () => Object.assign(settings, kept.settings.value);
$effect.root(() => {
  $effect(() => {
    const now = $state.snapshot(settings);
    if (JSON.stringify(now) !== JSON.stringify(kept.settings.value)) kept.settings.put(now);
  });
});

/** Games under way, the newest first. */
export const saves = {
  list: (): Save[] => kept.saves.value,
  get: (id: string): Save | null => kept.saves.value.find((save) => save.id === id) ?? null,
  put(save: Save) {
    const others = kept.saves.value.filter((other) => other.id !== save.id);
    kept.saves.put([save, ...others].slice(0, MOST_SAVES));
  },
  drop(id: string) {
    if (this.get(id)) kept.saves.put(kept.saves.value.filter((save) => save.id !== id));
  },
};

/** Games that came to an end, the oldest first. */
export const results = {
  list: (): Result[] => kept.results.value,
  add(result: Result) {
    kept.results.put([...kept.results.value, result].slice(-MOST_RESULTS));
  },
  /** Levels won one after the other: up to now, and the most there were. A
   *  level that is won again does not add to it. */
  streak(game: string): { now: number; best: number } {
    let [now, best] = [0, 0];
    const won = new Set<string>();
    for (const result of kept.results.value.filter((one) => one.game === game)) {
      if (!result.won) now = 0;
      else if (!won.has(result.id)) now += 1;
      if (result.won) won.add(result.id);
      best = Math.max(best, now);
    }
    return { now, best };
  },
};

/** All that is kept, as text of a file. */
export function exportAll(): string {
  const all = drawers.map((drawer) => [drawer.name, drawer.value]);
  return JSON.stringify({ stumper: VERSION, when: new Date().toISOString(), ...Object.fromEntries(all) }, null, 1);
}

/** Puts what a file holds in place of what is kept: all of it or nothing. */
export function importAll(text: string): void {
  if (text.length > LONGEST_IMPORT) throw new Error('The file is too large: at most 8 million characters are read.');
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    throw new Error('This is not a file of this page: it is not JSON.');
  }
  if (!isObject(file) || !('stumper' in file)) throw new Error('This is not a file of this page: it has no field "stumper".');
  if (file['stumper'] !== VERSION) throw new Error(`The file has version ${String(file['stumper'])}; this page reads version ${VERSION}.`);
  const data = file;
  const there = drawers.filter((drawer) => drawer.name in data);
  const read = there.map((drawer) => {
    const { value, whole } = drawer.read(data[drawer.name]);
    if (!whole) throw new Error(`The file is damaged: "${drawer.name}" cannot be read. Nothing was changed.`);
    return value;
  });
  const before = there.map((drawer) => drawer.value);
  if (there.every((drawer, at) => drawer.put(read[at]))) {
    there.forEach((drawer) => drawer.changed());
  } else {
    there.forEach((drawer, at) => drawer.put(before[at]));
    throw new Error('This browser has no room for the file. Nothing was changed.');
  }
}

/** Forgets all that was kept. */
export function eraseAll(): void {
  try {
    Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX))
      .forEach((key) => localStorage.removeItem(key));
  } catch {
    // Nothing was kept then.
  }
  drawers.forEach((drawer) => drawer.take(drawer.empty()));
}
