// What is recorded of the play under way: all that was done, with times. It is
// kept in this browser after each gesture.
import type { Result, Save } from '../lib/store.svelte';
import type { View } from '../lib/types';
import type { Deed, Keeper } from '../play/keeper';
import type { Start } from '../play/start';
import type { Shelf, Tab } from './shelf.svelte';
import type { Ended, Finish, PlayEvent } from './types';

/** Bounds of what the server takes. */
const MOST_EVENTS = 20_000;
const MOST_MOVES = 50_000;
const MOST_LETTERS = 480_000;

interface Kept {
  play: string;
  events: PlayEvent[];
  /** The moves that stand, a text for each gesture. */
  moves: string[];
  /** Milliseconds of play. */
  time: number;
}

/** The plain moves that stand after some events. */
export function movesAfter(events: PlayEvent[]): string[] {
  let moves: string[] = [];
  for (const { made, back, reset } of events) {
    if (made) moves.push(...made);
    else if (back) moves = moves.slice(0, -back);
    else if (reset) moves = [];
  }
  return moves;
}

/** Events as the server takes them. Where there are too many, moves that
 *  follow each other are joined; at last only what stands is told. */
export function fitting(events: PlayEvent[]): PlayEvent[] {
  const moves = (some: PlayEvent[]) => some.reduce((sum, { made }) => sum + (made?.length ?? 0), 0);
  const fits = (some: PlayEvent[]) => some.length <= MOST_EVENTS && moves(some) <= MOST_MOVES && JSON.stringify(some).length <= MOST_LETTERS;
  if (fits(events)) return events;
  const joined: PlayEvent[] = [];
  for (const event of events) {
    const last = joined.at(-1);
    if (last?.made && event.made) {
      last.made.push(...event.made);
      last.at = event.at;
    } else joined.push(event.made ? { ...event, made: [...event.made] } : event);
  }
  if (fits(joined)) return joined;
  return [{ at: events.at(-1)?.at ?? 0, made: movesAfter(events) }];
}

const count = (events: PlayEvent[], kind: 'reset' | 'hint' | 'back'): number => events.filter((event) => event[kind]).length;

export class Record implements Keeper {
  /** Studies record what the player does, and nothing else is done. */
  readonly automatic = false;
  #kept: Kept;
  #shelf: Shelf;
  #tab: Tab;

  /** Goes on with what was kept of this play. */
  constructor(shelf: Shelf, tab: Tab, play: string) {
    this.#shelf = shelf;
    this.#tab = tab;
    const kept = shelf.get<Kept>('play');
    this.#kept = kept?.play === play ? kept : { play, events: [], moves: [], time: 0 };
  }

  /** Whether nothing was done yet. */
  get fresh(): boolean {
    return this.#kept.time === 0 && this.#kept.events.length === 0;
  }

  find(view: View, { level, open }: Start): Save | null {
    const { play, events, moves, time } = this.#kept;
    if (this.fresh) return null;
    const stand = movesAfter(events);
    // Gestures are written after events; they may be behind.
    const gestures = moves.join(' ') === stand.join(' ') ? moves : stand;
    const { game, variant } = view;
    const [hints, undos] = [count(events, 'hint'), count(events, 'back')];
    return { id: play, level, game, variant, open, moves: gestures, count: gestures.length, seconds: time / 1000, hints, undos, rating: null, when: '' };
  }

  put(save: Save, at: number): void {
    this.#kept.moves = save.moves;
    this.#write(at);
  }

  did(deed: Deed, at: number): void {
    const { events } = this.#kept;
    const last = events.at(-1);
    if (!('made' in deed)) events.push({ at, ...deed });
    else if (deed.onwards && last?.made) events.splice(-1, 1, { at, made: [...last.made, ...deed.made] });
    else events.push({ at, made: deed.made });
    this.#write(at);
  }

  // The play is kept until the server has it.
  drop(): void {}
  end(_: Result): void {}

  finish(ended: Ended, at: number): Finish {
    const events = fitting(this.#kept.events);
    const [resets, hints, undos] = [count(events, 'reset'), count(events, 'hint'), count(events, 'back')];
    return { ended, events, seconds: at / 1000, resets, hints, undos };
  }

  #write(at: number): void {
    this.#kept.time = Math.max(this.#kept.time, at);
    // Another tab may have taken over.
    if (this.#tab.holds()) this.#shelf.put('play', this.#kept);
  }
}

/** Forgets what was kept of a play. */
export function forget(shelf: Shelf, play: string): void {
  if (shelf.get<Kept>('play')?.play === play) shelf.drop('play');
}
