// What the searchers say of the game under way: hints, whether it can still be
// won, how hard the level is.
import { Cancelled, search } from '../lib/search';
import { settings } from '../lib/store.svelte';
import type { Choice, Hint, Position, Rating, Verdict, View } from '../lib/types';
import type { Game } from './game.svelte';
import type { Work } from './work.svelte';
import { faultWords, hintWords, sentence, verdictWords } from './words';

type Kind = 'hint' | 'solve' | 'verdict' | 'lastWinnable' | 'rate' | 'find';

const key = (moves: string[]) => moves.join(' ');

export class Advice {
  /** Null where nobody asked. */
  verdict = $state<Verdict | 'working' | null>(null);
  /** Whether the last move lost a game that was known to be won. */
  warning = $state(false);
  rating = $state.raw<Rating | null>(null);
  /** Whether no position of the game is known that can be won. */
  none = $state(false);
  /** The last hint, and the view that it was given for. */
  #given = $state.raw<{ view: View; hint: Hint; open: boolean } | null>(null);
  #game: Game;
  #work: Work;
  #known = new Map<string, Verdict>();
  /** The way to the end that the last hint knew, from its position on. */
  #plan: Choice[] = [];
  #seen: string[] = [];
  #wasWon = false;

  /** `quiet`: nothing is said but hints that were asked for. */
  constructor(game: Game, work: Work, readonly quiet = false) {
    this.#game = game;
    this.#work = work;
  }

  /** A hint is gone as soon as the game goes on. */
  get hint(): Hint | null {
    return this.#given?.view === this.#game.view ? (this.#given?.hint ?? null) : null;
  }

  /** Whether the hint comes from one who sees all cards. */
  get thoughtful(): boolean {
    return this.#given?.open ?? false;
  }

  /** The move that the hint shows on the board. */
  get choice(): Choice | null {
    return this.hint?.kind === 'moves' ? (this.hint.next[0] ?? null) : null;
  }

  /** Asks a searcher; null where it was stopped or failed. */
  async ask<T>(kind: Kind, words: string, job: () => Promise<T>): Promise<T | null> {
    try {
      return await this.#work.run(words, () => search.cancel(kind), job);
    } catch (thrown) {
      if (!(thrown instanceof Cancelled)) this.#game.refuse(faultWords(thrown));
      return null;
    }
  }

  position(open: boolean): Position {
    const { game, variant, moves, board } = this.#game.view!;
    // A board that was made is read, so that no search makes it again.
    return { level: board || this.#game.level, game, variant, open, moves };
  }

  /** A new level: nothing is known of it. */
  reset(): void {
    this.clear();
    for (const kind of ['hint', 'solve', 'verdict', 'lastWinnable', 'rate', 'find'] as const) search.cancel(kind);
    this.#known.clear();
    this.#plan = this.#seen = [];
    this.#wasWon = this.warning = this.none = false;
    this.verdict = this.rating = null;
  }

  /** The rating, unless the level changes before it is known. */
  async rate(): Promise<void> {
    const { level, view, guide } = this.#game;
    if (!view || guide) return;
    try {
      const rating = await search.rate(level, view.game, view.variant);
      if (this.#game.level !== level) return;
      this.rating = rating;
      this.#game.rating = rating?.rating ?? null;
    } catch {
      // A level without a rating is played all the same.
    }
  }

  /** The game changed. */
  follow(view: View): void {
    const forwards = view.moves.length > this.#seen.length;
    this.#plan = forwards && key(view.moves) === key([...this.#seen, this.#plan[0]?.text ?? '']) ? this.#plan.slice(1) : [];
    this.#seen = view.moves;
    this.warning = false;
    if (!forwards) this.#wasWon = false;
    if (!this.quiet && (settings.verdict || settings.warn)) void this.judge();
    else this.verdict = this.#known.get(key(view.moves)) ?? null;
  }

  clear(): void {
    this.#given = null;
  }

  /** Finds out whether the game can still be won; says so where it was asked. */
  async judge(asked = false): Promise<void> {
    const view = this.#game.view;
    if (!view || view.ending === 'won' || this.#game.guide || this.#game.shown) {
      this.verdict = null;
      return;
    }
    const here = key(view.moves);
    const current = () => this.#game.view !== null && key(this.#game.view.moves) === here;
    let verdict = this.#known.get(here);
    if (verdict === undefined) {
      this.verdict = 'working';
      try {
        verdict = await search.verdict(this.position(true));
        this.#known.set(here, verdict);
      } catch (thrown) {
        if (current()) this.verdict = null;
        if (!(thrown instanceof Cancelled)) this.#game.refuse(faultWords(thrown));
        return;
      }
    }
    if (!current()) return;
    this.verdict = verdict;
    if (verdict === 'won') this.none = false;
    if (asked) this.#game.say(`Can I still win? ${sentence(verdictWords[verdict])}`);
    this.warning = settings.warn && this.#wasWon && verdict === 'lost';
    if (verdict !== 'unknown') this.#wasWon = verdict === 'won';
  }

  stopJudging(): void {
    search.cancel('verdict');
    this.verdict = null;
  }

  /** Shows what to do next; makes it where it is shown already. */
  async help(open: boolean): Promise<void> {
    if (this.choice) {
      await this.#game.hand.make(this.choice.text);
      return;
    }
    const view = await this.#game.idle();
    if (!view || this.#game.over || this.#game.paused) return;
    const hint = await this.ask('hint', 'Looking for a hint', () => search.hint(this.position(open)));
    if (!hint || this.#game.view !== view) return;
    this.#show(view, hint, open);
  }

  #show(view: View, hint: Hint, open: boolean): void {
    const planned = this.#plan[0];
    // Keep to the way that was begun unless the new one is shorter: hints must
    // not lead in a circle.
    const keep =
      planned !== undefined &&
      planned.text !== hint.next[0]?.text &&
      (hint.left ?? Infinity) >= this.#plan.length &&
      view.choices.some((choice) => choice.text === planned.text);
    if (keep) hint = { ...hint, kind: 'moves', next: this.#plan, why: '', left: this.#plan.length };
    this.#given = { view, hint, open };
    this.#plan = hint.left === hint.next.length ? hint.next : [];
    this.#game.refusal = '';
    if (this.choice) this.#game.hinted();
    this.#game.say(this.choice ? `Hint: ${sentence(this.choice.says)} ${sentence(hint.why)}` : hintWords(hint));
  }

  /** Goes back to the last position that can still be won. */
  async backToWinnable(): Promise<void> {
    const view = await this.#game.idle();
    if (!view) return;
    const words = 'Looking for the last position that can be won';
    const kept = await this.ask('lastWinnable', words, async () => ({ moves: await search.lastWinnable(this.position(true)) }));
    if (kept === null || this.#game.view !== view) return;
    if (kept.moves === null) {
      this.none = true;
      this.#game.say('No position of this game is known that can be won.');
    } else if (kept.moves === view.moves.length) {
      this.#known.set(key(view.moves), 'won');
      this.verdict = 'won';
      this.#game.say('This position can still be won.');
    } else {
      await this.#backTo(key(view.moves.slice(0, kept.moves)));
    }
  }

  /** Takes back the moves since the game was last known to be won. */
  async takeBack(): Promise<void> {
    this.warning = false;
    await this.#game.undoTo((view) => this.#known.get(key(view.moves)) === 'won');
  }

  async #backTo(winnable: string): Promise<void> {
    this.#known.set(winnable, 'won');
    await this.#game.undoTo((view) => winnable === key(view.moves) || winnable.startsWith(`${key(view.moves)} `));
    this.verdict = this.#known.get(key(this.#game.view!.moves)) ?? this.verdict;
    this.#game.say('Back at the last position that can be won.');
  }
}
