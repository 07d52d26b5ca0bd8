// Where suits stand on number cards: x, y and size on a card of 100 to 140.
type Pip = [number, number, number];

const SIZE = 19;
const LEFT = 31;
const RIGHT = 69;
const [TOP, BOTTOM] = [39, 101];

/** Pips of the middle column, then pairs of the outer ones, by height from 0 to 1. */
function set(middle: number[], pairs: number[]): Pip[] {
  const at = (height: number) => TOP + height * (BOTTOM - TOP);
  return [
    ...middle.map((height): Pip => [50, at(height), SIZE]),
    ...pairs.flatMap((height): Pip[] => [[LEFT, at(height), SIZE], [RIGHT, at(height), SIZE]]),
  ];
}

export const PIPS: Record<string, Pip[]> = {
  A: [[50, 70, 46]],
  2: set([0, 1], []),
  3: set([0, 0.5, 1], []),
  4: set([], [0, 1]),
  5: set([0.5], [0, 1]),
  6: set([], [0, 0.5, 1]),
  7: set([0.25], [0, 0.5, 1]),
  8: set([0.25, 0.75], [0, 0.5, 1]),
  9: set([0.5], [0, 1 / 3, 2 / 3, 1]),
  T: set([1 / 6, 5 / 6], [0, 1 / 3, 2 / 3, 1]),
};

export const picture = (face: string): string => `${import.meta.env.BASE_URL}cards/${face}.svg`;

let asked = false;

/** Asks for all court pictures, so that none is missing when its card turns up. */
export function fetchPictures(): void {
  if (asked) return;
  asked = true;
  for (const rank of 'KQJ') for (const suit of 'SHDC') new Image().src = picture(rank + suit);
}
