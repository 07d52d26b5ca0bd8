// The study from consent to thanks.
import type { Study } from '../../src/study/types';
import { expect, test } from '../page';
import { Person } from './person';

test('consent comes first, and nothing is kept before it', async ({ page, request }) => {
  const posts: string[] = [];
  page.on('request', (asked) => {
    if (asked.method() !== 'GET') posts.push(asked.url());
  });
  const person = new Person(page, request);
  await page.goto('');
  await expect(page.getByRole('heading', { name: 'A small study' })).toBeVisible();
  await page.getByTestId('agree').click();
  await expect(page.getByLabel('How old are you?')).toBeVisible();
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  expect(posts).toEqual([]);
  // The question must be answered.
  await page.getByTestId('send-answers').click();
  await expect(page.getByTestId('questions')).toBeVisible();
  expect(posts).toEqual([]);
  await person.agree('41');
  const { player, plays } = await person.mine();
  expect(player.answers).toEqual({ age: 41 });
  expect(plays).toEqual([]);
});

test('a game from its tutorial to thanks for both', async ({ page, request }) => {
  const person = new Person(page, request);
  await person.agree();
  for (const game of ['shift', 'flow']) {
    await person.choose(game);
    for (let number = 1; number <= 2; number++) {
      await expect(page.locator('h1')).toContainText(`tutorial ${number} of 2`);
      await person.solve();
      await page.getByTestId('next').click();
    }
    for (let number = 1; number <= 3; number++) {
      await expect(page.locator('h1')).toContainText(`level ${number} of 3`);
      await person.solve();
      await person.rate(number * 3);
    }
    await expect(page.getByTestId(game === 'shift' ? 'game-shift' : 'thanks')).toContainText(/All levels done|That was all/);
  }
  const { plays } = await person.mine();
  expect(plays.map(({ ended, rating }) => `${ended} ${rating}`)).toEqual(
    ['shift', 'flow'].flatMap(() => ['solved null', 'solved null', 'solved 3', 'solved 6', 'solved 9']),
  );
  for (const { events = [], seconds, moves } of plays) {
    const times = events.map(({ at }) => at);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(Math.round(seconds! * 1000)).toBeGreaterThanOrEqual(times.at(-1)!);
    // One move a gesture.
    expect(moves).toBe(events.length);
    expect(moves).toBeGreaterThan(0);
  }
});

test('the tutorial can be skipped', async ({ page, request }) => {
  const person = new Person(page, request);
  await person.agree();
  await person.choose('flow');
  await person.solve();
  await page.getByTestId('next').click();
  await expect(page.locator('h1')).toContainText('tutorial 2 of 2');
  await page.getByTestId('skip-tutorial').click();
  await expect(page.locator('h1')).toContainText('level 1 of 3');
});

test('a level can be skipped after its time, and is not rated', async ({ page, request }) => {
  const person = new Person(page, request);
  await person.agree();
  await person.begin('shift');
  const { play } = await person.level();
  await page.getByTestId('skip').click();
  await expect(page.locator('h1')).toContainText('level 2 of 3');
  const kept = (await person.mine()).plays.find((one) => one.play === play);
  expect(kept).toMatchObject({ ended: 'skipped', rating: null });
});

test('before its time a line says when a level can be skipped', async ({ page, request }) => {
  await page.route('**/api/study', async (route) => {
    const study = (await (await route.fetch()).json()) as Study;
    await route.fulfill({ json: { ...study, play: { ...study.play, skip_after: 90, hints: true, undo: false } } });
  });
  const person = new Person(page, request);
  await person.agree();
  await person.begin('shift');
  await expect(page.getByTestId('skip-later')).toContainText('after 1:30 of play');
  await expect(page.getByTestId('skip')).toHaveCount(0);
  await expect(page.getByTestId('undo')).toHaveCount(0);
  // Hints are there where the study allows them.
  const mirror = await person.mirror();
  await page.getByTestId('hint').click();
  await expect(page.getByTestId('hint-words')).toBeVisible();
  await person.solve(mirror);
  await person.rate(2);
  await expect(page.locator('h1')).toContainText('level 2 of 3');
  const [kept] = await person.rated();
  expect(kept).toMatchObject({ hints: 1, ended: 'solved' });
  expect(kept!.events!.filter(({ hint }) => hint)).toHaveLength(1);
});

test('ratings by keys', async ({ page, request }) => {
  const person = new Person(page, request);
  await person.agree();
  await person.begin('shift');
  await person.solve();
  await expect(page.getByTestId('rate-send')).toBeDisabled();
  await page.keyboard.press('4');
  await expect(page.getByTestId('rating-4')).toBeChecked();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByTestId('rating-5')).toBeChecked();
  await page.keyboard.press('0');
  await expect(page.getByTestId('rating-10')).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(page.locator('h1')).toContainText('level 2 of 3');
  await expect.poll(async () => (await person.rated())[0]?.rating).toBe(10);
});

test('undo, redo and reset are recorded', async ({ page, request }) => {
  const person = new Person(page, request);
  await person.agree();
  await person.begin('shift');
  const mirror = await person.mirror();
  const way = mirror.way().map(({ text }) => text);
  const push = (text: string) => page.getByTestId(`push-${text}`).click();
  await push(way[0]!);
  await expect(page.getByTestId('count')).toHaveText('1 move');
  await page.keyboard.press('u');
  await expect(page.getByTestId('count')).toHaveText('0 moves');
  await page.keyboard.press('r');
  await expect(page.getByTestId('count')).toHaveText('1 move');
  await page.getByTestId('reset').click();
  await expect(page.getByTestId('count')).toHaveText('0 moves');
  for (const text of way) await push(text);
  await person.rate(5);
  await expect(page.locator('h1')).toContainText('level 2 of 3');
  const [kept] = await person.rated();
  expect(kept).toMatchObject({ resets: 1, undos: 1, hints: 0, ended: 'solved' });
  const made = (text: string) => ({ made: [text] });
  expect(kept!.events!.map(({ at: _, ...deed }) => deed)).toEqual([made(way[0]!), { back: 1 }, made(way[0]!), { reset: true }, ...way.map(made)]);
});
