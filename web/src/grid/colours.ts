// The palette of pieces, and the ink that can be read on each of its colours.
const count = 24;
const dark = new Set([0, 1, 8, 10, 12, 15, 16, 18, 22]);

export const paint = (colour: number): string => `var(--c${colour % count})`;
export const inkOn = (colour: number): string => (dark.has(colour % count) ? '#ffffff' : '#000000');
