// The keys of the play screen, and what they are called.
export type Command = 'undo' | 'redo' | 'hint' | 'pause' | 'next' | 'close';

export const keyList: [string, string][] = [
  ['U or Ctrl+Z', 'take back a move'],
  ['R, Ctrl+Y or Ctrl+Shift+Z', 'make it again'],
  ['?', 'a hint; once more makes the move'],
  ['P', 'pause'],
  ['N', 'next level'],
  ['Esc', 'close what is open'],
];

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
