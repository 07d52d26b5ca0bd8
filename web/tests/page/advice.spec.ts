// Hints, solutions, and whether a game can still be won.
import { expect, open, solution, start, test } from '../page';

for (const level of ['freecell:ms#617', 'sliding:3x3#5', 'flow:5x5#1', 'lazors:3x3#1', 'shift:4x4#1']) {
  test(`a hint leads on, and a second press makes it: ${level}`, async ({ page }) => {
    await open(page, level);
    await page.getByTestId('hint').click();
    await expect(page.getByTestId('hint-words')).toBeVisible();
    await page.getByTestId('hint').click();
    await expect(page.getByTestId('count')).toHaveText('1 move');
    await expect(page.getByTestId('verdict')).toContainText(/yes/i);
  });
}

test('Klondike has hints of two kinds', async ({ page }) => {
  await open(page, 'klondike:draw1#3');
  for (const kind of ['hint-honest', 'hint-thoughtful']) {
    await page.getByTestId('hint').click();
    await page.getByTestId(kind).click();
    await expect(page.getByTestId('hint-words')).toBeVisible({ timeout: 30_000 });
    await page.keyboard.press('Escape');
  }
});

test('a solution is shown step by step, and left', async ({ page }) => {
  await open(page, 'shift:4x4#1');
  await page.getByTestId('menu').click();
  await page.getByTestId('solve').click();
  await page.getByTestId('step').click();
  await expect(page.getByTestId('solution-at')).toHaveText(/^1 of/);
  await page.getByTestId('step-back').click();
  await expect(page.getByTestId('solution-at')).toHaveText(/^0 of/);
  await page.getByTestId('leave-solution').click();
  await expect(page.getByTestId('count')).toHaveText('0 moves');
});

test('a lost game is told, and the way back is found', async ({ page }) => {
  // Deal 11982 cannot be won.
  await open(page, 'freecell:ms#11982');
  await expect(page.getByTestId('verdict')).toContainText(/lost/i);
});

test('a move that loses a won game brings a warning', async ({ page }) => {
  await page.goto('#/settings');
  await page.getByTestId('setting-warn').check();
  await page.getByTestId('setting-automatic').uncheck();
  const { level, text } = losing();
  await open(page, level);
  await expect(page.getByTestId('verdict')).toContainText(/yes/i);
  await page.getByTestId('menu').click();
  await page.getByTestId('moves').click();
  await page.getByTestId('moves-list').getByRole('button').nth(text).click();
  await expect(page.getByTestId('warning')).toBeVisible();
  await page.getByTestId('take-back').click();
  await expect(page.getByTestId('count')).toHaveText('0 moves');
});

/** A level of Shift, and the index of a choice that loses it. */
function losing(): { level: string; text: number } {
  for (let number = 1; number < 200; number++) {
    const level = `shift:4x4#${number}`;
    const { choices } = start(level);
    const index = choices.findIndex(({ text }) => solution(level, [text]).length === 0);
    if (index >= 0 && solution(level).length > 1) return { level, text: index };
  }
  throw new Error('no level is lost by its first move');
}
