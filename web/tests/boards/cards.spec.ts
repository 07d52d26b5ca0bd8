// What cards do beside being dragged to where they belong.
import type { Page } from '@playwright/test';
import { expect, start, test } from '../page';
import { fingerOf, mouseOf, spot, stroke } from './hands';
import { begin, FREECELL, KLONDIKE, matches, Mirror, shortOf } from './mirror';

/** Two columns: the last card of the first can be lifted, and does not go to the second. */
function misfit({ view }: Mirror): { from: string; to: string; face: string } {
  const columns = view.scene!.places.filter(({ kind }) => kind === 'column').map(({ name }) => name);
  for (const { from, face, count } of view.choices) {
    if (count !== 1 || !columns.includes(from)) continue;
    const taken = view.choices.filter((choice) => choice.from === from).map(({ to }) => to);
    const to = columns.find((name) => name !== from && !taken.includes(name));
    if (to) return { from, to, face };
  }
  throw new Error('every card goes everywhere');
}

test('a refused drag glides back, and says why', async ({ page }) => {
  const mirror = await begin(page, FREECELL);
  const { from, to, face } = misfit(mirror);
  const card = page.getByTestId(`card-${face}`);
  const home = await card.boundingBox();
  await page.evaluate(() => {
    document.addEventListener('transitionrun', ({ propertyName }) => {
      if (propertyName === 'translate') document.body.dataset['glided'] = 'yes';
    });
  });
  const mouse = mouseOf(page);
  await mouse.press(await spot(page, from));
  await mouse.move(await spot(page, to));
  await expect.poll(() => card.boundingBox()).not.toEqual(home);
  await mouse.lift();
  await expect(page.getByRole('alert').filter({ hasText: /\w/ })).toBeVisible();
  await expect(page.getByTestId('status')).toContainText(/\w{3}/);
  await expect.poll(() => card.boundingBox()).toEqual(home);
  await expect(page.locator('body')).toHaveAttribute('data-glided', 'yes');
  await matches(page, mirror);
});

test('a card that cannot be lifted says so', async ({ page }) => {
  const mirror = await begin(page, FREECELL);
  const { scene, choices } = mirror.view;
  const pieces = scene!.pieces.filter(({ place }) => place === '1');
  const stuck = pieces.findIndex((_, index) => !choices.some(({ from, count }) => from === '1' && count === pieces.length - index));
  await mouseOf(page).tap(await spot(page, '1', pieces.length - stuck));
  await expect(page.getByTestId('status')).toContainText(`The ${pieces[stuck]!.says} cannot be moved now.`);
});

test('a double click sends a card home', async ({ page }) => {
  const mirror = await begin(page, shortOf('freecell'));
  const at = await spot(page, '3');
  await page.mouse.dblclick(at.x, at.y);
  mirror.drag('3', 'hD');
  await matches(page, mirror);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('a double tap sends a card home', async ({ page }) => {
    const mirror = await begin(page, shortOf('freecell'));
    const finger = await fingerOf(page);
    const at = await spot(page, '3');
    await finger.tap(at);
    await finger.tap(at);
    mirror.drag('3', 'hD');
    await matches(page, mirror);
  });

  test('a run is dragged by a finger, card by card below it', async ({ page }) => {
    const mirror = await begin(page, shortOf('freecell'));
    mirror.make('21');
    await stroke(await fingerOf(page), [await spot(page, '2', 2), await spot(page, '1')]);
    await matches(page, mirror);
  });
});

const RANKS = { A: 'ace', 2: 'two', 3: 'three', 4: 'four', 5: 'five', 6: 'six', 7: 'seven', 8: 'eight', 9: 'nine', T: 'ten', J: 'jack', Q: 'queen', K: 'king' };
const SUITS = { C: 'clubs', D: 'diamonds', H: 'hearts', S: 'spades' };

/** Cards that are named anywhere in the page, by face or in words. */
async function named(page: Page): Promise<string[]> {
  // Shapes have letters and digits too, but name nothing.
  const html = (await page.content()).replace(/ d="[^"]*"/g, '');
  const all = Object.entries(RANKS).flatMap(([rank, word]) =>
    Object.entries(SUITS).map(([suit, of]) => ({ face: rank + suit, words: `${word} of ${of}` })),
  );
  return all.filter(({ face, words }) => new RegExp(`\\b${face}\\b`).test(html) || html.toLowerCase().includes(words)).map(({ face }) => face).sort();
}

test('Klondike names no card that lies face down', async ({ page }) => {
  const mirror = await begin(page, KLONDIKE);
  const down = start(KLONDIKE.level, true).scene!.pieces.filter(({ kind }) => kind === 'down').map(({ face }) => face);
  expect(down).toHaveLength(45);
  const open = () => mirror.scene!.pieces.filter(({ face }) => face).map(({ face }) => face).sort();
  expect(await named(page)).toEqual(open());

  for (let turns = 0; turns < 3; turns++) {
    await page.getByTestId('table').press('t');
    mirror.make('t');
    await matches(page, mirror);
    expect(await named(page)).toEqual(open());
  }
  // Cards that went back face down are forgotten, words about them too.
  await page.getByTestId('menu').click();
  await page.getByTestId('restart').click();
  await expect(page.getByTestId('count')).toHaveText('0 moves');
  const first = new Mirror(KLONDIKE, false).scene!.pieces.filter(({ face }) => face).map(({ face }) => face).sort();
  await expect.poll(() => named(page)).toEqual(first);
});

test('four colours tell all suits apart', async ({ page }) => {
  await begin(page, FREECELL);
  const colours = () =>
    page.evaluate((suits) => suits.map((suit) => getComputedStyle(document.querySelector(`[data-testid="card-5${suit}"] .${suit}`)!).color), ['C', 'D', 'H', 'S']);
  const two = await colours();
  expect(new Set(two).size).toBe(2);
  await page.goto('#/settings');
  await page.getByTestId('setting-fourColours').check();
  await page.goBack();
  await expect(page.getByTestId('table')).toBeVisible();
  await expect.poll(async () => new Set(await colours()).size).toBe(4);
});
