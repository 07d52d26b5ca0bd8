// Every game is won by mouse, by keys alone, and by touch.
import { expect, test } from '../page';
import { fingerOf, mouseOf, reach, winByFinger, winByKeys } from './hands';
import { begin, FREECELL, isWon, KLONDIKE, late, matches, SHORT, shortOf } from './mirror';

test.describe('by mouse, with motion', () => {
  for (const level of SHORT) {
    test(level.game, async ({ page }) => {
      const mirror = await begin(page, level);
      await winByFinger(page, mouseOf(page), mirror);
      await isWon(page, mirror);
    });
  }

  for (const level of [FREECELL, KLONDIKE]) {
    test(`the end of a whole ${level.game} with automatic moves`, async ({ page }) => {
      const mirror = await begin(page, late(level, 30), { automatic: true });
      await winByFinger(page, mouseOf(page), mirror);
      await isWon(page, mirror);
    });
  }
});

test.describe('by keys alone', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  for (const level of SHORT) {
    test(level.game, async ({ page }) => {
      const mirror = await begin(page, level);
      await winByKeys(page, mirror);
      await isWon(page, mirror);
      await expect(page.getByTestId('won').getByRole('heading')).toBeFocused();
    });
  }

  test('a whole Klondike with automatic moves, by the keys of its places', async ({ page }) => {
    const mirror = await begin(page, KLONDIKE, { automatic: true });
    await winByKeys(page, mirror, 'names');
    await isWon(page, mirror);
  });

  test('the template game by typing', async ({ page }) => {
    const mirror = await begin(page, shortOf('template'));
    await reach(page);
    const field = page.getByTestId('typed-move');
    const focused = () => field.evaluate((element) => element === document.activeElement);
    for (let presses = 0; presses < 10 && !(await focused()); presses++) await page.keyboard.press('Tab');
    for (let move = mirror.next(); move; move = mirror.next()) {
      await page.keyboard.type(move.text);
      await page.keyboard.press('Enter');
      mirror.make(move.text);
      await matches(page, mirror);
    }
    await isWon(page, mirror);
  });
});

test.describe('by touch, on a phone', () => {
  test.use({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    contextOptions: { reducedMotion: 'reduce' },
  });

  for (const level of SHORT) {
    test(level.game, async ({ page }) => {
      const mirror = await begin(page, level);
      await winByFinger(page, await fingerOf(page), mirror, 'both');
      await isWon(page, mirror);
    });
  }

  test('shift by its buttons', async ({ page }) => {
    const mirror = await begin(page, shortOf('shift'));
    await winByFinger(page, await fingerOf(page), mirror, 'taps');
    await isWon(page, mirror);
  });
});
