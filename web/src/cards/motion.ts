// What changed from one scene to the next, so that it can be shown.
import type { View } from '../lib/types';
import type { Stacks } from './stacks';

/** How long a card flies, in ms. */
export const FLIGHT = 150;
/** How much later the next card of a run starts, and the next move. */
const NEXT_CARD = 14;
const NEXT_MOVE = 45;
const LATEST = 500;

export interface Change {
  /** Cards that changed places, and when each starts. */
  moved: Map<string, number>;
  /** Cards that were not seen before: the place each came from. */
  came: Map<string, string>;
  /** Cards that are no longer seen: the place each went to, and when. */
  went: Map<string, { to: string; delay: number }>;
  /** Cards face down that lay open before. */
  turned: Set<string>;
}

export const NO_CHANGE: Change = { moved: new Map(), came: new Map(), went: new Map(), turned: new Set() };

/** How many cards lie face down on each place. */
function downOn(stacks: Stacks): Map<string, number> {
  return new Map([...stacks].map(([name, stack]) => [name, stack.filter((card) => card.piece.id === '').length]));
}

/** What a view changed. `stagger` is false where cards were dragged: then
 *  they lie near their places already. */
export function changeOf(before: Stacks, after: Stacks, view: View, stagger: boolean): Change {
  const change: Change = { moved: new Map(), came: new Map(), went: new Map(), turned: new Set() };
  const old = new Map([...before.values()].flat().map((card) => [card.key, card]));
  const now = [...after.values()].flat();
  const [downBefore, downAfter] = [downOn(before), downOn(after)];
  const growth = (name: string) => (downAfter.get(name) ?? 0) - (downBefore.get(name) ?? 0);
  const names = [...downAfter.keys()];
  const lost = names.find((name) => growth(name) < 0);
  const gained = names.find((name) => growth(name) > 0);

  const start = (order: number, index: number) =>
    stagger ? Math.min(LATEST, Math.max(0, order) * NEXT_MOVE + index * NEXT_CARD) : 0;
  const made = (id: string) => view.made.findIndex((choice) => choice.face === id);
  const undone = (id: string) => view.back.find((choice) => choice.face === id);

  for (const card of now) {
    const { id, place } = card.piece;
    const was = old.get(card.key);
    if (was && was.piece.place !== place) {
      const order = view.made.findIndex((choice) => choice.from === was.piece.place && choice.to === place);
      const lead = after.get(place)!.findIndex((other) => old.get(other.key)?.piece.place === was.piece.place);
      change.moved.set(card.key, start(Math.max(order, made(id)), card.index - lead));
    } else if (!was && id === '') {
      if (before.get(place)?.[card.index]) change.turned.add(card.key);
    } else if (!was) {
      const from = growth(place) < 0 ? place : (undone(id)?.to ?? lost);
      if (from) change.came.set(card.key, from);
    }
  }
  const seen = new Set(now.map((card) => card.key));
  for (const card of old.values()) {
    if (seen.has(card.key) || card.piece.id === '') continue;
    const order = made(card.piece.id);
    const to = view.made[order]?.to ?? undone(card.piece.id)?.from ?? gained;
    if (to && to !== card.piece.place) change.went.set(card.key, { to, delay: start(order, 0) });
  }
  return change;
}

/** When the last card has landed. */
export function lasts(change: Change): number {
  return FLIGHT + Math.max(0, ...change.moved.values());
}
