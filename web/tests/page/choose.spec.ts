// How a level is chosen: by difficulty, number, day, order, text, or pack.
import type { Page } from '@playwright/test';
import { expect, open, start, test } from '../page';

/** A title has a capital letter, and a number behind it. */
const TITLE = /^[A-Z].*#\d+$/;
const GAMES = ['freecell', 'klondike', 'sliding', 'flow', 'lazors', 'shift'];

test('the first click plays an easy game', async ({ page }) => {
  await page.goto('');
  await page.getByTestId('play-now').click();
  await expect(page.getByTestId('count')).toHaveText('0 moves');
  await expect(page.getByTestId('rating')).toContainText('easy');
});

for (const game of GAMES) {
  test(`${game}: today's level is the same for everybody, and can be won`, async ({ page, browser, baseURL }) => {
    await page.goto(`#/today/${game}`);
    await expect(page.getByTestId('verdict')).toContainText(/yes/i);
    const heading = (page: Page) => page.getByRole('heading').first();
    await expect(heading(page)).toHaveText(TITLE);
    const name = await heading(page).textContent();
    const other = await (await browser.newContext()).newPage();
    await other.goto(`${baseURL}#/today/${game}`);
    await expect(heading(other)).toHaveText(name ?? '');
    await other.context().close();
  });

  test(`${game}: a level of a wanted difficulty`, async ({ page }) => {
    await page.goto(`#/choose/${game}`);
    await page.getByTestId('find-easy').click();
    await expect(page.getByTestId('rating')).toContainText('easy', { timeout: 60_000 });
  });
}

test('a level by its number', async ({ page }) => {
  await page.goto('#/choose/freecell');
  await page.getByTestId('number').fill('617');
  await page.getByTestId('go-number').click();
  await expect(page.getByTestId('card-JD')).toBeVisible();
  await expect(page).toHaveURL(/freecell:ms#617/);
});

test('a level made to order', async ({ page }) => {
  await page.goto('#/choose/flow');
  await page.getByTestId('order').click();
  await page.getByTestId('width').fill('6');
  await page.getByTestId('height').fill('6');
  await page.getByTestId('order-colours').fill('5');
  await page.getByTestId('order-go').click();
  await expect(page.getByTestId('count')).toBeVisible();
  await expect(page).toHaveURL(/colours=5/);
  await expect(page.locator('[data-testid^="piece-"]')).toHaveCount(10);
});

const BOARD = 'A.B\n...\nA.B\n';

test('a pasted board', async ({ page }) => {
  await page.goto('#/paste?game=flow');
  await page.getByTestId('paste-text').fill(BOARD);
  await page.getByTestId('paste-go').click();
  await expect(page.getByTestId('cell-3,3')).toBeVisible();
  await expect(page.locator('[data-testid^="piece-"]')).toHaveCount(4);
});

for (const [what, game, text] of [
  ['a letter that stands once', 'flow', 'AB.\n...\nA..\n'],
  ['a card twice', 'freecell', 'AS AS\n2H 3H\n'],
  ['binary junk', 'freecell', '\u0001\u0002\u0003'],
  ['the wrong game', 'sliding', BOARD],
] as const) {
  test(`a bad board is told in words: ${what}`, async ({ page }) => {
    await page.goto(`#/paste?game=${game}`);
    await page.getByTestId('paste-text').fill(text);
    await page.getByTestId('paste-go').click();
    await expect(page.getByTestId('fault')).toContainText(/expected/i);
  });
}

test('a pack is played through', async ({ page }) => {
  const rows = ['shift:3x3#1', 'shift:3x3#2'].map((id) => JSON.stringify({ id, level: start(id).board }));
  await page.goto('#/paste');
  await page.getByTestId('paste-file').setInputFiles({
    name: 'pack.jsonl',
    mimeType: 'application/jsonl',
    buffer: Buffer.from(rows.join('\n') + '\n'),
  });
  await expect(page).toHaveURL(/series\/\d/);
  await expect(page.getByTestId('count')).toHaveText('0 moves');
});

test('a game that nobody has drawn is played', async ({ page }) => {
  await open(page, 'template:row#7');
  await expect(page.getByTestId('moves-list').getByRole('button').first()).toBeVisible();
});
