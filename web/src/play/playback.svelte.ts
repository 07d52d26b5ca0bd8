// A solution from here on, played on the board step by step.
import { search } from '../lib/search';
import type { Choice } from '../lib/types';
import type { Advice } from './advice.svelte';
import type { Game } from './game.svelte';
import { plural } from './words';

/** Milliseconds from one move to the next. */
const PACE = 420;

export class Playback {
  moves = $state.raw<Choice[]>([]);
  at = $state(0);
  playing = $state(false);
  #game: Game;
  #advice: Advice;

  constructor(game: Game, advice: Advice) {
    this.#game = game;
    this.#advice = advice;
  }

  async solve(): Promise<void> {
    const view = await this.#game.idle();
    if (!view || this.#game.over || this.#game.shown) return;
    const ask = () => search.solve(this.#advice.position(true));
    const solution = await this.#advice.ask('solve', 'Solving from here', ask);
    if (!solution || this.#game.view !== view) return;
    if (solution.moves.length === 0) {
      this.#game.say(
        solution.verdict === 'lost'
          ? 'It is proved that the game cannot be won from here.'
          : 'No solution was found in the time that a search may take.',
      );
      return;
    }
    this.moves = solution.moves;
    this.at = 0;
    this.#game.paused = false;
    this.#game.hinted();
    this.#game.keep();
    this.#game.shown = true;
    this.#advice.clear();
    this.#game.say(`Solved in ${plural(solution.moves.length, 'move')}. Step through it, or let it play.`);
  }

  async step(): Promise<void> {
    const next = this.moves[this.at];
    if (!next || !this.#game.shown) return;
    if (await this.#game.show(next.text)) this.at += 1;
    else this.playing = false;
    if (this.at === this.moves.length) this.playing = false;
  }

  async back(): Promise<void> {
    this.playing = false;
    if (this.at > 0 && (await this.#game.undo(false))) this.at -= 1;
  }

  async toggle(): Promise<void> {
    this.playing = !this.playing;
    while (this.playing) {
      await this.step();
      if (this.playing) await new Promise((done) => setTimeout(done, PACE));
    }
  }

  /** Ends the show: back to where the player was, or on from here. */
  async leave(stay: boolean): Promise<void> {
    this.playing = false;
    if (!stay) while (this.at > 0 && (await this.#game.undo(false))) this.at -= 1;
    if (this.at > 0) this.#game.helped = true;
    this.moves = [];
    this.#game.shown = false;
    this.#game.keep();
    if (this.#game.view) this.#game.onchange(this.#game.view);
  }
}
