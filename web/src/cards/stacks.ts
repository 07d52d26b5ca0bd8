// Cards by the place they lie on, and what the choices say of them.
import type { Choice, Piece, Place, Scene } from '../lib/types';

/** A card with what its place makes of it. */
export interface Card {
  piece: Piece;
  /** The card's id; its place and index where it is face down. */
  key: string;
  /** From the bottom of its place, from 0. */
  index: number;
  /** How many cards are lifted with it, itself among them. */
  count: number;
}

export type Stacks = Map<string, Card[]>;

export function stacksOf(scene: Scene): Stacks {
  const stacks: Stacks = new Map(scene.places.map((place) => [place.name, []]));
  for (const piece of scene.pieces) {
    const stack = stacks.get(piece.place);
    if (!stack) continue;
    const index = stack.length;
    stack.push({ piece, key: piece.id || `down ${piece.place} ${index}`, index, count: 0 });
  }
  for (const stack of stacks.values()) {
    for (const card of stack) card.count = stack.length - card.index;
  }
  return stacks;
}

/** Whether these cards can go anywhere. */
export function canLift(choices: Choice[], from: string, count: number): boolean {
  return choices.some((choice) => choice.from === from && choice.count === count);
}

/** The places that take these cards. */
export function targetsOf(choices: Choice[], from: string, count: number): string[] {
  return choices.filter((choice) => choice.from === from && choice.count === count).map((choice) => choice.to);
}

/** The place that is meant by `to`: whichever foundation was touched, it is
 *  the one that takes the card. */
export function meant(places: Place[], targets: string[], to: Place): string {
  if (targets.includes(to.name) || to.kind !== 'home') return to.name;
  return places.find((place) => place.kind === 'home' && targets.includes(place.name))?.name ?? to.name;
}
