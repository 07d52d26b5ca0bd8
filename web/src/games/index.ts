// One line a game. A game that is not listed is played on the generic board.
import type { GamePage } from '../lib/types';

const PAGES: Record<string, () => Promise<{ default: GamePage }>> = {
  freecell: () => import('./freecell'),
  klondike: () => import('./klondike'),
  sliding: () => import('./sliding'),
  flow: () => import('./flow'),
  lazors: () => import('./lazors'),
  shift: () => import('./shift'),
};

/** A game's own page, or null where nobody has drawn one. */
export async function pageOf(name: string): Promise<GamePage | null> {
  return (await PAGES[name]?.())?.default ?? null;
}
