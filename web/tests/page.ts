// What all tests share: a page that fails a test on any error in its console
// or request to another host, and the library itself, to know solutions.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test as base, expect, type Page } from '@playwright/test';
import { initSync, Rules, Search } from '../pkg/stumper_wasm.js';
import type { Choice, View } from '../src/lib/types';

export { expect };

/** Fails where the page logs an error, throws, or asks another host. */
export function watch(page: Page, wrong: string[], origin: string): void {
  page.on('console', (message) => {
    // Figures are taken without a service worker.
    if (message.text().includes('blocked by Playwright')) return;
    if (['error', 'warning'].includes(message.type())) wrong.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => wrong.push(`thrown: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    const inside = [origin, 'data:', `blob:${origin}`].some((start) => url.startsWith(start));
    if (!inside) wrong.push(`request: ${url}`);
  });
}

export const test = base.extend<{ wrong: string[] }>({
  wrong: [
    async ({ page, baseURL }, use) => {
      const wrong: string[] = [];
      watch(page, wrong, new URL(baseURL ?? '').origin);
      await use(wrong);
      expect(wrong).toEqual([]);
    },
    { auto: true },
  ],
});

initSync({ module: readFileSync(fileURLToPath(new URL('../pkg/stumper_wasm_bg.wasm', import.meta.url).href)) });
const rules = new Rules();
const search = new Search();

function value<T>(reply: string): T {
  const { value, ...rest } = JSON.parse(reply);
  if (value === undefined) throw new Error(JSON.stringify(rest));
  return value as T;
}

/** A level as the library starts it. */
export function start(level: string, open = true): View {
  return value(rules.call(JSON.stringify({ call: 'start', level, open })));
}

/** A way to win a level after some moves. */
export function solution(level: string, moves: string[] = []): Choice[] {
  const { game, variant } = start(level);
  const position = { level, game, variant, open: true, moves };
  const found = value<{ moves: Choice[] }>(search.call(JSON.stringify({ call: 'solve', position })));
  return found.moves;
}

/** Opens a level and waits until its board is there. */
export async function open(page: Page, level: string, rest = ''): Promise<void> {
  await page.goto(`#/${level}${rest}`);
  await expect(page.getByTestId('count')).toBeVisible();
}
