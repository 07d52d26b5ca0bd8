// Cells of a board: their names, their neighbours, what lies on them.
import type { Piece, Place, Scene } from '../lib/types';

export interface Cell {
  /** Column and row, from 0. */
  x: number;
  y: number;
}

export type Way = 'L' | 'R' | 'U' | 'D';

export const steps: Record<Way, Cell> = {
  L: { x: -1, y: 0 },
  R: { x: 1, y: 0 },
  U: { x: 0, y: -1 },
  D: { x: 0, y: 1 },
};

const arrows: Record<string, Way> = { ArrowLeft: 'L', ArrowRight: 'R', ArrowUp: 'U', ArrowDown: 'D' };
export const wayOf = (key: string): Way | null => arrows[key] ?? null;

/** The cell that a name such as "2,5" means; null for places that are no cell. */
export function cellOf(name: string): Cell | null {
  const found = /^(\d+),(\d+)$/.exec(name);
  return found && { x: Number(found[2]) - 1, y: Number(found[1]) - 1 };
}

export const nameOf = (cell: Cell): string => `${cell.y + 1},${cell.x + 1}`;

/** The places of a board row by row, without what lies between cells. */
export function rowsOf(scene: Scene): Place[][] {
  const rows: Place[][] = Array.from({ length: scene.rows }, () => []);
  for (const place of scene.places) {
    if (cellOf(place.name)) rows[place.y].push(place);
  }
  for (const row of rows) row.sort((a, b) => a.x - b.x);
  return rows;
}

export function pieceAt(scene: Scene, place: string): Piece | undefined {
  return scene.pieces.find((piece) => piece.place === place);
}

/** The cells on the way from one cell to another, each beside the one before. */
export function between(from: string, to: string): string[] {
  const at = cellOf(from);
  const end = cellOf(to);
  const way: string[] = [];
  if (!at || !end) return way;
  while (at.x !== end.x || at.y !== end.y) {
    const dx = end.x - at.x;
    const dy = end.y - at.y;
    if (Math.abs(dx) >= Math.abs(dy)) at.x += Math.sign(dx);
    else at.y += Math.sign(dy);
    way.push(nameOf(at));
  }
  return way;
}

/** The place that an arrow key leads to, from row to row; the same at an edge. */
export function walk(rows: Place[][], from: string, way: Way): string {
  const y = rows.findIndex((row) => row.some((place) => place.name === from));
  if (y < 0) return rows[0]?.[0]?.name ?? '';
  const x = rows[y].findIndex((place) => place.name === from);
  const row = rows[y + steps[way].y] ?? rows[y];
  const next = Math.min(Math.max(x + steps[way].x, 0), row.length - 1);
  return row[next]?.name ?? from;
}

const kinds: Record<string, string> = { rock: 'rock', closed: 'closed' };

/** A place in words, with what lies on it and what else is to be told. */
export function tells(scene: Scene, place: Place, more: string[] = []): string {
  const pieces = scene.pieces.filter((piece) => piece.place === place.name).map((piece) => piece.says);
  const ground = place.kind === 'goal' ? `goal ${place.face}` : kinds[place.kind];
  const all = [...pieces, ...(ground ? [ground] : []), ...more];
  return `${place.says}: ${all.join(', ') || 'empty'}`;
}
