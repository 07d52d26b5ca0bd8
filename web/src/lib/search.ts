// Searching, behind workers that can be ended at once. Each call has its own
// bound in time and memory. A call of the same kind ends the one before it,
// which then throws `Cancelled`.
import { Caller } from './worker';
import type { Choice, Hint, LevelInfo, Position, Rating, Verdict } from './types';

export class Cancelled extends Error {}

export interface Solution {
  verdict: Verdict;
  /** The moves from here on; empty unless it can be won. */
  moves: Choice[];
}

export type SearchKind = 'hint' | 'solve' | 'verdict' | 'lastWinnable' | 'rate' | 'find';

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
  cancel(kind: SearchKind): void;
}

interface Job {
  kind: SearchKind;
  values: object;
  resolve(value: unknown): void;
  reject(why: unknown): void;
  /** Whether nobody waits for it any more. */
  gone: boolean;
}

/** How long a job may go on while another one waits for it, in milliseconds. */
const GRACE = 150;

// One worker does one job after another. What a person waits for comes before
// what runs beside the game; a job that is under way and no longer wanted is
// ended with its worker.
const ORDER: SearchKind[] = ['hint', 'solve', 'find', 'lastWinnable', 'verdict', 'rate'];

class Queue implements Search {
  private caller = new Caller(
    () => new Worker(new URL('../workers/search.ts', import.meta.url), { type: 'module', name: 'search' }),
  );
  private waiting: Job[] = [];
  private current: Job | null = null;
  /** Ends the current job when it has had its time. */
  private grace: ReturnType<typeof setTimeout> | undefined;

  hint = (position: Position) => this.add<Hint>('hint', { position });
  solve = (position: Position) => this.add<Solution>('solve', { position });
  verdict = (position: Position) => this.add<Verdict>('verdict', { position });
  lastWinnable = (position: Position) => this.add<number | null>('lastWinnable', { position });
  rate = (level: string, game: string, variant: string) => this.add<Rating | null>('rate', { level, game, variant });
  find = (kind: string, low: number, high: number, seed: number) =>
    this.add<LevelInfo>('find', { kind, low, high, seed });

  cancel(kind: SearchKind): void {
    this.drop(kind);
    if (this.current?.kind === kind) this.end();
  }

  private add<T>(kind: SearchKind, values: object): Promise<T> {
    this.drop(kind);
    return new Promise<T>((resolve, reject) => {
      this.waiting.push({ kind, values, resolve: resolve as (value: unknown) => void, reject, gone: false });
      this.waiting.sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
      this.hurry();
      this.run();
    });
  }

  /** Nobody waits for this kind any more. */
  private drop(kind: SearchKind): void {
    const gone = this.waiting.filter((job) => job.kind === kind);
    this.waiting = this.waiting.filter((job) => job.kind !== kind);
    if (this.current?.kind === kind) gone.push(this.current);
    for (const job of gone) {
      job.gone = true;
      job.reject(new Cancelled());
    }
  }

  /** A job that is in the way of another may end by itself for a moment,
   *  since to start a worker anew takes longer than most jobs do. */
  private hurry(): void {
    const { current } = this;
    const next = this.waiting[0];
    if (!current || !next || ORDER.indexOf(next.kind) > ORDER.indexOf(current.kind)) return;
    this.grace ??= setTimeout(() => this.end(), GRACE);
  }

  /** Ends the current job. What runs beside the game is begun again later. */
  private end(): void {
    clearTimeout(this.grace);
    this.grace = undefined;
    const job = this.current;
    this.current = null;
    this.caller.end(new Cancelled());
    if (job && !job.gone) this.waiting.push(job);
    this.run();
  }

  private run(): void {
    const job = this.current ? undefined : this.waiting.shift();
    if (!job) return;
    this.current = job;
    const done = (settle: () => void) => {
      // A job that was put back or ended settles elsewhere.
      if (this.current !== job) return;
      clearTimeout(this.grace);
      this.grace = undefined;
      this.current = null;
      settle();
      this.run();
    };
    this.caller.call(job.kind, job.values).then(
      (value) => done(() => job.resolve(value)),
      (why) => done(() => job.reject(why)),
    );
  }
}

export const search: Search = new Queue();
