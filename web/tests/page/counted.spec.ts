// Which wins are counted.
import type { Page } from '@playwright/test';
import { expect, open, solution, test } from '../page';

const LEVEL = 'shift:4x4#1';

async function push(page: Page, moves: { to: string }[]) {
  for (const { to } of moves) await page.getByTestId(`push-${to}`).click();
}

async function counts(page: Page, won: number, streak: number) {
  await page.goto('#/stats');
  await expect(page.getByTestId('stats-won-shift')).toHaveText(String(won));
  await expect(page.getByTestId('stats-streak-shift')).toHaveText(String(streak));
}

async function solve(page: Page) {
  await page.getByTestId('menu').click();
  await page.getByTestId('solve').click();
  await page.getByTestId('step').click();
  await expect(page.getByTestId('solution-at')).toHaveText(/^1 of/);
}

test('a win with moves of the solver is not counted, even after a reload', async ({ page }) => {
  await open(page, LEVEL);
  await solve(page);
  await page.getByTestId('stay').click();
  await expect(page).toHaveURL(/moves=/);
  await page.reload();
  await expect(page.getByTestId('count')).toHaveText('1 move');
  await push(page, solution(LEVEL, await made(page)));
  await expect(page.getByTestId('won')).toContainText('not counted');
  await counts(page, 0, 0);
});

test('a reload while a solution is shown leads back to the own position', async ({ page }) => {
  await open(page, LEVEL);
  await solve(page);
  await page.reload();
  await expect(page.getByTestId('count')).toHaveText('0 moves');
});

test('a win from a position of a link is not counted; one from the start is, once', async ({ page }) => {
  const way = solution(LEVEL);
  await open(page, LEVEL, `?moves=${way.slice(0, -1).map(({ text }) => text).join('%20')}`);
  await push(page, way.slice(-1));
  await expect(page.getByTestId('won')).toContainText('not counted');
  for (let time = 0; time < 2; time++) {
    await page.getByTestId('again').click();
    await expect(page.getByTestId('count')).toHaveText('0 moves');
    await expect(page.getByTestId('redo')).toBeDisabled();
    await push(page, way);
    await expect(page.getByTestId('won')).toContainText('You won!');
  }
  await counts(page, 2, 1);
});

test('a position that is won already is called so', async ({ page }) => {
  const moves = solution(LEVEL).map(({ text }) => text);
  await open(page, LEVEL, `?moves=${moves.join('%20')}`);
  await expect(page.getByTestId('won')).toContainText('This position is already won.');
  await expect(page.getByTestId('another')).toBeVisible();
  await counts(page, 0, 0);
});

test('a win with hints counts, and keeps no fastest time', async ({ page }) => {
  await open(page, LEVEL);
  await page.getByTestId('hint').click();
  await expect(page.getByTestId('hint-words')).toBeVisible();
  await push(page, solution(LEVEL));
  await expect(page.getByTestId('won')).toContainText('1 hint');
  await expect(page.getByTestId('won')).toContainText('not for the fastest time');
  await counts(page, 1, 1);
});

test('a link to a game under way goes on, and can start anew', async ({ page }) => {
  await open(page, LEVEL);
  await push(page, solution(LEVEL).slice(0, 1));
  await expect(page.getByTestId('count')).toHaveText('1 move');
  await page.goto('#/');
  await open(page, LEVEL);
  await expect(page.getByTestId('count')).toHaveText('1 move');
  await page.getByTestId('start-anew').click();
  await expect(page.getByTestId('count')).toHaveText('0 moves');
  await expect(page.getByTestId('start-anew')).toBeHidden();
});

test('a win after giving up is not counted', async ({ page }) => {
  const way = solution(LEVEL);
  await open(page, LEVEL);
  await push(page, way.slice(0, 1));
  await expect(page.getByTestId('count')).toHaveText('1 move');
  await page.getByTestId('menu').click();
  await page.getByTestId('give-up').click();
  await push(page, way.slice(1));
  await expect(page.getByTestId('won')).toContainText('not counted');
  await counts(page, 0, 0);
});

test('the way back is not offered where there is none', async ({ page }) => {
  const words = 'Back to the last position that can be won';
  // Deal 11982 cannot be won.
  await open(page, 'freecell:ms#11982');
  await page.getByTestId('menu').click();
  await expect(page.getByRole('button', { name: words })).toBeDisabled();
  await page.getByTestId('moves').click();
  await page.getByTestId('moves-list').getByRole('button').first().click();
  await expect(page.getByTestId('verdict')).toContainText(/lost/i);
  await page.getByTestId('to-winnable').click();
  await expect(page.getByTestId('status')).toContainText('No position of this game');
  await expect(page.getByRole('button', { name: words })).toHaveCount(0);
});

/** The moves of the game that this browser keeps. */
async function made(page: Page): Promise<string[]> {
  const kept = await page.evaluate(() => localStorage.getItem('stumper-saves'));
  return JSON.parse(kept ?? '').data[0].moves;
}
