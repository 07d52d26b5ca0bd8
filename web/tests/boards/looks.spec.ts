// What every board has: a marked hint, a focus that is seen, motion that can
// be off, and room on a phone.
import type { Page } from '@playwright/test';
import { expect, test } from '../page';
import { reach } from './hands';
import { begin, FREECELL, KLONDIKE, matches, SHORT } from './mirror';

/** Places that the board marks for a hint, in any of its ways. */
function marked(): string[] {
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
  const cell = (rect: Element) => {
    const at = (name: string) => Math.round(Number(rect.getAttribute(name)) - 0.06) + 1;
    return `${at('y')},${at('x')}`;
  };
  return [
    ...all('.card.hinted').map((card) => card.dataset['on']!),
    ...all('.pile.hinted').map((pile) => pile.dataset['place']!),
    ...all('[data-testid="hint-mark"] .mark rect').map(cell),
    ...all('[role="gridcell"]:has(.hinted)').map((slot) => slot.dataset['place']!),
    ...all('.push.hinted').map((button) => button.dataset['testid']!.slice(-1)),
    ...all('[data-testid="moves-list"] .hinted code').map((code) => code.textContent!),
  ];
}

for (const level of [...SHORT, FREECELL, KLONDIKE]) {
  test(`the hint is marked on the board: ${level.address.split('?', 1)[0]} ${level.game}`, async ({ page }) => {
    const mirror = await begin(page, level);
    const { next, why } = mirror.hint();
    const move = next[0]!;
    await page.getByTestId('hint').click();
    if (level.game === 'klondike') await page.getByTestId('hint-thoughtful').click();
    await expect(page.getByTestId('hint-words')).toContainText(new RegExp(move.says, 'i'));
    if (why) await expect(page.getByTestId('hint-why')).toContainText(new RegExp(why, 'i'));
    const places = level.game === 'template' ? [move.text] : [move.from, move.to].filter((name) => name);
    await expect.poll(() => page.evaluate(marked)).toEqual(expect.arrayContaining(places));
    const extra = (await page.evaluate(marked)).filter((name) => !places.includes(name));
    expect(extra).toEqual([]);
    if (level.game !== 'template') await expect(page.locator('[data-testid="hint-mark"], [data-testid="arrow"]')).toBeVisible();

    // Once more makes the move, and the mark goes.
    await page.getByTestId('hint').click();
    mirror.make(move.text);
    await matches(page, mirror);
    await expect.poll(() => page.evaluate(marked)).toEqual([]);
  });
}

/** Whether someone sees where the keys are: an outline or a ring. */
function ringed(): { focus: boolean; cursor: boolean } {
  const seen = (element: Element | null, part?: string) => {
    if (!element) return false;
    const { outlineStyle, outlineWidth, borderTopStyle, borderTopWidth } = getComputedStyle(element, part);
    const line = (style: string, width: string) => style !== 'none' && parseFloat(width) >= 2;
    return line(outlineStyle, outlineWidth) || (part !== undefined && line(borderTopStyle, borderTopWidth));
  };
  const board = document.activeElement;
  const at = document.getElementById(board?.getAttribute('aria-activedescendant') ?? '');
  return { focus: seen(board), cursor: seen(at) || seen(at, '::after') || (at?.matches('.pile.cursor') ?? false) };
}

for (const level of SHORT) {
  test(`keyboard focus is seen: ${level.game}`, async ({ page }) => {
    await begin(page, level);
    await reach(page);
    if (level.game === 'template') {
      expect((await page.evaluate(ringed)).focus).toBe(true);
      return;
    }
    await expect.poll(async () => (await page.evaluate(ringed)).focus).toBe(true);
    // Arrows push in some games; with Shift they walk there.
    await page.keyboard.press(['sliding', 'shift'].includes(level.game) ? 'Shift+ArrowRight' : 'ArrowRight');
    await expect.poll(() => page.evaluate(ringed)).toEqual({ focus: true, cursor: true });
  });
}

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  for (const level of SHORT) {
    test(`nothing moves on its own: ${level.game}`, async ({ page }) => {
      const mirror = await begin(page, level);
      const running = () => page.evaluate(() => document.getAnimations().length);
      expect(await running()).toBe(0);
      await page.getByTestId('hint').click();
      if (level.game === 'klondike') await page.getByTestId('hint-thoughtful').click();
      await expect(page.getByTestId('hint-words')).toBeVisible();
      expect(await running()).toBe(0);
      const made = mirror.hint().next[0]!;
      await page.getByTestId('hint').click();
      await expect(page.getByTestId('count')).toHaveText('1 move');
      expect(await running()).toBe(0);
      mirror.make(made.text);
      await matches(page, mirror);
    });
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  /** What reaches beyond the sides of the screen. */
  const beyond = (page: Page) =>
    page.evaluate(() => {
      const wide = document.scrollingElement!.scrollWidth > innerWidth ? [`page: ${document.scrollingElement!.scrollWidth}`] : [];
      const parts = document.querySelectorAll('[data-on], [data-place], [data-testid^="piece-"], .board button, header, [role="toolbar"]');
      const out = [...parts].filter((part) => {
        const { left, right } = part.getBoundingClientRect();
        return left < -0.5 || right > innerWidth + 0.5;
      });
      return [...wide, ...out.map((part) => part.outerHTML.slice(0, 80))];
    });

  for (const level of [...SHORT, FREECELL, KLONDIKE]) {
    test(`nothing scrolls sideways: ${level.address.split('?', 1)[0]} ${level.game}`, async ({ page }) => {
      await begin(page, level);
      expect(await beyond(page)).toEqual([]);
      await page.getByTestId('hint').tap();
      if (level.game === 'klondike') await page.getByTestId('hint-thoughtful').tap();
      await expect(page.getByTestId('hint-words')).toBeVisible();
      expect(await beyond(page)).toEqual([]);
    });
  }
});

for (const [width, height] of [[1000, 640], [740, 360], [640, 400]] as const) {
  test.describe(`a window of ${width} by ${height}`, () => {
    test.use({ viewport: { width, height } });

    for (const level of [FREECELL, KLONDIKE]) {
      test(`piles stand apart, and all is seen: ${level.game}`, async ({ page }) => {
        await begin(page, level);
        const boxes = await page.locator('.pile').evaluateAll((all) => all.map((pile) => pile.getBoundingClientRect().toJSON() as DOMRect));
        const meet = (a: DOMRect, b: DOMRect) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
        expect(boxes.filter((box, index) => boxes.slice(index + 1).some((other) => meet(box, other)))).toEqual([]);
        await expect(page.getByTestId('menu')).toBeInViewport({ ratio: 1 });
        expect(await page.evaluate(() => document.scrollingElement!.scrollHeight - innerHeight)).toBeLessThanOrEqual(0);
      });
    }
  });
}

for (const level of SHORT.filter(({ game }) => ['freecell', 'flow', 'lazors'].includes(game))) {
  test(`an arrow reaches the board at once: ${level.game}`, async ({ page }) => {
    await begin(page, level);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.evaluate(ringed)).toEqual({ focus: true, cursor: true });
  });
}

test('the names of piles are shown to those who use keys', async ({ page }) => {
  await begin(page, FREECELL);
  const cell = page.getByTestId('place-a');
  await expect(cell).toHaveAttribute('title', 'free cell a');
  await expect(cell).toHaveText('');
  await page.keyboard.press('ArrowUp');
  await expect(cell).toHaveText('a');
});

test.describe('where colours are forced', () => {
  test.use({ contextOptions: { forcedColors: 'active' } });

  for (const level of SHORT.filter(({ game }) => game !== 'template')) {
    test(`the board keeps its own: ${level.game}`, async ({ page }) => {
      await begin(page, level);
      const board = page.locator('[data-testid="table"], .edge');
      const ground = () => board.evaluate((element) => getComputedStyle(element).background);
      const forced = await ground();
      await page.emulateMedia({ forcedColors: 'none' });
      expect(forced).toBe(await ground());
    });
  }
});
