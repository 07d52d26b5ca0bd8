// Small texts that several parts of the play screen need.
import type { Choice, Ending, Hint, Verdict } from '../lib/types';

export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

export function sentence(words: string): string {
  if (words === '') return '';
  const text = capital(words);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** What moves did, in one line. A long list names its end only. */
export function told(made: Choice[]): string {
  const last = made.slice(-3).map((move) => sentence(move.says));
  return made.length > 3 ? `${made.length} moves, at the end: ${last.join(' ')}` : last.join(' ');
}

export function plural(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}

/** Words for whatever was thrown. */
export function faultWords(thrown: unknown): string {
  const message = typeof thrown === 'object' && thrown !== null && 'message' in thrown ? thrown.message : thrown;
  return sentence(String(message));
}

export const winnableWords = 'Back to the last position that can be won';

export const verdictWords: Record<Verdict | 'working', string> = {
  won: 'Yes',
  lost: 'Proved lost',
  unknown: 'Not known yet',
  working: 'Working it out',
};

export const endingWords: Record<Exclude<Ending, 'won'>, string> = {
  'no-moves': 'No move is left. Bad luck!',
  stuck: 'Nothing more can be gained from here. Bad luck!',
};

/** What is said where a hint names no move. */
export function hintWords(hint: Hint): string {
  switch (hint.kind) {
    case 'won':
      return 'The game is won already.';
    case 'lost':
      return 'It is proved that the game cannot be won from here.';
    case 'would-give-up':
      return 'A careful player would give up here.';
    default:
      return 'No good move was found in the time that a hint may take.';
  }
}
