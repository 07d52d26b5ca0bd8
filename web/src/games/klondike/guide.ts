// A first level: the last seven cards of a game.
import type { Guide } from '../../lib/types';

const guide: Guide = {
  game: 'klondike',
  variant: 'draw3',
  level: `Home: C-Q D-K H-T S-T
Stock: KC QS
| KH
JH | KS
JS | QH
`,
  steps: [
    { says: 'Most cards are home; two lie face down in columns. Tap the stock to turn its cards. Three are turned at a time; here only two are left.', move: 't' },
    { says: 'The last card of the waste can be played. Put the queen of spades on the king of hearts: columns go down by one, red and black in turn.', move: 'w1' },
    { says: 'Put the queen of hearts on the king of spades. The card under her turns up.', move: '32' },
    { says: 'It is the jack of spades, the next one of his suit. Send him home: drag him to his foundation, or double tap him.', move: '3h' },
    { says: 'An empty column takes only a king. Put the king of clubs there, from the waste.', move: 'w3' },
    { says: 'One card is still face down, under the king of spades. Take the queen of hearts off him: she may lie on the king of clubs.', move: '23' },
    { says: 'Send the queen of spades home.', move: '1h' },
    { says: 'Now the king of spades can follow. The last card turns up.', move: '2h' },
    { says: 'The jack of hearts goes home.', move: '2h' },
    { says: 'The queen of hearts goes home.', move: '3h' },
    { says: 'The king of hearts goes home.', move: '1h' },
    { says: 'Send the king of clubs home, and the game is won.', move: '3h' },
  ],
};

export default guide;
