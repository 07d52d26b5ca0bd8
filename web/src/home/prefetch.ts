// Loads what playing needs before it is needed.
import { pageOf } from '../games';

export function prefetch(game?: string): void {
  const parts = [import('./Level.svelte'), import('../play/Play.svelte'), game ? pageOf(game) : null];
  // Who needs a part asks again, and tells what is wrong then.
  Promise.all(parts).catch(() => {});
}
