// Where a player is in a guided level. Moves are compared as one text, so that
// a step may hold several moves.
import type { Choice, Guide, View } from '../lib/types';

export interface Progress {
  /** Steps that are done. */
  step: number;
  /** Whether a move was made that no step asks for. */
  astray: boolean;
  /** The move to make next. */
  choice: Choice | null;
}

export function progress(guide: Guide, view: View): Progress {
  const made = view.moves.join(' ');
  const ends: string[] = [];
  for (const step of guide.steps) ends.push([...ends.slice(-1), step.move].join(' '));
  const step = ends.filter((end) => made === end || made.startsWith(`${end} `)).length;
  const whole = ends.at(-1) ?? '';
  const astray = !whole.startsWith(made) && !made.startsWith(whole);
  const rest = whole.slice(made.length).trimStart();
  const fits = (choice: Choice) => rest === choice.text || rest.startsWith(`${choice.text} `);
  return { step, astray, choice: astray ? null : (view.choices.find(fits) ?? null) };
}
