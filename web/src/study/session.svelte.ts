// The study as this browser takes part in it: who plays, what is played now,
// and what comes next. The server knows how far the player is.
import { ApiFault, call, type Call } from './api';
import { Line, Stopped } from './line.svelte';
import { Outbox, type Letter } from './outbox.svelte';
import { forget } from './record';
import { newKey, Shelf, Tab } from './shelf.svelte';
import type { Answers, Finish, Mine, Next, Play, Player, Study } from './types';

export type Screen = 'loading' | 'broken' | 'closed' | 'consent' | 'games' | 'play' | 'solved' | 'rate' | 'waiting' | 'done';

const playOf = (path: string): string | null => /^api\/plays\/([^/]+)/.exec(path)?.[1] ?? null;

/** The study as the server has it now. */
export const askStudy = (line: Line): Promise<Study> => line.ask(() => call<Study>({ method: 'GET', path: 'api/study' }));

export class Session {
  screen = $state<Screen>('loading');
  player = $state.raw<Player | null>(null);
  /** The game that is played. */
  game = $state<string | null>(null);
  play = $state.raw<Play | null>(null);
  /** What the player should know; stays until it is put away. */
  notices = $state<string[]>([]);
  /** Why the study cannot go on, or why an answer was not taken. */
  fault = $state.raw<ApiFault | null>(null);
  /** The study is another one now than the one that the player agreed to. */
  onchanged: (study: Study) => void = () => undefined;
  readonly outbox: Outbox;
  #key = $state<string | null>(null);
  /** Changes when something else is begun. */
  #turn = 0;

  constructor(
    readonly study: Study,
    readonly line: Line,
    readonly shelf = new Shelf(study.name),
    readonly tab = new Tab(shelf),
  ) {
    this.outbox = new Outbox(shelf, tab, line, () => this.#key);
    this.outbox.onanswer = (letter, answer) => this.#answered(letter, answer);
    this.outbox.onrefused = (letter, fault) => this.#refused(letter, fault);
    this.tab.onlost = () => void this.#restore();
    this.#key = shelf.get<string>('key');
    if (this.#key) void this.goOn();
    else this.screen = study.open ? 'consent' : 'closed';
  }

  /** Whether something is kept of this browser's player. */
  get known(): boolean {
    return this.#key !== null;
  }

  /** This tab plays from now on, from where the server says the player is. */
  async goOn(): Promise<void> {
    // Another tab may have begun anew; what is gone is written again.
    this.#key = this.shelf.get<string>('key') ?? this.#key;
    this.#keepKey();
    this.tab.claim();
    await this.#run('loading', async (ask) => {
      this.player = await ask<Player>('GET', 'api/player');
      const kept = this.shelf.get<string>('game');
      this.game = this.study.games.find(({ game }) => game === kept)?.game ?? null;
      if (this.game) await this.#next(ask, this.game);
      else this.#rest();
    });
  }

  /** The player agrees; from now on something is kept. */
  async consent(answers: Answers): Promise<void> {
    this.fault = null;
    // Another tab may have agreed meanwhile.
    this.#key ??= this.shelf.get<string>('key') ?? newKey();
    this.#keepKey();
    this.tab.claim();
    this.outbox.add('api/consent', { consent: this.study.consent, answers });
    await this.outbox.flush();
    if (this.fault && this.screen === 'consent') await this.#renew();
  }

  async choose(game: string): Promise<void> {
    this.game = game;
    this.shelf.put('game', game);
    await this.#run('waiting', (ask) => this.#next(ask, game));
  }

  /** Back to the choice of games; the play under way waits. */
  async leave(): Promise<void> {
    this.game = this.play = null;
    this.shelf.drop('game');
    await this.#run('waiting', async (ask) => {
      this.player = await ask<Player>('GET', 'api/player');
      this.#rest();
    });
  }

  async skipTutorial(): Promise<void> {
    const { game, play } = this;
    if (!game) return;
    await this.#run('waiting', async (ask) => {
      this.player = await ask<Player>('POST', 'api/tutorial', { game });
      if (play) forget(this.shelf, play.play);
      await this.#next(ask, game);
    });
  }

  /** The play under way came to an end. */
  finish(finish: Finish): void {
    const { play } = this;
    if (!play || this.screen !== 'play') return;
    this.outbox.add(`api/plays/${play.play}`, finish);
    if (finish.ended === 'solved') this.screen = play.rated ? 'rate' : 'solved';
    else void this.choose(play.game);
  }

  /** On from a level that is not rated. */
  onwards(): void {
    if (this.play) void this.choose(this.play.game);
  }

  rate(rating: number): void {
    const { play } = this;
    if (!play || this.screen !== 'rate') return;
    this.outbox.add(`api/plays/${play.play}/rating`, { rating });
    void this.choose(play.game);
  }

  /** All that the server keeps of this player. */
  async mine(): Promise<Mine> {
    await this.outbox.flush();
    return this.line.ask(() => call<Mine>({ method: 'GET', path: 'api/mine', bearer: this.#key }));
  }

  /** Erases all that is kept of this player, on the server and here. */
  async erase(): Promise<void> {
    this.outbox.clear();
    await this.line.ask(() => call({ method: 'DELETE', path: 'api/mine', bearer: this.#key }));
    this.#forgetAll();
    this.tell('All that was kept of you is erased.');
  }

  tell(words: string): void {
    if (!this.notices.includes(words)) this.notices.push(words);
  }

  #keepKey(): void {
    if (this.#key) this.shelf.put('key', this.#key);
  }

  /** Writes again what this browser has lost, unless the player was erased. */
  async #restore(): Promise<void> {
    const key = this.#key;
    this.#keepKey();
    if (this.game) this.shelf.put('game', this.game);
    if (!this.player) return;
    try {
      await call<Player>({ method: 'GET', path: 'api/player', bearer: key });
    } catch (thrown) {
      if (!(thrown instanceof ApiFault)) throw thrown;
      if (key === this.#key) this.#lost(thrown);
    }
  }

  /** Consent was refused: the study may have changed since it was asked for. */
  async #renew(): Promise<void> {
    try {
      const study = await askStudy(this.line);
      if (JSON.stringify(study) !== JSON.stringify(this.study)) this.onchanged(study);
    } catch (thrown) {
      // What is said of the refusal stays.
      if (!(thrown instanceof ApiFault)) throw thrown;
    }
  }

  async #next(ask: Ask, game: string): Promise<void> {
    const { play } = await ask<Next>('POST', 'api/next', { game });
    this.play = play;
    if (play) {
      this.screen = play.state === 'open' ? 'play' : 'rate';
      return;
    }
    this.player = await ask<Player>('GET', 'api/player');
    this.game = null;
    this.shelf.drop('game');
    this.#rest();
  }

  #rest(): void {
    this.screen = this.player?.games.every(({ phase }) => phase === 'done') ? 'done' : 'games';
  }

  /** Does something with the server, after all that waits has been sent. What
   *  is begun later ends it. */
  async #run(screen: Screen, job: (ask: Ask) => Promise<void>): Promise<void> {
    const turn = ++this.#turn;
    const wanted = () => turn === this.#turn && this.tab.holds();
    const ask: Ask = async <T>(method: Call['method'], path: string, body?: unknown) => {
      const answer = await this.line.ask(() => call<T>({ method, path, body, bearer: this.#key }), wanted);
      if (!wanted()) throw new Stopped();
      return answer;
    };
    this.screen = screen;
    this.fault = null;
    try {
      await this.outbox.flush();
      if (wanted()) await job(ask);
    } catch (thrown) {
      if (thrown instanceof Stopped || !wanted()) return;
      if (!(thrown instanceof ApiFault)) throw thrown;
      if (this.#lost(thrown)) return;
      this.fault = thrown;
      this.screen = 'broken';
    }
  }

  /** Whether the server knows nothing of this player, who then begins anew. */
  #lost(fault: ApiFault): boolean {
    const lost = fault.code === 'no-player' || fault.code === 'unauthorized';
    if (lost) {
      this.#forgetAll();
      this.tell('The study keeps nothing of you any more: it was erased.');
    }
    return lost;
  }

  #forgetAll(): void {
    this.#turn += 1;
    this.shelf.clear();
    this.tab.release();
    this.#key = this.player = this.play = this.game = null;
    this.screen = this.study.open ? 'consent' : 'closed';
  }

  #answered({ path }: Letter, answer: unknown): void {
    const play = playOf(path);
    if (play) forget(this.shelf, play);
    if (path !== 'api/consent') return;
    this.player = answer as Player;
    if (this.screen === 'consent') this.screen = 'games';
  }

  #refused({ path }: Letter, fault: ApiFault): void {
    if (!this.#key) return;
    if (path === 'api/consent') {
      // Nothing was taken, so nothing is kept.
      this.#forgetAll();
      this.fault = fault;
      if (fault.code === 'full') this.screen = 'closed';
      return;
    }
    if (this.#lost(fault)) return;
    const play = playOf(path);
    if (play && fault.code !== 'too-early') forget(this.shelf, play);
    this.tell(`The study did not take what was sent: ${fault.message}`);
    void this.goOn();
  }
}

type Ask = <T>(method: Call['method'], path: string, body?: unknown) => Promise<T>;
