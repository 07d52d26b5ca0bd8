// Where cards lie, in pixels. Cards are as large as fit; long columns are
// pushed together until they fit the height.
import type { Place, Scene } from '../lib/types';
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

export interface Layout {
  /** Width and height of a card. */
  w: number;
  h: number;
  /** Whether faces are plain: one large suit and no pips. */
  small: boolean;
  /** Height of the corner with rank and suit. */
  mark: number;
  /** The top left corner of each place. */
  places: Map<string, { x: number; y: number }>;
  /** By the key of a card. */
  cards: Map<string, Spot>;
}

/** Below this width of a card there is no room for pips. */
const SMALL = 62;
/** Height over width of a card; small ones are slender, to be seen more of. */
const shapeOf = (w: number): number => (w < SMALL ? 1.5 : 1.4);
/** A card's widest size, and how far columns drift apart, in widths of a card. */
const WIDEST = 124;
const NEAR = 1.07;
const FAR = 1.22;
/** A column of so many open cards lies unpressed. */
const EASY = 8;

/** How many cards of a pile are drawn, with one to spare for flights. */
const DEEP = 4;

/** Height of rank and suit; `large` where they are wanted larger. */
const markOf = (w: number, large: boolean): number => Math.min(0.42 * w, Math.max((large ? 0.3 : 0.17) * w, 17));
const stepOf = (mark: number): number => 1.25 * mark + 3;
const gapOf = (h: number): number => Math.max(5, 0.09 * h);

/** Rows of the top: one, or two where one would make the cards too small. */
function topRows(scene: Scene, wide: boolean): Place[][] {
  const top = scene.places.filter((place) => place.y === 0);
  if (wide) return [top];
  return [top.filter((place) => place.kind === 'home'), top.filter((place) => place.kind !== 'home')];
}

function widthOfCard(width: number, height: number, slots: number, rows: number, large: boolean): number {
  const across = width / (1 + (slots - 1) * NEAR);
  let w = Math.min(across, WIDEST);
  const needs = (h: number, step: number) => rows * (h + gapOf(h)) + h + (EASY - 1) * step;
  while (w > 24 && needs(shapeOf(w) * w, stepOf(markOf(w, large))) > height) w -= 1;
  return Math.floor(w);
}

export function layoutOf(scene: Scene, stacks: Stacks, width: number, height: number, large: boolean): Layout {
  const pad = width < 600 ? 4 : 14;
  const inner = width - 2 * pad;
  const columns = scene.places.filter((place) => place.y > 0);
  const split = topRows(scene, false);
  const narrow = Math.max(columns.length, ...split.map((row) => row.length), 1);
  const one = widthOfCard(inner, height - 2 * pad, scene.columns, 1, large);
  const two = widthOfCard(inner, height - 2 * pad, narrow, 2, large);
  const wide = 1.15 * one >= two || split.some((row) => row.length === 0);
  const slots = wide ? scene.columns : narrow;
  const w = wide ? one : two;
  const h = Math.round(w * shapeOf(w));
  const pitch = Math.min(FAR * w, (inner - w) / Math.max(1, slots - 1));
  const left = (width - w - pitch * (slots - 1)) / 2;
  const layout: Layout = { w, h, small: large || w < SMALL, mark: markOf(w, large), places: new Map(), cards: new Map() };

  let y = pad;
  for (const row of topRows(scene, wide)) {
    row.forEach((place, index) => {
      const aligned = place.kind === 'home' ? slots - row.length + index : index;
      layout.places.set(place.name, { x: left + (wide ? place.x : aligned) * pitch, y });
    });
    y += h + gapOf(h);
  }
  const first = Math.min(...columns.map((place) => place.x));
  const last = Math.max(...columns.map((place) => place.x));
  const middle = (slots - 1 - (last - first)) / 2;
  for (const place of columns) {
    layout.places.set(place.name, { x: left + (place.x - first + middle) * pitch, y });
  }
  for (const place of scene.places) {
    const stack = stacks.get(place.name) ?? [];
    if (place.y > 0) layColumn(layout, place, stack, height - pad);
    else if (place.kind === 'waste') layFan(layout, place, stack, scene, pitch);
    else layPile(layout, place, stack);
  }
  return layout;
}

/** Cards down a column; those face down give way first. */
function layColumn(layout: Layout, place: Place, stack: Card[], bottom: number): void {
  const { h, mark } = layout;
  const at = layout.places.get(place.name)!;
  const covered = stack.slice(0, -1);
  const down = covered.filter((card) => card.piece.face === '').length;
  const up = covered.length - down;
  const room = Math.max(0, bottom - at.y - h);
  let open = Math.max(stepOf(mark), Math.min(0.48 * h, room / (EASY + 3)));
  let closed = 0.13 * h;
  if (down * closed + up * open > room) closed = Math.max(0.05 * h, Math.min(closed, (room - up * open) / down));
  if (up > 0) open = Math.min(open, (room - down * closed) / up);
  let y = at.y;
  for (const card of stack) {
    const step = card.count === 1 ? h : card.piece.face === '' ? closed : open;
    layout.cards.set(card.key, { x: at.x, y, strip: step, aside: false, buried: false });
    y += step;
  }
}

/** The last three cards side by side, where there is room to the right. */
function layFan(layout: Layout, place: Place, stack: Card[], scene: Scene, pitch: number): void {
  const at = layout.places.get(place.name)!;
  const free = !scene.places.some((other) => other.y === 0 && other.x > place.x && other.x <= place.x + 1);
  const step = free ? Math.min(0.42 * layout.w, (2 * pitch - layout.w) / 2) : 0;
  const shown = Math.min(3, stack.length);
  for (const card of stack) {
    const slot = Math.max(0, shown - card.count);
    layout.cards.set(card.key, { x: at.x + slot * step, y: at.y, strip: layout.h, aside: card.count > 1, buried: card.count > DEEP });
  }
}

/** Cards on top of each other. */
function layPile(layout: Layout, place: Place, stack: Card[]): void {
  const at = layout.places.get(place.name)!;
  for (const card of stack) {
    layout.cards.set(card.key, { x: at.x, y: at.y, strip: layout.h, aside: false, buried: card.count > DEEP });
  }
}
