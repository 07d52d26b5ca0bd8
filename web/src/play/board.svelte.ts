// What a game is drawn with: its own page once it is here, and how it looks.
import { prefersReducedMotion } from 'svelte/motion';
import { pageOf } from '../games';
import { settings } from '../lib/store.svelte';
import type { GamePage, Look } from '../lib/types';

export class BoardPage {
  page = $state.raw<GamePage | null>(null);
  /** The game whose page was asked for, once it is here. */
  paged = $state('');

  async find(wanted: string): Promise<void> {
    const found = await pageOf(wanted).catch(() => null);
    this.page = found;
    this.paged = wanted;
  }
}

/** How boards look by the settings and the system. */
export function lookNow(): Look {
  return {
    fourColours: settings.fourColours,
    letters: settings.letters,
    targets: settings.targets,
    motion: settings.motion === 'on' || (settings.motion === 'system' && !prefersReducedMotion.current),
  };
}
