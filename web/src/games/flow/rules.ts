export const rules = [
  'Each letter stands twice on the board. Join the two with a path of steps to the left, to the right, up and down.',
  'Paths do not cross, and no cell is on two of them. A path may run beside itself.',
  'The level is won when every pair is joined and every cell is covered. In levels of the kind "paths" cells may stay empty.',
  'Levels made here have one solution. So think about corners first: a path that covers an empty corner must turn there.',
  'Drawing over another path cuts it off there. Going back along a path takes steps back.',
];

export const controls = [
  'Mouse or touch: press on a dot or on a path and draw from cell to cell. Go back over the path to shorten it. Tap a dot to erase its path.',
  'Keys: arrows move the ring. Space or Enter picks up the path under it, then the arrows draw, and space lets go. Backspace erases the path.',
];
