// Balls have no names of their own: this keeps track of which one went where.
import type { Choice, Piece, View } from '../../lib/types';

export interface Ball {
  key: number;
  face: string;
  colour: number;
  place: string;
}

let last = 0;

function roll(balls: Ball[], made: Choice): Ball[] {
  const goes = new Map(made.motions);
  return balls.map((ball) => ({ ...ball, place: goes.get(ball.place) ?? ball.place }));
}

function fits(balls: Ball[], pieces: Piece[]): boolean {
  const list = (all: { place: string; face: string }[]) => all.map((one) => one.place + one.face).sort().join(' ');
  return list(balls) === list(pieces);
}

/** The balls of a view, with the keys that they had in the view before it. */
export function follow(balls: Ball[], view: View): Ball[] {
  const pieces = view.scene?.pieces ?? [];
  const rolled = [...view.back, ...view.made].reduce(roll, balls);
  for (const tried of [rolled, balls]) if (fits(tried, pieces)) return tried;
  return pieces.map(({ face, colour, place }) => {
    const same = balls.find((ball) => ball.place === place && ball.face === face);
    return same ?? { key: ++last, face, colour, place };
  });
}
