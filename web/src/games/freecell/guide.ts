// A first level: the last nine cards of a game, with four columns.
import type { Guide } from '../../lib/types';

const guide: Guide = {
  game: 'freecell',
  variant: 'columns=4',
  level: `Foundations: H-T C-K D-Q S-9
JH KS
TS QH JS
QS KD
KH
`,
  steps: [
    { says: 'The ten of spades goes home next, but two cards lie on it. Make room first: put the king of diamonds into a free cell. A cell holds any one card.', move: '3a' },
    { says: 'The queen of spades is free now. Put her on the king of hearts: columns go down by one, red and black in turn. Column 3 is empty then.', move: '34' },
    { says: 'The queen of hearts and the jack of spades go down by one in turns of colour, so they move together. Drag the queen onto the king of spades.', move: '21' },
    { says: 'The ten of spades is free. Send it home: drag it to its foundation, or double tap it.', move: '2h' },
    { says: 'The jack of spades follows.', move: '1h' },
    { says: 'And the queen of spades.', move: '4h' },
    { says: 'The jack of hearts lies under a king and a queen. An empty column takes any card: drag the king of spades, with the queen on it, to column 2.', move: '12' },
    { says: 'The jack of hearts goes home.', move: '1h' },
    { says: 'The queen of hearts goes home.', move: '2h' },
    { says: 'The king of spades ends his suit.', move: '2h' },
    { says: 'The king of hearts ends his.', move: '4h' },
    { says: 'Cards go home from cells too: send the king of diamonds, and the game is won.', move: 'ah' },
  ],
};

export default guide;
