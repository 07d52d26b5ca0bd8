// What the boards of cells do while they are touched.
import type { Page } from '@playwright/test';
import type { Scene } from '../../src/lib/types';
import { expect, test } from '../page';
import { mouseOf, spot, stroke, swipe } from './hands';
import { begin, matches, shortOf } from './mirror';

/** The beams that are drawn, as the library writes them. */
const beams = (page: Page) => page.locator('polyline.hot').evaluateAll((lines) => lines.map((line) => line.getAttribute('points')));
const beamsOf = (scene: Scene) => scene.lines.map(({ points }) => points.map((point) => point.join(' ')).join(' '));

test('Lazors: light follows a block before it is let go', async ({ page }) => {
  const mirror = await begin(page, shortOf('lazors'));
  const before = beamsOf(mirror.scene!);
  const move = mirror.next()!;
  const mouse = mouseOf(page);
  await mouse.press(await spot(page, move.from));
  await mouse.move(await spot(page, move.to));
  mirror.make(move.text);
  const after = beamsOf(mirror.scene!);
  expect(after).not.toEqual(before);
  await expect.poll(() => beams(page)).toEqual(after);
  await expect(page.getByTestId('count')).toHaveText('0 moves');
  // Beside the board it is as it was.
  const { x, y } = (await page.getByRole('grid').boundingBox())!;
  await mouse.move({ x: x - 20, y: y + 20 });
  await expect.poll(() => beams(page)).toEqual(before);
  await mouse.move(await spot(page, move.to));
  await expect.poll(() => beams(page)).toEqual(after);
  await mouse.lift();
  await matches(page, mirror);
  expect(await beams(page)).toEqual(after);
});

test('Lazors: a closed cell refuses a block, and says why', async ({ page }) => {
  const mirror = await begin(page, shortOf('lazors'));
  const closed = mirror.scene!.places.find(({ kind }) => kind === 'closed')!.name;
  await stroke(mouseOf(page), [await spot(page, 'hand:A'), await spot(page, closed)]);
  await expect(page.getByRole('alert').filter({ hasText: /\w/ })).toBeVisible();
  await expect(page.locator('.ghost')).toHaveCount(0);
  await matches(page, mirror);
  await expect(page.getByTestId('hand-A')).toContainText('2');
});

test('Lazors: a block is taken off the board again', async ({ page }) => {
  const mirror = await begin(page, shortOf('lazors'));
  const move = mirror.next()!;
  const mouse = mouseOf(page);
  await stroke(mouse, [await spot(page, move.from), await spot(page, move.to)]);
  mirror.drag(move.from, move.to);
  await matches(page, mirror);
  await stroke(mouse, [await spot(page, move.to), await spot(page, move.from)]);
  mirror.drag(move.to, move.from);
  await matches(page, mirror);
});

test('Flow: drawing over a path cuts it, going back takes back', async ({ page }) => {
  const mirror = await begin(page, shortOf('flow'));
  const mouse = mouseOf(page);
  const length = (face: string) => mirror.scene!.lines.find((line) => line.face === face)?.points.length;
  const draw = async (places: string[]) => {
    await stroke(mouse, await Promise.all(places.map((place) => spot(page, place))));
    mirror.draw(places);
    await matches(page, mirror);
  };
  await draw(['4,1', '3,1', '3,2', '3,3']);
  expect(length('D')).toBe(4);
  await draw(['4,2', '3,2', '2,2']);
  expect(length('D')).toBe(2);
  expect(length('E')).toBe(3);
  await draw(['2,2', '3,2']);
  expect(length('E')).toBe(2);
  await draw(['4,1', '3,1', '4,1']);
  expect(length('D')).toBeUndefined();
});

test('Flow: the path grows under the finger, and a stroke is one step back', async ({ page }) => {
  const mirror = await begin(page, shortOf('flow'));
  const mouse = mouseOf(page);
  const places = ['4,1', '3,1', '3,2', '3,3'];
  await mouse.press(await spot(page, places[0]!));
  for (const [index, place] of places.entries()) {
    if (index === 0) continue;
    await mouse.move(await spot(page, place));
    mirror.drag(places[index - 1]!, place, index > 1);
    await matches(page, mirror);
  }
  await mouse.lift();
  await expect(page.getByTestId('path-D')).toBeVisible();
  await page.getByTestId('undo').click();
  await expect(page.getByTestId('path-D')).toHaveCount(0);
  await page.getByTestId('redo').click();
  await matches(page, mirror);
});

test('Flow: a tap on an end erases its path', async ({ page }) => {
  const mirror = await begin(page, shortOf('flow'));
  const mouse = mouseOf(page);
  await stroke(mouse, [await spot(page, '1,1'), await spot(page, '1,2'), await spot(page, '1,3')]);
  mirror.draw(['1,1', '1,2', '1,3']);
  await matches(page, mirror);
  await expect(page.getByTestId('path-A')).toHaveAttribute('data-whole', 'true');
  await mouse.tap(await spot(page, '1,1'));
  await expect(page.getByTestId('path-A')).toHaveCount(0);
});

/** Which cell the middle of each ball is over on the screen. */
const balls = (page: Page) =>
  page.locator('.ball').evaluateAll((all) =>
    all.map((ball) => {
      const { x, y, width, height } = ball.getBoundingClientRect();
      const [cx, cy] = [x + width / 2, y + height / 2];
      const cell = [...document.querySelectorAll<HTMLElement>('[role="gridcell"]')].find((cell) => {
        const box = cell.getBoundingClientRect();
        return Math.abs(box.x + box.width / 2 - cx) < 2 && Math.abs(box.y + box.height / 2 - cy) < 2;
      });
      return `${ball.textContent?.trim()}@${cell?.dataset['place']}`;
    }).sort(),
  );

test('Shift: balls come to lie where the library says', async ({ page }) => {
  const mirror = await begin(page, shortOf('shift'));
  const wanted = () => mirror.scene!.pieces.map(({ face, place }) => `${face}@${place}`).sort();
  expect(await balls(page)).toEqual(wanted());
  for (let move = mirror.next(); move; move = mirror.next()) {
    await swipe(page, mouseOf(page), move.text);
    mirror.make(move.text);
    await matches(page, mirror);
    await expect.poll(() => balls(page)).toEqual(wanted());
  }
});

test('Shift: a push that moves nothing is refused, and says why', async ({ page }) => {
  const mirror = await begin(page, shortOf('shift'));
  const way = ['L', 'R', 'U', 'D'].find((way) => !mirror.view.choices.some(({ text }) => text === way))!;
  await page.getByTestId(`push-${way}`).click();
  await expect(page.getByRole('alert').filter({ hasText: /\w/ })).toBeVisible();
  await matches(page, mirror);
});

test('sliding tiles: a tile beside no gap is refused, and says why', async ({ page }) => {
  const mirror = await begin(page, shortOf('sliding'));
  await mouseOf(page).tap(await spot(page, '1,2'));
  await expect(page.getByRole('alert').filter({ hasText: /\w/ })).toBeVisible();
  await matches(page, mirror);
});

test('sliding tiles: a whole row goes with the last tile', async ({ page }) => {
  const mirror = await begin(page, shortOf('sliding'));
  await mouseOf(page).tap(await spot(page, '2,3'));
  mirror.make('L');
  mirror.make('L');
  const tiles = mirror.scene!.pieces.map(({ face, place }) => `${face}@${place}`).sort();
  const shown = () => page.locator('[data-testid^="piece-"]').evaluateAll((all) =>
    all.map((tile) => `${tile.textContent?.trim()}@${(tile as HTMLElement).dataset['at']}`).sort());
  await expect.poll(shown).toEqual(tiles);
});
