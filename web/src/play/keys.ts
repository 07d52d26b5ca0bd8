// The keys of the play screen, and what they are called.
export type Command = 'undo' | 'redo' | 'hint' | 'pause' | 'next' | 'close';

const words: [Command, string, string][] = [
  ['undo', 'U or Ctrl+Z', 'take back a move'],
  ['redo', 'R, Ctrl+Y or Ctrl+Shift+Z', 'make it again'],
  ['hint', '?', 'a hint; once more makes the move'],
  ['pause', 'P', 'pause'],
  ['next', 'N', 'next level'],
  ['close', 'Esc', 'close what is open'],
];

/** The keys of some commands, and what they do. */
export const keysOf = (allowed: (command: Command) => boolean): [string, string][] =>
  words.filter(([command]) => allowed(command)).map(([, key, says]) => [key, says]);

export const keyList = keysOf(() => true);

const plain: Record<string, Command> = { u: 'undo', r: 'redo', '?': 'hint', p: 'pause', n: 'next', escape: 'close' };

/** The command of a key, unless someone types or the board used the key. */
export function commandOf(event: KeyboardEvent): Command | null {
  if (event.defaultPrevented || event.altKey || event.isComposing) return null;
  const target = event.target;
  if (target instanceof Element && target.closest('input, textarea, select, dialog, [contenteditable]')) return null;
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
    return key === 'y' ? 'redo' : null;
  }
  return plain[key] ?? null;
}
