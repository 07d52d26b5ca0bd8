// A pack of levels that is played one after the other.
import { Drawer, alike, isObject, type Reading } from './store.svelte';
import type { LevelInfo } from './types';

export interface Series {
  name: string;
  levels: Pick<LevelInfo, 'id' | 'game' | 'variant' | 'board'>[];
  /** The level that comes next, from 0. */
  at: number;
  /** Places of levels that were won. */
  won: number[];
}

const LEVEL = { id: '', game: '', variant: '', board: '' };

function read(data: unknown): Reading<Series | null> {
  if (data === null) return { value: null, whole: true };
  const right =
    isObject(data) &&
    typeof data['name'] === 'string' &&
    Number.isInteger(data['at']) &&
    Array.isArray(data['levels']) &&
    data['levels'].every((level) => alike(level, LEVEL)) &&
    Array.isArray(data['won']) &&
    data['won'].every(Number.isInteger);
  return right ? { value: data as unknown as Series, whole: true } : { value: null, whole: false };
}

const kept = new Drawer<Series | null>('series', () => null, read);

export const series = {
  get now(): Series | null {
    return kept.value;
  },
  begin(name: string, levels: LevelInfo[]) {
    const plain = levels.map(({ id, game, variant, board }) => ({ id, game, variant, board }));
    kept.put({ name, levels: plain, at: 0, won: [] });
  },
  reach(at: number) {
    if (kept.value && kept.value.at !== at) kept.put({ ...kept.value, at });
  },
  win(at: number) {
    if (kept.value && !kept.value.won.includes(at)) kept.put({ ...kept.value, won: [...kept.value.won, at] });
  },
  drop() {
    kept.put(null);
  },
};
