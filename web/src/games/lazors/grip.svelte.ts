// A block in hand, and how the light would go where it is held.
import type { Scene } from '../../lib/types';

export class Grip {
  /** The place it was taken from; "" while nothing is held. */
  from = $state('');
  /** The place it is held over. */
  at = $state('');
  /** The board as it would be; null where the block cannot be put. */
  preview = $state.raw<Scene | null>(null);
  #asking = false;
  #ask: (from: string, to: string) => Promise<Scene | null>;

  constructor(ask: (from: string, to: string) => Promise<Scene | null>) {
    this.#ask = ask;
  }

  pick(place: string): void {
    this.from = this.at = place;
    this.preview = null;
  }

  drop(): void {
    this.pick('');
  }

  over(place: string): void {
    if (!this.from || place === this.at) return;
    this.at = place;
    if (!this.#asking) void this.#follow();
  }

  /** Asks for one place at a time, always the newest. */
  async #follow(): Promise<void> {
    this.#asking = true;
    for (let told: string | null = null; told !== this.at; ) {
      told = this.at;
      const { from } = this;
      const scene = told && told !== from ? await this.#ask(from, told) : null;
      if (told === this.at && from === this.from) this.preview = scene;
    }
    this.#asking = false;
  }
}
