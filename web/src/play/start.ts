// What a game begins with, and the name it is kept under.
import type { Guide, View } from '../lib/types';

export interface Start {
  level: string;
  game: string;
  variant: string;
  open: boolean;
  moves: string[];
  guide: Guide | null;
}

/** What a game is kept under. All boards that were pasted have the same name,
 *  so their text is part of it. */
export function keptAs(view: View, level: string): string {
  if (view.dealt) return view.id;
  let sum = 0;
  for (const letter of level) sum = (sum * 31 + letter.codePointAt(0)!) >>> 0;
  return `${view.game} ${view.id} ${sum.toString(36)}`;
}
