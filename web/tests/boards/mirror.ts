// The game as the library has it, beside the page: every test compares the two.
import { Rules, Search } from '../../pkg/stumper_wasm.js';
import { curve } from '../../src/games/flow/curve';
import freecell from '../../src/games/freecell/guide';
import klondike from '../../src/games/klondike/guide';
import type { Choice, Hint, Scene, View } from '../../src/lib/types';
import type { Page } from '@playwright/test';
import { expect, open } from '../page';

export interface Level {
  game: string;
  /** What stands behind "#/". */
  address: string;
  /** An id, or a board with its game and variant. */
  level: string;
  variant?: string;
  /** Moves that were made before. */
  moves?: string[];
}

const dealt = (id: string): Level => ({ game: id.split(':', 1)[0]!, address: id, level: id });

function pasted({ game, variant, level }: { game: string; variant: string; level: string }): Level {
  const board = encodeURIComponent(level);
  return { game, variant, level, address: `paste?game=${game}&variant=${encodeURIComponent(variant)}&board=${board}` };
}

/** A short level of every game. Cards: boards near their end, with runs, cells,
 *  a stock and cards face down. */
export const SHORT: Level[] = [
  pasted(freecell),
  pasted(klondike),
  dealt('sliding:3x3#5'),
  dealt('flow:5x5#1'),
  dealt('lazors:3x3#1'),
  dealt('shift:4x4#1'),
  dealt('template:row#7'),
];
export const shortOf = (game: string): Level => SHORT.find((level) => level.game === game)!;
export const FREECELL = dealt('freecell:ms#164');
export const KLONDIKE = dealt('klondike:draw1#3');

/** A dealt level some moves before it is won. */
export function late(level: Level, left: number): Level {
  const moves = new Mirror(level, false).way().slice(0, -left).map(({ text }) => text);
  return { ...level, moves, address: `${level.address}?moves=${encodeURIComponent(moves.join(' '))}` };
}

export class Mirror {
  view!: View;
  private readonly rules = new Rules();
  private readonly search = new Search();
  private plan: Choice[] = [];

  /** `automatic`: whether safe moves are made after each move, as in the page. */
  constructor(
    readonly level: Level,
    private readonly automatic: boolean,
  ) {
    const { level: text, game, variant, moves } = level;
    this.call('start', { level: text, game, variant, moves, open: false });
  }

  get scene(): Scene | null {
    return this.view.scene;
  }

  make(text: string): void {
    this.call('make', { text });
    this.tidy();
  }

  drag(from: string, to: string, onwards = false): void {
    this.call('drag', { from, count: 1, to, onwards });
    this.tidy();
  }

  /** One stroke of a finger from place to place. */
  draw(places: string[]): void {
    for (let at = 1; at < places.length; at++) this.drag(places[at - 1]!, places[at]!, at > 1);
  }

  /** The next move of a way to win; null when the game is won. */
  next(): Choice | null {
    if (this.view.ending === 'won') return null;
    const planned = this.plan.shift();
    if (planned && this.view.choices.some(({ text, count }) => text === planned.text && count === planned.count)) return planned;
    this.plan = this.ask<{ moves: Choice[] }>('solve').moves;
    return this.plan.shift()!;
  }

  /** The rest of a way to win. */
  way(): Choice[] {
    return this.ask<{ moves: Choice[] }>('solve').moves;
  }

  hint(open = true): Hint {
    return this.ask('hint', open);
  }

  private tidy(): void {
    if (this.automatic && this.view.ending !== 'won') this.call('automatic', {});
  }

  private call(call: string, values: object): void {
    this.view = valueOf(this.rules.call(JSON.stringify({ call, ...values })));
  }

  private ask<T>(call: string, open = true): T {
    const { game, variant, moves } = this.view;
    const position = { level: this.level.level, game, variant, open, moves };
    return valueOf(this.search.call(JSON.stringify({ call, position })));
  }
}

function valueOf<T>(reply: string): T {
  const { value, ...rest } = JSON.parse(reply);
  if (value === undefined) throw new Error(JSON.stringify(rest));
  return value as T;
}

/** Opens a level in the page, and in the library. Automatic moves are off
 *  unless they are asked for, and so is the verdict after each move, which has
 *  tests of its own. */
export async function begin(page: Page, level: Level, { automatic = false } = {}): Promise<Mirror> {
  const kept = JSON.stringify({ version: 1, data: { automatic, verdict: false } });
  await page.addInitScript((text) => {
    if (!localStorage.getItem('stumper-settings')) localStorage.setItem('stumper-settings', text);
  }, kept);
  await open(page, level.address);
  const mirror = new Mirror(level, automatic);
  await matches(page, mirror);
  return mirror;
}

/** What a scene has, as one line a piece. */
function listOf({ scene, choices, game }: View): string[] {
  if (!scene) return choices.map(({ text }) => text).sort();
  if (game === 'flow') {
    return scene.lines.map((line) => `${line.face} ${line.whole} ${curve(line.points)}`).sort();
  }
  const lies = ({ place, kind }: { place: string; kind: string }) => kind !== 'block' || !place.startsWith('hand');
  return scene.pieces.filter(lies).map(({ face, place }) => `${face || 'down'}@${place}`).sort();
}

/** The same of the board in the page. */
function listed(game: string): string[] {
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
  const after = (element: HTMLElement, start: string) => (element.dataset['testid'] ?? '').slice(start.length);
  if (game === 'flow') {
    const paths = all('[data-testid^="path-"]');
    return paths.map((path) => `${after(path, 'path-')} ${path.dataset['whole']} ${path.getAttribute('d')}`).sort();
  }
  if (document.querySelector('[data-testid="table"]')) {
    return all('[data-on]').map((card) => `${after(card, 'card-') || 'down'}@${card.dataset['on']}`).sort();
  }
  const pieces = all('[data-testid^="piece-"]').map((piece) => `${after(piece, 'piece-')}@${piece.dataset['at']}`);
  const moves = all('[data-testid="moves-list"] code').map((code) => code.textContent ?? '');
  return [...pieces, ...moves].sort();
}

/** How many things on the board are on their way. */
function moving(): number {
  return document.getAnimations().filter(({ effect }) => {
    const board = (effect as KeyframeEffect | null)?.target?.closest('.board');
    return board && effect?.getComputedTiming().endTime !== Infinity;
  }).length;
}

/** Waits until the board shows what the library has, and stands still; the
 *  count of moves too, where the page has one. */
export async function matches(page: Page, mirror: Mirror, counted = true): Promise<void> {
  const { game, count } = mirror.view;
  const state = `({ board: (${listed})(${JSON.stringify(game)}), moving: (${moving})(), count: document.querySelector('[data-testid="count"]')?.textContent })`;
  const wanted = { board: listOf(mirror.view), moving: 0, count: counted ? `${count} move${count === 1 ? '' : 's'}` : undefined };
  await expect.poll(() => page.evaluate(state), { intervals: [10, 20, 40, 80] }).toEqual(wanted);
}

/** The win is recognised, with the right count. */
export async function isWon(page: Page, mirror: Mirror): Promise<void> {
  expect(mirror.view.ending).toBe('won');
  const won = page.getByTestId('won');
  await expect(won).toBeVisible();
  await expect(won.getByRole('heading')).toHaveText('You won!');
  await expect(won.getByRole('listitem').first()).toHaveText(new RegExp(`^${mirror.view.count} moves?$`));
}
