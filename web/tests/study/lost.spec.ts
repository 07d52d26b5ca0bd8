// Reloads, lost connections and second tabs: nothing is lost, nothing comes
// twice, nothing is mixed.
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { expect, test, watch } from '../page';
import { exported, Person } from './person';

/** A browser of its own, whose page is watched; a connection that is lost on
 *  purpose is no error. */
async function browserOf(browser: Browser, wrong: string[], origin: string): Promise<[BrowserContext, Page]> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const seen: string[] = [];
  watch(page, seen, origin);
  context.on('close', () => wrong.push(...seen.filter((words) => !words.includes('ERR_INTERNET_DISCONNECTED'))));
  return [context, page];
}

test('two at once, with reloads and a lost connection', async ({ browser, request, baseURL, wrong }) => {
  const origin = new URL(baseURL ?? '').origin;
  const one = await browserOf(browser, wrong, origin);
  const two = await browserOf(browser, wrong, origin);
  const names = await Promise.all([takePart(...one, request, [2, 5, 8]), takePart(...two, request, [1, 10, 4])]);
  const inOrder = (numbers: number[]) => [...numbers].sort((a, b) => a - b);
  // An export that was made before is handed out for a while.
  const found = async () => {
    const rows = (await exported(request)).filter(({ rating }) => rating !== '');
    return names.map((name) => inOrder(rows.filter(({ player }) => player === name).map(({ rating }) => Number(rating))));
  };
  await expect.poll(found, { timeout: 60_000 }).toEqual([inOrder([2, 5, 8]), inOrder([1, 10, 4])]);
  await Promise.all([one, two].map(([context]) => context.close()));
});

async function takePart(context: BrowserContext, page: Page, request: ConstructorParameters<typeof Person>[1], ratings: number[]): Promise<string> {
  const person = new Person(page, request);
  await person.agree();
  await person.begin('shift');
  for (const [at, rating] of ratings.entries()) {
    await expect(page.locator('h1')).toContainText(`level ${at + 1} of 3`);
    const mirror = await person.mirror();
    const first = mirror.next()!;
    await page.getByTestId(`push-${first.text}`).click();
    await expect(page.getByTestId('count')).toHaveText('1 move');
    mirror.make(first.text);
    // In the middle of a level.
    await page.reload();
    await expect(page.getByTestId('count')).toHaveText('1 move');
    // While it is finished and rated.
    await context.setOffline(true);
    await person.solve(mirror);
    await expect(page.getByTestId('rate')).toBeVisible();
    await expect(page.getByTestId('lost')).toContainText('your play is kept and will be sent');
    await person.rate(rating);
    await expect(page.getByText('The next level comes')).toBeVisible();
    await context.setOffline(false);
  }
  await expect(page.getByTestId('game-shift')).toContainText('All levels done');
  await expect(page.getByTestId('lost')).toHaveCount(0);
  const { player } = await person.mine();
  const plays = await person.rated();
  expect(plays.map(({ ended, rating }) => ({ ended, rating }))).toEqual(ratings.map((rating) => ({ ended: 'solved', rating })));
  for (const { events, moves } of plays) expect(events?.length).toBe(moves);
  return player.name;
}

test('an answer that got lost is asked for again, and nothing is kept twice', async ({ page, request }) => {
  const person = new Person(page, request);
  await person.agree();
  await person.begin('flow');
  let lost = 0;
  // The server takes it, and the answer does not arrive.
  await page.route(/api\/plays\//, async (route) => {
    if (lost++ > 0) return route.fallback();
    await route.fetch();
    return route.fulfill({ status: 200, contentType: 'text/html', body: '<p>no answer of the study</p>' });
  });
  await person.solve();
  await person.rate(7);
  await expect(page.locator('h1')).toContainText('level 2 of 3');
  const plays = await person.rated();
  expect(plays.filter(({ ended }) => ended !== null)).toHaveLength(1);
  expect(plays[0]).toMatchObject({ ended: 'solved', rating: 7 });
  expect(lost).toBe(3);
});

test('a reload before the rating asks for it again', async ({ page, request }) => {
  const person = new Person(page, request);
  await person.agree();
  await person.begin('shift');
  await person.solve();
  await expect.poll(async () => (await person.rated())[0]?.ended).toBe('solved');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'How hard was it' })).toBeVisible();
  await person.rate(3);
  await expect(page.locator('h1')).toContainText('level 2 of 3');
  expect((await person.rated())[0]).toMatchObject({ rating: 3 });
});

test('what the server refuses is told, and the level begins anew', async ({ page, request, wrong }) => {
  const person = new Person(page, request);
  await person.agree();
  await person.begin('shift');
  // Moves that do not solve it.
  await page.route(/api\/plays\//, async (route) => {
    const body = route.request().postDataJSON() as object;
    await route.continue({ postData: JSON.stringify({ ...body, events: [] }) });
  });
  await person.solve();
  await expect(page.getByTestId('notice')).toContainText('did not take what was sent');
  await expect(page.getByTestId('count')).toHaveText('0 moves');
  await expect(page.locator('h1')).toContainText('level 1 of 3');
  expect((await person.rated())[0]).toMatchObject({ ended: null });
  expect(wrong.splice(0).every((words) => words.includes('422'))).toBe(true);
});

test('of two tabs the newer one plays', async ({ page, context, request, baseURL, wrong }) => {
  const person = new Person(page, request);
  await person.agree();
  await person.begin('shift');
  const mirror = await person.mirror();
  const first = mirror.next()!;
  await page.getByTestId(`push-${first.text}`).click();
  await expect(page.getByTestId('count')).toHaveText('1 move');
  mirror.make(first.text);

  const second = await context.newPage();
  watch(second, wrong, new URL(baseURL ?? '').origin);
  await second.goto('');
  await expect(second.getByTestId('count')).toHaveText('1 move');
  await expect(page.getByTestId('elsewhere')).toBeVisible();
  const third = mirror.next()!;
  await second.getByTestId(`push-${third.text}`).click();
  await expect(second.getByTestId('count')).toHaveText('2 moves');
  mirror.make(third.text);

  // The first tab takes over, with what was done in the second.
  await page.getByTestId('here').click();
  await expect(page.getByTestId('count')).toHaveText('2 moves');
  await expect(second.getByTestId('elsewhere')).toBeVisible();
  await second.close();
  await person.solve(mirror);
  await person.rate(6);
  await expect(page.locator('h1')).toContainText('level 2 of 3');
  const [kept] = await person.rated();
  expect(kept).toMatchObject({ ended: 'solved', rating: 6 });
  expect(kept!.events!.flatMap(({ made }) => made ?? [])).toEqual(mirror.view.moves);
});
