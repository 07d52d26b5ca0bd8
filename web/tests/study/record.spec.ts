// What is recorded of a play fits what the server takes.
import { expect, test } from '@playwright/test';
import { fitting, movesAfter } from '../../src/study/record';
import type { PlayEvent } from '../../src/study/types';

const size = (events: PlayEvent[]) => JSON.stringify(events).length;

test('moves that stand after taking back and resets', () => {
  expect(movesAfter([])).toEqual([]);
  expect(movesAfter([{ at: 1, made: ['a', 'b'] }, { at: 2, back: 1 }, { at: 3, made: ['c'] }, { at: 4, hint: true }])).toEqual(['a', 'c']);
  expect(movesAfter([{ at: 1, made: ['a'] }, { at: 2, reset: true }, { at: 3, made: ['b'] }])).toEqual(['b']);
});

test('few events are sent as they are', () => {
  const events = [{ at: 1, made: ['a'] }, { at: 2, back: 1 }];
  expect(fitting(events)).toBe(events);
});

test('the oldest of too many moves one after the other are joined, as few as needed', () => {
  const events = Array.from({ length: 30_000 }, (_, at) => (at === 100 ? { at, hint: true } : { at, made: ['L'] }));
  const fits = fitting(events);
  expect(fits.slice(0, 2).map(({ at }) => at)).toEqual([99, 100]);
  expect(fits.slice(-10_000)).toEqual(events.slice(-10_000));
  expect(size(fits)).toBeLessThanOrEqual(480_000);
  expect(size(fits)).toBeGreaterThan(479_900);
  expect(movesAfter(fits)).toEqual(movesAfter(events));
});

test('where joining is not enough the oldest moves that do not stand are left out', () => {
  const back = Array.from({ length: 60_001 }, (_, at) => (at % 2 === 1 ? { at, back: 1 } : { at, made: ['L'] }));
  const fits = fitting(back);
  expect(fits.length).toBeLessThanOrEqual(20_000);
  expect(size(fits)).toBeLessThanOrEqual(480_000);
  expect(fits.length).toBeGreaterThan(18_000);
  expect(fits.slice(-10_000)).toEqual(back.slice(-10_000));
  expect(movesAfter(fits)).toEqual(['L']);
  // More moves than may be made in a play; its resets and hints stay.
  const made = Array<string>(1_000).fill('L');
  const long = Array.from({ length: 80 }, (_, at) => (at % 10 === 8 ? { at, reset: true } : at % 10 === 9 ? { at, hint: true } : { at, made }));
  const short = fitting(long);
  expect(short.filter(({ reset, hint }) => reset || hint)).toEqual(long.filter(({ reset, hint }) => reset || hint));
  // All before the second reset is left out, and nothing after it.
  expect(short.flatMap((event) => event.made ?? [])).toHaveLength(48_000);
  expect(movesAfter(short)).toEqual([]);
});

test('what is sent of long plays can be replayed', () => {
  // Moves, moves taken back, hints and resets in turn; nothing stands at the end.
  const deeds = [{ made: ['L', 'R'] }, { made: ['L'] }, { back: 2 }, { hint: true }, { made: ['R'] }, { back: 1 }];
  const events: PlayEvent[] = Array.from({ length: 70_000 }, (_, at) => (at % 7_000 === 6_999 ? { at, reset: true } : { at, ...deeds[at % 6]! }));
  const fits = fitting(events);
  let stand = 0;
  let before = 0;
  const wrong: PlayEvent[] = [];
  for (const event of fits) {
    const { at, made, back, reset } = event;
    if (at < before || made?.length === 0 || (back ?? 0) > stand) wrong.push(event);
    before = at;
    stand = reset ? 0 : stand + (made?.length ?? 0) - (back ?? 0);
  }
  expect(wrong).toEqual([]);
  expect(stand).toBe(0);
  expect(fits.length).toBeLessThanOrEqual(20_000);
});

test('of too many resets the last ones are told, and what stands', () => {
  const resets: PlayEvent[] = Array.from({ length: 30_000 }, (_, at) => ({ at, reset: true }));
  const fits = fitting([...resets, { at: 30_000, made: ['L'] }]);
  expect(fits.length).toBeGreaterThan(10_000);
  expect(fits.length).toBeLessThanOrEqual(20_000);
  expect(movesAfter(fits)).toEqual(['L']);
});
