// Rules and drawing, behind a worker that answers within a frame.
import { Caller } from './worker';
import type { GameInfo, LevelInfo, Refusal, Scene, View } from './types';

export interface Rules {
  games(): Promise<GameInfo[]>;
  /** Starts a level: an id, or a board (then `game` must be named). Throws a Fault. */
  start(level: string, how?: { game?: string; variant?: string; open?: boolean; moves?: string[] }): Promise<View>;
  make(text: string): Promise<View | Refusal>;
  /** `onwards`: the finger goes on from the drag before; both are one step back. */
  drag(from: string, count: number, to: string, onwards?: boolean): Promise<View | Refusal>;
  tap(place: string, count: number): Promise<View | Refusal>;
  send(place: string): Promise<View | Refusal>;
  /** Makes the safe moves that a person would not think about, if there are any. */
  automatic(): Promise<View>;
  undo(): Promise<View>;
  redo(): Promise<View>;
  /** Back to the start; what was made can be redone. */
  restart(): Promise<View>;
  /** The scene after a drag, without making it. */
  preview(from: string, count: number, to: string): Promise<Scene | null>;
  /** Levels in pasted text: a board, rows, many boards, or a pack. Throws a Fault. */
  read(text: string, game: string): Promise<LevelInfo[]>;
  /** The id of a day's level ("2026-11-16") of a game or kind ("flow:7x7"). */
  today(kind: string, date: string): Promise<string>;
  /** A picture of a level at its start, as SVG. */
  draw(level: string, game: string, variant: string): Promise<string>;
}

const caller = new Caller(
  () => new Worker(new URL('../workers/rules.ts', import.meta.url), { type: 'module', name: 'rules' }),
);

export const rules: Rules = {
  games: () => caller.call('games'),
  start: (level, how = {}) => caller.call('start', { level, ...how }),
  make: (text) => caller.call('make', { text }),
  drag: (from, count, to, onwards = false) => caller.call('drag', { from, count, to, onwards }),
  tap: (place, count) => caller.call('tap', { place, count }),
  send: (place) => caller.call('send', { place }),
  automatic: () => caller.call('automatic'),
  undo: () => caller.call('undo'),
  redo: () => caller.call('redo'),
  restart: () => caller.call('restart'),
  preview: (from, count, to) => caller.call('preview', { from, count, to }),
  read: (text, game) => caller.call('read', { text, game }),
  today: (kind, date) => caller.call('today', { kind, date }),
  draw: (level, game, variant) => caller.call('draw', { level, game, variant }),
};

/** Loads the library before the first call. */
export function warmUp(): void {
  caller.start();
}
