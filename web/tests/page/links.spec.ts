// Addresses, games under way, and what the browser keeps.
import { expect, open, solution, start, test, watch } from '../page';

/** What is on the board, by the names that tests and boards share. */
const shown = (page: import('@playwright/test').Page) =>
  page.locator('[data-testid^="card-"]').evaluateAll((cards) => cards.map((card) => card.getAttribute('data-testid')).sort());

async function make(page: import('@playwright/test').Page, count: number, level: string, made = 0) {
  for (let at = made; at < count; at++) {
    await page.getByTestId('hint').click();
    await expect(page.getByTestId('hint-words')).toBeVisible();
    await page.getByTestId('hint').click();
    await expect(page.getByTestId('count')).toHaveText(`${at + 1} move${at ? 's' : ''}`);
  }
  expect(start(level).count).toBe(0);
}

test('a position is opened by its link in another browser', async ({ page, browser, baseURL }) => {
  await open(page, 'freecell:ms#617');
  await make(page, 3, 'freecell:ms#617');
  await expect(page).toHaveURL(/moves=/);
  const link = page.url();
  expect(link).toMatch(/^[\w:/.#?=&~-]+$/);
  const other = await (await browser.newContext()).newPage();
  const wrong: string[] = [];
  watch(other, wrong, new URL(baseURL ?? '').origin);
  // Mail programs and chats like to encode the second sign.
  await other.goto(link.replace('ms#617', 'ms%23617'));
  await expect(other.getByTestId('undo')).toBeEnabled();
  expect(await shown(other)).toEqual(await shown(page));
  await other.getByTestId('undo').click();
  await expect(other.getByTestId('redo')).toBeEnabled();
  expect(wrong).toEqual([]);
});

test('a game goes on after a reload', async ({ page }) => {
  await open(page, 'flow:5x5#1');
  await make(page, 2, 'flow:5x5#1');
  await page.reload();
  await expect(page.getByTestId('count')).toHaveText('2 moves');
  await page.goto('#/');
  await page.getByTestId('continue-flow:5x5#1').click();
  await expect(page.getByTestId('count')).toHaveText('2 moves');
  await page.getByTestId('undo').click();
  await expect(page.getByTestId('count')).toHaveText('1 move');
  await page.getByTestId('redo').click();
  await expect(page.getByTestId('count')).toHaveText('2 moves');
});

test('a game goes on after a reload that came too soon for the browser to note the address', async ({ page }) => {
  await open(page, 'flow:5x5#1');
  await make(page, 1, 'flow:5x5#1');
  await expect(page).toHaveURL(/moves=/);
  const before = page.url();
  await make(page, 2, 'flow:5x5#1', 1);
  await expect(page).not.toHaveURL(before);
  await page.evaluate((url) => history.replaceState(null, '', url), before);
  await page.reload();
  await expect(page.getByTestId('count')).toHaveText('2 moves');
  // The same address is a link where it is not loaded again.
  await page.goto('#/');
  await page.goto(before);
  await expect(page.getByTestId('count')).toHaveText('1 move');
});

test('a way taken while the address of a game is made leads there', async ({ page }) => {
  await open(page, 'flow:5x5#1');
  await page.evaluate(() => {
    const plain = window.btoa;
    window.btoa = (text) => {
      window.btoa = plain;
      location.hash = '#/';
      return plain(text);
    };
  });
  await page.getByTestId('hint').click();
  await expect(page.getByTestId('hint-words')).toBeVisible();
  await page.getByTestId('hint').click();
  await expect(page.getByTestId('continue-flow:5x5#1')).toBeVisible();
});

test('a game that was won is counted once, and all can be exported, erased and imported', async ({ page }) => {
  const level = 'shift:3x3#1';
  await open(page, level);
  for (const choice of solution(level)) await page.getByTestId(`push-${choice.to}`).click();
  await expect(page.getByTestId('won')).toBeVisible();
  await page.goto('#/stats');
  await expect(page.getByTestId('stats-won-shift')).toHaveText('1');
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId('export').click()]);
  const file = await download.path();
  await page.getByTestId('erase').click();
  await page.getByTestId('erase-yes').click();
  await expect(page.getByTestId('stats-won-shift')).not.toHaveText('1');
  await page.getByTestId('import').setInputFiles(file);
  await expect(page.getByTestId('stats-won-shift')).toHaveText('0');
  await page.getByTestId('import-yes').click();
  await expect(page.getByTestId('stats-won-shift')).toHaveText('1');
});

test('names of games in links may have capitals, and stand alone', async ({ page }) => {
  await page.goto('#/FreeCell:ms#617');
  await expect(page.getByTestId('card-JD')).toBeVisible();
  await expect(page.getByRole('heading').first()).toHaveText('FreeCell ms#617');
  await page.goto('#/freecell');
  await expect(page.getByTestId('number')).toBeVisible();
});

test('a link that is pasted is followed', async ({ page, baseURL }) => {
  await page.goto('#/paste');
  await page.getByTestId('paste-text').fill(`${baseURL}#/shift:4x4#1 `);
  await page.getByTestId('paste-go').click();
  await expect(page.getByTestId('count')).toHaveText('0 moves');
  await expect(page).toHaveURL(/shift:4x4#1$/);
});

test('where nothing is kept, settings say so', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', { get: () => { throw new DOMException('blocked', 'SecurityError'); } });
  });
  await page.goto('#/settings');
  await expect(page.getByText('This browser keeps nothing for this page')).toBeVisible();
  await expect(page.getByText('They are kept')).toBeHidden();
});

for (const [what, hash, words] of [
  ['a number that is not there', '#/freecell:ms#0', /expected|number/i],
  ['no such game', '#/chess#1', /chess/],
  ['moves that are not legal', '#/freecell:ms#1?moves=zz', /move/i],
  ['a link that was cut', '#/freecell:ms#1?moves=z.abc', /damaged|missing/i],
  ['nonsense', '#/what?is=this', /what/],
] as const) {
  test(`a bad link is told in words: ${what}`, async ({ page }) => {
    await page.goto(hash);
    await expect(page.getByTestId('fault').first()).toContainText(words);
    await expect(page.getByRole('link', { name: /home|games/i }).first()).toBeVisible();
  });
}
