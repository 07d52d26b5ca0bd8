import type { Guide } from '../../lib/types';

export const guide: Guide = {
  level: 'flow:4x4#1',
  game: 'flow',
  variant: '4x4',
  steps: [
    { says: 'Both dots of A are at the left edge. Draw straight down from one to the other. No cell at the edge must be left over.', move: 'A:d A:d A:d' },
    { says: 'B starts beside A in the first row and ends at the right edge. Someone must cover the upper right corner, and only B comes by: draw to the right, then down to the other B.', move: 'B:r B:r B:d B:d' },
    { says: 'The two dots of C are near each other. To the right and down joins them and covers the cell between.', move: 'C:r C:d' },
    { says: 'The last row is left. Draw D down and then to the right. Every pair is joined, every cell covered: won.', move: 'D:d D:r D:r' },
  ],
};
