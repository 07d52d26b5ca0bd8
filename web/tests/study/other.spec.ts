// Studies with other texts, questions and scales than the one that is served.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { Scale, Study } from '../../src/study/types';
import { expect, test } from '../page';
import { Person } from './person';

/** The page sees another study than the one that is served. */
async function alter(page: Page, change: (study: Study) => Partial<Study>): Promise<void> {
  await page.route('**/api/study', async (route) => {
    const study = (await (await route.fetch()).json()) as Study;
    await route.fulfill({ json: { ...study, ...change(study) } });
  });
}

test('a consent text that has changed is shown again', async ({ page, request, wrong }) => {
  await alter(page, ({ texts }) => ({ consent: 'older', texts: { ...texts, consent: 'What was asked for before.' } }));
  await page.goto('');
  await expect(page.getByText('What was asked for before.')).toBeVisible();
  await page.unroute('**/api/study');
  await page.getByTestId('agree').click();
  await page.getByLabel('How old are you?').fill('50');
  await page.getByTestId('send-answers').click();
  await expect(page.getByTestId('notice')).toContainText('has changed');
  await expect(page.getByText('You play levels of two games')).toBeVisible();
  await expect(page.getByTestId('agree')).toBeVisible();
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  expect(wrong.splice(0).every((words) => /4(09|22)/.test(words))).toBe(true);
  const person = new Person(page, request);
  await page.getByTestId('agree').click();
  await page.getByLabel('How old are you?').fill('50');
  await page.getByTestId('send-answers').click();
  await expect(page.getByTestId('game-shift')).toBeVisible();
  expect((await person.mine()).player.answers).toEqual({ age: 50 });
});

test('answers that are refused can be mended', async ({ page, wrong }) => {
  await alter(page, ({ questions }) => ({ questions: questions.map((question) => ({ ...question, high: null })) }));
  await page.goto('');
  await page.getByTestId('agree').click();
  await page.getByLabel('How old are you?').fill('500');
  await page.getByTestId('send-answers').click();
  await expect(page.getByTestId('refused')).toBeVisible();
  await expect(page.getByLabel('How old are you?')).toHaveValue('500');
  await expect(page.getByTestId('notice')).toHaveCount(0);
  expect(wrong.splice(0).every((words) => words.includes('422'))).toBe(true);
});

for (const length of [4, 9]) {
  test(`equal ones among ${length} choices`, async ({ page }) => {
    const choices = ['often', 'often', ...Array.from({ length: length - 2 }, (_, at) => `answer ${at}`)];
    await alter(page, ({ questions }) => ({ questions: questions.map((question) => ({ ...question, choices })) }));
    await page.goto('');
    await page.getByTestId('agree').click();
    const question = page.getByTestId('question-often');
    await expect(question.locator('input, option:not(:empty)')).toHaveCount(length);
  });
}

for (const recorded of [true, false, undefined]) {
  test(`what is kept of moves: ${recorded ?? 'nothing is said'}`, async ({ page }) => {
    await alter(page, () => ({ recorded }));
    await page.goto('');
    await expect(page.getByText('Your answers, the levels you play')).toBeVisible();
    await expect(page.getByText('each move with its time')).toHaveCount(recorded === false ? 0 : 1);
  });
}

const LONG: Scale = { low: 0, high: 100, lowest: 'very easy', highest: 'very hard' };

for (const [width, height] of [[375, 667], [1280, 800]] as const) {
  test.describe(`${width}x${height}`, () => {
    test.use({ viewport: { width, height } });

    test('a long scale is a slider with a field', async ({ page, request }) => {
      await alter(page, () => ({ rating: LONG }));
      let sent: unknown = null;
      await page.route(/rating$/, async (route) => {
        sent = route.request().postDataJSON();
        await route.fulfill({ json: {} });
      });
      const person = new Person(page, request);
      await person.agree();
      await person.begin('shift');
      await person.solve();
      const [slider, field, send] = [page.getByLabel('Rating', { exact: true }), page.getByLabel('Rating from 0 to 100'), page.getByTestId('rate-send')];
      await expect(send).toBeDisabled();
      if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/long-${width}.png` });
      expect((await new AxeBuilder({ page }).include('[data-testid=rate]').analyze()).violations).toEqual([]);
      // The board is not covered.
      const board = (await page.getByRole('grid').boundingBox())!;
      const panel = (await page.getByTestId('rate').boundingBox())!;
      expect(board.height).toBeGreaterThan(150);
      expect(board.y + board.height).toBeLessThanOrEqual(panel.y + 1);
      expect(panel.y + panel.height).toBeLessThanOrEqual(height);
      // A tap on the middle chooses it.
      await slider.click();
      await expect(field).toHaveValue('50');
      await expect(send).toBeEnabled();
      await slider.press('ArrowRight');
      await expect(field).toHaveValue('51');
      for (const wrong of ['101', '7.5', '']) {
        await field.fill(wrong);
        await expect(send).toBeDisabled();
        await expect(field).toHaveValue(wrong);
      }
      await field.fill('0');
      await expect(slider).toHaveValue('0');
      await field.fill('73');
      await expect(slider).toHaveValue('73');
      if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/long-${width}-chosen.png` });
      await field.press('Enter');
      await expect.poll(() => sent).toEqual({ rating: 73 });
    });
  });
}
