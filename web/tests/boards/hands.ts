// A person's hand: mouse and finger go to points on the screen, keys to places.
import type { Page } from '@playwright/test';
import type { Choice } from '../../src/lib/types';
import { expect } from '../page';
import { matches, type Mirror } from './mirror';

export interface Point {
  x: number;
  y: number;
}

/** A mouse or a finger. */
export interface Finger {
  tap(at: Point): Promise<void>;
  press(at: Point): Promise<void>;
  move(to: Point): Promise<void>;
  lift(): Promise<void>;
}

export function mouseOf({ mouse }: Page): Finger {
  return {
    tap: ({ x, y }) => mouse.click(x, y),
    async press({ x, y }) {
      await mouse.move(x, y);
      await mouse.down();
    },
    move: ({ x, y }) => mouse.move(x, y, { steps: 4 }),
    lift: () => mouse.up(),
  };
}

/** Real touches, by the browser's own protocol. */
export async function fingerOf(page: Page): Promise<Finger> {
  const session = await page.context().newCDPSession(page);
  let at = { x: 0, y: 0 };
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  return {
    tap: ({ x, y }) => page.touchscreen.tap(x, y),
    async press(point) {
      at = point;
      await send('touchStart', [point]);
    },
    async move(to) {
      const from = at;
      for (const part of [0.25, 0.5, 0.75, 1]) {
        at = { x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y) };
        await send('touchMove', [at]);
      }
    },
    async lift() {
      await send('touchEnd', []);
    },
  };
}

export async function stroke(finger: Finger, [first, ...rest]: Point[]): Promise<void> {
  await finger.press(first!);
  for (const point of rest) await finger.move(point);
  await finger.lift();
}

/** Where one takes hold of pieces, or lets them go: the part of a card that is
 *  seen, else the middle of the place. */
export function spot(page: Page, place: string, count = 1): Promise<Point> {
  return page.evaluate(
    ([place, count]) => {
      const card = document.querySelector<HTMLElement>(`[data-on="${place}"][data-count="${count}"]`);
      const element = card ?? document.querySelector(`[data-place="${place}"]`);
      if (!element) throw new Error(`no place ${place}`);
      const { x, y, width, height } = element.getBoundingClientRect();
      const strip = card ? parseFloat(card.style.getPropertyValue('--strip')) : height;
      return { x: x + width / 2, y: y + Math.min(strip, height) / 2 };
    },
    [place, count] as const,
  );
}

const STEPS: Record<string, Point> = { L: { x: -1, y: 0 }, R: { x: 1, y: 0 }, U: { x: 0, y: -1 }, D: { x: 0, y: 1 } };
const ARROWS: Record<string, string> = { L: 'ArrowLeft', R: 'ArrowRight', U: 'ArrowUp', D: 'ArrowDown' };

/** A swipe over the middle of the board. */
export async function swipe(page: Page, finger: Finger, way: string): Promise<void> {
  const { x, y, width, height } = (await page.getByRole('grid').boundingBox())!;
  const [cx, cy] = [x + width / 2, y + height / 2];
  await stroke(finger, [{ x: cx, y: cy }, { x: cx + 60 * STEPS[way]!.x, y: cy + 60 * STEPS[way]!.y }]);
}

/** Makes a move by a drag, a swipe, or a tap where the game has taps only. */
async function drag(page: Page, finger: Finger, { game, move }: { game: string; move: Choice }): Promise<void> {
  if (game === 'shift') return swipe(page, finger, move.text);
  if (game === 'template') return finger.tap(await middle(page, `[data-testid="moves-list"] li:has(code:text-is("${move.text}")) button`));
  if (move.from === 't') return finger.tap(await spot(page, 't'));
  await stroke(finger, [await spot(page, move.from, move.count), await spot(page, move.to)]);
}

/** Makes a move by taps alone. */
async function taps(page: Page, finger: Finger, { game, move }: { game: string; move: Choice }): Promise<void> {
  if (game === 'shift') return finger.tap(await middle(page, `[data-testid="push-${move.text}"]`));
  if (game === 'sliding') return finger.tap(await spot(page, move.from));
  if (game === 'template' || move.from === 't') return drag(page, finger, { game, move });
  await finger.tap(await spot(page, move.from, move.count));
  await finger.tap(await spot(page, move.to));
}

async function middle(page: Page, selector: string): Promise<Point> {
  const { x, y, width, height } = (await page.locator(selector).boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
}

/** Wins by drags, by taps, or by both in turn. */
export async function winByFinger(page: Page, finger: Finger, mirror: Mirror, how: 'drags' | 'taps' | 'both' = 'drags'): Promise<void> {
  const { game } = mirror.view;
  if (game === 'flow') return draw(page, finger, mirror);
  for (let move = mirror.next(), index = 0; move; move = mirror.next(), index++) {
    const tapped = how === 'taps' || (how === 'both' && index % 2 === 1);
    await (tapped ? taps : drag)(page, finger, { game, move });
    mirror.make(move.text);
    await matches(page, mirror);
  }
}

/** Draws each path of Flow in one stroke. */
async function draw(page: Page, finger: Finger, mirror: Mirror): Promise<void> {
  for (const path of strokesOf(mirror.way())) {
    const places = [path[0]!.from, ...path.map(({ to }) => to)];
    await stroke(finger, await Promise.all(places.map((place) => spot(page, place))));
    mirror.draw(places);
    await matches(page, mirror);
  }
}

/** Moves that go on where the last one ended, together. */
export function strokesOf(moves: Choice[]): Choice[][] {
  const strokes: Choice[][] = [];
  for (const move of moves) {
    const last = strokes.at(-1);
    if (last?.at(-1)?.to === move.from && last[0]!.face === move.face) last.push(move);
    else strokes.push([move]);
  }
  return strokes;
}

/** Goes to the board by Tab alone. */
export async function reach(page: Page): Promise<void> {
  const there = () => page.evaluate(() => document.activeElement?.matches('[data-testid="table"], [role="grid"], [data-testid="moves-list"] button') ?? false);
  for (let presses = 0; presses < 20 && !(await there()); presses++) await page.keyboard.press('Tab');
  expect(await there()).toBe(true);
}

/** Moves the cursor to a place by arrows. */
export async function walk(page: Page, place: string): Promise<void> {
  const way = () =>
    page.evaluate((place) => {
      const board = document.activeElement;
      const now = document.getElementById(board?.getAttribute('aria-activedescendant') ?? '');
      const from = now?.dataset['on'] ?? now?.dataset['place'];
      if (from === place) return null;
      const box = (name?: string) => board?.querySelector(`[data-place="${name}"]`)?.getBoundingClientRect();
      const [a, b] = [box(from), box(place)];
      if (!a || !b) throw new Error(`no way from ${from} to ${place}`);
      if (Math.abs(b.y - a.y) > 5) return b.y > a.y ? 'ArrowDown' : 'ArrowUp';
      return b.x > a.x ? 'ArrowRight' : 'ArrowLeft';
    }, place);
  let presses = 0;
  for (let key = await way(); key; key = await way()) {
    expect(++presses).toBeLessThan(40);
    await page.keyboard.press(key);
  }
}

/** Wins without mouse or finger. Cards: by arrows, or by the keys of places. */
export async function winByKeys(page: Page, mirror: Mirror, go: 'arrows' | 'names' = 'arrows'): Promise<void> {
  const { game } = mirror.view;
  const { keyboard } = page;
  await reach(page);
  const to = (place: string) => (go === 'names' && place.length === 1 ? keyboard.press(place) : walk(page, place));
  for (let move = mirror.next(), index = 0; move; move = mirror.next(), index++) {
    const { from, text } = move;
    if (ARROWS[text]) await keyboard.press(ARROWS[text]);
    else if (game === 'flow') await step(page, move);
    else if (game === 'template') await choose(page, move);
    else if (game === 'lazors' && index % 2 === 1) {
      await walk(page, move.to);
      await keyboard.press(move.face.toLowerCase());
    } else {
      await to(from);
      if (from === 't') {
        if (go === 'arrows') await keyboard.press('Enter');
      } else if (move.to.startsWith('h') && index % 2 === 1) await keyboard.press('h');
      else {
        const above = mirror.view.choices.filter((one) => one.from === from && one.count > 1 && one.count <= move!.count);
        for (let more = new Set(above.map(({ count }) => count)).size; more > 0; more--) await keyboard.press('ArrowUp');
        await keyboard.press('Enter');
        await to(move.to);
        await keyboard.press('Enter');
      }
    }
    mirror.make(text);
    await matches(page, mirror);
  }
}

/** Draws one step of Flow: picks up the path where the pen is not there yet. */
async function step(page: Page, move: Choice): Promise<void> {
  const held = page.locator('.held');
  const at = await page.evaluate(() => {
    const now = document.getElementById(document.activeElement?.getAttribute('aria-activedescendant') ?? '');
    return now?.dataset['place'];
  });
  if (at !== move.from || !(await held.count())) {
    if (await held.count()) await page.keyboard.press(' ');
    await walk(page, move.from);
    await page.keyboard.press(' ');
    await expect(held).toBeVisible();
  }
  await page.keyboard.press(ARROWS[move.text.slice(-1).toUpperCase()]!);
}

/** Finds the button of a move by Tab, and presses it. */
async function choose(page: Page, { text }: Choice): Promise<void> {
  const found = () => page.evaluate((text) => document.activeElement?.querySelector('code')?.textContent === text, text);
  for (let presses = 0; presses < 40 && !(await found()); presses++) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
}
