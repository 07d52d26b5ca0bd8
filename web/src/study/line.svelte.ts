// The connection to the server. What gets lost is asked again, with growing
// pauses, and at once when the browser is online again.
import { ApiFault } from './api';

const SHORTEST = 1000;
const LONGEST = 30_000;

/** What was asked for is not wanted any more. */
export class Stopped extends Error {}

export class Line {
  /** Whether the last call got no answer. */
  down = $state(false);
  #waiting = new Set<() => void>();

  constructor() {
    addEventListener('online', () => this.now());
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) this.now();
    });
  }

  /** Asks until there is an answer. Throws a fault that asking again would not
   *  mend, and `Stopped` where it is not wanted any more. */
  async ask<T>(job: () => Promise<T>, wanted: () => boolean = () => true): Promise<T> {
    for (let tries = 0; ; tries++) {
      if (!wanted()) throw new Stopped();
      try {
        const answer = await job();
        this.down = false;
        return answer;
      } catch (thrown) {
        const passing = thrown instanceof ApiFault && thrown.passing;
        this.down = passing;
        if (!passing) throw thrown;
        await this.#pause(Math.max(thrown.wait, this.#length(tries)));
      }
    }
  }

  /** Ends all pauses. */
  now(): void {
    for (const wake of [...this.#waiting]) wake();
  }

  /** Some of each pause is random, so that not all browsers come back at once. */
  #length(tries: number): number {
    return Math.min(LONGEST, SHORTEST * 2 ** tries) * (0.75 + Math.random() / 2);
  }

  #pause(length: number): Promise<void> {
    return new Promise((done) => {
      const wake = () => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        done();
      };
      const timer = setTimeout(wake, length);
      this.#waiting.add(wake);
    });
  }
}
