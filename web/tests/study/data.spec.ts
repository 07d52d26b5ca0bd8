// What players see of their data, and what who runs the study sees of a play.
import { readFile } from 'node:fs/promises';
import type { Mine } from '../../src/study/types';
import { matches } from '../boards/mirror';
import { expect, test } from '../page';
import { Person } from './person';
import { NAME, TOKEN } from './plan';

test('all that is kept can be seen, saved and erased', async ({ page, request }) => {
  const person = new Person(page, request);
  await person.agree('27');
  await person.begin('shift');
  await person.solve();
  await person.rate(8);
  await expect(page.locator('h1')).toContainText('level 2 of 3');
  const headers = await person.headers();
  await page.getByTestId('to-mine').click();
  await expect(page.getByTestId('mine-play')).toHaveCount(3);
  await expect(page.getByTestId('mine')).toContainText('27');
  await expect(page.getByTestId('mine-play').nth(1)).toContainText('rated 8');

  const [file] = await Promise.all([page.waitForEvent('download'), page.getByTestId('mine-save').click()]);
  const saved = JSON.parse(await readFile(await file.path(), 'utf8')) as Mine;
  expect(saved).toEqual(await person.mine());

  await page.getByTestId('mine-erase').click();
  await page.getByTestId('erase-no').click();
  expect((await person.mine()).plays).toHaveLength(3);
  await page.getByTestId('mine-erase').click();
  await page.getByTestId('erase-yes').click();
  await expect(page.getByTestId('nothing')).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('stumper-study-')))).toEqual([]);
  expect((await request.get('api/mine', { headers })).status()).toBe(404);
  await page.getByRole('link', { name: 'Back to the study' }).click();
  await expect(page.getByTestId('agree')).toBeVisible();
});

test('leaving for another game and coming back goes on', async ({ page, request }) => {
  const person = new Person(page, request);
  await person.agree();
  await person.begin('shift');
  const first = (await person.mirror()).next()!;
  await page.getByTestId(`push-${first.text}`).click();
  await expect(page.getByTestId('count')).toHaveText('1 move');
  await page.getByTestId('to-games').click();
  await page.getByTestId('play-shift').click();
  await expect(page.getByTestId('count')).toHaveText('1 move');
  // A look at the data, too.
  await page.getByTestId('to-mine').click();
  await expect(page.getByTestId('mine-play')).toHaveCount(2);
  await page.goBack();
  await expect(page.getByTestId('count')).toHaveText('1 move');
});

test('leaving before the rating comes back to it, without a board', async ({ page, request }) => {
  const person = new Person(page, request);
  await person.agree();
  await person.begin('shift');
  await person.solve();
  await expect(page.getByTestId('rate')).toBeVisible();
  await expect(page.getByRole('grid')).toBeVisible();
  await page.getByTestId('to-games').click();
  await page.getByTestId('play-shift').click();
  await expect(page.getByTestId('rate')).toBeVisible();
  await expect(page.getByRole('grid')).toHaveCount(0);
});

for (const game of ['shift', 'flow']) {
  test(`a replay ends with the final board: ${game}`, async ({ page, request }) => {
    const person = new Person(page, request);
    await person.agree();
    await person.begin(game);
    const mirror = await person.solve();
    const play = (await person.rated())[0]?.play;
    await person.rate(9);
    await expect(page.locator('h1')).toContainText('level 2 of 3');

    await page.goto(`#/replay/${play}?token=${TOKEN}`);
    await expect(page.getByTestId('replay-board')).toBeVisible();
    expect(page.url()).not.toContain('token');
    await expect(page.getByTestId('figures')).toContainText('Rating9');
    const steps = Number(/of (\d+)/.exec((await page.getByTestId('replay-at').textContent()) ?? '')?.[1]);
    // By steps, back, at once, and in its own time.
    for (let at = 1; at <= steps; at++) {
      await page.getByTestId('replay-step').click();
      await expect(page.getByTestId('replay-at')).toContainText(`Step ${at} of`);
    }
    await matches(page, mirror, false);
    await page.getByTestId('replay-back').click();
    await expect(page.getByTestId('replay-at')).toContainText(`Step ${steps - 1} of`);
    await page.getByTestId('replay-time').press('Home');
    await expect(page.getByTestId('replay-at')).toContainText('Step 0 of');
    await page.getByTestId('speed-0').check();
    await page.getByTestId('replay-play').click();
    await expect(page.getByTestId('replay-at')).toContainText(`Step ${steps} of`);
    await matches(page, mirror, false);
  });
}

test('a replay asks for the token', async ({ page, wrong }) => {
  await page.goto('#/replay/0123456789abcdef');
  await page.getByLabel('The token of the study').fill('something else');
  await page.getByRole('button', { name: 'Show the play' }).click();
  await expect(page.getByTestId('trouble')).toBeVisible();
  await page.getByLabel('The token of the study').fill(TOKEN);
  await page.getByRole('button', { name: 'Show the play' }).click();
  await expect(page.getByTestId('trouble')).toContainText(/play/);
  expect(await page.evaluate((name) => localStorage.getItem(`stumper-study-${name}-key`), NAME)).toBe(null);
  expect(wrong.splice(0).every((words) => /40[14]/.test(words))).toBe(true);
});
