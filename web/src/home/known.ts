// What the home screens know of the games: short words of their own at once,
// and what the library says when it is there.
import { rules } from '../lib/rules';
import { isObject } from '../lib/store.svelte';
import type { Fault, GameInfo } from '../lib/types';
import { capital } from '../play/words';

export interface Card {
  name: string;
  title: string;
  words: string;
}

export const CARDS: Card[] = [
  { name: 'freecell', title: 'FreeCell', words: 'All cards lie open. Bring them home by suit.' },
  { name: 'klondike', title: 'Klondike', words: 'The classic solitaire with a stock to turn.' },
  { name: 'sliding', title: 'Sliding tiles', words: 'Slide numbers until all are in order.' },
  { name: 'flow', title: 'Flow', words: 'Join the pairs and cover the board.' },
  { name: 'lazors', title: 'Lazors', words: 'Put blocks so that light meets every point.' },
  { name: 'shift', title: 'Shift', words: 'Push all balls at once onto their goals.' },
];

/** Deals of FreeCell that are rated between 1 and 1.8: for a first game. */
const EASY = [3, 8, 33, 46, 58, 59, 75, 80, 113, 155, 166, 188, 192, 199, 217, 219, 220, 224, 240, 251];
export const easyDeal = (): string => `freecell:ms#${EASY[Math.floor(Math.random() * EASY.length)]}`;

export const titleOf = (name: string): string =>
  CARDS.find((card) => card.name === name)?.title ?? capital(name);

let asked: Promise<GameInfo[]> | null = null;
/** All games, as the library tells; asked once. */
export function games(): Promise<GameInfo[]> {
  asked ??= rules.games().catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}

export async function gameOf(name: string): Promise<GameInfo> {
  const all = await games();
  const found = all.find((game) => game.name === name);
  if (found) return found;
  throw new Error(`There is no game "${name.slice(0, 40)}". There are ${all.map((game) => game.name).join(', ')}.`);
}

/** Cards of all games: those with words of their own first. */
export async function allCards(): Promise<Card[]> {
  const more = (await games()).filter((game) => !CARDS.some((card) => card.name === game.name));
  return [...CARDS, ...more.map(({ name, title, summary }) => ({ name, title, words: summary }))];
}

/** What was thrown, as a fault that can be shown. */
export function faultOf(error: unknown): Fault {
  const none = { message: '', place: '', found: '', expected: '', hint: null };
  if (error instanceof Error && !('expected' in error)) return { ...none, message: error.message };
  return isObject(error) ? { ...none, ...error, message: String(error['message'] ?? '') } : { ...none, message: String(error) };
}

/** A day as levels of the day have it, where the player is. */
export function dayOf(date: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Seconds as people write them: 4:05, 1:02:03. */
export function clock(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (number: number) => String(number).padStart(2, '0');
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** A number for a random level. */
export const anyNumber = (): number => 1 + Math.floor(Math.random() * 999_999);
