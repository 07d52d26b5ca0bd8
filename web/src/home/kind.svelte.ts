// What kind of level is wanted: a variant, a size where the variant is one,
// and wishes.
import type { GameInfo } from '../lib/types';

const SIZED = /^(\d+)x(\d+)(.*)$/;

export class Kind {
  variant = $state('');
  width = $state(0);
  height = $state(0);
  wishes: Record<string, string> = $state({});
  readonly #usual: string;
  /** What the game's example is of: it stands for the usual kind. */
  readonly #example: string;
  readonly #game: string;

  constructor(game: GameInfo) {
    this.#game = game.name;
    this.#usual = game.variants[0]?.[0] ?? '';
    this.#example = /:([^,#]*)/.exec(game.example)?.[1] ?? this.#usual;
    this.wishes = Object.fromEntries(game.options.map(({ name }) => [name, '']));
    this.choose(this.#usual);
  }

  choose(variant: string) {
    this.variant = variant;
    const [, width, height] = SIZED.exec(variant) ?? [];
    // A size that was set stays when the other variant has one too.
    if (!this.width || !width) [this.width, this.height] = [Number(width ?? 0), Number(height ?? 0)];
  }

  get sized(): boolean {
    return SIZED.test(this.variant);
  }

  /** Whether it is the game's usual kind, with nothing wished. */
  get usual(): boolean {
    return this.#whole === this.#usual;
  }

  /** As ids have it: "9x9,colours=8". */
  get text(): string {
    return this.usual ? this.#example : this.#whole;
  }

  /** As searches take it: the game alone where nothing is wished. */
  get wanted(): string {
    return this.usual ? this.#game : `${this.#game}:${this.#whole}`;
  }

  get #whole(): string {
    const rest = SIZED.exec(this.variant)?.[3] ?? '';
    const variant = this.sized ? `${this.width ?? 0}x${this.height ?? 0}${rest}` : this.variant;
    const wishes = Object.entries(this.wishes).filter(([, value]) => value.trim());
    return [variant, ...wishes.map(([name, value]) => `${name}=${value.trim()}`)].join(',');
  }
}
