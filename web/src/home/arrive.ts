// Moves the focus to the heading of a screen that was gone to, so that screen
// readers and keys begin there. The first screen is left alone.
import { router } from '../lib/router.svelte';
import { untrack } from 'svelte';

export function arrive(screen: HTMLElement) {
  if (untrack(() => router.turn) === 0) return;
  const heading = screen.querySelector<HTMLElement>('h1') ?? screen.closest<HTMLElement>('main');
  if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading?.focus({ preventScroll: true });
  scrollTo(0, 0);
}
