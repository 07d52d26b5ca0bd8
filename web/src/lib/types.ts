// What the library hands to the page. Everything a player sees or may do comes
// from here; no rule of a game is written in TypeScript.

/** A position as a table: places, pieces on them, lines across it. It holds
 *  only what the player may see. */
export interface Scene {
  /** Size in cells. Card tables: the width in columns, and two rows. */
  columns: number;
  rows: number;
  places: Place[];
  /** In drawing order; later pieces of a place lie on earlier ones. */
  pieces: Piece[];
  lines: Line[];
}

export interface Place {
  /** As gestures and choices name it, unique in a scene.
   *  Cards: "1".. columns, "a".. free cells, "t" stock, "w" waste, "hC" "hS"
   *  "hH" "hD" foundations. Grids: "row,column" from 1. Lazors: also "hand:A"
   *  "hand:B" "hand:C", where free blocks wait. */
  name: string;
  /** Cards: "column" "cell" "stock" "waste" "home". Grids: "floor" "rock"
   *  "goal" "closed". Lazors: also "hand", "laser" and "point". */
  kind: string;
  /** Column and row from 0. Cards: slot from the left; row 0 is the top row,
   *  row 1 the tableau. Lasers and points of Lazors: in cells from the top left
   *  corner of the board, in halves (1.5, 2). */
  x: number;
  y: number;
  /** The suit of a foundation ("H"); the colour's letter of a goal of Shift, or
   *  of whose path is on a cell of Flow; the number that belongs on a cell of
   *  sliding tiles; "lit" or "dark" for a point of Lazors; "se" "sw" "ne" "nw"
   *  for a laser's way. */
  face: string;
  /** The index of that mark's colour in the palette. */
  colour: number;
  /** For people: "column 3", "row 2, column 5". */
  says: string;
}

export interface Piece {
  /** The same piece keeps its id through moves; "" where it has none (cards
   *  face down, balls). */
  id: string;
  /** "card" (face up), "down" (a card face down), "tile" "ball" "block" "end". */
  kind: string;
  /** "KH" "TS" "2D" for cards; "" for a card face down that the player does
   *  not know, its face where all cards are known; "15" for tiles; the colour's
   *  letter for balls and ends of Flow; "A" "B" "C" for blocks of Lazors. */
  face: string;
  /** The index of its colour in the palette; 0 where it has none. */
  colour: number;
  /** The name of its place. */
  place: string;
  /** For people: "king of hearts", "card face down". */
  says: string;
  /** Whether it never moves (fixed blocks, ends of Flow). */
  fixed: boolean;
}

/** A path of Flow, or a ray of light. Points are in cells from the top left
 *  corner of the board: the middle of the first cell is 0.5, 0.5. */
export interface Line {
  /** "path" or "beam". */
  kind: string;
  /** The colour's letter of a path. */
  face: string;
  colour: number;
  points: [number, number][];
  /** Whether a path joins both ends. */
  whole: boolean;
}

/** A legal move. */
export interface Choice {
  /** The move as text, as `make` takes it. */
  text: string;
  /** The place it leaves and the place it reaches; "" where it has none (a
   *  push of Shift goes from "" to "L" "R" "U" "D"). */
  from: string;
  to: string;
  /** How many pieces move (cards of a run). */
  count: number;
  /** The piece that leads: its face. */
  face: string;
  /** In words, before it is made: "seven of hearts onto the eight of clubs". */
  says: string;
  /** Where each piece goes that has no id: pairs of place names. */
  motions: [string, string][];
}

export type Ending = 'won' | 'no-moves' | 'stuck';

/** All that the page knows of the game under way. */
export interface View {
  /** "freecell:ms#617"; a made-up name for a pasted board. */
  id: string;
  /** Whether `id` makes the level again anywhere, so that a link needs no board. */
  dealt: boolean;
  game: string;
  variant: string;
  /** The level as text at its start. Hidden games: "" unless played openly. */
  board: string;
  /** Whether cards that are face down are shown to the player. */
  open: boolean;
  /** Null where a game has no scene: draw `picture` (SVG) then. */
  scene: Scene | null;
  picture: string | null;
  /** Every legal move. */
  choices: Choice[];
  /** Moves made so far, as text; gestures, which is what a person counts. */
  moves: string[];
  count: number;
  canUndo: boolean;
  canRedo: boolean;
  ending: Ending | null;
  /** What the last call changed: moves forwards, or moves taken back. */
  made: Choice[];
  back: Choice[];
}

/** Why something cannot be done, in words for the player. */
export interface Refusal {
  refused: string;
}

/** Bad input: what is wrong and what was expected. */
export interface Fault {
  message: string;
  place: string;
  found: string;
  expected: string;
  hint: string | null;
}

export interface GameInfo {
  name: string;
  title: string;
  summary: string;
  /** Name and one sentence; the first is the default. */
  variants: [string, string][];
  /** What can be wanted of a made level. */
  options: { name: string; summary: string; default: string }[];
  example: string;
  /** Kinds from easy to hard; empty where the usual kind has all. */
  ladder: string[];
  /** Whether something is hidden from the player. */
  hidden: boolean;
  metrics: string[];
  /** "human" where people's ratings stand behind the scale, "percentile" where
   *  a level is compared with random ones. */
  scale: string;
  /** Words for ratings, easiest first, with the lowest and highest of each. */
  difficulties: [string, [number, number]][];
}

/** A level that can be started. */
export interface LevelInfo {
  id: string;
  game: string;
  variant: string;
  board: string;
  rating: Rating | null;
}

export interface Rating {
  /** From 1, the easiest, to 10. */
  rating: number;
  low: number;
  high: number;
  /** "human" or "percentile". */
  scale: string;
  /** Random levels of the kind that are easier, in percent. */
  percent?: number;
  /** easy, medium, hard, expert. */
  word: string;
  /** What raised or lowered it, the strongest first. */
  parts: { measure: string; value: number; average: number; effect: number }[];
  /** What each part is, in words; only where a rating was asked for. */
  summaries?: string[];
}

/** Which position a search is asked about. */
export interface Position {
  /** An id, or a board. */
  level: string;
  game: string;
  variant: string;
  /** Whether the searcher may look at cards that are face down. */
  open: boolean;
  moves: string[];
}

export type Verdict = 'won' | 'lost' | 'unknown';

export interface Hint {
  /** "moves" "won" "lost" "would-give-up" "unknown". */
  kind: string;
  /** What to do next, first move first. */
  next: Choice[];
  /** Why: "frees the ace of hearts". Empty where there is no short reason. */
  why: string;
  /** Moves to the end, where the whole way is known. */
  left: number | null;
  /** Who says so. */
  by: string;
}

/** What a board calls when a person touches it. Each answers whether it did
 *  something; refusals are shown by the page. */
export interface Hand {
  /** Puts `count` pieces from a place on another one. `onwards`: the finger
   *  goes on from the drag before, and both are one step back. */
  drag(from: string, count: number, to: string, onwards?: boolean): Promise<boolean>;
  /** Does what touching a place alone does: turns the stock, slides a tile. */
  tap(place: string, count: number): Promise<boolean>;
  /** Sends a card home (double tap). */
  send(place: string): Promise<boolean>;
  /** Makes a move by its text (a push of Shift: "L"). */
  make(text: string): Promise<boolean>;
  /** The scene after a drag, without making it; null where it is refused. */
  preview(from: string, count: number, to: string): Promise<Scene | null>;
  /** Words for screen readers, and for the line under the board. */
  say(words: string): void;
}

/** How boards look. */
export interface Look {
  fourColours: boolean;
  /** Letters and shapes beside colours are always there; this makes them larger. */
  letters: boolean;
  /** Whether motion is wanted (settings, and the system's reduced motion). */
  motion: boolean;
  /** Cards that can be played further are marked while one is held. */
  targets: boolean;
}

/** What every board component takes. */
export interface BoardProps {
  view: View;
  hand: Hand;
  look: Look;
  /** The move to show on the board. */
  hint: Choice | null;
  /** Whether the board takes no input (paused, a solution plays). */
  still: boolean;
}

/** What a game's folder exports from index.ts. */
export interface GamePage {
  name: string;
  /** The board; the generic one is used where a game has none. */
  board: import('svelte').Component<BoardProps>;
  /** The rules on one screen: short paragraphs of plain text. */
  rules: string[];
  /** How it is played with mouse, touch, and keys. */
  controls: string[];
  /** A first level to learn on, step by step. */
  guide: Guide;
}

export interface Guide {
  level: string;
  game: string;
  variant: string;
  /** Each step says what to do and why; it is done when this move was made. */
  steps: { says: string; move: string }[];
}
