// What changed from one scene to the next, so that it can be shown.
import type { Stacks } from './stacks';

/** How long a card flies, and how much later the next one starts, in ms. */
export const FLIGHT = 150;
const STAGGER = 14;
const LONGEST = 320;

export interface Change {
  /** Cards that changed places, and when each starts. */
  moved: Map<string, number>;
  /** Cards that turned up: the place each came from. */
  came: Map<string, string>;
  /** Where cards went that are no longer seen. */
  gone: string | null;
  /** Cards face down that lay open before. */
  turned: Set<string>;
}

export const NO_CHANGE: Change = { moved: new Map(), came: new Map(), gone: null, turned: new Set() };

function downIn(stacks: Stacks): Map<string, number> {
  return new Map([...stacks].map(([name, stack]) => [name, stack.filter((card) => card.piece.id === '').length]));
}

export function changeOf(before: Stacks, after: Stacks, stagger: boolean): Change {
  const was = new Map([...before.values()].flat().map((card) => [card.key, card]));
  const downBefore = downIn(before);
  const downAfter = downIn(after);
  const less = (name: string) => (downAfter.get(name) ?? 0) < (downBefore.get(name) ?? 0);
  const more = (name: string) => (downAfter.get(name) ?? 0) > (downBefore.get(name) ?? 0);
  const emptied = [...downAfter.keys()].find(less);
  const change: Change = { moved: new Map(), came: new Map(), gone: null, turned: new Set() };

  const movers = [];
  for (const card of [...after.values()].flat()) {
    const { id, place } = card.piece;
    const old = was.get(card.key);
    if (id === '') {
      if (!old && before.get(place)?.[card.index]) change.turned.add(card.key);
    } else if (!old) {
      const from = less(place) ? place : emptied;
      if (from) change.came.set(card.key, from);
    } else if (old.piece.place !== place) {
      movers.push(card);
    }
  }
  change.gone = [...downAfter.keys()].find((name) => more(name)) ?? null;
  movers.sort((one, other) => one.index - other.index);
  const step = stagger ? Math.min(STAGGER, LONGEST / Math.max(1, movers.length)) : 0;
  movers.forEach((card, order) => change.moved.set(card.key, Math.round(order * step)));
  return change;
}

/** When the last card has landed. */
export function lasts(change: Change): number {
  return FLIGHT + Math.max(0, ...change.moved.values());
}
