// Drawing a path cell by cell. Steps are asked for one after the other, however
// fast the finger goes; a cell that is refused is left out.
import { between } from '../../grid/places';

/** Asks for a step; `start` is where the stroke began, `onwards` whether it has
 *  drawn a step already. */
type Step = (from: string, to: string, start: string, onwards: boolean) => Promise<boolean>;

/** The pen is put on a cell, or lifted (""); it goes to the next cell; the
 *  stroke is taken back, and then something is done. */
interface Task {
  put?: string;
  to?: string;
  back?: () => Promise<void>;
}

export class Pen {
  /** Where the path that is drawn has come to; "" while none is. */
  at = $state('');
  /** The cells of the stroke so far. */
  #way: string[] = [];
  /** Where the finger was last seen; "" when it is up. */
  #seen = '';
  #tasks: Task[] = [];
  #busy = false;
  #step: Step;

  constructor(step: Step) {
    this.#step = step;
  }

  down(place: string): void {
    this.#seen = place;
    this.#add({ put: place });
  }

  over(place: string): void {
    if (!this.#seen || place === this.#seen) return;
    const cells = between(this.#seen, place);
    this.#seen = place;
    this.#add(...cells.map((to) => ({ to })));
  }

  up(): void {
    this.#seen = '';
    this.#add({ put: '' });
  }

  /** Takes the stroke back step by step; `then` follows if there was one. */
  cancel(then: () => Promise<void>): void {
    this.#seen = '';
    this.#tasks = [];
    this.#add({ back: then }, { put: '' });
  }

  #add(...tasks: Task[]): void {
    this.#tasks.push(...tasks);
    if (!this.#busy) void this.#run();
  }

  async #run(): Promise<void> {
    this.#busy = true;
    for (let task = this.#tasks.shift(); task; task = this.#tasks.shift()) {
      const { put, to, back } = task;
      if (put !== undefined) {
        this.at = put;
        this.#way = [put];
      } else if (back) await this.#back(back);
      else if (to && between(this.at, to).length === 1 && (await this.#step(this.at, to, this.#way[0]!, this.#way.length > 1))) {
        this.at = to;
        this.#way.push(to);
      }
    }
    this.#busy = false;
  }

  async #back(then: () => Promise<void>): Promise<void> {
    const [last, ...way] = this.#way.reverse();
    if (!way.length) return;
    let from = last!;
    for (const to of way) {
      await this.#step(from, to, last!, true);
      from = to;
    }
    await then();
  }
}
