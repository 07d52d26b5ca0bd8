import type { Guide } from '../../lib/types';

export const guide: Guide = {
  level: 'GRID START\no o o\no x o\no o x\nGRID STOP\n\nA 1\nC 1\n\nL 5 4 -1 -1\n\nP 0 3\nP 1 0\n',
  game: 'lazors',
  variant: '3x3',
  steps: [
    { says: 'The light goes up to the left and leaves at the top, past one point. That one must stay lit, and some light must turn down. A splitter of glass does both: drag it to the middle of the first row.', move: 'C@2,1' },
    { says: 'Half of the light now runs down to the left, towards the lower left cell. Put the mirror there: it throws the light up again, to the point at the left edge.', move: 'A@1,3' },
  ],
};
