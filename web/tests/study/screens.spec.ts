// Every screen of the study without a violation of what axe-core knows about
// accessibility, on a phone and a desk, in light and dark, and none that
// scrolls sideways.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from '../page';
import { Person } from './person';
import { TOKEN } from './plan';

/** Where pictures of the screens go, if anywhere. */
const PICTURES = process.env.PICTURES;

async function check(page: Page, name: string, kind: string): Promise<void> {
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}-${kind}.png`, fullPage: true });
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${name}: ${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
  const across = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(across, name).toBeLessThanOrEqual(0);
}

for (const [size, viewport] of Object.entries({ phone: { width: 360, height: 740 }, desk: { width: 1280, height: 800 } })) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const kind = `${size}-${colorScheme}`;
    test.describe(kind, () => {
      test.use({ viewport, colorScheme, contextOptions: { reducedMotion: 'reduce' } });

      test('from consent to rating, and the own data', async ({ page, request }) => {
        const person = new Person(page, request);
        await page.goto('');
        await expect(page.getByTestId('agree')).toBeVisible();
        await check(page, 'welcome', kind);
        await page.getByTestId('agree').click();
        await check(page, 'questions', kind);
        await person.agree();
        await check(page, 'games', kind);
        await page.getByTestId('play-flow').click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await check(page, 'rules', kind);
        await page.keyboard.press('Escape');
        const mirror = await person.mirror();
        await check(page, 'tutorial', kind);
        await person.solve(mirror);
        await expect(page.getByTestId('solved')).toBeVisible();
        await check(page, 'solved', kind);
        await page.getByTestId('next').click();
        await person.level();
        await page.getByTestId('skip-tutorial').click();
        await expect(page.locator('h1')).toContainText('level 1 of 3');
        await person.solve();
        await page.getByTestId('rating-7').check();
        await check(page, 'rate', kind);
        await person.rate(7);
        await page.getByTestId('to-games').click();
        await person.choose('shift');
        await person.level();
        await check(page, 'shift', kind);
        await page.getByTestId('to-mine').click();
        await expect(page.getByTestId('mine-play')).toHaveCount(5);
        await check(page, 'mine', kind);
        await page.getByTestId('mine-erase').click();
        await expect(page.getByTestId('erase-yes')).toBeVisible();
        await check(page, 'erase', kind);
        const rated = (await person.mine()).plays.find(({ rating }) => rating === 7)?.play;
        await page.goto(`?#/replay/${rated}?token=${TOKEN}`);
        await page.getByTestId('replay-step').click();
        await expect(page.getByTestId('replay-at')).toContainText('Step 1 of');
        await check(page, 'replay', kind);
      });

      test('thanks, and a study that is closed', async ({ page, request }) => {
        const person = new Person(page, request);
        await page.route('**/api/player', async (route) => {
          const answer = await route.fetch();
          const player = (await answer.json()) as { games: object[] };
          await route.fulfill({ response: answer, json: { ...player, games: player.games.map((game) => ({ ...game, phase: 'done' })) } });
        });
        await person.agree();
        await page.reload();
        await expect(page.getByTestId('thanks')).toBeVisible();
        await check(page, 'thanks', kind);
        await page.route('**/api/study', async (route) => {
          const study = (await (await route.fetch()).json()) as object;
          await route.fulfill({ json: { ...study, open: false } });
        });
        await page.evaluate(() => localStorage.clear());
        await page.reload();
        await expect(page.getByTestId('closed')).toBeVisible();
        await check(page, 'closed', kind);
      });
    });
  }
}
