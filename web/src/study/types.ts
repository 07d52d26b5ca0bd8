// What the study's server and this page tell each other.

export interface Study {
  /** Short: a-z, 0-9, hyphens. */
  name: string;
  title: string;
  language: string;
  /** The version of the consent text, sent back with consent. */
  consent: string;
  texts: Texts;
  questions: Question[];
  games: StudyGame[];
  play: {
    /** Seconds of play after which a level may be skipped. */
    skip_after: number;
    hints: boolean;
    undo: boolean;
    timer: boolean;
  };
  rating: Scale;
  /** False where no new players are taken. */
  open: boolean;
}

/** Plain text; an empty line separates paragraphs; "" where there is none. */
export interface Texts {
  welcome: string;
  consent: string;
  instructions: string;
  rating: string;
  thanks: string;
  contact: string;
}

export interface Question {
  id: string;
  text: string;
  kind: 'choice' | 'number' | 'text';
  choices: string[];
  low: number | null;
  high: number | null;
  required: boolean;
}

export interface StudyGame {
  game: string;
  title: string;
  words: string;
  tutorial: number;
  levels: number;
}

/** The scale of ratings, and words for its ends. */
export interface Scale {
  low: number;
  high: number;
  lowest: string;
  highest: string;
}

export type Answers = Record<string, string | number>;

export interface Player {
  /** Public: 12 hex digits. */
  name: string;
  since: number;
  games: Progress[];
}

export interface Progress {
  game: string;
  phase: 'tutorial' | 'levels' | 'done';
  /** Tutorial levels that came to an end. */
  tutorial: number;
  rated: number;
  skipped: number;
  /** Levels in all. */
  levels: number;
  /** The play under way. */
  open: string | null;
}

/** A level handed to a player. */
export interface Play {
  /** 16 hex digits. */
  play: string;
  game: string;
  phase: 'tutorial' | 'levels';
  number: number;
  of: number;
  /** "played": only its rating is missing. */
  state: 'open' | 'played';
  /** Whether a rating follows when it is solved. */
  rated: boolean;
  opened: number;
  level: { id: string; game: string; variant: string; text: string };
}

export interface Next {
  play: Play | null;
}

export type Ended = 'solved' | 'skipped';

/** Something done, after so many milliseconds of play: moves made by one
 *  gesture, so many moves taken back, all of them taken back, a hint shown. */
export interface PlayEvent {
  at: number;
  made?: string[];
  back?: number;
  reset?: boolean;
  hint?: boolean;
}

export interface Finish {
  ended: Ended;
  events: PlayEvent[];
  seconds: number;
  resets: number;
  hints: number;
  undos: number;
}

export interface KeptPlay {
  play: string;
  game: string;
  level: string;
  phase: string;
  opened: number;
  ended: Ended | null;
  closed: number | null;
  seconds: number | null;
  moves: number | null;
  resets: number | null;
  hints: number | null;
  undos: number | null;
  rating: number | null;
}

/** All that is kept of a player. */
export interface Mine {
  player: { name: string; since: number; consent: string; answers: Answers };
  /** `events` is left out where there are none. */
  plays: (KeptPlay & { events?: PlayEvent[] })[];
}

/** A play as who runs the study sees it. */
export interface Replayed extends KeptPlay {
  player: string;
  events?: PlayEvent[];
  level_text: string;
  variant: string;
  fewest: number | null;
}
