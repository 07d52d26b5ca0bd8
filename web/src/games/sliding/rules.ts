export const rules = [
  'Numbered tiles lie in a box with one gap. A tile beside the gap, above it or below it slides into it. Nothing else can move.',
  'Bring the numbers in order: the first row from left to right, then the next. The gap comes last, in the lower right corner. Where the level says "blank-first", it comes first, in the upper left corner.',
  'All tiles between a tile and the gap slide together when they stand in one row or column. Each of them counts as a move.',
  'Of all ways to lay the tiles, half can never be put in order. Levels made here are always of the other half. A board that you paste is checked.',
  'A good way to begin: finish the top row, then the left column, and do not touch them again. What is left is a smaller box.',
];

export const controls = [
  'Mouse or touch: tap a tile to slide it, with all tiles between it and the gap. Or drag it towards the gap.',
  'Keys: an arrow pushes a tile that way, into the gap. Shift and an arrow move a ring from tile to tile, to read the board or to slide the tile under it with Enter.',
];
