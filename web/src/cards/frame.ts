// How large cards are and where places lie, in pixels. Cards are as large as
// the table's size allows.
import type { Place, Scene } from '../lib/types';

export interface Frame {
  /** Width and height of a card. */
  w: number;
  h: number;
  /** Whether faces are plain: one large suit and no pips. */
  small: boolean;
  /** Height of the corner with rank and suit. */
  mark: number;
  /** The least room a covered card in a column should have. */
  step: number;
  /** How far a fan of cards may reach beyond its first card. */
  fan: number;
  /** The top left corner of each place. */
  places: Map<string, { x: number; y: number }>;
  /** Where columns must end. */
  bottom: number;
}

/** A column of so many open cards lies unpressed. */
export const EASY = 8;
/** Below this width of a card there is no room for pips. */
const SMALL = 62;
/** A card's widest size, and how far columns drift apart, in widths of a card. */
const WIDEST = 124;
const NEAR = 1.07;
const FAR = 1.22;
/** Slots that a waste takes with its fan. */
const FAN = 1.8;

/** Small cards are slender, to be seen more of. */
const heightOf = (w: number): number => Math.round(w * (w < SMALL ? 1.5 : 1.4));
const markOf = (w: number, large: boolean): number => Math.min(0.42 * w, Math.max((large ? 0.3 : 0.17) * w, 17));
const stepOf = (mark: number): number => 1.25 * mark + 3;
const gapOf = (h: number): number => Math.max(5, 0.09 * h);

/** The places of a table by what they are for. */
interface Parts {
  columns: Place[];
  homes: Place[];
  /** Cells, stock and waste. */
  others: Place[];
}

/** A way to lay out the places. */
interface Plan {
  slots: number;
  /** Rows of piles above the columns. */
  rows: number;
}

/** The plan for a table: on high ones foundations may have a row of their own. */
function planFor({ columns, homes, others }: Parts, high: boolean): Plan {
  const fan = others.some((place) => place.kind === 'waste') ? FAN : 1;
  const one = { rows: 1, slots: Math.max(columns.length, Math.ceil(others.length - 1 + fan) + homes.length) };
  const two = { rows: 2, slots: Math.max(columns.length, others.length, homes.length) };
  return high && two.slots < one.slots ? two : one;
}

function widthIn(plan: Plan, width: number, height: number, large: boolean): number {
  const needs = (w: number) => {
    const h = heightOf(w);
    return plan.rows * (h + gapOf(h)) + h + (EASY - 1) * stepOf(markOf(w, large));
  };
  let w = Math.min(WIDEST, Math.floor(width / (1 + (plan.slots - 1) * NEAR)));
  while (w > 24 && needs(w) > height) w -= 1;
  return w;
}

/** `large` where ranks and suits are wanted larger. */
export function frameOf(scene: Scene, width: number, height: number, large: boolean): Frame {
  const pad = width < 600 ? 4 : 14;
  const [across, down] = [width - 2 * pad, height - 2 * pad];
  const parts: Parts = {
    columns: scene.places.filter((place) => place.y > 0),
    homes: scene.places.filter((place) => place.kind === 'home'),
    others: scene.places.filter((place) => place.y === 0 && place.kind !== 'home'),
  };
  const plan = planFor(parts, down > 0.9 * across);
  const { slots } = plan;
  const w = widthIn(plan, across, down, large);
  const h = heightOf(w);
  const mark = markOf(w, large);
  const pitch = Math.min(FAR * w, (across - w) / Math.max(1, slots - 1));
  const left = (width - w - pitch * (slots - 1)) / 2;
  const places = new Map<string, { x: number; y: number }>();
  const row = h + gapOf(h);
  const put = (list: Place[], slot: number, rows: number) =>
    list.forEach((place, index) => places.set(place.name, { x: left + (slot + index) * pitch, y: pad + rows * row }));

  const { columns, homes, others } = parts;
  put(homes, slots - homes.length, 0);
  put(others, 0, plan.rows - 1);
  put(columns, (slots - columns.length) / 2, plan.rows);
  const fan = (FAN - 1) * pitch;
  return { w, h, small: large || w < SMALL, mark, step: stepOf(mark), fan, places, bottom: height - pad };
}
