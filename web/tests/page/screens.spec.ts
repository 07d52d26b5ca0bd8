// Every screen without a violation of what axe-core knows about
// accessibility, on a phone and a desk, in light and dark, and none that
// scrolls sideways.
import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '../page';

const SCREENS: Record<string, string> = {
  home: '#/',
  choose: '#/choose/flow',
  paste: '#/paste?game=freecell',
  rules: '#/rules/lazors',
  guide: '#/guide/shift',
  stats: '#/stats',
  settings: '#/settings',
  freecell: '#/freecell:ms#617',
  klondike: '#/klondike:draw3#7',
  sliding: '#/sliding:4x4#17',
  flow: '#/flow:7x7#1',
  lazors: '#/lazors:5x5#1',
  shift: '#/shift:5x5#1',
  template: '#/template:row#7',
  bad: '#/nothing',
};

for (const [size, viewport] of Object.entries({ phone: { width: 360, height: 740 }, desk: { width: 1280, height: 800 } })) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${size}, ${colorScheme}`, () => {
      test.use({ viewport, colorScheme, contextOptions: { reducedMotion: 'reduce' } });
      for (const [name, hash] of Object.entries(SCREENS)) {
        test(name, async ({ page }) => {
          await page.goto(hash);
          await expect(page.locator('h1, h2').first()).toBeVisible();
          if (['freecell', 'klondike', 'sliding', 'flow', 'lazors', 'shift', 'template'].includes(name)) {
            await expect(page.getByTestId('verdict')).toContainText(/yes|no|lost/i);
          }
          const { violations } = await new AxeBuilder({ page }).analyze();
          expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
          const across = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          expect(across).toBeLessThanOrEqual(0);
        });
      }
    });
  }
}
