// How the study writes what is kept.
import { clockText } from '../play/clock.svelte';
import { plural } from '../play/words';
import type { KeptPlay, PlayEvent } from './types';

export const dateText = (time: number): string => new Date(time).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

export const timeText = (milliseconds: number): string => clockText(milliseconds / 1000);

/** "–" where there is none yet. */
export const orNone = (value: number | null): string => (value === null ? '–' : String(value));

export function endText({ ended }: Pick<KeptPlay, 'ended'>): string {
  return ended ?? 'not ended';
}

/** What was done, in one line. */
export function eventText({ made, back, reset }: PlayEvent): string {
  if (made) return made.join(' ');
  if (back) return `${plural(back, 'move')} taken back`;
  return reset ? 'back to the start' : 'a hint was shown';
}
