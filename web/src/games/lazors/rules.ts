export const rules = [
  'Lasers send light on the slant across a grid. Put all your blocks on open cells so that light comes to every point.',
  'A mirror (bright, with slanting gloss) throws light back. An absorber (dark, with a cross) ends it. A splitter (of glass, with half a line) does both: light goes through it, and is thrown back as well.',
  'Light runs from the middle of one side of a cell to the middle of the next. It turns at the side of a block, like a ball at the side of a table. At the edge of the grid it ends.',
  'Blocks may stand on open cells only, one on each. Cells with a broken outline are closed: light passes, blocks do not stand. Blocks with bolts in their corners are fixed.',
  'The level is won when no block is left in your hand and every point is lit. The order does not matter, and blocks can be taken up again.',
];

export const controls = [
  'Mouse or touch: drag a block from the hand below the board to a cell, from cell to cell, or back to the hand. The light shows how it would go. Or tap a block, then the cell.',
  'Keys: arrows move the ring, also to the hand below the board. Enter picks up a block and puts it down, Escape lets go, Backspace takes a block off. The letters a, b and c put a mirror, an absorber or a splitter at the ring.',
];
