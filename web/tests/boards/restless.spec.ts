// Hands that do not wait: fast keys, touches that are broken off, turned phones.
import { expect, test } from '../page';
import { fingerOf, mouseOf, spot, stroke, winByFinger } from './hands';
import { begin, FREECELL, isWon, KLONDIKE, matches, shortOf } from './mirror';

test('sliding tiles: arrows pressed faster than tiles glide', async ({ page }) => {
  const mirror = await begin(page, shortOf('sliding'));
  const arrows: Record<string, string> = { L: 'ArrowLeft', R: 'ArrowRight', U: 'ArrowUp', D: 'ArrowDown' };
  const way = mirror.way();
  await Promise.all(way.map(({ text }) => page.keyboard.press(arrows[text]!)));
  for (const { text } of way) mirror.make(text);
  await matches(page, mirror);
  await isWon(page, mirror);
});

test('Klondike: the stock is turned faster than cards fly', async ({ page }) => {
  const mirror = await begin(page, KLONDIKE);
  await page.getByTestId('table').focus();
  const turns = Array.from({ length: 30 }, () => 't');
  await Promise.all(turns.map((key) => page.keyboard.press(key)));
  for (const text of turns) mirror.make(text);
  await matches(page, mirror);
  for (let back = 0; back < 5; back++) await page.keyboard.press('u');
  await expect(page.getByTestId('count')).toHaveText('25 moves');
});

test('Flow: a finger that is faster than the board', async ({ page }) => {
  const mirror = await begin(page, shortOf('flow'));
  const [from, to] = [await spot(page, '4,1'), await spot(page, '1,1')];
  // One leap over the cells between.
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y + (from.y - to.y) / 3);
  await page.mouse.up();
  mirror.draw(['4,1', '3,1']);
  await matches(page, mirror);
});

test('Flow: Escape takes back what the finger drew and cut', async ({ page }) => {
  const mirror = await begin(page, shortOf('flow'));
  const mouse = mouseOf(page);
  const d = (face: string) => page.getByTestId(`path-${face}`).getAttribute('d');
  const spots = (places: string[]) => Promise.all(places.map((place) => spot(page, place)));
  const first = ['4,1', '3,1', '3,2', '3,3'];
  await stroke(mouse, await spots(first));
  mirror.draw(first);
  await matches(page, mirror);
  const before = await d('D');
  const [press, ...rest] = await spots(['4,2', '3,2', '2,2']);
  await mouse.press(press!);
  for (const at of rest) await mouse.move(at);
  await expect(page.getByTestId('path-E')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('path-E')).toHaveCount(0);
  await expect.poll(() => d('D')).toBe(before);
  // The finger draws no more, and the lifted one taps nothing.
  await mouse.move(press!);
  await mouse.lift();
  await expect(page.getByTestId('path-E')).toHaveCount(0);
  expect(await d('D')).toBe(before);
});

test('a card is caught in flight', async ({ page }) => {
  const mirror = await begin(page, shortOf('freecell'));
  const mouse = mouseOf(page);
  const [king, cell] = [await spot(page, '3'), await spot(page, 'a')];
  await stroke(mouse, [king, cell]);
  await stroke(mouse, [cell, await spot(page, 'hD')]);
  mirror.drag('3', 'a');
  mirror.drag('a', 'hD');
  await matches(page, mirror);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('a touch that the system breaks off puts the card back', async ({ page }) => {
    const mirror = await begin(page, FREECELL);
    const session = await page.context().newCDPSession(page);
    const { from, to, face } = mirror.view.choices[0]!;
    const card = page.getByTestId(`card-${face}`);
    const home = await card.boundingBox();
    const [a, b] = [await spot(page, from), await spot(page, to)];
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [a] });
    for (const part of [0.3, 0.6, 1]) {
      const at = { x: a.x + part * (b.x - a.x), y: a.y + part * (b.y - a.y) };
      await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at] });
    }
    await expect.poll(() => card.boundingBox()).not.toEqual(home);
    await session.send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] });
    await expect.poll(() => card.boundingBox()).toEqual(home);
    await matches(page, mirror);
    // The next touch works.
    await stroke(await fingerOf(page), [a, b]);
    mirror.drag(from, to);
    await matches(page, mirror);
  });

  test('a second finger does not disturb the first', async ({ page }) => {
    const mirror = await begin(page, FREECELL);
    const session = await page.context().newCDPSession(page);
    const { from, to } = mirror.view.choices[0]!;
    const other = mirror.view.choices.find((choice) => choice.from !== from)!;
    const [a, b, c] = [await spot(page, from), await spot(page, to), await spot(page, other.from)];
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number; id: number }[]) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints });
    const first = (part: number) => ({ x: a.x + part * (b.x - a.x), y: a.y + part * (b.y - a.y), id: 0 });
    await send('touchStart', [first(0)]);
    await send('touchMove', [first(0.4)]);
    await send('touchStart', [first(0.4), { ...c, id: 1 }]);
    await send('touchMove', [first(1), { ...c, id: 1 }]);
    await send('touchEnd', [first(1)]);
    await send('touchEnd', []);
    mirror.drag(from, to);
    await matches(page, mirror);
  });

  for (const game of ['freecell', 'flow', 'lazors', 'shift']) {
    test(`the phone is turned in mid-game: ${game}`, async ({ page }) => {
      const mirror = await begin(page, shortOf(game));
      await page.setViewportSize({ width: 740, height: 360 });
      await matches(page, mirror);
      const wide = await page.evaluate(() => document.scrollingElement!.scrollWidth - innerWidth);
      expect(wide).toBeLessThanOrEqual(0);
      const high = await page.evaluate(() => document.scrollingElement!.scrollHeight - innerHeight);
      expect(high).toBeLessThanOrEqual(0);
      await winByFinger(page, await fingerOf(page), mirror);
      await isWon(page, mirror);
    });
  }
});
