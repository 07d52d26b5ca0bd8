import type { Guide } from '../../lib/types';

export const guide: Guide = {
  level: '.  .  .  a\nA  .  .  .\n@  .  @  .\nBb @  .  .\n',
  game: 'shift',
  variant: '4x4',
  steps: [
    { says: 'Ball A must come to the ring A in the upper right corner. Ball B is on its ring already. Every push moves both, unless something holds them. Push right: A goes, B is held by the rock beside it.', move: 'R' },
    { says: 'Push up: A goes to the first row. B stays, since there is a rock above it too.', move: 'U' },
    { says: 'Now the way along the first row is free. Push right.', move: 'R' },
    { says: 'Push right once more. A comes to its ring, B is still on its own: won.', move: 'R' },
  ],
};
