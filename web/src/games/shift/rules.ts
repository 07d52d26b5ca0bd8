export const rules = [
  'Balls lie on a board with rocks and goals. A push moves all balls at once, one cell to the left, to the right, up or down.',
  'A ball stays where it is when the edge, a rock, or a ball that stays itself is ahead of it. All other balls go. So a row of balls at a wall stays as a whole, and a row with an empty cell ahead goes as a whole.',
  'The level is won when every ball lies on a goal of its colour. Goals are rings with the letter of the colour. Any ball of a colour may go to any goal of it.',
  'A push that would move no ball is no move.',
  'There is mostly no way back: a ball that was held has come nearer to the others, and the opposite push does not undo that. Rocks and edges are your tools: they hold one ball while the others go on.',
];

export const controls = [
  'Mouse or touch: swipe anywhere on the board, or use the four buttons at its edges.',
  'Keys: the arrows push. Shift and an arrow move a ring from cell to cell, to read the board.',
];
