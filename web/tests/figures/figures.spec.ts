// How fast and how large the page is: `npm run figures` prints the table. It is
// run by hand, since times depend on the machine.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Worker as Thread } from 'node:worker_threads';
import { brotliCompressSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { expect, solution, test } from '../page';

const rows: [string, string][] = [];
test.describe.configure({ mode: 'serial' });
// A service worker would answer for files that a test brings itself.
test.use({ serviceWorkers: 'block' });
test.afterAll(() => console.table(Object.fromEntries(rows)));

const at = (sorted: number[], share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
const sort = (times: number[]) => [...times].sort((a, b) => a - b);

/** Milliseconds until the first card can be seen, in a new browser. */
async function firstBoard(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${url}#/freecell:ms#617`, { waitUntil: 'commit' });
  await page.getByTestId('card-JD').waitFor();
  // Two frames later it has been painted.
  const time = await page.evaluate(
    () => new Promise<number>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now())))),
  );
  await context.close();
  return time;
}

/** Threads that keep this many cores busy until they are ended. */
const busy = (cores: number) => Array.from({ length: cores }, () => new Thread('for (;;) {}', { eval: true }));

for (const cores of [0, 2]) {
  test(`first board, cold cache, ${cores} busy cores`, async ({ browser, baseURL }) => {
    const load = busy(cores);
    const times: number[] = [];
    for (let turn = 0; turn < 7; turn++) times.push(await firstBoard(browser, baseURL ?? ''));
    await Promise.all(load.map((worker) => worker.terminate()));
    const sorted = sort(times);
    rows.push([`first board visible, ${cores} busy cores, ms`, `median ${at(sorted, 0.5).toFixed(0)}, worst ${at(sorted, 1).toFixed(0)}`]);
  });
}

test('all that is loaded', async ({ page, baseURL }) => {
  const bodies = new Map<string, Promise<Buffer>>();
  page.on('response', (response) => {
    if (response.url().startsWith(baseURL ?? '')) bodies.set(response.url(), response.body());
  });
  await page.goto('#/freecell:ms#617');
  await expect(page.getByTestId('verdict')).toContainText(/yes/i);
  let loaded = 0;
  for (const body of bodies.values()) loaded += brotliCompressSync(await body).length;
  rows.push(['loaded for a game of FreeCell, brotli, bytes', `${loaded} in ${bodies.size} files`]);
  const list = execFileSync('find', [fileURLToPath(new URL('../../dist', import.meta.url).href), '-type', 'f'], { encoding: 'utf8' });
  const whole = list.trim().split('\n').reduce((sum, file) => sum + brotliCompressSync(readFileSync(file)).length, 0);
  rows.push(['the whole page, all games, brotli, bytes', String(whole)]);
});

/** Notes for every change of the count how long after the input the next frame came. */
async function noteFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    const noted: number[] = [];
    Object.assign(window, { noted });
    let pressed = 0;
    addEventListener('pointerdown', (event) => (pressed = event.timeStamp), true);
    const count = document.querySelector('[data-testid="count"]');
    if (!count) throw new Error('no count');
    new MutationObserver(() => requestAnimationFrame((frame) => noted.push(frame - pressed))).observe(count, {
      characterData: true,
      childList: true,
      subtree: true,
    });
  });
}

test('a move answered', async ({ page }) => {
  await page.goto('#/settings');
  await page.getByTestId('setting-automatic').uncheck();
  for (const level of ['shift:5x5#1', 'shift:5x5#4', 'sliding:4x4#17']) {
    await page.goto(`#/${level}`);
    await expect(page.getByTestId('verdict')).toContainText(/yes/i);
    await noteFrames(page);
    const moves = solution(level).slice(0, 40);
    for (const choice of moves) {
      const spot = level.startsWith('shift') ? `push-${choice.to}` : `cell-${choice.from}`;
      await page.getByTestId(spot).click({ force: true });
    }
    await expect(page.getByTestId('count')).toHaveText(`${moves.length} moves`);
    const times = sort(await page.evaluate(() => (window as unknown as { noted: number[] }).noted));
    rows.push([`${level}: a move answered, ms`, `median ${at(times, 0.5).toFixed(1)}, 95 of 100 below ${at(times, 0.95).toFixed(1)}`]);
  }
});

test('can I still win, for FreeCell', async ({ page }) => {
  const times: number[] = [];
  for (const level of ['freecell:ms#617', 'freecell:ms#1', 'freecell:ms#25']) {
    await page.goto(`#/${level}`);
    await expect(page.getByTestId('verdict')).toContainText(/yes/i);
    await page.evaluate(() => {
      const noted: number[] = [];
      Object.assign(window, { noted });
      const verdict = document.querySelector('[data-testid="verdict"]');
      const count = document.querySelector('[data-testid="count"]');
      if (!verdict || !count) throw new Error('no verdict');
      let moved = 0;
      new MutationObserver(() => (moved = performance.now())).observe(count, { characterData: true, childList: true, subtree: true });
      new MutationObserver(() => {
        if (!moved || !/yes|lost/i.test(verdict.textContent ?? '')) return;
        noted.push(performance.now() - moved);
        moved = 0;
      }).observe(verdict, { characterData: true, childList: true, subtree: true, attributes: true });
    });
    for (let at = 0; at < 20; at++) {
      await page.getByTestId('hint').click();
      await expect(page.getByTestId('hint-words')).toBeVisible();
      await page.getByTestId('hint').click();
      await expect(page.getByTestId('hint-words')).toBeHidden();
      await expect(page.getByTestId('verdict')).toContainText(/yes/i);
    }
    times.push(...(await page.evaluate(() => (window as unknown as { noted: number[] }).noted)));
  }
  const sorted = sort(times);
  rows.push([`can I still win, FreeCell, ${times.length} moves, ms`, `median ${at(sorted, 0.5).toFixed(1)}, worst ${at(sorted, 1).toFixed(1)}`]);
});

test('FreeCell 1 to 10000 in a worker and by the program', async ({ page, baseURL }) => {
  const program = process.env['STUMPER_DIST'] ?? '../target/dist/stumper';
  await page.goto('#/freecell:ms#1');
  await expect(page.getByTestId('verdict')).toContainText(/yes/i);
  const files = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  const library = files.find((name) => name.endsWith('.wasm')) ?? `${baseURL}missing.wasm`;
  const glue = readFileSync(fileURLToPath(new URL('../../pkg/stumper_wasm.js', import.meta.url).href), 'utf8');
  await page.route('**/figures-worker.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `${glue}
addEventListener('unhandledrejection', ({ reason }) => self.postMessage({ rows: String(reason) }));
self.onmessage = async ({ data }) => {
  await __wbg_init({ module_or_path: await WebAssembly.compile(await (await fetch(data.library)).arrayBuffer()) });
  const search = new Search();
  search.call(JSON.stringify({ call: 'rows', ids: 'freecell#1-100' }));
  const began = performance.now();
  const rows = JSON.parse(search.call(JSON.stringify({ call: 'rows', ids: data.ids }))).value;
  self.postMessage({ seconds: (performance.now() - began) / 1000, rows });
};`,
    }),
  );
  const ids = 'freecell#1-10000';
  const ratios: number[] = [];
  for (let turn = 0; turn < 3; turn++) {
    const inWorker = await page.evaluate(
      (data) =>
        new Promise<{ seconds: number; rows: string }>((done, fail) => {
          const worker = new Worker('figures-worker.js', { type: 'module' });
          worker.onmessage = ({ data }) => (worker.terminate(), done(data));
          worker.onerror = (event) => fail(new Error(event.message));
          worker.postMessage(data);
        }),
      { library, ids },
    );
    const began = performance.now();
    const native = execFileSync(program, ['solve', ids, '--format', 'json', '--no-times', '--jobs', '1'], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const seconds = (performance.now() - began) / 1000;
    expect(inWorker.rows === native, 'the same rows, byte for byte').toBe(true);
    ratios.push(inWorker.seconds / seconds);
  }
  rows.push(['FreeCell 1..10000, worker over native', sort(ratios).map((ratio) => ratio.toFixed(2)).join(', ')]);
});
