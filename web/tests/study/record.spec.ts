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

test('too many moves one after the other are joined', () => {
  const events = Array.from({ length: 30_000 }, (_, at) => (at === 10_000 ? { at, hint: true } : { at, made: ['L'] }));
  const fits = fitting(events);
  expect(fits.map(({ at }) => at)).toEqual([9_999, 10_000, 29_999]);
  expect(movesAfter(fits)).toEqual(movesAfter(events));
});

test('where joining is not enough only what stands is told', () => {
  const events = Array.from({ length: 60_001 }, (_, at) => (at % 2 === 1 ? { at, back: 1 } : { at, made: ['L'] }));
  const fits = fitting(events);
  expect(size(fits)).toBeLessThan(480_000);
  expect(fits).toEqual([{ at: 60_000, made: ['L'] }]);
  // More moves than may be made in a play.
  const long = Array.from({ length: 60 }, (_, at) => (at === 58 ? { at, reset: true } : { at, made: Array<string>(1_000).fill('L') }));
  expect(fitting(long)).toEqual([{ at: 59, made: Array<string>(1_000).fill('L') }]);
});
