// Searching, behind a worker that can be ended at once. Each call has its own
// bound in time and memory. A call of the same kind ends the one before it,
// which then throws `Cancelled`.
import type { Choice, Hint, LevelInfo, Position, Rating, Verdict } from './types';

export class Cancelled extends Error {}

export interface Solution {
  verdict: Verdict;
  /** The moves from here on; empty unless it can be won. */
  moves: Choice[];
}

export interface Search {
  /** What to do next. `position.open` says whether the adviser sees all cards. */
  hint(position: Position): Promise<Hint>;
  solve(position: Position): Promise<Solution>;
  /** Whether the game can still be won; all cards are known to the one who answers. */
  verdict(position: Position): Promise<Verdict>;
  /** How many of the moves can be kept so that the game can still be won. */
  lastWinnable(position: Position): Promise<number | null>;
  rate(level: string, game: string, variant: string): Promise<Rating | null>;
  /** A level of a game or kind ("flow", "flow:7x7") whose rating lies in
   *  low..high; from `seed` on, the same for the same seed. Throws a Fault
   *  where none was found. */
  find(kind: string, low: number, high: number, seed: number): Promise<LevelInfo>;
  /** Ends whatever is being worked out of that kind. */
  cancel(kind: 'hint' | 'solve' | 'verdict' | 'lastWinnable' | 'rate' | 'find'): void;
}
