// Where cards lie, in pixels. Long columns are pushed together until they fit.
import type { Place, Scene } from '../lib/types';
import { EASY, type Frame, frameOf } from './frame';
import type { Card, Stacks } from './stacks';

export interface Spot {
  x: number;
  y: number;
  /** What can be seen of the card's height; all of it for the last card. */
  strip: number;
  /** Whether only its left side can be seen. */
  aside: boolean;
  /** Whether it lies so deep in a pile that nothing of it is seen. */
  buried: boolean;
}

export interface Layout extends Frame {
  /** By the key of a card. */
  cards: Map<string, Spot>;
}

/** How many cards of a pile are drawn, with one to spare for flights. */
const DEEP = 4;

export function layoutOf(scene: Scene, stacks: Stacks, width: number, height: number, large: boolean): Layout {
  const layout: Layout = { ...frameOf(scene, width, height, large), cards: new Map() };
  for (const place of scene.places) {
    const stack = stacks.get(place.name) ?? [];
    if (place.kind === 'column') layColumn(layout, place, stack);
    else layPile(layout, place, stack);
  }
  return layout;
}

/** Cards down a column; those face down give way first. */
function layColumn(layout: Layout, place: Place, stack: Card[]): void {
  const { h, step, bottom } = layout;
  const at = layout.places.get(place.name)!;
  const covered = stack.slice(0, -1);
  const down = covered.filter((card) => card.piece.face === '').length;
  const up = covered.length - down;
  const room = Math.max(0, bottom - at.y - h);
  let open = Math.max(step, Math.min(0.48 * h, room / (EASY + 3)));
  let closed = 0.13 * h;
  if (down * closed + up * open > room) closed = Math.max(0.05 * h, Math.min(closed, (room - up * open) / down));
  if (up > 0) open = Math.min(open, (room - down * closed) / up);
  let y = at.y;
  for (const card of stack) {
    const strip = card.count === 1 ? h : card.piece.face === '' ? closed : open;
    layout.cards.set(card.key, { x: at.x, y, strip, aside: false, buried: false });
    y += strip;
  }
}

/** Cards on top of each other; of a waste the last three lie side by side. */
function layPile(layout: Layout, place: Place, stack: Card[]): void {
  const { w, h, fan } = layout;
  const at = layout.places.get(place.name)!;
  const shown = place.kind === 'waste' ? Math.min(3, stack.length) : 1;
  const step = Math.min(0.42 * w, fan / 2);
  for (const card of stack) {
    const x = at.x + Math.max(0, shown - card.count) * step;
    layout.cards.set(card.key, { x, y: at.y, strip: h, aside: shown > 1 && card.count > 1, buried: card.count > DEEP });
  }
}
