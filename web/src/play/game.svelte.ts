// The game under way: its view, the calls that change it, and what is kept of
// it. Advice (hints, verdicts, solutions) is in advice.svelte.ts.
import { faultOf } from '../home/known';
import { rules } from '../lib/rules';
import type { Save } from '../lib/store.svelte';
import type { Fault, Guide, Hand, Refusal, View } from '../lib/types';
import { Clock } from './clock.svelte';
import { browser, type Deed, type Keeper } from './keeper';
import { Queue } from './queue';
import { keptAs, type Start } from './start';
import type { Work } from './work.svelte';
import { faultWords, sentence, told } from './words';

type Answer = View | Refusal;

const NOTHING = { seconds: 0, hints: 0, undos: 0, rating: null };

export class Game {
  view = $state.raw<View | null>(null);
  /** Why the level could not be started. */
  fault = $state.raw<Fault | null>(null);
  /** What was done last, and why something was not done. */
  status = $state('');
  refusal = $state('');
  paused = $state(false);
  hints = $state(0);
  undos = $state(0);
  rating = $state<number | null>(null);
  /** Whether moves were not the player's: a solver's, or those of a link. */
  helped = $state(false);
  /** Whether the player made the move that won. */
  celebrated = $state(false);
  /** Whether this win is among the results. */
  counted = $state(false);
  /** Whether it was won when it was opened. */
  already = $state(false);
  /** Whether a link to the start led to the game under way. */
  resumed = $state(false);
  guide = $state.raw<Guide | null>(null);
  /** Set while a solution plays: moves are then not the player's. */
  shown = $state(false);
  readonly clock = new Clock();
  readonly hand: Hand;
  /** Called after each change, once nothing else waits. */
  onchange: (view: View) => void = () => undefined;
  level = '';
  #start: Start | null = null;
  #open = false;
  /** The moves made, a text for each gesture. */
  #gestures: string[] = [];
  #queue = new Queue();
  #work: Work;
  #keeper: Keeper;
  #recorded = false;
  /** Whether a change was not told yet. */
  #changed = false;
  #run = 0;
  #closed = false;

  constructor(work: Work, keeper: Keeper = browser) {
    this.#work = work;
    this.#keeper = keeper;
    this.hand = {
      drag: (from, count, to, onwards) => this.act(() => rules.drag(from, count, to, onwards)),
      tap: (place, count) => this.act(() => rules.tap(place, count)),
      send: (place) => this.act(() => rules.send(place)),
      make: (text) => this.act(() => rules.make(text)),
      preview: (from, count, to) => this.#queue.run(() => rules.preview(from, count, to)),
      say: (words) => this.say(words),
    };
  }

  is(level: string): boolean {
    return level !== '' && (level === this.level || level === this.view?.id);
  }

  get over(): boolean {
    return this.view?.ending === 'won';
  }

  /** Whether the clock should run. */
  get ticking(): boolean {
    return this.view !== null && !this.over && !this.paused && !this.shown;
  }

  say(words: string): void {
    // The same words again would not be read out again.
    this.status = words === this.status ? `${words}\u00a0` : words;
  }

  refuse(words: string): void {
    const told = sentence(words);
    this.refusal = told === this.refusal ? `${told}\u00a0` : told;
  }

  async load(start: Start, leave: () => void): Promise<void> {
    const run = ++this.#run;
    this.view = null;
    this.fault = null;
    this.status = this.refusal = '';
    this.paused = this.shown = this.celebrated = this.counted = this.already = this.resumed = this.#recorded = false;
    this.#start = start;
    this.level = start.level;
    this.#open = start.open;
    this.#gestures = [...start.moves];
    this.guide = start.guide;
    this.#counters();
    const view = await this.#work.run('Setting up the board', leave, () => this.#queue.run(() => this.#begin(start)));
    if (run !== this.#run || view === null) return;
    this.view = view;
    this.already = this.#recorded = view.ending === 'won';
    this.onchange(view);
  }

  async #begin(start: Start): Promise<View | null> {
    const how = { game: start.game, variant: start.variant, open: start.open, moves: start.moves };
    try {
      const view = await rules.start(start.level, how);
      this.helped = view.moves.length > 0;
      const save = start.guide ? null : this.#keeper.find(view, start);
      if (!save || save.level !== start.level || save.open !== start.open) return view;
      if (view.moves.length > 0 && view.moves.join(' ') !== save.moves.join(' ')) return view;
      this.#counters(save);
      if (view.moves.length > 0 || save.moves.length === 0 || this.#closed) return view;
      this.#gestures = [...save.moves];
      this.resumed = true;
      this.say('You go on where you left this game.');
      return await rules.start(start.level, { ...how, moves: save.moves });
    } catch (thrown) {
      this.fault = faultOf(thrown);
      return null;
    }
  }

  #counters(from: Pick<Save, 'seconds' | 'hints' | 'undos' | 'rating' | 'helped'> = NOTHING): void {
    this.clock.reset(from.seconds);
    this.hints = from.hints;
    this.undos = from.undos;
    this.rating = from.rating;
    this.helped = from.helped === true;
  }

  /** Makes a move of the player's, and the automatic ones after it. */
  act(job: () => Promise<Answer>): Promise<boolean> {
    return this.#change(async () => {
      if (this.paused || this.shown || this.over) return false;
      if (!this.#take(await job())) return false;
      if (this.#keeper.automatic && !this.guide && !this.over && !this.#closed) {
        const more = await rules.automatic();
        if (more.made.length > 0) {
          const before = this.status;
          this.#take(more);
          this.status = `${before} On its own: ${this.status}`;
        }
      }
      this.#finish();
      return true;
    });
  }

  /** Makes a move of a solution that is shown. */
  show(text: string): Promise<boolean> {
    return this.#change(async () => this.#take(await rules.make(text)));
  }

  undo(counts = true): Promise<boolean> {
    return this.#change(async () => {
      if (this.paused || !this.view?.canUndo) return false;
      this.#take(await rules.undo());
      if (counts) this.undos += 1;
      return true;
    });
  }

  redo(): Promise<boolean> {
    return this.#change(async () => {
      if (this.paused || !this.view?.canRedo) return false;
      this.#take(await rules.redo());
      this.#finish();
      return true;
    });
  }

  /** Back to the start. Moves can be made again unless the game begins anew,
   *  as it does after a win or with help, so that the next win can count. */
  restart(anew = this.over || this.helped): Promise<boolean> {
    return this.#change(async () => {
      this.celebrated = this.paused = false;
      if (!anew) {
        this.#take(await rules.restart(), true);
        this.say('Back at the start. Redo makes your moves again.');
        return true;
      }
      const { level, game, variant, open } = this.#start!;
      this.#take(await rules.start(level, { game, variant, open }));
      this.#gestures = [];
      this.counted = this.#recorded = false;
      // Who saw a solution still knows it.
      this.#counters({ ...NOTHING, hints: this.helped ? this.hints : 0, rating: this.rating });
      this.say('Back at the start.');
      return true;
    });
  }

  /** Takes moves back until the position is one of those wanted. */
  async undoTo(wanted: (view: View) => boolean): Promise<void> {
    while (this.view?.canUndo && !wanted(this.view)) {
      if (!(await this.undo(false))) return;
    }
    this.undos += 1;
    this.keep();
  }

  /** Waits until all that was asked for is done. */
  async idle(): Promise<View | null> {
    await this.#change(async () => false);
    return this.view;
  }

  pause(): void {
    if (this.view && !this.over && !this.shown) this.paused = !this.paused;
  }

  /** The player leaves the game as lost. */
  giveUp(): void {
    if (!this.view || this.#recorded || this.guide) return;
    this.#end(this.view, false);
    this.say('Given up. You can still look on, or see how it is won.');
  }

  #change(job: () => Promise<boolean>): Promise<boolean> {
    const run = this.#run;
    return this.#queue.run(async () => {
      if (run !== this.#run || this.view === null) return false;
      try {
        return await job();
      } catch (thrown) {
        this.refuse(faultWords(thrown));
        return false;
      } finally {
        if (this.#changed && !this.#closed && this.#queue.waiting <= 1) this.#settled();
      }
    });
  }

  /** Shows what a call answered; false where it was refused. `reset`: all
   *  moves were taken back at once. */
  #take(answer: Answer, reset = false): boolean {
    if ('refused' in answer) {
      this.refuse(answer.refused);
      return false;
    }
    this.refusal = '';
    this.already = this.resumed = false;
    this.view = answer;
    this.#changed = true;
    if (answer.made.length > 0) {
      const text = answer.made.map((move) => move.text).join(' ');
      // Moves that belong to the gesture before them are taken back with it.
      const onwards = answer.count === this.#gestures.length ? this.#gestures.pop() : undefined;
      this.#gestures.push(onwards === undefined ? text : `${onwards} ${text}`);
      this.say(told(answer.made));
      this.#did({ made: answer.made.map((move) => move.text), onwards: onwards !== undefined });
    } else if (answer.back.length > 0) {
      this.#gestures = this.#gestures.slice(0, answer.count);
      this.#did(reset ? { reset } : { back: answer.back.length });
      this.say(`Taken back: ${told(answer.back)}`);
    }
    return true;
  }

  #did(deed: Deed): void {
    if (!this.shown && !this.guide && !this.#closed) this.#keeper.did(deed, this.clock.milliseconds);
  }

  /** A hint was shown. */
  hinted(): void {
    this.hints += 1;
    this.#did({ hint: true });
  }

  #settled(): void {
    this.#changed = false;
    this.keep();
    this.onchange(this.view!);
  }

  #finish(): void {
    if (!this.view || !this.over) return;
    this.celebrated = true;
    if (!this.#recorded && !this.guide) this.#end(this.view, true);
  }

  /** The game is over. It counts if all moves were the player's. */
  #end(view: View, won: boolean): void {
    this.#recorded = true;
    const { game, variant, count } = view;
    const id = keptAs(view, this.level);
    const { hints, undos, rating } = this;
    const when = new Date().toISOString();
    this.counted = won && !this.helped;
    if (!this.helped) this.#keeper.end({ id, game, variant, won, seconds: this.clock.seconds, moves: count, hints, undos, rating, when });
    this.#keeper.drop(id);
  }

  /** The screen is left: another one may use the rules from now on. */
  close(): void {
    this.keep();
    this.clock.run(false);
    this.#closed = true;
    this.#run += 1;
  }

  /** Has the game as it is now kept. */
  keep(): void {
    if (!this.view || this.#recorded || this.guide || this.shown) return;
    const { game, variant, count } = this.view;
    const id = keptAs(this.view, this.level);
    const [open, moves] = [this.#open, [...this.#gestures]];
    if (this.over) return this.#keeper.drop(id);
    const { level, hints, undos, rating, helped } = this;
    const seconds = this.clock.seconds;
    const when = new Date().toISOString();
    this.#keeper.put({ id, level, game, variant, open, moves, count, seconds, hints, undos, rating, helped, when }, this.clock.milliseconds);
  }
}
