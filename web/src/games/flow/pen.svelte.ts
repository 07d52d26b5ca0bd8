// Drawing a path cell by cell. Steps are asked for one after the other, however
// fast the finger goes; a cell that is refused is left out.
import { between } from '../../grid/places';

/** Asks for a step; `start` is where the stroke began, `onwards` whether it has
 *  drawn a step already. */
type Step = (from: string, to: string, start: string, onwards: boolean) => Promise<boolean>;

export class Pen {
  /** Where the path that is drawn has come to; "" while none is. */
  at = $state('');
  #start = '';
  #drawn = false;
  /** Where the finger was last seen; "" when it is up. */
  #seen = '';
  #tasks: { put?: string; to?: string }[] = [];
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

  #add(...tasks: { put?: string; to?: string }[]): void {
    this.#tasks.push(...tasks);
    if (!this.#busy) void this.#run();
  }

  async #run(): Promise<void> {
    this.#busy = true;
    for (let task = this.#tasks.shift(); task; task = this.#tasks.shift()) {
      const { put, to } = task;
      if (put !== undefined) {
        this.at = this.#start = put;
        this.#drawn = false;
      } else if (to && between(this.at, to).length === 1 && (await this.#step(this.at, to, this.#start, this.#drawn))) {
        this.at = to;
        this.#drawn = true;
      }
    }
    this.#busy = false;
  }
}
