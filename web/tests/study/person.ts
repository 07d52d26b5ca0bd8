// Somebody who takes part in the study, and what the server knows of them.
import type { APIRequestContext, Page } from '@playwright/test';
import type { Mine, Play } from '../../src/study/types';
import { mouseOf, spot, stroke, strokesOf } from '../boards/hands';
import { matches, Mirror } from '../boards/mirror';
import { expect } from '../page';
import { NAME, TOKEN } from './plan';

export class Person {
  /** The last play that was seen. */
  private last: Play | null = null;

  constructor(
    readonly page: Page,
    readonly request: APIRequestContext,
  ) {}

  async agree(age = '33'): Promise<void> {
    await this.page.goto('');
    await this.page.getByTestId('agree').click();
    await this.page.getByLabel('How old are you?').fill(age);
    await this.page.getByTestId('send-answers').click();
    await expect(this.page.getByTestId('game-shift')).toBeVisible();
  }

  /** Begins a game; its rules come first. */
  async choose(game: string): Promise<void> {
    await this.page.getByTestId(`play-${game}`).click();
    await expect(this.page.getByRole('dialog', { name: 'Rules of' })).toBeVisible();
    await this.page.getByRole('button', { name: 'Close' }).click();
  }

  /** Comes to the first level of a game that is rated. */
  async begin(game: string): Promise<void> {
    await this.choose(game);
    await this.page.getByTestId('skip-tutorial').click();
    await expect(this.page.locator('h1')).toContainText('level 1 of 3');
  }

  async headers(): Promise<Record<string, string>> {
    const key = await this.page.evaluate((name) => localStorage.getItem(name), `stumper-study-${NAME}-key`);
    return { authorization: `Bearer ${JSON.parse(key ?? '""')}` };
  }

  /** The level on the screen, once it is another one than before. */
  async level(): Promise<Play> {
    const controls = this.page.getByTestId('controls');
    await expect(controls).not.toHaveAttribute('data-play', this.last?.play ?? '');
    await expect(this.page.getByTestId('count')).toBeVisible();
    await expect(this.page.getByRole('grid')).toBeVisible();
    const id = await controls.getAttribute('data-play');
    const game = (await this.mine()).plays.find(({ play }) => play === id)?.game;
    // Asked again, the server names the play under way.
    const answer = await this.request.post('api/next', { data: { game }, headers: await this.headers() });
    const { play } = (await answer.json()) as { play: Play };
    expect(play.play).toBe(id);
    this.last = play;
    return play;
  }

  /** The level on the screen in the library. */
  async mirror(): Promise<Mirror> {
    return mirrorOf(await this.level());
  }

  /** Solves the level on the screen by mouse. What comes after the last move
   *  is not waited for: it may be the next level. */
  async solve(mirror?: Mirror): Promise<Mirror> {
    const board = mirror ?? (await this.mirror());
    for (const moves of strokesOf(board.way())) {
      const places = [moves[0]!.from, ...moves.map(({ to }) => to)];
      if (board.view.game === 'shift') {
        for (const { text } of moves) {
          await this.page.getByTestId(`push-${text}`).click();
          board.make(text);
        }
      } else {
        await stroke(mouseOf(this.page), await Promise.all(places.map((place) => spot(this.page, place))));
        board.draw(places);
      }
      if (board.view.ending !== 'won') await matches(this.page, board);
    }
    expect(board.view.ending).toBe('won');
    return board;
  }

  async rate(rating: number): Promise<void> {
    await this.page.getByTestId(`rating-${rating}`).check();
    await this.page.getByTestId('rate-send').click();
  }

  /** Levels that are rated, as the server keeps them: not those of tutorials. */
  async rated(): Promise<Mine['plays']> {
    return (await this.mine()).plays.filter(({ phase }) => phase === 'levels');
  }

  /** What the server keeps of this person. */
  async mine(): Promise<Mine> {
    const answer = await this.request.get('api/mine', { headers: await this.headers() });
    expect(answer.ok()).toBe(true);
    return (await answer.json()) as Mine;
  }
}

export function mirrorOf({ level }: Play): Mirror {
  return new Mirror({ game: level.game, address: '', level: level.text, variant: level.variant }, false);
}

/** Rows of the export of who runs the study, each as its cells. */
export async function exported(request: APIRequestContext): Promise<Record<string, string>[]> {
  const answer = await request.get('admin/export.csv', { headers: { authorization: `Bearer ${TOKEN}` } });
  expect(answer.ok()).toBe(true);
  const [head = '', ...rows] = (await answer.text()).trim().split(/\r?\n/);
  const names = head.split(',');
  return rows.map((row) => Object.fromEntries(row.split(',').map((cell, at) => [names[at] ?? '', cell])));
}
