// The page without a server, and on hosts that know little.
import { expect, test, watch } from '../page';
import { host } from '../host';

const DIST = new URL('../../dist', import.meta.url).pathname;

test('everything works offline after the first load', async ({ page, context }) => {
  await page.goto('');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await context.setOffline(true);
  await page.goto('#/flow:5x5#1');
  await page.reload();
  await expect(page.getByTestId('cell-1,1')).toBeVisible();
  await page.getByTestId('hint').click();
  await expect(page.getByTestId('hint-words')).toBeVisible();
  await page.goto('#/klondike:draw3#7');
  await expect(page.getByTestId('place-t')).toBeVisible();
});

test('a static host under a path serves it', async ({ browser }) => {
  const { url, close } = await host(DIST, '/games/stumper/');
  const page = await (await browser.newContext()).newPage();
  const wrong: string[] = [];
  watch(page, wrong, new URL(url).origin);
  await page.goto(`${url}#/freecell:ms#1`);
  await expect(page.getByTestId('verdict')).toContainText(/yes/i);
  await page.reload();
  await expect(page.getByTestId('card-KH')).toBeVisible();
  const scope = await page.evaluate(() => navigator.serviceWorker.ready.then(({ scope }) => scope));
  expect(scope).toBe(url);
  expect(wrong).toEqual([]);
  await page.context().close();
  await close();
});

test('it can be installed', async ({ page, request, baseURL }) => {
  await page.goto('');
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = await (await request.get(new URL(href ?? '', baseURL).href)).json();
  expect(manifest.display).toBe('standalone');
  for (const icon of manifest.icons) {
    const url = new URL(icon.src, new URL(href ?? '', baseURL));
    expect((await request.get(url.href)).ok()).toBe(true);
  }
});
