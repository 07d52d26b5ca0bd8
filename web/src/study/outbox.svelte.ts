// What is to be sent, in order. It lies in this browser until the server has
// answered, so that a lost connection or a closed page loses nothing.
import { ApiFault, call } from './api';
import { Stopped, type Line } from './line.svelte';
import type { Shelf, Tab } from './shelf.svelte';

export interface Letter {
  path: string;
  body: unknown;
}

export class Outbox {
  /** How many letters wait. */
  count = $state(0);
  onanswer: (letter: Letter, answer: unknown) => void = () => undefined;
  /** The server refused a letter for good; it is not sent again. */
  onrefused: (letter: Letter, fault: ApiFault) => void = () => undefined;
  #shelf: Shelf;
  #tab: Tab;
  #line: Line;
  #key: () => string | null;
  #running: Promise<void> | null = null;

  constructor(shelf: Shelf, tab: Tab, line: Line, key: () => string | null) {
    this.#shelf = shelf;
    this.#tab = tab;
    this.#line = line;
    this.#key = key;
    this.count = this.#letters().length;
  }

  /** Whether a letter to this path waits. */
  has(path: string): boolean {
    return this.#letters().some((letter) => letter.path === path);
  }

  add(path: string, body: unknown): void {
    if (!this.#tab.holds() || this.has(path)) return;
    this.#put([...this.#letters(), { path, body }]);
    void this.flush();
  }

  clear(): void {
    this.#put([]);
  }

  /** Sends until nothing waits, or another tab has taken over. */
  async flush(): Promise<void> {
    while (this.#letters().length > 0 && this.#tab.holds()) {
      this.#running ??= this.#alone(() => this.#send()).finally(() => (this.#running = null));
      await this.#running;
    }
  }

  async #send(): Promise<void> {
    for (let [letter] = this.#letters(); letter; [letter] = this.#letters()) {
      const { path, body } = letter;
      const wanted = () => this.#tab.holds() && this.has(path);
      try {
        const bearer = this.#key();
        const answer = await this.#line.ask(() => call({ method: 'POST', path, body, bearer }), wanted);
        this.#remove((other) => other.path === path);
        this.onanswer(letter, answer);
      } catch (thrown) {
        if (thrown instanceof Stopped) return;
        if (!(thrown instanceof ApiFault)) throw thrown;
        // What follows it would be refused too.
        this.#remove((other) => other.path.startsWith(path));
        this.onrefused(letter, thrown);
      }
    }
  }

  /** One tab sends at a time, where the browser can see to it. */
  #alone(job: () => Promise<void>): Promise<void> {
    return 'locks' in navigator ? navigator.locks.request(this.#shelf.key('outbox'), job) : job();
  }

  #letters(): Letter[] {
    return this.#shelf.get<Letter[]>('outbox') ?? [];
  }

  #remove(which: (letter: Letter) => boolean): void {
    if (this.#tab.holds()) this.#put(this.#letters().filter((letter) => !which(letter)));
  }

  #put(letters: Letter[]): void {
    if (letters.length > 0) this.#shelf.put('outbox', letters);
    else this.#shelf.drop('outbox');
    this.count = letters.length;
  }
}
