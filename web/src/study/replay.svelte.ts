// A play that was recorded, shown again: step by step or in its own time.
import { rules } from '../lib/rules';
import type { View } from '../lib/types';
import { Queue } from '../play/queue';
import { sentence, told } from '../play/words';
import { movesAfter } from './record';
import type { PlayEvent, Replayed } from './types';
import { eventText } from './words';

/** How much faster than it was played; 0 waits for nothing. */
export const SPEEDS = [1, 2, 8, 0];
/** Milliseconds from one event to the next where nothing is waited for. */
const PACE = 300;

export class Replay {
  view = $state.raw<View | null>(null);
  /** How many events are done. */
  at = $state(0);
  /** Milliseconds of play. */
  time = $state(0);
  playing = $state(false);
  speed = $state(1);
  /** What the last event was, in words. */
  says = $state('At the start.');
  readonly events: PlayEvent[];
  /** Milliseconds of the whole play. */
  readonly length: number;
  #queue = new Queue();
  #frame = 0;
  /** When the time was last set, and when the next event is due. */
  #seen = 0;

  constructor(readonly data: Replayed) {
    this.events = data.events ?? [];
    const last = this.events.at(-1)?.at ?? 0;
    this.length = Math.max(last, Math.round((data.seconds ?? 0) * 1000), 1);
  }

  get ended(): boolean {
    return this.at === this.events.length && this.time >= this.length;
  }

  open(): Promise<void> {
    return this.goTo(0);
  }

  /** Shows the position after so many events. */
  goTo(at: number): Promise<void> {
    return this.#queue.run(async () => {
      const { events } = this;
      const target = Math.max(0, Math.min(events.length, at));
      const event = events[target - 1];
      // One gesture forwards is seen on the board as it was made.
      if (target === this.at + 1 && event?.made && this.view) {
        const answer = await rules.make(event.made.join(' '));
        if ('refused' in answer) throw new Error(answer.refused);
        this.view = answer;
        this.says = told(answer.made);
      } else if (target !== this.at || !this.view) {
        if (!(event?.hint && target === this.at + 1)) this.view = await this.#start(target);
        this.says = event ? sentence(eventText(event)) : 'At the start.';
      }
      this.at = target;
    });
  }

  async step(by: 1 | -1): Promise<void> {
    this.stop();
    const at = Math.max(0, Math.min(this.events.length, this.at + by));
    this.time = this.events[at - 1]?.at ?? 0;
    await this.goTo(at);
  }

  /** Goes to a time of the play. */
  async seek(time: number): Promise<void> {
    this.time = time;
    this.#seen = performance.now();
    await this.goTo(this.events.filter((event) => event.at <= time && time > 0).length);
  }

  async play(): Promise<void> {
    if (this.ended) await this.seek(0);
    this.playing = true;
    this.#seen = performance.now();
    this.#frame = requestAnimationFrame((now) => void this.#tick(now));
  }

  stop(): void {
    this.playing = false;
    cancelAnimationFrame(this.#frame);
  }

  async #tick(now: number): Promise<void> {
    const next = this.events[this.at];
    if (this.speed > 0) {
      this.time = Math.min(this.length, this.time + Math.max(0, now - this.#seen) * this.speed);
      this.#seen = now;
      if (next && next.at <= this.time) await this.goTo(this.at + 1);
    } else if (now - this.#seen >= PACE || !next) {
      this.#seen = now;
      this.time = next?.at ?? this.length;
      if (next) await this.goTo(this.at + 1);
    }
    if (this.ended) this.stop();
    if (this.playing) this.#frame = requestAnimationFrame((later) => void this.#tick(later));
  }

  #start(at: number): Promise<View> {
    const { game, variant, level_text } = this.data;
    const moves = movesAfter(this.events.slice(0, at)).join(' ');
    return rules.start(level_text, { game, variant, moves: moves ? [moves] : [] });
  }
}
