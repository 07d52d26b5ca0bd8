// Who keeps a game: what it goes on from, and what is recorded of it.
import { results, saves, settings, type Result, type Save } from '../lib/store.svelte';
import type { View } from '../lib/types';
import { keptAs, type Start } from './start';

/** What was done: moves made, by a gesture of their own or by going on with the
 *  last one; so many moves taken back; all of them taken back; a hint shown. */
export type Deed = { made: string[]; onwards: boolean } | { back: number } | { reset: true } | { hint: true };

export interface Keeper {
  /** Whether safe moves are made on their own. */
  readonly automatic: boolean;
  /** What was kept of this level; null where nothing was. */
  find(view: View, start: Start): Save | null;
  /** The game as it is now, after so many milliseconds of play. */
  put(save: Save, at: number): void;
  drop(id: string): void;
  /** The game came to an end. */
  end(result: Result): void;
  did(deed: Deed, at: number): void;
}

/** Keeps games in this browser, for the lists of games and results. */
export const browser: Keeper = {
  get automatic() {
    return settings.automatic;
  },
  find: (view, { level }) => saves.get(keptAs(view, level)),
  // A game without a move is not worth it.
  put: (save) => (save.moves.length === 0 ? saves.drop(save.id) : saves.put(save)),
  drop: (id) => saves.drop(id),
  end: (result) => results.add(result),
  did: () => undefined,
};
