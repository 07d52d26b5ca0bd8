import type { Guide } from '../../lib/types';

export const guide: Guide = {
  level: '2 3 0\n1 5 6\n4 7 8\n',
  game: 'sliding',
  variant: '3x3',
  steps: [
    { says: 'The gap is in the upper right corner, where 3 belongs. Tap the 3 (or press the right arrow): it slides into the gap.', move: 'R' },
    { says: 'Now the gap is where 2 belongs. Slide the 2 to the right.', move: 'R' },
    { says: 'The gap has come to the corner of 1. The 1 is just below: slide it up. The first row is done.', move: 'U' },
    { says: 'The 4 belongs to the start of the second row. Slide it up.', move: 'U' },
    { says: 'Two tiles are left, both one step too far to the right. Slide the 7 to the left. (A tap on the 8 would slide both at once.)', move: 'L' },
    { says: 'Slide the 8 to the left. Then all numbers are in order and the gap is last.', move: 'L' },
  ],
};
